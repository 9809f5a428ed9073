/// The reports of drills as one self-contained page: no script, nothing fetched.
struct DrillPage {
  let results: DrillResults

  var html: String {
    let body: HTML = """
      <header><h1>Spotlog drills</h1><p>\(subtitle)</p></header>
      <p class="verdict \(mood)">\(verdict)</p>
      \(tiles)\(overview)
      \(results.drills.map { DrillSection(drill: $0).html }.joined())
      """
    return HTMLPage(
      title: "Spotlog drills: \(verdict)", style: ReportPage.style + Self.style, body: body
    ).text
  }

  static let style: HTML = """
    .verdict { font-size: 20px; font-weight: 600; margin: 0 0 20px; padding: 14px 18px;
      border-radius: 10px; background: var(--card); border-left: 6px solid }
    .verdict.pass { color: var(--good) } .verdict.fail { color: var(--bad) }
    .verdict.skipped { color: var(--soft) }
    a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px }
    nav { margin: 28px 0 0; columns: 3 260px; column-gap: 24px; font-size: 14px }
    nav a { display: flex; gap: 8px; align-items: baseline; padding: 3px 0;
      text-decoration: none; break-inside: avoid }
    nav a:hover { text-decoration: underline }
    .dot { flex: none; width: 9px; height: 9px; border-radius: 50%; background: var(--good) }
    .dot.fail { background: var(--bad) } .dot.skipped { background: var(--soft) }
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
    time { color: var(--soft); font-size: 12px; flex: none; width: 150px; padding-top: 2px;
      font-variant-numeric: tabular-nums }
    .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr));
      gap: 12px; margin: 0 0 12px }
    .fact { background: var(--card); border-radius: 10px; padding: 12px 14px; font-size: 14px }
    .fact h3 { margin: 0 0 6px; font-size: 13px; font-weight: 500; color: var(--soft) }
    .fact p { margin: 0 } .fact b { font-variant-numeric: tabular-nums }
    .bars { display: grid; grid-template-columns: auto 1fr auto; gap: 3px 8px; align-items: center }
    .bars u { display: block; height: 8px; border-radius: 4px; background: var(--blue) }
    .bars span { font-variant-numeric: tabular-nums; text-align: right }
    pre { background: var(--card); border-radius: 8px; padding: 10px 12px; margin: 0 0 4px;
      overflow-x: auto; font-size: 13px }
    .digest { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere }
    @media (max-width: 560px) { main { padding: 20px 14px 48px }
      ol li { display: block } time { display: block; width: auto } .tile b { font-size: 20px } }
    """

  private var bad: Int { results.drills.count { $0.verdict == .fail } }
  private var good: Int { results.drills.count { $0.verdict == .pass } }

  private var mood: String { bad > 0 ? "fail" : good > 0 ? "pass" : "skipped" }

  private var verdict: String {
    let count = results.drills.count
    if bad > 0 {
      return "\(bad) of \(count) \(count == 1 ? "drill fails" : "drills fail")\(results.skipped)"
    }
    if good < count { return "\(good) of \(count) drills end well\(results.skipped)" }
    return count == 1 ? "The drill ends well" : "All \(count) drills end well"
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
      results.drills.first { $0.kind == kind }.map { "\($0.devices.grouped) devices \(name) · " }
    }.joined()
  }

  private func sum(_ figure: (DrillReport) -> Int) -> String {
    results.drills.map(figure).reduce(0, +).grouped
  }

  private var tiles: HTML {
    let values = [
      (sum(\.lost), "effects lost"), (sum(\.duplicated), "counted twice"),
      (sum(\.resurrected), "came back after a delete"),
      (sum(\.rpo.events), "events gone for good, as nobody had them"),
      (sum { $0.cameBack.snapshot + $0.cameBack.cloud }, "events back from snapshots"),
      (sum(\.cameBack.devices), "events back from devices to the cloud"),
    ]
    let tiles: [HTML] = values.map { "<div class=tile><b>\($0.0)</b><span>\($0.1)</span></div>" }
    return "<div class=tiles>\(tiles.joined())</div>"
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
