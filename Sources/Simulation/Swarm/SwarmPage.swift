/// The report of many worlds of faults as one self-contained page: no script, nothing fetched.
struct SwarmPage {
  let report: SwarmReport

  var html: String {
    let body: HTML = """
      <header><h1>Worlds of faults</h1><p>\(subtitle)</p></header>
      <p class="verdict \(report.isGood ? "good" : "bad")">\(verdict)</p>
      \(tiles)\(failures)
      \(figure("Faults by kind", faults))
      \(figure("How long until everything was at rest, after the last fault",
        chart(report.measures.convergence, ReportPage.duration)))
      \(figure("Reports that waited for a receipt when a device spoke",
        chart(report.measures.outbox) { $0.grouped }))
      \(figure("Bytes sent by a device in a day",
        chart(report.measures.bytesPerDay, Self.byteCount)))
      \(figure("How long until a page was public, after enough people had engaged with it",
        chart(report.measures.reveal, ReportPage.duration)))
      \(promises)\(again)
      """
    return HTMLPage(
      title: "Spotlog worlds of faults: \(verdict)", style: ReportPage.style + Self.style,
      body: body
    ).text
  }

  static let style: HTML = """
    .verdict { font-size: 20px; font-weight: 600; margin: 0 0 20px; padding: 14px 18px;
      border-radius: 10px; background: var(--card); border-left: 6px solid }
    .failure { background: var(--card); border-left: 4px solid var(--bad); padding: 10px 14px;
      border-radius: 4px; margin: 0 0 12px }
    .failure pre { overflow-x: auto; font-size: 12px; color: var(--soft); margin: 8px 0 }
    .rows { display: grid; grid-template-columns: max-content 1fr max-content; gap: 4px 12px;
      align-items: center; font-size: 14px; font-variant-numeric: tabular-nums }
    .rows i { height: 10px; border-radius: 3px; background: var(--blue); min-width: 1px }
    .rows span { color: var(--soft) }
    """

  private var verdict: String {
    if report.differing?.isEmpty == false { return "Not the same in another process" }
    if report.failureCount > 0 {
      return "\(report.failureCount.grouped) of \(report.seeds.grouped) worlds break a promise"
    }
    if report.isInterrupted == true {
      return "Interrupted: in \(report.seeds.grouped) worlds all promises hold"
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
    let retries =
      report.measures.requests == 0
      ? 0 : report.measures.retries * 1_000 / report.measures.requests
    let values = [
      (report.seeds.grouped, "worlds"), (report.events.grouped, "events"),
      (report.faults.total.grouped, "faults"), (report.checks.total.grouped, "checks"),
      (report.measures.requests.grouped, "requests"),
      ("\(Double(retries) / 10) %", "sent again or not answered"),
      (report.failureCount.grouped, "broken promises"),
    ]
    return "<div class=tiles>"
      + values.map { "<div class=tile><b>\($0.0)</b><span>\($0.1)</span></div>" }.joined()
      + "</div>"
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
    return found.isEmpty ? "" : "<h2>What was found</h2>" + found.joined()
  }

  private func figure(_ title: String, _ body: HTML) -> HTML {
    body.text.isEmpty ? "" : "<h2>\(title)</h2><figure style=\"margin:0\">\(body)</figure>"
  }

  private var faults: HTML {
    let most = max(1, Fault.allCases.map { report.faults[$0] }.max() ?? 1)
    return rows(Fault.allCases.map { ($0.rawValue, report.faults[$0]) }, most: most)
  }

  private func rows(_ values: [(name: String, count: Int)], most: Int) -> HTML {
    let rows = values.map { value -> HTML in
      "<span>\(value.name)</span><i style=\"width:\(max(0, value.count * 100 / most))%\"></i>"
        + "<b>\(value.count.grouped)</b>"
    }
    return "<div class=rows>\(rows.joined())</div>"
  }

  /// Short enough for the axis: 512 B, 4 KiB, 2 MiB.
  private static func byteCount(_ count: Int) -> String {
    for (place, unit) in [(20, "MiB"), (10, "KiB")] where count >= 1 << place {
      return "\(count >> place) \(unit)"
    }
    return "\(count) B"
  }

  private func chart(_ histogram: Histogram, _ words: (Int) -> String) -> HTML {
    let values = histogram.counts.enumerated().map { place, count in
      ("≤ " + words(1 << place), Double(count))
    }
    return Chart(values: values).bars
  }

  private var promises: HTML {
    let rows = Invariant.allCases.map { invariant -> HTML in
      "<tr><td class=n>\(invariant.promise)</td><td>\(invariant.meaning)</td>"
        + "<td class=n>\(report.checks[invariant].grouped)</td></tr>"
    }
    return """
      <h2>What was checked</h2><table><tr><th class=n>Promise</th><th>Invariant</th>
      <th class=n>Times</th></tr>\(rows.joined())</table>
      """
  }

  private var again: HTML {
    let rows = [
      (
        "Command",
        "spotlog simulate --seeds \(report.firstSeed)..\(report.lastSeed) "
          + "--faults \(report.profile)"
      ),
      ("Trace hash", report.traceHash),
      (
        "Slowest",
        report.slowest.map { "seed \($0.seed), \($0.milliseconds) ms" }
          .joined(separator: "; ")
      ),
      (
        "CPU and wall time",
        "\((report.cpuSeconds * 10).rounded() / 10) s and "
          + "\((report.wallSeconds * 10).rounded() / 10) s"
      ),
      ("Peak memory", "\(report.peakMemoryMiB) MiB"),
    ]
    let cells: [HTML] = rows.map { "<tr><td>\($0.0)</td><td><code>\($0.1)</code></td></tr>" }
    return "<h2>To run it again</h2><table>\(cells.joined())</table>"
  }
}
