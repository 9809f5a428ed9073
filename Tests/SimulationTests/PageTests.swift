import JournalFormat
import TestSupport
import Testing

@testable import HTMLPages
@testable import Simulation

@Suite("Pages") struct PageTests {
  private let words = PageScan.hostile.joined(separator: " ")
  private let day = Day(20_000)

  @Test func `of drills show hostile words as words`() {
    var report = DrillReport(
      ofProcesses: words, summary: words, promises: [1], seed: 1, devices: 3, notChecked: [words],
      again: words)
    report.skip(words)
    var failed = DrillReport(
      ofProcesses: words, summary: words, promises: [1], seed: 1, devices: 3, notChecked: [words],
      again: words)
    failed.findings = [words]
    failed.timeline = [.init(time: words, milliseconds: 0, kind: .lost, what: words)]
    failed.rto = [.init(phase: words, milliseconds: 1)]
    failed.digests.countsExpected = words
    failed.digests.itemsFound = words
    var results = DrillResults(of: [], DrillPlan(), clock: { 0 })
    results.add([report, failed], milliseconds: 0)
    let page = PageScan(DrillPage(results: results).page(madeOn: day).text)
    #expect(page.findings.isEmpty)
    #expect(page.text.contains("&lt;img src=x") && !page.text.contains("&lt;div"))
  }

  @Test func `of worlds of faults show hostile words as words`() {
    var report = SwarmReport(Swarm(seeds: 1...1, profile: .small))
    report.profile = words
    report.failures = [
      .init(
        seed: 1, promise: 1, invariant: words, what: words, time: words, moments: [words, words],
        again: words)
    ]
    let page = PageScan(SwarmPage(report: report).page(madeOn: day).text)
    #expect(page.findings.isEmpty)
    #expect(page.text.contains("&lt;img src=x") && !page.text.contains("&lt;div"))
  }

  @Test func `of runs show hostile words as words`() throws {
    let run = TraceRun(
      plan: WorldPlan(),
      source: .workload(Workload(devices: 2, days: 1, eventsPerDay: 4, seed: 1)))
    var report = try run.perform()
    report.faults = words
    report.stateDigest = words
    report.traceHash = words
    report.days = [.init(day: words, events: 1, newPublicItems: 1)]
    report.topItems = [.init(key: words, app: words, title: words, events: 1, distinctDevices: 1)]
    report.checks = [
      CheckResult(promise: 1, name: words, severity: .correctness, violation: words)
    ]
    let page = PageScan(ReportPage(report: report).page(madeOn: day).text)
    #expect(page.findings.isEmpty)
    #expect(page.text.contains("&lt;img src=x") && !page.text.contains("&lt;div"))
  }

  @Test func `of every kind name the program's version and the day, and forbid scripts`() throws {
    let run = TraceRun(
      plan: WorldPlan(),
      source: .workload(Workload(devices: 2, days: 1, eventsPerDay: 4, seed: 1)))
    let results = DrillResults(of: [], DrillPlan(), clock: { 0 })
    let swarm = SwarmReport(Swarm(seeds: 1...1, profile: .small))
    let searches = SearchFleetReport(plan: SearchFleetPlan(), items: 1, topics: 1, apps: 1)
    let pages = [
      ReportPage(report: try run.perform()).page(madeOn: day),
      DrillPage(results: results).page(madeOn: day), SwarmPage(report: swarm).page(madeOn: day),
      SearchFleetPage(report: searches).page(madeOn: day),
    ]
    for page in pages {
      #expect(
        page.text.contains(
          "<footer>Made by spotlog \(SpotlogVersion.current) on <time>2024-10-04</time></footer>"))
      #expect(PageScan(page.text).findings.isEmpty)
    }
  }
}
