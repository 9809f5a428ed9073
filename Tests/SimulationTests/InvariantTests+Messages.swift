import CloudAggregator
import JournalFormat
import JournalStore
import Sync
import Testing

@testable import DeviceIndex
@testable import Simulation

/// What devices and the cloud say to each other.
extension InvariantTests {
  @Test func `privateStaysPrivate: a message holds a private word`() throws {
    var request = try #require(spy.requests.last)
    try expect(.privateStaysPrivate, "is in a message to the cloud") {
      PrivateStaysPrivate().requestLeft(request, of: device, in: world)
    } after: {
      request += Array("my zanzibarcanary".utf8)
    }
  }

  @Test func `boundedReceipts: the cloud does not have what it acknowledged`() throws {
    let sync = try #require(try device.process?.sync(now: world.now))
    let (receipt, news) = try #require(spy.receipts.last)
    let answer = SyncResponse.received(receipt, news).bytes
    let early = try #require(world.cloud.copies["early"])
    try expect(.boundedReceipts, "for acknowledged, and the cloud has 0") {
      BoundedReceipts().answerHeard(answer, by: device, sync, in: world)
    } after: {
      // It went back, and the device does nothing about it.
      try world.cloud.restore(early)
      try world.cloud.start(now: world.now)
      sync.machine.recordAnswer(in: try #require(world.cloud.process).projections.life)
    }
  }

  @Test func `forksAreSeen: a number has two contents`() throws {
    var (receipt, news) = try #require(spy.receipts.last)
    let checker = ForksAreSeen()
    try expect(.forksAreSeen, "has a receipt for each of two contents") {
      checker.cloudAnswered(exchange(.received(receipt, news)), in: world)
    } after: {
      receipt.digest = .zero
    }
  }

  @Test func `growingEpochs: a receipt for what the cloud does not have`() throws {
    var (receipt, news) = try #require(spy.receipts.last)
    let checker = GrowingEpochs()
    try expect(.growingEpochs, "gave a receipt for 1000") {
      checker.cloudAnswered(exchange(.received(receipt, news)), in: world)
    } after: {
      receipt.last = try #require(SequenceNumber(1_000))
    }
  }

  @Test func `fencedEpochs: an epoch continues after its child began`() throws {
    var (receipt, news) = try #require(spy.receipts.last)
    let checker = FencedEpochs()
    let child = try #require(spy.receipts.first { $0.receipt.epoch != receipt.epoch })
    var dice = Dice.seeded(1)
    let key = SigningKey(using: &dice)
    let grant = Grant(
      lineage: receipt.lineage, epoch: child.receipt.epoch, deviceKey: key.publicKey,
      parent: Head(
        epoch: receipt.epoch, number: receipt.last.rawValue, digest: receipt.digest),
      cloudLife: receipt.cloudLife, order: 2, nonce: Nonce(using: &dice),
      time: world.now, withdrawals: [], signedBy: key)
    checker.cloudAnswered(
      exchange(.granted(grant, root: nil, withdrawn: [], endorsed: [], news)), in: world)
    try expect(.fencedEpochs, "its epoch has a child, and the cloud took entry 1000 of it") {
      checker.cloudAnswered(exchange(.received(receipt, news)), in: world)
    } after: {
      receipt.last = try #require(SequenceNumber(1_000))
    }
  }

  @Test func `pureRefusals: a refused request is in the log`() throws {
    var before = CloudLoad(cloud)
    try expect(.pureRefusals, "a request was refused (malformed), and the log went from") {
      PureRefusals().cloudAnswered(
        exchange(.refused(Refusal(.malformed, "no")), before: before), in: world)
    } after: {
      before.logNumber -= 1
    }
  }

  @Test func `boundedMessages: a request is too large`() throws {
    var request = try #require(spy.requests.last)
    try expect(.boundedMessages, "bytes, and the cloud takes") {
      BoundedMessages().requestLeft(request, of: device, in: world)
    } after: {
      request += [UInt8](repeating: 0, count: 300 << 10)
    }
  }

  @Test func `safeCodecs: a request cannot be read`() throws {
    var request = try #require(spy.requests.first)
    try expect(.safeCodecs, "is not what is read of it") {
      SafeCodecs().requestLeft(request, of: device, in: world)
    } after: {
      request.removeLast()
    }
  }

  @Test func `soundAnswers: an answer cannot be read`() throws {
    let (receipt, news) = try #require(spy.receipts.last)
    var answer: SyncResponse? = .received(receipt, news)
    try expect(.soundAnswers, "an answer of 0 bytes cannot be read") {
      SoundAnswers().cloudAnswered(exchange(answer), in: world)
    } after: {
      answer = nil
    }
  }

  @Test func `boundedWork: a request has too much logged`() throws {
    var before = CloudLoad(cloud)
    try expect(.boundedWork, "a request of 64 bytes has 2 entries logged") {
      BoundedWork().cloudAnswered(
        exchange(nil, request: [UInt8](repeating: 0, count: 64), before: before), in: world)
    } after: {
      before.logNumber -= 2
    }
  }

  @Test func `boundedWork: a request adds too many rows`() throws {
    var before = CloudLoad(cloud)
    try expect(.boundedWork, "a request of 7 bytes adds 2 rows") {
      BoundedWork().cloudAnswered(
        exchange(nil, request: [UInt8](repeating: 0, count: 7), before: before), in: world)
    } after: {
      before.rowCount -= 2
    }
  }

  @Test func `boundedWork: a request takes too many steps`() throws {
    var before = CloudLoad(cloud)
    // A withdrawal took some.
    try #require(before.workCount > 0)
    try expect(.boundedWork, "a request of 0 bytes took \(before.workCount) steps after 0") {
      BoundedWork(workMax: 0).cloudAnswered(exchange(nil, before: before), in: world)
    } after: {
      before.workCount = 0
    }
  }

  @Test func `countedOrders: a grant has the order of one that nobody asked for`() throws {
    let enrolment = try #require(
      spy.requests.first { $0.first == SyncRequest.Kind.enrol.rawValue })
    var dice = Dice.seeded(1)
    let key = SigningKey(using: &dice)
    var grant = Grant(
      lineage: LineageName(using: &dice), epoch: EpochName(using: &dice),
      deviceKey: key.publicKey, parent: nil, cloudLife: cloud.projections.life, order: 0,
      nonce: Nonce(using: &dice), time: world.now, withdrawals: [], signedBy: key)
    try expect(.countedOrders, "a grant has the order 1, and 1 were asked for or brought") {
      CountedOrders().cloudAnswered(
        exchange(.enrolled(grant, SyncLimits()), request: enrolment), in: world)
    } after: {
      grant.order = 1
    }
  }
}
