internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Synchronization

/// The cloud of a drill: the shipped aggregator on a simulated disk, with its keys and its witness
/// beside it.
final class DrillCloud {
  private let disk: SimulatedDisk
  private let plan: DrillPlan
  private var keys: CloudKeys
  private var dice: Dice
  let configuration: CloudConfiguration
  let witness = MemoryCloudWitnessStore()
  private let folder = "/cloud"
  private var running: Aggregator?
  private var backupFigures = BackupFigures()

  /// What of it is not on the disk, between two runs of its process.
  struct Image {
    let keys: CloudKeys
    let configuration: CloudConfiguration
    let witness: [UInt8]?
    let dice: Dice
  }

  init(_ plan: DrillPlan, on disk: SimulatedDisk, dice: Dice, now: Timestamp) throws {
    self.disk = disk
    self.plan = plan
    self.dice = dice
    keys = CloudKeys(signing: SigningKey(using: &self.dice))
    keys.signing.memory = SignatureMemory()
    var configuration = CloudConfiguration(tagSalt: Array("the salt of a drill's cloud".utf8))
    configuration.threshold = plan.threshold
    plan.breakPromises(of: &configuration)
    self.configuration = configuration
    try start(now: now)
  }

  /// One that continues from an image, with a memory of signatures of its own.
  init(_ image: Image, _ plan: DrillPlan, on disk: SimulatedDisk, now: Timestamp) throws {
    self.disk = disk
    self.plan = plan
    dice = image.dice
    keys = image.keys
    keys.signing.memory = SignatureMemory()
    configuration = image.configuration
    witness.put(image.witness)
    try start(now: now)
  }

  /// Ends the process for good, in good order.
  func retire() throws -> Image {
    try stop(inOrder: true)
    return Image(
      keys: keys, configuration: configuration, witness: witness.bytes, dice: dice)
  }

  /// Throws where the cloud is down: it did not come up again.
  var aggregator: Aggregator {
    get throws {
      guard let running else { throw DrillCloudIsDown() }
      return running
    }
  }

  func deviceConfiguration(_ plan: DrillPlan) -> DeviceConfiguration {
    var device = DeviceConfiguration(
      tagSalt: configuration.tagSalt, cloudKeys: keys.trusted)
    device.signatureMemory = keys.signing.memory
    plan.breakPromises(of: &device)
    return device
  }

  private var storage: CloudStorage {
    var options = disk.journalOptions(plan)
    options.pageByteCount = 4_096
    options.checkpointPageCount = 1_000
    return CloudStorage(
      logPath: folder + "/cloud.journal", projectionsPath: folder + "/projections.sqlite",
      witness: witness,
      options: options)
  }

