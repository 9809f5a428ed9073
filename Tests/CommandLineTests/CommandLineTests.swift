import Foundation
import TestSupport
import Testing

@Suite("The command line") struct CommandLineTests {
  private let program = Program.built

  /// Every page of help, with what it has to mention.
  @Test(arguments: [
    ([], "simulate"), (["simulate"], "--faults"), (["simulate"], "--url"), (["device"], "index"),
    (["device", "init"], "<dir>"), (["device", "index"], "--transaction"),
    (["device", "delete"], "--domain"), (["device", "activity"], "--public"),
    (["device", "engage"], "--query"), (["device", "search"], "--limit"),
    (["device", "open"], "--query"), (["device", "report"], "--html"),
    (["device", "items"], "--columns"), (["device", "status"], "--json"),
    (["device", "sync"], "--cloud-key"), (["device", "rotate-key"], "Exit status"),
    (["journal"], "verify"), (["journal", "log"], "--from"), (["journal", "show"], "<number>"),
    (["journal", "stats"], "--json"), (["journal", "export"], "--anonymize"),
    (["journal", "verify"], "Exit status: 1"), (["journal", "salvage"], "--to"),
    (["query"], "explain"), (["query", "check"], "<query>"), (["query", "explain"], "--item"),
    (["query", "find"], "--device"), (["tokens"], "<text>"),
    (["web"], "robots"), (["web", "validate"], "--preview"), (["web", "extract"], "--url"),
    (["web", "robots"], "--agent"), (["web", "link"], "--installed"),
    (["cloud"], "rebuild"), (["cloud", "status"], "--data"), (["cloud", "popularity"], "--data"),
    (["cloud", "items"], "--data"), (["cloud", "search"], "<words>"),
    (["cloud", "why"], "<key>"), (["cloud", "rebuild"], "Exit status: 1"),
    (["cloud", "devices"], "--token-file"),
    (["cloud", "incidents"], "--url"), (["cloud", "candidates"], "--url"),
    (["cloud", "revoke"], "--counts"), (["cloud", "reinstate"], "<lineage>"),
    (["cloud", "retract"], "--undo"),
    (["cloud", "erase"], "<lineage>"), (["cloud", "take-down"], "<tag>"),
    (["cloud", "restore"], "<tag>"),
  ])
  func `explains itself`(command: [String], mention: String) throws {
    let outcome = try program.run(command + ["--help"])
    #expect(outcome.status == 0)
    let usage = (["USAGE: spotlog"] + command).joined(separator: " ")
    #expect(outcome.output.contains("OVERVIEW: "))
    #expect(outcome.output.contains(usage))
    #expect(outcome.output.contains(mention), "\(outcome.output)")
    #expect(outcome.errors.isEmpty)
    // An option without an explanation stands alone in its line.
    for line in outcome.output.split(separator: "\n") where line.hasPrefix("  --") {
      #expect(line.contains("   ") || line.count > 24, "\(line) is not explained")
    }
  }

