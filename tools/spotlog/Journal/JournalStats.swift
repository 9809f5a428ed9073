import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct JournalStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count entries and bytes by kind, app, domain and day.",
    discussion: """
      Bytes are of payloads as they lie in the file. Of a cloud's log, what batches inflate to \
      stands beside them. Names beyond the first \(CountTable.namesMax) of a table are counted \
      together, so that any journal can be counted.

      Examples:
        spotlog journal stats phone
        spotlog journal stats data --until 2026-01-31
        spotlog journal stats phone --html phone.html

      Exit status: 65 it is not a journal, it has no entry at --until, or an entry cannot be read; \
      66 there is none; 73 --html cannot be written.
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
    guard top > 0 else { throw ValidationError("--top has to be at least 1.") }
  }

  func run() throws {
    try reporting {
      if let html { try input.check(OutputFile(path: html, option: "--html")) }
      let figures = try input.inspector().figures(until: end.until)
      Terminal.endProgress()
      let report = JournalStatsReport(figures, isRedacted: showing.redact, rows: top)
      if let html { try StatsPage(report: report).write(html) }
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

/// Figures of a journal.
struct JournalStatsReport: Encodable {
  struct Row: Encodable {
    let name: String
    let entries: UInt64
    let bytes: UInt64
    let plainBytes: UInt64
    let redacted: UInt64

    init(_ name: String, _ count: JournalFigures.Count) {
      self.name = name
      (entries, bytes, plainBytes) = (count.entries, count.bytes, count.plainBytes)
      redacted = count.redacted
    }

    var text: String {
      let inflated = plainBytes == bytes ? "" : ", inflated \(Figure.size(plainBytes))"
      return "\(Figure.count(entries, "entry", "entries"))  \(Figure.size(bytes))\(inflated)"
        + (redacted > 0 ? ", \(Figure.grouped(redacted)) redacted" : "")
    }
  }

  struct Large: Encodable {
    let number: UInt64
    let bytes: Int
    let kind: String
    let app: String
    let id: String
  }

  let kind: String
  let name: String
  let entries: UInt64
  let redacted: UInt64
  let floor: UInt64
  let payloadBytes: UInt64
  let plainBytes: UInt64
  let fileBytes: Int64
  let logBytes: Int64
  let indexBytes: Int64?
  let firstTime: String?
  let lastTime: String?
  let byKind: [Row]
  let byApp: [Row]
  let byDomain: [Row]
  let days: [Row]
  let largest: [Large]

  init(_ figures: JournalFigures, isRedacted: Bool, rows: Int) {
    (kind, name) = (figures.journal, figures.name)
    (entries, redacted) = (figures.all.entries, figures.all.redacted)
    floor = figures.prunedEntryCount
    (payloadBytes, plainBytes) = (figures.all.bytes, figures.all.plainBytes)
    (fileBytes, logBytes, indexBytes) = (figures.fileBytes, figures.logBytes, figures.indexBytes)
    firstTime = figures.firstTime.map { Timestamp($0).text }
    lastTime = figures.lastTime.map { Timestamp($0).text }
    func table(_ table: CountTable, isWordy: Bool = false) -> [Row] {
      // A domain is an app's own word for its items.
      let named = table.largest(rows).enumerated().map { place, row in
        Row(isWordy && isRedacted ? "domain \(place + 1)" : row.name.printable, row.count)
      }
      let rest = table.rest(beyond: rows)
      guard rest.count.entries > 0 else { return named }
      return named + [Row(Figure.plainCount(rest.names, "other"), rest.count)]
    }
    byKind = figures.byKind.sorted.map { Row($0.name, $0.count) }
    byApp = table(figures.byApp)
    byDomain = table(figures.byDomain, isWordy: true)
    days = figures.byDay.sorted.map { Row($0.name, $0.count) }
    largest = figures.largest.map {
      Large(
        number: $0.number, bytes: $0.bytes, kind: $0.kind, app: $0.app.printable,
        id: isRedacted ? "" : $0.id.printable)
    }
  }

  var compression: String {
    let compressed = Double(max(1, payloadBytes))
    return "\((Double(plainBytes) / compressed * 10).rounded() / 10)"
  }

  var tables: [(title: String, rows: [Row])] {
    [("by kind", byKind), ("by app", byApp), ("by domain", byDomain)]
  }

  func chart(atMost count: Int, _ value: (Row) -> UInt64 = { $0.entries }) -> DayChart {
    DayChart(
      days.compactMap { row in
        guard case .day(let day)? = Moment(row.name) else { return nil }
        return (day, value(row))
      }, atMost: count)
  }
}
