import Testing

@testable import QueryLanguage

@Suite("A text that is not a query") struct QueryErrorTests {
  private func error(_ bytes: [UInt8]) -> QueryError? {
    do throws(QueryError) {
      _ = try Query(utf8: bytes)
      return nil
    } catch {
      return error
    }
  }

  private func error(_ text: String) -> QueryError? { error(Array(text.utf8)) }

  @Test(arguments: [
    ("", QueryError.Reason.empty, 1, 1), (" \n\t", .empty, 1, 1),
    ("title ==", .expected("A text in quotes, a number, a time or *"), 1, 9),
    ("title == \"Paris", .unterminatedText, 1, 10), ("title == 'a\\'", .unterminatedText, 1, 10),
    ("title == \"Paris\"x", .unknownModifier("x"), 1, 17),
    ("title == \"Paris\"é", .unknownModifier("é"), 1, 17),
    ("title == \"Paris\"cc", .repeatedModifier("c"), 1, 18),
    ("title ==[c] \"Paris\"c", .repeatedModifier("c"), 1, 20),
    ("(title == \"Paris\"", .expected("&&, || or )"), 1, 18),
    ("title == \"Paris\")", .expected("&&, || or the end"), 1, 17),
    ("title == \"Paris\" pageCount == 10", .expected("&&, || or the end"), 1, 18),
    ("InRange(pageCount, 5)", .expected("A comma and the upper bound"), 1, 21),
    ("InRange(pageCount, 5, 6", .expected("A closing parenthesis"), 1, 24),
    ("InRange(title, \"a\", \"b\")", .orderedText, 1, 16),
    ("title > \"a\"", .orderedText, 1, 7), ("title >= *", .orderedPresence, 1, 7),
    ("a == $time.someday", .unknownPeriod("someday"), 1, 12),
    ("a == $time.", .unknownPeriod(""), 1, 12),
    ("a == $time.now(1.5)", .expected("A whole number or )"), 1, 17),
    ("a == $time.today(1000001)", .offsetTooLarge(.today), 1, 18),
    ("a == $time.now(-100000000001)", .offsetTooLarge(.now), 1, 16),
    ("a == $time.now(99999999999999999999)", .offsetTooLarge(.now), 1, 16),
    (
      "a == $time.iso(yesterday)",
      .invalidTime("Write a day as 2026-01-31, or a time as 2026-01-31T12:00:00Z."), 1, 16
    ),
    ("a == $time.iso(2026-02-30)", .invalidTime("30 February does not exist."), 1, 16),
    ("a == $time.iso(10000-01-01)", .invalidTime("Years are 0001 to 9999."), 1, 16),
    (
      "a == $time.iso(2026-01-01T24:00:00Z)",
      .invalidTime("24:00 does not exist: write 00:00 of the next day."), 1, 16
    ),
    ("title == Paris", .expected("A text in quotes, a number, a time or *"), 1, 10),
    ("&& title == \"x\"", .expected("The name of an attribute, * or **"), 1, 1),
    ("title == \"x\" &&", .expected("The name of an attribute, * or **"), 1, 16),
    ("pageCount == 10c", .modifierOfNumber, 1, 16),
    ("pageCount ==[c] 10", .modifierOfNumber, 1, 11),
    ("pageCount == 1e999", .invalidNumber, 1, 14),
    ("pageCount == -", .expected("A text in quotes, a number, a time or *"), 1, 14),
    ("pageCount == NaN", .expected("A text in quotes, a number, a time or *"), 1, 14),
    ("a ~ 1", .expected("==, !=, <, <=, > or >="), 1, 3),
    ("a == 1 &&\n  (b == 2 ||\n  é == 3)", .expected("The name of an attribute, * or **"), 3, 3),
    ("äöü == 1", .expected("The name of an attribute, * or **"), 1, 1),
    ("a == \"äöü\" ; b", .expected("&&, || or the end"), 1, 12),
    ("a ==[x] \"b\"", .unknownModifier("x"), 1, 6),
    ("a ==[c \"b\"", .expected("A modifier or ]"), 1, 8),
  ])
  func `says what is wrong, and where`(
    text: String, reason: QueryError.Reason, line: Int, column: Int
  ) throws {
    let error = try #require(self.error(text))
    #expect(error.reason == reason)
    #expect(error.line == line && error.column == column, "\(error)")
    #expect(error.message.hasSuffix(".") || error.message.hasSuffix("…"), "\(error)")
    #expect(error.offset <= text.utf8.count)
  }

