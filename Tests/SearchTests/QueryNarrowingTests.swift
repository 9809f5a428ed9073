import JournalFormat
import QueryLanguage
import TestSupport
import Testing

@testable import Search

@Suite("What an index leaves out of a query") struct QueryNarrowingTests {
  private static let clock = QueryClock(now: 1_767_225_600_000)

  private static func isSearched(_ name: String) -> Bool {
    DocumentedAttribute.byName[name]?.isSearched ?? false
  }

  @Test(
    arguments: [
      ("title == \"paris*\"c", .beginnings(["paris"])), ("title == \"*paris\"", .everything),
      ("title == \"*gare de l'est*\"", .beginnings(["de", "l", "est"])),
      ("title == \"New York\"", .beginnings(["new", "york"])),
      ("title == \"MyWin*\"c", .beginnings(["mywin"])), ("title == \"?aris\"", .everything),
      ("title == \"pa?is nord\"", .beginnings(["pa", "nord"])), ("title != \"paris\"", .everything),
      ("!(title == \"paris\")", .everything), ("title == *", .everything),
      ("title == \"東京都\"", .beginnings(["東京", "京都"])),
      ("title == \"東京都*\"", .beginnings(["東京"])), ("title == \"東*\"", .everything),
      ("title == \"東\"", .beginnings(["東"])), ("pageCount > 3", .everything),
      ("identifier == \"paris\"", .everything), ("com_own_key == \"paris\"", .everything),
      ("* == \"paris*\"", .beginnings(["paris"])),
      ("** == \"paris nord\"cwt", .beginnings(["paris", "nord"])),
      ("kMDItemTitle == \"É*\"", .beginnings(["e"])), ("title == \"\"", .everything),
      ("title == \"a\" && pageCount > 3 && artist == \"b\"", .beginnings(["a", "b"])),
      ("title == \"a\" || artist == \"b\"", .any([.beginnings(["a"]), .beginnings(["b"])])),
      ("title == \"a\" || pageCount > 3", .everything),
      (
        "pageCount > 3 && (title == \"a\" || artist == \"b\")",
        .any([.beginnings(["a"]), .beginnings(["b"])])
      ),
    ] as [(String, QueryNarrowing)])
  func `is what its texts say of beginnings of words`(
    text: String, narrowing: QueryNarrowing
  ) throws {
    #expect(try QueryNarrowing(Query(text), isSearched: Self.isSearched) == narrowing)
  }

  /// Texts in which words begin and end in every way there is.
  private struct Maker {
    var random: SplitMix64
    private static let pieces = [
      "paris", "Paris", "New", "York", "MyWindow", "mywindow", "NSWindow", "don't", "dont", "é",
      "e\u{301}", "東京", "京都", "か", "が", "か\u{3099}", "タワー", "ﾀﾜｰ", "한국", "하", "ไทย", "ษา", "ß",
      "ss", "İ", "i", "3.14", "14", "x_y", "a-b", "🎬", "👩‍👧", "क", "कि", "ﬁn", "fin", "ς", "σ", "Ω",
      "\u{AD}", "\u{200D}", "ǅ", "²", "½", "l’eau",
    ]

    mutating func piece() -> String { Self.pieces[Int(random.below(UInt64(Self.pieces.count)))] }

    mutating func text() -> String {
      (0...random.below(3)).map { _ in piece() + (random.below(2) == 0 ? " " : "") }.joined()
    }

    mutating func document(_ number: Int) -> SearchDocument {
      let isActivity = random.below(5) == 0
      var values: [String: JournalValue] = [:]
      for name in ["title", "displayName", "artist", "identifier", "own"] where random.below(2) == 0
      {
        values[name] = .text(text())
      }
      values["textContent"] = .text(text() + " " + text())
      values["keywords"] = .list([.text(text()), .text(piece())])
      guard isActivity else {
        return SearchDocument(IndexFile.item("\(number)", values).itemIndexed)
      }
      var activity = IndexFile.activity("\(number)", title: text()).activityRecorded
      activity.attributes = IndexFile.attributes(values)
      activity.keywords = [piece()]
      return SearchDocument(activity)
    }

    mutating func pattern() -> QueryPattern {
      var pieces: [QueryPattern.Piece] = []
      for _ in 0...random.below(3) {
        switch random.below(6) {
        case 0: pieces.append(.any)
        case 1: pieces.append(.one)
        default:
          // Also texts that end inside of what belongs together.
          let scalars = text().unicodeScalars
          let literal = String(
            String.UnicodeScalarView(scalars.prefix(1 + Int(random.below(UInt64(scalars.count))))))
          pieces.append(.literal(literal))
        }
      }
      return QueryPattern(
        pieces: pieces, modifiers: QueryModifiers(rawValue: UInt8(random.below(16))))
    }

    mutating func condition(_ depth: Int) -> QueryCondition {
      switch depth == 0 ? 0 : random.below(6) {
      case 1: .all([condition(depth - 1), condition(depth - 1)])
      case 2: .any([condition(depth - 1), condition(depth - 1)])
      case 3: .not(condition(depth - 1))
      default:
        .comparison(
          QueryComparison(attribute(), random.below(8) == 0 ? .notEqual : .equal, .text(pattern())))
      }
    }

    private mutating func attribute() -> QueryAttribute {
      let names = [
        "title", "displayName", "artist", "keywords", "textContent", "identifier", "own",
      ]
      switch random.below(10) {
      case 0: return .anyField
      case 1: return .anything
      default: return .named(names[Int(random.below(UInt64(names.count)))])
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `is never anything of which the query holds`(seed: UInt64) throws {
    var maker = Maker(random: SplitMix64(seed))
    let table = try Table()
    let documents = (0..<400).map { maker.document($0) }
    for document in documents { try table.documents.put(document) }
    var (narrowed, found) = (0, 0)
    for _ in 0..<1_500 {
      let query = Query(maker.condition(2))
      let narrowing = QueryNarrowing(query, isSearched: Self.isSearched)
      guard let rows = try table.documents.rows(narrowing) else { continue }
      narrowed += 1
      var left: Set<String> = []
      for row in rows {
        let hit = try #require(try table.documents.hit(row: Int64(row)))
        left.insert("\(hit.document.kind) \(hit.document.id)")
      }
      let compiled = CompiledQuery(query, clock: Self.clock)
      for document in documents where compiled.matches(DocumentItem(document)) {
        found += 1
        let isLeft = left.contains("\(document.kind) \(document.id)")
        #expect(isLeft, "\(query) holds of \(document.searchedTexts)")
      }
    }
    #expect(narrowed > 300 && found > 1_000, "\(narrowed) \(found)")
  }

  @Test func `looks at few items where words are rare, and at all where nothing narrows`() throws {
    let table = try Table()
    for number in 0..<200 {
      try table.documents.put(Table.document("\(number)", "word item\(number)"))
    }
    for (query, count, narrowed) in [
      ("title == \"*\"", 200, nil), ("title == \"word item7*\"", 11, 11),
      ("** == \"word\"w", 200, nil),
    ] as [(String, Int, Int?)] {
      var looked = 0
      let survey = try table.documents.forEachCandidate(of: Query(query)) { _ in looked += 1 }
      #expect(
        looked == count && survey.lookedAt == count && survey.narrowed == narrowed, "\(query)")
    }
  }
}
