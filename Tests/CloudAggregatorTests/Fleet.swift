import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Three devices that engage with items, and a fourth that is lost later or has never been there.
///
/// | item | who endorses | whose content |
/// |---|---|---|
/// | 1 | all | the lost one's |
/// | 2 | all | the lost one's, then the second's |
/// | 3 | the three; the lost one takes it back | the third's |
/// | 4 | the first, the lost one | the lost one's |
/// | 5 | the lost one | the lost one's |
struct Fleet {
  private let cloud: Aggregator
  private(set) var others: [TestDevice] = []
  private(set) var lost = TestDevice(9)
  static let now = Sample.day.start

  var lineage: LineageName { lost.grant!.lineage }
  var epoch: EpochName { lost.grant!.epoch }

  static func item(_ number: UInt64) -> PublicItem {
    PublicItem(
      app: "app", activityType: "view", identity: .url("https://example.com/\(number)"),
      title: "Page word\(number)", contentDescription: "", keywords: [], thumbnailURL: "")
  }

  static func tag(_ number: UInt64) -> JournalFormat.Tag { item(number).tag(salt: Sample.tagSalt) }

  init(on cloud: Aggregator, withLost isThere: Bool = true) throws {
    self.cloud = cloud
    for seed in 1...3 as ClosedRange<UInt64> {
      var device = TestDevice(seed)
      try device.enrol(with: cloud, now: Self.now)
      for number in 1...3 as ClosedRange<UInt64> {
        device.add(Self.engaged(seed, number), on: Self.day(seed + number))
      }
      if seed == 1 { device.add(Self.engaged(seed, 4)) }
      try Self.send(device, to: cloud)
      others.append(device)
    }
    if isThere { try playLost() }
    for place in [1, 2] {
      others[place].add(.content(Self.item(UInt64(place) + 1), salt: 7))
      try Self.send(others[place], from: 4, to: cloud)
    }
  }

  /// What the lost device says, numbered from 1.
  private mutating func playLost() throws {
    try lost.enrol(with: cloud, now: Self.now)
    for number in 1...5 as ClosedRange<UInt64> {
      lost.add(Self.engaged(9, number), on: Self.day(number))
    }
    lost.add(
      .feedback(
        Report.Feedback(
          tag: Self.tag(1), origin: Self.origin(9, 60), isCarried: false, shown: 3, engaged: 2)))
    try Self.send(lost, to: cloud)
    for number in [1, 2, 4, 5] as [UInt64] { lost.add(.content(Self.item(number), salt: 8)) }
    lost.add(CloudAggregatorTests.withdrawn(Self.origin(9, 30).rawValue, item: Self.item(3)))
    try Self.send(lost, from: 7, to: cloud)
  }

  /// The lost device continues where it was.
  mutating func goOn() throws -> SyncResponse {
    lost.add(Self.engaged(9, UInt64(lost.chain.entries.count) + 20))
    let request = try lost.request(lost.chain.entries.count)
    return try SyncResponse(bytes: cloud.handle(request, now: Self.now))
  }

  static func origin(_ seed: UInt64, _ number: UInt64) -> Origin {
    Origin(rawValue: 0x5EED_0000_FACE_0000 | seed << 8 | number)
  }

  private static func engaged(_ seed: UInt64, _ number: UInt64) -> Report {
    CloudAggregatorTests.engaged(origin(seed, number).rawValue, item: item(number))
  }

  private static func day(_ distance: UInt64) -> Day {
    Day(Sample.day.rawValue - Int32(distance))
  }

  private static func send(
    _ device: TestDevice, from first: Int = 1, to cloud: Aggregator
  ) throws {
    let answer = try SyncResponse(bytes: cloud.handle(try device.request(first), now: now))
    guard case .received = answer else {
      throw FormatError(.malformed, "The batch was not received: \(answer).")
    }
  }
}

/// All that is said of items, without who said it.
struct Facts: Equatable {
  var counts: [JournalFormat.Tag: ItemCount]
  var shown: [JournalFormat.Tag: UInt64] = [:]
  var entries: [PublicEntry]
  var rows: [PopularityRow]
  var candidates: [ListedCandidate]
  var found: [PublicEntry]

  init(_ projections: CloudProjections) throws {
    counts = projections.counts()
    for (place, tag) in projections.state.items.tags.enumerated() where tag.feedback.shown > 0 {
      shown[projections.state.items.tagTable.tags[place]] = tag.feedback.shown
    }
    entries = try projections.publicEntries()
    rows = try projections.popularity()
    candidates = projections.candidates(limit: 100).rows
    found = try projections.search("page", limit: 100)
  }

  var titles: [String] { entries.map(\.item.title) }
}

/// A cloud with a fleet, on a log in memory.
struct FleetCloud {
  let folder: TemporaryFolder
  let log = StrictCloudLog()
  let cloud: Aggregator
  var fleet: Fleet

  var projections: CloudProjections { cloud.projections }
  var projectionsPath: String { folder.file("projections.sqlite") }

  init(threshold: UInt32 = 2, withLost isThere: Bool = true) throws {
    folder = try TemporaryFolder()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = threshold
    cloud = try Aggregator(
      log: log,
      projections: try CloudProjections(
        path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
        logStart: log.start),
      keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration, dice: .seeded(1),
      now: Fleet.now)
    fleet = try Fleet(on: cloud, withLost: isThere)
  }

  /// The projections of a file beside the cloud's own, which may be there already.
  func opened(_ name: String, access: CloudProjections.Access = .maintain) throws
    -> CloudProjections
  {
    try CloudProjections(
      path: folder.file(name), vfs: nil, access: access, log: log, logStart: log.start)
  }

  func revoke(_ counts: RevokedCounts) throws {
    let change = try cloud.revoke(fleet.lineage, counts: counts, now: Fleet.now)
    #expect(change.controlEntries == (counts == .kept ? 1 : 2))
  }
}
