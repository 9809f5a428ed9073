internal import WebAddress
internal import WebMarkup

extension Decoder {
  /// An address, perhaps with a base before a line end: its serialisation is parsed as the same
  /// address, in ASCII, and the one spelling of that is its own.
  package static let address = Decoder("address", samples: Samples.addresses) { bytes in
    let texts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let base = texts.count > 1 ? WebURL(texts[0]) : nil
    guard let url = WebURL(texts[texts.count - 1], relativeTo: base) else { return false }
    // What escapes make of a long text may be too long to be parsed again.
    guard url.href.utf8.count <= WebURL.byteCountMax else { return true }
    guard let again = WebURL(url.href), again == url, again.host == url.host,
      again.port == url.port, again.path == url.path, again.query == url.query,
      again.fragment == url.fragment, again.username == url.username,
      again.password == url.password
    else { throw Violation(description: "\(url.href) does not come back") }
    guard url.href.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), url.path.hasPrefix("/"),
      WebHost(url.host.description) == url.host
    else { throw Violation(description: "\(url.href) is no serialisation") }
    if let canonical = CanonicalURL(url.href), CanonicalURL(canonical.text) != canonical {
      throw Violation(description: "\(url.href) has more than one canonical spelling")
    }
    return true
  }

  /// A robots.txt: the rule that decides stands in one of its lines, and where none does all is
  /// allowed.
  package static let robots = Decoder("robots", samples: Samples.robotsFiles) { bytes in
    let rules = RobotsRules(bytes)
    let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    var hasGroup = false
    for target in ["/", "/a/b.html?c=d", "/%E3%83%84/%2F*$"] {
      let decision = rules.decision(forTarget: Array(target.utf8))
      hasGroup = hasGroup || decision.agent != nil
      guard decision.line.map({ (1...lineCount).contains($0) }) ?? decision.isAllowed else {
        throw Violation(description: "\(target): \(decision) of \(lineCount) lines")
      }
    }
    guard
      rules.crawlDelayMilliseconds().map({
        (0...RobotsRules.crawlDelayMillisecondsMax).contains($0)
      }) ?? true
    else { throw Violation(description: "a delay is out of range") }
    return hasGroup
  }

  /// An association file: what opens an address is named by the file, by a rule in one of its
  /// lines.
  package static let association = Decoder("association", samples: Samples.associations) { bytes in
    let file: AssociationFile
    do throws(AssociationProblem) { file = try AssociationFile(bytes) } catch {
      guard !error.reason.isEmpty else { throw Violation(description: "no reason") }
      return false
    }
    let lines = 1...(bytes.count { $0 == 0x0A } + 1)
    for note in file.notes where !lines.contains(note.line) {
      throw Violation(description: "\(note) of \(lines)")
    }
    for text in ["https://a.example/", "http://a.example/buy/aB1?q=x&q=%C3%A9#top"] {
      guard let url = WebURL(text) else { throw Violation(description: "\(text) is an address") }
      let decision = file.decision(for: url)
      let isWhole =
        decision.apps.isEmpty
        ? decision.isExcluded == (decision.rule != nil) : decision.rule != nil
      guard isWhole, decision.line.map(lines.contains) ?? true,
        Set(file.apps).isSuperset(of: decision.apps)
      else { throw Violation(description: "\(text): \(decision)") }
    }
    return true
  }
}

extension Samples {
  @Sendable static func addresses() -> [[UInt8]] {
    [
      "https://example.com/a/../b?c=d#e", "http://me:secret@[::ffff:1.2.3.4]:8080/%2e%2E/x y",
      "https://m\u{FC}nchen.de/\u{E9}?\u{E9}#\u{E9}", "http://0x7f.1/", "http://xn--6qqa088eba\\a",
      "https://example.com/a/b?c\n../d#e", "https://example.com/\n//other.example", "http://a/\n?q",
    ].map { Array($0.utf8) }
  }

  @Sendable static func robotsFiles() -> [[UInt8]] {
    [
      "User-agent: *\nDisallow: /a/*.html$\nAllow: /a/b # why\nCrawl-delay: 2.5\n",
      "\u{FEFF}user-agent: Applebot\r\nuser-agent: spotlogbot\r\n\r\nallow: /\u{30C4}\r\n"
        + "disallow /\r\n",
      "Useragent: Googlebot/2.1\rdissalow: /*b*%e3%83%84\rAllow: /index.html\r",
    ].map { Array($0.utf8) }
  }

  @Sendable static func associations() -> [[UInt8]] {
    [
      #"{"applinks":{"details":[{"appID":"T.a","paths":["NOT /buy/x","/buy/*","/p?"]}]}}"#,
      #"{"applinks":{"details":{"T.a":{"paths":["*"]},"T.b":{"paths":[]}}}}"#,
      "{\"applinks\":{\"defaults\":{\"caseSensitive\":false},\n"
        + "\"substitutionVariables\":{\"v\":[\"b*\",\"c?\"]},\n"
        + "\"details\":[{\"appIDs\":[\"T.a\",\"T.b\"],\"components\":[\n"
        + "{\"#\":\"no*\",\"exclude\":true},{\"/\":\"/$(v)/$(alpha)$(upper)$(digit)\"},\n"
        + "{\"/\":\"/$(lang)\",\"?\":{\"q\":\"?*\"},\"percentEncoded\":false},\n"
        + "{\"?\":\"q=*\",\"comment\":\"x\"}]},7]}}",
    ].map { Array($0.utf8) }
  }
}
