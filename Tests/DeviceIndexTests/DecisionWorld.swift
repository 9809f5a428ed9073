import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// What a device and a cloud that meet can be to each other.
struct DecisionCase: Hashable, CustomStringConvertible {
  enum Epoch: String, CaseIterable {
    case live, old, unknown
    /// A child that the cloud has forgotten, of an epoch that it knows.
    case child
  }
  /// What the device has beyond, or other than, what the cloud has.
  enum Content: String, CaseIterable { case equal, prefix, different, longer }
  enum Witness: String, CaseIterable { case present, behind, ahead, lost }
  enum Cloud: String, CaseIterable {
    case same
    /// From before something of another device's.
    case restored
    /// From before something that it had of this lineage.
    case behind
  }

  var epoch: Epoch
  var content: Content
  var witness: Witness
  var cloud: Cloud

  static let all = Epoch.allCases.flatMap { epoch in
    Content.allCases.flatMap { content in
      Witness.allCases.flatMap { witness in
        Cloud.allCases.map {
          DecisionCase(epoch: epoch, content: content, witness: witness, cloud: $0)
        }
      }
    }
  }

  var cells: [String] { [epoch.rawValue, content.rawValue, witness.rawValue, cloud.rawValue] }
  var description: String { cells.joined(separator: ", ") }
}

/// A real device and a real aggregator, both on files, which are set back until they stand to each
/// other as a case says.
final class DecisionWorld {
  /// What can be put back of a device.
  struct Copy {
    var journals: [String: Data]
    var witness: Data?
  }

