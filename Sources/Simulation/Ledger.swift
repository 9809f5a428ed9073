internal import DeviceIndex
package import JournalFormat

/// What really happened, kept outside the system and by other means: who engaged with which public
/// words when, straight from the trace.
///
/// It keeps the engagements themselves, and takes those out that were taken back. Every count is
/// made of what is left, at the end.
package struct Ledger {
  /// What came of one item, all its words together.
  package struct Count: Hashable, Sendable {
    package struct OnDay: Hashable, Sendable {
      package var events: UInt64 = 0
      /// Devices that engaged on the day and have not taken it back since.
      package var devices = 0
    }

    package var days: [Day: OnDay] = [:]
    /// Devices that engaged on any day and have not taken it back since.
    package var devices = 0

    package var events: UInt64 { days.values.reduce(0) { $0 + $1.events } }
  }

  /// What devices vouch for.
  package struct Vouched {
    package var words: PublicItem
    package var tag: Tag
    package var devices: UInt32
  }

  private struct Candidate {
    var page: Int
    var related: Name
    var domain: Name
  }

  private struct Place: Hashable {
    var device: Int
    var app: Name
  }

  /// What a device could say in public: the words, and the place of the item that they are of.
  private struct Page {
    var words: PublicItem
    var item: Int
  }

  /// An engagement that was not taken back, with the identifier that the activity had.
  private struct Engaged: Hashable {
    var id: Name
    var page: Int
    var day: Day
  }

  private struct ItemDay: Hashable {
    var item: Int
    var day: Day
  }

  private let tagSalt: [UInt8]
  private var pages: [Page] = []
  /// By the bytes of the words.
  private var pagePlaces: [[UInt8]: Int] = [:]
  private var tags: [Tag] = []
  private var itemPlaces: [Tag: Int] = [:]
  private var candidates: [Place: [Name: Candidate]] = [:]
  private var engaged: [Place: Set<Engaged>] = [:]
  private var events: [ItemDay: UInt64] = [:]
  /// Engagements that make a report.
  package private(set) var engagementCount = 0

  package init(tagSalt: [UInt8]) { self.tagSalt = tagSalt }

  /// Items that were ever engaged with.
  package var itemCount: Int { Set(events.keys.map(\.item)).count }

  // MARK: Keeping

  package mutating func record(_ event: JournalEvent, device: Int, time: Timestamp) {
    switch event.fact {
    case .activityRecorded(let activity): record(activity, device: device)
    case .resultEngaged(let engagement):
      let place = Place(device: device, app: Name(engagement.result.app))
      engage(place, id: Name(engagement.result.id), day: time.day)
    case .itemsDeleted(let deletion):
      let ids = Set(deletion.ids.map(Name.init))
      let domains = deletion.domains.map(Name.init)
      remove(Place(device: device, app: Name(deletion.app))) { id, candidate in
        deletion.all || ids.contains(id)
          || !candidate.related.isEmpty && ids.contains(candidate.related)
          || domains.contains { candidate.domain.lies(in: $0) }
      }
    case .activitiesDeleted(let deletion):
      let ids = Set(deletion.persistentIdentifiers.map(Name.init))
      remove(Place(device: device, app: Name(deletion.app))) { id, _ in
        deletion.all || ids.contains(id)
      }
    default: break
    }
  }

  private mutating func record(_ activity: JournalActivityRecorded, device: Int) {
    let place = Place(device: device, app: Name(activity.app))
    let own = Name(activity.id)
    guard let words = PublicItem(activity) else { return remove(place) { id, _ in id == own } }
    let domain = activity.attributes.values.first { $0.name == "domainIdentifier" }
    candidates[place, default: [:]][own] = Candidate(
      page: page(of: words), related: Name(activity.relatedUniqueIdentifier),
      domain: Name(domain?.value.string ?? ""))
  }

  private mutating func page(of words: PublicItem) -> Int {
    let bytes = words.bytes
    if let known = pagePlaces[bytes] { return known }
    let tag = words.tag(salt: tagSalt)
    let item = itemPlaces[tag] ?? tags.count
    if item == tags.count {
      tags.append(tag)
      itemPlaces[tag] = item
    }
    pages.append(Page(words: words, item: item))
    pagePlaces[bytes] = pages.count - 1
    return pages.count - 1
  }

  private mutating func engage(_ place: Place, id: Name, day: Day) {
    guard let known = candidates[place], let (own, page) = Self.candidate(id, among: known) else {
      return
    }
    engagementCount += 1
    events[ItemDay(item: pages[page].item, day: day), default: 0] += 1
    engaged[place, default: []].insert(Engaged(id: own, page: page, day: day))
  }

  /// The activity of that identifier, else the first that is bound to the item of it.
  private static func candidate(
    _ id: Name, among known: [Name: Candidate]
  ) -> (id: Name, page: Int)? {
    if let own = known[id] { return (id, own.page) }
    guard !id.isEmpty else { return nil }
    let bound = known.filter { $0.value.related == id }
    return bound.min { $0.key < $1.key }.map { ($0.key, $0.value.page) }
  }

  /// Who deletes an activity, or switches it off, takes back the item that it is now and every item
  /// that was engaged with under its identifier.
  private mutating func remove(_ place: Place, _ condition: (Name, Candidate) -> Bool) {
    let gone = (candidates[place] ?? [:]).filter { condition($0.key, $0.value) }
    guard !gone.isEmpty else { return }
    for id in gone.keys { candidates[place]?[id] = nil }
    guard let kept = engaged[place] else { return }
    var items = Set(gone.values.map { pages[$0.page].item })
    for one in kept where gone[one.id] != nil { items.insert(pages[one.page].item) }
    engaged[place] = kept.filter { !items.contains(pages[$0.page].item) }
  }

  // MARK: Counting

  package func counts() -> [Tag: Count] {
    var found = [Count](repeating: Count(), count: tags.count)
    for (key, count) in events { found[key.item].days[key.day, default: .init()].events = count }
    for (_, kept) in engaged {
      // An app is one place of its device, and no item is of two apps.
      for day in Set(kept.map { ItemDay(item: pages[$0.page].item, day: $0.day) }) {
        found[day.item].days[day.day, default: .init()].devices += 1
      }
      for item in Set(kept.map { pages[$0.page].item }) { found[item].devices += 1 }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(tags, found).filter { !$0.1.days.isEmpty })
  }

  /// Words that devices vouch for now, by their bytes.
  package func vouched() -> [[UInt8]: Vouched] {
    var devices = [UInt32](repeating: 0, count: pages.count)
    for (_, kept) in engaged { for page in Set(kept.map(\.page)) { devices[page] += 1 } }
    return pagePlaces.compactMapValues { place in
      guard devices[place] > 0 else { return nil }
      let page = pages[place]
      return Vouched(words: page.words, tag: tags[page.item], devices: devices[place])
    }
  }
}

/// A text that is the same as another only if its bytes are. Swift takes texts for equal that look
/// alike.
private struct Name: Hashable, Comparable {
  private let text: String

  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  static func == (one: Name, other: Name) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  static func < (one: Name, other: Name) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// "a.b" holds "a.b" and "a.b.c", not "a.bc"; the empty domain holds nothing.
  func lies(in domain: Name) -> Bool {
    !domain.isEmpty && (self == domain || text.utf8.starts(with: (domain.text + ".").utf8))
  }
}
