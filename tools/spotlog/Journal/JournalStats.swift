import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct JournalStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count entries and bytes by kind, app, domain and day.",
    discussion: """
      Bytes count payloads as stored in the file. For a cloud's log, the inflated size of its \
      batches is printed too. Names beyond the first \(CountTable.namesMax) of a table are counted \
      together.

      Examples:
        spotlog journal stats phone
        spotlog journal stats data --until 2026-01-31
        spotlog journal stats phone --html phone.html

      Exit status: 65 it is not a journal, it has no entry at --until, or an entry cannot be read; \
      66 there is no such file; 73 --html cannot be written.
      """)

  @OptionGroup var input: JournalInput
  @OptionGroup var end: UntilOption
  @Option(help: "Maximum rows of each table.") var top = 10
  @OptionGroup var showing: ShowingOptions
  @Option(
    help: ArgumentHelp("Writes a page with charts.", valueName: "file"), completion: .file(),
    transform: GivenPath.named)
  var html: String?
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard top > 0 else { throw ValidationError("--top must be at least 1.") }
  }

  func run() throws {
    try reporting {
      let file = html.map { OutputFile(path: $0, option: "--html") }
      if let file { try input.check(file) }
      let figures = try input.inspector().figures(until: end.until)
      Terminal.endProgress()
      try file?.write(figures.page(rows: top, isRedacted: showing.redact))
      let report = JournalStatsReport(figures, isRedacted: showing.redact, rows: top)
      if form.json { return try Output.json(report) }
      var output = Output()
      for line in lines(report) { output.line(line) }
      output.flush()
    }
  }

  private static func chart(_ stats: JournalStatsReport) -> [String] {
    let bars = stats.chart(atMost: 60)
    guard bars.bars.count > 1 else { return [] }
    return [
      "days        \(bars.text)",
      "            \(bars.bars[0].first) to \(bars.bars[bars.bars.count - 1].last), entries by "
        + bars.unit,
    ]
  }

  private func lines(_ stats: JournalStatsReport) -> [String] {
    let style = showing.style
    var lines = [
      "journal     \(stats.kind) \(stats.name)",
      "entries     \(Figure.grouped(stats.entries)), \(Figure.grouped(stats.redacted)) redacted, "
        + "floor \(stats.floor)",
      "payload     \(Figure.bytes(stats.payloadBytes))",
      "file        \(Figure.bytes(stats.fileBytes))"
        + (stats.logBytes > 0 ? "; its write-ahead log, \(Figure.bytes(stats.logBytes))" : ""),
      "time        \(stats.firstTime ?? "-") to \(stats.lastTime ?? "-")",
    ]
    if stats.plainBytes != stats.payloadBytes {
      lines.append(
        "inflated    \(Figure.bytes(stats.plainBytes)), \(stats.compression) times as many")
    }
    if let bytes = stats.indexBytes { lines.append("index       \(Figure.bytes(bytes))") }
    if let days = stats.days.first.map({ ($0.name, stats.days.count) }) {
      let perDay = stats.payloadBytes / UInt64(max(1, days.1))
      let count = days.1 == 1 ? "the one day" : "each of \(Figure.count(days.1, "day"))"
      lines.append("growth      \(Figure.bytes(perDay)) on \(count) with entries")
    }
    lines += Self.chart(stats)
    for (title, rows) in stats.tables {
      guard !rows.isEmpty else { continue }
      lines += ["", style.bold(title)]
      let width = min(60, rows.map(\.name.count).max() ?? 0)
      lines += rows.map { "  \($0.name.padded(to: width))  \($0.text)" }
    }
    guard !stats.largest.isEmpty else { return lines }
    lines += ["", style.bold("largest entries")]
    return lines
      + stats.largest.map {
        "  entry \($0.number)  \(Figure.size($0.bytes))  \($0.kind)  \($0.app) \($0.id)"
      }
  }
}
