internal import DeviceIndex
package import JournalFormat
internal import JournalStore

/// All that is known of one entry: of itself, of what it changed, and of what became of it.
package struct EntryDossier {
  /// Another entry that has to do with it.
  package struct Related: Hashable, Sendable {
    package let number: UInt64
    package let time: Timestamp?
    package let title: String
  }

  /// A report and what became of it.
  package struct Travel: Hashable, Sendable {
    package let number: UInt64
    package let kind: String
    package var receipt: Receipt?
    /// Where the cloud's log has it.
    package var logEntry: UInt64?
    package var logTime: Timestamp?
  }

  package let entry: Entry
  package let summary: EntrySummary
  /// Whether digest and header follow from the entry before.
  package let isChained: Bool
  /// The entry of the same items before it, that it changed or ended.
  package var supersedes: [Related] = []
  /// The first entry after it that changed or ended what it said.
  package var supersededBy: [Related] = []
  /// The private entry that a report was made from.
  package var madeFrom: UInt64?
  /// The reports that were made from a private entry; of a report, itself.
  package var reports: [Travel] = []
  /// The reports in a batch of a cloud's log.
  package var contents: [Related] = []
  /// The shared journal that it was looked up in; nil: there is none.
  package var sharedPath: String?
  /// The cloud's log that it was looked up in.
  package var cloudPath: String?
  /// What could not be looked up, and why: other entries are damaged, or this one is.
  package var unknown: [String] = []

  /// - Parameter cloud: the cloud's log, where that is at hand.
  package init?(
    _ number: UInt64, in source: JournalSource, cloud: JournalSource? = nil,
    progress: (UInt64) -> Void = { _ in }
  ) throws {
    let journal = source.journal
    guard let place = SequenceNumber(number), let found = try journal.entry(place) else {
      return nil
    }
    entry = found
    summary = EntrySummary(kind: found.header.kind, payload: found.payload)
    let previous = try journal.digest(at: number - 1)
    isChained = previous.map { found.header.digest(after: $0) == found.digest } ?? false
    switch journal.identity.kind {
    case .private:
      attempt("what it changed") { try $0.findRelated(in: source, progress) }
      attempt("its reports") { try $0.findReports(of: source) }
    case .shared: attempt("where it came from") { try $0.findTravel(of: source) }
    case .cloud: attempt("what it holds") { try $0.findContents() }
    }
    if let cloud { attempt("its batch") { try $0.findInLog(cloud, source, progress) } }
  }

  /// An entry is shown whatever else is damaged.
  private mutating func attempt(_ what: String, _ work: (inout Self) throws -> Void) {
    do { try work(&self) } catch { unknown.append("\(what): \(error)") }
  }

  // MARK: What it changed

  private mutating func findRelated(in source: JournalSource, _ progress: (UInt64) -> Void) throws {
    guard let payload = entry.payload else { return }
    let subject = try EntrySubject(kind: entry.header.kind, payload: payload)
    // Of many at once each would be a history of its own: the first ones stand for all.
    let ids = Array(subject.ids.prefix(Self.itemCountMax))
    guard !ids.isEmpty, !subject.app.isEmpty else { return }
    let histories = try ItemHistory.read(
      ids, app: subject.app, in: source.journal, progress: progress)
    let number = entry.header.number.rawValue
    for history in histories {
      let changes = history.steps.filter(\.effect.isChange)
      guard changes.contains(where: { $0.number == number }) else { continue }
      if let before = changes.last(where: { $0.number < number }) {
        supersedes.append(Related(before, history.id))
      }
      if let after = changes.first(where: { $0.number > number }) {
        supersededBy.append(Related(after, history.id))
      }
    }
  }

  private static let itemCountMax = 100

  // MARK: What became of it

  private mutating func findReports(of source: JournalSource) throws {
    guard let folder = source.folder,
      let shared = try? JournalSource(folder + "/shared.journal")
    else { return }
    sharedPath = shared.path
    let trail = ReportTrail(shared.journal)
    for number in try trail.reports(of: entry.header.number.rawValue) {
      try add(report: number, shared.journal, trail)
    }
  }

  private mutating func findTravel(of source: JournalSource) throws {
    let trail = ReportTrail(source.journal)
    sharedPath = source.path
    let number = entry.header.number.rawValue
    madeFrom = try trail.privateNumber(of: number)
    try add(report: number, source.journal, trail)
  }

  private mutating func add(report number: UInt64, _ shared: Journal, _ trail: ReportTrail) throws {
    let found = try SequenceNumber(number).flatMap { try shared.entry($0) }
    reports.append(
      Travel(
        number: number, kind: found?.header.kind.description ?? "pruned",
        receipt: try trail.receipt(for: number)))
  }

  private mutating func findContents() throws {
    guard entry.header.kind == .batch, let payload = entry.payload else { return }
    contents = try BatchReader().entries(of: payload).map { entry in
      let summary = EntrySummary(kind: entry.header.kind, payload: entry.payload)
      return Related(
        number: entry.header.number.rawValue, time: entry.header.time, title: summary.line)
    }
  }

  private mutating func findInLog(
    _ cloud: JournalSource, _ source: JournalSource, _ progress: (UInt64) -> Void
  ) throws {
    cloudPath = cloud.path
    guard !reports.isEmpty else { return }
    let epoch =
      source.journal.identity.kind == .shared
      ? source.journal.identity.epoch
      : try source.folder.map { try JournalSource($0 + "/shared.journal").journal.identity.epoch }
    guard let epoch else { return }
    try cloud.journal.forEach(from: 1, isChecked: false, refuse: { $0 as any Error }) { row in
      if row.number.rawValue & 0xFFFF == 0 { progress(row.number.rawValue) }
      guard row.kind == .batch, let payload = row.payload,
        let header = try? BatchHeader(startOf: payload), header.epoch == epoch
      else { return .next }
      for index in reports.indices
      where (header.first.rawValue...header.last.rawValue).contains(reports[index].number)
        && reports[index].logEntry == nil
      {
        reports[index].logEntry = row.number.rawValue
        reports[index].logTime = row.time
      }
      return .next
    }
  }
}

extension EntryDossier.Related {
  fileprivate init(_ step: ItemHistory.Step, _ id: String) {
    self.init(number: step.number, time: step.time, title: "\(step.effect.rawValue)  id=\(id)")
  }
}

extension ItemHistory.Effect {
  /// Whether it changes what can be found, and not only what is known of it.
  package var isChange: Bool {
    switch self {
    case .engaged, .shown, .askedFor: false
    case .indexed, .replaced, .updated, .recorded, .notEligible, .boundToNothing, .deleted,
      .deletedWithDomain, .deletedWithAll, .expired, .swept:
      true
    }
  }
}
