import CloudAggregator
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import Simulation
import SyncHTTP

/// What the sync of a restored copy with a copy of its cloud came to.
struct RehearsedCloud: Encodable {
  /// As `SyncSummary.Ending` has them.
  let ending: SyncSummary.Ending
  /// Why it did not end with an acknowledgement; nil: it did.
  let trouble: String?
  let requests: Int
  let bytes: Int
  /// Engagements of the device that the cloud counts, whatever became of the device.
  let counted: Int
  /// Those of them that the snapshot does not hold: they stay counted. Nil: its outbox was pruned,
  /// so it cannot be told.
  let stillCounted: Int?
  /// Engagements that the restored copy brought and the cloud did not have.
  let added: Int
  /// Engagements in the device's outbox that neither the cloud nor the snapshot has.
  let neverReported: Int
  /// Tags of items that count more than was ever reported.
  let countedTwice: [String]
  /// Tags of items of which the cloud acknowledged an engagement that it does not have.
  let missing: [String]
  /// Tags of items that the device took back, and endorses again.
  let broughtBack: [String]
  /// Keys of items that became public by the sync.
  let newlyPublic: [String]
  /// Keys of items that are not public any more.
  let notPublic: [String]
  let publicItems: Int

  /// Sentences about what must not be.
  var findings: [String] {
    func finding(_ tags: [String], _ what: String) -> String? {
      guard let first = tags.first else { return nil }
      return "\(Figure.count(tags.count, "item")) \(what), such as tag:\(first)"
    }
    return [
      trouble.map { "the restored copy does not come to an end with its cloud: \($0)" },
      finding(countedTwice, "counted twice by the cloud"),
      finding(missing, "of which the cloud lacks an engagement that it acknowledged"),
      finding(broughtBack, "endorsed again that the device had taken back"),
    ].compactMap(\.self)
  }

  func print() {
    let kept =
      stillCounted.map { "\(Figure.grouped($0)) of which the snapshot does not hold" }
      ?? "of which the snapshot's pruned outbox does not show those that it holds"
    Terminal.print(
      "cloud       counts \(Figure.count(counted, "engagement")) of the device, \(kept)")
    Terminal.print(
      "  the sync  \(ending.rawValue), \(Figure.count(requests, "request")), "
        + "\(Figure.bytes(bytes)); \(Figure.count(added, "engagement")) added")
    Terminal.print(
      "  never reported, and lost: \(Figure.count(neverReported, "engagement")) in the outbox")
    Terminal.print(
      "  public    \(Figure.count(publicItems, "item")), \(newlyPublic.count) new, "
        + "\(notPublic.count) hidden")
    for key in newlyPublic { Terminal.print("    new     \(key.printable)") }
    for key in notPublic { Terminal.print("    hidden  \(key.printable)") }
    if countedTwice.isEmpty { Terminal.print("  nothing is counted twice") }
    if broughtBack.isEmpty { Terminal.print("  nothing that was taken back is endorsed again") }
  }
}

/// A copy of a cloud for one rehearsal.
struct CloudCopy {
  private let copy: ReadableFolder
  private let pinned: PinnedCloud
  private let before: CloudMoment
  private let threshold: UInt32

  /// - Parameters:
  ///   - cloud: the path of the cloud's data folder, whose server may run.
  ///   - pinned: what the device knows of its cloud.
  init(of cloud: String, for pinned: PinnedCloud) throws {
    guard FileSystem.holds(.cloud, in: cloud) else {
      throw Failure(
        .noSuchFile,
        "There is no cloud in \(cloud.printable). Give --cloud the data folder of one.")
    }
    copy = try ReadableFolder(
      cloud, of: .cloud, isInUse: true, notice: { Terminal.complain($0) })
    self.pinned = pinned
    let reader = try CloudReader(copy.path)
    guard reader.projections.tagSalt == pinned.tagSalt else {
      throw Failure(
        .badInput,
        "The cloud in \(cloud.printable) belongs to a different deployment than the device: its "
          + "salt differs. Give --cloud the data folder of the device's own cloud.")
    }
    threshold = try reader.projections.status().threshold
    before = try CloudMoment(reader)
  }

