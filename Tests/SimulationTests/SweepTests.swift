import JournalFormat
import TestSupport
import Testing

@testable import HTMLPages
@testable import Simulation

@Suite("A sweep") struct SweepTests {
  private static let source = TraceSource.workload(
    Workload(devices: 20, days: 2, eventsPerDay: 20, seed: 5))
  private static let hour: Int64 = 3_600_000

  private static var plan: WorldPlan {
    var plan = WorldPlan()
    plan.seed = 5
    return plan
  }

  @Test func `makes every combination, the first setting outermost`() throws {
    let sweep = Sweep(
      Self.plan, source: Self.source, thresholds: [2, 4],
      syncIntervals: [Self.hour, 24 * Self.hour])
    #expect(sweep.runCount == 4)
    var calls: Set<Int> = []
    let report = try sweep.perform { runs, _ in calls.insert(runs) }
    #expect(calls == [0, 1, 2, 3])
    #expect(report.rows.map(\.threshold) == [2, 2, 4, 4])
    #expect(report.rows.map(\.syncIntervalHours) == [1, 24, 1, 24])
    #expect(report.seed == 5 && report.devices == 20 && report.traceEvents > 400)
    #expect(report.failedChecks.isEmpty && report.days >= 1 && report.days <= 2)
    // What happened is the same in all of them, and so is what can be public of it.
    #expect(Set(report.rows.map(\.itemsEngaged)).count == 1)
    #expect(report.rows[0].publicItems == report.rows[1].publicItems)
    #expect(report.rows[2].publicItems == report.rows[3].publicItems)
    #expect(report.rows[0].publicItems > report.rows[2].publicItems)
  }

