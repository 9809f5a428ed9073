import Foundation
import TestSupport
import Testing

@Suite("The command journal export") struct ExportCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var journal: String { folder.file("phone/private.journal") }

  private static let trace = """
    {"app":"films","attributes":{"contentDescription":"sand, \\"spice\\"",\
    "title":"Dune"},"device":"p","id":"dune","kind":"index","time":1700000000}
    {"app":"films","device":"p","id":"view-dune","kind":"activity","public":true,\
    "search":true,"time":1700000001.5,"title":"Dune","type":"view",\
    "url":"https://example.com/dune"}
    {"app":"films","device":"p","id":"view-dune","kind":"engage","query":"dun",\
    "shown":["dune"],"time":1700000002}
    {"app":"films","device":"p","ids":["dune"],"kind":"delete","time":1700000003}

    """

  init() throws {
    folder = try TemporaryFolder()
    #expect(try program.run(["device", "init", folder.file("phone")]).status == 0)
    let outcome = try program.run(
      ["device", "index", folder.file("phone")], input: Self.trace)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func export(_ options: [String]) throws -> Program.Outcome {
    try program.run(["journal", "export", journal] + options)
  }

  @Test func `prints the trace that was journaled, and says what else there was`() throws {
    let outcome = try export(["--device", "p"])
    #expect(outcome.output == Self.trace && outcome.status == 0)
    #expect(
      outcome.errors == "spotlog: left out: 1 client states\n"
        + "spotlog: left out: 1 the journal's beginning\n")
    let part = try export(["--device", "p", "--from", "3", "--through", "4"])
    #expect(part.output.split(separator: "\n") == Array(Self.trace.split(separator: "\n")[1...2]))
    #expect(try export([]).output.contains("\"device\":\"p\"") == false)
  }

  @Test func `runs in a simulation, and in it names nobody`() throws {
    let outcome = try export(["--anonymize"])
    #expect(outcome.status == 0)
    for word in ["Dune", "dune", "films", "sand", "spice", "example", "dun\""] {
      #expect(!outcome.output.contains(word))
    }
    let path = folder.file("field.jsonl")
    try Data(outcome.output.utf8).write(to: URL(fileURLWithPath: path))
    let run = try program.run(["simulate", "--trace", path, "--threshold", "1", "--json"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"traceEvents\" : 4"), "\(run.output)")
    #expect(try export(["--anonymize"]).output != outcome.output)
    let key = folder.file("key")
    try Data(String(repeating: "0a", count: 32).utf8).write(to: URL(fileURLWithPath: key))
    let options = ["--anonymize", "--pseudonym-key-file", key]
    #expect(try export(options).output == export(options).output)
  }

  @Test func `makes a table of comma-separated values`() throws {
    let outcome = try export(["--format", "csv"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "number,time,kind,app,id,bytes,redacted,digest,fields")
    #expect(lines.count == 7 && outcome.status == 0 && outcome.errors.isEmpty)
    #expect(lines[2].hasPrefix("2,2023-11-14T22:13:20.000Z,item indexed,films,dune,"))
    #expect(
      lines[2].hasSuffix(
        #","{""contentDescription"":""sand, \""spice\"""",""title"":""Dune""}""#), "\(lines[2])")
    let hidden = try export(["--format", "csv", "--anonymize"]).output
    for word in ["Dune", "dune", "films", "spice", "example"] { #expect(!hidden.contains(word)) }
    #expect(hidden.contains("item indexed") && hidden.contains("contentDescription"))
  }

  @Test func `makes a database with views`() throws {
    let path = folder.file("phone.sqlite")
    let options = ["--format", "sqlite", "--out", path]
    let outcome = try export(options)
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    // Views are for other programs: ours runs none that a file brings.
    let answers = [
      ("SELECT count(*) FROM entry", "6"),
      (
        "SELECT fields FROM log WHERE number = 2",
        "contentDescription=sand, \"spice\"  title=Dune"
      ),
      ("SELECT day FROM by_day ORDER BY day", "2023-11-14"),
      ("SELECT entries FROM by_app WHERE app = 'films'", "4"),
      ("SELECT sum(entries) FROM by_kind", "6"),
    ]
    for (sql, answer) in answers { #expect(try RawDatabase.text(sql, on: path) == answer) }
    let again = try export(options)
    #expect(again.status == 73)
    #expect(again.errors == "spotlog: \(path) is there already. Choose another file.\n")
    let nowhere = try export(["--format", "sqlite", "--out", folder.file("none/x")])
    #expect(nowhere.status == 74 && nowhere.errors.contains("none/x cannot be written"))
  }

  @Test(arguments: [
    (["--format", "sqlite"], 64 as Int32, "--format sqlite needs --out FILE"),
    (["--out", "x"], 64, "--format sqlite needs --out FILE"),
    (["--from", "0"], 64, "--from takes 1 or more"),
    (["--from", "3", "--through", "2"], 64, "not above --through"),
    (["--through", "999"], 65, "The entry 999 does not lie in"),
    (["--device", "x", "--format", "csv"], 64, "--device names the device of a trace"),
    (["--device", ""], 64, "--device names the device of a trace"),
    (["--pseudonym-key-file", "/dev/null"], 64, "needs --anonymize"),
    (["--anonymize", "--pseudonym-key-file", "/dev/null"], 65, "not an ordinary file"),
    (["--format", "xml"], 64, "xml"),
  ])
  func `says what is wrong`(options: [String], status: Int32, message: String) throws {
    let outcome = try export(options)
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `makes no trace of another journal, and none of what is not there`() throws {
    let key = folder.file("key")
    try Data("0a0b".utf8).write(to: URL(fileURLWithPath: key))
    let short = try export(["--anonymize", "--pseudonym-key-file", key])
    #expect(short.status == 65 && short.errors.contains("does not hold 64 hexadecimal digits"))
    let missing = try program.run(["journal", "export", folder.file("none")])
    #expect(missing.status == 66)
    let trace = folder.file("trace.jsonl")
    try Data(Self.trace.utf8).write(to: URL(fileURLWithPath: trace))
    let out = folder.file("run")
    #expect(
      try program.run(["simulate", "--trace", trace, "--threshold", "1", "--out", out]).status == 0)
    let cloud = out + "/cloud/cloud.journal"
    let none = try program.run(["journal", "export", cloud])
    #expect(none.status == 65 && none.errors.contains("is a cloud journal"), "\(none.errors)")
    let rows = try program.run(["journal", "export", cloud, "--format", "csv"]).output
    #expect(rows.contains("threshold") && rows.contains(",batch,"))
  }
}
