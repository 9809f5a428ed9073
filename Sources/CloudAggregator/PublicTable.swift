internal import JournalFormat

/// What is public, in memory, by place. Whoever owns it lets one thread change it.
struct PublicTable: Sendable {
  /// A hidden item keeps its row until the orders are without it.
  private(set) var rows: [PublicRow?] = []
  private(set) var isShown: [Bool] = []
  private(set) var places: [Tag: UInt32] = [:]
  private(set) var free: [UInt32] = []
  private(set) var standing = PublicStanding()
  private(set) var words = WordIndex()

  /// An item with its counts.
  struct Found: Sendable {
    let row: PublicRow
    let counts: PublicStanding.Counts

    var entry: PublicEntry {
      PublicEntry(
        tag: row.tag, item: row.item, events: counts.events, distinctDevices: counts.distinct,
        firstDay: counts.firstDay, lastDay: counts.lastDay)
    }
  }

  // MARK: Changing

  /// From here on the items are in no answer.
  mutating func hide(_ hidden: [UInt32]) {
    for place in hidden {
      isShown[Int(place)] = false
      if let row = rows[Int(place)] { places[row.tag] = nil }
    }
  }

  /// Removes the words of a hidden item, and its standing unless a new one will be taken over.
  mutating func remove(_ row: PublicRow, at place: UInt32, keepsStanding: Bool) {
    words.remove(row.words, at: place)
    if !keepsStanding { standing.remove(place, rows) }
  }

  /// Shows an item at a place that is free: last of all, if another standing will be taken over.
  mutating func add(
    _ row: PublicRow, at place: UInt32, _ counts: PublicStanding.Counts, keepsStanding: Bool
  ) {
    if place == rows.count {
      rows.append(nil)
      isShown.append(false)
    }
    rows[Int(place)] = row
    isShown[Int(place)] = true
    places[row.tag] = place
    standing.set(counts, at: place)
    words.add(row.words, at: place)
    if !keepsStanding { standing.insert(place, rows) }
  }

  /// Ends an update: takes over a standing, if one was made beside this table, and the places that
  /// are free now.
  mutating func settle(_ newStanding: PublicStanding?, added: [UInt32], hidden: [UInt32]) {
    if let newStanding { standing = newStanding }
    for place in hidden { rows[Int(place)] = nil }
    free.removeLast(min(free.count, added.count))
    free.append(contentsOf: hidden)
  }

  /// Places for new items, as `settle` takes them from those that are free.
  func freePlaces(_ count: Int) -> [UInt32] {
    let reused = free.suffix(count)
    let end = UInt32(rows.count)
    return Array(reused) + (end..<(end + UInt32(count - reused.count)))
  }

  // MARK: Looking up

  func item(_ tag: Tag) -> Found? { places[tag].flatMap(found) }

  /// Items behind one, or from the first, in the order of their keys.
  func items(after last: (key: ByteOrdered, tag: Tag)?, limit: Int) -> [Found] {
    let keyed = standing.keyed
    let start = last.map { last in
      keyed.firstIndex(fromWhich: { place in
        rows[Int(place)].map { (last.key, last.tag) < ($0.key, $0.tag) } ?? false
      })
    }
    return Array(keyed[(start ?? 0)...].lazy.compactMap(found).prefix(limit))
  }

  func found(_ place: UInt32) -> Found? {
    guard isShown[Int(place)], let row = rows[Int(place)] else { return nil }
    return Found(row: row, counts: standing.counts[Int(place)])
  }
}
