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
  /// What its disk was last told to fail with, and how often that was counted.
  var armed: SimulatedDisk.Strike?
  var struckCounted = 0
  /// How often it has gone back.
  var setbacks = 0
  private(set) var snapshots: [String: Snapshot] = [:]

  /// The log at a moment at which its process did not run.
  struct Snapshot {
    let files: [String: [UInt8]]
    let mark: DrillLedger.CloudMark
  }

  private static let logPath = "/cloud.journal"
  private static let foldsPath = "/folds.sqlite"

  init(_ plan: FaultPlan, sabotage: Sabotage?, diskName: String, dice: Dice) {
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
    sabotage?.apply(to: &configuration)
    self.configuration = configuration
  }

  func deviceConfiguration(_ plan: FaultPlan, _ sabotage: Sabotage?) -> DeviceConfiguration {
    var device = DeviceConfiguration(tagSalt: configuration.tagSalt, cloudKeys: keys.trusted)
    device.signatureMemory = keys.signing.memory
    device.policy.window = plan.knobs.window
    sabotage?.apply(to: &device)
    return device
  }

  private var storage: CloudStorage {
    CloudStorage(
      logPath: Self.logPath, foldsPath: Self.foldsPath, witness: witness,
      options: disk.journalOptions)
  }

  func start(now: Timestamp) throws {
    guard process == nil else { return }
    disk.setTime(now)
    process = try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: .seeded(dice.next()), now: now)
  }

  /// The process ends; nothing that it had open writes anything more.
  func kill() {
    disk.fail(afterChanges: 0)
    process = nil
    disk.fail(afterChanges: nil)
    disk.heal()
  }

  // MARK: Going back

  func snapshot(_ name: String, holding mark: DrillLedger.CloudMark) throws {
    try process?.close()
    process = nil
    var files: [String: [UInt8]] = [:]
    for path in disk.paths where path.hasPrefix(Self.logPath) { files[path] = disk.bytes(of: path) }
    snapshots[name] = Snapshot(files: files, mark: mark)
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
  }
}
