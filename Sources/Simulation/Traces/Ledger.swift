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
      /// Further ones of which the protocol decides.
      package var undecided = 0
    }

    package var days: [Day: OnDay] = [:]
    /// Devices that engaged on any day and have not taken it back since.
    package var devices = 0
    /// Further ones of which the protocol decides.
    package var undecided = 0

    package var events: UInt64 { days.values.reduce(0) { $0 + $1.events } }
    /// As a cloud publishes them: a device once a day, of those that have not taken it back.
    package var deviceDays: UInt64 { days.values.reduce(0) { $0 + UInt64($1.devices) } }
  }

  /// What devices endorse.
  package struct Endorsed {
    package var words: PublicItem
    package var tag: Tag
    package var devices: UInt32
    /// Further ones of which the protocol decides.
    package var undecided: UInt32 = 0
  }

  struct Candidate {
    var page: Int
    var related: ExactText
    var domain: ExactText
  }

  struct Place: Hashable {
    var device: Int
    var app: ExactText
  }

  /// All that is known of one app on one device: what a copy of the device takes with it.
  struct AppState {
    var candidates: [ExactText: Candidate] = [:]
    /// In which domains items lie; what expires of itself stays in its own.
    var itemDomains: [ExactText: ExactText] = [:]
    /// What people engaged with and nobody took back.
    var engaged: Set<Engaged> = []
  }

  /// What a device could say in public: the words, and the place of the item that they are of.
  struct Page {
    var words: PublicItem
    var item: Int
  }

  /// An engagement that was not taken back, with the identifier that the activity had.
  struct Engaged: Hashable {
    var id: ExactText
    var page: Int
    var day: Day
  }

  struct ItemDay: Hashable {
    var item: Int
    var day: Day
  }

  private let tagSalt: [UInt8]
  var pages: [Page] = []
  /// By the bytes of the words.
  var pagePlaces: [[UInt8]: Int] = [:]
  var tags: [Tag] = []
  private var itemPlaces: [Tag: Int] = [:]
  /// By device, then by app.
  var states: [Int: [ExactText: AppState]] = [:]
  var events: [ItemDay: UInt64] = [:]
  /// What devices with several lives, and copies of them, add to that.
  var lives = Lives()
  /// Engagements that make a report.
  package private(set) var engagementCount = 0

  package init(tagSalt: [UInt8]) { self.tagSalt = tagSalt }

  /// Items that were ever engaged with.
  package var itemCount: Int { Set(events.keys.map(\.item)).count }

  // MARK: Keeping

  /// - Parameter line: where the event stands in its trace; 0: in none.
  package mutating func record(
    _ event: JournalEvent, device: Int, time: Timestamp, line: Int = 0
  ) {
    switch event.fact {
    case .activityRecorded(let activity): record(activity, device: device)
    case .resultEngaged(let engagement):
      let place = Place(device: device, app: ExactText(engagement.result.app))
      engage(place, id: ExactText(engagement.result.id), day: time.day, line: line)
    case .itemIndexed(let item):
      guard !item.merge || !item.domain.isEmpty else { return }
      let place = Place(device: device, app: ExactText(item.app))
      change(place) { $0.itemDomains[ExactText(item.id)] = ExactText(item.domain) }
    case .itemsDeleted(let deletion):
      delete(deletion, at: Place(device: device, app: ExactText(deletion.app)))
    case .activitiesDeleted(let deletion):
      let ids = Set(deletion.persistentIdentifiers.map(ExactText.init))
      remove(Place(device: device, app: ExactText(deletion.app))) { id, _ in
        deletion.all || ids.contains(id)
      }
    case .itemsExpired, .resultsShown, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, nil:
      break
    }
  }

  func state(at place: Place) -> AppState { states[place.device]?[place.app] ?? AppState() }

  mutating func change(_ place: Place, _ body: (inout AppState) -> Void) {
    body(&states[place.device, default: [:]][place.app, default: AppState()])
  }

  /// By identifiers, by domains, or all: an item that goes with its domain takes along what is
  /// bound to it.
  private mutating func delete(_ deletion: JournalItemsDeleted, at place: Place) {
    var ids = Set(deletion.ids.map(ExactText.init))
    let domains = deletion.domains.map(ExactText.init)
    let items = state(at: place).itemDomains
    let gone = items.filter { item in domains.contains { item.value.lies(in: $0) } }.keys
    let named = ids
    ids.formUnion(gone)
    remove(place) { id, candidate in
      deletion.all || named.contains(id)
        || !candidate.related.isEmpty && ids.contains(candidate.related)
        || domains.contains { candidate.domain.lies(in: $0) }
    }
    let left = deletion.all ? [:] : items.filter { !ids.contains($0.key) }
    change(place) { $0.itemDomains = left }
  }

  private mutating func record(_ activity: JournalActivityRecorded, device: Int) {
    let place = Place(device: device, app: ExactText(activity.app))
    let own = ExactText(activity.id)
    guard let words = PublicItem(activity) else { return remove(place) { id, _ in id == own } }
    let domain = activity.attributes.values.first { $0.name == "domainIdentifier" }
    let candidate = Candidate(
      page: page(of: words), related: ExactText(activity.relatedUniqueIdentifier),
      domain: ExactText(domain?.value.string ?? ""))
    change(place) { $0.candidates[own] = candidate }
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

  private mutating func engage(_ place: Place, id: ExactText, day: Day, line: Int) {
    guard let (own, page) = Self.candidate(id, among: state(at: place).candidates) else { return }
    engagementCount += 1
    events[ItemDay(item: pages[page].item, day: day), default: 0] += 1
    let made = Engaged(id: own, page: page, day: day)
    change(place) { $0.engaged.insert(made) }
    lives.note(made, at: place, line: line)
  }

  /// The activity of that identifier, else the first that is bound to the item of it.
  private static func candidate(
    _ id: ExactText, among known: [ExactText: Candidate]
  ) -> (id: ExactText, page: Int)? {
    if let own = known[id] { return (id, own.page) }
    guard !id.isEmpty else { return nil }
    let bound = known.filter { $0.value.related == id }
    return bound.min { $0.key < $1.key }.map { ($0.key, $0.value.page) }
  }

  /// Who deletes an activity, or switches it off, takes back the item that it is now and every item
  /// that was engaged with under its identifier.
  private mutating func remove(_ place: Place, _ condition: (ExactText, Candidate) -> Bool) {
    let before = state(at: place)
    let gone = before.candidates.filter { condition($0.key, $0.value) }
    guard !gone.isEmpty else { return }
    var items = Set(gone.values.map { pages[$0.page].item })
    for one in before.engaged where gone[one.id] != nil { items.insert(pages[one.page].item) }
    let kept = before.engaged.filter { !items.contains(pages[$0.page].item) }
    change(place) { state in
      for id in gone.keys { state.candidates[id] = nil }
      state.engaged = kept
    }
    lives.takeBack(items, at: place)
  }

  // MARK: Counting

  package func counts() -> [Tag: Count] {
    var found = [Count](repeating: Count(), count: tags.count)
    for (key, count) in events { found[key.item].days[key.day, default: .init()].events = count }
    for (_, kept) in endorses {
      // An app is one place of its device, and no item is of two apps.
      for day in Set(kept.map { ItemDay(item: pages[$0.page].item, day: $0.day) }) {
        found[day.item].days[day.day, default: .init()].devices += 1
      }
      for item in Set(kept.map { pages[$0.page].item }) { found[item].devices += 1 }
    }
    for (_, made) in undecided {
      for day in Set(made.map { ItemDay(item: pages[$0.page].item, day: $0.day) })
      where found[day.item].days[day.day] != nil {
        found[day.item].days[day.day]?.undecided += 1
      }
      for item in Set(made.map { pages[$0.page].item }) { found[item].undecided += 1 }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(tags, found).filter { !$0.1.days.isEmpty })
  }

  /// Words that devices endorse now, by their bytes.
  package func endorsed() -> [[UInt8]: Endorsed] {
    var devices = [UInt32](repeating: 0, count: pages.count)
    var undecided = devices
    for (_, kept) in endorses { for page in Set(kept.map(\.page)) { devices[page] += 1 } }
    for (_, made) in self.undecided {
      for page in Set(made.map(\.page)) { undecided[page] += 1 }
    }
    return pagePlaces.compactMapValues { place in
      guard devices[place] + undecided[place] > 0 else { return nil }
      let page = pages[place]
      return Endorsed(
        words: page.words, tag: tags[page.item], devices: devices[place],
        undecided: undecided[place])
    }
  }
}

extension ExactText {
  /// "a.b" holds "a.b" and "a.b.c", not "a.bc"; the empty domain holds nothing. The ledger's own
  /// reading of a domain, so that it can contradict the program's.
  func lies(in domain: ExactText) -> Bool {
    !domain.isEmpty && (self == domain || text.utf8.starts(with: (domain.text + ".").utf8))
  }
}
