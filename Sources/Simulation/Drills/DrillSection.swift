internal import Foundation
internal import HTMLPages
internal import JournalFormat

/// One drill on the page of drills.
struct DrillSection {
  let drill: DrillReport

  var html: HTML {
    """
    <section id="\(drill.name)"><h2>\(drill.name)
    \(mark)</h2>
    <p>\(drill.summary)</p>\(drill.skipReason.map { "<p>\($0)</p>" } ?? found)
    <pre><code>\(drill.again)</code></pre></section>
    """
  }

  private var mark: HTML {
    switch drill.verdict {
    case .pass: "<span class=good>passed</span>"
    case .fail: "<span class=bad>FAILS</span>"
    case .skipped: "<span>skipped</span>"
    }
  }

  private var found: HTML {
    let unchecked: [HTML] = drill.notChecked.map { "<li>\($0)</li>" }
    let findings: [HTML] = drill.findings.map { "<p class=finding>\($0)</p>" }
    return """
      \(findings.joined())
      <p>Promises judged: \(drill.promises.map(String.init).joined(separator: ", "))</p>
      \(track)\(happened)
      <div class=facts>\(lost)\(cameBack)\(times)\(digests)</div>
      <details><summary>What this drill did not check</summary>
      <ul>\(unchecked.joined())</ul></details>
      """
  }

  // MARK: The timeline

  /// A point for each moment; the way between two grows with the logarithm of the time.
  private var track: HTML {
    guard !drill.timeline.isEmpty else { return "" }
    let points = drill.timeline.indices.map { place -> HTML in
      let moment = drill.timeline[place]
      let isLast = place == drill.timeline.count - 1
      let next = drill.timeline[isLast ? place : place + 1]
      let hours = Double(max(0, next.milliseconds - moment.milliseconds)) / 3_600_000
      let gap = 1 + log2(1 + hours)
      let title = "\(moment.time): \(moment.what)"
      let share = isLast ? "0 0 12px" : "\((gap * 10).rounded() / 10) 1 0"
      return
        "<i class=\"\(Self.mark(moment.kind))\" style=\"flex:\(share)\" title=\"\(title)\"></i>"
    }
    let keys: [HTML] = DrillReport.Moment.Kind.allCases.filter { kind in
      drill.timeline.contains { $0.kind == kind }
    }.map { "<span class=\"key \(Self.mark($0))\">\($0.meaning)</span>" }
    return "<div class=track>\(points.joined())</div><div class=keys>\(keys.joined())</div>"
  }

  private static func mark(_ kind: DrillReport.Moment.Kind) -> String {
    kind == .finding ? "finding-mark" : kind.rawValue
  }

  private var happened: HTML {
    let moments = drill.timeline.map { moment -> HTML in
      "<li><time>\(moment.time.prefix(16).replacing("T", with: " "))</time>"
        + "<span class=\"key \(Self.mark(moment.kind))\">\(moment.what)</span></li>"
    }
    return """
      <details\(drill.verdict == .fail ? " open" : "")><summary>What happened, in \
      \(Figure.count(drill.timeline.count, "step"))</summary><ol>\(moments.joined())</ol></details>
      """
  }

  // MARK: Figures

  private func fact(_ title: String, _ body: HTML) -> HTML {
    "<div class=fact><h3>\(title)</h3>\(body)</div>"
  }

  /// Recovery point: what nobody has any more.
  private var lost: HTML {
    let rpo = drill.rpo
    let gone: HTML =
      rpo.events == 0
      ? "<p><b>0 events</b> are gone for good.</p>"
      : "<p><b>\(Figure.count(rpo.events, "event"))</b> of the last "
        + "<b>\(Self.span(rpo.seconds))</b> gone for good: \(rpo.acknowledged) acknowledged, "
        + "\(rpo.unacknowledged) not.</p>"
    let rows: [HTML] = rpo.lines.map { "<li>\($0)</li>" }
    let list: HTML =
      rows.isEmpty ? "" : "<details><summary>For whom</summary><ul>\(rows.joined())</ul></details>"
    return fact(
      "What was lost (RPO)",
      gone + list + "<p>Effects lost \(drill.lost), duplicated \(drill.duplicated), resurrected "
        + "\(drill.resurrected).</p>")
  }

  private static func span(_ seconds: Double) -> String {
    switch seconds {
    case 172_800...: "\(Int(seconds / 86_400)) days"
    case 7_200...: "\(Int(seconds / 3_600)) hours"
    case 120...: "\(Int(seconds / 60)) minutes"
    default: Figure.count(Int(seconds), "second")
    }
  }

  private var cameBack: HTML {
    let rows = drill.cameBack.rows
    return fact(
      "What came back, from", .bars(rows.map { ($0.source, Double($0.count), "\($0.count)") }))
  }

  /// Recovery time, by phase.
  private var times: HTML {
    fact(
      "How long it took (RTO)",
      .bars(drill.rto.map { ($0.phase, $0.milliseconds, "\($0.milliseconds) ms") }))
  }

  private var digests: HTML {
    let lines = drill.digests.pairs.map { pair -> HTML in
      guard pair.one == pair.other else {
        return "<p class=bad>\(pair.name) differ</p><p class=digest>\(pair.first) "
          + "\(pair.one)<br>\(pair.second) \(pair.other)</p>"
      }
      return "<p>\(pair.name), \(pair.first) and \(pair.second): "
        + "<span class=good>equal</span></p><p class=digest>\(pair.beginning)</p>"
    }
    return fact("Both sides, as digests", lines.joined())
  }
}
