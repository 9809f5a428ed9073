import DeviceIndex
import Foundation
import QueryLanguage
import TestSupport
import Testing

@Suite("Attributes of an item") struct AttributeTests {
  private func count(_ home: TestHost, _ query: String) async throws -> Int {
    try await home.index.searchQuery(query).count()
  }

  private func item(_ set: AttributeSet) -> SearchableItem {
    SearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: set)
  }

  @Test(arguments: [
    (true, false, 1, 0), (true, true, 1, 1), (false, true, 0, 0), (false, false, 0, 0),
  ])
  func `of an app's own are found as their key says`(
    isSearchable: Bool, isDefault: Bool, byName: Int, byWord: Int
  ) async throws {
    let home = try TestHost()
    let key = try #require(
      CustomAttributeKey(
        keyName: "com_app_city", searchable: isSearchable, searchableByDefault: isDefault))
    var set = AttributeSet()
    set.title = "title"
    set[key] = .string("Napa")
    try await home.index.indexSearchableItems([item(set)])
    #expect(try await count(home, #"com_app_city == "Napa""#) == byName)
    #expect(try await count(home, #"com_app_city == "*ap*""#) == byName)
    #expect(try await count(home, "com_app_city == *") == byName)
    #expect(try await home.found("napa").count == byWord)
  }

  private static let wrong: [(set: @Sendable (inout AttributeSet) -> Void, problem: String)] = [
    (
      { $0[CustomAttributeKey(keyName: "title")!] = .number(3) },
      "\"title\" is a documented attribute, which no custom key can be"
    ),
    (
      { $0[CustomAttributeKey(keyName: "uniqueIdentifier")!] = .string("3") },
      "\"uniqueIdentifier\" is what a query calls something of the item itself, which no custom "
        + "key can be"
    ),
    (
      { $0[CustomAttributeKey(keyName: "com_app_key")!] = .list([.number(3)]) },
      "\"com_app_key\" has several values, and its key is not multiValued"
    ),
    ({ $0.rankingHint = 101 }, "\"rankingHint\" takes a number from 0 to 100, which 101.0 is not"),
    ({ $0.rankingHint = -0.5 }, "\"rankingHint\" takes a number from 0 to 100, which -0.5 is not"),
    ({ $0["pageCount"] = .string("3") }, "\"pageCount\" takes a number, and was given a text"),
  ]

  @Test(arguments: wrong.indices)
  func `are refused where they would be dropped or misread`(place: Int) async throws {
    let home = try TestHost()
    var set = AttributeSet()
    Self.wrong[place].set(&set)
    let error = await #expect(throws: DeviceError.self) {
      try await home.index.indexSearchableItems([item(set)])
    }
    #expect(error?.code == .invalidItem)
    #expect(error?.message.contains(Self.wrong[place].problem) == true, "\(error?.message ?? "")")
  }

  @Test func `in several languages show the fallback, and are found in all`() async throws {
    let home = try TestHost()
    let title = LocalizedText(
      ["ar": "الحساء", "de": "Suppe", "en": "soup", "zh-Hant": "湯"], fallback: "word")
    var set = AttributeSet()
    set["title"] = .localized(title)
    try await home.index.indexSearchableItems([item(set)])
    for query in ["word", "suppe", "soup", "湯", "الحساء"] {
      #expect(try await home.host.search(query).map(\.title) == ["word"], "\(query)")
    }
    for (languages, text) in [
      (["de-AT", "en"], "Suppe"), (["fr", "en-GB"], "soup"), (["zh-Hant-TW"], "湯"),
      (["zh"], "word"),
      ([], "word"), (["", "fr"], "word"),
    ] {
      #expect(title.text(preferring: languages) == text)
    }
  }

  @Test func `keep the domain in a result, so that it can be given again`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("1", domain: "a.b")])
    #expect(try await home.host.search("word").first?.domainIdentifier == "a.b")
  }

  @Test(arguments: ["a.", "a..b", "a.b"])
  func `in a domain below another go with it, also after the index is rebuilt`(domain: String)
    async throws
  {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("1", domain: domain)])
    let found = try await home.index.searchableItems(deletedWithDomainIdentifiers: ["a"])
    #expect(found.map(\.uniqueIdentifier) == ["1"])
    try await home.index.deleteSearchableItems(withDomainIdentifiers: ["a"])
    #expect(try await home.found() == [])
  }
}
