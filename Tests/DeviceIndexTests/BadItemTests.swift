import DeviceIndex
import Foundation
import QueryLanguage
import TestSupport
import Testing

/// Input of a size or kind that nobody means: a typed error, or an answer in bounded time.
@Suite("Bad input") struct BadItemTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  private static func item(_ change: (inout AttributeSet) -> Void) -> SearchableItem {
    var set = AttributeSet(contentType: "public.item")
    set.title = "word"
    change(&set)
    return SearchableItem(uniqueIdentifier: "1", attributeSet: set)
  }

  private func refusal(_ item: SearchableItem) async throws -> DeviceError? {
    let before = try home.journaledNumber
    let error = await #expect(throws: DeviceError.self) {
      try await home.index.indexSearchableItems([TestHost.item("2"), item])
    }
    #expect(try home.journaledNumber == before, "none of the two was taken")
    return error
  }

  @Test(arguments: [
    (Double.nan, "is not a finite number"), (.infinity, "is not a finite number"),
    (-.infinity, "is not a finite number"),
  ])
  func `of numbers that are none is refused`(number: Double, problem: String) async throws {
    let error = try await refusal(Self.item { $0.pageCount = number })
    #expect(error?.code == .invalidItem)
    #expect(error?.message == "Item \"1\" cannot be indexed: \"pageCount\" \(problem).")
  }

  @Test(arguments: [
    253_402_300_800.0, 253_402_300_799.9996, -62_135_596_800.001, -62_135_596_801, 1e18,
    .greatestFiniteMagnitude, .nan,
  ])
  func `of dates that no calendar has is refused`(seconds: Double) async throws {
    let date = Date(timeIntervalSince1970: seconds)
    let error = try await refusal(Self.item { $0.dueDate = date })
    #expect(error?.code == .invalidItem)
    #expect(error?.message.contains("is a date outside the years 1 to 9999") == true)
    var late = Self.item { _ in }
    late.expirationDate = date
    #expect(try await refusal(late)?.code == .invalidItem)
  }

  @Test func `of ten megabytes is refused whole, and of seven is found by its beginning`()
    async throws
  {
    let error = try await refusal(
      Self.item { $0.textContent = String(repeating: "a", count: 10 << 20) })
    #expect(error?.code == .quotaExceeded)
    let text = "opening " + String(repeating: "filler words ", count: 500_000) + "ending"
    try await home.index.indexSearchableItems([Self.item { $0.textContent = text }])
    for word in ["opening", "ending", "filler"] {
      #expect(try await home.found(word) == ["1"])
    }
  }

  @Test func `of a hundred thousand keywords is found by each`() async throws {
    let keywords = (0..<100_000).map { "keyword\($0)" }
    try await home.index.indexSearchableItems([Self.item { $0.keywords = keywords }])
    for number in [0, 54_321, 99_999] {
      #expect(try await home.found("keyword\(number)") == ["1"])
      let query = try home.index.searchQuery("keywords == \"KEYWORD\(number)\"c")
      #expect(try await query.count() == 1)
    }
  }

  @Test(arguments: [
    String(repeating: "a", count: 1 << 20), String(repeating: "a ", count: 1 << 19),
    String(repeating: "你", count: 1 << 18), String(repeating: "a\u{301}", count: 1 << 18),
    String(repeating: "*", count: 1 << 20), String(repeating: "\u{0}", count: 1_000),
    "\u{FFFE}\u{10FFFF}", String(repeating: "(", count: 10_000), "word\u{202E}drow", "' OR 1=1 --",
    "\"; DROP TABLE documents; --", "%_%", "word NEAR/2 other", "\\", "😀😀",
  ])
  func `that somebody typed is only words`(text: String) async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "other thing")])
    let answer = try await home.index.userQuery(text).answer()
    // Where one word is found, what is found says which are not: an operator is a word as well.
    #expect(answer.results.isEmpty == !text.contains("other"))
    #expect(answer.results.allSatisfy { !$0.omittedWords.isEmpty })
    #expect(try await home.found("other") == ["1"])
  }

  @Test func `as a pattern takes bounded time, also where it nearly matches`() async throws {
    let text = String(repeating: "a", count: 20_000)
    try await home.index.indexSearchableItems([
      Self.item { $0.comment = text }, TestHost.item("2", text),
    ])
    let pattern = String(repeating: "a*", count: 1_000)
    for (query, count) in [
      ("comment == \"\(pattern)b\"", 0), ("comment == \"\(pattern)a\"cd", 1),
      ("title == \"\(String(repeating: "?*", count: 1_500))b*\"c", 0),
      ("* == \"*\(pattern)b*\"cdw", 0),
    ] {
      #expect(try await home.index.searchQuery(query).count() == count, "\(query.prefix(40))")
    }
  }

  @Test func `as a query is refused with its place`() async throws {
    let nested = String(repeating: "(", count: 10_000) + "a == 1"
    for (text, offset) in [
      (nested, 200), (String(repeating: "a == 1 && ", count: 10_001) + "a == 1", nil),
      (String(repeating: " ", count: (1 << 20) + 1), nil),
      ("title == \"" + String(repeating: "x", count: 5_000) + "\"", nil), ("due == 1e999", 7),
    ] as [(String, Int?)] {
      let error = #expect(throws: QueryError.self) { try home.index.searchQuery(text) }
      if let offset { #expect(error?.offset == offset, "\(text.prefix(20))") }
    }
  }
}
