import DeviceIndex
import Foundation
import QueryLanguage
import TestSupport
import Testing

@Suite("Counts of results") struct SearchFacetTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  private func give(
    _ id: String, type: String?, changed: Date? = nil, created: Date? = nil, app: String = "app"
  ) async throws {
    var set = AttributeSet()
    set.title = "soup \(id)"
    set.contentType = type
    set.contentModificationDate = changed
    set.contentCreationDate = created
    try await home.host.searchableIndex(forApp: app).indexSearchableItems([
      SearchableItem(uniqueIdentifier: id, attributeSet: set)
    ])
  }

  private func rows(_ counts: FacetCounts) -> [String] {
    counts.values.map { "\($0.value) \($0.count)" }
  }

  @Test func `are by content type, app and day, the most frequent first`() async throws {
    let noon = Date(timeIntervalSince1970: 1_767_614_400)
    try await give("1", type: "public.text", changed: noon)
    try await give(
      "2", type: "public.image", changed: noon, created: noon.addingTimeInterval(-86_400))
    try await give("3", type: "public.image", created: noon.addingTimeInterval(86_400))
    try await give("4", type: nil, app: "other")
    var context = UserQuery.Context()
    (context.maxResultCount, context.fetchAttributes) = (1, ["title"])
    context.calendar = Calendar(identifier: .gregorian)
    context.calendar.timeZone = .gmt
    let query = home.host.userQuery("soup", context: context)
    let types = try await query.counts(by: .type)
    #expect(rows(types) == ["public.image 2", "public.text 1"])
    #expect(types.missingCount == 1 && types.unlistedCount == 0 && types.resultCount == 4)
    #expect(rows(try await query.counts(by: .app)) == ["app 3", "other 1"])
    #expect(rows(try await query.counts(by: .day)) == ["2026-01-05 2", "2026-01-06 1"])
    // Where it is a day later already.
    context.calendar.timeZone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    let elsewhere = home.host.userQuery("soup", context: context)
    #expect(rows(try await elsewhere.counts(by: .day)) == ["2026-01-06 2", "2026-01-07 1"])
    let found = home.host.searchQuery(try Query("title == \"soup*\""))
    #expect(rows(try await found.counts(by: .app)) == ["app 3", "other 1"])
  }

  @Test func `list a hundred values, and say how many results have others`() async throws {
    for number in 0..<102 { try await give("\(number)", type: "type.\(1_000 + number)") }
    let counts = try await home.index.userQuery("soup").counts(by: .type)
    #expect(counts.values.count == 100 && counts.unlistedCount == 2)
    #expect(counts.values.first?.value == "type.1000" && counts.resultCount == 102)
  }
}
