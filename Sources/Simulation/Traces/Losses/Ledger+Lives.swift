internal import JournalFormat
internal import Sync

/// Devices that were restored or copied: all their lives are one device, and what died with one of
/// them never happened.
extension Ledger {
  /// An engagement of a device that will be lost.
  struct Made: Hashable {
    let engaged: Engaged
    let line: Int
  }

  fileprivate struct Item: Hashable {
    let device: Int
    let item: Int
  }

  fileprivate struct Visit: Hashable {
    let device: Int
    let page: Int
    let day: Day
  }

  /// What is kept of devices that have several lives.
  struct Lives {
    /// The first life of every later one and of every copy.
    fileprivate var first: [Int: Int] = [:]
    /// Devices that have several.
    fileprivate var roots: Set<Int> = []
    /// Of devices that will be lost, in order.
    fileprivate var made: [Int: [Made]] = [:]
    fileprivate var visits: Set<Visit> = []
    fileprivate var takenBack: Set<Item> = []
    /// What was taken back before the cloud went back: it remembers that, and may not remember an
    /// engagement that came after it.
    fileprivate var remembered: Set<Item> = []
    /// What they took back may have died with them.
    fileprivate var forgetful: Set<Int> = []

    fileprivate func root(_ device: Int) -> Int { first[device] ?? device }

    /// Whether the cloud may know otherwise than devices do what was taken back.
    fileprivate var canDiffer: Bool { !roots.isEmpty || !remembered.isEmpty }

    mutating func note(_ engaged: Engaged, on device: Int, line: Int) {
      visits.insert(Visit(device: root(device), page: engaged.page, day: engaged.day))
      made[device]?.append(Made(engaged: engaged, line: line))
    }

    mutating func takeBack(_ items: Set<Int>, on device: Int) {
      for item in items { takenBack.insert(Item(device: root(device), item: item)) }
    }
  }

  // MARK: Keeping

  /// The device will be lost: its engagements are kept one by one.
  mutating func follow(_ device: Int) { lives.made[device] = [] }

  /// How many engagements people made on a device that is followed.
  func engagementCount(of device: Int) -> Int { lives.made[device]?.count ?? 0 }

  /// All that is known of a device now: kept with a copy of its journals, which hold no more.
  func state(of device: Int) -> Known { known[device] ?? Known() }

  /// What apps give a device that was never used is kept, to compare its index with.
  mutating func keepContents(of device: Int) {
    known[device] = Known(model: DeviceModel())
  }

  /// A copy of a device continues as another one, or beside it.
  ///
  /// What apps supplied since then is recorded for it once more, deletions too.
  mutating func resume(_ device: Int, as other: Int, from state: Known) {
    lives.first[other] = lives.root(device)
    lives.roots.insert(lives.root(device))
    known[other] = state
  }

  /// What the device took back may have died with it.
  mutating func mayForget(_ device: Int) { lives.forgetful.insert(lives.root(device)) }

  /// The cloud went back: what it remembers of deletions it tells each device's next epoch, in
  /// which they act on engagements made after them, too
  /// ([0026](../../../../docs/decisions/0026-what-a-withdrawal-takes-back.md)).
  mutating func cloudWentBack() { lives.remembered = lives.takenBack }

  /// Takes out what nobody has any more: engagements of a device from this one on.
  mutating func strike(_ device: Int, from first: Int) -> [Made] {
    let all = lives.made[device] ?? []
    guard first < all.count else { return [] }
    let kept = Set(all[..<first].map(\.engaged))
    for made in all[first...] {
      let key = ItemDay(item: pages[made.engaged.page].item, day: made.engaged.day)
      events[key]? -= 1
      if events[key] == 0 { events[key] = nil }
    }
    known[device]?.engaged.formIntersection(kept)
    lives.made[device] = Array(all[..<first])
    return Array(all[first...])
  }

  func words(of made: Made) -> PublicItem { pages[made.engaged.page].words.encoded }

  /// What some devices engaged with and did not take back: each of them gives a cloud its words.
  func contents(endorsedBy devices: some Sequence<Int>) -> Set<WantedContent> {
    var places: Set<Int> = []
    for device in devices { places.formUnion(state(of: device).engaged.map(\.page)) }
    return Set(
      places.map { place in
        WantedContent(tag: tags[pages[place].item], content: pages[place].words.digest)
      })
  }

  // MARK: Counting

  /// What devices endorse, all lives and copies of one together.
  var endorses: [Int: Set<Engaged>] {
    guard lives.canDiffer else { return united }
    return Dictionary(
      uniqueKeysWithValues: united.map { device, kept in
        (device, kept.filter { !isTakenBack(item(of: $0.page, by: device)) })
      })
  }

  /// What devices endorse or not, as the protocol decides: one life or copy took it back, and
  /// another did not know of that, or engaged again; or it was taken back and engaged with again,
  /// and the cloud went back.
  var undecided: [Int: [Engaged]] {
    guard lives.canDiffer, !lives.takenBack.isEmpty else { return [:] }
    let endorsing = Set(
      united.flatMap { device, kept in kept.map { item(of: $0.page, by: device) } })
    var found: [Int: [Engaged]] = [:]
    for visit in lives.visits {
      let item = item(of: visit.page, by: visit.device)
      guard isTakenBack(item),
        endorsing.contains(item) || lives.forgetful.contains(visit.device)
      else { continue }
      found[visit.device, default: []].append(
        Engaged(page: visit.page, day: visit.day))
    }
    return found
  }

  private var united: [Int: Set<Engaged>] {
    var united: [Int: Set<Engaged>] = [:]
    for (device, state) in known where !state.engaged.isEmpty {
      united[lives.root(device), default: []].formUnion(state.engaged)
    }
    return united
  }

  private func item(of page: Int, by device: Int) -> Item {
    Item(device: device, item: pages[page].item)
  }

  /// Whether a device ever took the item back, in one of several lives or before the cloud went
  /// back.
  private func isTakenBack(_ item: Item) -> Bool {
    lives.takenBack.contains(item) && lives.roots.contains(item.device)
      || lives.remembered.contains(item)
  }

  // MARK: Bounds

  /// More than this no count may ever show, on the way either.
  func bounds() -> [Tag: (events: UInt64, devices: Int)] {
    var found = [(events: UInt64, devices: Int)](repeating: (0, 0), count: tags.count)
    for (key, count) in events { found[key.item].events += count }
    let items = Set(lives.visits.map { item(of: $0.page, by: $0.device) })
    for item in items { found[item.item].devices += 1 }
    return Dictionary(uniqueKeysWithValues: zip(tags, found))
  }
}
