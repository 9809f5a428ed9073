import DeviceIndex
import Foundation
import QueryLanguage
import TestSupport
import Testing

@Suite("A query that the compiler reads") struct QueryKeysTests {
  private static let instant = Date(timeIntervalSince1970: 1_781_190_000)

  /// Each beside the text that says the same.
  private static let pairs: [(made: @Sendable (QueryKeys) -> QueryCondition, text: String)] = [
    ({ $0.title == "Paris" }, #"title == "Paris""#),
    ({ $0.title != "Paris" }, #"title != "Paris""#),
    ({ $0.title.equals("paris", [.ignoresCase]) }, #"title == "paris"c"#),
    ({ $0.title.begins(with: "a*b") }, #"title == "a\*b*""#),
    ({ $0.title.contains(#"5" ?\"#, .ignoresAccents) }, #"title == "*5\" \?\\*"d"#),
    ({ $0.title.contains("") }, #"title == "**""#),
    ({ $0.anything.contains(words: "new york") }, #"** == "new york"cdt"#),
    ({ $0.anyField.contains(words: "new york", isInOrder: true) }, #"* == "new york"cdw"#),
    (
      { $0.displayName.matches(QueryPattern("r?d*", modifiers: .words)) },
      #"displayName == "r?d*"w"#
    ),
    ({ $0.authorNames == "Ann" }, #"authorNames == "Ann""#),
    ({ $0.authors == "Ann" }, #"authors == "Ann""#),
    ({ $0.pageCount > 10 }, "pageCount > 10"),
    ({ $0.pageCount >= 10 }, "pageCount >= 10"),
    ({ $0.pageCount < -1.5 }, "pageCount < -1.5"),
    ({ $0.pageCount <= 0 }, "pageCount <= 0"),
    ({ $0.pageCount == 3 }, "pageCount == 3"),
    ({ $0.pageCount != 3 }, "pageCount != 3"),
    ({ $0.rating.isIn(1...5) }, "InRange(rating, 1, 5)"),
    ({ $0.allDay == true }, "allDay == 1"),
    ({ $0.allDay == false }, "allDay == 0"),
    ({ $0.dueDate == .today }, "dueDate == $time.today"),
    ({ $0.dueDate < .now }, "dueDate < $time.now"),
    ({ $0.dueDate <= .thisYear }, "dueDate <= $time.this_year"),
    ({ $0.dueDate > .period(.now, offset: -3_600) }, "dueDate > $time.now(-3600)"),
    (
      { $0.dueDate >= QueryTime(Self.instant) },
      "dueDate >= $time.iso(2026-06-11T15:00:00Z)"
    ),
    (
      { $0.dueDate.isIn(.lastWeek, .nextMonth) },
      "InRange(dueDate, $time.last_week, $time.next_month)"
    ),
    ({ $0.thumbnailData.isPresent }, "thumbnailData == *"),
    ({ !$0.title.isPresent }, "!title == *"),
    ({ $0.uniqueIdentifier == "1" }, #"uniqueIdentifier == "1""#),
    ({ $0.text("com_acme_city") == "Ulm" }, #"com_acme_city == "Ulm""#),
    ({ $0.number("com_acme_size") > 1 }, "com_acme_size > 1"),
    ({ $0.boolean("com_acme_flag") == true }, "com_acme_flag == 1"),
    ({ $0.date("com_acme_day") < .yesterday }, "com_acme_day < $time.yesterday"),
    (
      { $0.title == "a" && $0.pageCount > 1 && $0.rating < 3 },
      #"title == "a" && pageCount > 1 && rating < 3"#
    ),
    (
      { $0.title == "a" || $0.title == "b" || !($0.rating < 3 && $0.rating > 1) },
      #"title == "a" || title == "b" || !(rating < 3 && rating > 1)"#
    ),
    (
      { ($0.title == "a" || $0.title == "b") && ($0.rating > 1 || $0.allDay == true) },
      #"(title == "a" || title == "b") && (rating > 1 || allDay == 1)"#
    ),
  ]

  @Test(arguments: pairs.indices)
  func `is the one that its text is`(place: Int) throws {
    let (condition, text) = Self.pairs[place]
    let made = try Query(condition)
    let read = try Query(text)
    #expect(made == read, "\(made)")
    #expect(try Query(made.description) == read)
  }

  @Test func `joins as many as a query may have on one level`() throws {
    let made = try Query { keys in
      (1..<5_000).reduce(keys.pageCount > 0) { $0 || keys.pageCount == Double($1) }
    }
    #expect(try Query(made.description) == made)
  }

  @Test func `finds what it says`() async throws {
    let home = try TestHost()
    var set = AttributeSet(contentType: "public.item")
    set.title = "Paris in spring"
    set.pageCount = 12
    set.allDay = true
    try await home.index.indexSearchableItems([
      SearchableItem(uniqueIdentifier: "1", attributeSet: set)
    ])
    let found = try await home.index.searchQuery(
      try Query {
        $0.title.contains(words: "SPRING paris") && $0.pageCount > 10 && $0.allDay == true
      }
    ).all()
    #expect(found.map(\.uniqueIdentifier) == ["1"])
    let none = try await home.index.searchQuery(
      try Query { $0.title.contains(words: "SPRING paris", isInOrder: true) }
    ).all()
    #expect(none.isEmpty)
  }
}
