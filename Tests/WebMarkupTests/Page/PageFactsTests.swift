import Testing
import WebAddress

@testable import WebMarkup

@Suite("What a page says of itself") struct PageFactsTests {
  static func facts(
    _ html: String, url: String = "https://example.com/a/b?c", headers: [(String, String)] = [],
    agent: String? = nil
  ) -> PageFacts {
    let headers = ResponseHeaders(headers.map { (name: $0.0, value: $0.1) })
    return PageFacts(
      Array(html.utf8), address: WebURL(url), headers: headers, agent: agent)
  }

  @Test(arguments: [
    ("<title> A \n B\t&amp; C </title>", "A B & C"),
    ("<TITLE>one</TITLE><title>two</title>", "one"),
    ("<svg><title>drawing</title></svg><title>page</title>", "page"), ("<title></title>", ""),
    ("<body><title>late</title>", "late"), ("<title>a<b>c</title>", "a<b>c"),
  ])
  func `has the first title outside of drawings`(html: String, title: String) {
    #expect(Self.facts(html).title?.text == title)
  }

  @Test func `has metas by name or property, the first of each, with lines`() {
    let facts = Self.facts(
      """
      <meta name="Description" content=" words ">
      <meta name="description" content="more">
      <meta property="og:title" content="">
      <meta property="og:title" content="one"><meta name="og:title" content="two">
      <meta name="og:image" property="og:image" content="/i.png">
      """)
    #expect(facts.description == PageFact("words", source: "description", line: 1))
    #expect(
      facts.openGraph == [
        PageFact("one", source: "og:title", line: 4),
        PageFact("/i.png", source: "og:image", line: 5),
      ])
  }

  @Test(arguments: [
    (#"<link rel=canonical href=" ../x ">"#, "https://example.com/x"),
    (#"<base href="/d/"><link rel="shortlink Canonical" href=x>"#, "https://example.com/d/x"),
    (#"<link rel=canonical href=""><link rel=canonical href=/y>"#, "https://example.com/y"),
    (#"<link rel=canonical href="ftp://a/">"#, nil), ("<link rel=next href=x>", nil),
    (#"<link rel=canonical href=HTTPS://Example.COM:443/%7e>"#, "https://example.com/%7e"),
  ])
  func `has its canonical address whole`(html: String, address: String?) {
    #expect(Self.facts(html).canonicalAddress?.href == address)
  }

  @Test func `lets a Link header go before its own canonical address`() {
    let facts = Self.facts(
      "<link rel=canonical href=/page>", headers: [("Link", "</header>; rel=canonical")])
    #expect(facts.canonicals.map(\.text) == ["/header", "/page"])
    #expect(facts.canonicals.map(\.source) == ["Link header", "<link>"])
    #expect(facts.ownAddress?.href == "https://example.com/header")
  }

  @Test func `does not take an address on another host for its own`() {
    let facts = Self.facts("<link rel=canonical href=https://other.example/>")
    #expect(facts.ownAddress?.href == "https://example.com/a/b?c")
  }

  @Test(
    arguments: [
      (
        #"<meta name="ROBOTS" content="noindex"><meta name="robots" content="nofollow">"#, [], nil,
        "noindex, nofollow"
      ),
      (#"<meta name="spotlogbot" content="nosnippet">"#, [], nil, "index, follow, nosnippet"),
      (#"<meta name="googlebot" content="noindex">"#, [], nil, "index, follow"),
      (#"<meta name="googlebot" content="noindex">"#, [], "Googlebot", "noindex, follow"),
      ("", [("X-Robots-Tag", "noindex")], nil, "noindex, follow"),
      ("", [("x-robots-tag", "applebot: none")], "Applebot", "noindex, nofollow"),
    ] as [(String, [(String, String)], String?, String)])
  func `adds directives of metas and headers up`(
    html: String, headers: [(String, String)], agent: String?, text: String
  ) {
    #expect(Self.facts(html, headers: headers, agent: agent).directives.text == text)
  }

  @Test(
    arguments: [
      ("<html lang=en-GB>", [], "en-GB"), ("<html xml:lang=de lang=''>", [], "de"),
      ("<meta http-equiv=content-language content='fr, en'>", [], "fr"), ("<html>", [], nil),
      ("", [("Content-Language", "es, en")], "es"),
      ("<html lang=en>", [("Content-Language", "es")], "en"),
    ] as [(String, [(String, String)], String?)])
  func `says its language`(html: String, headers: [(String, String)], language: String?) {
    #expect(Self.facts(html, headers: headers).language?.text == language)
  }

  @Test func `is read by the encoding of its header`() {
    let bytes: [UInt8] = Array("<title>caf".utf8) + [0xE9] + Array("</title>".utf8)
    let headers = ResponseHeaders([("Content-Type", "text/html; charset=iso-8859-1")])
    #expect(PageFacts(bytes, address: nil, headers: headers).title?.text == "café")
  }

  @Test(arguments: [
    "", "<", "\0", "<title", "<meta content=x>", "<meta name= property= content=>",
    "<link rel href>", "<html lang>", "<base href=':'>", "<base href='data:,'>",
    "<meta name=apple-itunes-app content=',=,==,app-id'>",
  ])
  func `is read whatever it is`(html: String) {
    let facts = Self.facts(html)
    #expect(WebPageReport(facts).rows.count >= 10)
  }
}

@Suite("Apps that a page names") struct AppReferenceTests {
  private func read(_ html: String) -> (apps: [String], problems: [String]) {
    let facts = PageFactsTests.facts(html)
    return (
      facts.apps.map {
        "\($0.kind.rawValue) \($0.device) [\($0.name)] \($0.storeNumber) \($0.argument)"
      }, facts.appProblems.map(\.text)
    )
  }

  private func banner(_ content: String) -> (apps: [String], problems: [String]) {
    read("<meta name=\"apple-itunes-app\" content=\"\(content)\">")
  }

  @Test(arguments: [
    ("app-id=123", "123 "), (" app-id = 123 ,app-argument= myapp://x?a=b ", "123 myapp://x?a=b"),
    ("app-argument=https://a.example/,APP-ID=9,affiliate-data=x=y,", "9 https://a.example/"),
    ("app-id=1, app-argument=", "1 "), ("app-id=1,,app-id=2", "1 "),
  ])
  func `stand in a Smart App Banner`(content: String, app: String) {
    #expect(banner(content).apps == ["smartAppBanner ios [] \(app)"])
    #expect(banner(content).problems.isEmpty)
  }

  @Test(arguments: [
    ("app-id=abc", "app-id is \"abc\" and not a number."), ("app-argument=x", "app-id is missing."),
    ("123", "\"123\" has no \"=\"."), ("app-id=", "app-id is \"\" and not a number."),
    ("app-id=1, app-argument=https://a.example/1,2", "app-argument contains a comma"),
    ("app-id=1, app-argument=JavaScript:alert(1)", "would be handed a javascript: address"),
    ("app-id=123456789012345678901", "not a number"),
  ])
  func `of a wrong banner are left out, and why is said`(content: String, problem: String) {
    #expect(banner(content).apps.isEmpty)
    #expect(banner(content).problems.first?.contains(problem) == true)
  }

  @Test func `stand in Twitter cards, App Links and alternates`() {
    let found = read(
      """
      <meta name="twitter:app:name:iphone" content="App">
      <meta name="twitter:app:id:iphone" content="1">
      <meta property="twitter:app:url:iphone" content="app://1">
      <meta name="twitter:app:id:ipad" content="2">
      <meta name="twitter:app:id:googleplay" content="com.example">
      <meta property="al:ios:url" content="app://3"><meta property="al:ios:app_name" content="L">
      <meta property="al:iphone:app_store_id" content="4">
      <meta property="al:android:url" content="app://5">
      <link rel="alternate" href="ios-app://6/app/path/x?y">
      <link rel="alternate" href="IOS-APP://7">
      <link rel="alternate" href="android-app://com.example/app">
      """)
    #expect(
      found.apps == [
        "twitterCard iphone [App] 1 app://1", "twitterCard ipad [] 2 ",
        "appLinks ios [L]  app://3", "appLinks iphone [] 4 ", "alternate ios [] 6 app://path/x?y",
        "alternate ios [] 7 ",
      ])
    #expect(found.problems.isEmpty)
  }

  @Test(arguments: [
    ("<meta name=twitter:app:id:iphone content=id123>", "twitter:app:id:iphone is \"id123\""),
    ("<meta name=twitter:app:name:ipad content=App>", "names an app without its number"),
    ("<meta property=al:ios:app_store_id content=x>", "al:ios:app_store_id is \"x\""),
    ("<link rel=alternate href=ios-app://x/y>", "ios-app:// is \"x\""),
  ])
  func `that cannot be opened are left out, and why is said`(html: String, problem: String) {
    let found = read(html)
    #expect(found.apps.isEmpty)
    #expect(found.problems.first?.contains(problem) == true, "\(found.problems)")
  }
}
