import Foundation
import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A host of an aggregator") struct CloudHostTests {
  private func expectLater(
    _ answer: SyncResponse?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer?.refusal?.code == .retryLater, sourceLocation: sourceLocation)
    #expect(answer?.refusal?.retryAfterMilliseconds != nil, sourceLocation: sourceLocation)
  }

  private func expectNotReady(
    _ world: HostWorld, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: CloudError.self, sourceLocation: sourceLocation) {
      try await world.digest()
    }
    #expect(error?.code == .notReady, sourceLocation: sourceLocation)
    #expect(error?.message == message, sourceLocation: sourceLocation)
  }

  private static let reading = "The aggregator still reads its log. Ask again soon."
  private static let ending = "The server is shutting down. Ask again once it has restarted."

  // MARK: Life

  @Test func `asks everybody to come again before it is open`() async throws {
    let world = try HostWorld()
    #expect(world.host.health.status == .recovering)
    #expect(world.host.health.reasons.count == 1)
    expectLater(await world.enrol(1))
    await expectNotReady(world, Self.reading)
    await world.host.performUpkeep()
    #expect(world.host.health.status == .recovering)
    #expect(world.host.statistics.logEntries == 0)
    #expect(!world.storage.holdsLog)
  }

  /// A log of millions is read for minutes, on the thread that answers.
  @Test func `asks everybody to come again while it reads its log`() async throws {
    let world = try HostWorld()
    world.clock.hold()
    let host = world.host
    let opening = Task { try await host.open() }
    for seed in 1...5 as ClosedRange<UInt64> { expectLater(await world.enrol(seed)) }
    await expectNotReady(world, Self.reading)
    #expect(world.host.health.status == .recovering)
    world.clock.release()
    try await opening.value
    #expect(world.host.health == CloudHealth(.ready))
    #expect(await world.enrol(1)?.isEnrolled == true)
    #expect(world.host.statistics.devices == 1)
    #expect(world.host.statistics.counters.enrolments == 1)
    try await world.host.close()
  }

  @Test func `that cannot open says why, and continues asking to come again`() async throws {
    let world = try HostWorld()
    try Data("no journal".utf8).write(to: URL(fileURLWithPath: world.storage.logPath))
    let error = await #expect(throws: CloudError.self) { try await world.host.open() }
    #expect(error?.code == .log)
    expectLater(await world.enrol(1))
    await expectNotReady(world, Self.reading)
    #expect(world.host.health.status == .recovering)
    try await world.host.close()
  }

  @Test func `takes nothing after it was closed, and has lost nothing`() async throws {
    let world = try HostWorld()
    try await world.host.open()
    #expect(await world.enrol(1)?.isEnrolled == true)
    let digest = try await world.digest()
    try await world.host.close()
    #expect(await world.enrol(2) == nil, "the filter is closed")
    // Somebody who came through the filter just before.
    expectLater(await world.host.process(Aggregator.Call(TestDevice(2).enrolment)))
    await expectNotReady(world, Self.ending)
    try await world.host.close()
    let again = try HostWorld(in: world.folder)
    try await again.host.open()
    #expect(try await again.digest() == digest)
    #expect(again.host.statistics.devices == 1)
    try await again.host.close()
  }

  @Test func `answers what waits when it is closed`() async throws {
    let world = try HostWorld()
    try await world.host.open()
    world.clock.hold()
    let (host, clock) = (world.host, world.clock)
    let answers = await world.enrolAll(1...40) {
      // All wait by now. Who closes comes behind them.
      Task { try await host.close() }
      try? await Task.sleep(for: .milliseconds(100))
      clock.release()
    }
    try await host.close()
    let enrolled = answers.count { $0?.isEnrolled == true }
    for answer in answers where answer?.isEnrolled == false { expectLater(answer) }
    // The last of them found the filter closed, or came just before.
    #expect(answers.count { $0 == nil } <= 1)
    #expect(enrolled >= 38)
    #expect(world.host.statistics.queuedRequests == 0)
    let again = try HostWorld(in: world.folder)
    try await again.host.open()
    #expect(again.host.statistics.devices == enrolled)
    try await again.host.close()
  }

  // MARK: Commits

  @Test func `commits once for all that wait together`() async throws {
    let world = try HostWorld { $0.groupCountMax = 64 }
    try await world.host.open()
    let before = try world.commitTimes().count
    world.clock.hold()
    let clock = world.clock
    let answers = await world.enrolAll(1...257) { clock.release() }
    #expect(answers.allSatisfy { $0?.isEnrolled == true })
    let times = try world.commitTimes().dropFirst(before)
    #expect(times.count == 257)
    let groups = Dictionary(grouping: times) { $0 }.values.map(\.count)
    #expect(groups.allSatisfy { $0 <= 64 })
    // The first one alone, those that came meanwhile in four groups, and the last.
    #expect((5...8).contains(groups.count), "\(groups)")
    #expect(world.host.statistics.devices == 257)
    try await world.host.close()
  }

  @Test func `commits no more bytes at once than its bound, unless one request has more`()
    async throws
  {
    let size = TestDevice(1).enrolment.count
    let world = try HostWorld { $0.groupByteCountMax = size * 3 }
    try await world.host.open()
    let before = try world.commitTimes().count
    world.clock.hold()
    let clock = world.clock
    _ = await world.enrolAll(1...30) { clock.release() }
    let times = try world.commitTimes().dropFirst(before)
    let groups = Dictionary(grouping: times) { $0 }.values.map(\.count)
    #expect(groups.allSatisfy { $0 <= 3 })
    #expect(groups.reduce(0, +) == 30)
    try await world.host.close()
    let narrow = try HostWorld { $0.groupByteCountMax = 1 }
    try await narrow.host.open()
    #expect(await narrow.enrolAll(1...9).allSatisfy { $0?.isEnrolled == true })
    try await narrow.host.close()
  }

  @Test func `answers each with its own answer`() async throws {
    let world = try HostWorld()
    try await world.host.open()
    let seeds = 1...100 as ClosedRange<UInt64>
    let answers = await world.enrolAll(seeds)
    let keys = answers.compactMap { answer -> PublicKey? in
      if case .enrolled(let grant, _)? = answer { grant.deviceKey } else { nil }
    }
    #expect(Set(keys) == Set(seeds.map { TestDevice($0).key.publicKey }))
    // The same again, beside what is no request: nothing is enrolled twice.
    let digest = try await world.digest()
    #expect(await world.enrolAll(seeds).allSatisfy { $0?.isEnrolled == true })
    for bytes in [[], [0], [UInt8](repeating: 0xFF, count: 5_000)] {
      #expect(await world.call(bytes)?.refusal?.code == .malformed)
    }
    #expect(try await world.digest() == digest)
    #expect(world.host.statistics.devices == 100)
    try await world.host.close()
  }

  // MARK: Room

  @Test func `turns away what it has no room for, and recovers`() async throws {
    let world = try HostWorld { $0.requestCountMax = 8 }
    try await world.host.open()
    world.clock.hold()
    let clock = world.clock
    let answers = await world.enrolAll(1...40) { clock.release() }
    let enrolled = answers.count { $0?.isEnrolled == true }
    #expect(answers.count { $0 == nil } == 40 - enrolled)
    #expect((8...9).contains(enrolled))
    #expect(world.host.statistics.turnedAway == UInt64(40 - enrolled))
    #expect(world.host.statistics.queuedRequests == 0)
    #expect(world.host.statistics.queuedBytes == 0)
    // Each comes again until it is through.
    for seed in 1...40 as ClosedRange<UInt64> {
      #expect(await world.enrol(seed)?.isEnrolled == true)
    }
    #expect(world.host.statistics.devices == 40)
    try await world.host.close()
  }

  @Test func `turns away bytes that it has no room for`() async throws {
    let size = TestDevice(1).enrolment.count
    let world = try HostWorld { $0.byteCountMax = size * 2 }
    try await world.host.open()
    #expect(world.host.reserve(size) == .taken)
    #expect(world.host.reserve(size) == .taken)
    #expect(world.host.reserve(1) == .full(retryAfterMilliseconds: 1_000))
    #expect(await world.enrol(1) == nil)
    for _ in 0..<2 { world.host.releaseBytes(size) }
    #expect(await world.enrol(1)?.isEnrolled == true)
    #expect(world.host.statistics.queuedRequests == 0)
    #expect(world.host.statistics.queuedBytes == 0)
    try await world.host.close()
  }
}
