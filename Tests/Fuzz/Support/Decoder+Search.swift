internal import QueryLanguage
internal import TextAnalysis

extension Decoder {
  /// A query in the query language: printed it reads as the same, it holds of an item or its
  /// negation does, and what is wrong with one is at a place in it.
  package static let query = Decoder("query", samples: Samples.queries) { bytes in
    do throws(QueryError) { _ = try Query(utf8: bytes) } catch {
      guard (0...bytes.count).contains(error.offset), error.line > 0, error.column > 0 else {
        throw Violation(description: "an error at \(error.offset) of \(bytes.count) bytes")
      }
      return false
    }
    return try survives(
      bytes,
      decode: { bytes in
        let query = try Query(utf8: bytes)
        try FuzzedItem.checkMeaning(of: query)
        return query
      }, encode: { Array($0.description.utf8) })
  }

  /// A text: its words stand in it, in their order, and are short. They are no value that could be
  /// written again.
  package static let text = Decoder("text", samples: Samples.texts) { bytes in
    var tokenizer = Tokenizer()
    var last = (position: 0, start: 0)
    var problem: String?
    bytes.withUnsafeBufferPointer { text in
      tokenizer.forEachToken(in: text) { word, position, range in
        let isPlaced =
          position >= last.position && range.lowerBound >= last.start && !range.isEmpty
          && range.upperBound <= text.count
        let isWord =
          (1...Tokenizer.byteCountMax).contains(word.count)
          && String(validating: word, as: UTF8.self) != nil
        if !isPlaced || !isWord { problem = "the word \(Array(word)) at \(position), \(range)" }
        last = (position, range.lowerBound)
      }
    }
    if let problem { throw Violation(description: problem) }
    return last.position > 0
  }
}

/// Something of which a query holds or not.
private struct FuzzedItem: QueryableItem {
  let searchedAttributes = ["title", "authorNames"]

  func values(of attribute: String) -> [QueryItemValue] {
    switch attribute {
    case "title": [.text("Paris in MyWindow, été 2026 巴黎")]
    case "authorNames": [.text("bob"), .text("Steve")]
    case "pageCount": [.number(12)]
    case "contentCreationDate": [.date(1_781_000_000_000)]
    case "textContent": [.text("some words of a text"), .text(Self.long)]
    default: []
    }
  }

  /// So long that a square of it takes time: runs of small letters and capitals, and of Han.
  private static let long =
    String(repeating: "aA", count: 100) + " " + String(repeating: "都", count: 100)

  private static let clock = QueryClock(now: 1_781_000_000_000)

  private static func holds(_ condition: QueryCondition) -> Bool {
    CompiledQuery(Query(condition), clock: clock).matches(FuzzedItem())
  }

  /// What the query says is what its comparisons say, each asked alone.
  static func checkMeaning(of query: Query) throws {
    guard try holds(query.condition) == meaning(of: query.condition) else {
      throw Violation(description: "\(query) is not what its parts say")
    }
  }

  private static func meaning(of condition: QueryCondition) throws -> Bool {
    switch condition {
    case .all(let parts): return try !parts.map { try meaning(of: $0) }.contains(false)
    case .any(let parts): return try parts.map { try meaning(of: $0) }.contains(true)
    case .not(let inner): return try !meaning(of: inner)
    case .range(let range):
      let isInRange = holds(condition)
      // In one value; so it is where each end is in one, and not the other way round.
      let ends = [
        (QueryComparison.Operator.greaterOrEqual, range.lower), (.lessOrEqual, range.upper),
      ]
      let areEnds = ends.allSatisfy { comparator, end in
        holds(.comparison(QueryComparison(range.attribute, comparator, .number(end))))
      }
      guard !isInRange || areEnds else {
        throw Violation(description: "\(Query(condition)) holds, and not at both ends")
      }
      return isInRange
    case .comparison(let comparison):
      let isTrue = holds(condition)
      guard comparison.comparator == .equal || comparison.comparator == .notEqual else {
        return isTrue
      }
      let other = QueryComparison(
        comparison.attribute, comparison.comparator == .equal ? .notEqual : .equal,
        comparison.value)
      guard holds(.comparison(other)) != isTrue else {
        throw Violation(description: "\(Query(condition)) and the other of == and !=")
      }
      try checkFlags(of: comparison, isTrue)
      return isTrue
    }
  }

  /// What is the same is the same whatever its case and accents.
  private static func checkFlags(of comparison: QueryComparison, _ isTrue: Bool) throws {
    guard comparison.comparator == .equal, isTrue, case .text(var pattern) = comparison.value
    else { return }
    pattern.modifiers.formUnion([.ignoresCase, .ignoresAccents])
    let wider = QueryComparison(comparison.attribute, .equal, .text(pattern))
    guard holds(.comparison(wider)) else {
      throw Violation(description: "\(comparison) holds, and not whatever its case and accents")
    }
  }
}

extension Samples {
  /// Every form of the language.
  @Sendable static func queries() -> [[UInt8]] {
    [
      #"title == "paris*"cd && (pageCount > 10 || !authorNames ==[c] 'Bob?')"#,
      #"InRange(contentCreationDate, $time.this_week(-1), $time.iso(2026-06-11T09:30:00Z))"#,
      #"**="some \"words\" \\ \*"cwdt && * != *"#, #"pageCount = -1.5e3 || kMDItemTitle == *"#,
      #"!!(contentCreationDate >= $time.now(-3600)) && title != "été"w"#,
    ].map { Array($0.utf8) }
  }

  /// Words of every kind: joined, in pairs, folded, of pictures and of no script at all.
  @Sendable static func texts() -> [[UInt8]] {
    [
      "The quick MyWindowClass doesn't jump: 3.14 paris-france.jpg", "敏捷的棕色狐狸 ｶﾞｷﾞ 서울에서 ภาษาไทย",
      "Straße İstanbul ﬁne e\u{301}te\u{301} ÅNGSTRÖM", "👩‍👩‍👧 🇩🇪 ok 👍🏽 1️⃣ 2",
      "كتاب שלום नमस्ते தமிழ் 1 2 a_b", "ᄀ ᅡ 가 ᆨ 가,ᆨ \u{1112}\u{1161}\u{11AB}국",
      "か \u{3099} ヲ\u{3099} ﾞ タ_\u{309A} 東\u{301}京 ก\u{E49}\u{E38} ❤\u{FE0F}",
    ].map { Array($0.utf8) }
  }
}
