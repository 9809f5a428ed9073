import CloudAggregator
import JournalFormat
import JournalStore
import Sync
import TestSupport

/// An aggregator on a log in memory that can be made to fail.
struct TestCloud {
  let log = StrictCloudLog()
  let cloud: Aggregator
  let now = Sample.day.start
  private let folder: TemporaryFolder
  var projectionsPath: String { folder.file("projections.sqlite") }

  init(
    threshold: UInt32 = 2, key: SigningKey = Sample.cloudKey,
    _ configure: (inout CloudConfiguration) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = threshold
    configure(&configuration)
    let projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    cloud = try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: key),
      configuration: configuration,
      dice: .seeded(1), now: now)
  }

  /// Another aggregator that continues from the file of the projections, as after a restart.
  func reopened(
    keys: CloudKeys = CloudKeys(signing: Sample.cloudKey), threshold: UInt32? = nil
  ) throws -> Aggregator {
    var configuration = cloud.configuration
    configuration.threshold = threshold ?? configuration.threshold
    try cloud.projections.flush()
    let projections = try CloudProjections(
      path: projectionsPath, vfs: nil, access: .maintain, log: log, logStart: log.start)
    return try Aggregator(
      log: log, projections: projections, keys: keys, configuration: configuration,
      dice: .seeded(2), now: now)
  }

  /// - Parameter milliseconds: how much later than `now` it comes.
  func answer(_ request: [UInt8], after milliseconds: Int64 = 0) throws -> SyncResponse {
    let now = now.advanced(byMilliseconds: milliseconds)
    return try SyncResponse(bytes: cloud.handle(request, now: now))
  }

  func device(_ seed: UInt64) throws -> TestDevice {
    var device = TestDevice(seed)
    try device.enrol(with: cloud, now: now)
    return device
  }

  func refusal(_ request: [UInt8], after milliseconds: Int64 = 0) throws -> Refusal.Code? {
    let answer = try answer(request, after: milliseconds)
    return if case .refused(let refusal) = answer { refusal.code } else { nil }
  }

  /// What a refused request may not change.
  func fingerprint() throws -> [Digest] { [log.head.digest, try cloud.projections.stateDigest()] }
}

func engaged(
  _ origin: UInt64, item: PublicItem = Sample.item, isCarried: Bool = false
) -> Report {
  .engaged(
    Report.Engaged(
      tag: item.tag(salt: Sample.tagSalt), content: item.digest,
      origin: Origin(rawValue: origin), isCarried: isCarried))
}

func withdrawn(_ origin: UInt64, item: PublicItem = Sample.item) -> Report {
  .withdrawn(
    Report.Withdrawn(
      tag: item.tag(salt: Sample.tagSalt), origin: Origin(rawValue: origin), isCarried: false))
}
