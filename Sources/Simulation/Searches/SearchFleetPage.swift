/// What people found, as one self-contained page: no script, nothing fetched.
struct SearchFleetPage {
  let report: SearchFleetReport

  var html: String {
    let body: HTML = """
      <header><h1>What people find</h1>
      <p>\(report.plan.devices.grouped) devices · \(report.items.grouped) items on each ·
      \(report.rounds.count.grouped) rounds of \(report.plan.searchesPerRound.grouped) searches ·
      seed \(report.plan.seed)</p></header>
      \(tiles)
      <h2>How good the first ten results are</h2>
      <p>The discounted gain of the first ten places, of what it could be at best (nDCG@10), over
      all searches of a round.</p>
      \(chart(\.quality, \.plainQuality))
      <h2>Places of an app that spams</h2>
      <p>Of the first three places, those that an app has which says in its titles and keywords what
      people look for most, and has nothing of it.</p>
      \(chart(\.spamShare, \.plainSpamShare))
      \(table)
      <h2>To run it again</h2><p><code>spotlog simulate --searches
      TRACE --devices \(report.plan.devices) --rounds \(report.plan.rounds) --seed
      \(report.plan.seed) --out DIR</code></p><p>The same seed and trace give the same figures.</p>
      """
    return HTMLPage(
      title: "Spotlog searches, seed \(report.plan.seed)",
      style: ReportPage.style + ShareChart.style, body: body
    ).text
  }

  private var tiles: HTML {
    let searches = report.rounds.reduce(0) { $0 + $1.searches }
    let taps = report.rounds.reduce(0) { $0 + $1.taps }
    let first = report.rounds.first?.figures
    let last = report.rounds.last?.figures
    let values = [
      (searches.grouped, "searches"), (taps.grouped, "results opened"),
      (report.apps.grouped, "apps"), (report.topics.grouped, "titles looked for"),
      (change(first?.quality, last?.quality), "nDCG@10, first and last round"),
      (change(first?.spamShare, last?.spamShare), "spam in the first three places"),
    ]
    return "<div class=tiles>"
      + values.map { "<div class=tile><b>\($0.0)</b><span>\($0.1)</span></div>" }.joined()
      + "</div>"
  }

  private func change(_ first: Double?, _ last: Double?) -> String {
    "\(percent(first ?? 0)) → \(percent(last ?? 0)) %"
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))" }

  private func chart(
    _ value: KeyPath<SearchFleetReport.Figures, Double>,
    _ plain: KeyPath<SearchFleetReport.Figures, Double>
  ) -> HTML {
    ShareChart(lines: [
      .init(
        name: "as people open results", values: report.rounds.map { $0.figures[keyPath: value] }),
      .init(
        name: "if nobody opened any", values: report.rounds.map { $0.figures[keyPath: plain] },
        isPlain: true),
    ]).svg
  }

  private var table: HTML {
    let rows = report.rounds.map { round -> HTML in
      let figures = [
        round.figures.quality, round.figures.plainQuality, round.figures.spamShare,
        round.figures.plainSpamShare,
      ]
      return "<tr><td class=n>\(round.number)</td>"
        + figures.map { "<td class=n>\(SearchFleetReport.fixed($0))</td>" }.joined() + "</tr>"
    }
    return """
      <h2>All rounds</h2><table><tr><th class=n>Round</th><th class=n>nDCG@10</th>
      <th class=n>if nobody opened any</th><th class=n>spam in the first three</th>
      <th class=n>if nobody opened any</th></tr>\(rows.joined())</table>
      """
  }
}

/// Shares over time, 0 to 100 %, as SVG.
struct ShareChart {
  struct Line {
    var name: String
    var values: [Double]
    /// What the others are compared with.
    var isPlain = false
  }

  let lines: [Line]

  static let style: HTML = """
    svg .plain { fill: none; stroke: var(--soft); stroke-width: 2; stroke-dasharray: 5 4 }
    svg .dot { fill: var(--blue) }
    td.n { overflow-wrap: normal; white-space: nowrap }
    .legend { color: var(--soft); font-size: 13px; display: flex; gap: 20px;
      margin: 4px 0 8px 56px }
    .legend i { display: inline-block; width: 22px; border-top: 2px solid var(--blue);
      vertical-align: middle; margin-right: 6px }
    .legend i.dashed { border-top: 2px dashed var(--soft) }
    """

  private let width = 920.0
  private let height = 240.0
  private let left = 56.0

  private var count: Int { lines.map(\.values.count).max() ?? 0 }
  private func x(_ place: Int) -> Double {
    left + 8 + Double(place) * (width - left - 16) / Double(max(1, count - 1))
  }
  private func y(_ share: Double) -> Double { 8 + height * (1 - min(1, max(0, share))) }

  var svg: HTML {
    guard count > 0 else { return "" }
    return legend + "<svg viewBox=\"0 0 \(width) \(height + 36)\" role=\"img\">"
      + rules + curves + labels + "</svg>"
  }

  private var legend: HTML {
    "<div class=legend>"
      + lines.map { line in
        "<span><i\(line.isPlain ? " class=dashed" : "")></i>\(line.name)</span>"
      }.joined() + "</div>"
  }

  private var rules: HTML {
    [0, 0.25, 0.5, 0.75, 1].map { share in
      "<line class=rule x1=\"\(left)\" x2=\"\(width)\" y1=\"\(y(share))\" y2=\"\(y(share))\"/>"
        + "<text x=\"\(left - 8)\" y=\"\(y(share) + 4)\" text-anchor=\"end\">"
        + "\(Int(share * 100)) %</text>"
    }.joined()
  }

  private var curves: HTML {
    lines.map { line -> HTML in
      let points = line.values.enumerated().map { "\(fixed(x($0))),\(fixed(y($1)))" }
      let dots: HTML =
        line.isPlain
        ? ""
        : line.values.enumerated().map { place, value in
          "<circle class=dot cx=\"\(fixed(x(place)))\" cy=\"\(fixed(y(value)))\" r=\"3\"><title>"
            + "round \(place + 1): \(SearchFleetReport.fixed(value))</title></circle>"
        }.joined()
      return "<polyline class=\(line.isPlain ? "plain" : "curve") points=\""
        + "\(points.joined(separator: " "))\"/>" + dots
    }.joined()
  }

  private var labels: HTML {
    let every = max(1, (count + 9) / 10)
    return (0..<count).filter { $0.isMultiple(of: every) }.map { place in
      "<text x=\"\(fixed(x(place)))\" y=\"\(height + 28)\" text-anchor=\"middle\">"
        + "round \(place + 1)</text>"
    }.joined()
  }

  private func fixed(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
