internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// One device of a world of faults. It has its own simulated disk, which fails on request. When the
/// disk fails the process ends, as that of any sound program would.
final class FaultDevice: SimulatedDevice {
  /// When its process starts again; nil: it runs, or can be started at any time.
  var downUntil: Timestamp?
  var pausedUntil: Timestamp?
  /// How far its clock was ahead when it was set last, and how many millionths it gains since.
  private var clock: (offset: Int64, setAt: Timestamp) = (0, FaultWorld.start)
  var drift: Int64 = 0
  var strikes = DiskStrikes()
  private let locks: SimulatedLocks
  /// Counts processes: an answer to an earlier one is heard by nobody.
  private(set) var processNumber = 0
  /// Counts messages from and to it; what becomes of one depends on its number.
  var messageCount: UInt64 = 0
  var bytesSent = 0
  var partitions: [Partition] = []
  /// Events that the privacy filter has not read.
  var hasNews = false
  var nextWake: Timestamp?
  /// It wakes because of reports that wait for a fuller batch, and of nothing else.
  var isCollecting = false
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
  /// Until then its requests are those of an older build.
  var olderUntil: Timestamp?
  var keyring = FaultKeyring()
  /// The strictest class whose items can be found, read and given now.
  private(set) var unlockedClass = AppItem.Protection.unprotected
  /// How long it is down when its disk has failed, and how often that had when its process began.
  var downAfterStrike: Int64 = 60_000
  private(set) var struckBefore = 0
  /// Until when its disk takes no more, and how many writes it had refused before.
  var full: FullDisk?
  private(set) var pastWitnesses = PastWitnesses()
  /// Its own witness, while another device's lies in its place.
  private(set) var ownWitness: OwnWitness?
  /// What of its journals may not be as it was written, while nobody has said so.
  var damage: Damage {
    get { disk.strayedCount > strayedBefore ? .pages : knownDamage }
    set { (knownDamage, strayedBefore) = (newValue, disk.strayedCount) }
  }
  var isDamaged: Bool { damage != .none }
  private var knownDamage = Damage.none
  private var strayedBefore = 0
  /// The key with which it may not come to rest; nil: nobody asked for another one.
  var keyToReplace: PublicKey?
  /// What becomes of the next page that is chosen.
  private var stray: SimulatedDisk.Stray?
  private var strayedCounted = 0

  struct Partition {
    let direction: FaultStep.Direction
    let end: Timestamp
  }

  enum Damage {
    case none
    case bits
    /// Pages went astray, or the end of a log is gone.
    case pages
  }

  struct OwnWitness {
    /// Nil: it has none.
    let bytes: [UInt8]?
  }

  /// What happens on a device in one transaction.
  struct Attempt {
    let acts: [AppAct]
    /// The journal's head before it.
    let head: UInt64
  }

  init(
    place: Int, person: Int, diskName: String, seed: UInt64, writer: BatchWriter,
    configuration: DeviceConfiguration, plan: FaultPlan
  ) {
    var seeds = SplitMix64(seed)
    let disk = SimulatedDisk(name: diskName, seed: seeds.next())
    disk.watchSyncs()
    var options = disk.journalOptions(plan)
    locks = SimulatedLocks()
    plan.addFaults(to: &options, locks)
    super.init(
      place: place, person: person, on: disk, options, folder: "",
      writer: writer, configuration: configuration, dice: .seeded(seeds.next()),
      keyring: keyring.store)
  }

  // MARK: Its process

  override func process(now: Timestamp) throws -> Device {
    if let process { return process }
    disk.setTime(now)
    strikes.processBegins(on: disk)
    if ownWitness == nil { pastWitnesses.append(witness.bytes) }
    // An earlier process's failures do not explain why this one cannot open its files.
    struckBefore = disk.struckCount
    let opened = try super.process(now: now)
    struckBefore = disk.struckCount
    processNumber += 1
    return opened
  }

  override func end() {
    super.end()
    processNumber += 1
    nextWake = nil
    unlockedClass = .unprotected
  }

  override func kill() {
    super.kill()
    locks.releaseAll()
  }

  /// Whether somebody can use it at that time.
  func isInUse(at now: Timestamp) -> Bool {
    isAlive && downUntil == nil && pausedUntil.map { $0 <= now } ?? true
  }

  // MARK: Its disk

  func stray(_ stray: SimulatedDisk.Stray, of path: String, afterPages count: Int) {
    self.stray = stray
    disk.stray(stray, of: path, afterPages: count)
  }

