internal import DeviceIndex
public import Foundation
public import JournalFormat
internal import JournalStore

/// All that is known of one entry: of itself, of what it changed, and of what became of it.
/// Encoded, it is an object of `spotlog journal show --json`.
public struct EntryDossier: Hashable, Sendable {
  /// Another entry that has to do with it.
  public struct Related: Hashable, Sendable {
    /// From 1 on; of a report in a batch, the report's.
    public let number: UInt64
    /// When it was journaled, to the millisecond.
    public let time: Date
    /// What it says, or what it did to an item. Escape it before it reaches a terminal.
    public let title: String
  }

  /// A report and what became of it.
  public struct Travel: Hashable, Sendable {
    /// The report's number in its epoch, from 1 on.
    public let number: UInt64
    /// Such as "engaged"; "pruned" if the device does not keep it any more.
    public let kind: String
    /// The cloud's receipt for it; nil if none is kept.
    public let receipt: Receipt?
    /// The entry of the cloud's log that has it; nil if it has not, or was not searched.
    public fileprivate(set) var logEntry: UInt64?
    /// The time of that entry, to the millisecond.
    public fileprivate(set) var logTime: Date?
  }

  /// What it says.
  public private(set) var entry: InspectedEntry
  /// Its time and kind, and the size and digest of its payload, as they are in the file.
  public let header: EntryHeader
  /// Its bytes; nil if they are redacted, or are not shown.
  public private(set) var payload: [UInt8]?
  /// Whether digest and header follow from the entry before.
  public let isChained: Bool
  /// The entries of the same items before it, that it changed or ended.
  public private(set) var supersedes: [Related] = []
  /// The first entries after it that changed or ended what it said.
  public private(set) var supersededBy: [Related] = []
  /// The private entry that a report was made from.
  public private(set) var madeFrom: UInt64?
  /// The reports that were made from a private entry; of a report, itself.
  public private(set) var reports: [Travel] = []
  /// The reports in a batch of a cloud's log.
  public private(set) var contents: [Related] = []
  /// The shared journal that it was looked up in; nil: there is none.
  public private(set) var sharedPath: String?
  /// The cloud's log that it was looked up in; nil: none was given.
  public private(set) var cloudPath: String?
  /// What could not be looked up, and why, for people: other entries are damaged, or this one is.
  public private(set) var unknown: [String] = []

  /// The payload's bytes with the fields marked in them; nil without a payload.
  public var fieldMap: FieldMap? { payload.map { FieldMap(kind: header.kind, payload: $0) } }

  /// The same without bytes, and without words of items, people or operators.
  public var withoutWords: EntryDossier {
    func bare(_ list: [Related]) -> [Related] {
      list.map { Related(number: $0.number, time: $0.time, title: $0.title.beforeValues) }
    }
    var dossier = self
    (dossier.entry, dossier.payload) = (entry.withoutWords, nil)
    (dossier.supersedes, dossier.supersededBy) = (bare(supersedes), bare(supersededBy))
    dossier.contents = bare(contents)
    return dossier
  }

  /// The same without bytes if they hold the secret of the device's lineage.
  public var withoutSecrets: EntryDossier {
    var dossier = self
    if fieldMap?.holdsSecret == true { dossier.payload = nil }
    return dossier
  }

  /// - Parameter cloud: the cloud's log, where that is at hand.
  init?(
    _ number: UInt64, in source: JournalSource, cloud: JournalSource? = nil,
    progress: (UInt64) -> Void = { _ in }
  ) throws {
    let journal = source.journal
    guard let place = SequenceNumber(number), let found = try journal.entry(place) else {
      return nil
    }
    entry = InspectedEntry(found)
    (header, payload) = (found.header, found.payload)
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
    guard let payload else { return }
    let subject = try EntrySubject(kind: header.kind, payload: payload)
    // Of many at once each would be a history of its own: the first ones stand for all.
    let ids = Array(subject.ids.prefix(Self.itemCountMax))
    guard !ids.isEmpty, !subject.app.isEmpty else { return }
    let histories = try ItemHistory.read(
      ids, app: subject.app, in: source.journal, progress: progress)
    let number = entry.number
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
      let shared = try? JournalSource(JournalKind.shared.path(in: folder))
    else { return }
    sharedPath = shared.path
    let trail = ReportTrail(shared.journal)
    for number in try trail.reports(of: entry.number) {
      try add(report: number, shared.journal, trail)
    }
  }