  @Test func `is refused where it is larger than anybody needs`() {
    let many = Array(repeating: "a==1", count: Query.comparisonCountMax + 1)
    #expect(error(many.joined(separator: "||"))?.reason == .tooManyComparisons)
    #expect(error(many.dropLast().joined(separator: "||")) == nil)
    for open in ["(", "!"] {
      let close = open == "(" ? ")" : ""
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "a==1" + String(repeating: close, count: depth)
      }
      #expect(error(nested(Query.depthMax)) == nil)
      #expect(error(nested(Query.depthMax + 1))?.reason == .tooDeep)
      #expect(error(nested(10_000))?.reason == .tooDeep)
    }
    let long = String(repeating: "x", count: Query.patternCountMax)
    #expect(error("a == \"\(long)\"") == nil)
    #expect(error("a == \"\(long)y\"")?.reason == .patternTooLong)
    let blanks = [UInt8](repeating: 0x20, count: Query.byteCountMax - 4)
    #expect(error(Array("a==1".utf8) + blanks) == nil)
    #expect(error(Array("a==1 ".utf8) + blanks)?.reason == .tooLong)
  }

  @Test(arguments: [
    [0xFF], [0x61, 0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80],
  ])
  func `is refused where it is no text`(bytes: [UInt8]) {
    #expect(error(bytes)?.reason == .notUTF8)
    #expect(error(Array("a == \"".utf8) + bytes + [0x22])?.reason == .notUTF8)
  }

  @Test func `never does more than be refused`() {
    var random = Random(state: 1)
    let seeds = ConformanceTests.cases.map { Array($0.q.utf8) }
    for round in 0..<100_000 {
      var bytes = seeds[random.below(seeds.count)]
      if round % 10 == 0 {
        bytes = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      for _ in 0...random.below(4) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: seeds[random.below(seeds.count)].prefix(9), at: place)
        default: bytes.insert(Array("\"\\*?()!&|=$".utf8)[random.below(11)], at: place)
        }
      }
      guard let query = try? Query(utf8: bytes) else { continue }
      let again = try? Query(query.description)
      guard again != query else { continue }
      Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(query)")
      return
    }
  }

  /// What is wrong, and then what to do.
  @Test(arguments: [
    (QueryError.Reason.tooLong, "longer than 1048576 bytes. Ask several shorter ones."),
    (.notUTF8, "not a text in UTF-8. Encode the query as UTF-8."),
    (.tooDeep, "nested deeper than 200 times. Leave out those that change nothing"),
    (.tooManyComparisons, "more than 10000 comparisons. Ask several shorter queries."),
    (.patternTooLong, "longer than 4096 characters. Compare with its beginning"),
    (
      .offsetTooLarge(.now), "$time.now can be moved by 100000000000 at most. Write $time.iso(...)"
    ),
    (.offsetTooLarge(.today), "$time.today can be moved by 1000000 at most."),
    (.invalidName("a b"), "\"a b\" is not a name of an attribute: use letters, digits"),
    (.nothingJoined, "No condition is joined here. Leave it out, or join at least one."),
  ])
  func `says what to do next`(reason: QueryError.Reason, message: String) {
    #expect(QueryError(reason).message.contains(message))
  }

  @Test func `is none where seconds are many`() throws {
    let month = try Query("dueDate > $time.now(-2592000)")
    #expect(month.description == "dueDate > $time.now(-2592000)")
    let far = try Query("dueDate < $time.now(100000000000)")
    let item = ExampleItem("", ["dueDate": [.date(ConformanceTests.clock.now)]])
    #expect(CompiledQuery(far, clock: ConformanceTests.clock).matches(item))
  }

  @Test func `and one whose wildcards are many is answered soon`() throws {
    let stars = String(repeating: "a*", count: 1_000) + "b"
    let item = ExampleItem("long", ["title": [.text(String(repeating: "a", count: 20_000))]])
    for modifiers in ["", "c", "w", "cdwt"] {
      let query = try Query("title == \"\(stars)\"\(modifiers)")
      #expect(!CompiledQuery(query, clock: ConformanceTests.clock).matches(item))
    }
  }
}

/// Numbers that are the same in every run.
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
