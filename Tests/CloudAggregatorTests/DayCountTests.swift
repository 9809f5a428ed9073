import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("An item's days") struct DayCountTests {
  private let first = Sample.day
  private let second = Day(Sample.day.rawValue + 1)

  private func days(_ cloud: TestCloud) throws -> [[UInt32]] {
    let state = cloud.cloud.projections.state
    let tag = try #require(state.items.tagTable.place(of: Sample.tag))
    return state.items.days(of: tag).map { [$0.events, $0.distinct] }
  }

  @Test func `count no lineage for an engagement that was taken back before it came`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1), on: first)
    device.add(withdrawn(2), on: first)
    device.add(engaged(3, isCarried: true), on: second)
    _ = try cloud.answer(try device.request())
    #expect(try days(cloud) == [[1, 0], [1, 0]])
    // A new one counts, and the carried one beside it still does not.
    device.add(engaged(4), on: second)
    device.add(engaged(5, isCarried: true), on: first)
    _ = try cloud.answer(try device.request(4))
    #expect(try days(cloud) == [[2, 0], [2, 1]])
    #expect(try cloud.cloud.projections.popularity().map(\.distinctDevices) == [1])
  }

  @Test func `count a lineage once for several contents`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    var other = Sample.item
    other.title = "Another title"
    device.add(engaged(1), on: first)
    device.add(engaged(2, item: other), on: first)
    device.add(engaged(3, item: other), on: second)
    _ = try cloud.answer(try device.request())
    #expect(try days(cloud) == [[2, 1], [1, 1]])
  }
}
