import Foundation
import Inspection
import JournalFormat
import JournalStore
import Simulation

/// The figures of a journal as a page.
struct StatsPage {
  let report: JournalStatsReport

  func write(_ path: String) throws {
    do throws(FileFailure) {
      try FileSystem.replaceContents(of: path, with: bytes(madeOn: Timestamp.current.day))
    } catch {
      throw Failure(.cannotCreate, "\(path) cannot be written: \(error.reason).")
    }
  }

  private func bytes(madeOn day: Day) -> [UInt8] {
    HTMLPage(
      title: "Spotlog journal \(report.name)", heading: "\(report.kind.capitalized) journal",
      subtitle: """
        \(report.name)<br>\(report.firstTime ?? "no entry") to \(report.lastTime ?? "no entry")
        """,
      content: """
        \(tiles)\(chart("Entries") { $0.entries })\(chart("Bytes of payload") { $0.bytes })
        \(report.tables.map(table).joined())\(HTML.section("Largest entries", largest))
        """, madeOn: day
    ).bytes
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
