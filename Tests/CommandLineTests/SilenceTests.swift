import Foundation
import TestSupport
import Testing

/// A stranger cannot tell a command that found nothing from one that did nothing.
@Suite("A command with nothing to show, or with a name that nothing has,") struct SilenceTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
  }

  /// Two items of notes, in a domain each.
  private func index() throws {
    for (id, domain) in [("1", "lists"), ("2", "letters")] {
      let made = try program.run([
        "device", "index", phone, "--app", "notes", "--id", id, "--domain", domain, "--attribute",
        "title=word",
      ])
      #expect(made.status == 0, "\(made.errors)")
    }
  }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    let outcome = try program.run(
      arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) })
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  @Test(arguments: [
    (["items", "FOLDER/phone"], "app\tid\ttitle\n", "no items"),
    (["items", "FOLDER/phone", "--json"], "", "no items"),
    (["items", "FOLDER/phone", "--format", "json"], "", "no items"),
    (["search", "FOLDER/phone", "word"], "", "no results"),
    (["report", "FOLDER/phone"], "", "no searches"),
    (["reindex", "FOLDER/phone", "--list"], "no open requests\n", nil),
    (
      ["reindex", "FOLDER/phone"], "no open requests\n",
      "Nothing new was requested: the index has no items. Name an app with --app to ask it."
    ),
  ])
  func `says so of an empty device`(command: [String], output: String, words: String?) throws {
    _ = try run(["device", "init", phone])
    let outcome = try run(["device"] + command)
    #expect(outcome.output == output)
    #expect(outcome.errors == (words.map { "spotlog: \($0)\n" } ?? ""))
  }

  @Test func `says which attribute of a query that finds nothing may be mistyped`() throws {
    try index()
    let found = try run(["query", "find", #"titlee == "word""#, "--device", phone])
    #expect(found.output == "")
    #expect(
      found.errors
        == """
        spotlog: no results
        spotlog: No attribute is called titlee, unless it is a key of an app's own. Did you mean \
        title?

        """)
  }

  @Test func `says that an item may have gone with a restore`() throws {
    try index()
    let backups = folder.file("backups")
    _ = try run(["snapshot", "create", phone, "--to", backups])
    _ = try run(["device", "index", phone, "--app", "notes", "--id", "3"])
    let names = try FileManager.default.contentsOfDirectory(atPath: backups)
    let snapshot = try #require(names.first { $0.hasSuffix(".sqlar") })
    _ = try run(["snapshot", "restore", backups + "/" + snapshot, "--to", phone])
    let why = try program.run(["journal", "why", phone, "3"])
    #expect(why.status == 65)
    #expect(why.errors.contains("names an item 3."), "\(why.errors)")
    #expect(why.errors.contains(" The device was restored at "), "\(why.errors)")
    #expect(
      why.errors.hasSuffix(
        "What was journaled here after that is gone, except for what apps gave again.\n"),
      "\(why.errors)")
  }

  @Test func `says so of a cloud without public items`() throws {
    let trace = try TraceLines.file(TraceLines.people(2).utf8, in: folder)
    _ = try run([
      "simulate", "--trace", trace, "--threshold", "9", "--out", folder.file("run"),
    ])
    let source = ["--data", folder.file("run/cloud")]
    for form in [[], ["--json"]] {
      let items = try run(["cloud", "items"] + source + form)
      #expect(items.output == "" && items.errors == "spotlog: no public items\n")
    }
    let first = try run(["cloud", "popularity", "--until", "1"] + source)
    #expect(first.output.split(separator: "\n").count == 1, "\(first.output)")
    #expect(first.errors == "spotlog: no items\n")
    let rows = try run(["cloud", "popularity"] + source)
    #expect(rows.output.contains("\ntag:") && rows.errors == "")
  }

  @Test(arguments: [
    (["index", "--app", "", "--id", "3"], "--app"), (["index", "--app", "a", "--id", ""], "--id"),
    (["delete", "--app", "notes", "--id", ""], "--id"),
    (["delete", "--app", "notes", "--id", "1", "--id", ""], "--id"),
    (["delete", "--app", "notes", "--domain", ""], "--domain"),
    (["delete", "--app", "", "--all"], "--app"),
    (["engage", "--app", "notes", "--id", "1", "--shown", ""], "--shown"),
    (["abandon", "--app", "notes", "--shown", ""], "--shown"),
    (["activity", "--app", "notes", "--id", "", "--type", "view"], "--id"),
    (["reindex", "--app", ""], "--app"), (["reindex", "--app", "notes", "--ids", ""], "--ids"),
  ])
  func `journals no empty name`(words: [String], option: String) throws {
    try index()
    let before = try run(["journal", "log", phone]).output
    let outcome = try program.run(["device", words[0], phone] + words.dropFirst())
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains("is invalid for '\(option) <"), "\(outcome.errors)")
    #expect(outcome.errors.contains("A name is empty. Check the variable that it came from."))
    #expect(try run(["journal", "log", phone]).output == before)
  }

  @Test(arguments: ["--app", "--item", "--domain", "--tag", "--device", "--words"])
  func `takes an empty condition for a mistake, and not for none`(option: String) throws {
    try index()
    let outcome = try program.run(["journal", "log", phone, option, ""])
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains("A name is empty."), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--id", "1", "--id", "nope"], "notes has no item or activity nope. Check --id."),
    (
      ["--id", "a", "--id", "1", "--id", "b", "--id", "a", "--id", "c", "--id", "d", "--id", "e"],
      "notes has no item or activity a, b, c and 2 more. Check --id."
    ),
    (
      ["--domain", "lists", "--domain", "nope"],
      "notes has nothing in the domain nope. Check --domain."
    ),
  ])
  func `names what a deletion did not reach`(words: [String], doubt: String) throws {
    try index()
    let delete = ["device", "delete", phone, "--app", "notes"] + words
    let preview = try run(delete + ["--dry-run"])
    #expect(preview.output == "1  word\n1 would be deleted\n")
    #expect(preview.errors == "spotlog: \(doubt)\n")
    let done = try run(delete)
    #expect(done.output == "1 event journaled, up to entry 4\n")
    #expect(done.errors == "spotlog: The deletion is journaled, and \(doubt)\n")
    #expect(try run(["device", "items", phone, "--columns", "id"]).output == "id\n2\n")
  }

  @Test(arguments: [
    (
      ["--app", "nobody"],
      "the index has no items of nobody. Check --app, or look with `spotlog device items`."
    ),
    (
      ["--app", "nobody", "--ids", "1"],
      "the index has no items of nobody. Check --app, or look with `spotlog device items`."
    ),
    (["--app", "notes", "--index", "drafts"], "notes has no index drafts. Check --index."),
    (["--app", "notes", "--ids", "1", "nope"], "notes has no item nope. Check --ids."),
  ])
  func `says what a reindex request names in vain`(words: [String], doubt: String) throws {
    try index()
    let reindex = ["device", "reindex", phone] + words
    let asked = try run(reindex)
    #expect(asked.errors == "spotlog: The request is journaled, and \(doubt)\n")
    #expect(asked.output.contains("  operator  attempt 1, again at "))
    // The second one joins the first.
    let again = try run(reindex)
    #expect(again.errors == "spotlog: Nothing new was requested: \(doubt)\n")
    #expect(again.output == asked.output)
  }

  @Test func `says whether a reindex request was a new one`() throws {
    try index()
    let reindex = ["device", "reindex", phone, "--app", "notes"]
    for words in [reindex, reindex + ["--index", ""], ["device", "reindex", phone]] {
      let outcome = try run(words)
      #expect(
        outcome.errors
          == (words == reindex
            ? "" : "spotlog: Nothing new was requested: open requests cover it.\n"),
        "\(words)")
    }
    let json = try run(reindex + ["--json"])
    #expect(json.errors == "spotlog: Nothing new was requested: open requests cover it.\n")
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [Any])
  }

  @Test func `says that an app is unknown where it searches`() throws {
    try index()
    let words = "spotlog: no results: the index has nothing of nobody. Check --app.\n"
    let query = ["query", "find", "title == *", "--device", phone, "--app"]
    for command in [["device", "search", phone, "word", "--app"], query] {
      let outcome = try run(command + ["nobody"])
      #expect(outcome.output == "" && outcome.errors == words, "\(outcome.errors)")
      #expect(try run(command + ["notes"]).errors == "")
    }
    let none = try run(["device", "search", phone, "zzz", "--app", "notes"])
    #expect(none.errors == "spotlog: no results\n")
  }

  @Test(arguments: [
    (["device", "search", "FOLDER/phone", ""], "The words are empty."),
    (["device", "search", "FOLDER/phone", "", ""], "The words are empty."),
    (["cloud", "search", "--data", "FOLDER", ""], "The words are empty."),
    (["cloud", "why", "", "--data", "FOLDER"], "A name is empty."),
    (["journal", "why", "FOLDER/phone", ""], "A name is empty."),
    (["journal", "log", "FOLDER/phone", "--format", ""], "--format is empty."),
  ])
  func `is not asked for the empty text`(words: [String], message: String) throws {
    try index()
    let outcome = try program.run(
      words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) })
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `says that there is nothing to export`() throws {
    try index()
    for (form, output) in [
      ("trace", ""), ("csv", "number,time,kind,app,id,bytes,redacted,digest,fields\n"),
    ] {
      let outcome = try run(["journal", "export", phone, "--format", form, "--from", "9"])
      #expect(outcome.output == output && outcome.errors == "spotlog: no entries\n")
    }
  }

  @Test func `takes spaces between columns for nothing`() throws {
    try index()
    let items = try run(["device", "items", phone, "--columns", "id, title"])
    #expect(items.output == "id\ttitle\n1\tword\n2\tword\n" && items.errors == "")
  }

  @Test func `says which field of a template no entry has`() throws {
    try index()
    let log = ["journal", "log", phone, "--format"]
    let wrong = try run(log + ["{number} {titel} {kin}"])
    #expect(wrong.output == "1  \n2  \n3  \n")
    #expect(
      wrong.errors == "spotlog: no entry here has a field kin. Did you mean kind?\n"
        + "spotlog: no entry here has a field titel. Did you mean title?\n")
    #expect(try run(log + ["{day} {title} {app}"]).errors == "")
    #expect(try run(log + ["{title}", "--redact"]).errors == "")
    #expect(try run(log + ["{title}", "--app", "nobody"]).errors == "spotlog: no entries\n")
  }
}
