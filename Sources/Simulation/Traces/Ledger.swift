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

  /// An engagement that was not taken back.
  struct Engaged: Hashable {
    let page: Int
    let day: Day
  }

  /// What is known of a device: what its apps did there, and what its person engaged with and did
  /// not take back.
  struct Known {
    var model = DeviceModel(keepsContents: false)
    var engaged: Set<Engaged> = []
  }

  /// What a device could say in public: the words, and the place of the item that they are of.
  struct Page {
    let words: AppWords
    let item: Int
  }

  struct ItemDay: Hashable {
    var item: Int
    var day: Day
  }

  private let tagSalt: [UInt8]
  private(set) var pages: [Page] = []
  private var pagePlaces: [AppWords: Int] = [:]
  private(set) var tags: [Tag] = []
  private var itemPlaces: [AppPage: Int] = [:]
  /// By device.
  var known: [Int: Known] = [:]
  var events: [ItemDay: UInt64] = [:]
  /// What devices with several lives, and copies of them, add to that.
  var lives = Lives()
  /// Nil: nobody asks how long items waited to become public.
  package private(set) var reveals: RevealTimes?
  /// Engagements that make a report.
  package private(set) var engagementCount = 0

  package init(tagSalt: [UInt8], reveals: RevealTimes? = nil) {
    (self.tagSalt, self.reveals) = (tagSalt, reveals)
  }

  /// Items that were ever engaged with.
  package var itemCount: Int { Set(events.keys.map(\.item)).count }

  // MARK: Keeping

  /// - Parameter line: where the event stands in its trace; 0: in none.
  package mutating func record(
    _ event: JournalEvent, device: Int, time: Timestamp, line: Int = 0
  ) {
    for act in AppEvent.acts(of: event) {
      let effect = apply(act, on: device)
      if let words = effect.opened?.words, let page = pagePlaces[words] {
        engage(device, Engaged(page: page, day: time.day), line: line)
        reveals?.recordEngagement(
          of: device, with: page, of: tags[pages[page].item], at: time)
      }
      if !effect.takenBack.isEmpty { takeBack(effect.takenBack, device) }
    }
  }

  /// All devices that say the same words have one copy of them here.
  private mutating func apply(_ act: AppAct, on device: Int) -> AppEffect {
    guard case .recorded(let activity) = act else {
      return known[device, default: Known()].model.apply(act)
    }
    let words = activity.words.map { pages[page(of: $0)].words }
    return known[device, default: Known()].model.record(activity, as: words)
  }

  private mutating func page(of words: AppWords) -> Int {
    if let known = pagePlaces[words] { return known }
    let item = itemPlaces[words.page] ?? tags.count
    if item == tags.count {
      tags.append(words.page.tag(salt: tagSalt))
      itemPlaces[words.page] = item
    }
    pages.append(Page(words: words, item: item))
    pagePlaces[words] = pages.count - 1
    return pages.count - 1
  }

  private mutating func engage(_ device: Int, _ made: Engaged, line: Int) {
    engagementCount += 1
    events[ItemDay(item: pages[made.page].item, day: made.day), default: 0] += 1
    known[device]?.engaged.insert(made)
    lives.note(made, on: device, line: line)
  }

  private mutating func takeBack(_ taken: [AppPage], _ device: Int) {
    let items = Set(taken.compactMap { itemPlaces[$0] })
    if reveals != nil, let engaged = known[device]?.engaged {
      let words = engaged.map(\.page).filter { items.contains(pages[$0].item) }
      reveals?.recordWithdrawal(of: device, from: Set(words))
    }
    let kept = known[device]?.engaged.filter { !items.contains(pages[$0.page].item) }
    known[device]?.engaged = kept ?? []
    lives.takeBack(items, on: device)
  }

  /// The cloud shows the item from now on.
  mutating func recordReveal(of item: Tag, at time: Timestamp) {
    reveals?.recordReveal(of: item, at: time)
  }

  // MARK: Counting

  package func counts() -> [Tag: Count] {
    var found = [Count](repeating: Count(), count: tags.count)
    for (key, count) in events { found[key.item].days[key.day, default: .init()].events = count }
    for (_, kept) in endorses {
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
    var found: [[UInt8]: Endorsed] = [:]
    for (place, page) in pages.enumerated() where devices[place] + undecided[place] > 0 {
      let words = page.words.encoded
      found[words.bytes] = Endorsed(
        words: words, tag: tags[page.item], devices: devices[place],
        undecided: undecided[place])
    }
    return found
  }
}
