import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

/// What one device alone can make of what everybody sees.
@Suite("The rank of a public item") struct PublicRankTests {
  private let cloud: TestCloud
  private let loud = PublicItem.page("a-loud", "Water loud")
  private let liked = PublicItem.page("liked", "Water liked")

  init() throws { cloud = try TestCloud(threshold: 1) }

  private func found(_ cloud: Aggregator) throws -> [String] {
    let search = PublicSearch()
    search.update(.all(try cloud.projections.publicEntries()))
    let all = try search.search("water", limit: 9)
    #expect(try cloud.projections.search("water", limit: 9) == all)
    return all.map { "\($0.item.title): \($0.events) of \($0.distinctDevices)" }
  }

  private func send(_ device: TestDevice, from first: Int = 1) throws {
    guard case .received = try cloud.answer(try device.request(first)) else {
      Issue.record("the reports have to be received")
      return
    }
  }

  @Test func `goes by devices, of which each counts once a day`() throws {
    var one = try cloud.device(1)
    for number in 0..<300 as Range<Int32> {
      one.add(
        engaged(UInt64(number) + 1, item: loud), on: Day(Sample.day.rawValue - number % 3))
    }
    one.add(.content(loud, salt: 1))
    try send(one)
    var others: [TestDevice] = []
    for seed in 2...3 as ClosedRange<UInt64> {
      var other = try cloud.device(seed)
      other.add(engaged(seed * 1_000, item: liked))
      if seed == 2 { other.add(.content(liked, salt: 2)) }
      try send(other)
      others.append(other)
    }
    let expected = ["Water liked: 2 of 2", "Water loud: 3 of 1"]
    #expect(try found(cloud.cloud) == expected)
    // The operator sees what really came.
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [300, 2])
    #expect(try found(try cloud.reopened()) == expected)
    try cloud.cloud.rebuild()
    #expect(try found(cloud.cloud) == expected)
    // Who takes it back counts on no day.
    others[0].add(withdrawn(9_999, item: liked))
    try send(others[0], from: 3)
    #expect(try found(cloud.cloud) == ["Water loud: 3 of 1", "Water liked: 1 of 1"])
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [300, 2])
  }
}