  func start(acceptsLoss: Bool = false, now: Timestamp) throws {
    #if Sabotage
      if plan.sabotage == .startsNoCloud { throw DrillCloudIsDown() }
    #endif
    var configuration = configuration
    configuration.acceptsLoss = acceptsLoss
    running = try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: .seeded(dice.next()), now: now)
  }

  /// Ends its process; as a crash does, or in good order.
  func stop(inOrder: Bool = false) throws {
    if inOrder { try running?.close() }
    running = nil
  }

  /// Makes the projections again from the log.
  func rebuild() throws { try aggregator.rebuild() }

  #if Sabotage
    /// Overwrites the log of a cloud that is down.
    func damageLog() { _ = disk.put(Array("This is no log.".utf8), at: storage.logPath) }
  #endif

  private var isVerifyingBackups: Bool {
    #if Sabotage
      return plan.sabotage != .believesBackups
    #else
      return true
    #endif
  }

  // MARK: Snapshots

  /// Makes a snapshot between two runs of the process: this disk has no readers beside a writer.
  ///
  /// - Returns: where it is, and how much of the log it holds.
  func snapshot(now: Timestamp) throws -> (path: String, head: Journal.Position) {
    try stop(inOrder: true)
    let made: (path: String, head: Journal.Position)
    do {
      let journal = try Journal.open(
        at: storage.logPath, kind: .cloud, for: .write, options: storage.options)
      var snapshot = Snapshot(
        of: [("cloud.journal", journal)], kind: .cloud, to: "/cloud-backups")
      snapshot.files = SimulatedFiles(disk)
      let head = try journal.head()
      made = (
        try snapshot.make(created: now, dice: &dice).path,
        Journal.Position(number: head.number, digest: head.digest)
      )
    }
    try start(now: now)
    return made
  }

  /// Makes a backup as a running server does, between two runs of the process.
  ///
  /// - Returns: where it is, and how much of the log it holds.
  func backUp(now: Timestamp) throws -> (path: String, head: Journal.Position) {
    let life = try aggregator.projections.life
    try stop(inOrder: true)
    let backups = CloudBackups(folder: "/cloud-own-backups")
    let source = CloudBackups.Source(storage)
    // The cloud comes up and throws dice on the way.
    var (figures, names) = (backupFigures, Dice.seeded(dice.next()))
    defer { backupFigures = figures }
    try backups.runTurn(
      source, &figures, isVerifying: isVerifyingBackups, life: life, now: now,
      dice: &names, files: files
    ) { held, onlyLess throws(CloudError) in
      try tell(held, onlyLess: onlyLess, now: now)
    }
    try start(now: now)
    guard let newest = figures.last else { throw DrillCloudIsDown() }
    let path = backups.folder + "/" + newest.file
    let head = try SnapshotArchive(path: path, files: files).manifest.leader.head
    return (path, Journal.Position(number: head.number, digest: head.position?.digest ?? .zero))
  }

  private func tell(
    _ held: Journal.Position?, onlyLess: Bool, now: Timestamp
  ) throws(CloudError) {
    do {
      try start(now: now)
      try aggregator.recordBackup(held, onlyLess: onlyLess, now: now)
      try stop(inOrder: true)
    } catch let error as CloudError {
      throw error
    } catch {
      throw CloudError(.notReady, "\(error)", cause: error)
    }
  }

  /// Changes bytes of a backup's first part of the log, and neither its manifest nor its length.
  func damage(backup path: String) throws {
    let archive = try SnapshotArchive(path: path, files: files)
    guard let row = archive.manifest.leader.segments.first?.row.name else { return }
    let connection = try Connection(path: path, mode: .readWrite, vfs: disk.name)
    try connection.execute(
      """
      UPDATE sqlar SET data = CAST(substr(data, 1, length(data) / 2) || x'00112233'
        || substr(data, length(data) / 2 + 5) AS BLOB) WHERE name = '\(row)'
      """)
  }

  var files: SimulatedFiles { SimulatedFiles(disk) }

  /// Puts a snapshot in the place of the log; the cloud stays down.
  func restore(_ path: String, now: Timestamp) throws {
    try stop()
    var restore = SnapshotRestore(
      try SnapshotChain(path: path, files: SimulatedFiles(disk)), .cloud, to: folder)
    restore.files = SimulatedFiles(disk)
    _ = try restore.run(now: now)
  }

  /// Removes everything but the keys; the cloud stays down.
  func lose() throws {
    try stop()
    let files = SimulatedFiles(disk)
    for name in try files.names(in: folder) { try files.remove(folder + "/" + name) }
    witness.put(nil)
  }
}

/// Whatever is asked of a cloud that did not come up.
struct DrillCloudIsDown: Error, CustomStringConvertible {
  var description: String { "the cloud is down" }
}

/// A cloud's witness in memory: no snapshot of a disk holds it.
final class MemoryCloudWitnessStore: CloudWitnessStore {
  let place = "the witness of the drill's cloud"
  private let content = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? { content.withLock { $0 } }

  func put(_ bytes: [UInt8]?) { content.withLock { $0 = bytes } }
  func read() throws(FileFailure) -> [UInt8]? { bytes }
  func replace(with bytes: [UInt8]) throws(FileFailure) { put(bytes) }

  func append(_ bytes: [UInt8]) throws(FileFailure) {
    content.withLock { $0 = ($0 ?? []) + bytes }
  }
}
