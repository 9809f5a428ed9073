internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// The cloud of a world of faults: the shipped aggregator on a disk of its own, with its keys and
/// its witness beside it.
final class FaultCloud {
  let disk: SimulatedDisk
  private let keys: CloudKeys
  private var dice: Dice
  let configuration: CloudConfiguration
  private let witness = MemoryCloudWitnessStore()
  private(set) var process: Aggregator?
  private var upkeep = CloudUpkeep()
  private var lastUpkeep: Timestamp?
  private static let upkeepMilliseconds: Int64 = 2_000
  /// What its disk was last told to fail with, and how often that was counted.
  var armed: SimulatedDisk.Strike?
  var struckCounted = 0
  /// How often it has gone back.
  var setbacks = 0
  /// The life that did not see that it went back: its witness had not heard of what is missing.
  private(set) var blindLife: CloudLife?
  /// The life and the length of the log when its process ended.
  private var lastSeen: (life: CloudLife, logNumber: UInt64)?
  private(set) var snapshots: [String: Snapshot] = [:]
  /// Backups by which devices let go of what they have, the oldest first.
  private var backups: [Snapshot] = []
  private var hasMadeBackups = false
  private var isToLookAtBackups = false
  /// After how many operations the disk fails when its process begins next.
  var failsToBegin: Int?

  /// The log at a moment at which its process did not run.
  struct Snapshot {
    let files: [String: [UInt8]]
    let mark: DrillLedger.CloudMark
    let head: Journal.Position
  }

  private static let logPath = "/cloud.journal"
  private static let projectionsPath = "/projections.sqlite"

  init(_ plan: FaultPlan, diskName: String, dice: Dice) {
    self.dice = dice
    disk = SimulatedDisk(name: diskName, seed: self.dice.next())
    disk.watchSyncs()
    var keys = CloudKeys(signing: SigningKey(using: &self.dice))
    keys.signing.memory = SignatureMemory()
    self.keys = keys
    var configuration = CloudConfiguration(tagSalt: Array("the salt of a faulty cloud".utf8))
    configuration.threshold = plan.knobs.threshold
    if plan.knobs.batchEntryCount > 0 {
      configuration.limits.batchEntryCount = plan.knobs.batchEntryCount
    }
    plan.breakPromises(of: &configuration)
    self.configuration = configuration
  }

  func deviceConfiguration(_ plan: FaultPlan) -> DeviceConfiguration {
    var device = DeviceConfiguration(tagSalt: configuration.tagSalt, cloudKeys: keys.trusted)
    device.signatureMemory = keys.signing.memory
    device.policy.window = plan.knobs.window
    plan.breakPromises(of: &device)
    return device
  }

  private var storage: CloudStorage {
    CloudStorage(
      logPath: Self.logPath, projectionsPath: Self.projectionsPath, witness: witness,
      options: disk.journalOptions)
  }

  func start(now: Timestamp) throws {
    guard process == nil else { return }
    disk.setTime(now)
    if let count = failsToBegin {
      failsToBegin = nil
      armed = .write
      disk.strike(.write, afterOperations: count, once: false)
    }
    process = try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: .seeded(dice.next()), now: now)
    upkeep = CloudUpkeep()
    lastUpkeep = now
    guard let lastSeen, let projections = process?.projections else { return }
    if projections.life == lastSeen.life, projections.position.number < lastSeen.logNumber {
      blindLife = projections.life
    }
  }

  /// Does what is due beside requests: looks at its backups first, as after each start.
  func keepUp(now: Timestamp) {
    guard let process, let lastUpkeep,
      lastUpkeep.advanced(byMilliseconds: Self.upkeepMilliseconds) <= now
    else { return }
    self.lastUpkeep = now
    disk.setTime(now)
    if isToLookAtBackups {
      isToLookAtBackups = false
      // What fails is tried again with the next backup.
      try? process.recordBackup(backups.first?.head, now: now)
    }
    upkeep.perform(on: process, storage: storage, now: now) { _ in true }
  }

  /// The process ends; nothing that it had open writes anything more.
  func kill() {
    if let projections = process?.projections {
      lastSeen = (projections.life, projections.position.number)
    }
    disk.fail(afterChanges: 0)
    process = nil
    disk.fail(afterChanges: nil)
    disk.heal()
  }

  // MARK: Going back

  func snapshot(_ name: String, holding mark: DrillLedger.CloudMark) throws {
    snapshots[name] = try copy(holding: mark)
  }

  private func copy(holding mark: DrillLedger.CloudMark) throws -> Snapshot? {
    guard let projections = process?.projections else { return nil }
    lastSeen = (projections.life, projections.position.number)
    let head = projections.position
    try process?.close()
    process = nil
    var files: [String: [UInt8]] = [:]
    for path in disk.paths where path.hasPrefix(Self.logPath) { files[path] = disk.bytes(of: path) }
    return Snapshot(files: files, mark: mark, head: head)
  }

  /// Makes a backup that counts; the cloud is down then.
  func backUp(holding mark: DrillLedger.CloudMark) throws {
    guard let made = try copy(holding: mark) else { return }
    hasMadeBackups = true
    backups = (backups + [made]).suffix(Self.backupsMax)
  }

  private static let backupsMax = 2

  /// - Returns: whether there was one.
  func loseNewestBackup() -> Bool {
    isToLookAtBackups = true
    return backups.popLast() != nil
  }

  /// Has devices know what all backups hold.
  func tellBackups(now: Timestamp) throws {
    disk.setTime(now)
    try process?.recordBackup(backups.first?.head, now: now)
  }

  /// What the cloud can go back to under a name. Where there were backups by which devices let go
  /// of what they had, nothing else is taken, even when they are lost: what devices let go of would
  /// be nowhere. Without a name, nothing but those.
  func wayBack(_ name: String?) -> Snapshot? {
    hasMadeBackups ? backups.last : name.flatMap { snapshots[$0] }
  }

  /// The log is that of a snapshot; its witness stays.
  func restore(_ snapshot: Snapshot) throws {
    kill()
    let files = SimulatedFiles(disk)
    for path in disk.paths { try files.remove(path) }
    for (path, bytes) in snapshot.files.sorted(by: { $0.key < $1.key }) {
      _ = disk.put(bytes, at: path)
    }
    setbacks += 1
    isToLookAtBackups = true
    // Newer ones are of a past that the log left.
    backups.removeAll { $0.head.number > snapshot.head.number }
  }
}
