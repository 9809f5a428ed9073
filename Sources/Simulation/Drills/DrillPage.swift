internal import HTMLPages
internal import JournalFormat

/// The reports of drills as a page.
struct DrillPage {
  let results: DrillResults

  func page(madeOn day: Day) -> HTMLPage {
    HTMLPage(
      title: "Spotlog drills: \(verdict)", heading: "Spotlog drills", subtitle: "\(subtitle)",
      style: Self.style,
      content: """
        \(HTML.verdict(verdict, mood))\(tiles)\(overview)
        \(results.drills.map { DrillSection(drill: $0).html }.joined())
        """, madeOn: day)
  }

  private static let style: HTML = """
    a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px }
    nav { margin: 28px 0 0; columns: 3 260px; column-gap: 24px; font-size: 14px }
    nav a { display: flex; gap: 8px; align-items: baseline; padding: 3px 0;
      text-decoration: none; break-inside: avoid }
    nav a:hover { text-decoration: underline }
    nav .dot { flex: none; width: 9px; height: 9px; border-radius: 50%; background: var(--good) }
    nav .fail { background: var(--bad) } nav .skipped { background: var(--soft) }
    section { margin: 40px 0 0; padding: 22px 0 0; border-top: 1px solid var(--line) }
    section h2 { margin: 0; display: flex; gap: 10px; align-items: baseline; flex-wrap: wrap }
    section h2 span { font-size: 13px; font-weight: 500 }
    section > p { margin: 6px 0 14px }
    .finding { background: var(--card); border-left: 4px solid var(--bad); padding: 8px 12px;
      border-radius: 4px; color: var(--bad) }
    .track { display: flex; align-items: center; height: 26px; margin: 0 0 4px; position: relative }
    .track::before { content: ""; position: absolute; left: 0; right: 0; height: 2px;
      background: var(--line) }
    .track i { position: relative; min-width: 12px }
    .track i::before, .key::before { content: ""; display: inline-block; width: 11px; height: 11px;
      border-radius: 50%; background: var(--soft); vertical-align: middle }
    .saved::before { background: var(--blue) !important }
    .lost::before { background: var(--bad) !important; border-radius: 2px !important }
    .recovered::before { background: var(--good) !important }
    .finding-mark::before { background: transparent !important; width: 5px !important;
      height: 5px !important; border: 3px solid var(--bad) }
    .keys { color: var(--soft); font-size: 12px; display: flex; flex-wrap: wrap; gap: 2px 16px;
      margin: 0 0 10px }
    .key::before { width: 9px; height: 9px; margin-right: 6px }
    details { margin: 0 0 14px } summary { cursor: pointer; color: var(--soft); font-size: 14px }
    ol { list-style: none; margin: 8px 0 0; padding: 0 }
    ol li { display: flex; gap: 12px; padding: 3px 0 }
    ol time { color: var(--soft); font-size: 12px; flex: none; width: 150px; padding-top: 2px }
    .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr));
      gap: 12px; margin: 0 0 12px }
    .fact { background: var(--card); border-radius: 10px; padding: 12px 14px; font-size: 14px }
    .fact h3 { margin: 0 0 6px; font-size: 13px; font-weight: 500; color: var(--soft) }
    .fact p { margin: 0 } .fact b { white-space: nowrap }
    .digest { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere }
    @media (max-width: 560px) { ol li, ol time { display: block } ol time { width: auto } }
    """

  private var bad: Int { results.drills.count { $0.verdict == .fail } }
  private var good: Int { results.drills.count { $0.verdict == .pass } }

  private var mood: DrillReport.Verdict { bad > 0 ? .fail : good > 0 ? .pass : .skipped }

  private var verdict: String {
    let count = results.drills.count
    if bad > 0 {
      return "\(bad) of \(Figure.count(count, "drill fails", "drills fail"))\(results.skipped)"
    }
    if good < count { return "\(good) of \(Figure.count(count, "drill")) passed\(results.skipped)" }
    return count == 1 ? "The drill passed" : "All \(count) drills passed"
  }

  private var subtitle: String {
    guard let first = results.drills.first else { return "No drill was run." }
    return fleets + "seed \(first.seed) · \((results.milliseconds / 100).rounded() / 10) s"
  }

  /// The devices of each kind of drill that was run.
  private var fleets: String {
    let kinds: [(DrillReport.Kind, String)] = [
      (.simulated, "simulated"), (.processes, "with files and processes"),
    ]
    return kinds.compactMap { kind, name in
      results.drills.first { $0.kind == kind }.map {
        "\(Figure.count($0.devices, "device")) \(name) · "
      }
    }.joined()
  }

  private func sum(_ figure: (DrillReport) -> Int) -> String {
    Figure.grouped(results.drills.map(figure).reduce(0, +))
  }

  private var tiles: HTML {
    .tiles([
      (sum(\.lost), "effects lost"), (sum(\.duplicated), "counted twice"),
      (sum(\.resurrected), "came back after a delete"),
      (sum(\.rpo.events), "events gone for good, as nobody had them"),
      (sum { $0.cameBack.snapshot + $0.cameBack.cloud }, "events back from snapshots"),
      (sum(\.cameBack.devices), "events back from devices to the cloud"),
    ])
  }

  /// Those that fail first.
  private var overview: HTML {
    let sorted =
      results.drills.filter { $0.verdict == .fail } + results.drills.filter { $0.verdict != .fail }
    let links = sorted.map { drill -> HTML in
      "<a href=\"#\(drill.name)\"><i class=\"dot \(drill.verdict.rawValue)\"></i>"
        + "\(drill.name)\(Self.mark(drill.verdict))</a>"
    }
    return "<nav aria-label=Drills>\(links.joined())</nav>"
  }

  private static func mark(_ verdict: DrillReport.Verdict) -> HTML {
    switch verdict {
    case .pass: ""
    case .fail: " <b class=bad>fails</b>"
    case .skipped: " skipped"
    }
  }
}
