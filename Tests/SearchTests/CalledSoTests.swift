import JournalFormat
import Search
import Testing

/// What is called exactly as it was typed.
@Suite("What is called exactly so") struct CalledSoTests {
  private func item(_ id: String, _ title: String, _ attributes: [String: [String]])
    -> SearchDocument
  {
    var event = JournalItemIndexed()
    event.app = "app"
    event.id = id
    for (name, texts) in attributes.merging(["title": [title]], uniquingKeysWith: { own, _ in own })
      .sorted(by: { $0.key < $1.key })
    {
      var attribute = JournalAttribute()
      attribute.name = name
      if texts.count == 1, name == "title" {
        attribute.value.string = texts[0]
      } else {
        attribute.value.list.values = texts.map { text in
          var value = JournalValue()
          value.string = text
          return value
        }
      }
      event.attributes.values.append(attribute)
    }
    return SearchDocument(event)
  }

  private func first(_ query: String, of items: [SearchDocument]) throws -> String? {
    let table = try Table()
    for item in items { try table.documents.put(item) }
    return try table.found(query, limit: 3).first
  }

  @Test(arguments: ["Sample Podcast", "sample podcast", "Sample Pod", "SÁMPLE-podcast"])
  func `stands before what is called so and more`(query: String) throws {
    let episodes = (1..<100).map { item("e\($0)", "Sample Podcast: episode \($0)", [:]) }
    #expect(try first(query, of: episodes + [item("show", "Sample Podcast", [:])]) == "show")
  }

  private static let names = [
    "C", "C++", "C#", "F", "F#", ".NET", "Net", "Net income", "Node.js", "Node", "AT&T",
    "At the top",
    "R&D", "R, D and others", "Disney+", "Disney", "Objective-C", "Objective-C++", "Visual C++",
    "ASP.NET", "Rock 'n' Roll", "Rock n Roll is dead", "Notepad++", "Notepad",
  ]

  @Test(arguments: [
    "C", "c++", "C++", "c#", "f", "F#", ".net", "net", "node.js", "Node", "at&t", "r&d", "disney+",
    "Disney", "objective-c", "Objective-C++", "objective c++", "visual c++", "asp.net",
    "rock'n'roll", "notepad++", "notepad",
  ])
  func `with its signs stands before what is called so without them`(query: String) throws {
    let simple = { (name: String) in
      name.lowercased().filter { !" '-".contains($0) }
    }
    for isKeyword in [false, true] {
      let items = Self.names.map { name in
        isKeyword ? item(name, "Other", ["keywords": [name]]) : item(name, name, [:])
      }
      let found = try #require(try first(query, of: items))
      #expect(simple(found) == simple(query))
    }
  }

  @Test(arguments: [
    ["#hashtag", "hashtag", "Hashtag!"], ["100%", "100", "100 %"],
    ["Foo-Bar", "Foo Bar", "foobar"],
    ["Qur'an", "Quran", "Qur’an"], ["Straße", "Strasse", "STRASSE!"], ["مدرسة", "مدرسه"],
    ["café", "cafe", "Café?"], ["e-mail", "email", "E mail"],
  ])
  func `and written so stands before what is written in another way`(names: [String]) throws {
    let items = names.map { item($0, $0, [:]) }
    for query in names {
      for order in [items, items.reversed()] {
        #expect(try first(query, of: order) == query)
        let loud = try first("  " + query.uppercased(), of: order)
        #expect(loud?.uppercased() == query.uppercased())
      }
    }
  }

  /// One letter with signs is another thing than the letter; a word with signs may be the word.
  @Test(arguments: [
    ("c++", ["C++", "Objective-C++", "Visual C++"]),
    ("c+", ["C++", "Objective-C++", "Visual C++"]),
    ("C#", ["C#"]), ("f#", ["F#"]), (".net", [".NET", "ASP.NET", "Net", "Net income"]),
    ("disney+", ["Disney", "Disney+"]), ("visual-c++", ["Visual C++"]),
  ])
  func `with its signs is found by them`(query: String, names: [String]) throws {
    let table = try Table()
    for name in Self.names { try table.documents.put(item(name, name, [:])) }
    #expect(try table.found(query).sorted() == names)
  }

  @Test func `by a keyword stands before what only begins with it`() throws {
    let items = [
      item("whole", "Morocco", ["keywords": ["MA", "MAR"]]), item("title", "Martinique", [:]),
      item("longer", "Marshall Islands", [:]),
      item("text", "Other", ["contentDescription": ["Marne"]]),
    ]
    #expect(try first("mar", of: items) == "whole")
    #expect(try first("mart", of: items) == "title")
  }

  @Test func `by another name of several words stands before what has them in its text`() throws {
    let items =
      (0..<20).map {
        item("\($0)", "Island republic \($0)", ["contentDescription": ["of iceland"]])
      }
      + [item("it", "Ísland", ["alternateNames": ["Republic of Iceland", "Iceland"]])]
    #expect(try first("republic of iceland", of: items) == "it")
    #expect(try first("Iceland", of: items) == "it")
  }

