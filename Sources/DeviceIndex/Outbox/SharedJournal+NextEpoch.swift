package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// What the cloud knows of a lineage when it grants an epoch, and the device may not know.
struct GrantedPast {
  /// Items that it withdrew and endorses no more.
  var withdrawn: [Tag] = []
  /// Items that it endorses; nil: nobody trusted said so.
  var endorsed: [Tag]?

  static let none = GrantedPast()
}

/// What becomes of a device's outbox when an epoch ends and the next one begins.
extension SharedJournal {
  /// Makes the journal of the next epoch of the one that is there, in one transaction.
  ///
  /// It begins with what the grant told. Then come the reports that are here still, with the same
  /// origins: whether the cloud had them, or lost them, they have their effect once. Then the
  /// filter continues where it was; or again from the beginning of the private journal, if that
  /// went back or the cloud has lost what this journal does not have any more.
  ///
  /// - Parameter old: of no use afterwards.
  static func startNextEpoch(
    _ device: Device, _ old: Journal, grant: Grant, _ past: GrantedPast, now: Timestamp
  ) throws(DeviceError) {
    guard try isOwn(old, device, grant) else { throw foreign(besides: device.storage.privatePath) }
    let filter = filter(device, old)
    let hasHole = hasHole(old, grant)
    let isRemade = try !isMade(old, from: device.privateJournal) || hasHole
    try DeviceError.translating(as: .journal) {
      let outbox = try Outbox(old, keepsTold: isRemade)
      let position = try isRemade ? nil : filter.tables.checkpoint()?.position
      let start = FilterTables.Checkpoint(
        journal: device.privateJournal.identity.name,
        position: position ?? device.privateJournal.floor,
        carriedUntil: try adopt(grant, device, now: now))
      // Repeated reports come after the remaining ones, so a remaining withdrawal would stand
      // before the engagement that it takes back: it is repeated too.
      let outside = hasHole ? outbox.withdrawnTags.union(past.withdrawn).sorted() : past.withdrawn
      let told = toldReports(outside, grant, device)
      try old.replaceContents(grant.journalIdentity, created: now) {
        appender throws(JournalError) in
        try appender.local { _ throws(SQLiteError) in
          try filter.tables.startEpoch(
            at: start, isRemade: isRemade, past, reengaged: outbox.reengagedTags)
        }
        for report in told {
          try appender.append(EntryDraft(report, at: now.day.start))
        }
        try outbox.append(to: &appender, filter.tables)
      }
    }
  }

  /// Whether the journal is this device's: of the lineage that it continues in, or of one that it
  /// had before.
  private static func isOwn(
    _ old: Journal, _ device: Device, _ grant: Grant
  ) throws(DeviceError) -> Bool {
    let lineage = old.identity.lineage
    if lineage == grant.lineage { return true }
    return try adoptedGrants(device.privateJournal).contains { $0.lineage == lineage }
  }

  /// Of a shared journal that this device cannot continue.
  static func foreign(besides privatePath: String) -> DeviceError {
    DeviceError(
      .journal,
      "\(privatePath) and the shared journal beside it are of two devices. "
        + DeviceFilesVerdict.separateDevices)
  }

  /// Whether the cloud continues from before what this journal still has.
  private static func hasHole(_ old: Journal, _ grant: Grant) -> Bool {
    // Of another lineage the cloud has nothing that this one said.
    if old.identity.lineage != grant.lineage { return true }
    return grant.parent.map { $0.epoch == old.identity.epoch && $0.number < old.floor.number }
      ?? true
  }

  /// Withdrawals of the lineage that this device may not know, as reports of the new epoch.
  static func toldReports(_ withdrawn: [Tag], _ grant: Grant, _ device: Device) -> [Report] {
    withdrawn.map { tag in
      let origin = Origin(
        of: Array("told".utf8) + grant.epoch.bytes + tag.bytes,
        lineageSecret: device.lineageSecret)
      return .withdrawn(
        Report.Withdrawn(tag: tag, origin: origin, isCarried: false, isTold: true))
    }
  }
}

