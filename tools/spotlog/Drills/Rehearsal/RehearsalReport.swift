import DeviceIndex
import Foundation
import Inspection
import JournalFormat

/// What rehearsed restores of a device came to.
struct RehearsalReport: Encodable {
  /// A snapshot that restores nothing now, and why.
  struct Unusable: Encodable {
    let file: String
    let reason: String
    /// Whether it is of this device and should restore it.
    let isOurs: Bool
  }

  let device: String
  /// The last entry of the device's private journal.
  let lastEntry: UInt64
  /// Whether an app has the device open, or ended without closing it.
  let isInUse: Bool
  let unusable: [Unusable]
  /// The snapshot that holds most of the device's journal comes first; one of a past that it left
  /// comes last.
  let rehearsals: [RehearsedSnapshot]
  /// Sentences: what is beyond a limit or wrong. Empty: all is within the limits.
  let findings: [String]

  func print(_ json: Bool) throws {
    if json { return try Output.json(self) }
    Terminal.print("device      \(device), up to entry \(lastEntry)")
    if isInUse { Terminal.print("in use      compared as it was when it was copied") }
    for item in unusable { Terminal.print("unusable    \(item.file): \(item.reason)") }
    for rehearsal in rehearsals { rehearsal.print() }
    for finding in findings { Terminal.print("FINDING     \(finding)") }
    Terminal.print(findings.isEmpty ? "within the limits" : "not within the limits")
  }
}

/// What the restore of one snapshot came to.
struct RehearsedSnapshot: Encodable {
  let snapshot: String
  /// When it was made.
  let created: String
  /// The last entry that it holds.
  let lastEntry: UInt64
  /// What people have to know to judge it.
  let notes: [String]
  let lost: LostEntries
  let items: ComparedItems
  let search: RehearsedSearch
  /// The apps that are asked for their items again.
  let askedApps: [String]
  /// Nil: no cloud was given.
  let cloud: RehearsedCloud?
  let phases: [RestoredFolder.Phase]
  /// From the snapshot's file to an index that is complete.
  let restoreMilliseconds: Double

  func print() {
    Terminal.print("snapshot    \(snapshot), made \(created), up to entry \(lastEntry)")
    for note in notes { Terminal.print("note        \(note)") }
    lost.print()
    items.print()
    Terminal.print(
      "search      \(Figure.grouped(search.found)) of \(Figure.count(search.searched, "title")) "
        + "found")
    for title in search.missed { Terminal.print("  not found \(title.printable)") }
    if !askedApps.isEmpty {
      Terminal.print("asks        \(askedApps.map(\.printable).joined(separator: ", "))")
    }
    cloud?.print()
    let times = phases.map { "\($0.phase) \($0.milliseconds) ms" }.joined(separator: ", ")
    Terminal.print("time        \(times)")
    Terminal.print("restore     usable after \(restoreMilliseconds) ms")
  }
}

/// Entries of the device's journal that the snapshot does not hold.
struct LostEntries: Encodable {
  /// Entries named one by one.
  static let newestMax = 5
  /// What a device journals by itself: nobody misses it.
  private static let ownKinds: Set<String> = [
    "epoch adopted", "journal begun", "reindex requested", "items expired", "items swept",
  ]

  /// How the device stands beside the snapshot, as `journal diff` says it.
  let verdict: String
  /// Entries of apps and people.
  private(set) var events = 0
  private(set) var engagements = 0
  /// All entries by what they say.
  private(set) var kinds: [String: Int] = [:]
  private(set) var unreadable = 0
  /// When the oldest of the events was journaled.
  private var oldestTime: Timestamp?
  private(set) var oldest: String?
  /// How long before now that was; 0 for a time to come.
  private(set) var ageMilliseconds: Int64 = 0
  /// The newest of the events, the last one first.
  private(set) var newest: [InspectedEntry] = []
  /// Entries that only the snapshot has: the device was restored since it was made.
  let onlyInSnapshot: UInt64
  /// The last entry that both have.
  let lastCommonEntry: UInt64

  private enum CodingKeys: CodingKey {
    case verdict, events, engagements, kinds, unreadable, oldest, ageMilliseconds, newest
    case onlyInSnapshot, lastCommonEntry
  }

  /// - Parameters:
  ///   - now: the device as it is, whose journal ends with `last`.
  ///   - restored: the folder that the snapshot was restored to, before anything opened it.
  init(of now: JournalInspector, through last: UInt64?, restored: JournalInspector) throws {
    let found = try now.comparison(with: restored, until: last.map { .entry($0) })
    verdict = found.verdict.rawValue
    lastCommonEntry = found.lastCommonEntry ?? 0
    onlyInSnapshot = found.second.onlyHere.map { $0.upperBound - $0.lowerBound + 1 } ?? 0
    guard let lost = found.first.onlyHere else { return }
    var reader = try now.reader(from: .entry(lost.lowerBound), until: .entry(lost.upperBound))
    var unreadable = 0
    reader.unreadable = { unreadable += $0.count }
    try reader.forEach { add($0) }
    self.unreadable = unreadable
    newest.reverse()
    oldest = oldestTime?.text
    guard let oldestTime else { return }
    ageMilliseconds = max(
      0,
      Timestamp.current.milliseconds.subtractingReportingOverflow(oldestTime.milliseconds)
        .partialValue)
  }

