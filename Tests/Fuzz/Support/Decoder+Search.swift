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
        try FuzzedItem.checkNegation(of: query)
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

  static func checkNegation(of query: Query) throws {
    let clock = QueryClock(now: 1_781_000_000_000)
    let holds = CompiledQuery(query, clock: clock).matches(FuzzedItem())
    let negated = CompiledQuery(Query(.not(query.condition)), clock: clock).matches(FuzzedItem())
    guard holds != negated else { throw Violation(description: "\(query) and its negation") }
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
