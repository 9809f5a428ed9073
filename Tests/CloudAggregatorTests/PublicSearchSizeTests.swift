import CloudAggregator
import JournalFormat
import TestSupport
import Testing

extension PublicSearch {
  fileprivate convenience init(of entries: [PublicEntry]) {
    self.init()
    update(.all(entries))
  }
}

/// Common words and rare ones are found in different ways: here are enough items for all of them.
@Suite("Public search among thousands of items") struct PublicSearchSizeTests {
  private static let entries: [PublicEntry] = {
    var random = SplitMix64(1)
    return (0..<5_000).map { number in
      let rare = "r\(number % 700)"
      let common = random.below(50) == 0 ? "seldom" : "often"
      let half = random.below(2) == 0 ? "heads" : "tails"
      // The last ones have the fewest events.
      let late = number > 4_000 ? "late" : "early"
      return PublicEntry(
        .page("\(number * 7_919 % 5_000)", "\(rare) \(common)", "\(half) \(late)"),
        events: UInt64(60_000 / (number + 1)) + random.below(2))
    }
  }()

  private static let search = PublicSearch(of: entries)

  /// What has to be found, by looking at everything.
  private static func expected(_ query: String, in entries: [PublicEntry]) -> [PublicEntry] {
    // A text has a gap before each of its words, and a word of a query begins behind one.
    let words = query.split(separator: " ").map { Array(" \($0)".utf8) }
    return entries.filter { entry in
      let text = Array(" \(entry.item.title) \(entry.item.contentDescription)".utf8)
      return words.allSatisfy { text.firstRange(of: $0) != nil }
    }
    .sorted { one, other in
      one.events != other.events ? one.events > other.events : one.item.key < other.item.key
    }
  }

  @Test(arguments: [
    "o", "often", "r", "r1", "r12", "r123", "seldom", "heads", "heads tails", "o heads", "late",
    "late heads", "late seldom", "late seldom tails r", "early late", "o late r6", "x", "o x",
    "heads early often r69", "h t o", "s l h",
  ])
  func `finds the most engaged ones for every kind of query`(query: String) throws {
    let search = Self.search
    let expected = Self.expected(query, in: Self.entries)
    for limit in [1, 20, 100] {
      #expect(try search.search(query, limit: limit) == Array(expected.prefix(limit)))
    }
  }

  @Test(arguments: [1, 100, 2_000])
  func `stays the same whether it changed little or much`(count: Int) throws {
    var random = SplitMix64(UInt64(count))
    var entries = Self.entries
    let search = PublicSearch(of: entries)
    for _ in 0..<2 {
      var changes = PublicChanges()
      for _ in 0..<count {
        let place = Int(random.below(UInt64(entries.count)))
        let gone = entries.remove(at: place)
        changes.hidden.append(gone.tag)
      }
      search.update(changes)
      changes = PublicChanges()
      for number in 0..<count {
        let entry = PublicEntry(
          .page("new \(number) \(random.next())", "often", "heads"), events: random.below(9_000))
        entries.append(entry)
        changes.shown.append(entry)
      }
      for place in 0..<min(count, 50) {
        entries[place].events += random.below(1_000)
        changes.counted.append(
          .init(tag: entries[place].tag, events: entries[place].events, distinctDevices: 1))
      }
      search.update(changes)
      for query in ["o", "heads late", "r12", "seldom tails"] {
        let expected = Self.expected(query, in: entries).prefix(50)
        #expect(try search.search(query, limit: 50) == Array(expected))
      }
    }
    #expect(search.count == entries.count)
    let keys = try search.popular(after: nil, limit: 1_000).map(\.item.key)
    #expect(keys == Array(entries.map(\.item.key).sorted().prefix(1_000)))
  }
}
