internal import HTMLPages
internal import JournalFormat

/// The runs of a sweep as a page.
struct SweepPage {
  let report: SweepReport

  func page(madeOn day: Day) -> HTMLPage {
    let failed = report.failedChecks
    return HTMLPage(
      title: "Spotlog sweep, seed \(report.seed)", heading: "Settings compared",
      subtitle: """
        \(Figure.count(report.rows.count, "run")) of \(Figure.count(report.devices, "device")) ·
        \(Figure.count(report.traceEvents, "event")) over \(report.days) days ·
        faults \(report.faults) · seed \(report.seed)
        """,
      content: """
        \(HTML.verdict(failed.isEmpty ? "All checks hold" : "A check fails",
          failed.isEmpty ? .pass : .fail))
        \(HTML.section("All runs", table))
        \(chart("Public items", .bars) { Double($0.publicItems) })
        \(waits("From the k-th engagement to public", \.reveal))
        \(chart("Bytes that a device sent a day", .bars, \.bytesPerDeviceDay))
        \(chart("Bytes a report", .bars, \.bytesPerReport))
        \(waits("From a report to its receipt", \.lag))
        """, madeOn: day)
  }

  private var points: [Chart.Point] {
    report.rows.map {
      .init(
        $0.name,
        title: "threshold \($0.threshold), a sync every \($0.intervalText), batch delay "
          + $0.delayText)
    }
  }

  private func chart(
    _ name: String, _ shape: Chart.Shape, _ value: (SweepReport.Row) -> Double
  ) -> HTML {
    Chart(name, shape, points, [.init(name: name, values: report.rows.map(value))]).section()
  }

  /// Runs without a wait stand at zero.
  private func waits(
    _ name: String, _ quantiles: KeyPath<SweepReport.Row, WaitQuantiles?>
  ) -> HTML {
    func hours(_ value: KeyPath<WaitQuantiles, Double>) -> [Double] {
      report.rows.map { ($0[keyPath: quantiles]?[keyPath: value] ?? 0) / 3_600 }
    }
    return Chart(
      name, .lines, points,
      [
        .init(name: "99 of 100", values: hours(\.p99)),
        .init(name: "half", values: hours(\.p50), isReference: true),
      ], unit: " h"
    ).section()
  }

  private var table: HTML {
    .table(
      [
        .number("Threshold"), .number("Sync interval"), .number("Batch delay"),
        .number("Public"), .number("Engaged with"), .number("To public, half"),
        .number("99 of 100"), .number("Bytes a device and day"), .number("Bytes a report"),
        .number("To receipt, half"), .number("99 of 100"),
        .text("Checks"),
      ],
      report.rows.map { row in
        [
          "\(row.threshold)", "\(row.intervalText)", "\(row.delayText)",
          "\(Figure.grouped(row.publicItems))", "\(Figure.grouped(row.itemsEngaged))",
          wait(row.reveal?.p50), wait(row.reveal?.p99),
          "\(row.bytesPerDeviceDay)", "\(row.bytesPerReport)", wait(row.lag?.p50),
          wait(row.lag?.p99),
          row.failedChecks.isEmpty
            ? "<span class=good>hold</span>"
            : "<span class=bad>\(row.failedChecks.map(\.name).joined(separator: ", "))</span>",
        ]
      })
  }

  private func wait(_ seconds: Double?) -> HTML {
    "\(seconds.map { SweepReport.text(seconds: $0) } ?? "–")"
  }
}
