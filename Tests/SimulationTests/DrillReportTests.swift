import Foundation
import JournalFormat
import Simulation
import TestSupport
import Testing

@Suite("Reports of drills") struct DrillReportTests {
  private func report(_ name: String) -> DrillReport {
    DrillReport(
      ofProcesses: name, summary: "Something is lost.", promises: [1], seed: 1, devices: 3,
      notChecked: ["Anything else."], again: "spotlog drill run \(name)")
  }

  private func results(_ reports: DrillReport...) -> DrillResults {
    var results = DrillResults(of: [], DrillPlan(), clock: { 0 })
    results.add(reports, milliseconds: 0)
    return results
  }

  private func page(_ results: DrillResults) throws -> String {
    let folder = try TemporaryFolder()
    try results.write(to: folder.path, madeOn: Day(20_000))
    return try String(contentsOfFile: folder.file("drills.html"), encoding: .utf8)
  }

  @Test func `say of one that was skipped that it is neither good nor bad, and why`() throws {
    var skipped = report("disk-full")
    skipped.skip("Only root may do that.")
    let results = results(report("clone"), skipped)
    #expect(results.isGood)
    #expect(results.text.contains("skipped  disk-full: Something is lost."))
    #expect(results.text.contains("SKIPPED: Only root may do that."))
    #expect(results.text.contains("1 of 2 drills passed, 1 was skipped"))
    let page = try page(results)
    #expect(page.contains("<p class=\"verdict pass\">1 of 2 drills passed, 1 was skipped</p>"))
    #expect(page.contains("<p>Only root may do that.</p>"))
    let json = String(decoding: try JSONEncoder().encode(skipped), as: UTF8.self)
    #expect(json.contains("\"verdict\":\"skipped\""))
    #expect(json.contains("\"skipReason\":\"Only root may do that.\""))
  }

  @Test func `are not green where nothing was run`() throws {
    var skipped = report("disk-full")
    skipped.skip("Only root may do that.")
    let page = try page(results(skipped))
    #expect(page.contains("<p class=\"verdict skipped\">0 of 1 drill passed, 1 was skipped</p>"))
  }

  @Test func `say of what their devices are made`() throws {
    let own = try page(results(report("clone")))
    #expect(own.contains("<p>3 devices with files and processes · seed 1 · 0.0 s</p>"))
    var mixed = DrillResults(
      of: [try #require(Drill.named("twins"))], DrillPlan(), diskName: "report-of-both",
      clock: { 0 })
    mixed.add([report("clone")], milliseconds: 0)
    let both = "12 devices simulated · 3 devices with files and processes · seed 1"
    #expect(try page(mixed).contains(both))
  }

  @Test func `say in every form what they judged, what came back, and what they did not look at`()
    throws
  {
    var one = report("clone")
    one.promises = [4, 11]
    one.cameBack.snapshot = 3
    one.cameBack.apps = 2
    one.digests.countsExpected = String(repeating: "a", count: 64)
    one.digests.countsFound = one.digests.countsExpected
    one.digests.itemsExpected = String(repeating: "b", count: 64)
    one.digests.itemsFound = String(repeating: "c", count: 64)
    #expect(
      one.text == """
        pass  clone: Something is lost.
              lost 0, duplicated 0, resurrected 0; gone for good 0 events of the last 0.0 s, \
        0 of them acknowledged
              \("")
              promises 4, 11
              came back: 3 from devices' snapshots, 0 from the cloud's snapshots, 0 from devices, \
        to the cloud, 2 from apps
              devices' items DIFFER: expected \(one.digests.itemsExpected), found \
        \(one.digests.itemsFound)
              counts, expected and found: equal, aaaaaaaaaaaaaaaa…
              not checked: Anything else.
              again: spotlog drill run clone
        """)
    let page = try page(results(one))
    #expect(page.contains("<p>Promises judged: 4, 11</p>"))
    #expect(page.contains("<p class=bad>devices&#39; items differ</p>"))
    #expect(page.contains("counts, expected and found: <span class=good>equal</span>"))
    #expect(page.contains("<li>Anything else.</li>") && page.contains("spotlog drill run clone"))
  }

  @Test func `of one that could not begin are bad`() throws {
    var failed = report("clone")
    failed.fail("the drill did not begin: there is no room")
    let results = results(report("disk-full"), failed)
    #expect(!results.isGood)
    #expect(results.text.contains("FINDING: the drill did not begin: there is no room"))
    #expect(try page(results).contains("<p class=\"verdict fail\">1 of 2 drills fail</p>"))
  }
}
