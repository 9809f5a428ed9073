internal import HTMLPages
internal import JournalFormat

/// What people found, as a page.
struct SearchFleetPage {
  let report: SearchFleetReport

  func page(madeOn day: Day) -> HTMLPage {
    let plan = report.plan
    return HTMLPage(
      title: "Spotlog searches, seed \(plan.seed)", heading: "What people find",
      subtitle: """
        \(Figure.count(plan.devices, "device")) · \(Figure.count(report.items, "item")) on each ·
        \(Figure.count(report.rounds.count, "round")) of
        \(Figure.count(plan.searchesPerRound, "search", "searches")) · seed \(plan.seed)
        """,
      content: """
        \(tiles)\(quality)\(spam)\(HTML.section("All rounds", table))
        <h2>To run it again</h2><p><code>spotlog simulate --searches
        TRACE --devices \(plan.devices) --rounds \(plan.rounds) --seed
        \(plan.seed) --out DIR</code></p><p>The same seed and trace give the same figures.</p>
        """, madeOn: day)
  }

  private var tiles: HTML {
    let first = report.rounds.first?.figures
    let last = report.rounds.last?.figures
    return .tiles([
      (Figure.grouped(report.rounds.reduce(0) { $0 + $1.searches }), "searches"),
      (Figure.grouped(report.rounds.reduce(0) { $0 + $1.taps }), "results opened"),
      (Figure.grouped(report.apps), "apps"), (Figure.grouped(report.topics), "titles looked for"),
      (change(first?.quality, last?.quality), "nDCG@10, first and last round"),
      (change(first?.spamShare, last?.spamShare), "spam in the first three places"),
    ])
  }

  private func change(_ first: Double?, _ last: Double?) -> String {
    "\(percent(first ?? 0)) → \(percent(last ?? 0)) %"
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))" }

  private var quality: HTML {
    chart("How good the first ten results are", \.quality, \.plainQuality).section(
      """
      <p>The discounted gain of the first ten places, of what it could be at best (nDCG@10), over
      all searches of a round.</p>
      """)
  }

  private var spam: HTML {
    chart("Places of an app that spams", \.spamShare, \.plainSpamShare).section(
      """
      <p>Of the first three places, those that an app has which says in its titles and keywords what
      people look for most, and has nothing of it.</p>
      """)
  }

  private func chart(
    _ name: String, _ value: KeyPath<SearchFleetReport.Figures, Double>,
    _ plain: KeyPath<SearchFleetReport.Figures, Double>
  ) -> Chart {
    func percents(_ path: KeyPath<SearchFleetReport.Figures, Double>) -> [Double] {
      report.rounds.map { $0.figures[keyPath: path] * 100 }
    }
    return Chart(
      name, .lines, report.rounds.map { .init("\($0.number)", title: "round \($0.number)") },
      [
        .init(name: "as people open results", values: percents(value)),
        .init(name: "if nobody opened any", values: percents(plain), isReference: true),
      ], unit: " %", end: 100)
  }

  private var table: HTML {
    .table(
      [
        .number("Round"), .number("nDCG@10"), .number("if nobody opened any"),
        .number("spam in the first three"), .number("if nobody opened any"),
      ],
      report.rounds.map { round in
        let figures = round.figures
        let shares = [
          figures.quality, figures.plainQuality, figures.spamShare, figures.plainSpamShare,
        ]
        return ["\(round.number)"] + shares.map { "\(SearchFleetReport.fixed($0))" }
      })
  }
}
