import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// What a cloud does whose log went back without anybody having noticed.
@Suite("A batch that comes with the receipt of before") struct ResendTests {
  private let folder: TemporaryFolder
  private let now = Sample.day.start
  private var before: Timestamp { now.advanced(byMilliseconds: -3_600_000) }

  init() throws { folder = try TemporaryFolder() }

  private func play() throws -> (cloud: Aggregator, device: TestDevice) {
    let cloud = try Aggregator.open(
      .folder(folder.path), keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .system, now: now)
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: now)
    for origin in 1...3 as ClosedRange<UInt64> { device.add(engaged(origin)) }
    return (cloud, device)
  }

  private func receipt(
    _ device: TestDevice, life: CloudLife, digest: Digest? = nil,
    signedBy key: SigningKey = Sample.cloudKey
  ) throws -> Receipt {
    let grant = try #require(device.grant)
    let last = try #require(device.chain.entries.last)
    return Receipt(
      lineage: grant.lineage, epoch: grant.epoch, first: SequenceNumber(1)!,
      last: last.header.number, digest: digest ?? last.digest, cloudLife: life, receivedMark: 3,
      backedUpMark: 0, receivedTime: before, signedBy: key)
  }

  private func resend(_ receipt: Receipt, _ batch: [UInt8], to cloud: Aggregator) throws
    -> SyncResponse
  {
    let request = SyncRequest.resend(ResendRequest(receipt: receipt, batch: batch))
    return try SyncResponse(bytes: cloud.handle(request.bytes, now: now))
  }

  @Test func `begins a new life, and is received when it was`() throws {
    let (cloud, device) = try play()
    let life = cloud.projections.life
    let answer = try resend(receipt(device, life: life), device.batch(), to: cloud)
    guard case .received(let receipt, _) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(receipt.receivedTime == before && receipt.cloudLife != life)
    #expect(cloud.projections.life == receipt.cloudLife)
    #expect(cloud.projections.counts()[Sample.item.tag(salt: Sample.tagSalt)]?.events == 3)
    // Once is enough.
    _ = try resend(self.receipt(device, life: life), device.batch(), to: cloud)
    #expect(cloud.projections.life == receipt.cloudLife)
    #expect(cloud.counters.duplicates == 1)
  }

  @Test func `changes nothing when the device did not sign it`() throws {
    let (cloud, device) = try play()
    let (life, position) = (cloud.projections.life, cloud.projections.position)
    let batch = try device.batch(signedBy: TestDevice(2).key)
    let answer = try resend(receipt(device, life: life), batch, to: cloud)
    guard case .refused(let refusal) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(refusal.code == .notAllowed)
    #expect(cloud.projections.life == life && cloud.projections.position == position)
  }

  /// A receipt for another batch says that the log went back, and not when this one came.
  @Test func `does not lend its time to another batch`() throws {
    let (cloud, device) = try play()
    let life = cloud.projections.life
    let other = try receipt(device, life: life, digest: Sample.digest)
    guard case .received(let receipt, _) = try resend(other, device.batch(), to: cloud) else {
      Issue.record("the batch is received")
      return
    }
    #expect(receipt.receivedTime == now && receipt.cloudLife != life)
  }

  @Test(arguments: [true, false])
  func `is one like any other when its receipt proves nothing`(isOfOldLife: Bool) throws {
    let (cloud, device) = try play()
    let life = cloud.projections.life
    let unproven =
      isOfOldLife
      ? try receipt(device, life: Sample.cloudLife)
      : try receipt(device, life: life, signedBy: Sample.deviceKey)
    guard case .received(let receipt, _) = try resend(unproven, device.batch(), to: cloud) else {
      Issue.record("the batch is received")
      return
    }
    #expect(cloud.projections.life == life)
    #expect(receipt.receivedTime == (isOfOldLife ? before : now))
    #expect(cloud.counters.unprovenReceipts == (isOfOldLife ? 0 : 1))
  }
}
