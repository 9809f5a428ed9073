internal import CloudAggregator
internal import JournalFormat
internal import JournalStore
internal import Sync

/// The cloud of a world of faults. It has its own simulated disk, which fails on request.
final class FaultCloud: SimulatedCloud {
  private var upkeep = CloudUpkeep()
  private var lastUpkeep: Timestamp?
  private static let upkeepMilliseconds: Int64 = 2_000
  var strikes = DiskStrikes()
  var full: FullDisk?
  private let locks: SimulatedLocks
  /// How often the disk had failed when its process began.
  private(set) var struckBefore = 0
  /// How often it has gone back.
  private(set) var setbacks = 0
  /// The life that did not see that it went back: its witness had not heard of what is missing.
  private(set) var blindLife: CloudLife?
  /// Whether its log ended earlier when its process began than when the one before had ended.
  private(set) var isShorter = false
  /// The life and the length of the log when its process ended.
  private var lastSeen: (life: CloudLife, logNumber: UInt64)?
  /// What it goes back to when somebody says that its log is damaged; nil: as far as is known, the
  /// log is what was written.
  var wayOutOfDamage: LogCopy?
  /// What its witness was before it was damaged or exchanged; nil: nothing was done to it since its
  /// process has begun.
  private(set) var rightWitness: [UInt8]?
  /// How often somebody put it right.
  private(set) var putRightCount = 0
  private(set) var pastWitnesses = PastWitnesses()
  private(set) var copies: [String: LogCopy] = [:]
  /// Backups by which devices let go of what they have, the oldest first.
  private var backups: [LogCopy] = []
  private var hasMadeBackups = false
  private var isToLookAtBackups = false

  /// The log at a moment at which its process did not run.
  struct LogCopy {
    let files: [String: [UInt8]]
    let mark: DrillLedger.CloudMark
    let head: Journal.Position
  }

  init(_ plan: FaultPlan, diskName: String, dice: Dice) {
    var dice = dice
    let disk = SimulatedDisk(name: diskName, seed: dice.next())
    disk.watchSyncs()
    var configuration = CloudConfiguration(tagSalt: Array("the salt of a faulty cloud".utf8))
    configuration.threshold = plan.knobs.threshold
    if plan.knobs.batchEntryCount > 0 {
      configuration.limits.batchEntryCount = plan.knobs.batchEntryCount
    }
    plan.breakPromises(of: &configuration)
    var options = disk.journalOptions
    locks = SimulatedLocks()
    plan.addFaults(to: &options, locks)
    super.init(
      configuration, on: disk, options, folder: "", dice: dice,
      witness: MemoryCloudWitnessStore(on: disk))
    plan.breakPromises(of: &storage)
  }

  override func start(acceptsLoss: Bool = false, dice: Dice? = nil, now: Timestamp) throws {
    guard process == nil else { return }
    disk.setTime(now)
    strikes.processBegins(on: disk)
    if rightWitness == nil { pastWitnesses.append(witness?.bytes) }
    struckBefore = disk.struckCount
    try super.start(acceptsLoss: acceptsLoss, dice: dice, now: now)
    rightWitness = nil
    upkeep = CloudUpkeep()
    lastUpkeep = now
    guard let lastSeen, let projections = process?.projections else { return }
    isShorter = projections.position.number < lastSeen.logNumber
    if projections.life == lastSeen.life, isShorter { blindLife = projections.life }
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
    upkeep.perform(on: process, storage: storage, now: now) { [disk] _ in !disk.isFull }
  }

  override func kill() {
    noteEnd()
    super.kill()
    locks.releaseAll()
  }

  private func noteEnd() {
    if let projections = process?.projections {
      lastSeen = (projections.life, projections.position.number)
    }
  }

  // MARK: Its witness

  /// - Returns: false where it has none.
  func flipBitOfWitness(_ number: Int) -> Bool {
    guard let bytes = witness?.bytes, let flipped = bytes.flippingBit(number) else { return false }
    exchangeWitness(by: flipped)
    return true
  }

  func exchangeWitness(by other: [UInt8]?) {
    rightWitness = witness?.bytes
    witness?.put(other)
  }

  /// A witness that is damaged is moved away, and another cloud's is taken back.
  func putRight(_ right: [UInt8]) {
    rightWitness = nil
    putRightCount += 1
    let isReadable = witness?.bytes.flatMap { try? CloudWitness(bytes: $0) } != nil
    witness?.put(isReadable ? right : nil)
  }

  // MARK: Going back

  func copy(as name: String, holding mark: DrillLedger.CloudMark) throws {
    copies[name] = try copy(holding: mark)
  }

  /// Ends the process in good order.
  func end() throws {
    noteEnd()
    try stop(inOrder: true)
  }

  private func copy(holding mark: DrillLedger.CloudMark) throws -> LogCopy? {
    guard let head = process?.projections.position else { return nil }
    try end()
    return LogCopy(files: disk.files(storage.logPath), mark: mark, head: head)
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
  func wayBack(_ name: String?) -> LogCopy? {
    hasMadeBackups ? backups.last : name.flatMap { copies[$0] }
  }

  /// The log is that of a copy; its witness stays.
  func restore(_ copy: LogCopy) throws {
    kill()
    for path in disk.paths { try files.remove(path) }
    for (path, bytes) in copy.files.sorted(by: { $0.key < $1.key }) {
      _ = disk.put(bytes, at: path)
    }
    setbacks += 1
    wayOutOfDamage = nil
    isToLookAtBackups = true
    // Newer ones are of a past that the log left.
    backups.removeAll { $0.head.number > copy.head.number }
  }
}
