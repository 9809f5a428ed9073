import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// A device that has sent reports, and its files, which are then changed while it is closed.
private struct WitnessHome {
  let home: TestHome

  init() throws { home = try TestHome() }

  /// Enrols the device, has it engage so often, and lets its reports leave.
  func begin(engagements: Int) throws {
    let device = try home.device()
    let sync = try home.enrol(device)
    try engage(device, sync, engagements)
  }

  /// Continues from the files.
  func goOn(engagements: Int, seed: UInt64 = 2) throws {
    let device = try home.device(seed: seed)
    let sync = try device.sync(now: home.now)
    _ = try sync.next(now: home.now)
    try sync.hear(.opened(.ok(cloudHead: 0), news), now: home.now)
    try engage(device, sync, engagements)
  }

  private func engage(_ device: Device, _ sync: DeviceSync, _ count: Int) throws {
    try device.record([try TestHome.activity("1")], at: home.now)
    for _ in 0..<count { try device.record([TestHome.engage("1")], at: home.now) }
    try sync.runFilter(now: home.now)
    guard case .send = try sync.next(now: home.now) else {
      Issue.record("there has to be something to send")
      return
    }
    let shared = try #require(sync.shared)
    #expect(sync.witness.sent?.number == (try shared.head().number))
    #expect(try DeviceWitnessKeeper.read(device.storage.witness) == sync.witness)
  }

  var news: CloudNews {
    CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(),
      wanted: [])
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: home.folder.file(name)) }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  func put(_ bytes: Data?, _ name: String) throws {
    try? FileManager.default.removeItem(at: url(name))
    try bytes?.write(to: url(name))
  }

  func witness() throws -> Witness { try Witness(bytes: [UInt8](try bytes("witness"))) }

  func changeWitness(_ change: (inout Witness) -> Void) throws {
    var witness = try witness()
    change(&witness)
    try put(Data(witness.bytes), "witness")
  }

  /// What the device does when it is opened: its phase, and what it says.
  func reopened(_ check: (DeviceSync, DeviceSync.Step) throws -> Void) throws {
    let device = try home.device(seed: 3)
    let sync = try device.sync(now: home.now)
    try check(sync, try sync.next(now: home.now))
    // Whatever the witness says, the device journals and searches.
    try device.record([try TestHome.item("after", "afterwards")], at: home.now)
    #expect(try home.titles("afterwards", device) == ["afterwards"])
  }

  /// The epoch is over, and the device asks for another one, with one and the same request.
  func expectNewEpoch(_ reason: DeviceSyncMachine.NewEpochReason) throws {
    var requests: Set<[UInt8]> = []
    for isFirst in [true, false] {
      try reopened { sync, step in
        // What was asked for already is asked for again, where nothing else is the matter.
        let isAsked = !isFirst && sync.machine.phase == .needsGrant(.unfinished)
        #expect(isAsked || sync.machine.phase == .needsGrant(reason))
        guard case .send(let request) = step,
          case .grant(let grant) = try SyncRequest(bytes: request.bytes)
        else {
          Issue.record("it has to ask for a new epoch, not \(step)")
          return
        }
        requests.insert(grant.nonce.bytes + grant.childKey.bytes)
        #expect(grant.isSigned())
        #expect(try witness().child?.nonce == grant.nonce)
      }
    }
    #expect(requests.count == 1)
  }
}