  /// Rare words in short titles, which weigh more than those of a keyword or another name.
  @Test(arguments: [
    ("wi-fi", "wi-fi", "Wi-Fi setup"), ("wi fi", "wi-fi", "Wi-Fi setup"),
    ("wi-fi", "wifi", "Wi-Fi setup"), ("Wi-Fi", "WI-FI", "Wi-Fi"), ("wifi", "wi-fi", "Wifi setup"),
    ("new york city", "New York City", "New York City map"),
    ("cote d'ivoire", "Côte d'Ivoire", "Cote d'Ivoire map"), ("deu", "DEU", "DEU map"),
    (
      "one two three four five six", "One Two Three Four Five Six",
      "One two three four five six map"
    ),
  ])
  func `stands before titles with all of the words and more`(
    query: String, name: String, title: String
  ) throws {
    for attribute in ["keywords", "alternateNames"] {
      let named = item("it", "Fernsprecher", [attribute: ["other", name]])
      let titles = (1...12).map { item("\($0)", "\(title) \($0)", [:]) }
      let others = (1...150).map {
        item("other\($0)", "Something else of many words, number \($0)", [:])
      }
      #expect(try first(query, of: others + titles + [named]) == "it")
      let whole = item("title", name, [:])
      #expect(try first(query, of: others + titles + [named, whole]) == "title")
    }
  }

  @Test func `stands before what was opened, which stands before others called so`() throws {
    let table = try Table()
    for id in ["a", "b"] {
      try table.documents.put(item(id, "Fernsprecher", ["keywords": ["wi-fi"]]))
    }
    for id in ["c", "d"] { try table.documents.put(item(id, "Wi-Fi setup", [:])) }
    for id in ["b", "d"] {
      for time in 1...20 {
        try table.documents.engaged(
          app: "app", id: id, at: Timestamp(milliseconds: Int64(time)))
      }
    }
    #expect(try table.found("wi-fi", now: 20) == ["b", "a", "d", "c"])
  }

  @Test func `stands before a title with the word among others, which is before a beginning`()
    throws
  {
    let items = [
      item("keyword", "Shoes", ["keywords": ["red"]]), item("title", "Red balloon", [:]),
      item("beginning", "Reduction", [:]), item("other", "Blue", [:]), item("more", "Green", [:]),
    ]
    let table = try Table()
    for item in items { try table.documents.put(item) }
    #expect(try table.found("red") == ["keyword", "title", "beginning"])
  }

  @Test func `with words in their order stands before others with the same words`() throws {
    let titles = [
      "science of data", "data and its science", "data science today", "science data now",
    ]
    let items = titles.map { item($0, $0, [:]) }
    let table = try Table()
    for item in items { try table.documents.put(item) }
    let found = try table.found("data science")
    #expect(found.first == "data science today")
    #expect(
      found.firstIndex(of: "data and its science")! < found.firstIndex(of: "science of data")!)
    #expect(try table.found("science da").first == "science data now")
  }

  @Test func `as a whole word stands before the beginning of one in the same place`() throws {
    let items = [
      item("whole", "art of old", [:]), item("beginning", "artists of old", [:]),
      item("elsewhere", "artisans of old", ["contentDescription": ["art art"]]),
    ]
    let table = try Table()
    for item in items { try table.documents.put(item) }
    let found = try table.found("art")
    #expect(found.first == "whole")
    #expect(found.last == "beginning")
  }
}

/// What has not all words of a query.
@Suite("What has some of the words") struct PartialQueryTests {
  private let table: Table

  init() throws {
    table = try Table()
    for (id, title, body) in [
      ("dough", "Pizza dough", "make a ball"), ("pizza", "Pizza", "bake"),
      ("bread", "Bread", "dough to bake"), ("soup", "Soup", "how"), ("tower", "東京タワー", ""),
      ("tea", "Tea", "make it"),
    ] {
      try table.documents.put(Table.document(id, title, body: body))
    }
  }

  @Test(arguments: [
    ("pizza dough recipe", ["dough without recipe", "pizza without dough recipe"]),
    ("how to make a pizza dough", ["dough without how to", "pizza without how to make a dough"]),
    ("the soup", ["soup without the"]), ("unknown words", []), ("zzz", []),
    ("東京の塔", ["tower without の塔"]), ("how to", ["soup without to", "bread without how"]),
  ])
  func `is found, the best first, with what it has not`(query: String, found: [String]) throws {
    let partial = try table.partial(query)
    #expect(Array(partial.prefix(found.count)) == found)
    if found.isEmpty { #expect(partial == []) }
  }

  @Test func `stands below what has all of them, and only where hardly anything has`() throws {
    let hits = try table.documents.search(
      "pizza bake", app: nil, now: Timestamp(milliseconds: 0), limit: 10)
    #expect(hits.map(\.document.id).first == "pizza")
    #expect(hits.map(\.omitted.isEmpty) == [true, false, false])
    #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
    for number in 0..<3 {
      try table.documents.put(Table.document("\(number)", "Pizza", body: "to bake"))
    }
    #expect(try table.partial("pizza bake") == [])
  }

  @Test func `is the same list, however much of it is asked for`() throws {
    for number in 0..<30 { try table.documents.put(Table.document("\(number)", "Pizza \(number)")) }
    let all = try table.partial("pizza unheard")
    #expect(all.count == 32)
    for limit in [1, 9, 11, 31] {
      #expect(try table.partial("pizza unheard", limit: limit) == Array(all.prefix(limit)))
    }
  }
}
