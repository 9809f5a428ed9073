import Testing

@testable import QueryLanguage

@Suite("A query that was made in code") struct QueryValidationTests {
  private func error(_ make: (QueryKeys) -> QueryCondition) -> QueryError? {
    do throws(QueryError) {
      _ = try Query(make)
      return nil
    } catch {
      return error
    }
  }

  private static func nested(_ depth: Int) -> QueryCondition {
    (0..<depth).reduce(QueryKey<QueryNumberKind>("a") == 1) { condition, _ in .not(condition) }
  }

  /// `(... (a && b) || b) && b`: parentheses around each level.
  private static func alternating(_ depth: Int) -> QueryCondition {
    let simple = QueryKey<QueryNumberKind>("b") == 1
    return (0..<depth).reduce(simple) { condition, place in
      place % 2 == 0 ? .all([condition, simple]) : .any([condition, simple])
    }
  }

  private static func single(_ depth: Int) -> QueryCondition {
    (0..<depth).reduce(QueryKey<QueryNumberKind>("a") == 1) { condition, _ in .all([condition]) }
  }

  private static let number = QueryKey<QueryNumberKind>("a")
  private static let date = QueryKey<QueryDateKind>("a")

  private static let outOfRange = QueryError.Reason.invalidTime(
    "In UTC it is outside the years 0001 to 9999.")

  private static let refused: [(QueryCondition, QueryError.Reason)] = [
    (number > .nan, .invalidNumber), (number == .infinity, .invalidNumber),
    (number.isIn(-.infinity...1), .invalidNumber),
    (date == .instant(.max), outOfRange), (date == .instant(.min), outOfRange),
    (date == .instant(QueryTime.instants.upperBound + 1), outOfRange),
    (date == .period(.today, offset: .max), .offsetTooLarge(.today)),
    (date == .period(.today, offset: .min), .offsetTooLarge(.today)),
    (date == .period(.now, offset: 1 << 60), .offsetTooLarge(.now)),
    (date.isIn(.now, .period(.nextYear, offset: 1_000_001)), .offsetTooLarge(.nextYear)),
    (nested(201), .tooDeep), (nested(5_000), .tooDeep), (alternating(500), .tooDeep),
    (single(5_000), .tooDeep),
    (.all([]), .nothingJoined), (.not(.any([])), .nothingJoined),
    (QueryKey<QueryTextKind>("a == 1 || b") == "x", .invalidName("a == 1 || b")),
    (QueryKey<QueryTextKind>("").isPresent, .invalidName("")),
    (QueryKey<QueryTextKind>("1a").isPresent, .invalidName("1a")),
    (QueryKey<QueryTextKind>("ä").isPresent, .invalidName("ä")),
    (QueryKey<QueryTextKind>("a\n").isPresent, .invalidName("a\n")),
    (.comparison(QueryComparison(.named("a"), .less, .present)), .orderedPresence),
    (.comparison(QueryComparison(.named("a"), .less, .text(QueryPattern("b")))), .orderedText),
    (
      QueryKey<QueryTextKind>("a") == String(repeating: "x", count: Query.patternCountMax + 1),
      .patternTooLong
    ),
    (QueryKey<QueryTextKind>("a") == String(repeating: "*", count: 2_049), .patternTooLong),
    (.any((0...Query.comparisonCountMax).map { number == Double($0) }), .tooManyComparisons),
    (.any((0..<300).map { _ in QueryKey<QueryTextKind>("a") == long }), .tooLong),
  ]

  private static let long = String(repeating: "長", count: 4_000)

  @Test(arguments: refused.indices)
  func `is refused where no text says the same`(place: Int) throws {
    let (condition, reason) = Self.refused[place]
    let error = try #require(self.error { _ in condition })
    #expect(error.reason == reason)
    #expect(error.line == 0 && error.description == error.message)
    // What is refused still can be printed, explained and asked.
    guard reason != .tooDeep else { return }
    let query = Query(condition)
    _ = query.description
    let clock = QueryClock(now: .max)
    _ = CompiledQuery(query, clock: clock).matches(ExampleItem.all[0])
    _ = QueryExplanation(query, of: ExampleItem.all[0], clock: QueryClock(now: .min)).lines
  }

