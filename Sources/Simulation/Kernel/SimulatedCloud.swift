internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Synchronization

/// The cloud of a simulation: the shipped aggregator on a simulated disk, with its keys and its
/// witness beside it. It answers at once.
class SimulatedCloud {
  let disk: SimulatedDisk
  let configuration: CloudConfiguration
  var storage: CloudStorage
  /// Nil: after a restore it does not know what it took back since.
  let witness: MemoryCloudWitnessStore?
  private let folder: String
  private let keys: CloudKeys
  var dice: Dice
  private(set) var process: Aggregator?
  /// What earlier processes took in, as far as it is in the log.
  private var earlier = Intake()
  private var answered: [CloudReply] = []
  private var requestCount = 0

  /// What batches brought.
  struct Intake {
    var reports: UInt64 = 0
    var batches: UInt64 = 0
  }

  /// What of it is not on the disk, between two runs of its process.
  struct Image {
    let keys: CloudKeys
    let configuration: CloudConfiguration
    let witness: [UInt8]?
    let dice: Dice
  }

  /// - Parameters:
  ///   - options: of the log.
  ///   - folder: where its files are; empty for the root of the disk.
  ///   - dice: its keys come from them first.
  ///   - memory: where signatures of this process are known without checking them.
  init(
    _ configuration: CloudConfiguration, on disk: SimulatedDisk, _ options: JournalOptions,
    folder: String = "/cloud", dice: Dice, memory: SignatureMemory? = SignatureMemory(),
    witness: MemoryCloudWitnessStore? = MemoryCloudWitnessStore()
  ) {
    self.disk = disk
    self.configuration = configuration
    self.folder = folder
    self.dice = dice
    self.witness = witness
    var keys = CloudKeys(signing: SigningKey(using: &self.dice))
    keys.signing.memory = memory
    self.keys = keys
    storage = Self.storage(in: folder, options, witness)
  }

  /// Starts from a copy of files, with its own memory of signatures.
  init(_ image: Image, on disk: SimulatedDisk, _ options: JournalOptions) {
    self.disk = disk
    configuration = image.configuration
    folder = "/cloud"
    dice = image.dice
    let witness = MemoryCloudWitnessStore()
    witness.put(image.witness)
    self.witness = witness
    var keys = image.keys
    keys.signing.memory = SignatureMemory()
    self.keys = keys
    storage = Self.storage(in: folder, options, witness)
  }

  private static func storage(
    in folder: String, _ options: JournalOptions, _ witness: MemoryCloudWitnessStore?
  ) -> CloudStorage {
    CloudStorage(
      logPath: JournalKind.cloud.path(in: folder), projectionsPath: folder + "/projections.sqlite",
      witness: witness, options: options)
  }

  var files: SimulatedFiles { SimulatedFiles(disk) }

  /// What devices have to know of it.
  func deviceConfiguration(_ plan: some BreakablePlan) -> DeviceConfiguration {
    var device = DeviceConfiguration(tagSalt: configuration.tagSalt, cloudKeys: keys.trusted)
    device.signatureMemory = keys.signing.memory
    plan.breakPromises(of: &device)
    return device
  }

  // MARK: Its process

  /// Throws where it is down: it did not come up again.
  var running: Aggregator {
    get throws {
      guard let process else { throw CloudIsDown() }
      return process
    }
  }

