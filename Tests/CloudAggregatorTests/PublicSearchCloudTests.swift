import CloudAggregator
import JournalFormat
import TestSupport
import Testing

/// A cloud with one device that makes items public by itself, and a search that is kept up to date.
private struct SearchedCloud {
  let cloud: TestCloud
  let search: PublicSearch
  private(set) var device: TestDevice
  private var origin: UInt64 = 0
  private var sent = 0

  init() throws {
    cloud = try TestCloud(threshold: 1)
    search = PublicSearch()
    device = try cloud.device(1)
  }

  /// - Parameter day: so many before the cloud's.
  mutating func engage(_ item: PublicItem, day: Int32 = 0) {
    origin += 1
    device.add(engaged(origin, item: item), on: Day(Sample.day.rawValue - day))
  }

  mutating func publish(_ item: PublicItem) {
    engage(item)
    device.add(.content(item, salt: UInt128(origin)))
  }

  mutating func withdraw(_ item: PublicItem) {
    origin += 1
    device.add(withdrawn(origin, item: item))
  }

  /// Sends what was added; then the search is told, so many milliseconds after the first day began.
  mutating func send(at milliseconds: Int64 = 0) throws {
    _ = cloud.cloud.handle(try device.request(sent + 1), now: cloud.now)
    sent = device.chain.entries.count
    update(at: milliseconds)
  }

  func update(at milliseconds: Int64) {
    search.update(
      from: cloud.cloud,
      now: Timestamp(milliseconds: cloud.now.milliseconds + milliseconds))
  }

  /// What the search and the projections themselves find.
  func found(_ query: String, limit: Int) throws -> (
    search: [PublicEntry], projections: [PublicEntry]
  ) {
    (
      try search.search(query, limit: limit),
      try cloud.cloud.projections.search(query, limit: limit)
    )
  }
}

/// Texts of many scripts from few words, so that queries find some of them.
private struct Texts {
  var random: SplitMix64

  private static let words = [
    "water", "Waters", "wat", "lily", "lilies", "nymphéas", "nymphe\u{301}as", "Ärger", "arg",
    "ÅNGSTRÖM", "x", "10", "1905", "3.14", "l'eau", "O’Brien", "state-of-the-art", "東京", "京都",
    "हिन्दी", "हिन्द", "مياه", "ماء", "שָׁלוֹם", "שלום", "ไทย", "Ⓐ", "½", "💧", "e\u{301}\u{302}",
    "internationalisation", "international", "internationally", "a\0b", "_", "İstanbul", "straße",
  ]

  mutating func text(_ count: ClosedRange<Int>) -> String {
    let count = count.lowerBound + Int(random.below(UInt64(count.count)))
    return (0..<count).map { _ in word() }.joined(separator: random.below(4) == 0 ? "" : " ")
  }

  private mutating func word() -> String {
    // The product of two even draws: some words are common.
    Self.words[Int(random.below(random.below(UInt64(Self.words.count)) + 1))]
  }

  mutating func item(of count: Int) -> PublicItem {
    .page(
      "\(random.below(UInt64(count)))", text(0...4), text(0...6),
      keywords: (0..<random.below(3)).map { _ in text(1...2) })
  }

  /// Some words, of which the last is not typed to its end.
  mutating func query() -> String {
    let text = text(1...3)
    return String(text.prefix(max(1, text.count - Int(random.below(4)))))
  }
}