  @Test(
    arguments: [
      (.not(nested(199)), nil), (alternating(400), nil),
      (.all([number == 1]), "a == 1"), (.any([.all([number == 1])]), "a == 1"),
      (.all([.any([number == 1]), number == -0.0]), "a == 1 && a == 0"),
      (QueryKey<QueryTextKind>("a").begins(with: ""), "a == *"),
      (QueryKey<QueryTextKind>("a").matches(QueryPattern("*", modifiers: .words)), "a == *"),
      (
        QueryKey<QueryTextKind>("a").matches(
          QueryPattern(pieces: [.literal("b"), .literal(""), .literal("c"), .any])), "a == \"bc*\""
      ),
      (
        QueryKey<QueryTextKind>("a").matches(
          QueryPattern(pieces: [], modifiers: QueryModifiers(rawValue: 0xF1))), "a == \"\"c"
      ),
      (QueryKey<QueryTextKind>("a").matches(QueryPattern("C:\\")), "a == \"C:\\\\\""),
      (date == .period(.now, offset: -2_592_000), "a == $time.now(-2592000)"),
    ] as [(QueryCondition, String?)])
  func `is what its text is`(condition: QueryCondition, text: String?) throws {
    let query = try Query(validating: condition)
    #expect(try Query(query.description) == query)
    if let text { #expect(query.description == text) }
  }

  @Test func `and is printed reads as the same, whatever it was made of`() {
    var maker = Maker()
    var made = 0
    for _ in 0..<20_000 {
      let condition = maker.condition(4)
      guard let query = try? Query(validating: condition) else { continue }
      made += 1
      guard (try? Query(query.description)) != query else { continue }
      Issue.record("\(query)")
      return
    }
    #expect(made > 2_000, "\(made)")
  }

  /// Conditions of all that there is, also of what is refused.
  private struct Maker {
    var random = Random(state: 7)

    mutating func condition(_ depth: Int) -> QueryCondition {
      switch depth == 0 ? 4 + random.below(6) : random.below(10) {
      case 0: return .all((0..<random.below(4)).map { _ in condition(depth - 1) })
      case 1: return .any((0..<random.below(4)).map { _ in condition(depth - 1) })
      case 2: return .all([condition(depth - 1), condition(depth - 1)])
      case 3: return .not(condition(depth - 1))
      case 4: return .range(QueryRange(attribute(), moment(), moment()))
      default:
        let comparators = QueryComparison.Operator.allCases
        let isOrdering = random.below(4) == 0
        let comparator = comparators[isOrdering ? random.below(6) : random.below(2)]
        return .comparison(QueryComparison(attribute(), comparator, value()))
      }
    }

    private mutating func attribute() -> QueryAttribute {
      let names = ["title", "_a1", "InRange", "inRange", "kMDItemTitle", "a b", "1", "", "c", "w"]
      switch random.below(12) {
      case 0: return .anyField
      case 1: return .anything
      default: return .named(names[random.below(random.below(4) == 0 ? names.count : 5)])
      }
    }

    private mutating func value() -> QueryValue {
      switch random.below(4) {
      case 0: .present
      case 1: .number(moment())
      default: .text(pattern())
      }
    }

    private mutating func pattern() -> QueryPattern {
      let texts = [
        "", "a", "\\", "\"", "'", "*", "?", "é", "e\u{301}", "\u{301}", "\n", "🇩", "\u{0}",
      ]
      let pieces = (0..<random.below(5)).map { _ -> QueryPattern.Piece in
        switch random.below(5) {
        case 0: .any
        case 1: .one
        default: .literal(texts[random.below(texts.count)])
        }
      }
      let modifiers = QueryModifiers(rawValue: UInt8(random.below(32)))
      return QueryPattern(pieces: pieces, modifiers: modifiers)
    }

    private mutating func moment() -> QueryMoment {
      let numbers: [Double] = [
        0, -0.0, 1, -1.5, 1e15, 1e16, -1e300, .leastNonzeroMagnitude, 0.1, .nan, .infinity,
      ]
      let offsets = [0, 1, -1, 1_000_000, -1_000_001, 100_000_000_000, .max, .min]
      let instants: [Int64] = [
        0, 1, -1, 999, QueryTime.instants.lowerBound, QueryTime.instants.upperBound, .max, .min,
      ]
      switch random.below(3) {
      case 0: return .number(numbers[random.below(random.below(4) == 0 ? 11 : 9)])
      case 1: return .time(.instant(instants[random.below(random.below(4) == 0 ? 8 : 6)]))
      default:
        let period = QueryTime.Period.allCases[random.below(11)]
        return .time(
          .period(period, offset: offsets[random.below(random.below(4) == 0 ? 8 : 4)]))
      }
    }
  }
}