  @Test(arguments: [
    (["fly"], 64 as Int32, "fly"),
    (["simulate"], 64, "--trace"),
    (["simulate", "--trace", "/none", "--threshold", "0"], 64, "at least 1"),
    (["simulate", "--trace", "/none", "--keep-devices"], 64, "--keep-devices needs --out"),
    (["simulate", "--trace", "/none", "--restore-devices", "101%"], 64, "restore-devices"),
    (["simulate", "--trace", "/none", "--clone-devices", "-1"], 64, "clone-devices"),
    (["simulate", "--trace", "/none", "--clone-devices", "some"], 64, "clone-devices"),
    (["simulate", "--trace", "/none", "--restore-cloud", "101"], 64, "0 to 100 times"),
    (["simulate", "--trace", "/none", "--lost-at", "night"], 64, "receipt"),
    (
      ["simulate", "--trace", "/none", "--restore-devices", "60%", "--clone-devices", "50%"], 64,
      "more than 100% together"
    ), (["simulate", "--trace", "-", "--restore-cloud", "1"], 64, "read twice"),
    (
      ["simulate", "--trace", "/none", "--restore-cloud", "1", "--url", "http://127.0.0.1:1"], 64,
      "omit --url"
    ), (["simulate", "--trace", "/none/trace"], 66, "there is no such file"),
    (["simulate", "--trace", "/none/trace", "--restore-cloud", "1"], 66, "there is no such file"),
    (["simulate", "--trace", "/"], 65, "/: is a folder, and a trace is a file. Give the file."),
    (["device", "search", "/none/device", "word"], 66, "There is no device in /none/device"),
    (["device", "init", "/dev/null/device"], 73, "is not a folder, so no device can be made in"),
    (["device", "search", "/none", "word", "--limit", "0"], 64, "at least 1"),
    (["journal", "log", "/none/x.journal"], 66, "There is no journal at /none/x.journal"),
    (["journal", "verify", "/etc/passwd"], 65, "is not a journal"),
    (["cloud", "status", "--data", "/none"], 66, "There is no cloud in /none. Check the path."),
  ])
  func `says what is wrong and ends with its status`(
    arguments: [String], status: Int32, message: String
  ) throws {
    let outcome = try program.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `is a device from the first item to the last look`() throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    #expect(try program.run(["device", "init", phone]).status == 0)
    #expect(try program.run(["device", "init", phone]).status == 73)
    for (id, title) in [("1", "Buy milk"), ("2", "Sell\tcheese\u{202E}")] {
      let outcome = try program.run([
        "device", "index", phone, "--app", "notes", "--id", id, "--attribute", "title=\(title)",
      ])
      #expect(outcome.status == 0)
    }
    #expect(try program.run(["device", "search", phone, "mil"]).output == "notes  1  Buy milk\n")
    let items = try program.run(["device", "items", phone, "--columns", "id,title"]).output
    #expect(items == "id\ttitle\n1\tBuy milk\n2\tSell\\u{9}cheese\\u{202e}\n")
    #expect(
      try program.run(["device", "delete", phone, "--app", "notes", "--id", "1"]).status == 0)
    #expect(try program.run(["device", "search", phone, "mil"]).output.isEmpty)
    let log = try program.run(["journal", "log", phone + "/private.journal"]).output
    #expect(log.split(separator: "\n").count == 4)
    let verified = try program.run(["journal", "verify", phone + "/private.journal"])
    #expect(verified.status == 0 && verified.output.hasSuffix("whole\n"))
    #expect(try program.run(["journal", "show", phone + "/private.journal", "9"]).status == 66)
    let wrong = try program.run([
      "device", "index", phone, "--app", "com.example.app", "--id", "3", "--attribute",
      "rating=high",
    ])
    #expect(wrong.status == 64 && wrong.errors.contains("\"rating\" that takes a number"))
  }

  @Test func `takes the good lines before a bad one, and says which it was`() throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    let good =
      "{\"time\":1,\"app\":\"a\",\"kind\":\"index\",\"id\":\"1\",\"attributes\":{\"title\":\"x\"}}"
    let outcome = try program.run(
      ["device", "index", phone], input: good + "\n" + good + "\n{\"time\":\n")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains("standard input, line 3, column 9: is not JSON: it ends too early."))
    #expect(try program.run(["device", "items", phone]).output == "app\tid\ttitle\na\t1\tx\n")
  }

  @Test func `finds damage in a journal and ends with 1`() throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    let lines = (1...200).map {
      "{\"time\":\($0),\"app\":\"a\",\"kind\":\"index\",\"id\":\"\($0)\","
        + "\"attributes\":{\"title\":\"needle\($0)\"}}"
    }
    #expect(
      try program.run(["device", "index", phone], input: lines.joined(separator: "\n")).status == 0)
    let path = phone + "/private.journal"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data("needle150".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let outcome = try program.run(["journal", "verify", path, "--json"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\"kind\" : \"brokenChain\""))
  }

  @Test func `says that a journal was cut short, and salvages what is left`() throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    let lines = (1...400).map {
      "{\"time\":\($0),\"app\":\"a\",\"kind\":\"index\",\"id\":\"\($0)\","
        + "\"attributes\":{\"title\":\"needle\($0)\"}}"
    }
    #expect(
      try program.run(["device", "index", phone], input: lines.joined(separator: "\n")).status == 0)
    let path = phone + "/private.journal"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count * 3 / 4).write(to: URL(fileURLWithPath: path))
    let verified = try program.run(["journal", "verify", path])
    #expect(verified.status == 1)
    #expect(
      verified.output.contains(
        "it has \(bytes.count * 3 / 4) bytes, and its header says \(bytes.count)."))
    let saved = folder.file("new/private.journal")
    try FileManager.default.createDirectory(
      atPath: folder.file("new"), withIntermediateDirectories: false)
    let salvaged = try program.run(["journal", "salvage", path, "--to", saved])
    #expect(salvaged.status == 1)
    #expect(salvaged.output.contains("cut short"))
    #expect(salvaged.output.contains("any entries after "))
    // Nobody can say how many came there.
    #expect(!salvaged.output.contains("lost        0 entries"))
    #expect(try program.run(["journal", "verify", saved]).status == 0)
    // It is a device: what was saved is found.
    let found = try program.run(["device", "search", folder.file("new"), "needle10"])
    #expect(found.output.contains("needle10"))
    #expect(try program.run(["journal", "salvage", path, "--to", saved]).status == 73)
    let other = folder.file("other")
    #expect(try program.run(["journal", "salvage", "/none", "--to", other]).status == 66)
  }
}
