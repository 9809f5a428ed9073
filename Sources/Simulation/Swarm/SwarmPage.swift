internal import HTMLPages
internal import JournalFormat

/// The report of many worlds of faults as a page.
struct SwarmPage {
  let report: SwarmReport

  func page(madeOn day: Day) -> HTMLPage {
    HTMLPage(
      title: "Spotlog worlds of faults: \(verdict)", heading: "Worlds of faults",
      subtitle: "\(subtitle)", style: Self.style,
      content: """
        \(HTML.verdict(verdict, report.isGood ? .pass : .fail))\(tiles)
        \(HTML.section("What was found", failures))
        \(HTML.section("Faults by kind", faults))\(HTML.section("Steps by kind", steps))\(charts)
        \(HTML.section("What was checked", promises))\(HTML.section("To run it again", again))
        """, madeOn: day)
  }

  private static let style: HTML = """
    .failure { background: var(--card); border-left: 4px solid var(--bad); padding: 10px 14px;
      border-radius: 4px; margin: 0 0 12px }
    .failure pre { font-size: 12px; color: var(--soft); padding: 0; margin: 8px 0 }
    """

  private var verdict: String {
    if report.differing?.isEmpty == false { return "Not the same in another process" }
    if report.failureCount > 0 {
      return report.brokenText
    }
    if report.isInterrupted == true {
      return "Interrupted: in \(Figure.count(report.seeds, "world")) all promises hold"
    }
    return report.gaps.isEmpty ? "All promises hold" : "Something was never met"
  }

  private var subtitle: String {
    [
      "Seeds \(report.firstSeed) to \(report.lastSeed)", "profile \(report.profile)",
      report.brokenPromise,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var tiles: HTML {
    let measures = report.measures
    let retries = measures.requests == 0 ? 0 : measures.retries * 1_000 / measures.requests
    return .tiles([
      (Figure.grouped(report.seeds), "worlds"), (Figure.grouped(report.events), "events"),
      (Figure.grouped(report.faults.total), "faults"),
      (Figure.grouped(report.checks.total), "checks"),
      (Figure.grouped(measures.requests), "requests"),
      ("\(Double(retries) / 10) %", "sent again or not answered"),
      (Figure.grouped(report.failureCount), "broken promises"),
    ])
  }

  private var failures: HTML {
    let gaps: [HTML] = report.gaps.map { "<div class=failure><b class=bad>\($0)</b></div>" }
    let found =
      gaps
      + report.failures.map { failure -> HTML in
        """
        <div class=failure><b class=bad>Seed \(failure.seed), promise \(failure.promise):
        \(failure.what)</b><br>\(failure.invariant)\
        \(failure.device.map { ", device \($0)" } ?? ""), \(failure.time ?? "")
        <pre>\(failure.moments.map { HTML("\($0)") }.joined(separator: "\n"))</pre>
        <code>\(failure.again)</code></div>
        """
      }
    return found.joined()
  }

  private var faults: HTML {
    .bars(
      Fault.allCases.map {
        ($0.rawValue, Double(report.faults[$0]), Figure.grouped(report.faults[$0]))
      })
  }

  private var steps: HTML {
    .bars(
      FaultStep.Kind.allCases.map {
        ($0.rawValue, Double(report.steps[$0]), Figure.grouped(report.steps[$0]))
      })
  }

  private var charts: HTML {
    let measures = report.measures
    return [
      Chart(
        ofSeconds: measures.convergence.counts,
        "How long until everything was at rest, after the last fault"),
      Chart(
        ofBounds: measures.outbox.counts, "Reports that waited for a receipt when a device spoke",
        Figure.grouped),
      Chart(
        ofBounds: measures.bytesPerDay.counts, "Bytes sent by a device in a day", Self.byteCount),
      Chart(
        ofSeconds: measures.reveal.counts,
        "How long until a page was public, after enough people had engaged with it"),
    ].map { $0.section() }.joined()
  }

  /// Short enough for the axis: 512 B, 4 KiB, 2 MiB.
  private static func byteCount(_ count: Int) -> String {
    for (place, unit) in [(20, "MiB"), (10, "KiB")] where count >= 1 << place {
      return "\(count >> place) \(unit)"
    }
    return "\(count) B"
  }

  private var promises: HTML {
    .table(
      [.number("Promise"), .text("Invariant"), .number("Times")],
      Invariant.allCases.map {
        ["\($0.promise)", "\($0.meaning)", "\(Figure.grouped(report.checks[$0]))"]
      })
  }

  private var again: HTML {
    let slowest = report.slowest.map { "seed \($0.seed), \($0.milliseconds) ms" }
    return .pairs([
      (
        "Command",
        "spotlog simulate --seeds \(report.firstSeed)..\(report.lastSeed) "
          + "--faults \(report.profile)"
      ),
      ("Trace hash", report.traceHash), ("Slowest", slowest.joined(separator: "; ")),
      ("CPU time", "\((report.cpuSeconds * 10).rounded() / 10) s"),
      ("Wall time", "\((report.wallSeconds * 10).rounded() / 10) s"),
      ("Peak memory", "\(report.peakMemoryMiB) MiB"),
    ])
  }
}