  private(set) var talk: Conversation
  private let storage: CloudStorage
  private let folder: TemporaryFolder
  private var seed: UInt64 = 1
  /// Pages that the device or one of its copies engaged with, unless nobody but a lost file knew.
  private(set) var pages: [String] = []

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file("cloud")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    storage = CloudStorage.folder(path, witnessPath: folder.file("cloud.witness"))
    talk = try Conversation { $0.threshold = 2 }
    try openCloud()
  }

  // MARK: Cases

  func build(_ wanted: DecisionCase) throws {
    if wanted.epoch == .unknown { return try buildUnknown(wanted) }
    if wanted.epoch == .child { return try buildChild(wanted) }
    try live("1")
    let young = try copy()
    // A second engagement that the cloud has lost.
    let isLost = wanted.epoch == .live && wanted.cloud == .behind
    var early = try cloudCopy()
    try live("2")
    let own = try copy()
    var newer = own
    if wanted.content == .prefix || wanted.content == .different {
      try live("3")
      newer = try copy()
    } else if wanted.witness == .ahead {
      newer = try losing("lost", after: own)
    }
    if wanted.epoch == .old {
      try put(young)
      // The copy has its epoch, and then an engagement that the cloud may lose.
      try live(nil)
      early = try cloudCopy()
      try live("copy")
      if wanted.cloud == .behind { pages.removeAll { $0 == "copy" } }
    }
    switch wanted.cloud {
    case .same: break
    case .restored: try restoreCloud(try cloudCopy())
    case .behind: try restoreCloud(early)
    }
    try put(own)
    if wanted.content == .different || wanted.content == .longer, !isLost { try note("4") }
    try setWitness(wanted.witness, young: young, newer: newer)
  }

  private func buildUnknown(_ wanted: DecisionCase) throws {
    let nothing = try cloudCopy()
    try live(nil)
    let young = try copy()
    if wanted.content == .longer { try live("1") }
    let own = try copy()
    let newer = wanted.witness == .ahead ? try losing("lost", after: own) : own
    try restoreCloud(nothing)
    try put(own)
    try setWitness(wanted.witness, young: young, newer: newer)
  }

  /// A device that lost its witness continued in a child epoch, and the cloud knows the parent
  /// alone.
  private func buildChild(_ wanted: DecisionCase) throws {
    try live(wanted.content == .longer ? "1" : nil)
    let early = try cloudCopy()
    try FileManager.default.removeItem(at: url("witness"))
    try live(nil)
    let young = try copy()
    if wanted.content == .longer { try live("2") }
    let own = try copy()
    let newer = wanted.witness == .ahead ? try losing("lost", after: own) : own
    try restoreCloud(early)
    try put(own)
    try setWitness(wanted.witness, young: young, newer: newer)
  }

  private func setWitness(
    _ wanted: DecisionCase.Witness, young: Copy, newer: Copy
  ) throws {
    switch wanted {
    case .present: return
    case .behind: try #require(young.witness).write(to: url("witness"))
    case .ahead: try #require(newer.witness).write(to: url("witness"))
    case .lost: try FileManager.default.removeItem(at: url("witness"))
    }
  }

  // MARK: The device

  func url(_ name: String) -> URL { URL(fileURLWithPath: talk.home.folder.file(name)) }

  func copy() throws -> Copy {
    let names = ["private.journal", "shared.journal"]
    return Copy(
      journals: try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: url($0))) }),
      witness: try Data(contentsOf: url("witness")))
  }

  func put(_ copy: Copy) throws {
    for name in ["private.journal", "shared.journal", "index.sqlite", "witness"] {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(at: url(name + suffix))
      }
    }
    for (name, bytes) in copy.journals { try bytes.write(to: url(name)) }
    try copy.witness?.write(to: url("witness"))
  }

  func life<Result>(_ body: (Device, DeviceSync) throws -> Result) throws -> Result {
    seed += 1
    return try talk.life(seed, body)
  }

  /// One run of the device's process, in which the cloud hears of an engagement.
  func live(_ page: String?) throws {
    try life { device, sync in
      if sync.machine.phase == .needsEnrolment { try talk.talk(sync) }
      if let page { try engage(device, sync, page) }
      try talk.talk(sync)
    }
  }

  /// One in which nobody hears of it.
  func note(_ page: String) throws {
    try life { device, sync in try engage(device, sync, page) }
  }

  /// One in which the page is not to be public any more.
  func withdraw(_ page: String) throws {
    try life { device, sync in
      try device.record([TestHome.activity(page, isPublic: false)], at: talk.home.now)
      try sync.runFilter(now: talk.deviceTime())
      try talk.talk(sync)
    }
  }

  private func engage(_ device: Device, _ sync: DeviceSync, _ page: String) throws {
    try talk.engage(device, sync, page: page)
    pages.append(page)
  }

  /// The device sends a batch that nobody gets, and then its journals go back.
  private func losing(_ page: String, after own: Copy) throws -> Copy {
    try life { device, sync in
      if sync.machine.phase == .needsOpen { try talk.talk(sync) }
      try talk.engage(device, sync, page: page)
      _ = try talk.sent(sync)
    }
    defer { pages.removeAll { $0 == page } }
    return try copy()
  }

  // MARK: The cloud

  func openCloud() throws {
    talk.cloud = try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey), configuration: talk.cloud.configuration,
      dice: .seeded(seed), now: talk.home.now)
  }

  func cloudCopy() throws -> Data {
    try talk.cloud.flushFiles()
    return try Data(contentsOf: URL(fileURLWithPath: storage.logPath))
  }

  /// Puts the log back to a copy of it, after it has grown by somebody else at least.
  func restoreCloud(_ copy: Data, keepingWitness: Bool = true) throws {
    var stranger = TestDevice(99)
    try stranger.enrol(with: talk.cloud, now: talk.home.now)
    try talk.cloud.close()
    // Its lock goes with the object.
    talk.cloud = try Conversation { $0.threshold = 2 }.cloud
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: storage.logPath + suffix)
    }
    try copy.write(to: URL(fileURLWithPath: storage.logPath))
    let bytes = try #require(try storage.witness?.read())
    let before = try #require(try CloudWitness(bytes: bytes).place)
    seed += 1
    if !keepingWitness { try FileManager.default.removeItem(atPath: folder.file("cloud.witness")) }
    try openCloud()
    guard keepingWitness else { return }
    #expect(talk.cloud.projections.life != before.life, "the cloud notices that it was restored")
  }

  /// How often each of the pages counts, and for how many lineages.
  func counts(_ pages: [String]) throws -> [String] {
    let counts = talk.cloud.projections.counts()
    return try pages.map { page in
      guard case .activityRecorded(let activity) = try TestHome.activity(page).fact,
        let item = PublicItem(activity), let count = counts[item.tag(salt: Sample.tagSalt)]
      else { return "none" }
      return "\(count.events) of \(count.distinct)"
    }
  }
}
