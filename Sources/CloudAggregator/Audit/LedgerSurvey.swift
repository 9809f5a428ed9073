internal import JournalFormat
internal import JournalStore

/// What has to be known of a log before contributions are told from it: what is said later of what
/// comes earlier, and which effects are looked for.
struct LedgerSurvey {
  /// What a report is about, whatever carries it how often.
  struct EffectName: Hashable {
    var lineage: LineageName
    var origin: Origin
  }

  private struct Retraction {
    var logNumber: UInt64
    var first: UInt64
    var last: UInt64
    var isUndone: Bool
  }

  /// Effects of reports of the items. A device may use an origin for other items as well.
  private(set) var effects: Set<EffectName> = []
  /// Lineages that have any.
  private(set) var reporters: Set<LineageName> = []
  private(set) var erased: Set<LineageName> = []
  private let tags: Set<Tag>
  private var epochs: [EpochName: LineageName] = [:]
  private var lineages: Set<LineageName> = []
  private var retractions: [EpochName: [Retraction]] = [:]
  private let reader = BatchReader()

  init(of tags: Set<Tag>) { self.tags = tags }

  mutating func read(_ row: EntryRow) throws(FormatError) {
    guard let payload = row.payload else { return }
    guard row.kind != .batch else { return try read(batch: payload) }
    switch try ControlEntry(kind: row.kind, payload: [UInt8](payload)) {
    case .enrol(let grant), .grant(let grant), .recovered(let grant, _):
      guard epochs[grant.epoch] == nil else { return }
      epochs[grant.epoch] = grant.lineage
      lineages.insert(grant.lineage)
    case .retract(let epoch, let first, let last, let isUndone):
      // What was not granted cannot be retracted.
      guard epochs[epoch] != nil else { return }
      retractions[epoch, default: []].append(
        Retraction(
          logNumber: row.number.rawValue, first: first, last: last, isUndone: isUndone))
    case .erase(let lineage):
      if lineages.contains(lineage) { erased.insert(lineage) }
    case .withdrawal(let withdrawal):
      guard tags.contains(withdrawal.tag) else { return }
      add(EffectName(lineage: withdrawal.lineage, origin: withdrawal.origin))
    case .fence, .cloudLife, .threshold, .takeDown, .mark, .incident, .revoke, .admitted, .hole,
      .recovering, .redacted:
      return
    }
  }

  private mutating func read(batch: UnsafeRawBufferPointer) throws(FormatError) {
    let header = try BatchHeader(startOf: batch)
    guard let lineage = epochs[header.epoch] else { return }
    let found = try reader.withColumns(of: batch, header: header, refuse: { $0 }) {
      columns throws(FormatError) in
      columns.reports(of: tags)
    }
    for report in found { add(EffectName(lineage: lineage, origin: report.origin)) }
  }

  private mutating func add(_ effect: EffectName) {
    effects.insert(effect)
    reporters.insert(effect.lineage)
  }

  /// The entry of the log that took a report out; nil: none did, or it was given back.
  func retraction(of place: ContributionLedger.Place) -> UInt64? {
    let last = retractions[place.epoch]?.last {
      $0.first <= place.number && place.number <= $0.last
    }
    return last.flatMap { $0.isUndone ? nil : $0.logNumber }
  }
}

extension BatchColumns {
  /// Reports that are about any of the items.
  func reports(of tags: Set<Tag>) -> [ReportRecord] {
    guard (0..<tagCount).contains(where: { tags.contains(tag($0)) }) else { return [] }
    return reports { tags.contains($0.tag) }
  }

  /// Reports about items, not their words, that are not redacted.
  func reports(where isWanted: (ReportRecord) -> Bool) -> [ReportRecord] {
    var found: [ReportRecord] = []
    forEach { if $0.kind?.hasTag == true, isWanted($0) { found.append($0) } }
    return found
  }
}
