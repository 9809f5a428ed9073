internal import WebAddress

/// Rows of how a search finds the page, and of what opens it.
struct SiteRows {
  let facts: PageFacts
  let robots: CrawlPermission?
  let link: UniversalLink?

  var rows: [ReportRow] { appLinks + [universalLink, canonical, robotsRow, language] }

  // MARK: Apps

  private var appLinks: [ReportRow] {
    var rows = facts.apps.map { app -> ReportRow in
      let fact = PageFact("", source: app.source, line: app.line)
      let opens = app.argument.isEmpty ? "the app" : app.argument
      let number = app.storeNumber.isEmpty ? "" : "app \(app.storeNumber): "
      guard !app.argument.isEmpty else {
        return ReportRow(
          .appLink, .recommended, number + opens,
          advice: "The app opens where it starts. Say with \(Self.argumentName(app)) what it "
            + "should show.", at: fact)
      }
      return ReportRow(.appLink, .passed, number + opens, at: fact)
    }
    rows += facts.appProblems.map { ReportRow(.appLink, .failed, advice: $0.text, at: $0) }
    guard rows.isEmpty else { return rows }
    return [
      ReportRow(
        .appLink, .recommended,
        advice: "No app is named. If one shows this page, add <meta name=\"apple-itunes-app\" "
          + "content=\"app-id=NUMBER, app-argument=URL\">.")
    ]
  }

  private static func argumentName(_ app: AppReference) -> String {
    switch app.kind {
    case .smartAppBanner: "app-argument"
    case .twitterCard: "twitter:app:url:\(app.device)"
    case .appLinks: "al:\(app.device):url"
    case .alternate: "a scheme and path behind the number"
    }
  }

  private var universalLink: ReportRow {
    guard let link else {
      return ReportRow(
        .universalLink, .recommended,
        advice: "Not checked. Give the site's apple-app-site-association with --association FILE.")
    }
    guard let app = link.apps.first else {
      return ReportRow(.universalLink, .failed, link.reason, advice: link.advice)
    }
    let others = link.apps.count - 1
    let more = others > 0 ? " and \(others) more" : ""
    return ReportRow(
      .universalLink, .passed, "\(app)\(more): \(link.reason)",
      at: PageFact("", source: "apple-app-site-association", line: nil))
  }

  // MARK: Canonical

  private var canonical: ReportRow {
    guard let fact = facts.canonicals.first else {
      let own = facts.address?.href ?? "https://..."
      return ReportRow(
        .canonical, .recommended,
        advice: "Copies of this page count apart. Add <link rel=\"canonical\" href=\"\(own)\">.")
    }
    guard let target = facts.canonicalAddress else {
      return ReportRow(
        .canonical, .failed,
        advice: "\(fact.source) is \"\(fact.text.shownOnOneLine.cut(to: 60))\", and not an http "
          + "or https address.", at: fact)
    }
    let others = Set(facts.canonicals.map { facts.absolute($0.text) ?? $0.text })
    if others.count > 1 {
      return ReportRow(
        .canonical, .failed, target.href,
        advice: "The page names \(others.count) canonical addresses, and only the first counts. "
          + "Remove the others.", at: fact)
    }
    if let advice = canonicalAdvice(target) {
      return ReportRow(.canonical, .recommended, target.href, advice: advice, at: fact)
    }
    return ReportRow(.canonical, .passed, target.href, at: fact)
  }

  private func canonicalAdvice(_ target: WebURL) -> String? {
    if !facts.isWhole(facts.canonicals[0].text) {
      return "The address is relative. Write the whole address, so that copies of the page on "
        + "other hosts name this one."
    }
    guard let own = facts.address, own.href != target.href else { return nil }
    if own.host != target.host {
      return "The address is on another host, which has to agree. Check that \(target.host) "
        + "serves this page."
    }
    return "A search shows that address instead of \(own.href). Check that both are the same page."
  }

  // MARK: Robots and language

  private var robotsRow: ReportRow {
    let fact = facts.robotsFacts.first { !$0.directives.isEmpty }?.fact
    let file = robots.map { $0.reason } ?? "robots.txt is not known"
    let text = "\(facts.directives.text); \(file)"
    if let robots, !robots.isAllowed {
      return ReportRow(
        .robots, .failed, text,
        advice: "robots.txt forbids to read the page, so it is in no result. Allow its path if "
          + "people should find it.", at: PageFact("", source: "robots.txt", line: nil))
    }
    if facts.directives.contains(.noIndex) {
      return ReportRow(
        .robots, .failed, text,
        advice: "noindex keeps the page out of every result. Remove it if people should find the "
          + "page.", at: fact)
    }
    if facts.directives.contains(.noSnippet) {
      return ReportRow(
        .robots, .recommended, text,
        advice: "nosnippet leaves the title alone in a result. Remove it to show the description.",
        at: fact)
    }
    return ReportRow(.robots, .passed, text, at: fact)
  }

  private var language: ReportRow {
    guard let fact = facts.language else {
      return ReportRow(
        .language, .recommended,
        advice: "The page does not say its language. Add lang to <html>, such as <html "
          + "lang=\"en\">.")
    }
    guard Self.isTag(fact.text) else {
      return ReportRow(
        .language, .failed, fact.text,
        advice: "This is not the name of a language. Write one such as en, en-GB or zh-Hant.",
        at: fact)
    }
    return ReportRow(.language, .passed, fact.text, at: fact)
  }

  /// Whether a text has the form of a language tag (RFC 5646): two or three letters, then parts of
  /// one to eight letters or digits.
  private static func isTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), parts.count <= 16 else {
      return false
    }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    return first.allSatisfy(isLetter)
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      }
  }
}
