import JournalFormat
import QueryLanguage
import TestSupport
import Testing

@testable import Search

@Suite("What an index leaves out of a query") struct QueryNarrowingTests {
  private static let clock = QueryClock(now: 1_767_225_600_000)

  private static func narrowing(_ query: Query) -> QueryNarrowing {
    QueryNarrowing(query, clock: clock) { .init(ofAttribute: $0) }
  }

  @Test(
    arguments: [
      ("title == \"paris*\"c", .beginnings(["paris"])), ("title == \"*paris\"", .everything),
      ("title == \"*gare de l'est*\"", .beginnings(["de", "l", "est"])),
      ("title == \"New York\"", .beginnings(["new", "york"])),
      ("title == \"MyWin*\"c", .beginnings(["mywin"])),
      ("title == \"XMLPar*\"c", .beginnings(["xmlpar"])),
      ("own == \"3gam*\"", .beginnings(["3gam"], of: "own")),
      ("title == \"C++ .NET\"", .beginnings(["c", "net"])), ("title == \"?aris\"", .everything),
      ("title == \"pa?is nord\"", .beginnings(["pa", "nord"])), ("title != \"paris\"", .everything),
      ("!(title == \"paris\")", .everything), ("title == *", .everything),
      ("title == \"東京都\"", .beginnings(["東京", "京都"])),
      ("title == \"東京都*\"", .beginnings(["東京", "京都"])),
      ("title == \"東*\"", .beginnings(["東"])),
      ("title == \"東\"", .beginnings(["東"])),
      ("pageCount > 3", .numbers(of: "pageCount", 3...(.infinity))),
      ("kMDItemNumberOfPages <= -1.5", .numbers(of: "pageCount", -.infinity...(-1.5))),
      ("own = 3", .numbers(of: "own", 3...3)), ("own != 3", .everything),
      ("InRange(own, 2, 3)", .numbers(of: "own", 2...3)), ("InRange(own, 3, 2)", .any([])),
      ("* > 3", .everything),
      ("dueDate == $time.iso(2001-01-01T00:00:02Z)", .numbers(of: "dueDate", 2...2)),
      ("dueDate = $time.today", .numbers(of: "dueDate", 788_918_400...789_004_800)),
      ("identifier == \"paris\"", .beginnings(["paris"], of: "identifier")),
      ("com_own_key == \"paris nord*\"c", .beginnings(["paris", "nord"], of: "com_own_key")),
      ("contentType == \"audio\"wc", .beginnings(["audio"], of: "contentType")),
      ("uniqueIdentifier == \"paris\"", .everything),
      ("* == \"paris*\"", .beginnings(["paris"])),
      ("** == \"paris nord\"cwt", .beginnings(["paris", "nord"])),
      ("kMDItemTitle == \"É*\"", .beginnings(["e"])), ("title == \"\"", .everything),
      (
        "title == \"a\" && pageCount > 3 && artist == \"b\"",
        .all([.beginnings(["a", "b"]), .numbers(of: "pageCount", 3...(.infinity))])
      ),
      ("title == \"a\" && artist == \"b\" && title == *", .beginnings(["a", "b"])),
      ("title == \"a\" || artist == \"b\"", .any([.beginnings(["a"]), .beginnings(["b"])])),
      ("title == \"a\" || pageCount != 3", .everything),
      (
        "title != \"c\" && (title == \"a\" || pageCount < 3)",
        .any([.beginnings(["a"]), .numbers(of: "pageCount", -.infinity...3)])
      ),
    ] as [(String, QueryNarrowing)])
  func `is what it says of beginnings of words and of numbers`(
    text: String, narrowing: QueryNarrowing
  ) throws {
    #expect(try Self.narrowing(Query(text)) == narrowing)
  }

