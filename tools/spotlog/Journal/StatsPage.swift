import Foundation
import Inspection
import JournalFormat

/// The figures of a journal as one self-contained page: no script, nothing fetched.
struct StatsPage {
  let report: JournalStats

  var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Spotlog journal \(report.name)</title>
    <style>\(Self.style)</style></head><body><main>
    <header><h1>\(report.kind.capitalized) journal</h1><p>\(report.name)<br>
    \(report.firstTime ?? "no entry") to \(report.lastTime ?? "no entry")</p></header>
    <div class=tiles>\(tiles)</div>
    \(figure("Entries by day", { $0.entries }))
    \(figure("Bytes of payload by day", { $0.bytes }))
    \(report.tables.map(table).joined())\(largest)
    </main></body></html>
    """
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1c2330; --soft: #667085; --line: #d9dee7;
      --paper: #fff; --card: #f6f8fb; --blue: #2f6fde }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf3; --soft: #98a2b3; --line: #344054;
      --paper: #12161f; --card: #1b212d; --blue: #6ea2ff } }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, sans-serif }
    main { max-width: 960px; margin: 0 auto; padding: 32px 20px 64px }
    h1 { margin: 0; font-size: 28px } h2 { font-size: 17px; margin: 36px 0 10px }
    header p { color: var(--soft); margin: 4px 0 24px; overflow-wrap: anywhere }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px }
    .tile { background: var(--card); border-radius: 10px; padding: 14px 16px }
    .tile b { display: block; font-size: 24px; font-variant-numeric: tabular-nums }
    .tile span { color: var(--soft); font-size: 13px }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
    td, th { text-align: left; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line);
      vertical-align: top; overflow-wrap: anywhere }
    th { color: var(--soft); font-weight: 500; font-size: 13px } td.n, th.n { text-align: right }
    svg { width: 100%; height: auto; display: block }
    svg text { fill: var(--soft); font-size: 11px } svg rect { fill: var(--blue) }
    svg line { stroke: var(--line) }
    """

  private var tiles: String {
    var tiles = [
      (Self.grouped(report.entries), "entries"), (Self.grouped(report.redacted), "redacted"),
      (Self.grouped(report.floor), "pruned"),
      (Self.grouped(report.payloadBytes), "bytes of payload"),
      (Self.grouped(UInt64(clamping: report.fileBytes)), "bytes of the file"),
    ]
    if report.plainBytes != report.payloadBytes {
      tiles.append((Self.grouped(report.plainBytes), "bytes inflated"))
    }
    if let bytes = report.indexBytes {
      tiles.append((Self.grouped(UInt64(clamping: bytes)), "bytes of index"))
    }
    return tiles.map { "<div class=tile><b>\($0.0)</b><span>\($0.1)</span></div>" }.joined()
  }

  private func figure(_ title: String, _ value: (JournalStats.Row) -> UInt64) -> String {
    let bars = report.chart(atMost: 120, value).bars
    guard let first = bars.first, let last = bars.last else { return "" }
    let most = bars.map(\.value).max() ?? 0
    let (width, height, left) = (900.0, 180.0, 70.0)
    let step = (width - left) / Double(bars.count)
    let shapes = bars.enumerated().map { place, bar in
      let high = most == 0 ? 0 : Double(bar.value) / Double(most) * (height - 20)
      let days = bar.first == bar.last ? "\(bar.first)" : "\(bar.first) to \(bar.last)"
      return """
        <rect x="\(left + Double(place) * step)" y="\(height - high)" \
        width="\(max(1, step - 1))" height="\(high)"><title>\(days): \
        \(Self.grouped(bar.value))</title></rect>
        """
    }
    return """
      <h2>\(title)</h2><svg viewBox="0 0 \(width) \(height + 20)" role="img">
      <line x1="\(left)" y1="\(height)" x2="\(width)" y2="\(height)"/>
      <text x="\(left - 8)" y="28" text-anchor="end">\(Self.grouped(most))</text>
      <text x="\(left - 8)" y="\(height)" text-anchor="end">0</text>
      \(shapes.joined())
      <text x="\(left)" y="\(height + 16)">\(first.first)</text>
      <text x="\(width)" y="\(height + 16)" text-anchor="end">\(last.last)</text></svg>
      """
  }

  private func table(_ title: String, _ rows: [JournalStats.Row]) -> String {
    guard !rows.isEmpty else { return "" }
    let lines = rows.map { row in
      """
      <tr><td>\(Self.escaped(row.name))</td><td class=n>\(Self.grouped(row.entries))</td>
      <td class=n>\(Self.grouped(row.bytes))</td><td class=n>\(Self.grouped(row.redacted))</td></tr>
      """
    }
    return """
      <h2>\(title.prefix(1).uppercased() + title.dropFirst())</h2><table>
      <tr><th></th><th class=n>entries</th><th class=n>bytes</th><th class=n>redacted</th></tr>
      \(lines.joined())</table>
      """
  }

  private var largest: String {
    guard !report.largest.isEmpty else { return "" }
    let rows = report.largest.map { row in
      """
      <tr><td class=n>\(row.number)</td><td class=n>\(Self.grouped(UInt64(row.bytes)))</td>
      <td>\(Self.escaped(row.kind))</td><td>\(Self.escaped(row.app + " " + row.id))</td></tr>
      """
    }
    return """
      <h2>Largest entries</h2><table><tr><th class=n>entry</th><th class=n>bytes</th><th></th>
      <th></th></tr>\(rows.joined())</table>
      """
  }

  private static func grouped(_ number: UInt64) -> String {
    var digits = Array(String(number))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(" ", at: place) }
    return String(digits)
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