  private mutating func findTravel(of source: JournalSource) throws {
    let trail = ReportTrail(source.journal)
    sharedPath = source.path
    madeFrom = try trail.privateNumber(of: entry.number)
    try add(report: entry.number, source.journal, trail)
  }

  private mutating func add(report number: UInt64, _ shared: Journal, _ trail: ReportTrail) throws {
    let found = try SequenceNumber(number).flatMap { try shared.entry($0) }
    reports.append(
      Travel(
        number: number, kind: found?.header.kind.description ?? "pruned",
        receipt: try trail.receipt(for: number)))
  }

  private mutating func findContents() throws {
    guard header.kind == .batch, let payload else { return }
    contents = try BatchReader().entries(of: payload).map { entry in
      let summary = EntrySummary(kind: entry.header.kind, payload: entry.payload)
      return Related(
        number: entry.header.number.rawValue, time: Date(entry.header.time), title: summary.line)
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
      : try source.folder.map {
        try JournalSource(JournalKind.shared.path(in: $0)).journal.identity.epoch
      }
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
        reports[index].logTime = Date(row.time)
      }
      return .next
    }
  }
}

extension EntryDossier.Related {
  fileprivate init(_ step: ItemHistory.Step, _ id: String) {
    self.init(
      number: step.number, time: Date(step.time), title: "\(step.effect.rawValue)  id=\(id)")
  }
}

extension String {
  /// What a title says without the values of its fields.
  fileprivate var beforeValues: String { String(prefix { $0 != "=" }) }
}

extension EntryDossier: Encodable {
  private enum CodingKeys: String, CodingKey {
    case encryption, isChained, payloadByteCount, payloadDigest, payload, supersedes, supersededBy
    case madeFrom, reports, holds, unknown
  }

  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws {
    try entry.encode(to: encoder)
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(header.encryption.rawValue, forKey: .encryption)
    try object.encode(isChained, forKey: .isChained)
    try object.encode(header.payloadByteCount, forKey: .payloadByteCount)
    try object.encode(header.payloadDigest.description, forKey: .payloadDigest)
    try object.encodeIfPresent(payload?.hex, forKey: .payload)
    try object.encode(supersedes, forKey: .supersedes)
    try object.encode(supersededBy, forKey: .supersededBy)
    try object.encodeIfPresent(madeFrom, forKey: .madeFrom)
    try object.encode(reports, forKey: .reports)
    try object.encode(contents, forKey: .holds)
    try object.encode(unknown, forKey: .unknown)
  }
}

extension EntryDossier.Related: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, time, what
  }

  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(number, forKey: .number)
    try object.encode(Timestamp(time).text, forKey: .time)
    try object.encode(title, forKey: .what)
  }
}

extension EntryDossier.Travel: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, kind, receivedTime, logEntry
  }

  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(number, forKey: .number)
    try object.encode(kind, forKey: .kind)
    try object.encodeIfPresent(receipt?.receivedTime.text, forKey: .receivedTime)
    try object.encodeIfPresent(logEntry, forKey: .logEntry)
  }
}

extension ItemHistory.Effect {
  /// Whether it changes what can be found, and not only what is known of it.
  package var isChange: Bool {
    switch self {
    case .engaged, .shown, .abandoned, .summed, .askedFor: false
    case .indexed, .replaced, .updated, .recorded, .notEligible, .boundToNothing, .deleted,
      .deletedWithDomain, .deletedWithAll, .expired, .swept:
      true
    }
  }
}