  @Test func `shows what waiting longer saves, and what it costs`() throws {
    let rows = try Sweep(
      Self.plan, source: Self.source, thresholds: [2],
      syncIntervals: [Self.hour, 24 * Self.hour]
    ).perform().rows
    #expect(rows[0].bytesPerDeviceDay > rows[1].bytesPerDeviceDay)
    #expect(rows[0].bytesPerReport > rows[1].bytesPerReport)
    let reveals = try rows.map { try #require($0.reveal) }
    let lags = try rows.map { try #require($0.lag) }
    #expect(reveals[0].p50 < reveals[1].p50 && reveals[0].count >= rows[0].publicItems)
    #expect(lags[0].p50 < lags[1].p50 && lags[0].count > lags[1].count)
    for wait in reveals + lags {
      #expect(wait.p50 <= wait.p90 && wait.p90 <= wait.p99 && wait.p99 <= wait.max)
    }
    // A device collects for an hour at most; nobody is asked for words for longer than that again.
    #expect(lags[0].p50 <= 3_700 && lags[1].p50 >= 12 * 3_600)
  }

  @Test func `shows what a fuller batch saves, and what it costs`() throws {
    let report = try Sweep(
      Self.plan, source: Self.source, thresholds: [2], syncIntervals: [Self.hour],
      batchDelays: [0, 6 * Self.hour, 24 * Self.hour]
    ).perform()
    #expect(report.rows.map(\.batchDelayHours) == [0, 6, 24])
    #expect(report.hasDelays && report.failedChecks.isEmpty)
    #expect(report.rows.map(\.delayText) == ["none", "6 h", "1 d"])
    #expect(report.rows.map(\.name) == ["2, 1 h", "2, 1 h, delay 6 h", "2, 1 h, delay 1 d"])
    let bytes = report.rows.map(\.bytesPerReport)
    #expect(bytes[0] > bytes[1] && bytes[1] > bytes[2], "\(bytes)")
    // What is counted is the same in all of them: the checks compare each count with the ledger.
    #expect(Set(report.rows.map(\.itemsEngaged)).count == 1)
    #expect(Set(report.rows.map(\.publicItems)).count == 1)
    let reveals = try report.rows.map { try #require($0.reveal) }
    #expect(reveals[0].p50 < reveals[1].p50 && reveals[1].p50 < reveals[2].p50)
    let lags = try report.rows.map { try #require($0.lag) }
    #expect(lags[0].max < lags[1].max && lags[1].max < lags[2].max)
    // A report waits for the delay, and for nothing more than a sync.
    #expect(lags[2].max <= 26 * 3_600)
    let page = report.page(madeOn: Day(20_000)).text
    #expect(page.contains("Batch delay") && page.contains("2, 1 h, delay 6 h"))
  }

  @Test func `counts the same with a batch delay as without, also over a lossy network`() throws {
    let runs: [(Int64, NetworkProfile)] = [(0, .calm), (24, .calm), (24, .lossy)]
    let reports = try runs.map { hours, network in
      var plan = Self.plan
      plan.threshold = 2
      plan.syncIntervalMilliseconds = Self.hour
      plan.batchDelayMilliseconds = hours * Self.hour
      plan.network = network
      return try TraceRun(plan: plan, source: Self.source).perform()
    }
    #expect(reports.allSatisfy { $0.checks.allSatisfy(\.holds) })
    #expect(Set(reports.map(\.publicItems)).count == 1)
    #expect(reports[0].batches > reports[1].batches)
    #expect(reports[0].topItems.map(\.events) == reports[1].topItems.map(\.events))
  }

  @Test func `changes nothing of a run by measuring it`() throws {
    var plan = Self.plan
    plan.threshold = 2
    let plain = TraceRun(plan: plan, source: Self.source)
    let report = try plain.perform()
    #expect(plain.waits == nil)
    let row = try #require(
      try Sweep(
        plan, source: Self.source, thresholds: [2],
        syncIntervals: [plan.syncIntervalMilliseconds]
      ).perform().rows.first)
    #expect(row.traceHash == report.traceHash && row.publicItems == report.publicItems)
    #expect(row.bytesPerReport == (report.bytesPerReport * 10).rounded() / 10)
    // The histogram knows an upper bound of what is exact here.
    let lag = try #require(row.lag)
    #expect(lag.count == report.lagHistogram.reduce(0, +))
    for (exact, bound) in zip([lag.p50, lag.p90, lag.p99, lag.max], report.lagSeconds) {
      #expect(exact <= Double(bound) && exact > Double(bound) / 2)
    }
  }

  @Test func `gives the same figures again`() throws {
    let figures = try (0..<2).map { _ in
      try Sweep(
        Self.plan, source: Self.source, thresholds: [3], syncIntervals: [Self.hour]
      ).perform().rows.map { [$0.reveal, $0.lag] }
    }
    #expect(figures[0] == figures[1])
  }

  @Test func `shows hostile words as words`() throws {
    let words = PageScan.hostile.joined(separator: " ")
    let run = TraceRun(
      plan: Self.plan,
      source: .workload(Workload(devices: 2, days: 1, eventsPerDay: 4, seed: 1)))
    var found = try run.perform()
    found.checks = [CheckResult(promise: 1, name: words, severity: .correctness, violation: words)]
    var report = SweepReport(seed: 1, faults: words)
    report.add(
      found, RunWaits(reveals: [], lags: [1_500], days: 1), syncIntervalMilliseconds: Self.hour)
    #expect(report.failedChecks.count == 1)
    let page = PageScan(report.page(madeOn: Day(20_000)).text)
    #expect(page.findings.isEmpty)
    #expect(page.text.contains("&lt;img src=x") && !page.text.contains("&lt;div"))
  }

  @Test(arguments: [
    (0.4, "0.4 s"), (12, "12 s"), (59.94, "59.9 s"), (60, "1 min"), (5_400, "1.5 h"),
    (86_400, "1 d"), (90_000, "1 d"), (129_600, "1.5 d"),
  ])
  func `says lengths of time in their largest unit`(seconds: Double, text: String) {
    #expect(SweepReport.text(seconds: seconds) == text)
  }
}

@Suite("Quantiles of waits") struct WaitQuantileTests {
  @Test func `are waits that there were`() throws {
    let found = try #require(WaitQuantiles(of: (1...200).reversed().map { $0 * 1_000 }))
    #expect(found.count == 200 && found.p50 == 100 && found.p90 == 180)
    #expect(found.p99 == 198 && found.max == 200)
  }

  @Test(
    arguments: [
      ([7_500], 7.5, 7.5, 7.5), ([1_000, 3_000], 1, 3, 3), ([3_000, 1_000, 2_000], 2, 3, 3),
      ([0, 0, 0, 0, 500], 0, 0.5, 0.5),
    ] as [([Int64], Double, Double, Double)])
  func `of a few are among them`(waits: [Int64], p50: Double, p99: Double, max: Double) throws {
    let found = try #require(WaitQuantiles(of: waits))
    #expect(found.p50 == p50 && found.p99 == p99 && found.max == max)
  }

  @Test func `are none where nobody waited`() { #expect(WaitQuantiles(of: []) == nil) }
}

@Suite("Times to become public") struct RevealTimeTests {
  private let tag = Tag(suite: 1, bits: 7)

  private func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  @Test func `begin with the k-th device, and end once`() {
    var times = RevealTimes(threshold: 2)
    times.recordEngagement(of: 1, with: 0, of: tag, at: at(10))
    times.recordEngagement(of: 1, with: 0, of: tag, at: at(15))
    // Other words of the item are endorsed for themselves.
    times.recordEngagement(of: 2, with: 1, of: tag, at: at(18))
    times.recordReveal(of: tag, at: at(19))
    #expect(times.waits.isEmpty)
    times.recordEngagement(of: 2, with: 0, of: tag, at: at(20))
    times.recordEngagement(of: 3, with: 0, of: tag, at: at(30))
    times.recordReveal(of: tag, at: at(50))
    times.recordReveal(of: tag, at: at(70))
    #expect(times.waits == [30_000])
  }

  @Test func `do not count what was taken back before`() {
    var times = RevealTimes(threshold: 2)
    times.recordEngagement(of: 1, with: 0, of: tag, at: at(10))
    times.recordWithdrawal(of: 1, from: [0, 4])
    times.recordEngagement(of: 2, with: 0, of: tag, at: at(20))
    times.recordReveal(of: tag, at: at(25))
    #expect(times.waits.isEmpty)
    times.recordEngagement(of: 1, with: 0, of: tag, at: at(30))
    times.recordReveal(of: tag, at: at(40))
    #expect(times.waits == [10_000])
  }
}
