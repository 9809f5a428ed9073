internal import JournalFormat
internal import JournalStore
internal import SQLite

/// The only way out: turns what may be shared of the private journal into reports of the
/// shared one.
///
/// A projection with its checkpoint in the shared journal's file, moved in the transaction that
/// appends the reports: each is made exactly once, whatever crashes in between. Items never pass.
/// An engagement passes when its activity was, at that entry, eligible for search and for public
/// indexing. An explicit delete or an eligibility that was switched off makes a withdrawal of all
/// that was endorsed under the identifier; expiry, reindex and a changed address do not. Of results
/// that were seen, public ones make feedback, a bounded number a day.
struct PrivacyFilter {
  let privateJournal: Journal
  let shared: Journal
  let tables: FilterTables
  /// Makes origins, the same ones after every restore.
  let lineageSecret: [UInt8]
  let tagSalt: [UInt8]
  /// Read when a deletion of a domain needs them.
  private let itemDomains = ItemDomains()

  /// The filter pauses when the shared journal's head is there.
  var roomThrough = UInt64.max
  /// Private entries that one transaction covers.
  var entriesPerTransaction = 1_000
  /// Whether feedback on public results is reported.
  var reportsFeedback = true
  #if Sabotage
    var sabotage: DeviceSabotage?
  #endif

  /// Reads on to the end of the private journal, or to where there is no more room for reports.
  func run() throws(DeviceError) {
    try DeviceError.translating(as: .journal) { while try step() {} }
  }

  /// Handles the next entries; false when there are none.
  private func step() throws(JournalError) -> Bool {
    let start = try checkpoint()
    let last = min(
      try privateJournal.head().number,
      start.position.number + UInt64(entriesPerTransaction))
    guard last > start.position.number, try hasRoom() else { return false }
    let remnants = Remnants(of: privateJournal)
    let salvaged = try SalvagedEntries(of: privateJournal)
    // The entry before one that needs the domains of items, which are not read so far.
    var domainsMissing: UInt64?
    var end = start.position.number
    try shared.write { appender throws(JournalError) in
      var reached = start
      try privateJournal.forEach(from: start.position.number + 1) { row throws(JournalError) in
        let event = try remnants.event(of: row)
        if let event {
          guard try knowsDomains(for: event, at: row.number) else {
            domainsMissing = row.number.rawValue - 1
            return .stop
          }
          let exit = FilterOutput(
            digest: try salvaged.digest(of: row),
            isCarried: row.number.rawValue <= reached.carriedUntil, lineageSecret: lineageSecret)
          try handle(event, row, exit, &appender)
        }
        itemDomains.follow(event, number: row.number.rawValue)
        reached.position = Journal.Position(number: row.number.rawValue, digest: row.digest)
        let hasMore = row.number.rawValue < last && appender.head.number < roomThrough
        return hasMore ? .next : .stop
      }
      try appender.local { _ throws(SQLiteError) in try tables.move(to: reached) }
      end = reached.position.number
    }
    // It would be asked for the same entries for ever.
    guard end > start.position.number || domainsMissing != nil else {
      throw JournalError(
        .damaged,
        "\(privateJournal.path) has no entry \(start.position.number + 1), and has an entry "
          + "\(last).",
        nextStep: "Run `spotlog journal verify \(privateJournal.path.asShellWord)`.")
    }
    if let domainsMissing { try itemDomains.read(privateJournal, through: domainsMissing) }
    return true
  }

  /// Whether all is known of items that a decision about the event needs.
  private func knowsDomains(
    for event: JournalEvent, at number: SequenceNumber
  ) throws(JournalError) -> Bool {
    guard case .itemsDeleted(let deletion) = event.fact, !deletion.domains.isEmpty, !deletion.all,
      itemDomains.number != number.rawValue - 1
    else { return true }
    return try JournalError.translating(shared.path) {
      try tables.boundCandidates(app: deletion.app).isEmpty
    }
  }

  private func hasRoom() throws(JournalError) -> Bool {
    try shared.head().number < roomThrough
  }

  /// Whether it waits for room with entries before it.
  func isPaused() throws(DeviceError) -> Bool {
    try DeviceError.translating(as: .journal) {
      if try hasRoom() { return false }
      return try privateJournal.head().number > checkpoint().position.number
    }
  }

  /// Where the filter stands; an error when the private journal is not the one it was reading.
  private func checkpoint() throws(JournalError) -> FilterTables.Checkpoint {
    guard let found = try tables.checkpoint(of: shared, reading: privateJournal) else {
      throw JournalError(
        .damaged,
        "\(shared.path) was made from another past than \(privateJournal.path) has: one of the "
          + "two was restored alone. Restore both from one snapshot.")
    }
    return found
  }

  // MARK: Reading again

