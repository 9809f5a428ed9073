internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite
internal import Sync

/// The outbox of a device: making it, filling it and reading it for the cloud.
package enum SharedJournal {
  /// Nil when there is none: before the enrolment, or when making it did not come to its end.
  static func open(_ storage: DeviceStorage) throws(DeviceError) -> Journal? {
    do throws(JournalError) {
      return try Journal.open(
        at: storage.sharedPath, kind: .shared, for: .write, options: storage.journalOptions,
        localTables: FilterTables.laterStatements)
    } catch {
      if error.code == .notFound { return nil }
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// Begins the epoch of `grant`: says so in the private journal, then makes the shared one.
  ///
  /// A crash in between leaves the entry without the file; the next call finds it and continues.
  ///
  /// - Parameter told: what the journal begins with, where it is not the first one and the one
  ///   before it is gone.
  static func create(
    _ device: Device, grant: Grant, _ past: GrantedPast = .none, now: Timestamp
  ) throws(DeviceError) -> Journal {
    let privateJournal = device.privateJournal
    return try DeviceError.translating(as: .journal) {
      let adopted = try adopt(grant, device, now: now)
      let start = FilterTables.Checkpoint(
        journal: privateJournal.identity.name, position: privateJournal.floor,
        carriedUntil: grant.parent == nil ? 0 : adopted)
      return try Journal.create(
        at: device.storage.sharedPath, identity: grant.journalIdentity, created: now,
        options: device.storage.journalOptions,
        localTables: FilterTables.statements + FilterTables.laterStatements
      ) { appender throws(JournalError) in
        for report in toldReports(past.withdrawn, grant, device) {
          try appender.append(EntryDraft(report, at: now.day.start))
        }
        try appender.local { connection throws(SQLiteError) in
          let tables = FilterTables(connection: connection)
          try tables.replaceEndorsements(past.endorsed, after: start.carriedUntil)
          try tables.move(to: start)
        }
      }
    }
  }

  /// For the private journal: which of its entries began which epoch.
  static let epochTable = """
    CREATE TABLE IF NOT EXISTS local_epochs (
      epoch BLOB PRIMARY KEY, number INTEGER, checksum INTEGER
    ) STRICT, WITHOUT ROWID;

    """ + CheckedTable.sumsTable
  static let epochs = CheckedTable(
    "local_epochs", key: 1, ["epoch": .bytes, "number": .integer],
    remedy: LocalTables.madeBySync)

  /// The number of the private entry that says that the epoch began, appended if it is not there.
  static func adopt(_ grant: Grant, _ device: Device, now: Timestamp) throws -> UInt64 {
    let journal = device.privateJournal
    if let found = try adoptedNumber(grant.epoch, journal) { return found }
    var event = JournalEvent()
    event.epochAdopted.grant = .init(grant.bytes)
    let payload = try event.payload(using: &device.random)
    return try device.write { appender throws(JournalError) in
      try appender.append(EntryDraft(kind: .event, time: now, payload: payload))
      let number = appender.head.number
      try appender.local { connection throws(SQLiteError) in
        try epochs.insert([.bytes(grant.epoch.bytes), .number(number)], in: connection)
      }
    }
  }

  /// The private entry that says that the epoch began; nil: none does.
  static func adoptedNumber(
    _ epoch: EpochName, _ journal: Journal
  ) throws(JournalError) -> UInt64? {
    try adoptions(journal).first { $0.epoch == epoch.bytes }?.number
  }

  /// Which entries began which epochs; read from the entries where the table is damaged.
  private static func adoptions(
    _ journal: Journal
  ) throws(JournalError) -> [(epoch: [UInt8], number: UInt64)] {
    try JournalError.translating(journal.path) {
      guard try epochs.problem(in: journal.connection) == nil else {
        return try remakeAdoptions(journal)
      }
      return try epochs.rows("ORDER BY number", in: journal.connection).map {
        ($0[0].bytes ?? [], UInt64($0[1]))
      }
    }
  }

  /// Makes the table of epochs again where it is damaged.
  ///
  /// - Returns: what was wrong; nil: nothing.
  static func mendAdoptions(_ journal: Journal) throws(JournalError) -> String? {
    let problem = try JournalError.translating(journal.path) {
      try journal.connection.hasTable(epochs.name) ? epochs.problem(in: journal.connection) : nil
    }
    if problem != nil { try remakeAdoptions(journal) }
    return problem
  }

  @discardableResult
  private static func remakeAdoptions(
    _ journal: Journal
  ) throws(JournalError) -> [(epoch: [UInt8], number: UInt64)] {
    var found: [(epoch: [UInt8], number: UInt64)] = []
    try journal.forEach(from: journal.floor.number + 1) { row throws(JournalError) in
      if let grant = row.adoptedGrant, !found.contains(where: { $0.epoch == grant.epoch.bytes }) {
        found.append((grant.epoch.bytes, row.number.rawValue))
      }
      return .next
    }
    guard journal.isWriter else { return found }
    try journal.write { [found] appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        try epochs.clear(in: connection)
        for (epoch, number) in found {
          try epochs.insert([.bytes(epoch), .number(number)], in: connection)
        }
      }
    }
    return found
  }

  /// The grants of the epochs that the private journal knows, the first one first.
  package static func adoptedGrants(_ journal: Journal) throws(DeviceError) -> [Grant] {
    try DeviceError.translating(as: .journal) {
      var grants: [Grant] = []
      for (_, number) in try adoptions(journal) {
        guard let number = SequenceNumber(number),
          let payload = try journal.checkedEntry(number)?.payload,
          case .epochAdopted(let adopted) = try JournalEvent(payload: payload).fact
        else { continue }
        grants.append(try Grant(bytes: [UInt8](adopted.grant)))
      }
      return grants
    } saying: {
      "\(journal.path): \($0)"
    }
  }

  static func filter(_ device: Device, _ shared: Journal) -> PrivacyFilter {
    var filter = PrivacyFilter(
      privateJournal: device.privateJournal, shared: shared,
      tables: FilterTables(connection: shared.connection),
      lineageSecret: device.lineageSecret
        + device.configuration.addition(toOriginsOf: shared.identity.epoch),
      tagSalt: device.configuration.tagSalt)
    filter.reportsFeedback = device.configuration.journalsAbandonedSearches
    filter.adopt(device.configuration)
    return filter
  }

  /// What the filter remembers beside the reports.
  static func read<Value>(
    _ shared: Journal, _ body: (FilterTables) throws(SQLiteError) -> Value
  ) throws(DeviceError) -> Value {
    try DeviceError.translating(as: .journal) {
      try body(FilterTables(connection: shared.connection))
    } saying: {
      "\(shared.path): \($0)"
    }
  }

  /// Whether the journal was made from the private one, as that is now.
  static func isMade(_ shared: Journal, from own: Journal) throws(DeviceError) -> Bool {
    do throws(JournalError) {
      let tables = FilterTables(connection: shared.connection)
      return try tables.checkpoint(of: shared, reading: own) != nil
    } catch {
      if error.code == .damaged { return false }
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// Whether the journal says that it was made from a private one of another name.
  static func isMade(
    _ shared: Journal, fromAnotherThan own: Journal
  ) throws(DeviceError) -> Bool {
    do throws(JournalError) {
      guard let journal = try ReportTrail(shared).filteredJournal() else { return false }
      return journal != own.identity.name
    } catch {
      // Damage is said of the table that it is in.
      if error.code == .damaged { return false }
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  static func locator(_ shared: Journal) throws(DeviceError) -> Locator {
    try DeviceError.translating(as: .journal) {
      var places: [Locator.Place] = []
      for number in Locator.numbers(
        head: try shared.head().number, floor: shared.floor.number)
      {
        guard let digest = try shared.digest(at: number) else { continue }
        places.append(Locator.Place(number: number, digest: digest))
      }
      return Locator(epoch: shared.identity.epoch, places: places)
    }
  }

  /// Bytes that a batch needs besides its entries.
  private static let batchOverhead = 512

  /// The entries of the next batch. A content report travels alone, so that the cloud's log can
  /// redact it; a parked entry travels without its payload.
  static func entries(
    _ shared: Journal, from first: UInt64, entryCount: Int, byteCount: Int, parked: Set<UInt64>
  ) throws(DeviceError) -> [Entry] {
    var entries: [Entry] = []
    var bytes = batchOverhead
    try DeviceError.translating(as: .journal) {
      try shared.forEach(from: first) { row in
        let isContent = row.kind == .report(.content)
        if isContent, !entries.isEmpty { return .stop }
        var entry = row.entry
        if parked.contains(row.number.rawValue) { entry.payload = nil }
        bytes += 16 + (entry.payload?.count ?? Digest.byteCount)
        if !entries.isEmpty, bytes > byteCount { return .stop }
        entries.append(entry)
        return isContent || entries.count >= entryCount ? .stop : .next
      }
    }
    return entries
  }

  enum OnWanted { case reported, gone }

  /// Answers the cloud's wish for a content with a content report. One that is on its way is
  /// enough; but anyone who asks for one that arrived has redacted it since, and gets another.
  ///
  /// - Parameter hasArrived: whether the cloud has the entry of that number whole.
  static func report(
    _ wanted: WantedContent, _ device: Device, _ shared: Journal, now: Timestamp,
    hasArrived: (UInt64) -> Bool
  ) throws(DeviceError) -> OnWanted {
    let tables = FilterTables(connection: shared.connection)
    return try DeviceError.translating(as: .journal) {
      let endorsed = try tables.endorsed(wanted.tag, wanted.content)
      if let number = endorsed.first?.contentNumber, !hasArrived(number) { return .reported }
      guard let (item, privateNumber) = try words(of: endorsed, device) else {
        return .gone
      }
      let salt =
        UInt128(device.random.next() as UInt64) << 64 | UInt128(device.random.next() as UInt64)
      let payload = Report.content(item, salt: salt).payload
      try shared.write { appender throws(JournalError) in
        try appender.append(
          EntryDraft(kind: .report(.content), time: now.day.start, payload: payload))
        let number = appender.head.number
        try appender.local { _ throws(SQLiteError) in
          try tables.contentReported(wanted.tag, wanted.content, number: number)
          try tables.reported(number: number, privateNumber: privateNumber)
        }
      }
      return .reported
    }
  }

  /// The words of endorsements of one content, and the private entry that has them: a compaction
  /// may have kept them under one identifier only.
  private static func words(
    of endorsed: [FilterTables.Endorsed], _ device: Device
  ) throws -> (item: PublicItem, privateNumber: UInt64)? {
    for endorsement in endorsed {
      if let item = try publicItem(device, endorsement.privateNumber),
        item.digest == endorsement.content
      {
        return (item, endorsement.privateNumber)
      }
    }
    return nil
  }

  /// The words that were endorsed; nil when they were redacted since, or cannot be read.
  private static func publicItem(_ device: Device, _ number: UInt64) throws -> PublicItem? {
    guard let number = SequenceNumber(number),
      let payload = try device.privateJournal.entry(number)?.payload,
      case .activityRecorded(let activity) = (try? JournalEvent(payload: payload))?.fact
    else { return nil }
    return PublicItem(device.configuration.reported(activity))
  }
}

extension EntryRow {
  /// The grant of the epoch that began with the entry; nil where none did.
  var adoptedGrant: Grant? {
    guard kind == .event, let payload,
      case .epochAdopted(let adopted)? = try? JournalEvent(payload: [UInt8](payload)).fact
    else { return nil }
    return try? Grant(bytes: [UInt8](adopted.grant))
  }
}
