public import Foundation
internal import HTMLPages
internal import JournalFormat

/// Figures of a journal as texts and tables, which `spotlog journal stats` prints as JSON.
package struct JournalStatsReport: Encodable {
  package struct Row: Encodable {
    package let name: String
    package let entries: UInt64
    package let bytes: UInt64
    package let plainBytes: UInt64
    package let redacted: UInt64

    fileprivate init(_ name: String, _ count: JournalFigures.Count) {
      self.name = name
      (entries, bytes, plainBytes) = (count.entries, count.bytes, count.plainBytes)
      redacted = count.redacted
    }

    package var text: String {
      let inflated = plainBytes == bytes ? "" : ", inflated \(Figure.size(plainBytes))"
      return "\(Figure.count(entries, "entry", "entries"))  \(Figure.size(bytes))\(inflated)"
        + (redacted > 0 ? ", \(Figure.grouped(redacted)) redacted" : "")
    }
  }

  package struct Large: Encodable {
    package let number: UInt64
    package let bytes: Int
    package let kind: String
    package let app: String
    package let id: String
  }

  package let kind: String
  package let name: String
  package let entries: UInt64
  package let redacted: UInt64
  package let floor: UInt64
  package let payloadBytes: UInt64
  package let plainBytes: UInt64
  package let fileBytes: Int64
  package let logBytes: Int64
  package let indexBytes: Int64?
  package let firstTime: String?
  package let lastTime: String?
  package let byKind: [Row]
  package let byApp: [Row]
  package let byDomain: [Row]
  package let days: [Row]
  package let largest: [Large]

  package init(_ figures: JournalFigures, isRedacted: Bool, rows: Int) {
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

  package var compression: String {
    let compressed = Double(max(1, payloadBytes))
    return "\((Double(plainBytes) / compressed * 10).rounded() / 10)"
  }

  package var tables: [(title: String, rows: [Row])] {
    [("by kind", byKind), ("by app", byApp), ("by domain", byDomain)]
  }

  package func chart(atMost count: Int, _ value: (Row) -> UInt64 = { $0.entries }) -> DayChart {
    DayChart(
      days.compactMap { row in
        guard case .day(let day)? = Moment(row.name) else { return nil }
        return (day, value(row))
      }, atMost: count)
  }
}

extension JournalFigures {
  /// A page with charts of the figures, as `spotlog journal stats --html` writes it: one file of
  /// HTML, which runs and fetches nothing.
  ///
  /// - Parameters:
  ///   - rows: at most so many of each table, 1 or more.
  ///   - isRedacted: whether to leave out the words of apps: names of domains and identifiers.
  ///   - time: when it was made, for its last line.
  public func page(rows: Int = 10, isRedacted: Bool = false, madeAt time: Date = Date()) -> String {
    let report = JournalStatsReport(self, isRedacted: isRedacted, rows: max(1, rows))
    let day = Timestamp(nearestTo: time.timeIntervalSince1970).day
    return StatsPage(report: report).html(madeOn: day).text
  }
}

private struct StatsPage {
  let report: JournalStatsReport

  func html(madeOn day: Day) -> HTMLPage {
    HTMLPage(
      title: "Spotlog journal \(report.name)", heading: "\(report.kind.capitalized) journal",
      subtitle: """
        \(report.name)<br>\(report.firstTime ?? "no entry") to \(report.lastTime ?? "no entry")
        """,
      content: """
        \(tiles)\(chart("Entries") { $0.entries })\(chart("Bytes of payload") { $0.bytes })
        \(report.tables.map(table).joined())\(HTML.section("Largest entries", largest))
        """, madeOn: day)
  }

  private var tiles: HTML {
    var tiles = [
      (Figure.grouped(report.entries), "entries"), (Figure.grouped(report.redacted), "redacted"),
      (Figure.grouped(report.floor), "pruned"),
      (Figure.size(report.payloadBytes), "payload"),
      (Figure.size(report.fileBytes), "file"),
    ]
    if report.plainBytes != report.payloadBytes {
      tiles.append((Figure.size(report.plainBytes), "inflated"))
    }
    if let bytes = report.indexBytes {
      tiles.append((Figure.size(bytes), "index"))
    }
    return .tiles(tiles)
  }

  private func chart(_ name: String, _ value: (JournalStatsReport.Row) -> UInt64) -> HTML {
    let days = report.chart(atMost: 120, value)
    return Chart(
      "\(name) by \(days.unit)", .bars,
      days.bars.map { bar in
        let title = bar.first == bar.last ? "\(bar.first)" : "\(bar.first) to \(bar.last)"
        return (.init("\(bar.first)", title: title), Double(bar.value))
      }
    ).section()
  }

  private func table(_ title: String, _ rows: [JournalStatsReport.Row]) -> HTML {
    .section(
      title.prefix(1).uppercased() + title.dropFirst(),
      .table(
        [.text(""), .number("entries"), .number("bytes"), .number("redacted")],
        rows.map { row in
          [
            "\(row.name)", "\(Figure.grouped(row.entries))", "\(Figure.grouped(row.bytes))",
            "\(Figure.grouped(row.redacted))",
          ]
        }))
  }

  private var largest: HTML {
    .table(
      [.number("entry"), .number("bytes"), .word("kind"), .text("app and item")],
      report.largest.map { row in
        [
          "\(row.number)", "\(Figure.grouped(row.bytes))", "\(row.kind)",
          "\(row.app + " " + row.id)",
        ]
      })
  }
}
