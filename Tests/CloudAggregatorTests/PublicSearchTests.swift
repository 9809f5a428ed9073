import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

extension PublicItem {
  /// An item of the page "https://example.com/" and a name.
  static func page(
    _ name: String, _ title: String, _ description: String = "", keywords: [String] = []
  ) -> PublicItem {
    PublicItem(
      app: "com.example.pages", activityType: "com.example.pages.view",
      identity: .url("https://example.com/\(name)"), title: title, contentDescription: description,
      keywords: keywords, thumbnailURL: "")
  }
}

extension PublicEntry {
  init(_ item: PublicItem, events: UInt64) {
    self.init(
      tag: item.tag(salt: Sample.tagSalt), item: item, events: events, distinctDevices: 1)
  }
}

extension PublicChanges {
  static func shown(_ entries: PublicEntry...) -> PublicChanges {
    var changes = PublicChanges()
    changes.shown = entries
    return changes
  }

  static func hidden(_ entries: PublicEntry...) -> PublicChanges {
    var changes = PublicChanges()
    changes.hidden = entries.map(\.tag)
    return changes
  }

  /// Everything that is public.
  static func all(_ entries: [PublicEntry]) -> PublicChanges {
    var changes = PublicChanges()
    changes.isAll = true
    changes.shown = entries
    return changes
  }
}

@Suite("Public search") struct PublicSearchTests {
  private let search: PublicSearch
  private let water = PublicEntry(
    .page("1", "Water Lilies", "Oil on canvas", keywords: ["Monet"]), events: 5)
  private let wave = PublicEntry(.page("2", "The Great Wave", "Water and wind"), events: 9)
  private let stone = PublicEntry(.page("3", "Stone", "Found near water"), events: 5)

  init() throws {
    search = PublicSearch()
    search.update(.shown(water, wave, stone))
  }

  private func found(_ query: String, limit: Int = 20) throws -> [PublicEntry] {
    try search.search(query, limit: limit)
  }

  @Test func `gives the most engaged item first, then the lesser key`() throws {
    #expect(try found("water") == [wave, water, stone])
    #expect(try found("w", limit: 2) == [wave, water])
    #expect(search.item(water.tag) == water)
    #expect(search.count == 3)
  }

  @Test func `wants each word to begin a word of the item`() throws {
    #expect(try found("wat li") == [water])
    #expect(try found("mon wat") == [water])
    #expect(try found("ater") == [])
    #expect(try found("water stones") == [])
    // Neither case nor accents make a difference.
    #expect(try found("WÁTER MoNé") == [water])
  }

  @Test(arguments: [1, 5_000])
  func `finds what opens in an app for those who have it`(count: Int) throws {
    var changes = PublicChanges()
    changes.shown = (0..<count).map { place in
      var item = PublicItem.page("\(place)", "Wonder \(place)")
      item.app = place.isMultiple(of: 2) ? "even" : "odd"
      item.identity = .related("\(place)")
      return PublicEntry(item, events: UInt64(place))
    }
    search.update(changes)
    for (query, pages) in [("w", [wave, water, stone]), ("wonder", [])] {
      func shown(_ apps: String...) throws -> [PublicEntry] {
        try search.search(query, limit: 100, installed: try InstalledApps(apps))
      }
      #expect(try shown() == pages && shown("maps") == pages)
      let even = try shown("even", "maps")
      #expect(even.filter { $0.item.app == "even" }.count == min(100 - 0, (count + 1) / 2))
      #expect(!even.contains { $0.item.app == "odd" })
      #expect(try shown("even", "odd").count <= 100)
    }
    #expect(try search.search("wonder", limit: 100).count == min(100, count))
  }

  @Test func `finds an item by its new words alone once its content changed`() throws {
    let other = PublicEntry(.page("1", "Haystacks"), events: 6)
    search.update(.shown(other))
    #expect(try found("lilies") == [])
    #expect(try found("hay") == [other])
    #expect(search.count == 3)
  }

  @Test func `hides at once, whatever else is asked for`() throws {
    search.update(.hidden(wave))
    #expect(try found("water") == [water, stone])
    #expect(try found("w") == [water, stone])
    #expect(try search.popular(after: nil, limit: 10) == [water, stone])
    #expect(search.item(wave.tag) == nil)
    search.update(.hidden(wave, water))
    search.update(.shown(wave))
    #expect(try found("w") == [wave, stone])
  }

  @Test func `knows after everything was told again what is public no more`() throws {
    let moved = PublicEntry(stone.item, events: 10)
    search.update(.all([wave, moved]))
    #expect(try found("water") == [moved, wave])
    #expect(try search.popular(after: nil, limit: 10) == [wave, moved])
    search.update(.all([]))
    #expect(try found("water") == [] && search.count == 0)
  }

