internal import JournalFormat
internal import JournalStore
internal import SQLite

/// The only way out: turns what may be shared of the private journal into reports of the
/// shared one.
///
/// A fold with its checkpoint in the shared journal's file, moved in the transaction that appends
/// the reports: each is made exactly once, whatever crashes in between. Items never pass. An
/// engagement passes when its activity was, at that entry, eligible for search and for public
/// indexing. An explicit delete or an eligibility that was switched off makes a withdrawal of all
/// that was vouched for under the identifier; expiry, reindex and a changed address do not.
struct PrivacyGate {
  let privateJournal: Journal
  let shared: Journal
  let tables: GateTables
  /// Makes origins, the same ones after every restore.
  let lineageSecret: [UInt8]
  let tagSalt: [UInt8]

  /// The gate pauses when the shared journal's head is there.
  var roomThrough = UInt64.max
  /// Private entries that one transaction covers.
  var entriesPerTransaction = 1_000
  /// Breaks a promise on purpose, for drills.
  var sabotage: DeviceSabotage?

  /// Reads on to the end of the private journal, or to where there is no more room for reports.
  func run() throws(DeviceError) {
    do throws(JournalError) {
      while try step() {}
    } catch {
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// Handles the next entries; false when there are none.
  private func step() throws(JournalError) -> Bool {
    let start = try checkpoint()
    let last = min(
      try privateJournal.head().number,
      start.position.number + UInt64(entriesPerTransaction))
    guard last > start.position.number, try hasRoom() else { return false }
    let remnants = Remnants(of: privateJournal)
    try shared.write { appender throws(JournalError) in
      var reached = start
      try privateJournal.forEach(from: start.position.number + 1) { row throws(JournalError) in
        if let event = try remnants.event(of: row) { try handle(event, row, reached, &appender) }
        reached.position = Journal.Position(number: row.number.rawValue, digest: row.digest)
        let goesOn = row.number.rawValue < last && appender.head.number < roomThrough
        return goesOn ? .next : .stop
      }
      try appender.local { _ throws(SQLiteError) in try tables.move(to: reached) }
    }
    return true
  }

  private func hasRoom() throws(JournalError) -> Bool {
    try shared.head().number < roomThrough
  }

  /// Whether it waits for room with entries before it.
  func isPaused() throws(DeviceError) -> Bool {
    do throws(JournalError) {
      if try hasRoom() { return false }
      return try privateJournal.head().number > checkpoint().position.number
    } catch {
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// Whether the private journal is the one that the gate was reading.
  func fitsPrivateJournal() throws(DeviceError) -> Bool {
    do throws(JournalError) {
      _ = try checkpoint()
      return true
    } catch {
      if error.code == .damaged { return false }
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// Where the gate stands; an error when the private journal is not the one it was reading.
  private func checkpoint() throws(JournalError) -> GateTables.Checkpoint {
    let found: GateTables.Checkpoint?
    do throws(SQLiteError) {
      found = try tables.checkpoint()
    } catch {
      throw JournalError(error, path: shared.path)
    }
    guard let found, found.journal == privateJournal.identity.name,
      try privateJournal.digest(at: found.position.number) == found.position.digest
    else {
      throw JournalError(
        .damaged,
        "\(shared.path) was made from another past than \(privateJournal.path) has: one of the "
          + "two was restored alone. Restore both from one snapshot.")
    }
    return found
  }

  /// A redacted entry's words are gone on purpose; what it led to was reported before, or is still
  /// said by what was kept of it.
  private func handle(
    _ event: JournalEvent, _ row: EntryRow, _ checkpoint: GateTables.Checkpoint,
    _ appender: inout Appender
  ) throws(JournalError) {
    var exit = GateExit(
      row: row, isCarried: row.number.rawValue <= checkpoint.carriedUntil,
      lineageSecret: lineageSecret)
    try appender.local { _ throws(SQLiteError) in try decide(event, row, &exit) }
    for report in exit.reports {
      let number = appender.head.number + 1
      try appender.local { _ throws(SQLiteError) in
        try tables.reported(number: number, privateNumber: row.number.rawValue)
      }
      try appender.append(
        EntryDraft(kind: report.kind, time: row.time.day.start, payload: report.payload))
    }
  }

  private func decide(
    _ event: JournalEvent, _ row: EntryRow, _ exit: inout GateExit
  ) throws(SQLiteError) {
    switch event.fact {
    case .activityRecorded(let activity): try decide(activity, row, &exit)
    case .resultEngaged(let engagement): try decide(engagement, &exit)
    case .resultsShown(let shown):
      for result in shown.results { exit.feedback(result, shown: 1, engaged: 0) }
    case .itemsDeleted(let deletion):
      var gone: [GateTables.Candidate] = []
      if deletion.all { gone += try tables.candidates(app: deletion.app) }
      for id in deletion.ids {
        if let own = try tables.candidate(app: deletion.app, id: id) { gone.append(own) }
        gone += try tables.candidates(app: deletion.app, boundTo: id)
      }
      for domain in deletion.domains {
        gone += try tables.candidates(app: deletion.app, domain: domain)
      }
      try withdraw(gone, &exit)
    case .activitiesDeleted(let deletion):
      var gone = deletion.all ? try tables.candidates(app: deletion.app) : []
      for id in deletion.persistentIdentifiers {
        if let found = try tables.candidate(app: deletion.app, id: id) { gone.append(found) }
      }
      try withdraw(gone, &exit)
    case .itemIndexed, .itemsExpired, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, nil:
      // Private, or no fact about something public.
      break
    }
  }

  private func decide(
    _ activity: JournalActivityRecorded, _ row: EntryRow, _ exit: inout GateExit
  ) throws(SQLiteError) {
    guard let item = PublicItem(seen(activity)) else {
      // Public before and no longer: the app has switched it off.
      if let before = try tables.candidate(app: activity.app, id: activity.id) {
        try withdraw([before], &exit)
      }
      return
    }
    try tables.put(
      GateTables.Candidate(
        app: activity.app, id: activity.id, related: activity.relatedUniqueIdentifier,
        domain: activity.attributes.domainIdentifier, tag: item.tag(salt: tagSalt),
        content: item.digest, privateNumber: row.number.rawValue))
  }

  private func decide(
    _ engagement: JournalResultEngaged, _ exit: inout GateExit
  ) throws(SQLiteError) {
    exit.feedback(engagement.result, shown: 1, engaged: 1)
    for result in engagement.shown { exit.feedback(result, shown: 1, engaged: 0) }
    guard engagement.result.source == .device else { return }
    let result = engagement.result
    // The activity of that identifier, else the one that is bound to the item that was tapped.
    var found = try tables.candidate(app: result.app, id: result.id)
    if found == nil { found = try tables.candidates(app: result.app, boundTo: result.id).first }
    guard let candidate = found else { return }
    try tables.vouch(candidate)
    exit.engaged(tag: candidate.tag, content: candidate.content)
  }

  private func withdraw(
    _ candidates: [GateTables.Candidate], _ exit: inout GateExit
  ) throws(SQLiteError) {
    for candidate in candidates {
      try tables.remove(app: candidate.app, id: candidate.id)
      // Nothing to take back where nothing was said.
      for tag in try tables.withdraw(candidate) { exit.withdrawn(tag: tag) }
    }
  }
}

extension JournalAttributes {
  fileprivate var domainIdentifier: String {
    guard
      case .string(let domain) = values.first(where: { $0.name == "domainIdentifier" })?
        .value.kind
    else { return "" }
    return domain
  }
}

/// Collects the reports that one private entry makes, each with an origin of its own.
private struct GateExit {
  let row: EntryRow
  let isCarried: Bool
  let lineageSecret: [UInt8]
  private(set) var reports: [Report] = []

  init(row: EntryRow, isCarried: Bool, lineageSecret: [UInt8]) {
    self.row = row
    self.isCarried = isCarried
    self.lineageSecret = lineageSecret
  }

  /// HMAC-SHA-256 with the lineage's secret over the entry's digest and the report's place.
  private var nextOrigin: Origin {
    var message = row.digest.bytes
    withUnsafeBytes(of: UInt32(reports.count).littleEndian) { message.append(contentsOf: $0) }
    return Origin(of: message, lineageSecret: lineageSecret)
  }

  mutating func engaged(tag: Tag, content: ContentDigest) {
    reports.append(
      .engaged(
        Report.Engaged(tag: tag, content: content, origin: nextOrigin, isCarried: isCarried)))
  }

  mutating func withdrawn(tag: Tag) {
    reports.append(
      .withdrawn(Report.Withdrawn(tag: tag, origin: nextOrigin, isCarried: isCarried)))
  }

  /// Only public results give feedback: what a device found among its own is nobody's business.
  mutating func feedback(_ result: JournalShownResult, shown: UInt32, engaged: UInt32) {
    guard result.source == .public, let tag = Tag(bytes: [UInt8](result.tag)) else { return }
    reports.append(
      .feedback(
        Report.Feedback(
          tag: tag, origin: nextOrigin, isCarried: isCarried, shown: shown, engaged: engaged)))
  }
}
