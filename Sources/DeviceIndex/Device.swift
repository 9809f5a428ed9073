internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite
internal import Search
package import Sync

/// A device: its private journal, and the folds and the outbox that are made of it.
///
/// The heart of the public API, synchronous: whoever owns it passes time in, and calls it from one
/// thread at a time.
package final class Device {
  package let storage: DeviceStorage
  package let configuration: DeviceConfiguration
  package let privateJournal: Journal
  package var random: Dice
  /// Makes origins; lies in the journal's first entry, so a restore has the same.
  let lineageSecret: [UInt8]
  /// Asks for epochs; made when it is first needed, since that costs as much as a signature.
  private(set) lazy var lineageKey = LineageKey(secret: lineageSecret)
  /// Opened when it is first needed: it is a fold, and most devices at most times need none.
  var index: IndexFold? {
    didSet { if index != nil, index !== oldValue { indexGeneration += 1 } }
  }
  /// Raised whenever the index was opened or made: places in the one before are none in it.
  private(set) var indexGeneration = 0
  /// Why the index had to be made anew when it was opened; nil: it was whole, or not opened.
  package internal(set) var indexRebuildReason: String?
  /// Whether the index was found to be damaged since the device was opened.
  package var isIndexDamaged: Bool { indexRebuildReason == Self.damagedIndexReason }
  /// Told each time that the index is found to be damaged: whether what was there lies aside now.
  package var whenIndexIsDamaged: ((_ isAside: Bool) -> Void)?
  static let damagedIndexReason = "the index was damaged"
  /// Entries that the index reads at most before it answers, in one step; nil: all there are.
  var readLimit: Int?
  /// What apps are to be asked after the last restore, known once the index has read so far.
  var restoredScopes: RestoredScopes?
  /// What opens and seals protected items now.
  var keys: ClassKeys = [:]
  /// Whether an item may be protected; nil: it was not looked up yet.
  var knowsProtected: Bool?
  /// Everything that has to do with the cloud; nil until it is first asked for.
  private var openedSync: DeviceSync?

  private init(
    storage: DeviceStorage, configuration: DeviceConfiguration, journal: Journal,
    lineageSecret: [UInt8], random: Dice
  ) {
    self.storage = storage
    self.configuration = configuration
    privateJournal = journal
    self.lineageSecret = lineageSecret
    self.random = random
  }

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
      let device = Device(
        storage: storage, configuration: configuration, journal: journal,
        lineageSecret: [UInt8](begun.journalBegun.lineageSecret), random: random)
      device.knowsProtected = false
      return device
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
        lineageSecret: try lineageSecret(of: journal), random: random)
    }
  }

  /// What a private journal begins with.
  static func lineageSecret(of journal: Journal) throws(DeviceError) -> [UInt8] {
    try DeviceError.translating(as: .journal) {
      guard let payload = try journal.entry(.first)?.payload,
        case .journalBegun(let begun) = try JournalEvent(payload: payload).fact
      else {
        throw DeviceError(
          .journal,
          "\(journal.path) does not begin as a private journal does. "
            + "Restore it from a snapshot.")
      }
      return [UInt8](begun.lineageSecret)
    }
  }

  /// The device that lives in `storage`; nil when there is none, or when making it did not come to
  /// its end.
  package static func openIfThere(
    _ storage: DeviceStorage, _ configuration: DeviceConfiguration, random: Dice
  ) throws(DeviceError) -> Device? {
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

  private static var localTables: String {
    SharedJournal.epochTable + CompactionMark.statement
  }

  // MARK: Recording

  /// Appends the events in one transaction.
  ///
  /// - Returns: the number of the last entry, once all are durable: *journaled*.
  @discardableResult
  package func record(_ events: [JournalEvent], at time: Timestamp) throws(DeviceError) -> UInt64 {
    try record(events.map { ($0, time) })
  }

  /// Appends events of several times in one transaction.
  @discardableResult
  package func record(
    _ events: [(event: JournalEvent, time: Timestamp)]
  ) throws(DeviceError) -> UInt64 {
    var drafts: [EntryDraft] = []
    drafts.reserveCapacity(events.count)
    var pending = PendingItems()
    pending.areWatched = events.contains { $0.event.namesProtection }
    for (event, time) in events { drafts.append(try draft(event, at: time, after: &pending)) }
    return try record(drafts)
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
    var event = event
    configuration.giveLife(to: &event, at: time)
    try protect(&event, at: time, after: &pending)
    do throws(FormatError) {
      return EntryDraft(kind: .event, time: time, payload: try event.payload(using: &random))
    } catch {
      throw DeviceError(.quotaExceeded, error.message)
    }
  }

  /// Appends the entries in one transaction.
  @discardableResult
  package func record(_ drafts: [EntryDraft]) throws(DeviceError) -> UInt64 {
    try DeviceError.translating(as: .journal) { try privateJournal.append(drafts).number }
  }

  package var journaledNumber: UInt64 {
    get throws(DeviceError) {
      try DeviceError.translating(as: .journal) { try privateJournal.head().number }
    }
  }

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
}

extension JournalEvent {
  /// What a private journal begins with: the secret of a new lineage.
  static func begun(by program: String, using random: inout Dice) -> JournalEvent {
    var secret = ByteWriter()
    for _ in 0..<4 { secret.integer(random.next() as UInt64) }
    var event = JournalEvent()
    event.journalBegun.lineageSecret = .init(secret.bytes)
    event.journalBegun.createdBy = program
    return event
  }
}
