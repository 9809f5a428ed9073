import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Numbers that nobody can have, in what a stranger sends and in a log that took them.
@Suite("Impossible numbers") struct PoisonedLogTests {
  private let cloud: TestCloud
  private var device: TestDevice

  init() throws {
    cloud = try TestCloud()
    device = try cloud.device(1)
  }

  /// Grants that nobody signed but the device itself.
  private static func recovery(
    _ device: TestDevice, order: UInt64, lineage: LineageName? = nil, nonce: Nonce? = nil,
    epoch: EpochName = EpochName(bits: 77)
  ) -> RecoverRequest {
    let nonce = nonce ?? device.nonce
    let grant = Grant(
      lineage: lineage ?? LineageName(foundedWith: nonce), epoch: epoch,
      deviceKey: device.key.publicKey, parent: nil, cloudLife: Sample.cloudLife, order: order,
      nonce: nonce, time: Sample.day.start, withdrawals: [], signedBy: device.key)
    return RecoverRequest(
      grants: [grant], time: Sample.day.start, attestation: [], lineage: device.lineage)
  }

  @Test(arguments: [UInt64.max, UInt64.max - 1, UInt64(1) << 63] as [UInt64])
  func `of an order are refused in a recovery`(order: UInt64) throws {
    let request = SyncRequest.recover(Self.recovery(TestDevice(2), order: order))
    #expect(try cloud.refusal(request.bytes) == .malformed)
    #expect(throws: Never.self) { try cloud.device(3) }
  }

  @Test(arguments: [0, 7, UInt64(Int64.max)] as [UInt64])
  func `an order that nobody proved moves none`(order: UInt64) throws {
    let before = try #require(device.grant).order
    let request = SyncRequest.recover(Self.recovery(TestDevice(2), order: order))
    guard case .news = try cloud.answer(request.bytes) else {
      Issue.record("the lineage is admitted like a new one")
      return
    }
    #expect(try cloud.device(3).grant?.order == before + 1)
    try cloud.cloud.rebuild()
    #expect(try cloud.device(4).grant?.order == before + 2)
  }

  @Test func `a log that took them opens, and takes the next device`() throws {
    let grant = try #require(device.grant)
    var stranger = grant
    stranger.lineage = LineageName(foundedWith: TestDevice(2).nonce)
    stranger.epoch = EpochName(bits: 78)
    stranger.nonce = TestDevice(2).nonce
    stranger.order = .max - 1
    stranger.parent = Head(epoch: grant.epoch, number: .max, digest: Sample.digest)
    for isProven in [false, true] {
      try append(.recovered(stranger, isProven: isProven))
      stranger.epoch = EpochName(bits: 79)
    }
    let holes: [(UInt64, UInt64)] = [(0, .max), (1, .max), (5, 3), (.max, .max), (3, 4)]
    for (first, last) in holes { try append(hole: first, last, of: grant.epoch) }
    try append(redactedBatchOf: grant.epoch)
    let reopened = try cloud.reopened()
    #expect(reopened.projections.state.epochs[0].lostCount == UInt64(Int64.max))
    var next = TestDevice(9)
    try next.enrol(with: reopened, now: cloud.now)
    #expect(next.grant?.order == grant.order + 1)
    next.add(engaged(1))
    let answer = try SyncResponse(bytes: reopened.handle(try next.request(), now: cloud.now))
    guard case .received = answer else {
      Issue.record("the log continues: \(answer)")
      return
    }
    try reopened.rebuild()
    #expect(try reopened.status().missingNumbers == UInt64(Int64.max))
  }

  @Test(arguments: [39, 40, 99] as [UInt8])
  func `of a kind of entry that this version does not know stop the log`(kind: UInt8) throws {
    try append(kind: EntryKind(rawValue: kind), payload: [1])
    let error = #expect(throws: CloudError.self) { try cloud.reopened() }
    #expect(error?.code == .newerLog)
    #expect(error?.message.hasSuffix("Use a newer spotlog.") == true)
  }

  private func append(_ entry: ControlEntry) throws {
    try append(kind: .control(entry.kind), payload: entry.payload)
  }

  private func append(kind: EntryKind, payload: [UInt8]) throws {
    _ = try cloud.log.append(
      [EntryDraft(kind: kind, time: cloud.now, payload: payload)], extending: cloud.log.head)
  }

  /// As bytes: no value of ours can say so any more.
  private func append(hole first: UInt64, _ last: UInt64, of epoch: EpochName) throws {
    var writer = ByteWriter()
    writer.integer(UInt8(1))
    writer.name(epoch)
    writer.integer(first)
    writer.integer(last)
    writer.digest(Sample.digest)
    try append(kind: .control(.hole), payload: writer.bytes)
  }

  private func append(redactedBatchOf epoch: EpochName) throws {
    var writer = ByteWriter()
    writer.integer(UInt8(1))
    writer.integer(UInt64.max)
    writer.name(epoch)
    writer.integer(UInt64.max)
    writer.integer(UInt64(0))
    writer.digest(Sample.digest)
    try append(kind: .control(.redacted), payload: writer.bytes)
  }

  /// What a locator lacks of the log is lost, and may be named twice.
  @Test func `in two locators add up to a loss that ends at the largest number`() throws {
    for (seed, number) in [(20, UInt64(Int64.max)), (21, UInt64(Int64.max) - 1)]
      as [(UInt64, UInt64)]
    {
      let grant = try #require(device.grant)
      let locator = Locator(
        epoch: grant.epoch, places: [Locator.Place(number: number, digest: Sample.digest)])
      let request = GrantRequest(
        locator: locator, nonce: Nonce(bits: UInt128(seed)), time: cloud.now,
        lineage: device.lineage, child: TestDevice(seed).key)
      guard case .granted = try cloud.answer(SyncRequest.grant(request).bytes) else {
        Issue.record("a new epoch continues from the old one")
        return
      }
    }
    #expect(cloud.cloud.projections.state.epochs[0].lostCount == UInt64(Int64.max))
    let wrong = Locator(
      epoch: .zero, places: [Locator.Place(number: 1 << 63, digest: Sample.digest)])
    let request = GrantRequest(
      locator: wrong, nonce: Nonce(bits: 5), time: cloud.now, lineage: device.lineage,
      child: TestDevice(5).key)
    #expect(try cloud.refusal(SyncRequest.grant(request).bytes) == .malformed)
  }

  @Test mutating func `of days count on the nearest that can be`() throws {
    let days: [Int32] = [.min, -1, 0, 20_454, 20_456, 20_457, .max]
    for (index, day) in days.enumerated() { device.add(engaged(UInt64(index) + 1), on: Day(day)) }
    guard case .received = try cloud.answer(try device.request()) else {
      Issue.record("a wrong clock loses nothing")
      return
    }
    func check(_ cloud: Aggregator) throws {
      let state = cloud.projections.state
      let tag = try #require(state.items.tagTable.place(of: Sample.tag))
      #expect(state.items.days(of: tag).map(\.day) == [0, 20_454, 20_456])
      #expect(state.items.days(of: tag).map(\.events) == [3, 1, 3])
      #expect(state.items.days(of: tag).map(\.distinct) == [1, 1, 1])
    }
    try check(cloud.cloud)
    try check(try cloud.reopened())
    try cloud.cloud.rebuild()
    try check(cloud.cloud)
  }
}
