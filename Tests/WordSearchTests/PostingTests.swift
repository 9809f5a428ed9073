import JournalFormat
import Testing

@testable import WordSearch

@Suite("Postings") struct PostingTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `are read as they were written`(seed: UInt64) {
    var random = SplitMix64(seed)
    var wanted: [Posting] = []
    var document: UInt32 = 0
    for _ in 0..<2_000 {
      let bits = random.below(27)
      document &+= UInt32(1 + random.below(1 << bits))
      guard document < .max - (1 << 27) else { break }
      let places = WordPlaces(rawValue: UInt8(1 + random.below(127)))
      wanted.append(Posting(document: document, places: places))
    }
    var bytes: [UInt8] = []
    var last: UInt32 = 0
    Posting.short.withUnsafeBufferPointer { short in
      for posting in wanted {
        bytes.append(distance: posting.document - last, posting.places, short.baseAddress!)
        last = posting.document
      }
    }
    bytes.withUnsafeBufferPointer { bytes in
      var reader = PostingReader(bytes)
      for posting in wanted { #expect(reader.read() == posting) }
      #expect(reader.read() == nil)
      #expect(reader.read() == nil)
    }
  }

  @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 35, UInt64.max])
  func `have numbers of any size`(number: UInt64) {
    var bytes: [UInt8] = []
    bytes.appendVarint(number)
    bytes.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress!
      #expect(next.readVarint() == number)
      #expect(next == buffer.baseAddress! + bytes.count)
    }
  }

  @Test func `count a word in thermometers, whose union is the larger count`() {
    var places = WordPlaces()
    for _ in 0..<5 { places.add(in: .text, isOpening: false) }
    #expect((places.textCount, places.titleCount, places.keywordCount) == (3, 0, 0))
    var other = WordPlaces()
    other.add(in: .title, isOpening: true)
    other.add(in: .text, isOpening: false)
    other.add(in: .keywords, isOpening: false)
    #expect((other.textCount, other.titleCount, other.keywordCount) == (1, 1, 1))
    let both = places.union(other)
    #expect((both.textCount, both.titleCount, both.keywordCount) == (3, 1, 1))
    #expect(both.contains(.opening))
  }
}

@Suite("The ranking") struct RankingTests {
  private let now = Ranking(nowMilliseconds: 1_767_225_600_000)

  @Test(arguments: [
    (19, 1, 0), (20, 20, 0), (20, 10, 26), (216, 36, 1_515), (100, 40, 0), (1_000, 10, 3_000),
    (200, 110, 0), (1_000, 440, 0), (10_000, 1_760, 0), (0, 0, 0), (100, 0, 0),
  ])
  func `takes from texts that repeat themselves`(words: Int, different: Int, lost: UInt16) {
    let found = Ranking.repetition(wordCount: words, differentCount: different)
    #expect(found == lost)
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 1, 693), (5, 5, 1_791), (0, 1, -223), (0, 20, -1_791), (100, 100, 3_000),
      (0, 1_000, -3_000), (2, 1, 1_098),
    ] as [(Double, Double, Int16)])
  func `weighs what was opened against what was seen`(
    engaged: Double, seen: Double, score: Int16
  ) {
    #expect(Ranking.engagement(engaged: engaged, seen: seen, doubt: 5) == score)
  }

  @Test(
    arguments: [
      (0, 0, 0), (0, 19.999, -1_791), (0, 20, -3_791), (0, 1_000, -5_000), (1, 1_000, -3_000),
      (5, 5, 1_791),
    ] as [(Double, Double, Int16)])
  func `takes more from a document that was seen and never opened`(
    engaged: Double, seen: Double, score: Int16
  ) {
    #expect(Ranking.documentEngagement(engaged: engaged, seen: seen) == score)
    let parts = Ranking.parts(ofEngagement: score)
    #expect(parts.odds + parts.neverOpened == Int(score))
    #expect(parts.neverOpened == (engaged == 0 && seen >= 20 ? -2_000 : 0))
  }

  @Test func `adds a view to views that fade, whenever it is asked`() {
    let minute = now.viewsFadeToOne(40)
    #expect(abs(now.viewsLeft(fadingToOne: minute) - 40) < 0.01)
    let later = Ranking(nowMilliseconds: 1_767_225_600_000 + 30 * 86_400_000)
    #expect(abs(later.viewsLeft(fadingToOne: minute) - 20) < 0.01)
    #expect(now.viewsFadeToOne(0) == 0)
    #expect(now.viewsLeft(fadingToOne: 0) == 0)
    for views in [1e300, .greatestFiniteMagnitude, .infinity] {
      #expect(now.viewsFadeToOne(views) > minute)
    }
    #expect(now.viewsFadeToOne(.leastNonzeroMagnitude) < minute)
  }
}
