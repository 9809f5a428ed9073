import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("spotlog device reindex") struct ReindexCommandTests {
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    for (app, id) in [("notes", "1"), ("notes", "2"), ("mail", "3")] {
      _ = try output([
        "device", "index", phone, "--app", app, "--id", id, "--attribute", "title=word",
      ])
    }
  }

  private func output(_ arguments: [String]) throws -> String {
    let outcome = try Program.built.run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func reindex(_ arguments: String...) throws -> String {
    try output(["device", "reindex", phone] + arguments)
  }

  private func requests() throws -> [[String: Any]] {
    let json = try reindex("--list", "--json")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
  }

  @Test func `asks, lists, marks and sweeps`() throws {
    #expect(try reindex("--list") == "no open requests\n")
    let asked = try reindex("--app", "notes")
    #expect(asked.contains("  notes  all  operator  attempt 1, again at "))
    let request = try #require(try requests().first)
    #expect(try requests().count == 1)
    #expect(request["scope"] as? String == "all" && request["reason"] as? String == "operator")
    let name = try #require(request["request"] as? String)
    // A second one joins it, also for some of the items.
    _ = try reindex("--app", "notes", "--ids", "1", "2")
    #expect(try requests().count == 1)
    _ = try output([
      "device", "index", phone, "--app", "notes", "--id", "2", "--attribute", "title=word",
    ])
    #expect(
      try output(["device", "items", phone, "--columns", "id,unconfirmed"])
        == "id\tunconfirmed\n1\tunconfirmed\n2\t\n3\t\n")
    #expect(try output(["device", "search", phone, "word"]).contains("1  word  (unconfirmed)\n"))
    #expect(
      try output(["device", "status", phone]).contains(
        "reindex     1 open request, 1 item unconfirmed: spotlog device reindex \(phone) --list"))
    #expect(
      try reindex("--acknowledge", name) == "\(name) acknowledged, 1 item swept\n")
    #expect(try output(["device", "items", phone, "--columns", "id"]) == "id\n2\n3\n")
    #expect(try !output(["device", "status", phone]).contains("reindex"))
    let log = try output(["journal", "log", phone + "/private.journal"])
    for words in ["reindex requested", "items swept", "reindex acknowledged"] {
      #expect(log.contains(words), "\(words)")
    }
  }

  @Test func `asks every app when none is named, and for some items by their identifiers`() throws {
    _ = try reindex("--app", "notes", "--ids", "2", "1")
    let request = try #require(try requests().first)
    #expect(request["scope"] as? String == "identifiers")
    #expect(request["ids"] as? [String] == ["1", "2"])
    _ = try reindex()
    #expect(try requests().map { $0["app"] as? String } == ["mail", "notes"])
    _ = try reindex("--app", "other", "--index", "named")
    #expect(try requests().last?["index"] as? String == "named")
  }

  @Test func `is asked of every app after a restore, before anything else is journaled`() throws {
    do {
      let journal = try Connection(path: phone + "/private.journal", mode: .readWrite)
      try RestoreMark(time: Timestamp(milliseconds: 1), snapshot: "a snapshot")
        .write(4, to: journal)
    }
    _ = try output([
      "device", "index", phone, "--app", "notes", "--id", "1", "--attribute", "title=word",
    ])
    #expect(try requests().map { $0["reason"] as? String } == ["restored", "restored"])
    #expect(
      try output(["device", "items", phone, "--columns", "id,unconfirmed"])
        == "id\tunconfirmed\n1\t\n2\tunconfirmed\n3\tunconfirmed\n")
  }

  @Test func `says as JSON what it acknowledged, as its page has it`() throws {
    _ = try reindex("--app", "mail")
    let name = try #require(try requests().first?["request"] as? String)
    let json = try reindex("--acknowledge", name, "--json")
    let ended = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let page = JSONKeysTests.sections["device reindex --acknowledge"]
    #expect(Set(ended.keys) == page?.required)
    #expect(ended["request"] as? String == name && ended["swept"] as? Int == 1)
  }

  @Test(
    arguments: [
      (["--ids", "1"], 64, "name it with --app"), (["--index", "x"], 64, "name it with --app"),
      (["--list", "--app", "notes"], 64, "omit --app."),
      (["--acknowledge", "x", "--list"], 64, "--acknowledge cannot be combined"),
      (["--acknowledge", "x"], 64, "\"x\" is not a request ID; expected 32 hex"),
      (
        ["--acknowledge", "00112233445566778899aabbccddeeff"], 1,
        "has no open request 00112233445566778899aabbccddeeff. It has ended, or was replaced"
      ),
    ] as [([String], Int32, String)])
  func `refuses with a sentence`(arguments: [String], status: Int32, message: String) throws {
    let outcome = try Program.built.run(["device", "reindex", phone] + arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `says that there is no device`() throws {
    let outcome = try Program.built.run(["device", "reindex", folder.file("none"), "--list"])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("There is no device in"))
  }

  @Test func `shows examples in its help`() throws {
    let help = try output(["device", "reindex", "--help"])
    #expect(help.contains("spotlog device reindex phone --acknowledge"))
  }
}
