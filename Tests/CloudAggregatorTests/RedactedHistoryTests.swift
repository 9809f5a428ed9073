import JournalFormat
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A log without some of its words") struct RedactedHistoryTests {
  /// A life of four devices and three items, in which words come, are hidden and leave.
  private struct History {
    let world: TestCloud
    var devices: [TestDevice]
    var dice: SplitMix64
    var origin: UInt64 = 100
    var time = Fleet.now

    init(_ seed: UInt64) throws {
      let world = try TestCloud { $0.redactionDelayMilliseconds = 0 }
      self.world = world
      devices = try (1...4).map { try world.device($0) }
      dice = SplitMix64(seed)
    }

    mutating func step() throws {
      time = time.advanced(byMilliseconds: 1)
      let item = Fleet.item(dice.below(3) + 1)
      let device = Int(dice.below(4))
      let lineage = try #require(devices[device].grant?.lineage)
      let isUndone = dice.below(2) == 0
      switch dice.below(12) {
      case 0...3: try say(device, engaged(newOrigin(), item: item))
      case 4: try say(device, withdrawn(newOrigin(), item: item))
      case 5...7: try say(device, .content(item, salt: UInt128(newOrigin())))
      case 8: try redact()
      case 9:
        guard world.cloud.projections.counts()[item.tag(salt: Sample.tagSalt)] != nil else {
          return
        }
        _ = try world.cloud.takeDown(
          item.tag(salt: Sample.tagSalt), isUndone: isUndone, now: time)
      case 10: _ = try world.cloud.revoke(lineage, counts: .retracted, now: time)
      default: _ = try world.cloud.reinstate(lineage, now: time)
      }
    }

    private mutating func newOrigin() -> UInt64 {
      origin += 1
      return origin
    }

    private mutating func say(_ device: Int, _ report: Report) throws {
      devices[device].add(report)
      // A removed device is refused, and says all that it has when it was taken back.
      let count = devices[device].chain.entries.count
      _ = world.cloud.handle(try devices[device].request(count, count), now: time)
    }

    private mutating func redact() throws {
      if dice.below(3) == 0 { world.log.redactionsLeft = Int(dice.below(2)) }
      _ = try? world.cloud.redactHiddenContents(now: time)
      world.log.redactionsLeft = nil
    }
  }

  @Test(arguments: LongRun.seeds(6, of: 20))
  func `gives one state, however it is read`(seed: UInt64) throws {
    var history = try History(seed)
    let folder = try TemporaryFolder()
    for step in 1...80 {
      try history.step()
      guard step % 8 == 0 else { continue }
      let digest = try history.world.cloud.projections.stateDigest()
      let rebuilt = try CloudProjections(
        path: folder.file("\(step)"), vfs: nil, access: .maintain, log: history.world.log,
        logStart: history.world.log.start)
      #expect(try rebuilt.stateDigest() == digest, "step \(step)")
      #expect(
        rebuilt.state.publication.logged.unused
          == history.world.cloud.projections.state.publication.logged.unused)
      #expect(
        rebuilt.state.publication.logged.hidden.count
          == history.world.cloud.projections.state.publication.logged.hidden.count)
      #expect(rebuilt.state.reportCount == history.world.cloud.projections.state.reportCount)
      let reopened = try history.world.reopened()
      #expect(
        try reopened.projections.stateDigest() == digest
          && reopened.projections.rebuildReason == nil)
      #expect(
        reopened.projections.state.publication.logged.hidden
          == history.world.cloud.projections.state.publication.logged.hidden)
    }
    #expect(history.world.log.entries.contains { $0.payload == nil })
  }
}
