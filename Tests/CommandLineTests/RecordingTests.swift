import Foundation
import TestSupport
import Testing

/// What the recording commands take and say, and what looks back at it.
@Suite("A recording command") struct RecordingTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
  }

  private func output(_ arguments: [String], input: String? = nil) throws -> String {
    let outcome = try program.run(arguments, input: input)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `takes the app of its option for lines that name none, and refuses them without`()
    throws
  {
    let line = "{\"time\":1,\"kind\":\"index\",\"id\":\"1\"}"
    let refused = try program.run(["device", "index", phone], input: line)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("standard input, line 1, column 1: has no \"app\"."))
    let named = line.dropLast() + ",\"app\":\"notes\"}"
    _ = try output(["device", "index", phone, "--app", "mail"], input: line + "\n" + named)
    let items = try output(["device", "items", phone, "--columns", "app,id"])
    #expect(items == "app\tid\nmail\t1\nnotes\t1\n")
  }

  @Test func `says what a deletion would reach, and changes nothing`() throws {
    let lines = [("1", "mail.inbox"), ("2", "mail.inbox.old"), ("3", "mail.inboxes"), ("4", "")]
      .map { id, domain in
        #"{"time":1,"kind":"index","app":"mail","id":"\#(id)","domain":"\#(domain)","#
          + #""attributes":{"title":"letter \#(id)"}}"#
      }
    _ = try output(["device", "index", phone], input: lines.joined(separator: "\n"))
    let delete = ["device", "delete", phone, "--app", "mail"]
    let reached = try output(delete + ["--domain", "mail.inbox", "--dry-run"])
    #expect(reached == "1  letter 1\n2  letter 2\n2 would be deleted\n")
    #expect(try output(delete + ["--all", "--dry-run"]).hasSuffix("\n4 would be deleted\n"))
    #expect(try output(delete + ["--id", "5", "--dry-run"]) == "0 would be deleted\n")
    #expect(
      try output(delete + ["--id", "3", "--dry-run", "--json"]).filter { !$0.isWhitespace }
        == #"[{"id":"3","kind":"item","title":"letter3"}]"#)
    #expect(try output(["device", "items", phone, "--columns", "id"]) == "id\n1\n2\n3\n4\n")
    // A deletion that reaches nothing is journaled, and says so.
    let vain = try program.run(["device", "delete", phone, "--app", "com.example.app", "--id", "3"])
    #expect(vain.status == 0)
    #expect(
      vain.errors == "spotlog: The deletion is journaled, and reached nothing of com.example.app. "
        + "Name another app with --app, or look with `spotlog device items`.\n")
    for several in [["--id", "1", "--all"], ["--domain", "a", "--id", "1", "--dry-run"]] {
      let refused = try program.run(delete + several)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("Give one of --id, --domain and --all."))
    }
    let refused = try program.run(delete + ["--dry-run"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--dry-run takes --id, --domain or --all."))
  }

  @Test func `tells an item from an activity of the same identifier that would be deleted`() throws
  {
    let app = ["--app", "a", "--id", "1"]
    _ = try output(["device", "index", phone] + app + ["--attribute", "title=Milk"])
    _ = try output(["device", "index", phone, "--app", "a", "--id", "2"])
    _ = try output(
      ["device", "activity", phone] + app + ["--type", "view", "--title", "Milk", "--search"])
    let delete = ["device", "delete", phone, "--app", "a", "--all", "--dry-run"]
    #expect(try output(delete) == "1  Milk\n2\n1  Milk  (activity)\n3 would be deleted\n")
    #expect(
      try output(delete + ["--json"]).filter { !$0.isWhitespace }
        == #"[{"id":"1","kind":"item","title":"Milk"},{"id":"2","kind":"item","title":""},"#
        + #"{"id":"1","kind":"activity","title":"Milk"}]"#)
  }

  @Test(
    arguments: [
      ("index", ["--protection", "complete"]), ("index", ["--attribute", "title=a"]),
      ("index", ["--domain", "a"]), ("index", ["--merge"]), ("activity", ["--type", "view"]),
      ("activity", ["--search"]), ("engage", ["--query", "a"]), ("engage", ["--shown", "1"]),
    ])
  func `leaves nothing out that is said of one item, where lines are read`(
    command: String, options: [String]
  ) throws {
    let line = #"{"time":1,"kind":"index","app":"a","id":"1","attributes":{"title":"secret"}}"#
    _ = try output(["device", "init", phone])
    try line.write(toFile: phone + ".lines", atomically: true, encoding: .utf8)
    let refused = try program.run(
      ["device", command, phone] + options, inputPath: phone + ".lines")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("\(options[0]) needs --id. Without --id, events are read"))
    #expect(try output(["device", "items", phone, "--columns", "id"]) == "id\n")
  }

  @Test func `takes attributes as they are typed, by their types`() throws {
    let attributes = [
      "title=Tea", "pageCount=12", "keywords=green", "keywords=hot", "userOwned=true",
      "dueDate=2026-01-31", "authorNames=Ann",
    ]
    let index = ["device", "index", phone, "--app", "a", "--id", "1"]
    _ = try output(index + attributes.flatMap { ["--attribute", $0] })
    for query in [
      "pageCount == 12", "keywords == \"hot\"", "userOwned == 1", "authorNames == \"Ann\"",
      "InRange(dueDate, $time.iso(2026-01-31T00:00:00Z), $time.iso(2026-01-31T00:00:00Z))",
    ] {
      #expect(try output(["query", "find", query, "--device", phone]) == "a\t1\tTea\n", "\(query)")
    }
    for number in ["many", "nan", "inf", "1e999"] {
      let refused = try program.run(index + ["--attribute", "pageCount=" + number])
      #expect(refused.status == 64)
      #expect(
        refused.errors.contains("\"pageCount\" that takes a number, and was given a text."))
    }
  }

  @Test(arguments: [
    ("pageCount=12", "12"), ("pageCount=-1.5", "-1.5"),
    ("pageCount=9007199254740991", "9007199254740991"),
    ("dueDate=1582-10-14", "1582-10-14T00:00:00.000Z"),
    ("dueDate=2026-01-31T12:00+02:00", "2026-01-31T10:00:00.000Z"),
    ("com_example=738529527931269425", "738529527931269425"), ("com_example=007", "007"),
  ])
  func `gives back an attribute as it was given`(attribute: String, shown: String) throws {
    let name = String(attribute.prefix { $0 != "=" })
    _ = try output(
      ["device", "index", phone, "--app", "a", "--id", "1", "--attribute", attribute])
    let rows = try output(["device", "items", phone, "--columns", "id,\(name)"])
    #expect(rows.split(separator: "\n").last == "1\t\(shown)")
  }

  @Test(arguments: [
    "dueDate=2026-02-30", "dueDate=2026-01-05T25:00:00Z", "dueDate=2026-06-15T10:61:00Z",
    "dueDate=2026-01-05T10:00:00Zjunk", "pageCount=738529527931269425",
    "pageCount=9007199254740992", "pageCount=9007199254740993.0",
    "pageCount=123456789012345678e0",
  ])
  func `refuses an attribute that it would have to change`(attribute: String) throws {
    let refused = try program.run(
      ["device", "index", phone, "--app", "a", "--id", "1", "--attribute", attribute])
    #expect(refused.status == 64, "\(refused.errors)")
    #expect(refused.errors.hasPrefix("spotlog: The item has an attribute"))
  }

  @Test(arguments: [
    ("dueDate=2026-02-30", "which \"2026-02-30\" is not: 30 February does not exist."),
    ("dueDate=2026-01-05T25:00:00Z", "is not: there is no hour 25."),
    ("dueDate=soon", "a date such as 2026-01-31, which \"soon\" is not."),
  ])
  func `says why a date is none`(attribute: String, reason: String) throws {
    let refused = try program.run(
      ["device", "index", phone, "--app", "a", "--id", "1", "--attribute", attribute])
    #expect(refused.status == 64 && refused.errors.hasSuffix(reason + "\n"), "\(refused.errors)")
  }

  @Test func `finds what was meant, and shows where`() throws {
    let line =
      #"{"time":1,"kind":"index","app":"mail","id":"1","attributes":{"title":"Tomato soup","#
      + #""contentDescription":"A soup of tomatoes and salt"}}"#
    _ = try output(["device", "index", phone], input: line)
    let search = ["device", "search", phone]
    #expect(try output(search + ["tonato"]) == "mail  1  Tomato soup  (for tomato)\n")
    #expect(
      try output(search + ["soup", "--snippets"])
        == "mail  1  Tomato soup\n    A [soup] of tomatoes and salt\n")
    #expect(
      try output(search + ["tonato", "--snippets"])
        == "mail  1  Tomato soup  (for tomato)\n    A soup of [tomatoes] and salt\n")
    let found = try object(
      String(try output(search + ["tonato", "--json"]).dropFirst().dropLast(2)))
    #expect(found["corrections"] as? [String: String] == ["tonato": "tomato"])
    #expect(found["snippet"] == nil)
    let refused = try program.run(
      search + ["soup", "--snippets", "--until", "2026-01-01T00:00:00Z"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--until and --snippets cannot be combined."))
  }

  @Test func `says as JSON what it journaled`() throws {
    let made = try object(try output(["device", "init", phone, "--json"]))
    #expect((made["journal"] as? String)?.count == 32)
    let commands = [
      ["index", "--id", "1"], ["activity", "--id", "a", "--type", "view"],
      ["engage", "--id", "a"], ["delete", "--id", "1"],
    ]
    var last = 0
    for command in commands {
      let arguments =
        ["device", command[0], phone, "--app", "notes"] + command.dropFirst() + ["--json"]
      let recorded = try object(try output(arguments))
      #expect(recorded.keys.sorted() == ["events", "lastEntry"])
      #expect(recorded["events"] as? Int == 1)
      let entry = try #require(recorded["lastEntry"] as? Int)
      #expect(entry > last)
      last = entry
    }
  }

  @Test func `keeps the types of attributes, as JSON shows them`() throws {
    let attributes = """
      {"title":"x","rating":4.5,"dueDate":"2020-01-02","keywords":["b","a"],"allDay":true}
      """
    let line = "{\"time\":1,\"app\":\"a\",\"kind\":\"index\",\"id\":\"1\",\"domain\":\"d\","
    _ = try output(["device", "index", phone], input: line + "\"attributes\":\(attributes)}")
    let item = try object(try output(["device", "items", phone, "--json"]))
    #expect(item.keys.sorted() == ["app", "attributes", "domain", "id"])
    let found = try #require(item["attributes"] as? [String: Any])
    #expect(found["title"] as? String == "x")
    #expect(found["rating"] as? Double == 4.5)
    #expect(found["keywords"] as? [String] == ["b", "a"])
    #expect(found["allDay"] as? Bool == true)
    #expect((found["dueDate"] as? String)?.hasPrefix("2020-01-02") == true)
  }

  @Test(arguments: [
    (["--from", "1", "--limit", "2"], ["1", "2"]), (["--limit", "2"], ["4", "5"]),
    (["--from", "4"], ["4", "5"]), (["--from", "9"], []),
    (["--limit", "99"], ["1", "2", "3", "4", "5"]),
  ])
  func `is followed by a log that begins where it is told to`(
    options: [String], numbers: [String]
  ) throws {
    for id in 1...4 {
      _ = try output(["device", "index", phone, "--app", "com.example.app", "--id", "\(id)"])
    }
    let log = try output(["journal", "log", phone + "/private.journal"] + options)
    #expect(log.split(separator: "\n").map { String($0.prefix { $0 != " " }) } == numbers)
  }
}