  /// What went astray since it was asked last.
  func newStrays() -> [Fault] {
    defer { strayedCounted = disk.strayedCount }
    let fault: Fault = stray == .lost ? .writeLost : .writeMisdirected
    return Array(repeating: fault, count: disk.strayedCount - strayedCounted)
  }

  // MARK: Its lock

  /// Its person unlocks it. The first time, keys for protected items are made.
  ///
  /// - Parameter makingNewKeys: whether what a lost keyring sealed is given up.
  func unlock(_ process: Device, makingNewKeys: Bool = false) throws {
    let key = Array(repeating: UInt8(truncatingIfNeeded: person), count: 32)
    try process.unlock(with: key, makingNewKeys: makingNewKeys)
    unlockedClass = .complete
    if keyring.isLost { keyring.wasReplaced() }
  }

  func lock(_ process: Device) throws {
    try process.lock()
    unlockedClass = min(unlockedClass, .untilFirstUnlock)
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

  override func become(_ image: Files, witness: [UInt8]?) throws {
    let own = ownWitness
    try super.become(image, witness: witness)
    committed = nil
    attempt = nil
    if witness != nil { ownWitness = own }
  }

  // MARK: Its witness

  /// Replaces its witness with another device's.
  func exchangeWitness(by other: [UInt8]) {
    let own = OwnWitness(bytes: witness.bytes)
    replaceWitness(by: other)
    ownWitness = own
  }

  override func replaceWitness(by bytes: [UInt8]?) {
    super.replaceWitness(by: bytes)
    ownWitness = nil
    keyToReplace = nil
  }

  /// As the message says: its own is put back, or the other one is moved away.
  func putWitnessRight(bringingBack isBroughtBack: Bool) {
    replaceWitness(by: isBroughtBack ? ownWitness?.bytes : nil)
  }

  /// Of an original whose witness was exchanged, a copy has the exchanged one too.
  func inheritOwnWitness(of original: FaultDevice) { ownWitness = original.ownWitness }

  /// - Returns: false where it has no witness.
  func flipBitOfWitness(_ number: Int) -> Bool {
    guard let bytes = witness.bytes?.flippingBit(number) else { return false }
    replaceWitness(by: bytes)
    return true
  }

  override func becomeCopy(of other: SimulatedDevice, withWitness: Bool) throws {
    try super.becomeCopy(of: other, withWitness: withWitness)
    if let other = other as? FaultDevice { keyring.becomeCopy(of: other.keyring) }
  }

  /// Whether a message in that direction comes through now.
  func isCutOff(_ direction: FaultStep.Direction, at now: Timestamp) -> Bool {
    partitions.contains { $0.end > now && ($0.direction == .both || $0.direction == direction) }
  }
}

/// A disk that takes no more for a time.
struct FullDisk {
  private(set) var end: Timestamp
  private let refusedBefore: Int

  init(_ disk: SimulatedDisk, until end: Timestamp) {
    disk.isFull = true
    self.end = end
    refusedBefore = disk.refusedCount
  }

  mutating func lasts(until other: Timestamp) { end = max(end, other) }

  func hasRefused(_ disk: SimulatedDisk) -> Bool { disk.refusedCount > refusedBefore }
}

/// What a disk is told to fail with.
struct DiskStrikes {
  /// After how many operations the disk fails when the next process begins.
  var failsToBegin: Int?
  private var armed: SimulatedDisk.Strike?
  /// How often it has failed, of what was counted.
  private var counted = 0

  mutating func arm(_ step: FaultStep, on disk: SimulatedDisk) {
    guard let strike = step.strike else { return }
    armed = strike
    disk.strike(strike, afterOperations: step.count ?? 0, once: step.isOnce ?? false)
  }

  mutating func processBegins(on disk: SimulatedDisk) {
    guard let count = failsToBegin else { return }
    failsToBegin = nil
    armed = .write
    disk.strike(.write, afterOperations: count, once: false)
  }

  /// What the disk has failed with since it was asked last.
  mutating func newFaults(of disk: SimulatedDisk) -> [Fault] {
    defer { counted = disk.struckCount }
    return armed.map { Array(repeating: $0.fault, count: disk.struckCount - counted) } ?? []
  }
}

extension [UInt8] {
  /// Nil where there are none.
  func flippingBit(_ number: Int) -> [UInt8]? {
    guard !isEmpty else { return nil }
    var flipped = self
    flipped[number / 8 % count] ^= 1 << UInt8(number % 8)
    return flipped
  }
}
