import Foundation
import Inspection
import JournalFormat
import Simulation

/// The figures of a journal as one self-contained page: no script, nothing fetched.
struct StatsPage {
  let report: JournalStatsReport

  var html: String {
    let body: HTML = """
      <header><h1>\(report.kind.capitalized) journal</h1><p>\(report.name)<br>
      \(report.firstTime ?? "no entry") to \(report.lastTime ?? "no entry")</p></header>
      <div class=tiles>\(tiles)</div>
      \(figure("Entries", { $0.entries }))
      \(figure("Bytes of payload", { $0.bytes }))
      \(report.tables.map(table).joined())\(largest)
      """
    return HTMLPage(
      title: "Spotlog journal \(report.name)", style: Self.style, body: body
    ).text
  }

  private static let style: HTML = """
    \(ReportPage.style)
    header p { overflow-wrap: anywhere }
    svg rect { fill: var(--blue) } svg line { stroke: var(--line) }
    """

  private var tiles: HTML {
    var tiles = [
      (Figure.grouped(report.entries), "entries"), (Figure.grouped(report.redacted), "redacted"),
      (Figure.grouped(report.floor), "pruned"),
      (Figure.grouped(report.payloadBytes), "bytes of payload"),
      (Figure.grouped(report.fileBytes), "bytes of the file"),
    ]
    if report.plainBytes != report.payloadBytes {
      tiles.append((Figure.grouped(report.plainBytes), "bytes inflated"))
    }
    if let bytes = report.indexBytes {
      tiles.append((Figure.grouped(bytes), "bytes of index"))
    }
    return tiles.map { "<div class=tile><b>\($0.0)</b><span>\($0.1)</span></div>" }.joined()
  }

  private func figure(_ title: String, _ value: (JournalStatsReport.Row) -> UInt64) -> HTML {
    let chart = report.chart(atMost: 120, value)
    let bars = chart.bars
    guard let first = bars.first, let last = bars.last else { return "" }
    let most = bars.map(\.value).max() ?? 0
    let (width, height, left) = (900.0, 180.0, 70.0)
    let step = (width - left) / Double(bars.count)
    let shapes = bars.enumerated().map { place, bar -> HTML in
      let high = most == 0 ? 0 : Double(bar.value) / Double(most) * (height - 20)
      let days = bar.first == bar.last ? "\(bar.first)" : "\(bar.first) to \(bar.last)"
      return """
        <rect x="\(left + Double(place) * step)" y="\(height - high)" \
        width="\(max(1, step - 1))" height="\(high)"><title>\(days): \
        \(Figure.grouped(bar.value))</title></rect>
        """
    }
    return """
      <h2>\(title) by \(chart.unit)</h2><svg viewBox="0 0 \(width) \(height + 20)" role="img">
      <line x1="\(left)" y1="\(height)" x2="\(width)" y2="\(height)"/>
      <text x="\(left - 8)" y="28" text-anchor="end">\(Figure.grouped(most))</text>
      <text x="\(left - 8)" y="\(height)" text-anchor="end">0</text>
      \(shapes.joined())
      <text x="\(left)" y="\(height + 16)">\(first.first)</text>
      <text x="\(width)" y="\(height + 16)" text-anchor="end">\(last.last)</text></svg>
      """
  }

  private func table(_ title: String, _ rows: [JournalStatsReport.Row]) -> HTML {
    guard !rows.isEmpty else { return "" }
    let lines = rows.map { row -> HTML in
      """
      <tr><td>\(row.name)</td><td class=n>\(Figure.grouped(row.entries))</td>
      <td class=n>\(Figure.grouped(row.bytes))</td>
      <td class=n>\(Figure.grouped(row.redacted))</td></tr>
      """
    }
    return """
      <h2>\(title.prefix(1).uppercased() + title.dropFirst())</h2><table>
      <tr><th></th><th class=n>entries</th><th class=n>bytes</th><th class=n>redacted</th></tr>
      \(lines.joined())</table>
      """
  }

  private var largest: HTML {
    guard !report.largest.isEmpty else { return "" }
    let rows = report.largest.map { row -> HTML in
      """
      <tr><td class=n>\(row.number)</td><td class=n>\(Figure.grouped(row.bytes))</td>
      <td>\(row.kind)</td><td>\(row.app + " " + row.id)</td></tr>
      """
    }
    return """
      <h2>Largest entries</h2><table><tr><th class=n>entry</th><th class=n>bytes</th><th></th>
      <th></th></tr>\(rows.joined())</table>
      """
  }
}