  /// Has the restored device speak with the copy, and judges what that changed.
  ///
  /// - Parameters:
  ///   - restored: the folder of the restored copy, with the device's witness.
  ///   - device: the folder of a copy of the device as it is.
  ///   - common: the last entry that both have.
  ///   - plan: what is broken on purpose.
  func sync(
    restored: String, device: String, common: UInt64, _ plan: some BreakablePlan
  ) throws -> RehearsedCloud {
    let held = try ReportedEngagements(in: restored)
    let summary = try converse(restored, plan)
    let after = try CloudMoment(CloudReader(copy.path))
    // An epoch repeats what is left of the one before it, and adds what the filter had not read.
    let sent = try ReportedEngagements(in: restored)
    let now = try ReportedEngagements(in: device)
    let change = CloudChange(
      before: before, after: after,
      lineages: held.lineages.union(sent.lineages).union(now.lineages),
      reported: held.adding(sent), known: now.through(common))
    return RehearsedCloud(summary, change, now: now, isHeldWhole: held.isWhole)
  }

  /// The cloud's secret keys are not needed: the copies believe a new one.
  private func converse(_ restored: String, _ plan: some BreakablePlan) throws -> SyncSummary {
    var dice = Dice.system
    let key = SigningKey(using: &dice)
    var configuration = CloudConfiguration(tagSalt: pinned.tagSalt)
    configuration.threshold = threshold
    plan.breakPromises(of: &configuration)
    let cloud = try CloudHost(
      folder: copy.path, keys: CloudKeys(signing: key, retired: pinned.trust.keys),
      configuration: configuration, notice: { Terminal.complain($0) })
    var trust = DeviceConfiguration(
      tagSalt: pinned.tagSalt, cloudKeys: pinned.trust.keys + [key.publicKey])
    plan.breakPromises(of: &trust)
    return try waiting { [trust] in
      try await cloud.open()
      let host = try DeviceHost(
        folder: restored, configuration: trust, createsDevice: false, readsAhead: false,
        notice: { Terminal.complain($0) })
      let summary = try await SyncDriver(host) { await cloud.answer($0) }.sync()
      try await cloud.close()
      return summary
    }
  }
}

/// What a cloud counts and shows at a moment.
private struct CloudMoment {
  let events: [Tag: UInt64]
  let ledger: ContributionLedger
  /// By tag, since several apps may have a page with one key.
  let keys: [Tag: String]

  init(_ reader: CloudReader) throws {
    let projections = reader.projections
    events = projections.counts().mapValues(\.events)
    ledger = try projections.contributions(to: Set(projections.tags), in: reader.log)
    keys = Dictionary(try reader.items().map { ($0.tag, $0.item.key) }) { first, _ in first }
  }

  /// Engagements of lineages, by item: of all reports, or of those that were counted as events.
  func origins(of lineages: Set<LineageName>, counted: Bool) -> [Tag: Set<Origin>] {
    ledger.contributions.compactMapValues { contributions in
      let origins = contributions.filter { one in
        guard case .engaged = one.effect, lineages.contains(one.lineage) else { return false }
        return !counted || one.standing.isEvent
      }.map(\.origin)
      return origins.isEmpty ? nil : Set(origins)
    }
  }

  /// Items that lineages engaged with, and whether they endorse them.
  func endorsements(by lineages: Set<LineageName>) -> [Tag: Bool] {
    ledger.contributions.compactMapValues { contributions in
      let own = contributions.filter { one in
        guard case .engaged = one.effect else { return false }
        return lineages.contains(one.lineage)
      }
      return own.isEmpty ? nil : own.contains { $0.standing == .counted }
    }
  }
}

/// A cloud before and after a sync of a restored copy.
private struct CloudChange {
  let before: CloudMoment
  let after: CloudMoment
  /// The device's.
  let lineages: Set<LineageName>
  /// Engagements that the restored copy reports.
  let reported: ReportedEngagements
  /// How the device as it is reported those that the restored copy has as well.
  let known: ReportedEngagements

  /// How many engagements with an item the restored copy reports that the cloud did not have.
  ///
  /// By the entries that they were made from: one that is reported under another origin is no
  /// other engagement.
  func freshCount(_ tag: Tag, _ inCloud: Set<Origin>) -> Int {
    (reported.sources[tag] ?? [:]).count { source, origins in
      origins.union(known.sources[tag]?[source] ?? []).isDisjoint(with: inCloud)
    }
  }
}

