import QueryLanguage

/// The documents that the cases are about.
struct ExampleItem: QueryableItem, Sendable {
  let name: String
  private let attributes: [String: [QueryItemValue]]

  init(_ name: String, _ attributes: [String: [QueryItemValue]]) {
    (self.name, self.attributes) = (name, attributes)
  }

  func values(of attribute: String) -> [QueryItemValue] { attributes[attribute] ?? [] }

  var searchedAttributes: [String] { Self.searched }

  static let searched = [
    "title", "displayName", "alternateNames", "contentDescription", "keywords", "subject",
    "comment", "kind", "authorNames", "recipientNames", "album", "artist", "composer",
    "namedLocation", "com_acme_city",
  ]

  /// A day of 2026 and a time of it, in UTC.
  private static func date(_ month: Int, _ day: Int, _ minutes: Int = 0) -> QueryItemValue {
    let days = [0, 31, 59, 90, 120, 151][month - 1] + day - 1
    return .date((20_454 + Int64(days)) * 86_400_000 + Int64(minutes) * 60_000)
  }

  private static func texts(_ texts: String...) -> [QueryItemValue] { texts.map { .text($0) } }

  static let all: [ExampleItem] = [
    ExampleItem(
      "d1",
      [
        "title": texts("Paris"), "textContent": texts("The river Seine."),
        "authorNames": texts("Frédéric"), "pageCount": [.number(10)], "keywords": texts("travel"),
        "contentType": texts("public.text"),
      ]),
    ExampleItem("d2", ["title": texts("paris"), "pageCount": [.number(5)]]),
    ExampleItem(
      "d3",
      [
        "title": texts("I love Paris"), "authorNames": texts("Steve", "Tim"),
        "contentType": texts("public.audio"), "completionDate": [date(6, 10, 720)],
      ]),
    ExampleItem(
      "d4",
      [
        "title": texts("paris-france.jpg"), "contentType": texts("public.jpeg"),
        "fileSize": [.number(120)],
      ]),
    ExampleItem(
      "d5",
      [
        "title": texts("Comparison"), "authorNames": texts("Frederic"), "fileSize": [.number(90)],
        "pageCount": [.number(12)],
      ]),
    ExampleItem("d6", ["title": texts("MyWindowClass")]),
    ExampleItem("d7", ["title": texts("Broken Window")]),
    ExampleItem("d8", ["title": texts("NSWindow")]),
    ExampleItem("d9", ["title": texts("parisol")]),
    ExampleItem(
      "d10",
      [
        "title": texts("He said \"hi\" *now*"), "keywords": texts("search", "sale"),
        "contentDescription": texts("Back\\slash"),
      ]),
    ExampleItem(
      "d11",
      [
        "title": texts("Symphony 5"), "composer": texts("Ludwig van Beethoven"),
        "playCount": [.number(7)], "tempo": [.number(60)], "rating": [.number(4.5)],
        "contentType": texts("public.audio"),
      ]),
    ExampleItem(
      "d12",
      [
        "title": texts("Requiem"), "composer": texts("mozart"), "playCount": [.number(1)],
        "tempo": [.number(90)], "contentType": texts("public.audio"), "userCreated": [.number(1)],
      ]),
    ExampleItem(
      "d13",
      [
        "title": texts("Status of project"),
        "textContent": texts("Weekly project review. Updates follow."),
        "authorNames": texts("bobby"), "fileSize": [.number(2_048)],
        "contentCreationDate": [date(6, 11, 570)], "com_acme_city": texts("Napa"),
      ]),
    ExampleItem(
      "d14",
      [
        "title": texts("Überblick"), "dueDate": [date(6, 12, 480)],
        "completionDate": [date(5, 1, 480)], "contentCreationDate": [date(6, 5, 600)],
        "importantDates": [date(1, 0), date(6, 11)],
      ]),
    ExampleItem("d15", ["contentType": texts("public.folder")]),
    ExampleItem(
      "d16",
      [
        "title": texts("Johnny"), "contentDescription": texts("Mr Appleseed"),
        "displayName": texts("Johnny Appleseed"),
      ]),
  ]
}