  @Test func `takes new counts`() throws {
    var changes = PublicChanges()
    changes.counted = [
      .init(tag: stone.tag, events: 12, distinctDevices: 3),
      .init(tag: Sample.tag, events: 99, distinctDevices: 9),
    ]
    search.update(changes)
    let counted = PublicEntry(
      tag: stone.tag, item: stone.item, events: 12, distinctDevices: 3)
    #expect(try found("water") == [counted, wave, water])
    #expect(search.item(Sample.tag) == nil)
  }

  @Test func `gives pages by key, also behind an item that was hidden meanwhile`() throws {
    #expect(try search.popular(after: nil, limit: 2) == [water, wave])
    search.update(.hidden(wave))
    #expect(try search.popular(after: (wave.item.key, wave.tag), limit: 2) == [stone])
    #expect(try search.popular(after: (stone.item.key, stone.tag), limit: 2) == [])
  }

  @Test(arguments: [
    "", " ", "...", "\"", "\"\"", "*", "(", "-", "💧", "\0", "\u{301}", "\u{200F}", "FAR(", ";--",
  ])
  func `finds nothing for what has no word that is there`(query: String) throws {
    #expect(try found(query) == [])
  }

  @Test(arguments: [
    "\"water", "water\"", "water*", "^water", "-water", "(water)", "wat\0", "{water}",
    "water\u{200F}", "--water;", "water water", "wat *", "water + w", ":water",
  ])
  func `passes over what is an operator elsewhere`(query: String) throws {
    #expect(try found(query) == [wave, water, stone])
  }

  @Test(arguments: [
    ("c++", ["C++"]), ("C#", ["C#"]), (".net", [".NET", "ASP.NET"]),
    ("parser", ["XMLParser"]), ("rock'n'roll", ["Rock 'n' Roll", "Rock n Roll"]),
    ("o'clock", ["O Clock"]), ("player", ["MP3Player"]),
  ])
  func `finds names as a device does`(query: String, titles: [String]) throws {
    let names = [
      "C", "C#", "C++", ".NET", "ASP.NET", "XMLParser", "MP3Player", "Rock 'n' Roll",
      "Rock n Roll", "O Clock", "Don Quixote",
    ]
    for (place, name) in names.enumerated() {
      search.update(.shown(PublicEntry(.page("n\(place)", name), events: 1)))
    }
    #expect(try Set(found(query).map(\.item.title)) == Set(titles))
  }

  @Test(arguments: [
    "title:wat", "water AND stone", "water OR wave", "water NOT wave", "wa\0ter", "FAR(water wave)",
  ])
  func `takes an operator's name for a word like any other`(query: String) throws {
    #expect(try found(query) == [])
  }

  @Test(arguments: [
    (String(repeating: "a", count: 257), 1, false), (String(repeating: "a", count: 256), 1, true),
    (String(repeating: "a ", count: 17), 1, false), (String(repeating: "a ", count: 16), 1, true),
    ("water", 0, false), ("water", -1, false), ("water", 101, false), ("water", 100, true),
    (String(repeating: "é", count: 129), 1, false),
  ])
  func `refuses to work without a bound`(query: String, limit: Int, isTaken: Bool) {
    if isTaken {
      #expect(throws: Never.self) { try found(query, limit: limit) }
    } else {
      let error = #expect(throws: CloudError.self) { try found(query, limit: limit) }
      #expect(error?.code == .query)
    }
  }

  @Test(arguments: [(0, false), (1, true), (1_000, true), (1_001, false)])
  func `gives pages of up to 1,000 items`(limit: Int, isTaken: Bool) {
    if isTaken {
      #expect(throws: Never.self) { try search.popular(after: nil, limit: limit) }
    } else {
      let error = #expect(throws: CloudError.self) {
        try search.popular(after: nil, limit: limit)
      }
      #expect(error?.code == .query)
    }
  }

  @Test(arguments: ["water lilies", "cloud"], [4, 40])
  func `answers many threads while it changes`(word: String, tasks: Int) async throws {
    let cloud = PublicEntry(.page("4", "Cloud over water lilies"), events: 7)
    let search = search
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          for _ in 0..<200 {
            let found = try search.search(word, limit: 5)
            #expect(found.map(\.events) == found.map(\.events).sorted(by: >))
            #expect(found.allSatisfy { $0.item.title.lowercased().contains(word) })
          }
        }
      }
      for _ in 0..<100 {
        search.update(.shown(cloud))
        #expect(try search.search(word, limit: 5).first == cloud)
        search.update(.hidden(cloud))
        #expect(try !search.search(word, limit: 5).contains(cloud))
      }
      try await group.waitForAll()
    }
  }
}
