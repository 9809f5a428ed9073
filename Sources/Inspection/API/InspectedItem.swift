internal import CloudAggregator
public import DeviceIndex
public import Foundation
package import JournalFormat
internal import JournalStore
package import Search

/// What happened to an item or activity of a device, and why it is found or not. Encoded, it is the
/// object of `spotlog journal why --json`.
///
///     if let note = try JournalInspector("phone").item("note-7", query: "milk") {
///       for line in note.lines() { print(line) }
///       print(note.isFound, note.steps.count, note.query?.place ?? 0)
///     }
public struct InspectedItem {
  /// Something that happened to it.
  public struct Step: Hashable, Sendable {
    /// The number of the entry.
    public let entry: UInt64
    /// When it was journaled, to the millisecond.
    public let time: Date
    /// Such as "indexed" or "deleted with its domain".
    public let effect: String
    /// The domain that was deleted, when it expired, or the query; may be empty.
    public let detail: String
    /// Whether it can be found after this.
    public let isThere: Bool
  }

  /// How a query stands to it.
  public struct Query: Hashable, Sendable {
    /// Whether it can be told: not of a protected item. Then nothing else says anything.
    public let isKnown: Bool
    /// Its place among the results, from 1 on; nil: it is not found.
    public let place: Int?
    /// How many results the query has.
    public let resultCount: Int
    /// Words that keep it from being found, since none of its own begins with them.
    public let missingWords: [String]
    /// Words that it has not, though the others find it.
    public let omittedWords: [String]
    /// What its score is made of; nil if it is not found.
    public let score: SearchScore?
  }

  package let history: ItemHistory
  /// All apps that have an item of this identifier, sorted.
  public let bundleIdentifiers: [String]
  let until: UInt64
  private let now: Timestamp
  /// What the index holds, without words that were redacted.
  package let documents: [SearchDocument]
  /// When each of them expires; nil: it does not.
  private let expiries: [Timestamp?]
  /// How people saw each of them among results.
  private let seen: [SeenDocument]
  let gaps: PastIndex.Gaps
  let unreadable: UnreadableEntries
  let restored: DeviceState.Restored?
  /// Whether its app was asked to give it again, and has not.
  public let isUnconfirmed: Bool
  /// Whether its words cannot be read here, or those of the item that it is bound to.
  let isProtected: Bool
  let typedQuery: String?
  package let standing: QueryStanding?
  /// Under which it could be public.
  private(set) var publicTags: [Tag] = []
  /// How far the filter has read.
  private(set) var filtered: UInt64?
  /// Whether the device still endorses it in public; nil where its history says all.
  package private(set) var endorsement: ItemEndorsement?
  /// Pages that the device endorses, and that its deletions do not reach.
  private var unclaimed: [Tag] = []
  /// What the cloud's log says of each tag, for people; nil: no cloud was asked.
  public private(set) var cloudSentences: [String]?
  /// Whether words of items and people are left out.
  private(set) var hidesWords = false

  /// - Returns: nil where no entry names such an item.
  package init?(
    _ id: String, app: String?, query: String?, in source: JournalSource, until: UInt64,
    now: Timestamp, progress: (UInt64) -> Void
  ) throws {
    let apps = try Self.apps(of: id, in: source, until: until)
    guard let app = app ?? apps.first, apps.contains(app) else { return nil }
    bundleIdentifiers = apps
    history = try ItemHistory(
      of: id, app: app, in: source.journal, until: until, progress: progress)
    (self.until, self.now, typedQuery) = (until, now, query)
    let index = try PastIndex(of: source, until: until, progress: progress)
    documents = try index.documents(app: app, id: id)
    expiries = try documents.map { try index.expiry(of: $0) }
    seen = try documents.compactMap { try index.seen($0) }
    gaps = index.gaps
    unreadable = index.unreadable
    restored = try DeviceState.Restored(source.journal)
    isProtected = try documents.contains { try index.isLocked($0) }
    isUnconfirmed = try index.isUnconfirmed(app: app, id: id)
    standing = try query.flatMap { try index.standing(of: $0, app: app, id: id, now: now) }
    guard let folder = source.folder, let shared = try? JournalSource(folder, member: "shared")
    else { return }
    let trail = ReportTrail(shared.journal)
    publicTags = try trail.tags(app: app, id: id)
    filtered = try trail.filterPosition()?.number
    // `journal verify` says of tables that are damaged.
    unclaimed = (try? trail.unclaimedEndorsements()) ?? []
    endorsement = try ItemEndorsement(
      history, tags: publicTags, filtered: filtered ?? 0, shared.journal, source.journal)
  }