  /// - Parameter dice: of the process; nil: drawn from its own.
  func start(acceptsLoss: Bool = false, dice own: Dice? = nil, now: Timestamp) throws {
    guard process == nil else { return }
    var configuration = configuration
    configuration.acceptsLoss = acceptsLoss
    process = try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: own ?? .seeded(dice.next()), now: now
    )
  }

  /// Another process on the same files.
  func openSecond(now: Timestamp) throws -> Aggregator {
    try Aggregator.open(
      storage, keys: keys, configuration: configuration, dice: .seeded(0), now: now)
  }

  /// Ends the process; as a crash does, or in good order.
  func stop(inOrder: Bool = false) throws {
    if inOrder { try process?.close() }
    earlier = intake
    process = nil
  }

  /// The process ends; nothing that it had open writes anything more.
  func kill() {
    disk.fail(afterChanges: 0)
    process = nil
    disk.fail(afterChanges: nil)
    disk.heal()
  }

  /// Ends the process for good, in good order.
  func retire() throws -> Image {
    try stop(inOrder: true)
    return Image(keys: keys, configuration: configuration, witness: witness?.bytes, dice: dice)
  }

  /// Everything that the log holds.
  var intake: Intake {
    Intake(
      reports: earlier.reports + (process?.counters.reports ?? 0),
      batches: earlier.batches + (process?.counters.batches ?? 0))
  }

  // MARK: Going back

  /// A snapshot of the log.
  struct Snapshot {
    let path: String
    let head: Journal.Position
    fileprivate let intake: Intake
  }

  /// Makes a snapshot between two runs of the process: the disk has no readers beside a writer.
  func makeSnapshot(now: Timestamp) throws -> Snapshot {
    try stop(inOrder: true)
    let made: Snapshot
    do {
      let log = try Journal.open(
        at: storage.logPath, kind: .cloud, for: .write, options: storage.options)
      var snapshot = JournalStore.Snapshot(
        of: [("cloud.journal", log)], kind: .cloud, to: "/cloud-backups")
      snapshot.files = files
      let head = try log.head()
      made = Snapshot(
        path: try snapshot.make(created: now, dice: &dice).path,
        head: Journal.Position(number: head.number, digest: head.digest), intake: intake)
    }
    try start(now: now)
    return made
  }

  /// Goes back to a snapshot, which goes with it. The witness stays, and knows what was taken back
  /// since.
  func rewind(to snapshot: Snapshot, now: Timestamp) throws {
    try stop(inOrder: true)
    try restore(snapshot.path, now: now)
    earlier = snapshot.intake
    try start(now: now)
    try files.remove(snapshot.path)
  }

  /// Puts an archive in the place of the log; the cloud stays down.
  func restore(_ path: String, now: Timestamp) throws {
    try stop()
    var restore = SnapshotRestore(try SnapshotChain(path: path, files: files), .cloud, to: folder)
    restore.files = files
    _ = try restore.run(now: now)
  }

  /// Removes everything but the keys; the cloud stays down.
  func lose() throws {
    try stop()
    for name in try files.names(in: folder) { try files.remove(folder + "/" + name) }
    witness?.put(nil)
  }
}

extension SimulatedCloud: CloudEnd {
  func take(_ request: [UInt8], of device: Int, now: Timestamp) -> CloudTicket {
    requestCount += 1
    let ticket = CloudTicket(rawValue: requestCount)
    let answer = process?.handle(request, now: now)
    answered.append(
      CloudReply(
        ticket: ticket, outcome: answer.map { .answer($0) } ?? .failed("the cloud is down")))
    return ticket
  }

  func replies(waiting: Bool) -> [CloudReply] {
    defer { answered = [] }
    return answered
  }
}

/// Whatever is asked of a cloud that did not come up.
struct CloudIsDown: Error, CustomStringConvertible {
  var description: String { "the cloud is down" }
}

/// A cloud's witness in memory: no snapshot of a disk holds it.
final class MemoryCloudWitnessStore: CloudWitnessStore {
  let place = "the witness of the simulated cloud"
  private let content = Mutex<[UInt8]?>(nil)
  private let disk: SimulatedDisk?

  /// - Parameter disk: the one of which the witness takes room.
  init(on disk: SimulatedDisk? = nil) { self.disk = disk }

  var bytes: [UInt8]? { content.withLock { $0 } }

  func put(_ bytes: [UInt8]?) { content.withLock { $0 = bytes } }
  func read() throws(FileFailure) -> [UInt8]? { bytes }

  func replace(with bytes: [UInt8]) throws(FileFailure) {
    if let disk, disk.isFull { throw disk.isFullFailure }
    put(bytes)
  }

  func append(_ bytes: [UInt8]) throws(FileFailure) {
    if let disk, disk.isFull { throw disk.isFullFailure }
    content.withLock { $0 = ($0 ?? []) + bytes }
  }
}

extension JournalOptions {
  /// Of a log as a server has it.
  var ofServer: JournalOptions {
    var options = self
    options.pageByteCount = 4_096
    options.checkpointPageCount = 1_000
    return options
  }
}