  /// What the entries of the private journal lead to when they are read once more.
  struct Replay {
    /// The private entry that each report was made from, by the report's origin.
    var privateNumbers: [Origin: UInt64] = [:]
    /// Whether no entry was met whose words are gone, so that nothing is missing.
    var isComplete = true
  }

  /// Puts into the tables, which have to be empty, what the entries up to `last` left in them. The
  /// reports were made before, and are not repeated.
  func replay(through last: UInt64) throws(JournalError) -> Replay {
    var replay = Replay()
    guard last > privateJournal.floor.number else { return replay }
    let remnants = Remnants(of: privateJournal)
    let salvaged = try SalvagedEntries(of: privateJournal)
    try itemDomains.read(privateJournal, through: privateJournal.floor.number)
    try privateJournal.forEach(from: privateJournal.floor.number + 1) { row throws(JournalError) in
      let event = try remnants.event(of: row)
      if let event {
        var exit = FilterOutput(
          digest: try salvaged.digest(of: row), isCarried: false, lineageSecret: lineageSecret)
        try JournalError.translating(shared.path) { try process(event, row, &exit) }
        for origin in exit.reports.compactMap(\.origin) {
          replay.privateNumbers[origin] = row.number.rawValue
        }
      }
      itemDomains.follow(event, number: row.number.rawValue)
      if row.kind == .event, row.payload == nil { replay.isComplete = false }
      return row.number.rawValue < last ? .next : .stop
    }
    return replay
  }

  /// A redacted entry's words are gone on purpose; what it led to was reported before, or is still
  /// said by what was kept of it.
  private func handle(
    _ event: JournalEvent, _ row: EntryRow, _ exit: FilterOutput, _ appender: inout Appender
  ) throws(JournalError) {
    var exit = exit
    try appender.local { _ throws(SQLiteError) in try process(event, row, &exit) }
    for report in exit.reports {
      let number = appender.head.number + 1
      try appender.local { _ throws(SQLiteError) in
        try tables.reported(number: number, privateNumber: row.number.rawValue)
      }
      try appender.append(EntryDraft(report, at: row.time.day.start))
    }
  }

  private func process(
    _ event: JournalEvent, _ row: EntryRow, _ exit: inout FilterOutput
  ) throws(SQLiteError) {
    switch event.fact {
    case .activityRecorded(let activity): try process(activity, row, &exit)
    case .resultEngaged(let engagement): try process(engagement, row, &exit)
    case .resultsShown(let list): try process(list, row, &exit)
    case .itemsDeleted(let deletion): try withdraw(reached(DeletionScope(deletion)), row, &exit)
    case .activitiesDeleted(let deletion):
      if takesBackActivities { try withdraw(reached(DeletionScope(deletion)), row, &exit) }
    case .itemIndexed, .itemsExpired, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, .synonymsSet, nil:
      // Private, or no fact about something public.
      break
    }
  }

  private func process(
    _ activity: JournalActivityRecorded, _ row: EntryRow, _ exit: inout FilterOutput
  ) throws(SQLiteError) {
    guard let item = PublicItem(seen(activity)) else {
      // Public before and no longer: the app has switched it off.
      if let before = try tables.candidate(app: activity.app, id: activity.id) {
        try withdraw([before], row, &exit)
      }
      return
    }
    let candidate = FilterTables.Candidate(
      app: activity.app, id: activity.id, related: activity.relatedUniqueIdentifier,
      domain: activity.attributes.domainIdentifier, tag: item.tag(salt: tagSalt),
      content: item.digest, privateNumber: row.number.rawValue)
    try tables.put(candidate)
    try tables.renew(candidate)
  }

  private func process(
    _ engagement: JournalResultEngaged, _ row: EntryRow, _ exit: inout FilterOutput
  ) throws(SQLiteError) {
    try addFeedback(engagement.result, isEngaged: true, row, &exit)
    for (place, result) in engagement.shown.enumerated() {
      try addFeedback(result, isVisible: place < SearchSession.visibleMax, row, &exit)
    }
    guard engagement.result.source == .device else { return }
    let result = engagement.result
    // The activity of that identifier, else the one that is bound to the item that was tapped.
    var found = try tables.candidate(app: result.app, id: result.id)
    if found == nil { found = try tables.candidates(app: result.app, boundTo: result.id).first }
    guard let candidate = found else { return }
    try tables.endorsement(candidate)
    exit.engaged(tag: candidate.tag, content: candidate.content)
  }

  /// Sums of a compaction say nothing of public results.
  private func process(
    _ list: JournalResultsShown, _ row: EntryRow, _ exit: inout FilterOutput
  ) throws(SQLiteError) {
    for (place, result) in list.results.enumerated() {
      try addFeedback(result, isVisible: place < SearchSession.visibleMax, row, &exit)
    }
  }

