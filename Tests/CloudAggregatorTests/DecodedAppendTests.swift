import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Large batches are read before it is their turn: nothing may come out otherwise than if they were
/// read then.
@Suite("A large batch that comes to a host") struct DecodedAppendTests {
  private let world: HostWorld
  private var device: TestDevice

  init() async throws {
    world = try HostWorld()
    try await world.host.open()
    device = TestDevice(1)
    guard case .enrolled(let grant, _)? = await world.call(device.enrolment) else { return }
    device.begin(with: grant)
    var dice = SplitMix64(1)
    for _ in 0..<500 {
      let tag = Tag(suite: 1, bits: UInt128(dice.next()) << 64 | UInt128(dice.next()))
      device.add(
        .engaged(
          Report.Engaged(
            tag: tag, content: ContentDigest(using: &dice), origin: Origin(rawValue: dice.next()),
            isCarried: false)))
    }
  }

  private func append(_ batch: [UInt8]) async -> SyncResponse? {
    let bytes = SyncRequest.append(AppendRequest(batch: batch)).bytes
    #expect(
      DecodedAppend.appendWorthDecoding(in: Aggregator.Call(bytes)) != nil,
      "the test is of large ones"
    )
    return await world.call(bytes)
  }

  @Test func `is received, and once more as a duplicate`() async throws {
    for _ in 0..<2 {
      guard case .received(let receipt, _)? = await append(try device.batch()) else {
        Issue.record("It was not received.")
        return
      }
      #expect(receipt.last.rawValue == 500)
    }
    #expect(world.host.statistics.counters.reports == 500)
    #expect(world.host.statistics.counters.duplicates == 1)
  }

  @Test func `is received in two parts, one after the other`() async throws {
    let batches = try [(1, 250), (251, 500)].map { try device.batch($0.0, $0.1) }
    for batch in batches {
      guard case .received? = await append(batch) else {
        Issue.record("It was not received.")
        return
      }
    }
    #expect(world.host.statistics.counters.reports == 500)
  }

  @Test func `is refused for what is wrong with it, and changes nothing`() async throws {
    let digest = try await world.digest()
    var damaged = try device.batch()
    damaged[damaged.count - 1] ^= 1
    #expect(await append(damaged)?.refusal?.code == .malformed)
    let forged = try device.batch(signedBy: TestDevice(2).key)
    #expect(await append(forged)?.refusal?.code == .notAllowed)
    #expect(try await world.digest() == digest)
    #expect(world.host.statistics.counters.refusals == 2)
    guard case .received? = await append(try device.batch()) else {
      Issue.record("The next good one was not received.")
      return
    }
  }

  /// Anyone who restored the cloud has to hear that it does not know the epoch, whatever is in
  /// there.
  @Test func `of an unknown epoch is told so first`() async throws {
    var stranger = device
    stranger.begin(with: Sample.grant)
    for entry in device.chain.entries {
      stranger.add(try Report(kind: entry.header.kind, payload: try #require(entry.payload)))
    }
    var damaged = try stranger.batch()
    damaged[damaged.count - 1] ^= 1
    for batch in [try stranger.batch(), damaged] {
      guard case .notReceived(.unknownEpoch, _)? = await append(batch) else {
        Issue.record("It was not told that the epoch is unknown.")
        return
      }
    }
  }
}