  /// Texts in which words begin and end in every way there is.
  private struct Maker {
    var random: SplitMix64
    private static let pieces = [
      "paris", "Paris", "New", "York", "MyWindow", "mywindow", "NSWindow", "don't", "dont", "é",
      "e\u{301}", "東京", "京都", "か", "が", "か\u{3099}", "タワー", "ﾀﾜｰ", "한국", "하", "ไทย", "ษา", "ß",
      "ss", "İ", "i", "3.14", "14", "x_y", "XMLParser", "xmlparser", "Parser", "MP3Player",
      "2048game", "game", "C++",
      "C#", "c", ".NET", ".net", "Rock 'n' Roll", "rock'n'roll", "roll", "a-b", "🎬", "👩‍👧", "क", "कि",
      "ﬁn", "fin", "ς", "σ", "Ω",
      "\u{AD}", "\u{200D}", "ǅ", "²", "½", "l’eau",
      // A capital inside of what stands beside a script without blanks, and the same without.
      "iPhone用ケース", "iphone用ケース", "用iPhone", "用iphone", "phone用",
      // Marks on characters of such scripts, in any order, and without a letter.
      "東\u{301}", "東\u{301}京", "ヺ", "ヲ\u{3099}", "ヲ", "か\u{323}\u{3099}",
      "タ_\u{3099}ワ", "ก.\u{E49}ข", "ก",
      "ก\u{E49}\u{E38}", "ก\u{E38}\u{E49}", "क\u{94D}\u{93C}", "क\u{93C}\u{94D}", "葛\u{E0100}", "葛",
      // Parts of syllables.
      "\u{1100}", "\u{1161}", "\u{11A8}", "가", "각", "가\u{301}", "\u{3131}", "\u{314F}",
      "\u{FFA1}", "ｶ", "ﾞ",
      "\u{1100}\u{119E}", "a≠b", "a=\u{338}b",
      // As long as a word may be, and longer.
      String(repeating: "x", count: 62) + "ay", String(repeating: "x", count: 63) + "é",
      String(repeating: "x", count: 64) + "z", String(repeating: "か", count: 22),
    ]

    mutating func piece() -> String { Self.pieces[Int(random.below(UInt64(Self.pieces.count)))] }

    mutating func text() -> String {
      (0...random.below(3)).map { _ in piece() + (random.below(2) == 0 ? " " : "") }.joined()
    }

    mutating func document(_ number: Int) -> SearchDocument {
      let isActivity = random.below(5) == 0
      var values: [String: JournalValue] = [:]
      for name in ["title", "displayName", "artist", "identifier", "own", "ownSearched"]
      where random.below(2) == 0 {
        values[name] = .text(text())
      }
      if random.below(4) == 0 { values["url"] = .text("https://example.com/" + piece()) }
      for name in ["pageCount", "rating", "ownNumber"] where random.below(2) == 0 {
        values[name] = .amount(size())
      }
      if random.below(2) == 0 { values["dueDate"] = date() }
      if random.below(2) == 0 { values["importantDates"] = .list([date(), date()]) }
      values["contentType"] = .text(["public.audio", "public.text", "public.jpeg"][number % 3])
      values["ownMany"] = many(number)
      values["textContent"] = .text(text() + " " + text())
      values["keywords"] = .list([.text(text()), .text(piece())])
      guard isActivity else {
        var item = IndexFile.item("\(number)", values).itemIndexed
        for place in item.attributes.values.indices
        where item.attributes.values[place].name == "ownSearched" {
          item.attributes.values[place].custom.searchable = true
          item.attributes.values[place].custom.searchableByDefault = true
        }
        item.domain = ["", "paris.nord", "New.York"][number % 3]
        return SearchDocument(item)
      }
      var activity = IndexFile.activity("\(number)", title: text()).activityRecorded
      activity.attributes = IndexFile.attributes(values)
      activity.keywords = [piece()]
      if random.below(2) == 0 { activity.webpageURL = "https://example.com/" + piece() }
      return SearchDocument(activity)
    }

    /// Of some more than is kept of an attribute, in number or length.
    private mutating func many(_ number: Int) -> JournalValue {
      if number % 200 == 1 { return .text(String(repeating: "paris ", count: 300)) }
      guard number % 50 == 0 else { return .list([.text(piece()), .amount(7)]) }
      return .list(
        (0..<40).map { place in
          place % 2 == 0 ? .amount(Double(place)) : .text("\(piece())\(place)")
        })
    }

    /// Of every size and sign, also between those that are kept apart.
    mutating func size() -> Double {
      let scales: [Double] = [1, 1, 1, 0.001, 1_000.25, 1e12, 1e-300, -0.0]
      return (Double(random.below(40)) - 10) * scales[Int(random.below(8))]
    }

    private mutating func date() -> JournalValue {
      var value = JournalValue()
      value.dateMilliseconds =
        QueryNarrowingTests.clock.now + (Int64(random.below(200)) - 100) * 7_200_000
      return value
    }

