/// How words find items.
extension PublicTable {
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
  func find(_ query: PublicQuery, limit: Int) -> [Found] {
    let words = query.words.map { (word: $0, size: size(of: $0)) }.sorted { $0.size < $1.size }
    guard let rarest = words.first else { return [] }
    if rarest.size > Self.fewMax {
      let top = top(query, limit)
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
    return best(limit, of: found, checks)
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
  private func top(_ query: PublicQuery, _ limit: Int) -> [Found] {
    var result: [Found] = []
    for place in standing.ranked.prefix(Self.topCount) where result.count < limit {
      guard let row = rows[Int(place)], query.words.allSatisfy({ $0.matches(row) }),
        let found = found(place)
      else { continue }
      result.append(found)
    }
    return result
  }

  /// The best of some places whose items pass the checks.
  private func best(_ limit: Int, of places: PlaceSet, _ checks: [PublicQuery.Word]) -> [Found] {
    var best: [UInt32] = []
    // The number of the last of enough: most places are behind it, and need no other look.
    var last = UInt32.max
    places.forEach { place in
      guard standing.rankNumber(of: place) <= last else { return }
      if best.count == limit, !standing.isRanked(place, before: best[limit - 1], rows) { return }
      guard isShown[Int(place)] else { return }
      if !checks.isEmpty {
        guard let row = rows[Int(place)], checks.allSatisfy({ $0.matches(row) }) else { return }
      }
      if best.count == limit { best.removeLast() }
      let index = best.firstIndex(fromWhich: { standing.isRanked(place, before: $0, rows) })
      best.insert(place, at: index)
      if best.count == limit { last = standing.rankNumber(of: best[limit - 1]) }
    }
    return best.compactMap(found)
  }
}
