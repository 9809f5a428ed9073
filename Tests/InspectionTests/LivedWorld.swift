import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Search
import Sync
import TestSupport
import Testing

@testable import CloudAggregator
@testable import DeviceIndex

/// A device and its cloud in folders of real files, after everything that leaves a trace in a
/// table: enrolled, restored, compacted, pruned, with protected items; a snapshot lies beside them.
struct LivedWorld {
  /// All files by their paths.
  static let files = Result { try make(epochCount: 2) }
  private static let youngFiles = Result { try make(epochCount: 1) }

  private static let now = Sample.day.start
  private static let key = [UInt8](repeating: 7, count: 32)
  private let folder: TemporaryFolder

  var device: String { folder.file("device") }
  var cloud: String { folder.file("cloud") }
  var backups: String { folder.file("backups") }

  /// A copy of all files, or of those alone whose paths begin so.
  ///
  /// - Parameter isInFirstEpoch: whether the device never lost its witness.
  init(_ beginning: String = "", isInFirstEpoch: Bool = false) throws {
    folder = try TemporaryFolder()
    let files = try (isInFirstEpoch ? Self.youngFiles : Self.files).get()
    for (path, bytes) in files where path.hasPrefix(beginning) {
      let url = URL(fileURLWithPath: file(path))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: url)
    }
  }

  private init(in folder: TemporaryFolder) { self.folder = folder }

  func file(_ path: String) -> String { folder.file(path) }

  // MARK: Its life

  private static func make(epochCount: Int) throws -> [String: Data] {
    let world = LivedWorld(in: try TemporaryFolder())
    for name in ["cloud", "device", "backups"] {
      try FileManager.default.createDirectory(
        atPath: world.file(name), withIntermediateDirectories: true)
    }
    try world.live(epochCount: epochCount)
    var files: [String: Data] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: world.folder.path)
      ?? .init()
    {
      // A folder has no bytes.
      files[path] = try? Data(contentsOf: URL(fileURLWithPath: world.file(path)))
    }
    return files
  }

  private func live(epochCount: Int) throws {
    let cloud = try openCloud()
    try Self.erase(TestDevice(5), in: cloud)
    try Self.endorse("p1", TestDevice(6), in: cloud)
    try salvage()
    do {
      let device = try openDevice("device", seed: 1)
      try Self.record(device)
      try Self.talk(try device.sync(now: Self.now), cloud)
    }
    // Without its witness it continues in another epoch.
    if epochCount > 1 {
      try FileManager.default.removeItem(atPath: file("device/witness"))
    }
    let device = try openDevice("device", seed: 2)
    let sync = try device.sync(now: Self.now)
    try Self.talk(sync, cloud)
    for page in ["p6", "p7"] {
      try device.record([try Sample.activity(page), Sample.engagement(page)], at: Self.now)
      try Self.talk(sync, cloud)
    }
    try device.index.catchUp()
    _ = try device.compact(
      CompactionLimits(backedUp: 2, acknowledged: 2), now: Self.now.advanced(byMilliseconds: 5))
    try restore(device)
    // What the privacy filter has not read yet.
    try device.record(
      [try Sample.activity("p8"), Sample.engagement("p8"), Sample.engagement("p4")], at: Self.now)
    try device.index.catchUp()
    var dice = Dice.seeded(8)
    let shared = try #require(sync.shared)
    _ = try Snapshot(
      of: [("shared.journal", shared), ("private.journal", device.privateJournal)],
      kind: .device, to: backups
    ).make(created: Self.now, dice: &dice)
    try Self.emptyRedoLog(of: cloud)
    var latest = TestDevice(7)
    try latest.enrol(with: cloud, now: Self.now)
    try cloud.close()
    try cloud.flushFiles()
  }

  /// Moves the rows of the projections into their tables: what the redo log has of a row hides
  /// damage to it there, and what becomes of it.
  private static func emptyRedoLog(of cloud: Aggregator) throws {
    try cloud.projections.flush()
    let store = try #require(cloud.projections.file.store)
    while store.redo.byteCount > 0 { try store.shortenRedo(to: 0) }
  }

  /// The private journal loses an entry, and continues as what could be read of it.
  private func salvage() throws {
    do {
      let device = try openDevice("device", seed: 4)
      try device.record(
        [try Self.item("lost", "haystack"), try Self.item("0", "needle")], at: Self.now)
    }
    let path = device + "/private.journal"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let word = try #require(bytes.range(of: Data("haystack".utf8)))
    bytes[word.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let saved = file("saved.journal")
    do {
      let salvage = try JournalSalvage(try EntrySurvey(path), path: path)
      var dice = Dice.seeded(5)
      let companion = try SalvagedEntries.companion(
        isBeginningLost: salvage.isBeginningLost, isSame: salvage.isComplete, now: Self.now,
        using: &dice)
      _ = try salvage.write(to: saved, name: JournalName(using: &dice), companion: companion)
    }
    try FileManager.default.removeItem(atPath: device)
    try FileManager.default.createDirectory(
      atPath: device, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try FileManager.default.moveItem(atPath: saved, toPath: path)
    // Its lock stays where the journal was.
    try? FileManager.default.removeItem(atPath: saved + "-writer")
  }

  /// What some restores leave in the private journal.
  private func restore(_ device: Device) throws {
    for count in 1...3 {
      try device.privateJournal.connection.transaction({ $0 }) {
        try RestoreMark(time: Self.now, snapshot: "snapshot \(count)")
          .write(try device.journaledNumber, to: device.privateJournal.connection)
      }
      try device.reindex.askAfterRestore(at: Self.now)
    }
  }

  private static func record(_ device: Device) throws {
    try device.record(
      [
        try item("1", "magnolia", domain: "d"), Sample.engagement("1", query: "white"),
        try item("1", "lily", domain: "d", .complete),
        try item("2", "Water lilies", domain: "a.b"), try item("3", "Sell milk"),
        try Sample.activity("p1"), Sample.engagement("p1", query: "page"),
        try Sample.activity("p2", related: "2", domain: "c"), Sample.engagement("p2"),
        try Sample.activity("p3"),
        Sample.engagement("p3"),
        Sample.deletion(ids: ["p3"], domains: [], all: false),
        try Sample.activity("p4", domain: "a"), Sample.engagement("p4"),
        try Sample.activity("large", title: String(repeating: "word ", count: 4_000)),
        batchEnded("a state"), synonyms(), seen("p2"),
      ], at: now)
    _ = try device.reindex.request(
      .all, of: ReindexTarget(app: "app", indexName: "named"), because: .operator, at: now)
  }

  /// Another device engages with a page, and brings its words.
  private static func endorse(_ page: String, _ device: TestDevice, in cloud: Aggregator) throws {
    guard case .activityRecorded(let activity) = try Sample.activity(page).fact else { return }
    let item = try #require(PublicItem(activity))
    var device = device
    try device.enrol(with: cloud, now: now)
    device.add(
      .engaged(
        Report.Engaged(
          tag: item.tag(salt: Sample.tagSalt), content: item.digest,
          origin: Origin(of: [1], lineageSecret: [2]), isCarried: false)))
    device.add(.content(item, salt: 2))
    _ = cloud.handle(try device.request(1), now: now)
  }

  /// A device that reported, and whose person had it erased.
  private static func erase(_ device: TestDevice, in cloud: Aggregator) throws {
    var device = device
    try device.enrol(with: cloud, now: now)
    let item = PublicItem(
      app: "app", activityType: "view", identity: .url("https://example.com/p2"), title: "Page p2",
      contentDescription: "", keywords: [], thumbnailURL: "")
    device.add(.content(item, salt: 1))
    _ = cloud.handle(try device.request(1), now: now)
    _ = try cloud.erase(try #require(device.grant).lineage, now: now)
  }

  // MARK: What is in it

  private func openCloud() throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 2
    return try Aggregator.open(
      .folder(cloud, witnessPath: file("cloud.witness")), keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration, dice: .seeded(3), now: Self.now)
  }

  private func openDevice(_ name: String, seed: UInt64) throws -> Device {
    let configuration = DeviceConfiguration(
      tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
    let device = try Device.inFolder(
      file(name), configuration, now: Self.now, random: .seeded(seed))
    try device.unlock(with: Self.key)
    return device
  }

  private static func talk(_ sync: DeviceSync, _ cloud: Aggregator) throws {
    try sync.runFilter(now: now)
    var passed: Int64 = 0
    for _ in 0..<40 {
      let time = now.advanced(byMilliseconds: passed)
      switch try sync.next(now: time) {
      case .send(let request):
        let answer = cloud.handle(request.bytes, now: time)
        try sync.received(answer, to: request.number, now: time)
      case .wait(let until): passed = until.milliseconds - now.milliseconds
      case .nothing, .stopped: return
      }
    }
    Issue.record("device and cloud do not come to an end")
  }

  private static func item(
    _ id: String, _ title: String, domain: String? = nil, _ protection: ProtectionClass? = nil
  ) throws -> JournalEvent {
    var set = AttributeSet(contentType: "public.item")
    set.title = title
    var item = SearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributeSet: set)
    item.protectionClass = protection
    var event = JournalEvent()
    event.itemIndexed = try item.journaled(app: "app", indexName: "named")
    return event
  }

  private static func synonyms() -> JournalEvent {
    var event = JournalEvent()
    event.synonymsSet = JournalSynonymsSet(
      app: "app", version: "1", groups: [["lily", "nymphaea"]])
    return event
  }

  /// A public page was among the results of a search, and nobody opened it.
  private static func seen(_ page: String) -> JournalEvent {
    let item = PublicItem(
      app: "app", activityType: "view", identity: .url("https://example.com/\(page)"), title: "",
      contentDescription: "", keywords: [], thumbnailURL: "")
    var result = JournalShownResult()
    result.source = .public
    (result.app, result.id) = ("app", page)
    result.tag = .init(item.tag(salt: Sample.tagSalt).bytes)
    var event = JournalEvent()
    event.resultsShown = JournalResultsShown(visible: [result])
    return event
  }

  private static func batchEnded(_ state: String) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = "app"
    event.batchEnded.indexName = "named"
    event.batchEnded.clientState = Data(state.utf8)
    return event
  }

  // MARK: Looking, and continuing

  /// What the verifications of both folders and of the snapshot have to say.
  ///
  /// - Parameter path: of a file, which is verified first; nil: all are verified, not only what
  ///   lies in its folder.
  func findings(of path: String? = nil) throws -> [String] {
    var found: [String] = []
    for folder in ["device", "cloud"] where path?.hasPrefix(folder + "/") ?? true {
      let members = try JournalSource.members(of: file(folder))
      let first = members.filter { path == folder + "/" + ($0 ?? "") }
      for member in first + members.filter({ !first.contains($0) }) where found.isEmpty {
        let check = try JournalCheck(
          of: try JournalSource(file(folder), member: member), .init(isDeep: true))
        found += check.verification.findings.map(\.meaning) + check.remarks.map(\.meaning)
      }
    }
    guard path?.hasPrefix("backups/") ?? true else { return found }
    for name in try FileManager.default.contentsOfDirectory(atPath: backups) {
      _ = try SnapshotChain(path: backups + "/" + name).verify()
    }
    return found
  }

  /// All that device and cloud say in the end.
  struct State: Equatable {
    var searches: [[String]]
    var requests: Set<String>
    var popularity: [PopularityRow]
    var publicItems: [PublicEntry]
    var publicSearch: [PublicEntry]
    var isAcknowledged: Bool
  }

  /// The device opens, deletes by a domain and an identifier, engages, and speaks with its cloud.
  ///
  /// - Returns: what both say, and what was reported in this epoch.
  func goOn() throws -> (state: State, reports: [String]) {
    let cloud = try openCloud()
    let device = try openDevice("device", seed: 9)
    try device.reindex.askAfterRestore(at: Self.now)
    try device.record(
      [
        Sample.deletion(ids: ["2"], domains: ["a"], all: false), Sample.engagement("p1"),
        try Sample.activity("p5"), Sample.engagement("p5"),
      ], at: Self.now)
    let sync = try device.sync(now: Self.now)
    try Self.talk(sync, cloud)
    let searches = try ["lil", "milk", "page", "magnolia", "p5"].map { query in
      try device.queries.search(query, now: Self.now).map(\.title).sorted()
    }
    let state = State(
      searches: searches,
      requests: Set(try device.reindex.openRequests().map { "\($0.target) \($0.scope)" }),
      popularity: try cloud.projections.popularity(),
      publicItems: try cloud.projections.publicEntries(),
      publicSearch: try cloud.projections.search("page", limit: 10),
      isAcknowledged: sync.machine.acknowledged == sync.machine.head)
    return (state, try Self.reports(sync))
  }
  /// Without origins and random bytes, which depend on what else the device journaled.
  private static func reports(_ sync: DeviceSync) throws -> [String] {
    try #require(sync.shared).entries(from: 1, atMost: 1_000).map { entry in
      switch try Report(kind: entry.header.kind, payload: entry.payload ?? []) {
      case .engaged(let report): "engaged \(report.tag) \(report.content) \(report.isCarried)"
      case .content(let item, _): "content \(item)"
      case .withdrawn(let report): "withdrawn \(report.tag) \(report.isCarried)"
      case .feedback(let report): "feedback \(report.tag) \(report.shown) \(report.engaged)"
      }
    }
  }
}
