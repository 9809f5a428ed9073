import Foundation
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
    try results.write(to: folder.path)
    return try String(contentsOfFile: folder.file("drills.html"), encoding: .utf8)
  }

  @Test func `say of one that was skipped that it is neither good nor bad, and why`() throws {
    var skipped = report("disk-full")
    skipped.skip("Only root may do that.")
    let results = results(report("clone"), skipped)
    #expect(results.isGood)
    #expect(results.text.contains("skipped  disk-full: Something is lost."))
    #expect(results.text.contains("SKIPPED: Only root may do that."))
    #expect(results.text.contains("1 of 2 drills end well, 1 was skipped"))
    let page = try page(results)
    #expect(page.contains("<p class=\"verdict pass\">1 of 2 drills end well, 1 was skipped</p>"))
    #expect(page.contains("<p>Only root may do that.</p>"))
    let json = String(decoding: try JSONEncoder().encode(skipped), as: UTF8.self)
    #expect(json.contains("\"verdict\":\"skipped\""))
    #expect(json.contains("\"skipReason\":\"Only root may do that.\""))
  }

  @Test func `are not green where nothing was run`() throws {
    var skipped = report("disk-full")
    skipped.skip("Only root may do that.")
    let page = try page(results(skipped))
    #expect(page.contains("<p class=\"verdict skipped\">0 of 1 drills end well, 1 was skipped</p>"))
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

  @Test func `of one that could not begin are bad`() throws {
    var failed = report("clone")
    failed.fail("the drill did not begin: there is no room")
    let results = results(report("disk-full"), failed)
    #expect(!results.isGood)
    #expect(results.text.contains("FINDING: the drill did not begin: there is no room"))
    #expect(try page(results).contains("<p class=\"verdict fail\">1 of 2 drills fail</p>"))
  }
}