  /// Asks a cloud what is public of it.
  mutating func ask(_ cloud: CloudReader) throws {
    cloudSentences = try publicTags.flatMap { tag in
      guard let item = try cloud.explanation(of: tag) else {
        return ["tag \(tag): nobody has reported it"]
      }
      let own = endorsement?.sentence(in: item.contributions)
      return [item.sentence, own].compactMap(\.self).map { "tag \(tag): \($0)" }
    }
  }

  private static func apps(
    of id: String, in source: JournalSource, until: UInt64
  ) throws -> [String] {
    var apps: Set<String> = []
    try source.journal.forEach(from: 1, refuse: { $0 as any Error }) { row in
      guard row.number.rawValue <= until else { return .stop }
      guard let payload = row.payload, let scan = EventScan(payload) else { return .next }
      let isNamed = scan.id.elementsEqual(id.utf8)
      guard isNamed || scan.count > 1 else { return .next }
      guard let subject = try? EntrySubject(kind: row.kind, payload: [UInt8](payload)) else {
        return .next
      }
      if subject.ids.contains(id), !subject.app.isEmpty { apps.insert(subject.app) }
      return .next
    }
    return apps.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The same without words of items and people: empty texts, and their lengths in `lines`.
  public var withoutWords: InspectedItem {
    var item = self
    item.hidesWords = true
    return item
  }

  /// What its app calls the item.
  public var identifier: String { hidesWords ? "" : history.id }
  /// The app of the item.
  public var bundleIdentifier: String { history.app }
  /// When it expires; nil: it does not.
  public var expirationDate: Date? { history.expires.map { Date($0) } }
  /// Its history, oldest first.
  public var steps: [Step] {
    history.steps.map {
      Step(
        entry: $0.number, time: Date($0.time), effect: $0.effect.rawValue,
        detail: hidesWords ? "" : $0.detail, isThere: $0.isThere)
    }
  }
  /// The tags under which it can be public, in hexadecimal digits.
  public var tags: [String] { publicTags.map(\.description) }
  /// Entries that are redacted: what they said of it, if anything, is not in this answer.
  public var redactedEntryCount: Int { gaps.count }
  /// Entries that no program can decode: the same.
  public var unreadableEntryCount: Int { unreadable.count }
  /// How the query that was asked about stands to it; nil: there was none, or the index does not
  /// have the item.
  public var query: Query? {
    let isSilent = isProtected || hidesWords
    return standing.map { standing in
      Query(
        isKnown: !isProtected, place: standing.place, resultCount: standing.resultCount,
        missingWords: isSilent ? [] : standing.words.filter { !$0.isFound }.map(\.text),
        omittedWords: isSilent ? [] : standing.omitted,
        score: isSilent ? nil : standing.score.map { SearchScore($0) })
    }
  }

  /// What the index still holds and nobody finds any more, and since when.
  private var expired: [(document: SearchDocument, since: Timestamp)] {
    zip(documents, expiries).compactMap { document, expiry in
      expiry.flatMap { $0 <= now ? (document, $0) : nil }
    }
  }

  /// Whether everything of the name has expired.
  package var isExpired: Bool { !documents.isEmpty && expired.count == documents.count }

  /// Whether it can be found without a key.
  public var isFound: Bool { !documents.isEmpty && !isExpired && !isProtected }

  /// Whether the activity was deleted or has expired, so that nothing more of it becomes public.
  package var isPublicEnded: Bool {
    history.activityEnd != nil || expired.contains { $0.document.kind == .activity }
  }

  /// What its end means for an activity that could be public. Deletions take back what a device
  /// endorsed, expiries do not.
  private var endSentence: String {
    switch history.activityEnd {
    case .deleted, .deletedWithDomain, .deletedWithAll:
      "Nothing of it becomes public: it was deleted, and the device takes back what it endorsed."
        + unclaimedSentence
    case .swept:
      "Nothing more of it becomes public: its app did not give it again. What the device endorsed "
        + "before stays."
    case .expired, .indexed, .replaced, .updated, .recorded, .notEligible, .boundToNothing,
      .engaged, .shown, .abandoned, .summed, .askedFor, nil:
      "Nothing more of it becomes public: it expired. What the device endorsed before stays."
    }
  }

  /// What no deletion takes back, since only a life before a restore engaged with it.
  private var unclaimedSentence: String {
    guard let first = unclaimed.first else { return "" }
    let pages = Figure.count(unclaimed.count, "page")
    let more = unclaimed.count > 1 ? " and others" : ""
    return
      " It still endorses \(pages) that it engaged with only before a restore, and of which it "
      + "knows no address: \(first)\(more). To take one back, record an activity with its address, "
      + "and delete that."
  }

  /// Why it stands lower than its words say, for people; nil: it does not, or was opened.
  public var neverOpenedSentence: String? {
    guard let most = seen.filter({ $0.loss > 0 }).max(by: { $0.looks < $1.looks }) else {
      return nil
    }
    let points = Figure.count(most.loss / 1_000, "point")
    let looks = Figure.count(Int(most.looks / 1_000), "time")
    let lists = Figure.count(Int(most.abandonedCount), "search", "searches")
    return
      "It stands \(points) lower: by its places it was looked at \(looks), and never opened. It "
      + "was in \(lists) of which nothing was opened."
  }

  /// Whether its page can become public, for people; nil: nobody asks for that.
  public var publicSentence: String? {
    switch history.publicStanding {
    case nil, .notAsked: nil
    case .eligible where isPublicEnded: endSentence
    case .eligible(_, isCut: false): "It may become public, once enough devices engage with it."
    case .eligible(let item, isCut: true):
      "It may become public, with the first \(item.contentDescription.utf8.count) bytes of its "
        + "description: a public item has at most \(FormatLimits.contentByteCount)."
    case .notSearchable, .nameless, .ofNoPublicPage, .tooLarge:
      history.publicStanding?.problem.map { "It cannot become public: it \($0)." }
    }
  }

  /// Whether it can be found, and why not, for people.
  public var sentence: String {
    if isExpired, let last = expired.map(\.since).max() {
      return "It cannot be found: it expired at \(last.text), which is not journaled yet."
    }
    if isProtected {
      return "It is protected: it can be found while the device is unlocked, and its words cannot "
        + "be read here."
    }
    if let gone = expired.first {
      let (rest, other) =
        gone.document.kind == .item ? ("an activity", "item") : ("an item", "activity")
      return "It can be found as \(rest): the \(other) of that name expired at "
        + "\(gone.since.text), which is not journaled yet."
    }
    if !documents.isEmpty { return "It can be found." }
    guard let last = history.steps.last(where: { $0.effect.isChange }) else {
      return history.redactedCount > 0
        ? "It cannot be found, and what was said of it is redacted."
        : "It cannot be found: nobody gave it to the index."
    }
    if last.isThere {
      return "It cannot be found: it is an activity that is bound to an item which is not there."
    }
    if last.effect == .boundToNothing {
      return "It cannot be found: entry \(last.number) recorded an activity that is bound to the "
        + "item \(last.detail), which was not there. Index the item, and record the activity again."
    }
    return switch last.effect {
    case .notEligible:
      "It cannot be found: entry \(last.number) recorded an activity that is not eligible for "
        + "search. Record it again, eligible for search."
    case .swept:
      "It cannot be found: its app was asked for its items and did not give it again, so entry "
        + "\(last.number) removed it."
    case .deleted, .deletedWithDomain, .deletedWithAll, .expired, .indexed, .replaced, .updated,
      .recorded, .boundToNothing, .engaged, .shown, .abandoned, .summed, .askedFor:
      "It cannot be found: \(last.effect.rawValue) by entry \(last.number)."
    }
  }
}
