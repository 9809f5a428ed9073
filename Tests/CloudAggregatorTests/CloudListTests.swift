import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("An operator's list") struct CloudListTests {
  /// All pages of a list, so many rows at a time.
  private func pages<Row>(_ page: (Row?) -> CloudPage<Row>) -> [Row] {
    var rows: [Row] = []
    while true {
      let next = page(rows.last)
      rows += next.rows
      guard next.hasMore, !next.rows.isEmpty else { return rows }
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: Devices

  @Test func `of devices says who was removed, and how far`() throws {
    let world = try FleetCloud()
    func lost() throws -> ListedDevice {
      let name = world.fleet.lineage.description
      return try #require(world.cloud.devices(limit: 9).rows.first { $0.lineage == name })
    }
    var expected = ListedDevice(
      lineage: world.fleet.lineage.description,
      epochs: [.init(epoch: world.fleet.epoch.description, head: 11, incidents: 0)],
      enrolled: "2026-01-01T00:00:00.000Z", received: "2026-01-01T00:00:00.000Z",
      isRevoked: false, countsRetracted: false, isErased: false)
    #expect(try lost() == expected)
    try world.revoke(.kept)
    expected.isRevoked = true
    #expect(try lost() == expected)
    _ = try world.cloud.revoke(world.fleet.lineage, counts: .retracted, now: Fleet.now)
    expected.countsRetracted = true
    #expect(try lost() == expected)
    _ = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    expected.isErased = true
    expected.received = nil
    expected.epochs[0].head = 0
    #expect(try lost() == expected)
    #expect(try world.opened("new.sqlite").devices(limit: 9) == world.cloud.devices(limit: 9))
  }

  @Test(arguments: [1, 2, 3, 4, 100]) func `of devices comes in pages`(limit: Int) throws {
    let world = try FleetCloud()
    let all = world.cloud.devices(limit: 100)
    #expect(all.rows.count == 4 && !all.hasMore)
    #expect(all.rows.map(\.lineage) == all.rows.map(\.lineage).sorted())
    let rows = pages { last in
      world.cloud.devices(after: last.flatMap { LineageName(hex: $0.lineage) }, limit: limit)
    }
    #expect(rows == all.rows)
  }

  @Test(arguments: [-1, 0, 1]) func `has a row at least, however few are asked for`(
    limit: Int
  ) throws {
    let page = try FleetCloud().cloud.devices(limit: limit)
    #expect(page.rows.count == 1 && page.hasMore)
  }

  @Test func `has bounded pages, however many rows are asked for`() throws {
    let cloud = try TestCloud()
    let count = CloudProjections.pageRowsMax + 1
    for seed in 1...UInt64(count) {
      _ = cloud.cloud.handle(TestDevice(seed).enrolment, now: cloud.now)
    }
    let page = cloud.cloud.devices(limit: .max)
    #expect(page.rows.count == count - 1 && page.hasMore)
  }

  // MARK: Incidents

  @Test func `of incidents has those of the log, in its order, after every restart`() throws {
    let world = try FleetCloud()
    var expected: [String] = []
    for place in [1, 0, 2] {
      var twin = TestDevice(UInt64(place) + 1)
      try twin.enrol(with: world.cloud, now: Fleet.now)
      twin.add(engaged(5))
      let later = Fleet.now.advanced(byMilliseconds: 1_500)
      _ = world.cloud.handle(try twin.request(), now: later)
      expected.append(twin.chain.digest.description)
    }
    let all = world.cloud.incidents(limit: 100)
    #expect(all.rows.map(\.sent) == expected && !all.hasMore)
    let first = try #require(all.rows.first)
    let grant = try #require(world.fleet.others[1].grant)
    #expect(first.lineage == grant.lineage.description && first.epoch == grant.epoch.description)
    #expect(first.first == 1 && first.last == 1 && first.time == "2026-01-01T00:00:01.500Z")
    #expect(first.known == world.fleet.others[1].chain.entries[0].digest.description)
    #expect(pages { world.cloud.incidents(after: $0?.number ?? 0, limit: 2) } == all.rows)
    try world.cloud.flushFiles()
    for name in ["projections.sqlite", "new.sqlite"] {
      #expect(try world.opened(name, access: .look).incidents(limit: 100) == all)
    }
    try world.cloud.rebuild()
    #expect(world.cloud.incidents(limit: 100) == all)
  }

  // MARK: Candidates

  /// Item n has n endorsers and no content.
  private func wantingCloud(threshold: UInt32) throws -> TestCloud {
    let cloud = try TestCloud(threshold: threshold)
    for seed in 1...5 as ClosedRange<UInt64> {
      var device = try cloud.device(seed)
      for number in seed...5 { device.add(engaged(number, item: Fleet.item(number))) }
      _ = try cloud.answer(try device.request())
    }
    return cloud
  }

  @Test(arguments: 1...6 as ClosedRange<UInt32>)
  func `shows nothing that fewer than k devices endorse`(k: UInt32) throws {
    let cloud = try wantingCloud(threshold: k)
    let candidates = cloud.cloud.candidates(limit: 100, now: cloud.now)
    let expected = (1...5 as ClosedRange<UInt64>).filter { $0 >= k }
    #expect(candidates.rows.map(\.tag) == expected.map(Fleet.tag).sorted().map(\.description))
    #expect(candidates.rows.map(\.endorsers).sorted() == expected.map { UInt32($0) })
    let text =
      try json(candidates) + json(cloud.cloud.devices(limit: 100))
      + json(cloud.cloud.incidents(limit: 100))
    for number in 1...5 as ClosedRange<UInt64> {
      let isShown = text.contains(Fleet.tag(number).description)
      let isNamed = text.contains(Fleet.item(number).digest.description)
      #expect(isShown == (number >= k) && isNamed == isShown)
    }
  }

  @Test func `of candidates comes in pages, and says how many devices are waited for`() throws {
    let cloud = try wantingCloud(threshold: 2)
    let all = cloud.cloud.candidates(limit: 100, now: cloud.now).rows
    #expect(all.count == 4)
    for limit in 1...4 {
      let rows = pages { (last: ListedCandidate?) in
        let after = last.flatMap { row in
          JournalFormat.Tag(hex: row.tag).map { tag in
            WantedContent(tag: tag, content: ContentDigest(hex: row.content) ?? .zero)
          }
        }
        return cloud.cloud.candidates(after: after, limit: limit, now: cloud.now)
      }
      #expect(rows == all)
    }
    // The one that came to k with its batch was asked, and so were those after it, three at most.
    let asked = Dictionary(uniqueKeysWithValues: all.map { ($0.tag, $0.asked) })
    #expect(
      (2...5 as ClosedRange<UInt64>).map { asked[Fleet.tag($0).description] } == [1, 2, 3, 3])
    let later = cloud.now.advanced(
      byMilliseconds: cloud.cloud.configuration.askDeadlineMilliseconds + 1)
    #expect(cloud.cloud.candidates(limit: 100, now: later).rows.allSatisfy { $0.asked == 0 })
    _ = try cloud.cloud.takeDown(Fleet.tag(3), isUndone: false, now: cloud.now)
    // The words of what is taken down are asked of nobody.
    let rest = cloud.cloud.candidates(limit: 100, now: cloud.now).rows.map(\.tag)
    #expect(Set(rest) == Set(all.map(\.tag)).subtracting([Fleet.tag(3).description]))
  }

  @Test func `of candidates waits for nobody who was removed`() throws {
    let world = try FleetCloud(threshold: 2)
    func asked() -> [Int] { world.cloud.candidates(limit: 9, now: Fleet.now).rows.map(\.asked) }
    // Two others were asked before the lost one, which delivered.
    try world.revoke(.retracted)
    #expect(asked() == [2])
    let other = world.fleet.others[0]
    _ = world.cloud.handle(try other.opening(), now: Fleet.now)
    #expect(asked() == [3])
    let lineage = try #require(other.grant?.lineage)
    _ = try world.cloud.revoke(lineage, counts: .kept, now: Fleet.now)
    #expect(asked() == [2])
  }
}