    private mutating func moment() -> QueryMoment {
      switch random.below(4) {
      case 0: .number(size())
      case 1: .number(788_918_400 + size() * 86_400)
      default:
        .time(
          .period(
            QueryTime.Period.allCases[Int(random.below(11))], offset: Int(random.below(3)) - 1))
      }
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
      if random.below(3) == 0 {
        let attribute = attribute()
        guard random.below(3) > 0 else {
          return .range(QueryRange(attribute, moment(), moment()))
        }
        let comparators = QueryComparison.Operator.allCases
        return .comparison(
          QueryComparison(
            attribute, comparators[Int(random.below(UInt64(comparators.count)))],
            .number(moment())))
      }
      return switch depth == 0 ? 0 : random.below(6) {
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
        "pageCount", "rating", "ownNumber", "dueDate", "importantDates", "contentType", "ownMany",
        "ownMany", "domainIdentifier", "activityType", "uniqueIdentifier", "ownSearched", "url",
      ]
      switch random.below(10) {
      case 0: return .anyField
      case 1: return .anything
      default: return .named(names[Int(random.below(UInt64(names.count)))])
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `is never anything of which the query holds`(seed: UInt64) throws {
    var maker = Maker(random: SplitMix64(seed))
    let table = try Table()
    let documents = (0..<250).map { maker.document($0) }
    for document in documents { try table.documents.put(document) }
    var (narrowed, found) = (0, 0)
    for _ in 0..<700 {
      let query = Query(maker.condition(2))
      let narrowing = Self.narrowing(query)
      guard let rows = try table.documents.narrowed(atMost: documents.count).rows(narrowing) else {
        continue
      }
      narrowed += 1
      var left: Set<String> = []
      for row in rows {
        let hit = try #require(try table.documents.rows.hit(row: Int64(row)))
        left.insert("\(hit.document.kind) \(hit.document.id)")
      }
      let compiled = CompiledQuery(query, clock: Self.clock)
      for document in documents where compiled.matches(DocumentItem(document)) {
        found += 1
        let isLeft = left.contains("\(document.kind) \(document.id)")
        #expect(isLeft, "\(query) holds of \(document)")
      }
    }
    #expect(narrowed > 150 && found > 400, "\(narrowed) \(found)")
  }

  @Test func `looks at few items where numbers, dates and other attributes are rare`() throws {
    let table = try Table()
    for number in 0..<400 {
      var date = JournalValue()
      date.dateMilliseconds = Self.clock.now - Int64(number) * 86_400_000
      let type = number % 50 == 0 ? "public.audio" : "public.text"
      var values: [String: JournalValue] = ["title": .text("word"), "dueDate": date]
      values["pageCount"] = .amount(Double(number))
      values["contentType"] = .text(type)
      values["com_own"] = .list([.amount(Double(number % 40)), .text("part \(number % 80)")])
      try table.documents.put(
        SearchDocument(IndexFile.item("\(number)", values).itemIndexed))
    }
    for (query, most, found) in [
      ("pageCount == 7", 1, 1), ("pageCount < 7", 8, 7), ("InRange(pageCount, 20, 29)", 10, 10),
      ("dueDate == $time.yesterday", 4, 1), ("contentType == \"audio\"wc", 8, 8),
      ("contentType == \"public.aud*\" && pageCount > 300", 8, 1),
      ("com_own == 3 && title == \"w*\"", 10, 10), ("com_own == \"part 3\"", 60, 5),
      ("pageCount > 7", 400, 392), ("InRange(pageCount, 9, 8)", 0, 0),
    ] as [(String, Int, Int)] {
      let asked = try Query(query)
      let compiled = CompiledQuery(asked, clock: Self.clock)
      var holds = 0
      let survey = try table.documents.forEachCandidate(of: asked, clock: Self.clock) {
        if compiled.matches(DocumentItem($0)) { holds += 1 }
      }
      #expect(holds == found && survey.lookedAt <= most, "\(query): \(holds) \(survey)")
    }
  }

  @Test func `of very many parts is looked up as far as that is worth it`() throws {
    let table = try Table()
    for number in 0..<100 {
      try table.documents.put(Table.document("\(number)", "word item\(number)"))
    }
    func narrowed(_ words: some Sequence<String>) throws -> Int? {
      let query = Query(.any(try words.map { try Query("title == \"\($0)\"").condition }))
      return try table.documents.narrowedRows(of: query, clock: Self.clock)?.count
    }
    #expect(try narrowed((0..<10).map { "item9\($0)" }) == 10)
    // The same one often is one.
    #expect(try narrowed((0..<5_000).map { "item9\($0 % 3)" }) == 3)
    #expect(try narrowed((0..<5_000).map { "none\($0)" }) == nil)
    #expect(try narrowed((0..<100).map { "item\($0)" }) == nil)
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
      let survey = try table.documents.forEachCandidate(
        of: Query(query), clock: Self.clock
      ) { _ in looked += 1 }
      #expect(
        looked == count && survey.lookedAt == count && survey.narrowed == narrowed, "\(query)")
    }
  }
}