  private mutating func add(_ entry: InspectedEntry) {
    kinds[entry.title, default: 0] += 1
    guard !Self.ownKinds.contains(entry.title) else { return }
    events += 1
    if entry.title == "result engaged" { engagements += 1 }
    let time = entry.timestamp
    oldestTime = min(oldestTime ?? time, time)
    newest.append(entry)
    if newest.count > Self.newestMax { newest.removeFirst() }
  }

  fileprivate func print() {
    guard !kinds.isEmpty || unreadable > 0 else {
      let isHeld = verdict == "same" || verdict == "behind"
      return Terminal.print(
        isHeld
          ? "lost        nothing: the snapshot holds all of the device's journal"
          : "lost        what cannot be told: the snapshot beside the device is called \(verdict)")
    }
    let kinds = kinds.sorted { $0.key < $1.key }.map { "\(Figure.grouped($0.value)) \($0.key)" }
    let age = oldestTime.map { ", the oldest \(Figure.age(of: $0, at: .current))" } ?? ""
    Terminal.print(
      "lost        \(Figure.count(events, "event")), "
        + "\(Figure.count(engagements, "engagement")) among them\(age)")
    Terminal.print("  entries   \(kinds.joined(separator: ", "))")
    if unreadable > 0 {
      Terminal.print("  unreadable \(Figure.count(unreadable, "entry", "entries"))")
    }
    for entry in newest {
      Terminal.print("  \(entry.number)  \(entry.timestamp.text)  \(entry.line)")
    }
    if onlyInSnapshot > 0 {
      Terminal.print(
        "  only in the snapshot: \(Figure.count(onlyInSnapshot, "entry", "entries")) of an "
          + "abandoned history")
    }
  }
}

/// The items of the restored index beside those of the device. Locked items are in neither.
struct ComparedItems: Encodable {
  /// An item, by its name.
  struct Named: Encodable {
    let app: String
    let id: String
    let title: String

    init(_ item: SearchResult) {
      (app, id, title) = (item.bundleIdentifier, item.uniqueIdentifier, item.title)
    }

    var text: String { [app, id, title].map(\.printable).joined(separator: "  ") }
  }

  /// Items of a list that are named.
  private static let namedMax = 10

  let now: Int
  let restored: Int
  /// Only on the device: those that were given last come with the entries that are lost.
  let lostCount: Int
  let lost: [Named]
  /// On both, with other contents.
  let changedCount: Int
  let changed: [Named]
  /// Only in the snapshot: they were deleted, or expired, since.
  let backCount: Int
  let back: [Named]

  /// - Parameters:
  ///   - now: the device's items.
  ///   - restored: those of the restored copy.
  init(_ now: [SearchResult], _ restored: [SearchResult]) {
    func name(_ item: SearchResult) -> [String] { [item.bundleIdentifier, item.uniqueIdentifier] }
    func byName(_ items: [SearchResult]) -> [[String]: SearchResult] {
      Dictionary(items.map { (name($0), $0) }) { $1 }
    }
    let (before, after) = (byName(now), byName(restored))
    func named(_ items: [SearchResult]) -> [Named] { items.prefix(Self.namedMax).map(Named.init) }
    let lost = now.filter { after[name($0)] == nil }
    let back = restored.filter { before[name($0)] == nil }
    let changed = now.filter { item in
      guard let other = after[name(item)] else { return false }
      return other.attributeSet != item.attributeSet
        || other.domainIdentifier != item.domainIdentifier
        || other.expirationDate != item.expirationDate
    }
    (self.now, self.restored) = (now.count, restored.count)
    (lostCount, self.lost) = (lost.count, named(lost))
    (changedCount, self.changed) = (changed.count, named(changed))
    (backCount, self.back) = (back.count, named(back))
  }

  fileprivate func print() {
    Terminal.print(
      "items       \(Figure.grouped(restored)) of \(Figure.grouped(now)); "
        + "\(Figure.grouped(lostCount)) lost, \(Figure.grouped(changedCount)) as they were before, "
        + "\(Figure.grouped(backCount)) back that are gone now")
    for (what, items) in [("lost", lost), ("before", changed), ("back", back)] {
      for item in items {
        Terminal.print("  \(what.padding(toLength: 8, withPad: " ", startingAt: 0))  \(item.text)")
      }
    }
  }
}

/// Searches of the restored index.
struct RehearsedSearch: Encodable {
  /// Titles of items that were looked for.
  private(set) var searched = 0
  private(set) var found = 0
  private(set) var missed: [String] = []

  private static let searchesMax = 20
  /// Others can have the same words.
  private static let resultsMax = 100

  /// Looks for titles of items by their own words, of items that lie far from each other.
  init(of device: DeviceReader, _ items: [SearchResult]) throws {
    let named = items.filter { $0.title.contains { $0.isLetter || $0.isNumber } }
    let step = max(1, named.count / Self.searchesMax)
    for place in stride(from: 0, to: named.count, by: step).prefix(Self.searchesMax) {
      let item = named[place]
      let results = try device.search(
        item.title, inApp: item.bundleIdentifier, limit: Self.resultsMax)
      searched += 1
      if results.contains(where: { $0.title == item.title }) {
        found += 1
      } else {
        missed.append(item.title)
      }
    }
  }
}
