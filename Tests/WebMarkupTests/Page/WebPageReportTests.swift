import Testing
import WebAddress

@testable import WebMarkup

@Suite("A report on a page") struct WebPageReportTests {
  private static let address = "https://example.com/chips"

  private static func report(
    _ html: String, headers: [(String, String)] = [], robots: CrawlPermission? = nil,
    link: UniversalLink? = nil
  ) -> WebPageReport {
    WebPageReport(
      PageFactsTests.facts(html, url: address, headers: headers), robots: robots, link: link)
  }

  private static func row(_ element: PageElement, _ html: String) -> ReportRow {
    report(html).rows.first { $0.element == element }!
  }

  /// A page on which nothing is to be changed, where its site's files are known.
  static let good = """
    <html lang="en"><head><title>Chips</title>
    <meta name="description" content="Crisp and salted.">
    <meta property="og:image" content="https://example.com/chips.jpg">
    <meta name="apple-itunes-app" content="app-id=123, app-argument=https://example.com/chips">
    <link rel="canonical" href="https://example.com/chips">
    """

  @Test func `has a row of every element that every report has`() {
    for html in ["", Self.good] {
      let elements = Set(Self.report(html).rows.map(\.element))
      #expect(elements.isSuperset(of: PageElement.allCases.filter(\.isAlways)))
    }
  }

  @Test func `finds nothing on a good page`() {
    let report = Self.report(
      Self.good, robots: CrawlPermission(isAllowed: true, reason: "allowed by line 3"),
      link: UniversalLink(apps: ["T1.com.example"], reason: "item 1: /chips"))
    #expect(report.isIndexed && !report.hasFindings)
    let changes = report.rows.filter { $0.status != .passed }.map(\.element)
    #expect(changes == [.structuredData])
    #expect(
      report.rows.first { $0.element == .robots }?.extracted
        == "index, follow; allowed by line 3")
    #expect(
      report.rows.first { $0.element == .universalLink }?.extracted
        == "T1.com.example: item 1: /chips")
  }

  @Test func `misses title, description and image of an empty page, and nothing else`() {
    let report = Self.report("")
    #expect(
      report.rows.filter { $0.status == .missing }.map(\.element) == [
        .title, .description, .image,
      ])
    #expect(!report.rows.contains { $0.status == .failed })
    #expect(report.hasFindings)
  }

  @Test(arguments: [
    (PageElement.title, 90, ReportRow.Status.passed), (.title, 91, .recommended),
    (.description, 300, .passed), (.description, 301, .recommended),
  ])
  func `advises to shorten`(element: PageElement, count: Int, status: ReportRow.Status) {
    // A letter of two scalars is one character.
    let text = String(repeating: "e\u{301}", count: count)
    let html =
      element == .title ? "<title>\(text)</title>" : "<meta name=description content=\"\(text)\">"
    let row = Self.row(element, html)
    #expect(row.status == status)
    #expect(row.extracted == text)
    #expect(row.advice.contains("has \(count) characters") == (status == .recommended))
  }

  @Test func `prefers the words of Open Graph, unless they show nothing`() {
    let both = "<title>t</title><meta property=og:title content=\"o\">"
    #expect(Self.row(.title, both).source == "og:title")
    let hidden = "<title>t</title><meta property=og:title content=\"\u{200B}\u{202E}\">"
    #expect(Self.row(.title, hidden).source == "<title>")
  }

  @Test(arguments: [
    ("https://example.com/i.png", ReportRow.Status.passed, "https://example.com/i.png"),
    ("/i.png", .recommended, "https://example.com/i.png"),
    ("data:image/png;base64,AA", .failed, ""),
    ("javascript:alert(1)", .failed, ""),
  ])
  func `takes an image of the web alone`(image: String, status: ReportRow.Status, text: String) {
    let row = Self.row(.image, "<meta property=og:image content=\"\(image)\">")
    #expect(row.status == status && row.extracted == text)
  }

  @Test(arguments: [
    ("", ReportRow.Status.recommended, "<link rel=\"canonical\" href=\"\(address)\">"),
    ("<link rel=canonical href=\(address)>", .passed, ""),
    ("<link rel=canonical href=chips>", .recommended, "relative"),
    ("<link rel=canonical href=https://example.com/x>", .recommended, "instead of \(address)"),
    ("<link rel=canonical href=https://other.example/>", .recommended, "another host"),
    ("<link rel=canonical href=/a><link rel=canonical href=/b>", .failed, "2 canonical addresses"),
    ("<link rel=canonical href=/a><link rel=canonical href=/a>", .recommended, "relative"),
    ("<link rel=canonical href=mailto:a>", .failed, "not an http or https address"),
  ])
  func `checks the canonical address`(html: String, status: ReportRow.Status, advice: String) {
    let row = Self.row(.canonical, html)
    #expect(row.status == status)
    #expect(advice.isEmpty ? row.advice.isEmpty : row.advice.contains(advice), "\(row.advice)")
  }

  @Test func `says by what a page is kept out of searches`() {
    let meta = Self.report("\n<meta name=robots content=noindex>")
    #expect(meta.exclusion == "robots, line 2 says noindex")
    let header = Self.report("", headers: [("X-Robots-Tag", "none")])
    #expect(header.exclusion == "X-Robots-Tag header says none")
    let file = Self.report(
      "", robots: CrawlPermission(isAllowed: false, reason: "line 2: Disallow: /"))
    #expect(file.exclusion == "robots.txt keeps it out: line 2: Disallow: /")
    for report in [meta, header, file] {
      #expect(report.rows.first { $0.element == .robots }?.status == .failed)
    }
  }

  @Test func `shows no description where the page does not want it`() {
    let html = "<meta name=description content=d><meta name=robots content=nosnippet>"
    #expect(Self.row(.description, html).extracted.isEmpty)
    #expect(Self.row(.robots, html).status == .recommended)
  }

  @Test func `says which app opens the page, or what to change`() {
    let none = Self.report(
      "", link: UniversalLink(apps: [], reason: "matches no item", advice: "Add an item."))
    let row = none.rows.first { $0.element == .universalLink }
    #expect(row?.status == .failed && row?.advice == "Add an item.")
    #expect(Self.row(.universalLink, "").advice.contains("--association"))
  }

  @Test(arguments: [
    ("en", ReportRow.Status.passed), ("zh-Hant-TW", .passed), ("english", .failed),
    ("e n", .failed), ("en_US", .failed),
  ])
  func `checks the language`(language: String, status: ReportRow.Status) {
    #expect(Self.row(.language, "<html lang=\"\(language)\">").status == status)
  }

  @Test func `names what was lost in reading`() {
    let deep = String(repeating: "<div>", count: 600)
    #expect(Self.row(.page, deep).advice.contains("512 deep"))
  }

  @Test func `shows words of strangers on one line without controls`() {
    let row = Self.row(.title, "<title>a\u{1B}[31m\u{202E}b\u{7}\u{2028}c</title>")
    #expect(row.extracted == "a[31mbc")
  }
}
