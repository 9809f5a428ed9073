import Foundation
import Inspection
import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator
@testable import DeviceIndex

/// A device and a copy of it, in folders beside their cloud's.
private struct CopiedDevice {
  private static let now = Sample.day.start
  private let folder: TemporaryFolder
  private let cloud: Aggregator

  init() throws {
    folder = try TemporaryFolder()
    for name in ["cloud", "original"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    cloud = try Aggregator.open(
      .folder(folder.file("cloud"), witnessPath: folder.file("cloud.witness")),
      keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(3), now: Self.now)
  }

  func copy() throws {
    try FileManager.default.copyItem(
      atPath: folder.file("original"), toPath: folder.file("copy"))
  }

  func loseWitness(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.file(name + "/witness"))
  }

  /// A run of the device's process, which syncs before and after.
  func live(_ name: String, _ seed: UInt64, _ events: [JournalEvent] = []) throws {
    let configuration = DeviceConfiguration(
      tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
    let device = try Device.inFolder(
      folder.file(name), configuration, now: Self.now, random: .seeded(seed))
    let sync = try device.sync(now: Self.now)
    if sync.machine.phase == .needsEnrolment { try talk(sync) }
    try device.record(events, at: Self.now)
    try sync.runFilter(now: Self.now)
    try talk(sync)
  }

  private func talk(_ sync: DeviceSync) throws {
    var time = Self.now
    for _ in 0..<40 {
      switch try sync.next(now: time) {
      case .send(let request):
        try sync.received(
          cloud.handle(request.bytes, now: time), to: request.number, now: time)
      case .wait(let until): time = until
      case .nothing, .stopped: return
      }
    }
    Issue.record("device and cloud do not come to an end")
  }

  func endorsement(_ name: String) throws -> ItemEndorsement? {
    let source = try JournalSource(folder.file(name), member: "private")
    let answer = try InspectedItem(
      "1", app: nil, query: nil, in: source, until: 100, now: Self.now, progress: { _ in })
    return try #require(answer).endorsement
  }

  static func tag() throws -> JournalFormat.Tag {
    let event = try Sample.activity("1")
    let item = try #require(PublicItem(event.activityRecorded))
    return item.tag(salt: Sample.tagSalt)
  }

  func contributions() throws -> [ContributionLedger.Contribution] {
    let tag = try Self.tag()
    return try cloud.projections.explanation(of: tag, in: cloud.log)?.contributions ?? []
  }
}

@Suite("What a folder says of an engagement that a copy may have taken back")
struct CopiedDeviceTests {
  private let devices: CopiedDevice

  init() throws {
    devices = try CopiedDevice()
    try devices.live("original", 1, [try Sample.activity("1"), Sample.engagement("1")])
  }

  private static let cannotTell =
    "This folder cannot tell whether a copy of this device has deleted the page"
  private static let taken = "A copy of this device, or this device before a restore, deleted"

  /// The copy engages with the page, continues in an epoch of its own, and the original deletes it.
  private func deleteInOriginal() throws {
    try devices.copy()
    try devices.live("original", 2, [try Sample.activity("2"), Sample.engagement("2")])
    try devices.live("copy", 3, [Sample.engagement("1")])
    try devices.live("original", 4, [Sample.deletion(ids: ["1"], domains: [], all: false)])
  }

  @Test func `is that it cannot tell, also in the first epoch`() throws {
    let endorsement = try #require(try devices.endorsement("original"))
    #expect(endorsement.standing == .endorsed)
    let sentence = try #require(endorsement.sentence(isCloudAsked: false))
    #expect(sentence.hasPrefix(Self.cannotTell) && sentence.contains("\(endorsement.epoch)"))
    #expect(endorsement.sentence(isCloudAsked: true) == nil)
    #expect(
      try endorsement.sentence(in: devices.contributions())
        == "an engagement of this device endorses it")
  }

