import Testing

@testable import QueryLanguage

@Suite("A pattern") struct PatternTests {
  private static let clock = ConformanceTests.clock

  private func holds(_ query: String, _ attributes: [String: [QueryItemValue]]) throws -> Bool {
    let item = ExampleItem("", attributes)
    return CompiledQuery(try Query(query), clock: Self.clock).matches(item)
  }

  private func holds(_ query: String, of title: String) throws -> Bool {
    try holds(query, ["title": [.text(title)]])
  }

  @Test(arguments: [
    ("café", "title == \"caf?\"", true), ("cafe\u{301}", "title == \"caf?\"", true),
    ("cafe\u{301}", "title == \"ca??\"", true), ("cafe\u{301}", "title == \"caf??\"", false),
    ("Straße", "title == \"stra?e\"c", true), ("Straße", "title == \"strasse\"c", true),
    ("Straße", "title == \"stras*\"c", true), ("Straße", "title == \"stra??e\"c", false),
    ("🇩🇪", "title == \"?\"", true), ("🇩🇪🇫🇷", "title == \"??\"", true), ("🇩🇪", "title == \"??\"", false),
    ("👩‍👧", "title == \"?\"", true), ("👍🏽", "title == \"?\"", true), ("👍🏽", "title == \"👍*\"", false),
    ("1️⃣", "title == \"?\"", true), ("\u{1112}\u{1161}\u{11AB}", "title == \"?\"", true),
    ("\u{1100}\u{119E}", "title == \"?\"", true), ("가\u{11A8}", "title == \"가*\"", false),
    ("か\u{3099}く", "title == \"か*\"", false), ("か\u{3099}く", "title == \"が*\"", true),
    ("ｶﾞｸ", "title == \"ｶ*\"", false), ("\r\n", "title == \"?\"", true),
    ("café au lait", "title == \"cafe*\"", false), ("café au lait", "title == \"cafe*\"d", true),
    ("cafe\u{301} au lait", "title == \"cafe*\"", false),
    ("Überblick", "title == \"u*\"c", false), ("Überblick", "title == \"ü*\"c", true),
    ("Überblick", "title == \"u*\"cd", true), ("Überblick", "title == \"*\u{308}berblick\"", false),
    ("un café", "title == \"*cafe*\"w", false), ("un café", "title == \"caf?\"w", true),
    ("co\u{AD}operate", "title == \"co*\"", true), ("ก้อง", "title == \"ก*\"", false),
    ("ก้อง", "title == \"ก\"w", false), ("ก้อง", "title == \"ก้\"w", true),
    ("", "title == \"?\"", false), ("", "title == \"**\"", true), ("a", "title == \"a*?\"", false),
    ("ab", "title == \"a*?\"", true), ("a b", "title == \"a*b\"w", false),
    ("a x b", "title == \"a * b\"w", true), ("axb cd", "title == \"a*b c*\"w", true),
    ("東京都庁", "title == \"京?庁\"w", true), ("東京都庁", "title == \"東?庁\"w", false),
    ("東京都庁", "title == \"京*庁\"w", true),
  ])
  func `counts characters, and ends where one does`(
    title: String, query: String, expected: Bool
  ) throws {
    #expect(try holds(query, of: title) == expected)
  }

  /// Also as words: a mark belongs to what it stands on.
  @Test(arguments: ["", "c", "d", "w", "t", "cdw", "cdt"])
  func `is the same in every way of writing it`(modifiers: String) throws {
    for (one, other) in [
      ("a≠b", "a=\u{338}b"), ("é", "e\u{301}"), ("ヺ", "ヲ\u{3099}"),
      ("が\u{323}", "か\u{323}\u{3099}"),
      ("が\u{338}", "か\u{338}\u{3099}"), ("ậx", "a\u{302}\u{323}x"),
      ("각 a", "\u{1100}\u{1161}\u{11A8} a"),
      ("क\u{93C}\u{94D}", "क\u{94D}\u{93C}"), ("a\u{226F}b c", "a>\u{338}b c"),
    ] {
      for title in [one, other] {
        #expect(try holds("title == \"\(one)\"\(modifiers)", of: title), "\(one)")
        #expect(try holds("title == \"\(other)\"\(modifiers)", of: title), "\(other)")
      }
    }
    #expect(try holds("title == \"b\"w", of: "a=\u{338}b") && holds("title == \"b\"w", of: "a≠b"))
  }

