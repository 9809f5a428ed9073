import QueryLanguage
import Testing

@Suite("A query that is hardly meant so") struct QueryWarningsTests {
  private static let schema = QuerySchema([
    "title": .text, "textContent": .text, "pageCount": .number, "dueDate": .date,
    "thumbnailData": .other,
  ])

  @Test(arguments: [
    (
      #"pageCount == "10""#,
      #"pageCount == "10" never holds: pageCount is not a text. Leave the quotes out."#
    ),
    (
      #"pageCount != "10""#,
      #"pageCount != "10" always holds: pageCount is not a text. Leave the quotes out."#
    ),
    (
      #"!(pageCount == "10")"#,
      #"!pageCount == "10" always holds: pageCount is not a text. Leave the quotes out."#
    ),
    (
      #"!(pageCount != "10")"#,
      #"!pageCount != "10" never holds: pageCount is not a text. Leave the quotes out."#
    ),
    (
      #"!!(pageCount == "10")"#,
      #"pageCount == "10" never holds: pageCount is not a text. Leave the quotes out."#
    ),
    ("title == 3", "title == 3 never holds: title is a text. Put the value in quotes."),
    ("title != 3", "title != 3 always holds: title is a text. Put the value in quotes."),
    ("title < 3", "title < 3 never holds: title is a text, and texts have no order."),
    ("title == $time.today", "title == $time.today never holds: title is a text."),
    (
      "InRange(title, 1, 2)",
      "InRange(title, 1, 2) never holds: title is a text, and texts have no order."
    ),
    (
      "!InRange(pageCount, 2, 1)",
      "!InRange(pageCount, 2, 1) always holds: the lower bound is above the upper one."
    ),
    (
      "InRange(dueDate, $time.tomorrow, $time.this_year)",
      "InRange(dueDate, $time.tomorrow, $time.this_year) never holds: the lower bound is above the "
        + "upper one."
    ),
    (
      "InRange(dueDate, $time.iso(2026-01-02), $time.iso(2026-01-01))",
      "InRange(dueDate, $time.iso(2026-01-02T00:00:00Z), $time.iso(2026-01-01T00:00:00Z)) never "
        + "holds: the lower bound is above the upper one."
    ),
    (
      #"dueDate == "2026-01-01""#,
      #"dueDate == "2026-01-01" never holds: dueDate is a date. Write a time, such as "#
        + "$time.iso(2026-01-31)."
    ),
    (
      "pageCount == $time.today",
      "pageCount == $time.today compares a number with the seconds of a time: pageCount is not a "
        + "date."
    ),
    (
      #"thumbnailData == "x""#,
      #"thumbnailData == "x" never holds: thumbnailData is neither a text nor a number. Ask "#
        + "whether it is there: thumbnailData == *."
    ),
    (
      "InRange(thumbnailData, 1, 2)",
      "InRange(thumbnailData, 1, 2) never holds: thumbnailData is neither a text nor a number. Ask "
        + "whether it is there: thumbnailData == *."
    ),
    (
      #"textContent == "!!!""#,
      #"textContent == "!!!" never holds: there is no word in the text."#
    ),
    (#"title == "!!!"w"#, #"title == "!!!"w never holds: there is no word in the text."#),
    (
      #"titel == "x""#,
      "No attribute is called titel, unless it is a key of an app's own. Did you mean title?"
    ),
  ])
  func `is told of, once`(text: String, warning: String) throws {
    #expect(try Query(text).warnings(Self.schema) == [warning])
    #expect(try Query("(\(text)) && (\(text))").warnings(Self.schema) == [warning])
  }

  @Test(arguments: [
    #"title == "!!!""#, #"** == "!!!""#, "pageCount == 3", "dueDate == 3", "thumbnailData == *",
    "InRange(dueDate, $time.today, $time.this_week)", "InRange(pageCount, 1, 1)",
    "InRange(dueDate, $time.now, $time.iso(2026-01-01))", #"!title == "x""#,
  ])
  func `is nothing of what can be meant so`(text: String) throws {
    #expect(try Query(text).warnings(Self.schema).isEmpty)
  }
}
