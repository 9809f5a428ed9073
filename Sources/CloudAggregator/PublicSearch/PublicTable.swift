internal import JournalFormat

/// What is public, in memory, by place. Anyone who owns it lets one thread change it.
struct PublicTable: Sendable {
  /// A hidden item keeps its row until the orders are without it.
  private(set) var rows: [PublicRow?] = []
  private(set) var isShown: [Bool] = []
  private(set) var places: [Tag: UInt32] = [:]
  private(set) var free: [UInt32] = []
  private(set) var standing = PublicRanking()
  private(set) var words = WordIndex()

  /// An item with its counts.
  struct Found: Sendable {
    let row: PublicRow
    let counts: PublicRanking.Counts

    var entry: PublicEntry {
      PublicEntry(
        tag: row.tag, item: row.item, events: counts.events, distinctDevices: counts.distinct,
        firstDay: counts.firstDay, lastDay: counts.lastDay, feedback: counts.feedback,
        popularity: counts.popularity)
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
    _ row: PublicRow, at place: UInt32, _ counts: PublicRanking.Counts, keepsStanding: Bool
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
  mutating func finishUpdate(_ newStanding: PublicRanking?, added: [UInt32], hidden: [UInt32]) {
    if let newStanding { standing = newStanding }
    for place in hidden { rows[Int(place)] = nil }
    free.removeLast(min(free.count, added.count))
    free.append(contentsOf: hidden)
  }

  /// Places for new items, as `finishUpdate` takes them from those that are free.
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

  // MARK: How words find items

  /// Of a word that more items have, the highest ranked items are looked at first.
  private static let fewMax = 4_096
  /// That many of them.
  private static let topCount = 1_024
  /// Counted no further: so many items say that a word is common.
  private static let sizeMax = 1 << 14
  /// Looking at an item costs as much as that many places in a list.
  private static let lookCost = 64

  /// Items that have what every word asks for, the highest ranked first, then by key and tag.
  ///
  /// Items that have all words are either many, and then some of the highest ranked do, or they are
  /// among the few that have the rarest word.
  ///
  /// - Parameter installed: only what opens with these apps is found; nil: everything.
  func find(_ query: PublicQuery, limit: Int, installed: InstalledApps? = nil) -> [Found] {
    let words = query.words.map { (word: $0, size: size(of: $0)) }.sorted { $0.size < $1.size }
    guard let rarest = words.first else { return [] }
    if rarest.size > Self.fewMax {
      let top = top(query, limit, installed)
      if top.count == limit || standing.ranked.count <= Self.topCount { return top }
    }
    var found = places(of: rarest.word)
    // What the lists of places do not say is looked up in the item.
    var checks = rarest.word.isPhrase ? [rarest.word] : []
    for (word, size) in words.dropFirst() {
      if size <= Self.lookCost * found.count {
        found.formIntersection(places(of: word))
        if word.isPhrase { checks.append(word) }
      } else {
        checks.append(word)
      }
    }
    return best(limit, of: found, checks, installed)
  }

  /// How many places a word has at most.
  private func size(of word: PublicQuery.Word) -> Int {
    if word.isPhrase { return words.places(of: word.parts[0]).count }
    var size = word.pieces.map { self.size(of: $0) }.min() ?? 0
    words.forEach(beginningWith: word.parts[0]) { places in
      size += places.count
      return size <= Self.sizeMax
    }
    return size
  }

  /// Places of items that have all parts of a word of the query, for a phrase in any order.
  private func places(of word: PublicQuery.Word) -> PlaceSet {
    var found = PlaceSet(capacity: rows.count)
    words.forEach(beginningWith: word.parts.last ?? []) { places in
      for place in places { found.insert(place) }
      return true
    }
    for part in word.parts.dropLast() {
      var others = PlaceSet(capacity: rows.count)
      for place in words.places(of: part) { others.insert(place) }
      found.formIntersection(others)
    }
    guard var apart = word.pieces.first.map({ places(of: $0) }) else { return found }
    for piece in word.pieces.dropFirst() { apart.formIntersection(places(of: piece)) }
    apart.forEach { found.insert($0) }
    return found
  }

  /// Those of the highest ranked items that match.
  private func top(_ query: PublicQuery, _ limit: Int, _ installed: InstalledApps?) -> [Found] {
    var result: [Found] = []
    for place in standing.ranked.prefix(Self.topCount) where result.count < limit {
      guard let row = rows[Int(place)], query.words.allSatisfy({ $0.matches(row) }),
        row.opens(with: installed), let found = found(place)
      else { continue }
      result.append(found)
    }
    return result
  }

  /// The best of some places whose items pass the checks.
  private func best(
    _ limit: Int, of places: PlaceSet, _ checks: [PublicQuery.Word], _ installed: InstalledApps?
  ) -> [Found] {
    var best: [UInt32] = []
    // The number of the last of enough: most places are behind it, and need no other look.
    var last = UInt32.max
    places.forEach { place in
      guard standing.rankNumber(of: place) <= last else { return }
      if best.count == limit, !standing.isRanked(place, before: best[limit - 1], rows) { return }
      guard isShown[Int(place)], let row = rows[Int(place)], row.opens(with: installed),
        checks.allSatisfy({ $0.matches(row) })
      else { return }
      if best.count == limit { best.removeLast() }
      let index = best.firstIndex(fromWhich: { standing.isRanked(place, before: $0, rows) })
      best.insert(place, at: index)
      if best.count == limit { last = standing.rankNumber(of: best[limit - 1]) }
    }
    return best.compactMap(found)
  }
}
