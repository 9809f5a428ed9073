internal import JournalFormat

/// The counts of items by place, and the orders in which items are shown.
struct PublicRanking: Sendable {
  struct Counts: Hashable, Sendable {
    var events: UInt64
    var distinct: UInt32
    var firstDay: Day
    var lastDay: Day
    var feedback: ResultFeedback
    var popularity: DecayedCount

    var rank: PublicRank { PublicRank(distinct: distinct, events: events) }
  }

  /// New counts of a place.
  struct UpdatedCounts {
    let place: UInt32
    let counts: Counts
  }

  private(set) var counts: [Counts] = []
  /// By rank, the highest first, then by key and tag.
  private(set) var ranked: [UInt32] = []
  /// By key, then tag.
  private(set) var keyed: [UInt32] = []
  /// By place, numbers that never fall along an order. Where two are equal, the items themselves
  /// say which comes first; mostly a look at two numbers is enough.
  private var rankNumbers: [UInt32] = []
  private var keyNumbers: [UInt32] = []

  // MARK: One by one

  /// The counts of an item that stands nowhere yet: behind all others.
  mutating func set(_ new: Counts, at place: UInt32) {
    if place == counts.count {
      counts.append(new)
      rankNumbers.append(.max)
      keyNumbers.append(.max)
    } else {
      counts[Int(place)] = new
      rankNumbers[Int(place)] = .max
      keyNumbers[Int(place)] = .max
    }
  }

  mutating func insert(_ place: UInt32, _ rows: [PublicRow?]) {
    var index = keyed.firstIndex(fromWhich: { Self.hasLesserKey(place, than: $0, rows) })
    keyNumbers[Int(place)] = index == 0 ? 0 : keyNumbers[Int(keyed[index - 1])]
    keyed.insert(place, at: index)
    index = ranked.firstIndex(fromWhich: { countsMore(place, than: $0, rows) })
    rankNumbers[Int(place)] = index == 0 ? 0 : rankNumbers[Int(ranked[index - 1])]
    ranked.insert(place, at: index)
  }

  mutating func remove(_ place: UInt32, _ rows: [PublicRow?]) {
    var index = keyed.firstIndex(fromWhich: { !isKeyed($0, before: place, rows) })
    if index < keyed.count, keyed[index] == place { keyed.remove(at: index) }
    index = ranked.firstIndex(fromWhich: { !isRanked($0, before: place, rows) })
    if index < ranked.count, ranked[index] == place { ranked.remove(at: index) }
  }

  // MARK: Many at once

  /// Brings items into their order that are new or have other counts, and forgets hidden ones.
  mutating func change(
    hidden: [UInt32], added: [UInt32], recounted: [UpdatedCounts], _ rows: [PublicRow?]
  ) {
    var gone = PlaceSet(capacity: rows.count)
    for place in hidden { gone.insert(place) }
    if !hidden.isEmpty || !added.isEmpty {
      keyed = keyed.filter { !gone.contains($0) }
        .merged(with: added.sorted { Self.hasLesserKey($0, than: $1, rows) }) {
          Self.hasLesserKey($0, than: $1, rows)
        }
      for (number, place) in keyed.enumerated() { keyNumbers[Int(place)] = UInt32(number) }
    }
    var moved = added
    // A place moves once, and one that was hidden nowhere.
    for new in recounted where !gone.contains(new.place) {
      counts[Int(new.place)] = new.counts
      gone.insert(new.place)
      moved.append(new.place)
    }
    ranked = ranked.filter { !gone.contains($0) }
      .merged(with: sortedByCounts(moved, rows)) { countsMore($0, than: $1, rows) }
    for (number, place) in ranked.enumerated() { rankNumbers[Int(place)] = UInt32(number) }
  }

  /// Sorts numbers that lie together; few are told apart by their keys.
  private func sortedByCounts(_ places: [UInt32], _ rows: [PublicRow?]) -> [UInt32] {
    places.map { (rank: counts[Int($0)].rank, place: $0) }
      .sorted { one, other in
        one.rank != other.rank
          ? one.rank > other.rank : isKeyed(one.place, before: other.place, rows)
      }
      .map(\.place)
  }

  // MARK: Comparing

  /// An item with a lesser number is ranked before one with a greater.
  @inline(__always)
  func rankNumber(of place: UInt32) -> UInt32 { rankNumbers[Int(place)] }

  @inline(__always)
  func isRanked(_ one: UInt32, before other: UInt32, _ rows: [PublicRow?]) -> Bool {
    let (first, second) = (rankNumbers[Int(one)], rankNumbers[Int(other)])
    return first != second ? first < second : countsMore(one, than: other, rows)
  }

  private func countsMore(_ one: UInt32, than other: UInt32, _ rows: [PublicRow?]) -> Bool {
    let (first, second) = (counts[Int(one)].rank, counts[Int(other)].rank)
    return first != second ? first > second : isKeyed(one, before: other, rows)
  }

  private func isKeyed(_ one: UInt32, before other: UInt32, _ rows: [PublicRow?]) -> Bool {
    let (first, second) = (keyNumbers[Int(one)], keyNumbers[Int(other)])
    return first != second ? first < second : Self.hasLesserKey(one, than: other, rows)
  }

  private static func hasLesserKey(
    _ one: UInt32, than other: UInt32, _ rows: [PublicRow?]
  ) -> Bool {
    guard let first = rows[Int(one)], let second = rows[Int(other)] else { return one < other }
    return (first.key, first.tag) < (second.key, second.tag)
  }
}

extension Array<UInt32> {
  /// The first index from which on the condition holds: it holds for no element before.
  func firstIndex(
    in range: Range<Int>? = nil, fromWhich condition: (UInt32) -> Bool
  ) -> Int {
    var (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// With others that are sorted alike: in steps that double, since mostly a few are new among
  /// many, and now and then many.
  fileprivate func merged(
    with others: [UInt32], by precedes: (UInt32, UInt32) -> Bool
  ) -> [UInt32] {
    guard !others.isEmpty else { return self }
    var merged: [UInt32] = []
    merged.reserveCapacity(count + others.count)
    var start = 0
    for other in others {
      var step = 1
      while start + step <= count, !precedes(other, self[start + step - 1]) { step *= 2 }
      let near = Swift.min(start + step / 2, count)..<Swift.min(start + step, count)
      let end = firstIndex(in: near) { precedes(other, $0) }
      merged.append(contentsOf: self[start..<end])
      merged.append(other)
      start = end
    }
    merged.append(contentsOf: self[start...])
    return merged
  }
}
