/// A run's report as one self-contained page: no script, nothing fetched.
package struct ReportPage {
  let report: RunReport

  var html: String {
    let body: HTML = """
      <header><h1>Spotlog simulation</h1>
      <p>\(report.devices.grouped) devices · \(report.traceEvents.grouped) events ·
      \(report.virtualDays) days · threshold \(report.threshold) · faults \(report.faults) ·
      seed \(report.seed)</p></header>
      \(verdict)\(tiles)
      \(figure("Engagements by day", daily { Double($0.events) }))
      \(figure("Public items by day", publicItems))
      \(figure("How long reports waited for their receipt", lag))
      \(topItems)\(technical)
      """
    return HTMLPage(title: "Spotlog run, seed \(report.seed)", style: Self.style, body: body).text
  }

  package static let style: HTML = """
    :root { color-scheme: light dark; --ink: #1c2330; --soft: #667085; --line: #d9dee7;
      --paper: #fff; --card: #f6f8fb; --blue: #2f6fde; --good: #12805c; --bad: #c4320a }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf3; --soft: #98a2b3; --line: #344054;
      --paper: #12161f; --card: #1b212d; --blue: #6ea2ff; --good: #4cc596; --bad: #ff8a65 } }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, sans-serif }
    main { max-width: 960px; margin: 0 auto; padding: 32px 20px 64px }
    h1 { margin: 0; font-size: 28px } h2 { font-size: 17px; margin: 36px 0 10px }
    header p { color: var(--soft); margin: 4px 0 24px }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px }
    .tile { background: var(--card); border-radius: 10px; padding: 14px 16px }
    .tile b { display: block; font-size: 24px; font-variant-numeric: tabular-nums }
    .tile span { color: var(--soft); font-size: 13px }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
    td, th { text-align: left; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line);
      vertical-align: top; overflow-wrap: anywhere }
    th { color: var(--soft); font-weight: 500; font-size: 13px } td.n, th.n { text-align: right }
    .good { color: var(--good) } .bad { color: var(--bad) }
    svg { width: 100%; height: auto; display: block }
    svg text { fill: var(--soft); font-size: 11px }
    svg .bar { fill: var(--blue) } svg .rule { stroke: var(--line) }
    svg .curve { fill: none; stroke: var(--blue); stroke-width: 2 }
    code { font-size: 12px; color: var(--soft) }
    """

  private var verdict: HTML {
    let rows = report.checks.map { check -> HTML in
      let mark: HTML = check.holds ? "<td class=good>holds</td>" : "<td class=bad>FAILS</td>"
      let why: HTML = check.violation.map { "<br><span class=bad>\($0)</span>" } ?? ""
      return "<tr><td class=n>\(check.promise)</td>\(mark)<td>\(check.name)\(why)</td></tr>"
    }
    let title: HTML =
      report.allHold
      ? "<span class=good>All checks hold</span>" : "<span class=bad>A check fails</span>"
    return """
      <h2>\(title)</h2><table><tr><th class=n>Promise</th><th></th><th>What was checked</th></tr>
      \(rows.joined())</table>
      """
  }

  private var tiles: HTML {
    let perReport = (report.bytesPerReport * 10).rounded() / 10
    let values = [
      (report.publicItems.grouped, "public items"),
      (report.itemsEngaged.grouped, "items engaged with"),
      (Int(report.reports).grouped, "reports in the cloud"),
      (Int(report.batches).grouped, "batches"),
      ("\(perReport)", "bytes a report, all told"),
      (report.messages.sent.grouped, "messages"),
      (report.messages.lost.grouped, "messages lost"),
      (report.messages.duplicated.grouped, "messages twice"),
    ]
    let tiles: [HTML] = values.map { "<div class=tile><b>\($0.0)</b><span>\($0.1)</span></div>" }
    return "<h2>In figures</h2><div class=tiles>\(tiles.joined())</div>"
  }

  private func figure(_ title: String, _ chart: HTML) -> HTML {
    chart.text.isEmpty ? "" : "<h2>\(title)</h2><figure style=\"margin:0\">\(chart)</figure>"
  }

  private func daily(_ value: (RunReport.Day) -> Double) -> HTML {
    Chart(values: report.days.map { ($0.day, value($0)) }).bars
  }

  private var publicItems: HTML {
    var total = 0
    let values = report.days.map { day in
      total += day.newPublicItems
      return (day.day, Double(total))
    }
    return Chart(values: values).curve
  }

  private var lag: HTML {
    var seconds = 1
    let values = report.lagHistogram.map { count in
      defer { seconds *= 2 }
      return ("≤ \(Self.duration(seconds))", Double(count))
    }
    return Chart(values: values).bars
  }

  /// Seconds in the unit that people would use.
  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  private var topItems: HTML {
    guard !report.topItems.isEmpty else { return "" }
    let rows = report.topItems.map { item -> HTML in
      "<tr><td>\(item.title)<br><code>\(item.key)</code></td><td>\(item.app)</td>"
        + "<td class=n>\(Int(item.events).grouped)</td>"
        + "<td class=n>\(Int(item.distinctDevices).grouped)</td></tr>"
    }
    return """
      <h2>Most engaged public items</h2><table><tr><th>Item</th><th>App</th>
      <th class=n>Engagements</th><th class=n>Devices</th></tr>\(rows.joined())</table>
      """
  }

  private var technical: HTML {
    let rows = [
      ("State digest", report.stateDigest ?? "known to the server alone"),
      ("Trace hash", report.traceHash),
      ("Steps", report.steps.grouped),
      ("Bytes up and down", "\(report.bytesUp.grouped) and \(report.bytesDown.grouped)"),
      (
        "CPU and wall time",
        "\(Self.tenths(report.cpuSeconds)) s and "
          + "\(Self.tenths(report.wallSeconds)) s"
      ),
      ("Peak memory", "\(report.peakMemoryMiB) MiB"),
    ]
    let cells: [HTML] = rows.map { "<tr><td>\($0.0)</td><td><code>\($0.1)</code></td></tr>" }
    return "<h2>To run it again</h2><table>\(cells.joined())</table>"
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

/// A small chart as SVG.
struct Chart {
  let values: [(label: String, value: Double)]

  private let width = 920.0
  private let height = 220.0
  private let left = 56.0
  private let bottom = 24.0

  private var top: Double { max(1, values.map(\.value).max() ?? 1) }
  private var step: Double { (width - left) / Double(max(1, values.count)) }

  private func y(_ value: Double) -> Double { (height - bottom) * (1 - value / top) + 8 }

  var bars: HTML {
    frame(
      values.enumerated().map { place, item -> HTML in
        let y = y(item.value)
        return "<rect class=bar x=\"\(fixed(left + Double(place) * step + step * 0.1))\" "
          + "y=\"\(fixed(y))\" width=\"\(fixed(max(0.5, step * 0.8)))\" "
          + "height=\"\(fixed(height - bottom + 8 - y))\"><title>\(item.label): "
          + "\(Int(item.value).grouped)</title></rect>"
      }.joined())
  }

  var curve: HTML {
    let points = values.enumerated().map { place, item in
      "\(fixed(left + (Double(place) + 0.5) * step)),\(fixed(y(item.value)))"
    }
    return frame("<polyline class=curve points=\"\(points.joined(separator: " "))\"/>")
  }

  private func frame(_ body: HTML) -> HTML {
    guard !values.isEmpty else { return "" }
    let rules = [0, 0.5, 1].map { share -> HTML in
      let y = y(top * share)
      return "<line class=rule x1=\"\(left)\" x2=\"\(width)\" y1=\"\(fixed(y))\" "
        + "y2=\"\(fixed(y))\"/><text x=\"\(left - 8)\" y=\"\(fixed(y + 4))\" text-anchor=\"end\">"
        + "\(Int(top * share).grouped)</text>"
    }
    let every = max(1, values.count / 6)
    let labeled = values.enumerated().filter { $0.offset.isMultiple(of: every) }
    let labels = labeled.map { place, item -> HTML in
      "<text x=\"\(fixed(left + (Double(place) + 0.5) * step))\" y=\"\(height + 8)\" "
        + "text-anchor=\"middle\">\(item.label)</text>"
    }
    return "<svg viewBox=\"0 0 \(width) \(height + 16)\" role=\"img\">"
      + rules.joined() + body + labels.joined() + "</svg>"
  }

  private func fixed(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

extension Int {
  /// With thin spaces between thousands.
  var grouped: String {
    let digits = Array(String(magnitude))
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { result += "\u{202F}" }
      result.append(digit)
    }
    return self < 0 ? "-" + result : result
  }
}