  /// Only public results give feedback: local results are never reported.
  ///
  /// One that gives none takes its place among the reports all the same: the origins of the others
  /// do not depend on what was cut.
  private func addFeedback(
    _ result: JournalShownResult, isEngaged: Bool = false, isVisible: Bool = true,
    _ row: EntryRow, _ exit: inout FilterOutput
  ) throws(SQLiteError) {
    guard result.source == .public, let tag = Tag(bytes: [UInt8](result.tag)) else { return }
    guard reportsFeedback, isVisible, try tables.countShown(tag, on: row.time.day) else {
      return exit.skip()
    }
    exit.feedback(tag: tag, isEngaged: isEngaged)
  }

  /// `DeletionScope`'s rule, by the tables' indexes. Some may be there twice.
  private func reached(_ scope: DeletionScope) throws(SQLiteError) -> [FilterTables.Candidate] {
    if scope.isAll { return try tables.candidates(app: scope.app) }
    var found: [FilterTables.Candidate] = []
    for id in scope.ids {
      if let own = try tables.candidate(app: scope.app, id: id) { found.append(own) }
      if !scope.isOfActivities { found += try tables.candidates(app: scope.app, boundTo: id) }
    }
    for domain in scope.domains { found += try tables.candidates(app: scope.app, domain) }
    guard !scope.domains.isEmpty, followsItems else { return found }
    return try found
      + tables.boundCandidates(app: scope.app).filter { candidate in
        scope.reaches(
          DeletionScope.Subject(
            id: candidate.id, domain: candidate.domain, isActivity: true,
            related: candidate.related,
            relatedDomain: itemDomains.domain(of: candidate.related, app: candidate.app)))
      }
  }

  private func withdraw(
    _ candidates: [FilterTables.Candidate], _ row: EntryRow, _ exit: inout FilterOutput
  ) throws(SQLiteError) {
    // Said last: what only the cloud knows must not move the origins of the other reports.
    var told: [Tag] = []
    for candidate in candidates {
      try tables.remove(app: candidate.app, id: candidate.id)
      // Nothing to take back where nothing was said.
      let withdrawn = try tables.withdraw(candidate)
      for tag in withdrawn { exit.withdrawn(tag: tag) }
      let isTold = try tables.withdrawTold(candidate.tag, at: row.number.rawValue)
      if isTold, !withdrawn.contains(candidate.tag) { told.append(candidate.tag) }
    }
    for tag in told { exit.withdrawn(tag: tag) }
  }
}

extension Report {
  /// What a report is counted once by; nil for words, which are not counted.
  var origin: Origin? {
    switch self {
    case .engaged(let report): report.origin
    case .withdrawn(let report): report.origin
    case .feedback(let report): report.origin
    case .content: nil
    }
  }
}

extension JournalAttributes {
  package var domainIdentifier: String {
    guard
      case .string(let domain) = values.first(where: { $0.name == "domainIdentifier" })?
        .value.kind
    else { return "" }
    return domain
  }
}

/// Collects the reports that one private entry makes, each with an origin of its own.
private struct FilterOutput {
  /// Of the entry, as it was first written.
  let digest: Digest
  let isCarried: Bool
  let lineageSecret: [UInt8]
  private(set) var reports: [Report] = []
  /// The place of the next report, counted with those that were skipped.
  private var place: UInt32 = 0

  init(digest: Digest, isCarried: Bool, lineageSecret: [UInt8]) {
    self.digest = digest
    self.isCarried = isCarried
    self.lineageSecret = lineageSecret
  }

  /// HMAC-SHA-256 with the lineage's secret over the entry's digest and the report's place.
  private var nextOrigin: Origin {
    var message = digest.bytes
    withUnsafeBytes(of: place.littleEndian) { message.append(contentsOf: $0) }
    return Origin(of: message, lineageSecret: lineageSecret)
  }

  mutating func engaged(tag: Tag, content: ContentDigest) {
    add(
      .engaged(
        Report.Engaged(tag: tag, content: content, origin: nextOrigin, isCarried: isCarried)))
  }

  mutating func withdrawn(tag: Tag) {
    add(.withdrawn(Report.Withdrawn(tag: tag, origin: nextOrigin, isCarried: isCarried)))
  }

  /// The item was in one list more.
  mutating func feedback(tag: Tag, isEngaged: Bool) {
    add(
      .feedback(
        Report.Feedback(
          tag: tag, origin: nextOrigin, isCarried: isCarried, shown: 1,
          engaged: isEngaged ? 1 : 0)))
  }

  mutating func skip() { place += 1 }

  private mutating func add(_ report: Report) {
    reports.append(report)
    place += 1
  }
}