@Suite("A device's witness") struct DeviceWitnessTests {
  @Test func `that fits the journal lets the device go on`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 2)
    try home.reopened { sync, step in
      #expect(sync.machine.phase == .needsOpen)
      guard case .send = step else {
        Issue.record("it has to open the conversation, not \(step)")
        return
      }
    }
    try home.goOn(engagements: 3)
    #expect(try home.witness().sent?.number == 5)
  }

  @Test func `that lags behind the journal lets the device go on`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 2)
    let older = try home.bytes("witness")
    try home.goOn(engagements: 2)
    try home.put(older, "witness")
    try home.reopened { sync, _ in #expect(sync.machine.phase == .needsOpen) }
  }

  @Test func `that is gone while there is a shared journal ends the epoch`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    try home.put(nil, "witness")
    try home.expectNewEpoch(.witnessLost)
  }

  @Test(arguments: [0, 1, 40, 200])
  func `that is torn counts as lost`(count: Int) throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    try home.put(try home.bytes("witness").prefix(count), "witness")
    try home.expectNewEpoch(.witnessLost)
  }

  @Test func `that was changed counts as lost`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    var bytes = try home.bytes("witness")
    bytes[bytes.startIndex + 50] ^= 1
    try home.put(bytes, "witness")
    try home.expectNewEpoch(.witnessLost)
  }

  @Test func `that knows more than the shared journal contradicts it`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    let older = try home.bytes("shared.journal")
    try home.goOn(engagements: 2)
    let sent = try #require(try home.witness().sent)
    try home.put(older, "shared.journal")
    try home.expectNewEpoch(.witnessContradicts(sent))
  }

  @Test func `that knows other entries than the shared journal contradicts it`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    let older = try ["shared.journal", "private.journal"].map { ($0, try home.bytes($0)) }
    try home.goOn(engagements: 1)
    let newer = try home.bytes("witness")
    // The device lives its life again, otherwise, and gets the witness of the first one back.
    for (name, bytes) in older { try home.put(bytes, name) }
    try home.changeWitness { $0.sent = nil }
    try home.goOn(engagements: 2, seed: 9)
    try home.put(newer, "witness")
    try home.expectNewEpoch(.witnessContradicts(try #require(try home.witness().sent)))
  }

  @Test func `that knows a shared journal which is gone ends the epoch`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    try home.put(nil, "shared.journal")
    try home.expectNewEpoch(.journalsContradict)
    #expect(!FileManager.default.fileExists(atPath: home.home.folder.file("shared.journal")))
  }

  @Test func `with a receipt for what the journal does not have contradicts it`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 2)
    let sent = try #require(try home.witness().sent)
    for (number, digest) in [(sent.number + 1, sent.digest), (sent.number, Digest.zero)] {
      let receipt = Receipt(
        lineage: Sample.lineage, epoch: Sample.epoch, first: .first,
        last: SequenceNumber(number)!, digest: digest, cloudLife: Sample.cloudLife,
        receivedMark: 1, backedUpMark: 0, receivedTime: home.home.now, signedBy: Sample.cloudKey)
      try home.changeWitness { $0.receipt = receipt }
      try home.expectNewEpoch(
        .witnessContradicts(Head(epoch: Sample.epoch, number: number, digest: digest)))
    }
  }

  @Test func `of another epoch than the shared journal contradicts it`() throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    let key = try #require(SigningKey(seed: try home.witness().keySeed))
    let grant = Grant(
      lineage: Sample.lineage, epoch: Sample.childEpoch, deviceKey: key.publicKey, parent: nil,
      cloudLife: Sample.cloudLife, order: 1, nonce: try home.witness().nonce, time: home.home.now,
      withdrawals: [], signedBy: Sample.cloudKey)
    try home.changeWitness { $0.grant = grant }
    try home.expectNewEpoch(.witnessContradicts(try #require(try home.witness().sent)))
  }

  @Test(arguments: [true, false])
  func `of another device is refused, with the reason`(isEnrolled: Bool) throws {
    let home = try WitnessHome()
    try home.begin(engagements: 1)
    let other = try WitnessHome()
    do {
      let device = try other.home.device(seed: 99)
      let sync = try device.sync(now: other.home.now)
      _ = try sync.next(now: other.home.now)
      let key = try #require(SigningKey(seed: sync.witness.keySeed))
      let grant = Grant(
        lineage: LineageName(bits: 99), epoch: Sample.childEpoch, deviceKey: key.publicKey,
        parent: nil, cloudLife: Sample.cloudLife, order: 0, nonce: sync.witness.nonce,
        time: other.home.now, withdrawals: [], signedBy: Sample.cloudKey)
      if isEnrolled {
        try sync.received(.enrolled(grant, SyncLimits()), now: other.home.now)
      }
    }
    let own = try home.bytes("witness")
    try home.put(try other.bytes("witness"), "witness")
    do {
      let device = try home.home.device(seed: 5)
      let error = #expect(throws: DeviceError.self) { try device.sync(now: home.home.now) }
      #expect(error?.code == .witness)
      #expect(error?.message.contains("is another device's. Put the right one back") == true)
      // It records and finds all the same.
      try device.record([try TestHome.item("after", "afterwards")], at: home.home.now)
      #expect(try home.home.titles("afterwards", device) == ["afterwards"])
    }
    #expect(try home.bytes("witness") == other.bytes("witness"))
    try home.put(own, "witness")
    try home.reopened { sync, _ in #expect(sync.machine.phase == .needsOpen) }
    try home.put(nil, "witness")
    try home.expectNewEpoch(.witnessLost)
  }

  @Test func `is made with the first question to the cloud, and kept for its repetition`() throws {
    let home = try WitnessHome()
    var requests: [[UInt8]] = []
    for seed in 1...3 as ClosedRange<UInt64> {
      let device = try home.home.device(seed: seed)
      guard case .send(let request) = try device.sync(now: home.home.now).next(now: home.home.now)
      else {
        Issue.record("it has to enrol")
        return
      }
      requests.append(request.bytes)
    }
    // The same request, so the cloud grants one epoch however often it arrives.
    #expect(Set(requests).count == 1)
    #expect(try home.witness().grant == nil)
  }

  @Test func `that was put back to before the enrolment gets the same grant and continues`() throws
  {
    let home = try WitnessHome()
    do { _ = try home.home.device().sync(now: home.home.now) }
    let young = try home.witness()
    try home.begin(engagements: 2)
    try home.put(Data(young.bytes), "witness")
    let digest = Digest(of: [UInt8](try home.bytes("shared.journal")))
    let again = try home.home.device(seed: 5)
    let sync = try home.home.enrol(again)
    #expect(sync.machine.phase == .ready)
    #expect(try home.home.reports(sync).count == 2)
    #expect(Digest(of: [UInt8](try home.bytes("shared.journal"))) == digest)
    guard case .send = try sync.next(now: home.home.now) else {
      Issue.record("what may not have arrived has to be sent again")
      return
    }
    #expect(try home.witness().sent?.number == 2)
  }

  /// Or it would be ready, without an outbox, and say nothing until its process ends.
  @Test func `that cannot be written at the enrolment has the device ask again`() throws {
    let home = try WitnessHome()
    let device = try home.home.device()
    let sync = try device.sync(now: home.home.now)
    let obstacle = home.home.folder.file("witness.new")
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let error = #expect(throws: DeviceError.self) {
      try sync.enrolAsSample(now: home.home.now)
    }
    #expect(error?.code == .witness, "\(error)")
    #expect(sync.machine.phase == .needsEnrolment && sync.witness.grant == nil)
    try FileManager.default.removeItem(atPath: obstacle)
    try sync.enrolAsSample(now: home.home.now)
    #expect(sync.machine.phase == .ready && sync.shared != nil)
    #expect(try home.witness().grant != nil)
  }

  @Test func `that cannot be written keeps the batch on the device`() throws {
    let home = try WitnessHome()
    let device = try home.home.device()
    let sync = try home.home.enrol(device)
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.home.now)
    try sync.runFilter(now: home.home.now)
    // A folder in the place of the file that replaces it.
    let obstacle = home.home.folder.file("witness.new")
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let error = #expect(throws: DeviceError.self) { try sync.next(now: home.home.now) }
    #expect(error?.code == .witness)
    #expect(error?.message.contains("so nothing is sent") == true)
    try FileManager.default.removeItem(atPath: obstacle)
    guard case .send = try sync.next(now: home.home.now) else {
      Issue.record("it has to be sent when the witness can be written")
      return
    }
  }
}
