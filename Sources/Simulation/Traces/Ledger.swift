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

  struct Place: Hashable {
    var device: Int
    var app: ExactText
  }

  typealias Engaged = TracedApps.Engaged

  /// What a device could say in public: the words, and the place of the item that they are of.
  struct Page {
    var words: PublicItem
    var item: Int
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
  /// By device.
  var states: [Int: TracedApps] = [:]
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
    var page: Int?
    if case .activityRecorded(let activity) = event.fact {
      page = PublicItem(activity).map { self.page(of: $0) }
    }
    guard let (app, effect) = states[device, default: TracedApps()].record(event, page: page)
    else { return }
    let place = Place(device: device, app: app)
    switch effect {
    case .engaged(let id, let page):
      engage(place, Engaged(id: id, page: page, day: time.day), line: line)
    case .takenBack(let gone): takeBack(gone, place)
    }
  }

  /// What is engaged with at a place and was not taken back.
  func engaged(at place: Place) -> Set<Engaged> {
    states[place.device]?.apps[place.app]?.engaged ?? []
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

  private mutating func engage(_ place: Place, _ made: Engaged, line: Int) {
    engagementCount += 1
    events[ItemDay(item: pages[made.page].item, day: made.day), default: 0] += 1
    states[place.device]?.apps[place.app]?.engaged.insert(made)
    lives.note(made, at: place, line: line)
  }

  /// Who deletes an activity, or switches it off, takes back the item that it is now and every item
  /// that was engaged with under its identifier.
  private mutating func takeBack(_ gone: [ExactText: Int], _ place: Place) {
    var items = Set(gone.values.map { pages[$0].item })
    let engaged = engaged(at: place)
    for one in engaged where gone[one.id] != nil { items.insert(pages[one.page].item) }
    states[place.device]?.apps[place.app]?.engaged = engaged.filter {
      !items.contains(pages[$0.page].item)
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
