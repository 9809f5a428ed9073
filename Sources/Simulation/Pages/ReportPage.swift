internal import HTMLPages
internal import JournalFormat

/// A run's report as a page.
struct ReportPage {
  let report: RunReport

  func page(madeOn day: Day) -> HTMLPage {
    let lag = Chart(ofSeconds: report.lagHistogram, "How long reports waited for their receipt")
    return HTMLPage(
      title: "Spotlog run, seed \(report.seed)", heading: "Spotlog simulation",
      subtitle: """
        \(Figure.count(report.devices, "device")) · \(Figure.count(report.traceEvents, "event")) ·
        \(Figure.count(report.virtualDays, "day")) · threshold \(report.threshold) ·
        faults \(report.faults) · seed \(report.seed)
        """,
      content: """
        \(HTML.verdict(report.allHold ? "All checks hold" : "A check fails", verdict))
        \(HTML.section("What was checked", checks))\(HTML.section("In figures", tiles))
        \(daily("Engagements by day", .bars) { Double($0.events) })\(publicItems)
        \(lag.section())
        \(HTML.section("Most engaged public items", topItems))
        \(HTML.section("To run it again", technical))
        """, madeOn: day)
  }

  private var verdict: DrillReport.Verdict { report.allHold ? .pass : .fail }

  private var checks: HTML {
    .table(
      [.number("Promise"), .word(""), .text("Check")],
      report.checks.map { check in
        let why: HTML = check.violation.map { "<br><span class=bad>\($0)</span>" } ?? ""
        return [
          "\(check.promise)",
          check.holds ? "<span class=good>holds</span>" : "<span class=bad>FAILS</span>",
          "\(check.name)\(why)",
        ]
      })
  }

  private var tiles: HTML {
    .tiles([
      (Figure.grouped(report.publicItems), "public items"),
      (Figure.grouped(report.itemsEngaged), "items engaged with"),
      (Figure.grouped(report.reports), "reports in the cloud"),
      (Figure.grouped(report.batches), "batches"),
      (Self.tenths(report.bytesPerReport), "bytes a report, all told"),
      (Figure.grouped(report.messages.sent), "messages"),
      (Figure.grouped(report.messages.lost), "messages lost"),
      (Figure.grouped(report.messages.duplicated), "messages twice"),
    ])
  }

  private func daily(
    _ name: String, _ shape: Chart.Shape, _ value: (RunReport.Day) -> Double
  ) -> HTML {
    Chart(name, shape, report.days.map { (.init($0.day), value($0)) }).section()
  }

  private var publicItems: HTML {
    var total = 0
    return daily("Public items by day", .lines) { day in
      total += day.newPublicItems
      return Double(total)
    }
  }

  private var topItems: HTML {
    .table(
      [.text("Item"), .text("App"), .number("Engagements"), .number("Devices")],
      report.topItems.map { item in
        [
          "\(item.title)<br><code>\(item.key)</code>", "\(item.app)",
          "\(Figure.grouped(item.events))", "\(Figure.grouped(item.distinctDevices))",
        ]
      })
  }

  private var technical: HTML {
    .pairs([
      ("State digest", report.stateDigest ?? "known to the server alone"),
      ("Trace hash", report.traceHash), ("Steps", Figure.grouped(report.steps)),
      ("Bytes up", Figure.bytes(report.bytesUp)), ("Bytes down", Figure.bytes(report.bytesDown)),
      ("CPU time", "\(Self.tenths(report.cpuSeconds)) s"),
      ("Wall time", "\(Self.tenths(report.wallSeconds)) s"),
      ("Peak memory", "\(report.peakMemoryMiB) MiB"),
    ])
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

extension Chart {
  /// Counts by doubling bounds: at most 1, 2, 4 and so on. Bounds below the first count are left
  /// out, where there is a count.
  init(ofBounds counts: [Int], _ name: String, _ words: (Int) -> String) {
    let first = counts.firstIndex { $0 > 0 } ?? 0
    self.init(
      name, .bars,
      counts.enumerated().dropFirst(first).map { place, count in
        (.init("≤ " + words(1 << place)), Double(count))
      })
  }

  /// The same in the unit of time that people would use.
  init(ofSeconds counts: [Int], _ name: String) {
    self.init(ofBounds: counts, name) { seconds in
      switch seconds {
      case ..<120: "\(seconds) s"
      case ..<7_200: "\(seconds / 60) min"
      case ..<172_800: "\(seconds / 3_600) h"
      default: "\(seconds / 86_400) d"
      }
    }
  }
}
