internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// The outbox of a device: making it, filling it and reading it for the cloud.
enum SharedJournal {
  /// Nil when there is none: before the enrolment, or when making it did not come to its end.
  static func open(_ storage: DeviceStorage) throws(DeviceError) -> Journal? {
    do throws(JournalError) {
      return try Journal.open(
        at: storage.sharedPath, kind: .shared, for: .write, options: storage.journalOptions,
        localTables: GateTables.laterStatements)
    } catch {
      if error.code == .notFound { return nil }
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// Begins the epoch of `grant`: says so in the private journal, then makes the shared one.
  ///
  /// A crash in between leaves the entry without the file; the next call finds it and goes on.
  ///
  /// - Parameter told: what the journal begins with, where it is no first one and the one before it
  ///   is gone.
  static func create(
    _ device: Device, grant: Grant, told: [Report] = [], now: Timestamp
  ) throws(DeviceError) -> Journal {
    let privateJournal = device.privateJournal
    do {
      let adopted = try adopt(grant, device, now: now)
      let start = GateTables.Checkpoint(
        journal: privateJournal.identity.name, position: privateJournal.floor,
        carriedUntil: grant.parent == nil ? 0 : adopted)
      return try Journal.create(
        at: device.storage.sharedPath, identity: grant.journalIdentity, created: now,
        options: device.storage.journalOptions,
        localTables: GateTables.statements + GateTables.laterStatements
      ) { appender throws(JournalError) in
        for report in told {
          try appender.append(
            EntryDraft(kind: report.kind, time: now.day.start, payload: report.payload))
        }
        try appender.local { connection throws(SQLiteError) in
          try GateTables(connection: connection).begin(at: start)
        }
      }
    } catch let error as DeviceError {
      throw error
    } catch {
      throw DeviceError(.journal, "\(error)", cause: error)
    }
  }

  /// For the private journal: which of its entries began which epoch.
  static let epochTable = """
    CREATE TABLE IF NOT EXISTS local_epochs (
      epoch BLOB PRIMARY KEY, number INTEGER
    ) STRICT, WITHOUT ROWID;

    """

  /// The number of the private entry that says that the epoch began, appended if it is not there.
  static func adopt(_ grant: Grant, _ device: Device, now: Timestamp) throws -> UInt64 {
    let journal = device.privateJournal
    let select = try journal.connection.statement(
      "SELECT number FROM local_epochs WHERE epoch = ?")
    select.bind(1, grant.epoch.bytes)
    let found = try select.step() ? UInt64(clamping: select.integer(0)) : nil
    select.reset()
    if let found { return found }
    var event = JournalEvent()
    event.epochAdopted.grant = .init(grant.bytes)
    let payload = try event.payload(using: &device.random)
    return try journal.write { appender throws(JournalError) in
      try appender.append(EntryDraft(kind: .event, time: now, payload: payload))
      let number = appender.head.number
      try appender.local { connection throws(SQLiteError) in
        let insert = try connection.statement("INSERT INTO local_epochs VALUES (?, ?)")
        insert.bind(1, grant.epoch.bytes)
        insert.bind(2, Int64(number))
        try insert.run()
      }
    }.number
  }

  /// The grants of the epochs that the private journal knows, the first one first.
  static func adoptedGrants(_ journal: Journal) throws(DeviceError) -> [Grant] {
    do {
      let select = try journal.connection.statement(
        "SELECT number FROM local_epochs ORDER BY number")
      defer { select.reset() }
      var grants: [Grant] = []
      while try select.step() {
        guard let number = SequenceNumber(UInt64(clamping: select.integer(0))),
          let payload = try journal.entry(number)?.payload,
          case .epochAdopted(let adopted) = try JournalEvent(payload: payload).fact
        else { continue }
        grants.append(try Grant(bytes: [UInt8](adopted.grant)))
      }
      return grants
    } catch {
      throw DeviceError(.journal, "\(journal.path): \(error)", cause: error)
    }
  }

  static func gate(_ device: Device, _ shared: Journal) -> PrivacyGate {
    var gate = PrivacyGate(
      privateJournal: device.privateJournal, shared: shared,
      tables: GateTables(connection: shared.connection),
      lineageSecret: device.lineageSecret
        + device.configuration.addition(toOriginsOf: shared.identity.epoch),
      tagSalt: device.configuration.tagSalt)
    gate.sabotage = device.configuration.sabotage
    return gate
  }

  /// What the gate remembers beside the reports.
  static func read<Value>(
    _ shared: Journal, _ body: (GateTables) throws(SQLiteError) -> Value
  ) throws(DeviceError) -> Value {
    do throws(SQLiteError) {
      return try body(GateTables(connection: shared.connection))
    } catch {
      throw DeviceError(.journal, "\(shared.path): \(error)", cause: error)
    }
  }

  static func locator(_ shared: Journal) throws(DeviceError) -> Locator {
    do throws(JournalError) {
      var places: [Locator.Place] = []
      for number in Locator.numbers(
        head: try shared.head().number, floor: shared.floor.number)
      {
        guard let digest = try shared.digest(at: number) else { continue }
        places.append(Locator.Place(number: number, digest: digest))
      }
      return Locator(epoch: shared.identity.epoch, places: places)
    } catch {
      throw DeviceError(.journal, error.message, cause: error)
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
    do throws(JournalError) {
      try shared.forEach(from: first) { row in
        let isContent = row.kind == .content
        if isContent, !entries.isEmpty { return .stop }
        var entry = row.entry
        if parked.contains(row.number.rawValue) { entry.payload = nil }
        bytes += 16 + (entry.payload?.count ?? Digest.byteCount)
        if !entries.isEmpty, bytes > byteCount { return .stop }
        entries.append(entry)
        return isContent || entries.count >= entryCount ? .stop : .next
      }
    } catch {
      throw DeviceError(.journal, error.message, cause: error)
    }
    return entries
  }

  enum OnWanted { case reported, gone }

  /// Answers the cloud's wish for a content with a content report. One that is on its way is
  /// enough; but whoever asks for one that arrived has redacted it since, and gets another.
  ///
  /// - Parameter hasArrived: whether the cloud has the entry of that number whole.
  static func report(
    _ wanted: WantedContent, _ device: Device, _ shared: Journal, now: Timestamp,
    hasArrived: (UInt64) -> Bool
  ) throws(DeviceError) -> OnWanted {
    let tables = GateTables(connection: shared.connection)
    do {
      guard let vouched = try tables.vouched(wanted.tag, wanted.content) else { return .gone }
      if let number = vouched.contentNumber, !hasArrived(number) { return .reported }
      guard let item = try publicItem(device.privateJournal, vouched.privateNumber),
        item.digest == wanted.content
      else { return .gone }
      let salt =
        UInt128(device.random.next() as UInt64) << 64 | UInt128(device.random.next() as UInt64)
      let payload = Report.content(item, salt: salt).payload
      try shared.write { appender throws(JournalError) in
        try appender.append(
          EntryDraft(kind: .content, time: now.day.start, payload: payload))
        let number = appender.head.number
        try appender.local { _ throws(SQLiteError) in
          try tables.contentReported(wanted.tag, wanted.content, number: number)
          try tables.reported(number: number, privateNumber: vouched.privateNumber)
        }
      }
      return .reported
    } catch {
      throw DeviceError(.journal, "\(error)", cause: error)
    }
  }

  /// The words that were vouched for; nil when they were redacted since.
  private static func publicItem(_ journal: Journal, _ number: UInt64) throws -> PublicItem? {
    guard let number = SequenceNumber(number), let payload = try journal.entry(number)?.payload,
      case .activityRecorded(let activity) = try JournalEvent(payload: payload).fact
    else { return nil }
    return PublicItem(activity)
  }
}

/// The witness between the machine and its store.
enum WitnessFile {
  /// Nil when there is none, or when it is torn: then it counts as lost.
  static func read(_ store: any WitnessStore) throws(DeviceError) -> Witness? {
    do throws(FileFailure) {
      guard let bytes = try store.read() else { return nil }
      return try? Witness(bytes: bytes)
    } catch {
      throw DeviceError(
        .witness, "The witness cannot be read (\(error)). Check its permissions.", cause: error)
    }
  }

  static func write(_ witness: Witness, to store: any WitnessStore) throws(DeviceError) {
    do throws(FileFailure) { try store.write(witness.bytes) } catch {
      throw DeviceError(
        .witness,
        "The witness cannot be written (\(error)), so nothing is sent. Make room or check the "
          + "folder's permissions.", cause: error)
    }
  }
}
