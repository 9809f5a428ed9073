import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Devices that engage with many pages in a sitting, and then answer what they are asked for, each
/// content in a batch of its own.
@Suite("Of many pages at once") struct EveryContentAskedTests {
  /// Contents that one answer asks for.
  private static let answerMax = 16

  private static func item(_ number: Int) -> PublicItem {
    var item = Sample.item
    item.identity = .url("https://example.com/\(number)")
    item.title = "Page \(number)"
    return item
  }

  /// A device that delivers whatever it is asked for.
  private struct Reader {
    var device: TestDevice
    var asked: Set<ContentDigest> = []
    var queue: [PublicItem] = []
    var answers = 0

    /// Sends all entries from a place on, and remembers what the answer asks for.
    mutating func send(
      from first: Int, to cloud: TestCloud, after milliseconds: Int64 = 0,
      _ pages: [ContentDigest: PublicItem]
    ) throws {
      try hear(try cloud.answer(try device.request(first), after: milliseconds), pages)
    }

    mutating func open(
      _ cloud: TestCloud, after milliseconds: Int64, _ pages: [ContentDigest: PublicItem]
    ) throws {
      let time = cloud.now.advanced(byMilliseconds: milliseconds)
      try hear(try cloud.answer(try device.opening(at: time), after: milliseconds), pages)
    }

    private mutating func hear(
      _ answer: SyncResponse, _ pages: [ContentDigest: PublicItem]
    ) throws {
      answers += 1
      let wanted = try #require(answer.wanted)
      #expect(wanted.count <= EveryContentAskedTests.answerMax)
      for content in wanted where asked.insert(content.content).inserted {
        queue.append(try #require(pages[content.content]))
      }
    }

    mutating func engage(
      with items: [PublicItem], on cloud: TestCloud, _ pages: [ContentDigest: PublicItem]
    ) throws {
      let first = device.chain.entries.count + 1
      for (place, item) in items.enumerated() {
        device.add(engaged(UInt64(first + place), item: item))
      }
      try send(from: first, to: cloud, pages)
    }

    /// - Parameter lostAnswers: how often the device sends its batch in vain before it hears.
    mutating func deliver(
      _ cloud: TestCloud, after milliseconds: Int64 = 0, lostAnswers: Int = 0,
      _ pages: [ContentDigest: PublicItem]
    ) throws {
      let item = queue.removeFirst()
      device.add(.content(item, salt: 7))
      for _ in 0..<lostAnswers {
        _ = try cloud.answer(
          try device.request(device.chain.entries.count), after: milliseconds)
      }
      try send(from: device.chain.entries.count, to: cloud, after: milliseconds, pages)
    }
  }

  @Test(arguments: LongRun.seeds(5, of: 20))
  func `each is asked for within a sixteenth as many answers`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    let pageCount = 1 + Int(random.next(upperBound: 150 as UInt64))
    let threshold = 1 + UInt32(random.next(upperBound: 4 as UInt64))
    let items = (0..<pageCount).map(Self.item)
    let pages = Dictionary(uniqueKeysWithValues: items.map { ($0.digest, $0) })
    let cloud = try TestCloud(threshold: threshold)
    var readers: [Reader] = []
    for number in 1...UInt64(threshold) + random.next(upperBound: 3 as UInt64) {
      readers.append(Reader(device: try cloud.device(number)))
    }
    for place in readers.indices {
      try readers[place].engage(with: items.shuffled(using: &random), on: cloud, pages)
    }
    // Nobody but the k-th device is needed: the others are switched off.
    let last = Int(threshold) - 1
    while !readers[last].queue.isEmpty {
      let known = min(pageCount, Self.answerMax * readers[last].answers)
      #expect(readers[last].asked.count >= known, "\(pageCount) pages, \(threshold) devices")
      try readers[last].deliver(cloud, pages)
    }
    #expect(try cloud.cloud.projections.publicEntries().count == pageCount)
  }

