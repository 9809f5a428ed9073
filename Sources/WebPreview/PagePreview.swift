internal import HTMLPages
package import JournalFormat
internal import ResultCards
internal import WebAddress
package import WebMarkup

/// A page that shows what a search would show of somebody's page, and where it comes from.
///
/// Every word of the other page is text here. The preview runs nothing and loads nothing: an image
/// is its address, and a browser's policy forbids the rest.
package struct PagePreview {
  private let report: WebPageReport
  private let card: ResultCard
  /// What was read, as JSON.
  private let extract: String
  private let day: Day

  /// - Parameters:
  ///   - extract: all that was read, as `spotlog web extract` prints it.
  ///   - day: when the preview was made.
  package init(_ report: WebPageReport, extract: String, day: Day) {
    (self.report, self.extract, self.day) = (report, extract, day)
    card = ResultCard(report)
  }

  /// The whole page as HTML.
  package var text: String { page.text }

  private var page: HTMLPage {
    let address = report.facts.ownAddress?.href ?? "an address that is not known"
    return HTMLPage(
      title: "Preview of \(address.cut(to: 80))", heading: "Search preview",
      subtitle: "<bdi>\(address.cut(to: 300))</bdi>", style: ResultCard.style + Self.style,
      content: verdict + .section("Where each part comes from", anatomy)
        + .section("As devices show it", devices) + .section("What to change", table)
        + .section("What was read", raw),
      madeOn: day)
  }

  private var verdict: HTML {
    if let exclusion = report.exclusion {
      return .verdict("Not in a search: \(exclusion.shownOnOneLine)", look: "bad")
    }
    let count = report.rows.count { $0.status.isFinding }
    guard count > 0 else { return .verdict("In a search, and nothing is missing", look: "good") }
    return .verdict("In a search, with \(Figure.count(count, "finding"))", look: "fail")
  }

  // MARK: Anatomy

  /// Parts of the result, each with an arrow to the element that it is made of.
  private var anatomy: HTML {
    let shown: [PageElement] = [
      .title, .description, .image, .rating, .price, .dates, .place, .details, .actions,
    ]
    let parts = shown.compactMap { element -> HTML? in
      guard let row = report.rows.first(where: { $0.element == element }) else { return nil }
      return part(row)
    }
    return "<div class=anatomy>\(parts.joined())</div>"
  }

  private func part(_ row: ReportRow) -> HTML {
    let text: HTML
    switch row.element {
    case .title: text = "<b dir=auto>\(shown(report.shownTitle, "no title"))</b>"
    case .description: text = "<span dir=auto>\(shown(report.shownDescription, "no text"))</span>"
    case .image: text = image
    default: text = "<span dir=auto>\(row.extracted.cut(to: 200))</span>"
    }
    return "<div class=part><div>\(text)</div><div class=label><b>\(row.element.rawValue)</b> "
      + "<span class=\(Self.look(row.status))>\(row.status.rawValue)</span>\(Self.place(row))"
      + "</div></div>"
  }

  private func shown(_ text: String?, _ absent: String) -> HTML {
    guard let text, !text.isEmpty else { return "<span class=skipped>\(absent)</span>" }
    return "\(text)"
  }

  /// In place of a picture, which nothing fetches.
  private var image: HTML {
    guard let address = report.shownImage else { return "<span class=skipped>no image</span>" }
    return "<span class=thumb>image</span> <code><bdi>\(address.cut(to: 120))</bdi></code>"
  }

  private static func place(_ row: ReportRow) -> HTML {
    guard !row.source.isEmpty else { return "" }
    let line: HTML = row.line.map { ", line \($0)" } ?? ""
    return "<br><span class=skipped>from <bdi>\(row.source.cut(to: 60))</bdi>\(line)</span>"
  }

  private static func look(_ status: ReportRow.Status) -> HTML {
    switch status {
    case .passed: "good"
    case .recommended: "hint"
    case .missing, .failed: "bad"
    }
  }

  // MARK: Devices

  private var devices: HTML {
    let frames: [(name: String, look: HTML)] = [
      ("Phone", "phone"), ("Tablet", "tablet"), ("Desktop", "desktop"),
    ]
    let shades: [(name: String, look: HTML)] = [("light", "light"), ("dark", "dark")]
    return frames.map { frame -> HTML in
      let pair = shades.map { shade -> HTML in
        "<section class=\"frame \(frame.look) \(shade.look)\" "
          + "aria-label=\"\(frame.name), \(shade.name)\">"
          + "<p class=field dir=auto>\(query)</p>"
          + "<div class=hit>\(thumb)\(card.html)</div></section>"
      }
      return "<h3>\(frame.name)</h3><div class=\"frames of-\(frame.look)\">\(pair.joined())</div>"
    }.joined()
  }

  private var thumb: HTML {
    report.shownImage == nil ? "" : "<span class=thumb aria-hidden=true>image</span>"
  }

  /// What somebody may have typed: the first words of the title.
  private var query: String {
    let words = report.shownTitle.split(separator: " ").prefix(2).joined(separator: " ")
    return words.isEmpty ? "Search" : words.lowercased().cut(to: 30)
  }

  // MARK: Table and data

  private var table: HTML {
    .table(
      [.word("Element"), .word("Status"), .text("Extracted and advice"), .text("Attribute")],
      report.rows.map { row in
        let advice: HTML = row.advice.isEmpty ? "" : "<div class=advice>\(row.advice)</div>"
        let extracted: HTML =
          row.extracted.isEmpty ? "" : "<div dir=auto>\(row.extracted.cut(to: 400))</div>"
        return [
          "\(row.element.rawValue)",
          "<span class=\(Self.look(row.status))>\(row.status.rawValue)</span>",
          extracted + advice + "<div>\(Self.source(row))</div>", "<code>\(row.attribute)</code>",
        ]
      })
  }

  private static func source(_ row: ReportRow) -> HTML {
    guard !row.source.isEmpty else { return "" }
    let line: HTML = row.line.map { ", line \($0)" } ?? ""
    return "<code><bdi>\(row.source.cut(to: 60))</bdi>\(line)</code>"
  }

  /// Characters of data that a browser shows without trouble.
  private static let extractLengthMax = 200_000

  private var raw: HTML {
    let lines = extract.split(separator: "\n").map { line -> HTML in "\(String(line))\n" }.joined()
    guard extract.utf8.count <= Self.extractLengthMax else {
      return "<p>The data has \(Figure.count(extract.utf8.count, "byte")). Print it with "
        + "<code>spotlog web extract</code>.</p>"
    }
    return "<details><summary>All facts and things as JSON</summary><pre>\(lines)</pre></details>"
  }

  private static let style: HTML = """
    .hint { color: var(--blue) }
    .anatomy { border: 1px solid var(--line); border-radius: 12px; padding: 6px 18px }
    .part { display: grid; grid-template-columns: 1fr 250px; gap: 6px 46px; padding: 10px 0 }
    .part + .part { border-top: 1px dashed var(--line) }
    .label { position: relative; font-size: 13px; line-height: 1.4 }
    .label::before { content: ""; position: absolute; right: calc(100% + 10px); top: 9px;
      width: 28px; border-top: 2px solid var(--blue) }
    .label::after { content: ""; position: absolute; right: calc(100% + 36px); top: 4px;
      border: 6px solid transparent; border-right-color: var(--blue); border-left: 0 }
    .thumb { display: inline-flex; align-items: center; justify-content: center; width: 64px;
      height: 64px; flex: none; border-radius: 8px; border: 1px dashed var(--soft);
      color: var(--soft); font-size: 12px; vertical-align: middle }
    h3 { font-size: 14px; color: var(--soft); font-weight: 500; margin: 20px 0 8px }
    .frames { display: grid; gap: 16px; grid-template-columns: repeat(2, minmax(0, 1fr)) }
    .of-phone { grid-template-columns: repeat(2, minmax(0, 320px)) }
    .of-desktop { grid-template-columns: minmax(0, 1fr) }
    .frame { background: var(--paper); color: var(--ink); border: 1px solid var(--line);
      border-radius: 14px; padding: 14px; font-size: 14px }
    .phone { border-radius: 28px; padding: 22px 14px; border-width: 3px }
    .tablet { border-radius: 20px; padding: 20px; border-width: 3px }
    .light { --ink: #1c2330; --soft: #5b6577; --line: #d9dee7; --paper: #fff; --card: #f6f8fb;
      --blue: #2f6fde; color-scheme: light }
    .dark { --ink: #e8ecf3; --soft: #98a2b3; --line: #344054; --paper: #12161f; --card: #1b212d;
      --blue: #6ea2ff; color-scheme: dark }
    .frame .field { margin: 0 0 12px; padding: 7px 14px; border-radius: 10px;
      background: var(--card); color: var(--soft) }
    .hit { display: flex; gap: 12px; align-items: flex-start; background: var(--card);
      border-radius: 12px; padding: 12px }
    .hit .card { border: 0; padding: 0; min-width: 0; flex: 1 }
    .phone .thumb { width: 48px; height: 48px } .desktop .hit { padding: 16px 18px }
    .desktop .field { max-width: 420px }
    .advice { color: var(--ink); margin: 2px 0 } td code { white-space: normal }
    td:nth-child(4) { max-width: 180px }
    details summary { cursor: pointer; color: var(--blue) } details pre { margin-top: 10px;
      max-height: 480px; overflow: auto }
    @media (max-width: 700px) { .part { grid-template-columns: 1fr; gap: 4px }
      .label { padding-left: 26px } .label::before, .label::after { right: auto }
      .label::before { left: 4px; width: 14px } .label::after { left: 0 }
      .frames, .of-phone { grid-template-columns: minmax(0, 1fr) } }

    """
}
