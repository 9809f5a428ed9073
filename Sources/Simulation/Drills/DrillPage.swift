/// The reports of drills as one self-contained page: no script, nothing fetched.
struct DrillPage {
  let results: DrillResults

  var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Spotlog drills</title>
    <style>\(ReportPage.style)\(Self.style)</style></head><body><main>
    <header><h1>Spotlog drills</h1><p>\(summary)</p></header>
    \(overview)\(results.drills.map(section).joined())
    </main></body></html>
    """
  }

  private static let style = """
    ol { list-style: none; margin: 0; padding: 0 0 0 14px; border-left: 2px solid var(--line) }
    ol li { position: relative; padding: 2px 0 8px 8px }
    ol li::before { content: ""; position: absolute; left: -20px; top: 9px; width: 9px; height: 9px;
      border-radius: 50%; background: var(--blue) }
    time { color: var(--soft); font-size: 12px; display: block; font-variant-numeric: tabular-nums }
    """

  private var summary: String {
    let good = results.drills.count { $0.verdict == .pass }
    return "\(good) of \(results.drills.count) end well."
  }

  private var overview: String {
    let rows = results.drills.map { drill in
      """
      <tr><td><a href="#\(drill.name.escaped)">\(drill.name.escaped)</a></td>
      <td>\(Self.mark(drill))</td><td class=n>\(drill.lost)</td><td class=n>\(drill.duplicated)</td>
      <td class=n>\(drill.resurrected)</td><td class=n>\(drill.rpo.events)</td></tr>
      """
    }
    return """
      <table><tr><th>Drill</th><th></th><th class=n>Lost</th><th class=n>Duplicated</th>
      <th class=n>Resurrected</th><th class=n>Gone for good</th></tr>\(rows.joined())</table>
      """
  }

  private static func mark(_ drill: DrillReport) -> String {
    drill.verdict == .pass
      ? "<span class=good>passes</span>" : "<span class=bad>FAILS</span>"
  }

  private func section(_ drill: DrillReport) -> String {
    let findings = drill.findings.map { "<p class=bad>\($0.escaped)</p>" }
    let moments = drill.timeline.map {
      "<li><time>\($0.time.escaped)</time>\($0.what.escaped)</li>"
    }
    return """
      <section id="\(drill.name.escaped)"><h2>\(drill.name.escaped): \(Self.mark(drill))</h2>
      <p>\(drill.summary.escaped)</p>\(findings.joined())
      \(figures(drill))<ol>\(moments.joined())</ol></section>
      """
  }

  private func figures(_ drill: DrillReport) -> String {
    let back = drill.cameBack
    let rows = [
      ("Promises", drill.promises.map(String.init).joined(separator: ", ")),
      (
        "Gone for good",
        "\(drill.rpo.events) events of the last \(drill.rpo.seconds) s: "
          + "\(drill.rpo.acknowledged) acknowledged, \(drill.rpo.unacknowledged) not"
      ),
      (
        "Time to recover",
        drill.rto.map { "\($0.phase) \($0.milliseconds) ms" }.joined(separator: ", ")
      ),
      (
        "Came back",
        "\(back.snapshot) from snapshots of devices, \(back.cloud) from those of the cloud, "
          + "\(back.devices) from devices to the cloud, \(back.apps) from apps"
      ),
      ("Cloud, maintained", drill.digests.cloudMaintained),
      ("Cloud, made anew", drill.digests.cloudRebuilt),
      ("Counts, expected", drill.digests.countsExpected),
      ("Counts, found", drill.digests.countsFound),
      ("Not checked", drill.notChecked.joined(separator: " ")),
      ("To run it again", drill.again),
    ]
    let cells = rows.map { "<tr><th>\($0.0)</th><td>\($0.1.escaped)</td></tr>" }
    return "<table>\(cells.joined())</table>"
  }
}