  @Test(arguments: LongRun.seeds(5, of: 20))
  func `each is asked for again when answers are lost`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    let items = (0..<120).map(Self.item)
    let pages = Dictionary(uniqueKeysWithValues: items.map { ($0.digest, $0) })
    let cloud = try TestCloud(threshold: 2)
    var readers: [Reader] = []
    for number in 1...3 as ClosedRange<UInt64> {
      readers.append(Reader(device: try cloud.device(number)))
      try readers[Int(number) - 1].engage(with: items, on: cloud, pages)
    }
    while let place = readers.indices.filter({ !readers[$0].queue.isEmpty })
      .randomElement(using: &random)
    {
      let lost = Int.random(in: 0..<3, using: &random)
      try readers[place].deliver(cloud, lostAnswers: lost, pages)
    }
    #expect(try cloud.cloud.projections.publicEntries().count == items.count)
  }

  /// A deployment of newcomers alone, some of which are never heard again.
  @Test(arguments: LongRun.seeds(5, of: 20))
  func `each is asked for of newcomers too, a day later at most`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    let day: Int64 = 86_400_000
    let threshold = 1 + Int(random.next(upperBound: 3 as UInt64))
    let cloud = try TestCloud(threshold: UInt32(threshold)) { $0.newcomerMilliseconds = day }
    let items = (0..<40).map(Self.item)
    let pages = Dictionary(uniqueKeysWithValues: items.map { ($0.digest, $0) })
    var readers: [Reader] = []
    var readBy: [ContentDigest: Set<Int>] = [:]
    for place in 0..<threshold + 3 {
      readers.append(Reader(device: try cloud.device(UInt64(place) + 1)))
      let own = items.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
      try readers[place].engage(with: own, on: cloud, pages)
      for item in own { readBy[item.digest, default: []].insert(place) }
    }
    // Of a content that somebody older has, no newcomer was told.
    for (place, reader) in readers.enumerated() {
      #expect(reader.asked.allSatisfy { readBy[$0]?.min() == place })
    }
    let on = readers.indices.filter { $0 > 0 && Bool.random(using: &random) }
    for place in on { try readers[place].open(cloud, after: day, pages) }
    while let place = on.first(where: { !readers[$0].queue.isEmpty }) {
      try readers[place].deliver(cloud, after: day, pages)
    }
    let reachable = readBy.filter { $1.count >= threshold && !$1.isDisjoint(with: on) }
    let found = Set(try cloud.cloud.projections.publicEntries().map(\.item.digest))
    #expect(found == Set(reachable.keys), "\(on) of \(readers.count), k = \(threshold)")
  }

  @Test func `a device is asked for its few among very many of others`() throws {
    let cloud = try TestCloud(threshold: 2)
    let crowd = (0..<2_500).map(Self.item)
    let few = (5_000..<5_005).map(Self.item)
    let pages = Dictionary(uniqueKeysWithValues: (crowd + few).map { ($0.digest, $0) })
    var readers = try (1...4).map { Reader(device: try cloud.device(UInt64($0))) }
    for place in 0..<2 { try readers[place].engage(with: crowd, on: cloud, pages) }
    for place in 2..<4 { try readers[place].engage(with: few, on: cloud, pages) }
    // The third endorsed before anybody wanted them; the fourth is switched off.
    var answers = 0
    while readers[2].asked.count < few.count, answers < 10 {
      let opened = try cloud.answer(try readers[2].device.opening(at: cloud.now))
      for content in try #require(opened.wanted) { readers[2].asked.insert(content.content) }
      answers += 1
    }
    let looked = AskedContents.wantedOfAnswerMax
    #expect(answers <= (crowd.count + few.count + looked - 1) / looked)
    #expect(readers[2].asked == Set(few.map(\.digest)))
  }

  @Test func `places that are wanted stay each once, whatever was taken out`() {
    var random = SplitMix64(3)
    var wanted = WantedPlaces()
    var expected: Set<UInt32> = []
    for _ in 0..<2_000 {
      let place = UInt32(random.next(upperBound: 60 as UInt64))
      if Bool.random(using: &random) {
        wanted.insert(place)
        expected.insert(place)
      } else {
        wanted.remove(place)
        expected.remove(place)
      }
      #expect(wanted.sorted() == expected.sorted())
      let start = Int(random.next(upperBound: 60 as UInt64))
      #expect(Set(wanted.nextPlaces(from: start, atMost: 100)) == expected)
    }
  }
}
