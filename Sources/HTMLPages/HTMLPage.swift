internal import Foundation
package import JournalFormat

/// What runs in a page: a script that is written in the program. A page's policy names it by its
/// digest, so that a browser runs nothing else.
package struct PageScript: Hashable, Sendable {
  fileprivate let text: HTML
  /// As a policy names it (Content Security Policy 3, `hash-source`).
  package let source: HTML

  /// - Parameter literal: a script without the end of its element in it.
  package init(_ literal: StaticString) {
    text = HTML(literal)
    let digest = Data(Digest(of: Array(text.text.utf8)).bytes).base64EncodedString()
    source = "'sha256-\(digest)'"
  }
}

/// A self-contained page. Its policy forbids a browser to run or fetch anything; one with a script
/// runs that alone, and asks nobody but the server that it is from.
package struct HTMLPage {
  private let title: String
  private let heading: String
  private let subtitle: HTML
  private let style: HTML
  private let content: HTML
  private let script: PageScript?
  private let day: Day

  /// - Parameters:
  ///   - title: the window's; `heading` is what the page begins with.
  ///   - style: rules for what this page alone has.
  ///   - script: with one, a page may also have forms that ask its server.
  ///   - day: when the page was made, for its last line. A page never asks a clock.
  package init(
    title: String, heading: String, subtitle: HTML, style: HTML = "", content: HTML,
    script: PageScript? = nil, madeOn day: Day
  ) {
    (self.title, self.heading, self.subtitle) = (title, heading, subtitle)
    (self.style, self.content, self.script, self.day) = (style, content, script, day)
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  package var text: String {
    let page: HTML = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(Self.style)\(style)</style></head><body><main>
      <header><h1>\(heading)</h1><p>\(subtitle)</p></header>
      \(content)
      <footer>Made by spotlog \(SpotlogVersion.current) on <time>\(day)</time></footer>
      </main>\(scriptElement)</body></html>
      """
    return page.text
  }

  private var scriptElement: HTML {
    guard let script else { return "" }
    return "<script>\(script.text)</script>"
  }

  /// What a browser may do with the page (Content Security Policy). A report needs no script. Bars
  /// have their lengths in style attributes.
  package var policy: HTML {
    let start: HTML = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
    guard let script else { return start + "'none'" }
    return start + "'self'; connect-src 'self'; script-src \(script.source)"
  }

  private static let style: HTML = """
    :root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6577; --line: #d9dee7;
      --paper: #fff; --card: #f6f8fb; --blue: #2f6fde; --good: #12805c; --bad: #c4320a }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf3; --soft: #98a2b3; --line: #344054;
      --paper: #12161f; --card: #1b212d; --blue: #6ea2ff; --good: #4cc596; --bad: #ff8a65 } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
      font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
      -webkit-text-size-adjust: 100% }
    main { max-width: 960px; margin: 0 auto; padding: 32px 20px }
    h1 { margin: 0; font-size: 28px; line-height: 1.2 } h2 { font-size: 17px; margin: 36px 0 10px }
    header p { color: var(--soft); margin: 4px 0 24px }
    footer { color: var(--soft); font-size: 13px; margin-top: 48px; padding-top: 12px;
      border-top: 1px solid var(--line) }
    .good, .pass { color: var(--good) } .bad, .fail { color: var(--bad) }
    .skipped { color: var(--soft) }
    .verdict { font-size: 20px; font-weight: 600; margin: 0 0 20px; padding: 14px 18px;
      border-radius: 10px; background: var(--card); border-left: 6px solid }
    .tiles { display: flex; flex-wrap: wrap; gap: 12px }
    .tile { flex: 1 1 calc(100% / var(--columns) - 12px); background: var(--card);
      border-radius: 10px; padding: 14px 16px }
    .tile b { display: block; font-size: 24px; white-space: nowrap }
    .tile span { display: block; color: var(--soft); font-size: 13px; line-height: 1.35 }
    .scroll { overflow-x: auto }
    table { border-collapse: collapse; width: 100% }
    td, th { text-align: left; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line);
      vertical-align: top }
    td:last-child, th:last-child { padding-right: 0 } td { min-width: 100px }
    th { color: var(--soft); font-weight: 500; font-size: 13px; vertical-align: bottom;
      overflow-wrap: normal }
    td.n, th.n { text-align: right } .n, .w { width: 1%; min-width: 0 }
    td.n, .w { white-space: nowrap } th.w { vertical-align: top }
    code { font-size: 12px; color: var(--soft) }
    pre { background: var(--card); border-radius: 8px; padding: 10px 12px; margin: 0 0 4px;
      white-space: pre-wrap; font-size: 13px }
    .chart { display: block; width: calc(100% - var(--axis)); height: 232px;
      margin-left: var(--axis); overflow: visible; font-size: 12px }
    .chart svg { overflow: visible } .chart text { fill: var(--soft) } .rule { stroke: var(--line) }
    .bar, .dot { fill: var(--blue) }
    polyline { fill: none; stroke: var(--blue); stroke-width: 2;
      vector-effect: non-scaling-stroke }
    polyline.plain { stroke: var(--soft); stroke-dasharray: 5 4 }
    .legend { color: var(--soft); font-size: 13px; display: flex; flex-wrap: wrap; gap: 2px 20px;
      margin: 0 0 8px }
    .legend i { display: inline-block; width: 22px; border-top: 2px solid var(--blue);
      vertical-align: middle; margin-right: 6px }
    .legend i.dashed { border-top: 2px dashed var(--soft) }
    .bars { display: grid; grid-template-columns: auto 1fr auto; gap: 3px 10px;
      align-items: center; font-size: 14px }
    .bars u { display: block; height: 8px; border-radius: 4px; background: var(--blue) }
    .bars span { text-align: right; white-space: nowrap }
    @media (max-width: 560px) { main { padding: 20px 14px } .wide { display: none }
      .tile { flex-basis: 40%; padding: 12px } .tile b { font-size: 20px } h1 { font-size: 24px }
      td, th { padding-right: 10px } }
    """
}