@Suite("Public search of a cloud") struct PublicSearchCloudTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `finds what the projections find, in the same order`(seed: UInt64) throws {
    var cloud = try SearchedCloud()
    var texts = Texts(random: SplitMix64(seed))
    var items: [PublicItem] = []
    var foundCount = 0
    for round in 1...8 as ClosedRange<Int64> {
      for _ in 0..<(round == 4 ? 90 : 12) {
        let item = texts.item(of: 150)
        items.append(item)
        cloud.publish(item)
      }
      for _ in 0..<20 {
        cloud.engage(
          items[Int(texts.random.below(UInt64(items.count)))],
          day: Int32(texts.random.below(9)))
      }
      for _ in 0..<4 { cloud.withdraw(items[Int(texts.random.below(UInt64(items.count)))]) }
      try cloud.send(at: round * 1_000)
      for _ in 0..<25 {
        let query = texts.query()
        let found = try cloud.found(query, limit: 1 + Int(texts.random.below(100)))
        #expect(found.search == found.projections, "\(query.debugDescription)")
        foundCount += found.search.count
      }
      let entries = try cloud.cloud.cloud.projections.publicEntries()
      #expect(try cloud.search.popular(after: nil, limit: 1_000) == entries)
      let rebuilt = PublicSearch()
      rebuilt.update(.all(entries))
      for query in ["w", "l", "e", "1", texts.query(), texts.query()] {
        #expect(try rebuilt.search(query, limit: 50) == cloud.search.search(query, limit: 50))
      }
    }
    #expect(foundCount > 500, "the queries have to find something")
  }

  @Test func `finds the best of more than a thousand items as well`() throws {
    var cloud = try SearchedCloud()
    for round in 0..<11 as Range<Int64> {
      for number in 0..<100 { cloud.publish(.page("\(round)-\(number)", "Water")) }
      try cloud.send(at: round * 1_000)
    }
    let best = PublicItem.page("best", "A stone", "On which the wind has driven the water")
    cloud.publish(best)
    cloud.engage(best, day: 1)
    try cloud.send(at: 20_000)
    let found = try cloud.found("water", limit: 100)
    #expect(found.projections.first?.item == best)
    #expect(found.search == found.projections && found.projections.count == 100)
  }

  @Test(arguments: [
    (0..<17).map { "word\($0)" }.joined(separator: " "), String(repeating: "w", count: 257),
  ])
  func `refuses too long a query, of a folder and of a server`(query: String) throws {
    let cloud = try SearchedCloud()
    let (search, projections) = (cloud.search, cloud.cloud.cloud.projections)
    let error = #expect(throws: CloudError.self) { try search.search(query, limit: 5) }
    let other = #expect(throws: CloudError.self) { try projections.search(query, limit: 5) }
    #expect(error?.code == .query && error?.message == other?.message)
  }

  @Test func `lets counts wait for a second, and nothing that is hidden or new`() throws {
    var cloud = try SearchedCloud()
    let (water, wave) = (PublicItem.page("1", "Water"), PublicItem.page("2", "Wave"))
    cloud.publish(water)
    try cloud.send()
    #expect(try cloud.search.search("w", limit: 5).map(\.events) == [1])
    // What it engaged with once more on the same day is no news.
    cloud.engage(water)
    cloud.engage(water, day: 1)
    try cloud.send(at: 500)
    #expect(try cloud.search.search("w", limit: 5).map(\.events) == [1])
    cloud.publish(wave)
    try cloud.send(at: 999)
    #expect(try cloud.search.search("w", limit: 5).map(\.item) == [water, wave])
    cloud.withdraw(wave)
    try cloud.send(at: 999)
    #expect(try cloud.search.search("w", limit: 5).map(\.events) == [1])
    cloud.update(at: 1_000)
    #expect(try cloud.search.search("w", limit: 5).map(\.events) == [2])
    let entry = try cloud.cloud.cloud.publicEntry(of: water.tag(salt: Sample.tagSalt))
    #expect(try cloud.search.search("w", limit: 5) == [try #require(entry)])
    #expect(try cloud.cloud.cloud.publicEntry(of: wave.tag(salt: Sample.tagSalt)) == nil)
    // A clock that went back lets nothing wait for ever.
    cloud.engage(water, day: 2)
    try cloud.send(at: -50_000)
    #expect(try cloud.search.search("w", limit: 5).map(\.events) == [3])
  }

  @Test func `shows nothing that the log may not have`() throws {
    var cloud = try SearchedCloud()
    let (water, wave) = (PublicItem.page("1", "Water"), PublicItem.page("2", "Wave"))
    cloud.publish(water)
    try cloud.send()
    cloud.cloud.log.nextFault = .appendLost
    cloud.cloud.log.refusesSettling = true
    cloud.publish(wave)
    cloud.withdraw(water)
    try cloud.send(at: 2_000)
    #expect(try cloud.search.search("w", limit: 5).map(\.item) == [water])
    cloud.cloud.log.refusesSettling = false
    _ = cloud.cloud.cloud.handle(TestDevice(2).enrolment, now: cloud.cloud.now)
    cloud.update(at: 4_000)
    #expect(try cloud.search.search("w", limit: 5).map(\.item) == [water])
  }

  @Test func `is told everything again after a rebuild`() throws {
    var cloud = try SearchedCloud()
    cloud.publish(.page("1", "Water"))
    try cloud.send()
    #expect(cloud.cloud.cloud.drainPublicChanges(withCounts: true).isEmpty)
    try cloud.cloud.cloud.rebuild()
    let changes = cloud.cloud.cloud.drainPublicChanges(withCounts: true)
    #expect(changes.isAll && changes.shown.count == 1)
    cloud.search.update(changes)
    #expect(cloud.search.count == 1)
  }
}
