internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite
package import Sync

/// A device: its private journal, and the projections and the outbox that are made of it.
///
/// The heart of the public API, synchronous: anyone who owns it passes time in, and calls it from
/// one thread at a time. It is made of parts, each with a state of its own.
package final class Device {
  package let storage: DeviceStorage
  package let configuration: DeviceConfiguration
  package let index: ManagedIndex
  private let journal: DeviceJournal
  private let protection: ItemProtection
  /// Everything that has to do with the cloud; nil until it is first asked for.
  private var openedSync: DeviceSync?

  private init(
    storage: DeviceStorage, configuration: DeviceConfiguration, journal: Journal,
    lineageSecret: [UInt8], random: Dice, isNew: Bool = false
  ) {
    self.storage = storage
    self.configuration = configuration
    index = ManagedIndex(of: journal, storage: storage, configuration: configuration)
    protection = ItemProtection(of: journal, index, keyring: storage.keyring, isNew: isNew)
    self.journal = DeviceJournal(
      journal, lineageSecret: lineageSecret, configuration: configuration, protection: protection,
      index: index, random: random)
  }

  package var privateJournal: Journal { journal.file }
  package var random: Dice {
    get { journal.random }
    set { journal.random = newValue }
  }
  var lineageSecret: [UInt8] { journal.lineageSecret }
  var lineageKey: LineageKey { journal.lineageKey }

  /// What the index answers.
  package var queries: IndexQueries { IndexQueries(index: index) }
  /// Asks apps for items again, and takes their answers.
  package var reindex: ReindexRequester { ReindexRequester(index: index, journal: journal) }

  // MARK: Opening

  /// Makes a new device; its journal must not exist.
  package static func create(
    _ storage: DeviceStorage, _ configuration: DeviceConfiguration, now: Timestamp,
    random: Dice
  ) throws(DeviceError) -> Device {
    var random = random
    let identity = JournalIdentity(kind: .private, name: JournalName(using: &random))
    let begun = JournalEvent.begun(by: configuration.createdBy, using: &random)
    return try DeviceError.translating(as: .journal) {
      let first = EntryDraft(
        kind: .event, time: now, payload: try begun.payload(using: &random))
      let journal = try Journal.create(
        at: storage.privatePath, identity: identity, created: now,
        options: storage.journalOptions, localTables: Self.localTables
      ) { appender throws(JournalError) in
        try appender.append(first)
      }
      return Device(
        storage: storage, configuration: configuration, journal: journal,
        lineageSecret: [UInt8](begun.journalBegun.lineageSecret), random: random, isNew: true)
    }
  }

  /// Opens the device that lives in `storage`.
  package static func open(
    _ storage: DeviceStorage, _ configuration: DeviceConfiguration,
    random: Dice
  ) throws(DeviceError) -> Device {
    try DeviceError.translating(as: .journal) {
      let journal = try Journal.open(
        at: storage.privatePath, kind: .private, for: .write, options: storage.journalOptions,
        localTables: Self.localTables)
      return Device(
        storage: storage, configuration: configuration, journal: journal,
        lineageSecret: try DeviceJournal.lineageSecret(of: journal), random: random)
    }
  }

  /// The device that lives in `storage`; nil when there is none, or when making it did not come to
  /// its end.
  package static func openIfThere(
    _ storage: DeviceStorage, _ configuration: DeviceConfiguration, random: Dice
  ) throws(DeviceError) -> Device? {
    if storage.journalOptions.vfs == nil, let error = JournalError.hidden(storage.privatePath) {
      throw DeviceError(.journal, error.message, cause: error)
    }
    guard storage.holdsDevice else { return nil }
    do throws(DeviceError) {
      return try open(storage, configuration, random: random)
    } catch {
      if (error.cause as? JournalError)?.code == .notFound { return nil }
      throw error
    }
  }

  /// The device that lives in `storage`, made where there is none.
  package static func openOrCreate(
    _ storage: DeviceStorage, _ configuration: DeviceConfiguration, now: Timestamp, random: Dice
  ) throws(DeviceError) -> Device {
    if let found = try openIfThere(storage, configuration, random: random) { return found }
    return try create(storage, configuration, now: now, random: random)
  }

  /// Opens the device in a folder, or makes the folder and a device in it.
  ///
  /// - Parameters:
  ///   - createsDevice: false: a folder without a device is refused, and stays as it is. One with
  ///     files of a device that lost its journal is refused either way.
  ///   - notice: told of what was amiss and put right.
  package static func inFolder(
    _ folder: String, _ configuration: DeviceConfiguration, createsDevice: Bool = true,
    now: Timestamp, random: Dice, notice: (@Sendable (String) -> Void)? = nil
  ) throws(DeviceError) -> Device {
    let storage = DeviceStorage.folder(folder, notice: notice)
    let device: Device
    if let found = try openIfThere(storage, configuration, random: random) {
      device = found
    } else {
      device = try make(in: folder, storage, configuration, createsDevice, now: now, random: random)
    }
    device.index.whenDamaged = { isAside in
      notice?(
        isAside
          ? "the index was damaged: it was put aside, and rebuilt from the journal"
          : "the index was damaged, and cannot be put aside: it was rebuilt from the journal")
    }
    return device
  }

  private static func make(
    in folder: String, _ storage: DeviceStorage, _ configuration: DeviceConfiguration,
    _ createsDevice: Bool, now: Timestamp, random: Dice
  ) throws(DeviceError) -> Device {
    guard createsDevice else { throw DeviceError.noDevice(in: folder) }
    if let error = LostJournal(in: folder)?.error {
      throw DeviceError(.journal, error.message, cause: error)
    }
    try DeviceError.translating(as: .journal) {
      try FileSystem.makeFolder(folder, isPrivate: true)
    } saying: {
      "The device's folder cannot be made (\($0)). Choose another."
    }
    return try create(storage, configuration, now: now, random: random)
  }

  /// Refuses an event that no new device could record, before one is made for it.
  ///
  /// - Parameter isUnlocked: whether the device would have keys for protected items.
  /// - Throws: `DeviceError.Code.locked`; `quotaExceeded`.
  package static func refuseUnrecordable(
    _ event: JournalEvent, isUnlocked: Bool
  ) throws(DeviceError) {
    if case .itemIndexed(let item) = event.fact, item.protection != .none, !isUnlocked {
      throw ItemProtection.isLocked(item.id)
    }
    do throws(FormatError) {
      var random = Dice.system
      _ = try event.payload(using: &random)
    } catch {
      throw DeviceError(.quotaExceeded, error.message)
    }
  }

  private static var localTables: String {
    SharedJournal.epochTable + CompactionMark.statement
  }

  // MARK: Recording

  /// Appends the events in one transaction.
  ///
  /// - Returns: the number of the last entry, once all are durable: *journaled*.
  @discardableResult
  package func record(_ events: [JournalEvent], at time: Timestamp) throws(DeviceError) -> UInt64 {
    try journal.record(events, at: time)
  }

  /// Appends events of several times in one transaction.
  @discardableResult
  package func record(
    _ events: [(event: JournalEvent, time: Timestamp)]
  ) throws(DeviceError) -> UInt64 {
    try journal.record(events)
  }

  /// The event as an entry, for those who record it later with others.
  ///
  /// - Throws: `DeviceError.Code.quotaExceeded` for one of more than 8 MiB; `locked`.
  package func draft(_ event: JournalEvent, at time: Timestamp) throws(DeviceError) -> EntryDraft {
    var pending = PendingItems()
    return try draft(event, at: time, after: &pending)
  }

  /// - Parameter pending: what was drafted before, and is recorded before it.
  package func draft(
    _ event: JournalEvent, at time: Timestamp, after pending: inout PendingItems
  ) throws(DeviceError) -> EntryDraft {
    try journal.draft(event, at: time, after: &pending)
  }

  /// Appends the entries in one transaction.
  @discardableResult
  package func record(_ drafts: [EntryDraft]) throws(DeviceError) -> UInt64 {
    try journal.record(drafts)
  }

  /// Runs `body` in one transaction of the private journal, which may append to it.
  ///
  /// - Returns: the number of the last entry.
  func write(
    _ body: (inout Appender) throws(JournalError) -> Void
  ) throws(DeviceError) -> UInt64 {
    try journal.write(body)
  }

  package var journaledNumber: UInt64 {
    get throws(DeviceError) { try journal.number }
  }

  /// Somebody engaged with a result.
  ///
  /// - Parameters:
  ///   - visible: the results that could be seen, with it or without.
  ///   - waitedMilliseconds: for how long, where they are known to be the list in its order.
  @discardableResult
  package func engaged(
    with result: SearchResult, query: String, visible: [SearchResult],
    waitedMilliseconds: UInt64? = nil, at time: Timestamp
  ) throws(DeviceError) -> UInt64 {
    var event = JournalEvent()
    // Of what the index has, it says whether it is protected; this may be gone from it.
    let wasProtected = ([result] + visible).contains { $0.protectionClass != .none }
    event.resultEngaged = JournalResultEngaged(
      result.journaled, query: wasProtected ? "" : query, visible: visible.map(\.journaled))
    if let waitedMilliseconds {
      event.resultEngaged.setOpening(
        from: visible.map(\.journaled), waitedMilliseconds: waitedMilliseconds)
    }
    return try record([event], at: time)
  }

  // MARK: Protection

  package var protectionState: ProtectionState { protection.state }

  /// Unlocks the device. The first time, keys for its protected items are made, which nothing but
  /// this key opens.
  ///
  /// - Parameters:
  ///   - key: 32 bytes, kept by anyone who owns the device, where no backup of it is.
  ///   - makingNewKeys: whether what was sealed with a keyring that is not there is given up.
  /// - Throws: `DeviceError.Code.wrongKey`; `keyring`.
  package func unlock(
    with key: [UInt8], makingNewKeys: Bool = false
  ) throws(DeviceError) {
    try protection.unlock(with: key, makingNewKeys: makingNewKeys, using: &random)
  }

  /// Locks the device: items of the class `complete` can neither be found nor read from here on.
  package func lock() throws(DeviceError) { try protection.lock() }

  /// Whether an item of this journal may be protected.
  func holdsProtected() throws(DeviceError) -> Bool { try protection.holdsProtected() }

  /// Whether unlocking has to look for what a missing keyring sealed.
  func lacksKeyring() throws(DeviceError) -> Bool { try protection.lacksKeyring() }

  // MARK: Cloud

  /// The device's side of the conversation.
  ///
  /// - Parameter machine: the machine of this device's process before it was suspended; a process
  ///   that was ended begins with a new one.
  package func sync(
    now: Timestamp, resuming machine: DeviceSyncMachine? = nil
  ) throws(DeviceError) -> DeviceSync {
    if let openedSync { return openedSync }
    let opened = try DeviceSync(device: self, resuming: machine, now: now)
    openedSync = opened
    return opened
  }

  /// The state of the conversation; nil when it was not opened.
  package var openedMachine: DeviceSyncMachine? { openedSync?.machine }

  // MARK: Compaction

  /// Takes the words that nothing needs any more out of the private journal, the shared one and the
  /// index: out of the files, their free pages and their logs.
  ///
  /// What has expired is journaled as expired first: of the items those whose apps were asked about
  /// it. About the others they are asked now, so that another compaction finds them expired. Each
  /// step is whole or has not happened, so one that was interrupted loses nothing, and the next
  /// one continues it.
  ///
  /// - Returns: the plan that was carried out.
  package func compact(
    _ limits: CompactionLimits, now: Timestamp
  ) throws(DeviceError) -> CompactionPlan {
    let sync = try hasShared ? sync(now: now) : nil
    return try DeviceCompactor(
      journal: journal, index: index, reindex: reindex, configuration: configuration, sync: sync
    ).compact(limits, now: now)
  }

  /// What the last receipt says, and what the cloud last said of its backups.
  func compactionLimits(now: Timestamp) throws(DeviceError) -> CompactionLimits {
    guard hasShared else { return CompactionLimits() }
    let sync = try sync(now: now)
    guard let shared = sync.shared else { return CompactionLimits() }
    return CompactionLimits(sync.witness, epoch: shared.identity.epoch)
  }

  private var hasShared: Bool {
    DatabaseFile.exists(storage.sharedPath, vfs: storage.journalOptions.vfs)
  }
}
