internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// The aggregator of this process. It answers at once.
final class LocalCloud: CloudEnd {
  let storage: CloudStorage
  private let keys: CloudKeys
  private let configuration: CloudConfiguration
  private let files: SimulatedFiles
  private var running: Aggregator?
  /// What earlier processes took in, as far as it is in the log.
  private var taken = Taken()
  private var dice: Dice
  private var answered: [CloudReply] = []
  private var count = 0

  /// What batches brought.
  struct Taken {
    var reports: UInt64 = 0
    var batches: UInt64 = 0
  }

  init(
    _ storage: CloudStorage, on disk: SimulatedDisk, keys: CloudKeys,
    configuration: CloudConfiguration, dice: Dice, now: Timestamp
  ) throws {
    self.storage = storage
    self.keys = keys
    self.configuration = configuration
    self.dice = dice
    files = SimulatedFiles(disk)
    running = try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: dice, now: now)
  }

  /// Runs at any time that nobody has it down.
  var aggregator: Aggregator { running! }

  /// Everything that the log holds.
  var counted: Taken {
    Taken(
      reports: taken.reports + aggregator.counters.reports,
      batches: taken.batches + aggregator.counters.batches)
  }

  func take(_ request: [UInt8], of device: Int, now: Timestamp) -> CloudTicket {
    count += 1
    let ticket = CloudTicket(rawValue: count)
    answered.append(
      CloudReply(ticket: ticket, outcome: .answer(aggregator.handle(request, now: now))))
    return ticket
  }

  func replies(waiting: Bool) -> [CloudReply] {
    defer { answered = [] }
    return answered
  }
}

// MARK: Going back

extension LocalCloud {
  /// A snapshot of the log.
  struct Snapshot {
    fileprivate let path: String
    fileprivate let taken: Taken
  }

  /// Makes a snapshot between two runs of the process: the disk has no readers beside a writer.
  func makeSnapshot(now: Timestamp) throws -> Snapshot {
    let taken = counted
    try end()
    let path: String
    do {
      let log = try Journal.open(
        at: storage.logPath, kind: .cloud, for: .write, options: storage.options)
      var snapshot = JournalStore.Snapshot(
        of: [("cloud.journal", log)], kind: .cloud, to: "/cloud-backups")
      snapshot.files = files
      path = try snapshot.make(created: now, dice: &dice).path
    }
    try begin(with: taken, now: now)
    return Snapshot(path: path, taken: taken)
  }

  /// Puts the log back to a snapshot. The witness stays, and knows what was taken back since.
  func restore(_ snapshot: Snapshot, now: Timestamp) throws {
    try end()
    var restore = SnapshotRestore(
      try SnapshotChain(path: snapshot.path, files: files), .cloud, to: "/cloud")
    restore.files = files
    _ = try restore.run(now: now)
    try begin(with: snapshot.taken, now: now)
    try files.remove(snapshot.path)
  }

  private func end() throws {
    try running?.close()
    // The lock of the log's writer goes with it.
    running = nil
  }

  private func begin(with taken: Taken, now: Timestamp) throws {
    running = try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: .seeded(dice.next()), now: now)
    self.taken = taken
  }
}

extension LocalCloud {
  /// A new cloud on the world's disk, and what devices have to know of it.
  static func open(
    _ plan: WorldPlan, on disk: SimulatedDisk, dice: Dice, now: Timestamp
  ) throws -> (LocalCloud, DeviceConfiguration) {
    var dice = dice
    let tagSalt = Array("a simulated deployment's salt".utf8)
    var keys = CloudKeys(signing: SigningKey(using: &dice))
    // A cloud that goes back is to know what it took back since.
    let witness = plan.losses.cloudRestores > 0 ? MemoryCloudWitnessStore() : nil
    let signatureMemory = plan.checksOwnSignatures ? nil : SignatureMemory()
    keys.signing.memory = signatureMemory
    var options = disk.journalOptions
    options.pageByteCount = 4_096
    options.checkpointPageCount = 1_000
    let storage = CloudStorage(
      logPath: "/cloud/cloud.journal", projectionsPath: "/cloud/projections.sqlite",
      witness: witness,
      options: options)
    var cloudConfiguration = CloudConfiguration(tagSalt: tagSalt)
    cloudConfiguration.threshold = plan.threshold
    plan.breakPromises(of: &cloudConfiguration)
    var configuration = DeviceConfiguration(tagSalt: tagSalt, cloudKeys: keys.trusted)
    configuration.signatureMemory = signatureMemory
    plan.breakPromises(of: &configuration)
    let cloud = try LocalCloud(
      storage, on: disk, keys: keys, configuration: cloudConfiguration, dice: dice, now: now)
    return (cloud, configuration)
  }
}

extension DeviceConfiguration {
  /// Of devices whose cloud is elsewhere, and answers in real time.
  init(of deployment: CloudDeployment) {
    self.init(tagSalt: deployment.tagSalt, cloudKeys: deployment.keys)
    attestation = deployment.attestation
    policy.requestTimeoutMilliseconds = World.remoteTimeoutMilliseconds
  }
}
