import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import Sync
import TestSupport
import Testing

/// What can have happened to the files of a device that was closed.
enum FileLoss: CaseIterable, Sendable {
  case nothing, witnessGone, witnessTorn, witnessYoung, witnessAsking, witnessForeign
  case witnessOfOtherEpoch, witnessOfEarlierDay
  case sharedGone, sharedGoneUnsent, bothGone, startInterrupted

  func happen(in folder: String) throws {
    let path = folder + "/witness"
    let old = try Witness(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    var young = Witness(keySeed: old.keySeed, nonce: old.nonce)
    switch self {
    case .nothing: return
    case .witnessGone: return try remove(["witness"], in: folder)
    case .witnessTorn: return try Data(old.bytes.prefix(40)).write(to: URL(fileURLWithPath: path))
    case .sharedGone: return try remove(["shared.journal"], in: folder)
    case .bothGone: return try remove(["shared.journal", "witness"], in: folder)
    case .sharedGoneUnsent:
      try remove(["shared.journal"], in: folder)
      young.grant = old.grant
    case .witnessYoung: break
    case .witnessAsking:
      young.child = Witness.Successor(keySeed: Sample.nextKey.seed, nonce: Sample.nextNonce)
    case .witnessForeign: young.nonce = Sample.nextNonce
    case .witnessOfOtherEpoch:
      let grant = try #require(old.grant)
      young.grant = Grant(
        lineage: grant.lineage, epoch: Sample.childEpoch, deviceKey: grant.deviceKey, parent: nil,
        cloudLife: grant.cloudLife, order: 0, nonce: old.nonce, time: grant.time, withdrawals: [],
        signedBy: Sample.cloudKey)
    // As it was before anything was sent.
    case .witnessOfEarlierDay: young.grant = old.grant
    case .startInterrupted:
      // The private journal knows the epoch whose key the witness only asked for.
      young = Witness(keySeed: Sample.nextKey.seed, nonce: old.nonce)
      young.child = Witness.Successor(keySeed: old.keySeed, nonce: old.nonce)
    }
    try Data(young.bytes).write(to: URL(fileURLWithPath: path))
  }

  private func remove(_ names: [String], in folder: String) throws {
    for name in names {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
      try? FileManager.default.removeItem(atPath: folder + "/" + name + "-wal")
    }
  }
}

@Suite("What is said of a device's files") struct DeviceStateTests {
  private let configuration = DeviceConfiguration(
    tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])

  /// What the device decides when it opens its files.
  private func phase(_ folder: String) throws -> DeviceSyncMachine.Phase? {
    let device = try Device.inFolder(
      folder, configuration, now: Sample.day.start, random: .seeded(4))
    do throws(DeviceError) {
      return try device.sync(now: Sample.day.start).machine.phase
    } catch {
      guard error.code == .witness else { throw error }
      return nil
    }
  }

  @Test(arguments: FileLoss.allCases)
  func `is what the device decides when it opens them`(loss: FileLoss) throws {
    let world = try LivedWorld("device/")
    try loss.happen(in: world.device)
    let obstacle = try DeviceState(world.device, named: "phone").obstacle
    switch try phase(world.device) {
    case nil: #expect(obstacle == .foreignWitness)
    case .needsEnrolment: #expect(obstacle == .notEnrolled || obstacle == .neverSpoke)
    case .needsGrant(let reason): #expect(obstacle == .newEpoch(reason))
    case .needsOpen: #expect(obstacle == nil || obstacle == .notSyncedSince)
    case .needsRecovery, .ready, .stopped: Issue.record("no cloud has answered")
    }
  }

  @Test func `tells a device that never spoke from one that lost its witness`() throws {
    let lost = try LivedWorld("device/")
    try FileLoss.bothGone.happen(in: lost.device)
    #expect(try DeviceState(lost.device, named: "phone").obstacle == .newEpoch(.witnessLost))
    let folder = try TemporaryFolder()
    _ = try Device.inFolder(
      folder.path, configuration, now: Sample.day.start, random: .seeded(5))
    #expect(try DeviceState(folder.path, named: "phone").obstacle == .neverSpoke)
  }
}
