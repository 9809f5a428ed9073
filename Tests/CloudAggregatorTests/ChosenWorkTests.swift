import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Reports that are chosen to be as much work as they can be. Work is counted in steps, as a clock
/// would count the machine's other work as well.
@Suite("The work that a stranger chooses") struct ChosenWorkTests {
  private let cloud: TestCloud
  private var device: TestDevice

  init() throws {
    cloud = try TestCloud()
    device = try cloud.device(1)
  }

  private static func item(_ title: Int) -> PublicItem {
    var item = Sample.item
    item.title = "Title \(title)"
    return item
  }

  private static func carriedWithdrawal(_ origin: UInt64) -> Report {
    .withdrawn(
      Report.Withdrawn(tag: Sample.tag, origin: Origin(rawValue: origin), isCarried: true))
  }

  /// The steps that a batch of all new entries took.
  private mutating func work(sendingAfter sent: Int) throws -> UInt64 {
    let before = cloud.cloud.projections.state.settledWork
    let answer = try cloud.answer(try device.request(sent + 1))
    guard case .received = answer else {
      Issue.record("the batch is taken: \(answer)")
      return 0
    }
    return cloud.cloud.projections.state.settledWork - before
  }

  /// Of one tag: this stopped a cloud for 19 seconds.
  @Test mutating func `is little for a thousand withdrawals and contents of one item`() throws {
    for number in 1...1_000 { device.add(Self.carriedWithdrawal(UInt64(number))) }
    for number in 1...1_000 {
      device.add(engaged(UInt64(10_000 + number), item: Self.item(number), isCarried: true))
    }
    #expect(try work(sendingAfter: 0) < 4_096)
    for number in 1...1_000 { device.add(Self.carriedWithdrawal(UInt64(20_000 + number))) }
    #expect(try work(sendingAfter: 2_000) < 8_192)
    #expect(try cloud.cloud.projections.popularity().map(\.distinctDevices) == [0])
    let digest = try cloud.cloud.projections.stateDigest()
    try cloud.cloud.rebuild()
    #expect(try cloud.cloud.projections.stateDigest() == digest)
    #expect(try cloud.reopened().projections.stateDigest() == digest)
  }

