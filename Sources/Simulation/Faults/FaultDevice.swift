internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// One device of a world of faults: the shipped code on a disk of its own, which fails as it is
/// told. Where its disk fails its process ends, as that of any sound program would.
final class FaultDevice {
  let place: Int
  /// Who uses it, and every restore and copy of it.
  let person: Int
  let disk: SimulatedDisk
  private(set) var witness = MemoryWitnessStore()
  private let configuration: DeviceConfiguration
  private let plan: FaultPlan
  private var dice: Dice
  private(set) var process: Device?

  var isAlive = true
  /// Its process begins again then; nil: it runs, or may be begun at any time.
  var downUntil: Timestamp?
  var pausedUntil: Timestamp?
  /// How far its clock was ahead when it was set last, and how many millionths it gains since.
  private var clock: (offset: Int64, setAt: Timestamp) = (0, FaultWorld.start)
  var drift: Int64 = 0
  /// After how many operations the disk fails when its process begins next.
  var failsToBegin: Int?
  /// Counts processes: an answer to an earlier one is heard by nobody.
  var processNumber = 0
  /// Counts messages from and to it; what becomes of one depends on its number.
  var messageCount: UInt64 = 0
  var bytesSent = 0
  var partitions: [Partition] = []
  /// Events that the privacy filter has not read.
  var hasNews = false
  var nextWake: Timestamp?
  /// How often the cloud had gone back when what it last heard was said.
  var heardSetbacks = 0
  var epoch: EpochName?
  /// The epoch of which its files are.
  var seenEpoch: EpochName?
  /// What its private journal has to hold from now on, whatever happens.
  var committed: Journal.Position?
  /// What was being journaled when the disk failed.
  var attempt: Attempt?
  /// The latest time at which it looked for what has expired; nil: it never did.
  var lookedForExpiries: Timestamp?
  /// Items that their app did not give again, and that may be gone.
  var forgotten: Set<AppName> = []
  /// Until then a stranger answers in the cloud's place.
  var strangerUntil: Timestamp?
  /// How long it is down when its disk has failed, and how often that had when its process began.
  var downAfterStrike: Int64 = 60_000
  private(set) var struckBefore = 0
  /// What its disk was last told to fail with, and how often that was counted.
  var armed: SimulatedDisk.Strike?
  var struckCounted = 0

  struct Partition {
    let direction: FaultStep.Direction
    let end: Timestamp
  }

  /// What happens on a device in one transaction.
  enum Doing {
    case fact(FaultFact)
    case act(AppAct)
  }

  struct Attempt {
    let doing: Doing
    /// The journal's head before it.
    let head: UInt64
  }

  /// Its journals between two processes, by their paths.
  typealias Files = [String: [UInt8]]

  init(
    place: Int, person: Int, diskName: String, seed: UInt64, configuration: DeviceConfiguration,
    plan: FaultPlan
  ) {
    self.plan = plan
    self.place = place
    self.person = person
    self.configuration = configuration
    var seeds = SplitMix64(seed)
    disk = SimulatedDisk(name: diskName, seed: seeds.next())
    dice = .seeded(seeds.next())
    disk.watchSyncs()
  }

  var name: String { "device \(place)" }
  static let paths = (
    private: "/private.journal", shared: "/shared.journal", index: "/index.sqlite"
  )

  private var storage: DeviceStorage {
    var options = disk.journalOptions
    plan.breakPromises(of: &options)
    return DeviceStorage(
      privatePath: Self.paths.private, sharedPath: Self.paths.shared,
      indexPath: Self.paths.index, witness: witness, journalOptions: options)
  }

  // MARK: Its process

  /// The device, begun if it does not run.
  func running(now: Timestamp) throws -> Device {
    if let process { return process }
    disk.setTime(now)
    if let count = failsToBegin {
      failsToBegin = nil
      armed = .write
      disk.strike(.write, afterOperations: count, once: false)
    }
    let opened = try Device.openOrCreate(storage, configuration, now: now, random: dice)
    process = opened
    struckBefore = disk.struckCount
    processNumber += 1
    return opened
  }

  /// Its process ends; nothing that it had open writes anything more.
  func kill() {
    if let process { dice = process.random }
    disk.fail(afterChanges: 0)
    process = nil
    disk.fail(afterChanges: nil)
    disk.heal()
    processNumber += 1
    nextWake = nil
  }

  /// Its process ends in good order.
  func end() {
    if let process { dice = process.random }
    process = nil
    processNumber += 1
    nextWake = nil
  }

  // MARK: Its clock

  /// How far its clock is ahead.
  func clockOffset(at now: Timestamp) -> Int64 {
    let (distance, isTooFar) = now.milliseconds.subtractingReportingOverflow(
      clock.setAt.milliseconds)
    return clock.offset + (isTooFar ? 0 : distance / 1_000 * drift / 1_000)
  }

  func setClock(ahead offset: Int64, at now: Timestamp) { clock = (offset, now) }

  /// It may journal from now on that what has expired until then is gone.
  func looksForExpiries(at time: Timestamp) {
    lookedForExpiries = max(lookedForExpiries ?? time, time)
  }

  // MARK: Its files

  var files: Files {
    var files: Files = [:]
    // Where the disk failed as a journal was closed, its log is there still.
    for path in disk.paths where !path.hasPrefix(Self.paths.index) {
      files[path] = disk.bytes(of: path)
    }
    return files
  }

  /// Puts files in the place of those that are there. Nobody may have them open.
  func become(_ image: Files, keepingWitness witnessBytes: [UInt8]?) throws {
    let files = SimulatedFiles(disk)
    for path in disk.paths { try files.remove(path) }
    for (path, bytes) in image.sorted(by: { $0.key < $1.key }) {
      _ = disk.put(bytes, at: path)
    }
    try replaceWitness(by: witnessBytes)
    committed = nil
    attempt = nil
  }

  func replaceWitness(by bytes: [UInt8]?) throws {
    witness = MemoryWitnessStore()
    if let bytes { try witness.write(bytes) }
  }

  /// Takes away what is derived.
  func loseIndex() throws {
    let files = SimulatedFiles(disk)
    for path in disk.paths where path.hasPrefix(Self.paths.index) { try files.remove(path) }
  }

  /// Whether a message in that direction comes through now.
  func isCutOff(_ direction: FaultStep.Direction, at now: Timestamp) -> Bool {
    partitions.contains { $0.end > now && ($0.direction == .both || $0.direction == direction) }
  }
}

/// Something that happened on a device, for the ledger.
struct FaultFact {
  let kind: DrillLedger.Fact.Kind
  let page: String
  /// Whether its app gave the page another title by now.
  var isRenamed = false

  var title: String { isRenamed ? DrillEvent.laterTitle(of: page) : DrillEvent.title(of: page) }
}
