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
  }

  /// What devices vouch for.
  package struct Vouched {
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
  var candidates: [Place: [ExactText: Candidate]] = [:]
  var engaged: [Place: Set<Engaged>] = [:]
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
    case .itemsDeleted(let deletion):
      let ids = Set(deletion.ids.map(ExactText.init))
      let domains = deletion.domains.map(ExactText.init)
      remove(Place(device: device, app: ExactText(deletion.app))) { id, candidate in
        deletion.all || ids.contains(id)
          || !candidate.related.isEmpty && ids.contains(candidate.related)
          || domains.contains { candidate.domain.lies(in: $0) }
      }
    case .activitiesDeleted(let deletion):
      let ids = Set(deletion.persistentIdentifiers.map(ExactText.init))
      remove(Place(device: device, app: ExactText(deletion.app))) { id, _ in
        deletion.all || ids.contains(id)
      }
    default: break
    }
  }

  private mutating func record(_ activity: JournalActivityRecorded, device: Int) {
    let place = Place(device: device, app: ExactText(activity.app))
    let own = ExactText(activity.id)
    guard let words = PublicItem(activity) else { return remove(place) { id, _ in id == own } }
    let domain = activity.attributes.values.first { $0.name == "domainIdentifier" }
    candidates[place, default: [:]][own] = Candidate(
      page: page(of: words), related: ExactText(activity.relatedUniqueIdentifier),
      domain: ExactText(domain?.value.string ?? ""))
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
    guard let known = candidates[place], let (own, page) = Self.candidate(id, among: known) else {
      return
    }
    engagementCount += 1
    events[ItemDay(item: pages[page].item, day: day), default: 0] += 1
    let made = Engaged(id: own, page: page, day: day)
    engaged[place, default: []].insert(made)
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
    let gone = (candidates[place] ?? [:]).filter { condition($0.key, $0.value) }
    guard !gone.isEmpty else { return }
    for id in gone.keys { candidates[place]?[id] = nil }
    var items = Set(gone.values.map { pages[$0.page].item })
    let kept = engaged[place] ?? []
    for one in kept where gone[one.id] != nil { items.insert(pages[one.page].item) }
    engaged[place] = kept.filter { !items.contains(pages[$0.page].item) }
    lives.takeBack(items, at: place)
  }

  // MARK: Counting

  package func counts() -> [Tag: Count] {
    var found = [Count](repeating: Count(), count: tags.count)
    for (key, count) in events { found[key.item].days[key.day, default: .init()].events = count }
    for (_, kept) in vouches {
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

  /// Words that devices vouch for now, by their bytes.
  package func vouched() -> [[UInt8]: Vouched] {
    var devices = [UInt32](repeating: 0, count: pages.count)
    var undecided = devices
    for (_, kept) in vouches { for page in Set(kept.map(\.page)) { devices[page] += 1 } }
    for (_, made) in self.undecided {
      for page in Set(made.map(\.page)) { undecided[page] += 1 }
    }
    return pagePlaces.compactMapValues { place in
      guard devices[place] + undecided[place] > 0 else { return nil }
      let page = pages[place]
      return Vouched(
        words: page.words, tag: tags[page.item], devices: devices[place],
        undecided: undecided[place])
    }
  }
}