  /// Either of the two may be the one that continues the epoch, and the other is not told.
  @Test(arguments: [("original", "copy"), ("copy", "original")])
  func `is the same on the one that stays in the first epoch, whichever deletes`(
    deleter: String, other: String
  ) throws {
    try devices.copy()
    try devices.live(deleter, 2, [Sample.deletion(ids: ["1"], domains: [], all: false)])
    #expect(try devices.endorsement(deleter) == nil, "its history says so")
    let endorsement = try #require(try devices.endorsement(other))
    #expect(endorsement.standing == .endorsed)
    #expect(endorsement.sentence(isCloudAsked: false)?.hasPrefix(Self.cannotTell) == true)
    let answer = try #require(endorsement.sentence(in: devices.contributions()))
    #expect(
      answer.contains(
        "of epoch \(endorsement.epoch), which a copy of this device sent, or this device before a "
          + "restore. Engage"), "\(answer)")
    // It is told at the start of its next epoch.
    try devices.live(other, 3)
    let told = try #require(try devices.endorsement(other))
    #expect(told.epoch != endorsement.epoch && told.standing == .withdrawnElsewhere)
    #expect(told.sentence(isCloudAsked: false)?.contains(Self.taken) == true)
  }

  @Test func `is that it cannot tell, and how to ask the cloud, which can`() throws {
    try deleteInOriginal()
    let endorsement = try #require(try devices.endorsement("copy"))
    let sentence = try #require(endorsement.sentence(isCloudAsked: false))
    #expect(sentence.hasPrefix(Self.cannotTell) && sentence.contains("\(endorsement.epoch)"))
    #expect(endorsement.sentence(isCloudAsked: true) == nil)
    let answer = try #require(endorsement.sentence(in: devices.contributions()))
    #expect(answer.contains("an epoch of a copy of this device, or of one before a restore"))
    #expect(answer.hasSuffix("Engage with the page again to endorse it again"))
    // Where it was deleted, the history says so.
    #expect(try devices.endorsement("original") == nil)
  }

  @Test func `is that it was taken back, once an epoch began after it, until the next one`() throws
  {
    try deleteInOriginal()
    try devices.loseWitness("copy")
    try devices.live("copy", 5)
    var endorsement = try #require(try devices.endorsement("copy"))
    #expect(endorsement.standing == .withdrawnElsewhere)
    for isCloudAsked in [false, true] {
      let sentence = try #require(endorsement.sentence(isCloudAsked: isCloudAsked))
      #expect(sentence.contains(Self.taken) && sentence.contains("\(endorsement.epoch) began"))
    }
    try devices.live("copy", 6, [Sample.engagement("1")])
    endorsement = try #require(try devices.endorsement("copy"))
    #expect(endorsement.standing == .endorsed)
    #expect(endorsement.sentence(isCloudAsked: false)?.hasPrefix(Self.cannotTell) == true)
    #expect(
      try endorsement.sentence(in: devices.contributions())
        == "an engagement of this device endorses it")
  }

  @Test func `is what the cloud decides of one epoch`() throws {
    var random = SplitMix64(7)
    let (tag, origin) = (try CopiedDevice.tag(), Origin(of: [1], lineageSecret: [2]))
    for _ in 0..<2_000 {
      var (endorsement, history) = (EpochEndorsement(), EndorsementHistory())
      var isMade = false
      for number in 1...(UInt64.random(in: 1...6, using: &random)) {
        // What is carried into an epoch comes before what is made in it.
        isMade = isMade || Int.random(in: 0..<3, using: &random) == 0
        let kind: EndorsementHistory.Withdrawal.Kind
        let report: Report
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          report = .engaged(
            Report.Engaged(tag: tag, content: .zero, origin: origin, isCarried: !isMade))
          history.engaged(1, day: 1, in: 0, number: number, isCarried: !isMade)
          endorsement.read(report, number: number)
          continue
        case 2 where !isMade: kind = Bool.random(using: &random) ? .told : .toldBefore
        default: kind = isMade ? .made : .carried
        }
        report = .withdrawn(
          Report.Withdrawn(
            tag: tag, origin: origin, isCarried: kind == .carried || kind == .toldBefore,
            isTold: kind.isTold))
        history.withdrawn(.init(origin: number, number: number, kind: kind), in: 0)
        endorsement.read(report, number: number)
      }
      let lives = !history.live(in: OneEpoch()).contents.isEmpty
      #expect((endorsement.standing == .endorsed) == lives, "\(history)")
    }
  }

  private struct OneEpoch: EpochTree {
    func parent(of epoch: UInt32) -> UInt32? { nil }
  }
}