  @Test mutating func `ends where a lineage has said too much of one item`() throws {
    for number in 1...3_000 { device.add(Self.carriedWithdrawal(UInt64(number))) }
    _ = try work(sendingAfter: 0)
    for number in 1...1_500 {
      device.add(engaged(UInt64(10_000 + number), item: Self.item(number), isCarried: true))
    }
    #expect(try work(sendingAfter: 3_000) <= UInt64(EndorsementHistory.entriesMax) + 1)
    let contents = cloud.cloud.projections.state.items.contents.count
    for number in 2_000...2_100 {
      device.add(engaged(UInt64(30_000 + number), item: Self.item(number)))
    }
    #expect(try work(sendingAfter: 4_500) <= UInt64(EndorsementHistory.entriesMax) + 1)
    #expect(cloud.cloud.projections.state.items.contents.count == contents)
    // They happened all the same.
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [1_601])
  }

  @Test mutating func `is refused at once, and taken in parts`() throws {
    let cloud = try TestCloud { $0.batchWorkMax = 30 }
    device = try cloud.device(1)
    let items = (1...4).map { Fleet.item($0) }
    for (index, item) in items.enumerated() {
      for number in 0..<8 {
        let origin = UInt64(100 * index + number)
        device.add(withdrawn(origin, item: item))
      }
      let answer = try cloud.answer(try device.request(8 * index + 1))
      guard case .received = answer else {
        Issue.record("a little is taken: \(answer)")
        return
      }
    }
    let before = try cloud.fingerprint()
    for (index, item) in items.enumerated() {
      for number in 0..<4 { device.add(engaged(UInt64(1_000 + 10 * index + number), item: item)) }
    }
    let first = 33
    #expect(try cloud.refusal(try device.request(first)) == .tooLarge)
    #expect(try cloud.fingerprint() == before)
    for part in 0..<4 {
      let start = first + 4 * part
      guard case .received = try cloud.answer(try device.request(start, start + 3)) else {
        Issue.record("a part is taken")
        return
      }
    }
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [4, 4, 4, 4])
  }

  /// A request of 4,096 reports about items of which as much was said as is kept.
  @Test mutating func `stays within the budget of a batch, however full its items are`() throws {
    let fullCount = 3
    let budget = fullCount * (EndorsementHistory.entriesMax + 2)
    let cloud = try TestCloud { $0.batchWorkMax = budget }
    device = try cloud.device(1)
    func answer(_ reports: Int) throws -> Bool {
      let count = device.chain.entries.count
      if case .received = try cloud.answer(try device.request(count - reports + 1)) { return true }
      return false
    }
    for item in 0..<fullCount + 1 {
      for number in 1...4_090 {
        let origin = UInt64(item * 10_000 + number)
        let content = Self.item(number).digest
        device.add(
          .engaged(
            Report.Engaged(
              tag: Fleet.tag(UInt64(item)), content: content, origin: Origin(rawValue: origin),
              isCarried: false)))
      }
      #expect(try answer(4_090))
    }
    for (items, isTaken) in [(fullCount, true), (fullCount + 1, false)] {
      let before = cloud.cloud.projections.state.settledWork
      for number in 0..<4_096 {
        device.add(
          .engaged(
            Report.Engaged(
              tag: Fleet.tag(UInt64(number % items)), content: Sample.item.digest,
              origin: Origin(rawValue: UInt64(1_000_000 * items + number)), isCarried: false)))
      }
      #expect(try answer(4_096) == isTaken)
      let work = cloud.cloud.projections.state.settledWork - before
      #expect(isTaken ? work > UInt64(budget / 2) : work == 0)
      #expect(work <= UInt64(budget))
    }
  }

  @Test mutating func `finds each of many contents of an item, also read back from the file`()
    throws
  {
    for number in 1...500 { device.add(engaged(UInt64(number), item: Self.item(number))) }
    _ = try work(sendingAfter: 0)
    func check(_ state: CloudState) {
      let places = (1...500).map { state.items.knownContent(tag: 0, digest: Self.item($0).digest) }
      #expect(Set(places.compactMap(\.self)).count == 500)
      #expect(state.items.contents(of: 0).count == 500)
      #expect(state.items.knownContent(tag: 0, digest: Self.item(501).digest) == nil)
    }
    check(cloud.cloud.projections.state)
    check(try cloud.reopened().projections.state)
  }

  /// 12,000 of them kept a cloud from being ready for 42 seconds at each start.
  @Test func `looks at each content of an item once when it reads what was shown`() throws {
    let cloud = try TestCloud(threshold: 1)
    var device = try cloud.device(1)
    let count = 300
    for number in 1...count { device.add(engaged(UInt64(number), item: Self.item(number))) }
    for number in 1...count { device.add(.content(Self.item(number), salt: 1)) }
    for first in stride(from: 1, to: 2 * count, by: 100) {
      guard case .received = try cloud.answer(try device.request(first, first + 99)) else {
        Issue.record("the contents are taken")
        return
      }
    }
    let state = cloud.cloud.projections.state
    #expect(state.items.contents.count { $0.arrived != 0 } == count)
    #expect(state.publication.publicCount == 1)
    #expect(state.publication.lookedAtCount <= UInt64(6 * count))
    let read = try cloud.reopened().projections
    #expect(read.rebuildReason == nil)
    #expect(read.state.publication.lookedAtCount == UInt64(count))
    #expect(read.state.items.tags[0].publicContent == state.items.tags[0].publicContent)
    #expect(read.state.publication.logged.hidden == state.publication.logged.hidden)
    #expect(try read.stateDigest() == cloud.cloud.projections.stateDigest())
  }

  /// Keys whose halves cancel each other, or whose suites alone differ, shared a slot.
  @Test(arguments: [0, 1, 2])
  func `is no more for tags that were chosen to meet in a table`(way: Int) {
    var table = TagTable()
    for number in 0..<4_096 as Range<UInt64> {
      let high = number &* 0x9E37_79B9_7F4A_7C15
      let bits =
        switch way {
        case 0: UInt128(high) << 64 | UInt128(high)
        case 1: UInt128(high) << 64 | UInt128(~high)
        default: UInt128(number / 256)
        }
      _ = table.insert(suite: way == 2 ? UInt8(number % 256) : 1, bits: bits)
    }
    #expect(table.count == 4_096)
    // Two thirds full at most, a look-up passes one other tag.
    #expect(table.probeCount < 3 * 4_096)
  }

  @Test func `is no more for an item on many days`() {
    var table = EngagementTable()
    for day in 0..<5_000 as Range<Int32> { table.addDay(day, for: 3) }
    #expect(table.days(of: 3) == Array(0..<Int32(EngagementTable.daysMax)))
    table.removeDays(Array(1..<Int32(EngagementTable.daysMax)), of: 3)
    #expect(table.days(of: 3) == [0])
    #expect(!table.engage(with: 3, day: 0, offering: 1).isNewDay)
  }
}
