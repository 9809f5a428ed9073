import Foundation
import JournalFormat
import SQLite
import TestSupport
import Testing

/// `spotlog cloud why` on what a simulation left.
@Suite("The command cloud why") struct WhyCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var cloud: String { folder.file("out/cloud") }

  /// Two devices that engaged with the page `a` in each of two apps, and with the page `c`.
  init() throws {
    folder = try TemporaryFolder()
    let lines = ["x", "y"].flatMap { device in
      [("app", "a"), ("other", "a"), ("app", "c")].map { app, page in
        let start = "{\"time\":1,\"device\":\"\(device)\",\"app\":\"\(app)\",\"id\":\"\(page)\","
        return start + "\"kind\":\"activity\",\"type\":\"view\",\"search\":true,\"public\":true,"
          + "\"title\":\"Red balloon\",\"url\":\"https://example.com/\(page)\"}\n"
          + start + "\"kind\":\"engage\"}\n"
      }
    }
    let outcome = try program.run(
      ["simulate", "--trace", "-", "--threshold", "2", "--out", folder.file("out")],
      input: lines.joined())
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func why(_ key: String, _ more: String...) throws -> Program.Outcome {
    try program.run(["cloud", "why", key, "--data", cloud] + more)
  }

  private func object(_ outcome: Program.Outcome) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func `tells a public item's contributions, and that they add up`() throws {
    let outcome = try why("https://example.com/c")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "item     https://example.com/c")
    #expect(
      lines.contains(
        "why      It is public: 2 devices endorse the words that are shown, and 2 have to."))
    #expect(lines.contains { $0.hasPrefix("counts   2 engagements, 2 devices endorse now") })
    #expect(
      lines.count { $0.hasPrefix("engaged  1970-01-01  entry ") && $0.hasSuffix("  counts") } == 2)
    #expect(lines.last == "equal: the contributions add up to what is counted")
    let json = try object(try why("https://example.com/c", "--json"))
    #expect(json["equal"] as? Bool == true && json["public"] as? Bool == true)
    #expect((json["contributions"] as? [[String: Any]])?.count == 2)
  }

  @Test(arguments: [
    (1, false, "It is public: 1 device endorses the words that are shown, and 1 has to."),
    (1, true, "It is not public: no device endorses it, and 1 has to."),
    (2, true, "It is not public: no device endorses it, and 2 have to."),
    (2, false, "It is not public: no content has more than 1 endorser, and 2 are needed."),
  ])
  func `counts endorsers in whole sentences`(
    threshold: Int, isDeleted: Bool, sentence: String
  ) throws {
    let start = #"{"device":"x","app":"app","id":"a","#
    let lines = [
      start + #""time":1,"kind":"activity","type":"view","search":true,"public":true,"#
        + #""title":"Red balloon","url":"https://example.com/a"}"#,
      start + #""time":100000,"kind":"engage"}"#,
      #"{"device":"x","app":"app","time":200000,"kind":"delete","ids":["a"]}"#,
    ]
    let made = try program.run(
      ["simulate", "--trace", "-", "--threshold", "\(threshold)", "--out", folder.file("one")],
      input: lines.prefix(isDeleted ? 3 : 2).joined(separator: "\n"))
    #expect(made.status == 0, "\(made.errors)")
    let data = ["--data", folder.file("one/cloud")]
    let counts = try program.run(["cloud", "popularity"] + data).output.split(separator: "\n")
    let key = String(try #require(counts.last?.split(separator: "\t").first))
    let answer = try program.run(["cloud", "why", key] + data).output.split(separator: "\n")
    #expect(answer.contains("why      \(sentence)"), "\(answer)")
  }

  @Test func `asks for the tag where several apps have a page`() throws {
    let outcome = try why("https://example.com/a")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("2 items have the key https://example.com/a"))
    let tags = outcome.errors.matches(of: /[0-9a-f]{34}/).map { String($0.output) }
    #expect(tags.count == 2)
    for tag in tags {
      #expect(try why(tag).output == (try why("tag:\(tag)").output))
      #expect(try why(tag).output.hasPrefix("item     https://example.com/a\ntag      \(tag)\n"))
    }
  }

  @Test(arguments: [
    "https://example.com/nothing", "tag:", "0185eb378e9ec576edeb3fc672557f0e75", "tag:zz",
    "https://example.com/\u{1B}[2J",
  ])
  func `says that nobody reported an item`(key: String) throws {
    let outcome = try why(key, "--json")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("Nobody has reported an item"))
    #expect(outcome.errors.contains("spotlog cloud popularity"))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test func `says what is missing`() throws {
    let nowhere = try program.run(["cloud", "why", "a", "--data", folder.file("nowhere")])
    #expect(nowhere.status == 66 && nowhere.errors.contains("nowhere"))
    #expect(try program.run(["cloud", "why", "a"]).status == 64)
    #expect(try program.run(["cloud", "why", "--data", cloud]).status == 64)
  }

  /// A batch that lost its payload, and nothing in the log says so.
  @Test func `tells that what is counted does not follow from the log`() throws {
    do {
      let file = try Connection(path: cloud + "/cloud.journal", mode: .readWrite)
      let first = try file.statement("SELECT number, payload FROM entries WHERE kind = 32")
      #expect(try first.step())
      let number = first.integer(0)
      let payload = first.bytes(1)
      first.reset()
      let update = try file.statement(
        "UPDATE entries SET payload = NULL, redacted_size = ?, redacted_digest = ? "
          + "WHERE number = ?")
      update.bind(1, Int64(payload.count))
      update.bind(2, Digest(of: payload).bytes)
      update.bind(3, number)
      _ = try update.step()
      update.reset()
    }
    let text = try why("https://example.com/c")
    #expect(text.status == 1 && text.errors.isEmpty, "\(text.errors)")
    #expect(text.output.contains("counts   2 engagements, 2 devices endorse now"))
    let last = text.output.split(separator: "\n").last
    let sum = "different: the contributions add up to 1 engagement, 1 device "
    #expect(last?.hasPrefix(sum) == true)
    let json = try why("https://example.com/c", "--json")
    #expect(json.status == 1)
    #expect(try object(json)["equal"] as? Bool == false)
  }

  @Test func `says where a log cannot be read`() throws {
    // Closed, so that the change is in the file and in no log that is not the journal's own.
    do {
      let file = try Connection(path: cloud + "/cloud.journal", mode: .readWrite)
      try file.execute("UPDATE entries SET payload = x'02000000' WHERE number = 2")
    }
    let outcome = try why("https://example.com/c")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("is not what the chain says"), "\(outcome.errors)")
  }
}