extension FilterTables {
  /// - Parameters:
  ///   - isRemade: whether the filter reads the private journal from its beginning.
  ///   - reengaged: what was withdrawn and then engaged with again. It endorses again, and its next
  ///     deletion has to be reported.
  fileprivate func startEpoch(
    at start: Checkpoint, isRemade: Bool, _ past: GrantedPast, reengaged: Set<Tag>
  ) throws(SQLiteError) {
    if isRemade { try clear() } else { try forgetNumbers() }
    for tag in past.withdrawn where !reengaged.contains(tag) { try withdraw(tag) }
    // An entry that is read once more may be older than what the cloud heard.
    try replaceEndorsements(
      past.endorsed, after: isRemade ? start.carriedUntil : start.position.number)
    try move(to: start)
  }
}

/// The reports of an epoch that is over, in the order in which the next one says them again.
private struct Outbox {
  private struct Line {
    let report: Report
    let time: Timestamp
    let privateNumber: UInt64?
  }

  private var lines: [Line] = []

  /// - Parameter keepsTold: what the old epoch was told acts on all that is carried into the next
  ///   one too. Otherwise it takes its place in the order of things: after what was carried into
  ///   the old epoch, before what was newly made there.
  init(_ journal: Journal, keepsTold: Bool) throws {
    let privateNumbers = try FilterTables(connection: journal.connection).privateNumbers()
    var carried: [Line] = []
    var told: [Line] = []
    var made: [Line] = []
    try journal.forEach(from: journal.floor.number + 1, refuse: { $0 as any Error }) { row in
      // Words are sent again when they are asked for; what was redacted says nothing any more.
      guard row.kind != .report(.content), let payload = row.payload else { return .next }
      let report = try Report(kind: row.kind, payload: [UInt8](payload))
      let line = Line(
        report: keepsTold && report.isTold && !report.isCarried ? report : report.carried,
        time: row.time,
        privateNumber: privateNumbers[row.number.rawValue])
      if report.isCarried {
        carried.append(line)
      } else if report.isTold {
        told.append(line)
      } else {
        made.append(line)
      }
      return .next
    }
    lines = keepsTold ? told + carried + made : carried + told + made
  }

  /// What was withdrawn and then engaged with again.
  var reengagedTags: Set<Tag> {
    var (withdrawn, again): (Set<Tag>, Set<Tag>) = ([], [])
    for line in lines {
      switch line.report {
      case .withdrawn(let report):
        withdrawn.insert(report.tag)
        again.remove(report.tag)
      case .engaged(let report) where withdrawn.contains(report.tag): again.insert(report.tag)
      case .engaged, .feedback, .content: break
      }
    }
    return again
  }

  /// What was withdrawn and not engaged with again.
  var withdrawnTags: Set<Tag> {
    var tags: Set<Tag> = []
    for line in lines {
      switch line.report {
      case .withdrawn(let report): tags.insert(report.tag)
      case .engaged(let report): tags.remove(report.tag)
      case .feedback, .content: break
      }
    }
    return tags
  }

  func append(to appender: inout Appender, _ tables: FilterTables) throws(JournalError) {
    for line in lines {
      try appender.append(EntryDraft(line.report, at: line.time))
      guard let privateNumber = line.privateNumber else { continue }
      let number = appender.head.number
      try appender.local { _ throws(SQLiteError) in
        try tables.reported(number: number, privateNumber: privateNumber)
      }
    }
  }
}

extension Report {
  fileprivate var isTold: Bool {
    if case .withdrawn(let report) = self { report.isTold } else { false }
  }

  fileprivate var isCarried: Bool {
    switch self {
    case .engaged(let report): report.isCarried
    case .withdrawn(let report): report.isCarried
    case .feedback(let report): report.isCarried
    case .content: false
    }
  }
}

extension Grant {
  /// Of the shared journal of its epoch.
  package var journalIdentity: JournalIdentity {
    .shared(epoch: epoch, lineage: lineage, parent: parent)
  }
}
