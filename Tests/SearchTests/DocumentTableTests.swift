import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@Suite("A table of documents") struct DocumentTableTests {
  private static let library = [
    Table.document("lilies", "Water Lilies", body: "Monet Nymphéas 1906"),
    Table.document("coffee", "Cafe\u{301} crème"),
    Table.document("street", "Hauptstraße", body: "ÅNGSTRÖM"),
    Table.document("mail", "don't e-mail me"),
    Table.document("tower", "東京タワー"),
    Table.document("page", "重跑gen-itgc后50条", body: "ภาษาไทย 한국어사전 MyWindowClass phở"),
  ]

  @Test(arguments: [
    ("water", ["lilies"]), ("wat", ["lilies"]), ("w", ["lilies", "page"]), ("lil WAT", ["lilies"]),
    ("water crème", []), ("ater", []), ("wats", []), ("190", ["lilies"]), ("1907", []),
    ("cafe", ["coffee"]), ("CAFÉ", ["coffee"]), ("cafe\u{301} CREME", ["coffee"]),
    ("nympheas", ["lilies"]), ("angstrom", ["street"]), ("ångström", ["street"]),
    ("hauptstraß", ["street"]), ("HAUPTSTRASSE", ["street"]),
    ("e-mail", ["mail"]), ("don't", ["mail"]), ("don’t", ["mail"]), ("email", ["mail"]),
    ("東京", ["tower"]), ("タワー", ["tower"]), ("京タ", ["tower"]), ("ﾀﾜｰ", ["tower"]),
    ("たわー", ["tower"]), ("京", ["tower"]), ("京東", []), ("東タ", []), ("dont", ["mail"]),
    ("跑gen", ["page"]), ("itgc", ["page"]), ("后50", ["page"]), ("ไทย", ["page"]),
    ("ษาไ", ["page"]), ("국어", ["page"]), ("어사", ["page"]), ("사어", []),
    ("window", ["page"]), ("mywin", ["page"]), ("windowclass", ["page"]), ("WindowC", ["page"]),
    ("indow", []), ("pho", ["page"]),
    ("", []), ("  ", []), ("*", []), ("\"", []), ("NEAR(", []), ("🎬", []),
    ("\"water\"*", ["lilies"]), ("title:water", []), ("water OR crème", []), ("-water", ["lilies"]),
    ("water\0lil", ["lilies"]), ("^water", ["lilies"]), ("{water}", ["lilies"]),
  ])
  func `finds what begins with every word of a query, whatever case and accents`(
    query: String, ids: [String]
  ) throws {
    let table = try Table()
    for document in Self.library { try table.documents.put(document) }
    #expect(try table.found(query) == ids)
  }

  @Test func `looks for 32 words of a query at most`() throws {
    let table = try Table()
    for document in Self.library { try table.documents.put(document) }
    let known = String(repeating: "water ", count: 32)
    #expect(try table.found(known + "unknown") == ["lilies"])
    #expect(try table.found("unknown " + known) == [])
    #expect(try table.found(String(repeating: "water ", count: 100_000)) == ["lilies"])
  }

  @Test func `gives titles before keywords before texts, and what is opened before the rest`()
    throws
  {
    let table = try Table()
    var keyed = Table.document("keyed", "other")
    keyed.keywords = "word"
    let documents = [
      Table.document("text", "other", body: "word"), keyed, Table.document("title", "a word"),
      Table.document("opening", "word of it"), Table.document("part", "other", body: "wording"),
    ]
    for document in documents.shuffled() { try table.documents.put(document) }
    let ranked = ["opening", "title", "keyed", "text", "part"]
    #expect(try table.found("word") == ranked)
    for count in 1...5 {
      #expect(try table.found("word", limit: count) == Array(ranked.prefix(count)))
    }
    for _ in 0..<3 {
      try table.documents.engaged(app: "app", id: "text", at: Timestamp(milliseconds: 5))
      try table.documents.engaged(app: "other", id: "part", at: Timestamp(milliseconds: 5))
    }
    #expect(try table.found("word") == ["opening", "text", "title", "keyed", "part"])
  }

  @Test func `takes what is seen beside others and never opened down, and its app with it`() throws
  {
    let table = try Table()
    for app in ["good", "loud"] {
      for id in ["one", "two"] { try table.documents.put(Table.document("\(app) \(id)", app: app)) }
    }
    for _ in 0..<10 {
      try table.documents.engaged(
        app: "good", id: "good one", others: [(app: "loud", id: "loud one")],
        at: Timestamp(milliseconds: 5))
    }
    let found = try table.found("word")
    #expect(found == ["good one", "good two", "loud two", "loud one"])
    try table.documents.removeAll(app: "good")
    try table.documents.removeAll(app: "loud")
    #expect(
      try table.connection.integers("SELECT opened + looks FROM app_engagement") == [0, 0])
  }

  @Test func `counts what was seen by its place in all that was to be seen`() throws {
    let table = try Table()
    for id in ["opened", "second", "third"] { try table.documents.put(Table.document(id)) }
    try table.documents.engaged(
      app: "app", id: "opened",
      others: [nil, (app: "app", id: "second"), nil, (app: "app", id: "third")],
      at: Timestamp(milliseconds: 5))
    #expect(
      try table.connection.integers("SELECT looks FROM documents ORDER BY id")
        == [1_000, 500, 250])
  }

  /// A clock that was wrong by a century when something was opened.
  @Test func `finds on when something was opened long after now`() throws {
    let table = try Table()
    for id in ["a", "b"] { try table.documents.put(Table.document(id)) }
    let (now, century): (Int64, Int64) = (20_000 * 86_400_000, 100 * 365 * 86_400_000)
    for time in [now + century, now, Int64.max, 0, Int64.min] {
      try table.documents.engaged(app: "app", id: "b", at: Timestamp(milliseconds: time))
      try table.documents.opened(
        app: "app", id: "b", from: "word", at: Timestamp(milliseconds: time))
      #expect(try table.found("word", now: now) == ["b", "a"])
    }
  }

  @Test(arguments: ["京", "東京", "あいうえお"])
  func `looks for the beginning of a long run alone`(part: String) throws {
    let table = try Table()
    let text = String(repeating: part, count: 20_000 / part.count)
    try table.documents.put(Table.document("a", "title", body: text))
    #expect(try table.found(text) == ["a"])
    #expect(QueryWord.searched(in: text).map(\.parts.count) == [64])
  }

  @Test func `forgets an engagement with the document, and not when it is replaced`() throws {
    // None is called exactly so, which would stand before what was opened.
    let table = try Table()
    for id in ["a", "b"] { try table.documents.put(Table.document(id, "word first")) }
    try table.documents.engaged(app: "app", id: "b", at: Timestamp(milliseconds: 7))
    try table.documents.put(Table.document("b", "word again"))
    #expect(try table.found("word") == ["b", "a"])
    try table.documents.remove(.item, app: "app", id: "b")
    try table.documents.put(Table.document("b", "word first"))
    try table.documents.engaged(app: "app", id: "a", at: Timestamp(milliseconds: 7))
    #expect(try table.found("word") == ["a", "b"])
  }

  @Test func `replaces a document with all its words`() throws {
    let table = try Table()
    try table.documents.put(Table.document("a", "old", body: "former"))
    try table.documents.put(Table.document("a", "new", body: "later"))
    for query in ["old", "former"] { #expect(try table.found(query) == []) }
    for query in ["new", "later"] { #expect(try table.found(query) == ["a"]) }
    #expect(try table.documents.count(.item) == 1)
    #expect(try table.wordRowCount() == 1)
  }

  @Test(
    arguments: [
      (0, 0, true), (0, Int64.max, true), (1_000, 999, true), (1_000, 1_000, false),
      (1_000, 1_001, false), (-5, 0, false),
    ] as [(Int64, Int64, Bool)])
  func `finds a document until it expires`(expires: Int64, now: Int64, isFound: Bool) throws {
    let table = try Table()
    try table.documents.put(Table.document("a", expires: expires))
    #expect(try table.found("word", now: now) == (isFound ? ["a"] : []))
  }

  @Test func `searches one app or all`() throws {
    let table = try Table()
    for app in ["one", "two"] { try table.documents.put(Table.document(app, app: app)) }
    #expect(try Set(table.found("word")) == ["one", "two"])
    #expect(try table.found("word", app: "two") == ["two"])
    #expect(try table.found("word", app: "three") == [])
  }

  /// An item, the activity of its name, one that is bound to it, and what is of no concern to it.
  private func family() throws -> Table {
    let table = try Table()
    for document in [
      Table.document("a", domain: "x.y"), Table.document("a", kind: .activity),
      Table.document("bound", kind: .activity, related: "a"),
      Table.document("free", kind: .activity), Table.document("b", domain: "x"),
      Table.document("a", app: "other", domain: "x.y"),
      Table.document("bound", app: "other", kind: .activity, related: "a"),
    ] { try table.documents.put(document) }
    return table
  }

  private func names(_ table: Table) throws -> Set<String> {
    var names: Set<String> = []
    for kind in [SearchDocument.Kind.item, .activity] {
      try table.documents.forEach(kind) { hit in
        let isOther = hit.document.app == "other"
        names.insert("\(isOther ? "other " : "")\(kind) \(hit.document.id)")
      }
    }
    #expect(try table.wordRowCount() == names.count)
    #expect(try table.found("word").count == names.count)
    return names
  }

  @Test func `removes an item, and with it the activities that are bound to it`() throws {
    let strangers: Set = [
      "activity free", "item b", "other item a", "other activity bound",
    ]
    var table = try family()
    try table.documents.removeAll(app: "app", id: "a")
    #expect(try names(table) == strangers)
    table = try family()
    try table.documents.removeAll(app: "app", id: "nobody")
    try table.documents.removeAll(app: "app", id: "")
    #expect(try names(table).count == 7)
    try table.documents.remove(.activity, app: "app", id: "a")
    #expect(try names(table) == strangers.union(["item a", "activity bound"]))
    table = try family()
    try table.documents.removeAll(Self.domain("x.y"))
    #expect(try names(table) == strangers.union(["activity a"]))
    table = try family()
    try table.documents.removeAll(app: "app")
    #expect(try names(table) == ["other item a", "other activity bound"])
  }

  private static func domain(_ domain: String) -> DeletionScope {
    DeletionScope(Sample.deletion(ids: [], domains: [domain], all: false).itemsDeleted)
  }

  private static let domains = ["", "a", "a.b", "a.b.c", "a.b.c.d", "a.bc", "a-b", "a.b/c", "ab"]

  @Test(arguments: [
    ("a.b", ["a.b", "a.b.c", "a.b.c.d"]), ("a.b.c", ["a.b.c", "a.b.c.d"]), ("a.bc", ["a.bc"]),
    ("a", ["a", "a.b", "a.b.c", "a.b.c.d", "a.bc", "a.b/c"]), ("a.", []), ("b", []), ("", []),
    ("%", []), ("A", []),
  ])
  func `removes a domain with everything below it, and nothing beside it`(
    domain: String, removed: [String]
  ) throws {
    let table = try Table()
    for domain in Self.domains { try table.documents.put(Table.document(domain, domain: domain)) }
    try table.documents.removeAll(Self.domain(domain))
    let kept = Self.domains.filter { !removed.contains($0) }
    #expect(try Set(table.found("word")) == Set(kept))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `agrees with a plain list after whatever is done to it`(seed: UInt64) throws {
    let table = try Table()
    var random = SplitMix64(seed)
    var plain: [String: String] = [:]
    let words = ["alpha", "beta", "gamma", "alphabet", "delta"]
    for _ in 0..<400 {
      let id = "\(random.below(30))"
      switch random.below(6) {
      case 0:
        plain[id] = nil
        try table.documents.removeAll(app: "app", id: id)
      case 1:
        try table.documents.engaged(app: "app", id: id, at: Timestamp(milliseconds: 1))
      default:
        let text = (0..<3).map { _ in words[Int(random.below(5))] }.joined(separator: " ")
        plain[id] = text
        try table.documents.put(Table.document(id, text))
      }
    }
    for query in ["alpha", "alphab", "b", "gamma delta", "omega"] {
      let expected = plain.filter { _, text in
        query.split(separator: " ").allSatisfy { word in
          text.split(separator: " ").contains { $0.hasPrefix(word) }
        }
      }
      #expect(try Set(table.found(query)) == Set(expected.keys), "\(query)")
    }
    #expect(try table.wordRowCount() == plain.count)
  }
}