/// The engagements that a device's outbox reports.
private struct ReportedEngagements {
  /// What a report was made from.
  enum Source: Hashable {
    /// An entry of the private journal.
    case entry(UInt64)
    /// The outbox does not know the entry any more.
    case unknown(Origin)
  }

  /// One, or none where there is no outbox.
  private(set) var lineages: Set<LineageName> = []
  /// By item.
  private(set) var sources: [Tag: [Source: Set<Origin>]] = [:]
  /// Whether no report was pruned or redacted.
  private(set) var isWhole = true

  init(in folder: String) throws {
    let path = JournalKind.shared.path(in: folder)
    guard FileSystem.isThere(path) else { return }
    let journal = try Journal.open(at: path, for: .read)
    let trail = ReportTrail(journal)
    lineages = [journal.identity.lineage]
    isWhole = journal.floor.number == 0
    try journal.forEach(from: journal.floor.number + 1, refuse: { $0 as any Error }) { row in
      guard let payload = row.payload else {
        isWhole = false
        return .next
      }
      if case .engaged(let report) = try Report(kind: row.kind, payload: [UInt8](payload)) {
        let entry = try trail.privateNumber(of: row.number.rawValue)
        let source = entry.map { Source.entry($0) } ?? .unknown(report.origin)
        sources[report.tag, default: [:]][source, default: []].insert(report.origin)
      }
      return .next
    }
  }

  func origins(_ tag: Tag) -> Set<Origin> {
    (sources[tag] ?? [:]).values.reduce(into: []) { $0.formUnion($1) }
  }

  func adding(_ other: ReportedEngagements) -> ReportedEngagements {
    var sum = self
    sum.sources.merge(other.sources) { $0.merging($1) { $0.union($1) } }
    return sum
  }

  /// Those of entries up to a number.
  func through(_ last: UInt64) -> ReportedEngagements {
    var part = self
    part.sources = sources.mapValues { sources in
      sources.filter { source, _ in
        switch source {
        case .entry(let number): number <= last
        case .unknown: false
        }
      }
    }
    return part
  }
}

extension RehearsedCloud {
  /// - Parameters:
  ///   - now: what the outbox of the device as it is reports.
  ///   - isHeldWhole: whether the snapshot has every report that was ever in its outbox.
  fileprivate init(
    _ summary: SyncSummary, _ change: CloudChange, now: ReportedEngagements, isHeldWhole: Bool
  ) {
    let (before, after, reported) = (change.before, change.after, change.reported)
    let known = before.origins(of: change.lineages, counted: false)
    let counted = before.origins(of: change.lineages, counted: true)
    let found = after.origins(of: change.lineages, counted: false)
    func fresh(_ tag: Tag) -> Int { change.freshCount(tag, known[tag] ?? []) }
    func rise(_ tag: Tag) -> Int { Int(after.events[tag] ?? 0) - Int(before.events[tag] ?? 0) }
    let tags = Set(after.events.keys).union(reported.sources.keys).sorted()
    let isDone = summary.ending == .acknowledged
    let kept = counted.reduce(0) { $0 + $1.value.subtracting(reported.origins($1.key)).count }
    let endorsed = (
      before.endorsements(by: change.lineages), after.endorsements(by: change.lineages)
    )
    self.init(
      ending: summary.ending,
      trouble: isDone ? nil : summary.explanation ?? summary.lastError ?? "the time was over",
      requests: summary.requests, bytes: summary.bytes,
      counted: counted.values.reduce(0) { $0 + $1.count },
      stillCounted: isHeldWhole ? kept : nil, added: tags.reduce(0) { $0 + rise($1) },
      neverReported: now.sources.keys.reduce(0) { count, tag in
        count
          + now.origins(tag).subtracting(known[tag] ?? []).subtracting(reported.origins(tag)).count
      },
      countedTwice: tags.filter { rise($0) > fresh($0) }.map(\.description),
      missing: tags.filter { isDone && !reported.origins($0).isSubset(of: found[$0] ?? []) }
        .map(\.description),
      // An engagement that the cloud hears of now may endorse; an old one may not again.
      broughtBack: tags.filter {
        endorsed.0[$0] == false && endorsed.1[$0] == true && fresh($0) == 0
      }.map(\.description),
      newlyPublic: after.keys.filter { before.keys[$0.key] == nil }.values.sorted(),
      notPublic: before.keys.filter { after.keys[$0.key] == nil }.values.sorted(),
      publicItems: after.keys.count)
  }
}
