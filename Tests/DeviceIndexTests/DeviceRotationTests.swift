import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device that changes its key") struct DeviceRotationTests {
  private let talk: Conversation

  init() throws {
    talk = try Conversation()
    try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync)
      try talk.talk(sync)
      #expect(sync.machine.acknowledged == 1)
    }
  }

  /// What lies in the file is what the device goes by.
  private func stored(_ sync: DeviceSync) throws -> Witness {
    let stored = try #require(try DeviceWitnessKeeper.read(sync.device.storage.witness))
    #expect(stored == sync.witness)
    return stored
  }

  private func events() throws -> UInt64? { try talk.cloud.projections.popularity().first?.events }

  /// Asks for the change; the answer is not given to the device.
  private func ask(_ sync: DeviceSync) throws -> (DeviceSync.Outgoing, RotateRequest) {
    guard case (let outgoing, .rotate(let request)) = try talk.sent(sync) else {
      throw DeviceError(.journal, "It has to ask for its next key.")
    }
    return (outgoing, request)
  }

  @Test func `continues with the new one, and the old one says nothing any more`() throws {
    try talk.life(2) { device, sync in
      let old = try #require(SigningKey(seed: sync.witness.keySeed))
      #expect(try talk.talk(sync).summary == ["open: ok(cloudHead: 1)"])
      try sync.requestRotation()
      #expect(try talk.talk(sync).summary == ["rotate: enrolled"])
      let key = try #require(SigningKey(seed: try stored(sync).keySeed))
      #expect(key.publicKey != old.publicKey)
      #expect(sync.witness.grant?.deviceKey == key.publicKey)
      try talk.engage(device, sync)
      let (outgoing, _) = try talk.sent(sync)
      guard case .received = try talk.answer(outgoing.bytes) else {
        Issue.record("the new key signs the next batch")
        return
      }
      #expect(try events() == 2)
      let shared = try #require(sync.shared)
      let grant = try #require(sync.witness.grant)
      let batch = try BatchWriter().batch(
        of: shared.entries(from: 1, atMost: 2), lineage: grant.lineage, epoch: grant.epoch,
        previousDigest: shared.identity.genesis, signedBy: old)
      guard
        case .refused(let refusal) = try talk.answer(
          SyncRequest.append(AppendRequest(batch: batch)).bytes)
      else {
        Issue.record("the old key signs nothing any more")
        return
      }
      #expect(refusal.code == .notAllowed)
    }
    try talk.life(3) { _, sync in
      let turns = try talk.talk(sync)
      #expect(turns.summary == ["open: ok(cloudHead: 2)"])
    }
  }

  @Test(arguments: [true, false])
  func `asks the same again when it did not hear the answer, and continues`(hasArrived: Bool) throws
  {
    let first = try talk.life(2) { _, sync in
      try sync.requestRotation()
      let (outgoing, request) = try ask(sync)
      if hasArrived { _ = try talk.answer(outgoing.bytes) }
      return request
    }
    try talk.life(3) { device, sync in
      let (_, request) = try ask(sync)
      #expect(request.newKey == first.newKey && request.nonce == first.nonce)
      sync.connectionFailed("cut", now: talk.deviceTime())
      try talk.engage(device, sync)
      let expected = ["rotate: enrolled", "open: ahead", "append: received"]
      let summary = try talk.talk(sync).summary.map { String($0.prefix { $0 != "(" }) }
      #expect(summary == expected, "\(summary)")
      #expect(try stored(sync).grant?.nonce == first.nonce)
      #expect(try events() == 2)
    }
    // However often it was asked for, there is one change in the log.
    #expect(talk.log.entries.map(\.header.kind.description).filter { $0 == "grant" }.count == 1)
  }

  @Test func `keeps its witness whole at every step`() throws {
    try talk.life(2) { _, sync in
      let before = try stored(sync)
      try sync.requestRotation()
      let asking = try stored(sync)
      let successor = try #require(asking.successor)
      #expect(asking.keySeed == before.keySeed && asking.nonce == before.nonce)
      // Once begun, it is the same change.
      try sync.requestRotation()
      #expect(try stored(sync) == asking)
      try talk.talk(sync)
      let after = try stored(sync)
      #expect(after.successor == nil)
      #expect(after.keySeed == successor.keySeed && after.nonce == successor.nonce)
      #expect(after.sent == before.sent && after.receipt == before.receipt)
      #expect(after.grant?.epoch == before.grant?.epoch)
    }
  }

  /// A folder in the place of the file that replaces the witness.
  private func withObstacle(_ body: () throws -> Void) throws {
    let path = talk.home.folder.file("witness.new")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try body()
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `asks for no key that its witness does not have`() throws {
    try talk.life(2) { _, sync in
      for _ in 0..<2 {
        try withObstacle {
          let error = #expect(throws: DeviceError.self) { try sync.requestRotation() }
          #expect(error?.code == .witness)
        }
        #expect(try stored(sync).successor == nil)
      }
      #expect(try talk.talk(sync).summary == ["open: ok(cloudHead: 1)"])
      try sync.requestRotation()
      #expect(try talk.talk(sync).summary == ["rotate: enrolled"])
    }
  }

  @Test func `asks again when its witness could not take the answer`() throws {
    try talk.life(2) { _, sync in
      try sync.requestRotation()
      let (outgoing, _) = try ask(sync)
      let response = try talk.answer(outgoing.bytes)
      try withObstacle {
        #expect(throws: DeviceError.self) {
          try sync.received(response, to: outgoing.number, now: talk.deviceTime())
        }
      }
    }
    try talk.life(3) { _, sync in
      let asking = try stored(sync)
      #expect(asking.successor != nil)
      #expect(try talk.talk(sync).summary == ["rotate: enrolled", "open: ok(cloudHead: 1)"])
      #expect(try stored(sync).successor == nil)
    }
  }

  enum Lie: CaseIterable { case epoch, key, nonce, signature }

  @Test(arguments: Lie.allCases) func `believes no grant for something else`(lie: Lie) throws {
    try talk.life(2) { _, sync in
      try sync.requestRotation()
      let asking = try stored(sync)
      let (outgoing, request) = try ask(sync)
      let grant = Grant(
        lineage: request.lineage, epoch: lie == .epoch ? Sample.childEpoch : request.epoch,
        deviceKey: lie == .key ? Sample.nextKey.publicKey : request.newKey, parent: nil,
        cloudLife: Sample.cloudLife, order: 9, nonce: lie == .nonce ? Sample.nonce : request.nonce,
        time: talk.home.now, withdrawals: [],
        signedBy: lie == .signature ? Sample.deviceKey : Sample.cloudKey)
      try sync.received(
        .enrolled(grant, SyncLimits()), to: outgoing.number, now: talk.deviceTime())
      #expect(sync.lastDisbelief?.contains("next key") == true)
      #expect(try stored(sync) == asking)
      // It is still waiting, and takes the true one.
      let response = try talk.answer(outgoing.bytes)
      try sync.received(response, to: outgoing.number, now: talk.deviceTime())
      #expect(try stored(sync).successor == nil)
    }
  }

  @Test func `has an epoch, or says that it has none`() throws {
    let alone = try Conversation()
    try alone.life { _, sync in
      let error = #expect(throws: DeviceError.self) { try sync.requestRotation() }
      #expect(error?.code == .notEnrolled)
      #expect(sync.witness.successor == nil)
    }
  }
}
