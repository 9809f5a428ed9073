internal import Foundation
internal import WebAddress
internal import WebMarkup

extension Decoder {
  /// A page with headers before it: whatever it is, it has facts that are read twice alike, and a
  /// report with every row that a report has, in which nothing controls a terminal.
  package static let pageFacts = Decoder("page-facts", samples: Samples.pages) { bytes in
    let (headers, page) = split(bytes)
    let address = WebURL("https://example.com/a/page?q=1")
    let facts = PageFacts(page, address: address, headers: headers)
    let report = WebPageReport(facts)
    let missing = Set(PageElement.allCases.filter(\.isAlways))
      .subtracting(report.rows.map(\.element))
    guard missing.isEmpty else { throw Violation(description: "there is no row of \(missing)") }
    for row in report.rows {
      let hasControls = [row.extracted, row.advice, row.source].joined().unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      if hasControls { throw Violation(description: "\(row) has controls") }
      if let line = row.line, line < 1 { throw Violation(description: "\(row) is at no line") }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let again = PageFacts(page, address: address, headers: headers)
    guard try encoder.encode(PageExtract(facts)) == encoder.encode(PageExtract(again)) else {
      throw Violation(description: "the page is read in two ways")
    }
    return report.facts.title != nil
  }

  /// Header lines end at the first empty line; a page may have none.
  private static func split(_ bytes: [UInt8]) -> (ResponseHeaders, [UInt8]) {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
    guard let end = lines.dropLast().firstIndex(where: \.isEmpty) else {
      return (ResponseHeaders(), bytes)
    }
    let fields = lines[..<end].compactMap { line -> (name: String, value: String)? in
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }
    return (ResponseHeaders(fields), lines[(end + 1)...].flatMap { $0 + [UInt8(ascii: "\n")] })
  }
}

extension Samples {
  /// Pages with all that facts are read from.
  @Sendable static func pages() -> [[UInt8]] {
    [
      """
      <html lang="en"><title>Chips</title><meta name="description" content="Crisp">
      <meta property="og:image" content="/i.jpg"><meta name="robots" content="none">
      <meta name="apple-itunes-app" content="app-id=1, app-argument=a://b">
      <link rel="canonical" href="../x"><link rel="alternate" href="ios-app://1/a/b">
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
      "name":"Chips","totalTime":"PT45M","aggregateRating":{"@type":"AggregateRating",
      "ratingValue":4.5,"reviewCount":2}}</script>
      """,
      """
      Link: </c>; rel="canonical", <b>; rel=next
      X-Robots-Tag: otherbot: noindex, spotlogbot: nosnippet
      Content-Type: text/html; charset=windows-1252

      <base href="/d/"><meta property="al:ios:url" content="a://b"><title>T\u{301}</title>
      <div itemscope itemtype="https://schema.org/Product"><span itemprop="name">N</span>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price"
      content="1.5"></div></div><div vocab="https://schema.org/" typeof="Event"><time
      property="startDate" datetime="2026-01-31"></time></div>
      """,
      """
      <meta name="twitter:app:id:iphone" content="1"><meta name="twitter:app:url:ipad" content="a">
      <svg><title>no</title></svg><title>yes</title><meta http-equiv="content-language" content="a">
      """,
    ].map { Array($0.utf8) }
  }
}