  @Test func `looks at the content where it asks of anything`() throws {
    let item: [String: [QueryItemValue]] = ["textContent": [.text("words")]]
    #expect(try holds("** == *", item) && !holds("* == *", item) && !holds("** != *", item))
    let lines = QueryExplanation(
      try Query("** == *"), of: ExampleItem("", item), clock: Self.clock
    ).lines
    #expect(lines.map(\.holds) == [true])
  }

  @Test func `of each word is found in several values, and says so`() throws {
    let item: [String: [QueryItemValue]] = [
      "keywords": [.text("ann"), .text("bob")], "title": [.text("carl")],
    ]
    #expect(try holds("keywords == \"ann bob\"t", item) && !holds("keywords == \"ann bob\"w", item))
    #expect(try holds("* == \"bob carl\"t", item) && !holds("keywords == \"bob carl\"t", item))
    for (query, text) in [
      ("* == \"a b\"t", "each word of \"a b\" is in an attribute that is searched"),
      (
        "** != \"a b\"tc",
        "not each word of \"a b\" is in an attribute that is searched or in the content, "
          + "whatever its case"
      ),
      ("keywords == \"a b\"t", "each word of \"a b\" is in keywords"),
      ("keywords == \"a b\"w", "keywords holds the words \"a b\""),
    ] {
      let lines = QueryExplanation(try Query(query), clock: Self.clock).lines
      #expect(lines.map(\.text) == [text])
    }
  }
}

/// Times are compared with others of the same run: eight times as much may take eight times as
/// long, where a square took 64.
@Suite("The time that a pattern takes", .serialized) struct PatternTimeTests {
  private func seconds(_ query: Query, _ text: String) -> Double {
    let item = ExampleItem("", ["title": [.text(text)], "textContent": [.text(text)]])
    let compiled = CompiledQuery(query, clock: ConformanceTests.clock)
    let best =
      (0..<3).map { _ in
        ContinuousClock().measure { _ = compiled.matches(item) }
      }.min() ?? .zero
    return best / .seconds(1)
  }

  private static func times(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(arguments: [
    ("textContent == \"*\(times("都", 120))x\"", "都", 500), ("textContent == \"*x*\"", "都", 2_000),
    ("title == \"*x*\"w", "aA", 1_000), ("title == \"\(times("?*", 100))x\"w", "都", 500),
    ("textContent == \"\(times("a ", 1_000))b\"", "a ", 500),
    ("title == \"x\"", "\u{301}\u{323}", 1_000),
    ("title == \"x\"w", "a\u{301}\u{323}\u{94D}\u{93C}", 500),
  ])
  func `grows with the text, and not with its square`(
    query: String, piece: String, count: Int
  ) throws {
    let query = try Query(query)
    let (small, large) = ("a" + Self.times(piece, count), "a" + Self.times(piece, count * 8))
    _ = seconds(query, small)
    let (one, eight) = (seconds(query, small), seconds(query, large))
    #expect(eight < one * 32 + 0.01, "\(one) \(eight)")
  }

  @Test func `is not that of folding the text for each comparison`() throws {
    let text = Self.times("some words of a text ", 2_000)
    let one = seconds(try Query("textContent == \"zz\" || textContent == \"zy\""), text)
    let many = (0..<200).map { "textContent == \"zz\($0)\"" }.joined(separator: " || ")
    // To look through what is folded takes a fraction of folding it.
    #expect(seconds(try Query(many), text) < one * 100)
  }
}
