import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("Feedback in the cloud") struct FeedbackTests {
  private func feedback(
    _ origin: UInt64, shown: UInt32 = 1, engaged: UInt32 = 0, isCarried: Bool = false
  ) -> Report {
    .feedback(
      Report.Feedback(
        tag: Sample.tag, origin: Origin(rawValue: origin), isCarried: isCarried, shown: shown,
        engaged: engaged))
  }

  private func figures(_ cloud: TestCloud) -> ItemFigures {
    cloud.cloud.projections.figures(of: Sample.tag)
  }

  private func expectSound(_ cloud: TestCloud) throws {
    let ledger = try cloud.cloud.contributions(to: [Sample.tag])
    #expect(ledger.figures(of: Sample.tag) == figures(cloud))
    let digest = try cloud.cloud.projections.stateDigest()
    try cloud.cloud.rebuild()
    #expect(try cloud.cloud.projections.stateDigest() == digest)
  }

  @Test func `counts each list once, whatever carries it`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(feedback(1))
    device.add(feedback(2, engaged: 1))
    device.add(feedback(1, isCarried: true))
    _ = try cloud.answer(try device.request())
    _ = try cloud.answer(try device.request())
    #expect(figures(cloud).feedback == ResultFeedback(shown: 2, engaged: 1))
    try expectSound(cloud)
  }

  @Test func `counts of a device, an item and a day no more than its bound`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    for origin in 1...12 { device.add(feedback(UInt64(origin), engaged: 1)) }
    device.add(feedback(20, shown: .max, engaged: .max))
    let next = Day(Sample.day.rawValue + 1)
    device.add(feedback(21), on: next)
    _ = try cloud.answer(try device.request())
    var other = try cloud.device(2)
    other.add(feedback(1))
    _ = try cloud.answer(try other.request())
    let found = figures(cloud)
    #expect(found.feedback == ResultFeedback(shown: 12, engaged: 10))
    #expect(found.days[Sample.day]?.feedback.shown == 11 && found.days[Sample.day]?.openers == 1)
    #expect(found.days[next]?.feedback == ResultFeedback(shown: 1, engaged: 0))
    let ledger = try cloud.cloud.contributions(to: [Sample.tag])
    #expect(ledger.contributions[Sample.tag]?.count { $0.standing == .overBound } == 3)
    try expectSound(cloud)
  }

  @Test func `knows its sums after its file was read`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    for origin in 1...9 { device.add(feedback(UInt64(origin))) }
    _ = try cloud.answer(try device.request())
    let before = try cloud.cloud.projections.stateDigest()
    let again = try cloud.reopened()
    #expect(try again.projections.stateDigest() == before)
    device.add(feedback(10))
    device.add(feedback(11))
    let _: [UInt8] = again.handle(try device.request(10), now: cloud.now)
    #expect(again.projections.figures(of: Sample.tag).feedback.shown == 10)
  }

  @Test func `is taken out with what is retracted`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    for origin in 1...12 { device.add(feedback(UInt64(origin))) }
    _ = try cloud.answer(try device.request())
    let lineage = try #require(device.grant).lineage
    _ = try cloud.cloud.revoke(lineage, counts: .retracted, now: cloud.now)
    #expect(figures(cloud).feedback == .nothing)
    try expectSound(cloud)
  }

  @Test func `publishes nothing by itself`() throws {
    let cloud = try TestCloud(threshold: 1)
    var device = try cloud.device(1)
    device.add(feedback(1, engaged: 1))
    _ = try cloud.answer(try device.request())
    #expect(try cloud.cloud.projections.publicEntries().isEmpty)
    #expect(try cloud.cloud.projections.popularity().isEmpty)
  }
}

@Suite("Popularity") struct DecayedCountTests {
  @Test(
    arguments: [
      (0, 8_000), (1, 7_817), (30, 4_000), (60, 2_000), (90, 1_000), (300, 7), (2_000, 0),
      (-5, 8_000),
    ] as [(Int32, UInt64)])
  func `is halved every 30 days`(age: Int32, thousandths: UInt64) {
    let count = DecayedCount(of: [(day: 100, count: 8)])
    #expect(count.thousandths(on: Day(100 + age)) == thousandths)
  }

  @Test func `is the sum of its days`() {
    let count = DecayedCount(of: [(day: 40, count: 2), (day: 100, count: 3), (day: 70, count: 4)])
    #expect(count.lastDay == Day(100) && count.thousandths(on: Day(100)) == 5_500)
    let nothing = DecayedCount.nothing
    #expect(nothing.lastDay == nil && nothing.thousandths(on: Day(0)) == 0)
  }

  @Test func `has a bound`() {
    let count = DecayedCount(of: [(day: .max, count: .max), (day: .min, count: .max)])
    #expect(count.thousandths(on: Day(.max)) > 0 && count.thousandths(on: Day(.min)) > 0)
  }
}
