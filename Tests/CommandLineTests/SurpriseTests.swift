import Foundation
import TestSupport
import Testing

/// What somebody types by mistake is said, and changes nothing that was not meant.
@Suite("A mistake at the command line") struct SurpriseTests {
  private let program = Program.built

  private func phone() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let made = try program.run([
      "device", "index", folder.file("phone"), "--app", "a", "--id", "1", "--attribute",
      "title=Milk",
    ])
    #expect(made.status == 0 && made.errors == "")
    #expect(made.output == "1 event journaled, up to entry 2, in a new device\n")
    return folder
  }

  @Test(arguments: [
    (["devcie"], "`spotlog` has no command \"devcie\". Did you mean `spotlog device`?"),
    (["device", "serach", "x"], "Did you mean `spotlog device search`?"),
    (["journal", "verfy", "x"], "Did you mean `spotlog journal verify`?"),
    (["verison"], "Did you mean `spotlog --version`?"),
    (
      ["cloud", "qqqqqq"], "`spotlog cloud` has no command \"qqqqqq\". See `spotlog cloud --help`."
    ),
  ])
  func `in a command's name gets the nearest one`(words: [String], message: String) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  @Test(arguments: [
    ["index", "--id", "1"], ["activity", "--id", "1"], ["engage", "--id", "1"],
    ["delete", "--id", "1"], ["delete", "--all"], ["delete", "--id", "1", "--dry-run"],
  ])
  func `of leaving out the app is refused`(words: [String]) throws {
    let folder = try phone()
    let before = try program.run(["journal", "log", folder.file("phone")]).output
    let outcome = try program.run(["device", words[0], folder.file("phone")] + words.dropFirst())
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--app is missing"))
    #expect(try program.run(["journal", "log", folder.file("phone")]).output == before)
  }

  @Test(arguments: [
    ["delete", "--app", "a", "--id", "1"], ["engage", "--app", "a", "--id", "1"], ["delete"],
    ["engage"],
  ])
  func `in the folder of something that is there makes no device`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let outcome = try program.run(["device", words[0], folder.file("phnoe")] + words.dropFirst())
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("There is no device in"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("phnoe")))
  }

  @Test(arguments: [
    (
      ["index", "--app", "a", "--id", "2", "--attribute", "titel=x"],
      "titel is not a documented attribute; it is stored as a custom attribute. Did you mean "
        + "title?"
    ),
    (
      ["index", "--app", "a", "--id", "2", "--attribute", "dueDte=2026-01-01"],
      "Did you mean dueDate?"
    ),
    (
      ["engage", "--app", "b", "--id", "1"],
      "The engagement is journaled but has no effect yet: no item or activity 1 of app b is "
        + "indexed. Check --app and --id, and that an activity is recorded with --search."
    ),
    (
      ["engage", "--app", "a", "--id", "1", "--shown", "nope"],
      "The engagement is journaled, but no item or activity nope of app a is indexed. Check "
        + "--shown."
    ),
    (
      ["index", "--app", "a", "--id", "1"],
      "The item is journaled without attributes, and those that 1 had are gone."
    ),
    (["delete", "--app", "b", "--id", "1"], "reached nothing of b"),
  ])
  func `in a name is said once it is journaled`(words: [String], message: String) throws {
    let folder = try phone()
    let outcome = try program.run(["device", words[0], folder.file("phone")] + words.dropFirst())
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ["index", "--app", "a", "--id", "2", "--attribute", "postNumber=7"],
    ["index", "--app", "a", "--id", "2", "--attribute", "title=x"],
    ["engage", "--app", "a", "--id", "1"], ["delete", "--app", "a", "--id", "1"],
    ["index", "--app", "a", "--id", "1", "--merge"], ["index", "--app", "a", "--id", "3"],
    ["engage", "--app", "a", "--id", "1", "--shown", "1"],
  ])
  func `that is none is not suspected`(words: [String]) throws {
    let folder = try phone()
    let outcome = try program.run(["device", words[0], folder.file("phone")] + words.dropFirst())
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
  }

  @Test(arguments: ["1", "1000"])
  func `in deletions of lines is said with how many there are`(transaction: String) throws {
    let folder = try phone()
    let device = folder.file("phone")
    let delete = #"{"time":3,"app":"a","kind":"delete","#
    let lines = [
      #"{"time":1,"app":"a","kind":"index","id":"7","domain":"d.e"}"#,
      #"{"time":1,"app":"a","kind":"activity","id":"8","type":"t","title":"t","search":true,"#
        + #""related":"7"}"#,
      // What was given by the same lines, or is in the index, is there.
      delete + #""domains":["d"]}"#, delete + #""ids":["1"]}"#,
    ]
    let options = ["device", "delete", device, "--transaction", transaction]
    let whole = try program.run(options, input: lines.joined(separator: "\n"))
    #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
    let vain = [
      delete + #""ids":["7","x"]}"#, delete + #""domains":["d"]}"#,
      #"{"time":3,"app":"b","kind":"delete","all":true}"#,
    ]
    for (count, said) in [
      (1, "1 deletion is journaled, and not all that it names is there: "),
      (3, "3 deletions are journaled, and not all that they name is there: "),
    ] {
      let outcome = try program.run(
        options, input: vain.prefix(count).joined(separator: "\n"))
      #expect(outcome.status == 0 && outcome.output.hasPrefix("\(count) events journaled"))
      #expect(
        outcome.errors == "spotlog: \(said)a has no item or activity 7, x. Check \"ids\".\n")
    }
    for (line, doubt) in [
      (vain[1], "a has nothing in the domain d. Check \"domains\"."),
      (vain[2], "the index has nothing of b. Check \"app\"."),
    ] {
      let outcome = try program.run(options, input: line)
      #expect(outcome.errors.hasSuffix("is there: \(doubt)\n"), "\(outcome.errors)")
    }
  }

  @Test func `in names of lines is said once a name`() throws {
    let folder = try phone()
    let line = #"{"time":1,"app":"a","kind":"index","attributes":{"titel":"x","com_x":1},"id":"#
    let input = [
      "\(line)\"5\"}", "\(line)\"6\"}", #"{"time":2,"app":"a","kind":"engage","id":"ghost"}"#,
      #"{"time":2,"app":"a","kind":"engage","id":"5","shown":["6"]}"#,
    ].joined(separator: "\n")
    let outcome = try program.run(["device", "index", folder.file("phone")], input: input)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "spotlog: 1 unknown result was opened or shown, which has no effect yet: no item or "
        + "activity ghost of app a is indexed. Check \"app\", \"id\" and \"shown\", "
        + "and \"search\" of an activity.\n"
        + "spotlog: titel is not a documented attribute; it is stored as a custom attribute. Did "
        + "you mean title?\n")
    // What an item has is a column, whatever it is like.
    let items = ["device", "items", folder.file("phone"), "--columns"]
    #expect(try program.run(items + ["titel"]).output.hasSuffix("x\nx\n"))
    let refused = try program.run(items + ["id,titl"])
    #expect(refused.status == 64 && refused.output == "")
    #expect(refused.errors.contains("no item has an attribute titl. Did you mean title?"))
    let other = try program.run(items + ["id,qqqqqq,dueDate"])
    #expect(other.status == 0)
    #expect(other.errors == "spotlog: no item has an attribute qqqqqq: its column is empty\n")
  }

  @Test(arguments: [
    ["--resume"], ["--acknowledge"], ["--transaction", "5"], ["--bad-lines", "/dev/null"],
  ])
  func `in options of lines beside those of one event is refused`(options: [String]) throws {
    let folder = try phone()
    for words in [
      ["index", "--id", "1"], ["engage", "--id", "1"], ["delete", "--id", "1"],
      ["activity", "--id", "1", "--type", "view"], ["delete", "--id", "1", "--dry-run"],
    ] {
      let outcome = try program.run(
        ["device", words[0], folder.file("phone"), "--app", "a"] + words.dropFirst() + options)
      #expect(outcome.status == 64 && outcome.output == "", "\(words)")
      #expect(outcome.errors.contains("\(options[0]) applies only to events"), "\(outcome.errors)")
    }
  }

  @Test func `in the words of a search is no silence`() throws {
    let folder = try phone()
    let outcome = try program.run(["device", "search", folder.file("phone"), "zzzz"])
    #expect(outcome.status == 0 && outcome.output == "")
    #expect(outcome.errors == "spotlog: no results\n")
  }

  @Test(arguments: [
    (["help", "devcie"], "Did you mean `spotlog device`?"),
    (["help", "device", "serach"], "Did you mean `spotlog device search`?"),
    (
      ["drill", "run", "restored-1-dya"], "There is no drill restored-1-dya. Did you mean restored-"
    ),
    (["drill", "run", "qqqqqq"], "There is no drill qqqqqq. `spotlog drill list` names them all."),
  ])
  func `in a name that is asked for gets the nearest one`(words: [String], message: String) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `in what is looked for is no silence, anyone who is asked`() throws {
    let folder = try phone()
    for (words, text) in [
      (["journal", "log", folder.file("phone"), "--app", "nobody"], "no entries"),
      (["journal", "log", folder.file("phone"), "--app", "nobody", "--json"], "no entries"),
      (["query", "find", "title == \"zzz\"", "--device", folder.file("phone")], "no results"),
      (["tokens", ", ."], "no words"),
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 0 && outcome.output == "", "\(words)")
      #expect(outcome.errors == "spotlog: \(text)\n", "\(words)")
    }
  }

  @Test func `in a folder's name is answered with what lies there`() throws {
    let folder = try phone()
    let inside = try program.run(["device", "status", folder.path])
    #expect(inside.status == 66)
    #expect(
      inside.errors.hasSuffix("Name a folder in it: \(folder.file("phone")).\n"), "\(inside.errors)"
    )
    let device = try program.run(["cloud", "status", "--data", folder.file("phone")])
    #expect(device.status == 66)
    #expect(
      device.errors.contains("There is no cloud in \(folder.file("phone")). It holds a device."))
    try FileManager.default.createDirectory(
      atPath: folder.file("cloud"), withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: folder.file("cloud") + "/cloud.journal"))
    let cloud = try program.run(["device", "items", folder.file("cloud")])
    #expect(cloud.status == 66)
    #expect(cloud.errors.contains("It holds a cloud. Inspect it with `spotlog cloud status --data"))
  }

  @Test func `is not made about amounts of bytes and their nouns`() throws {
    let folder = try phone()
    let stats = try program.run(["journal", "stats", folder.file("phone")]).output
    #expect(stats.contains(/\nfile        [0-9.]+ kB \([0-9]+,[0-9]{3} bytes\)\n/), "\(stats)")
    #expect(stats.contains("  1 entry  ") && !stats.contains(/\b1 (entries|days|bytes)\b/))
    let made = try program.run([
      "snapshot", "create", folder.file("phone"), "--to", folder.file("s"),
    ])
    #expect(made.output.contains(/, [0-9.]+ kB \([0-9]+,[0-9]{3} bytes\)\n/), "\(made.output)")
    // Raw for programs.
    let json = try program.run(["journal", "stats", folder.file("phone"), "--json"]).output
    #expect(json.contains(/"fileBytes" : [0-9]{4,}\b/), "\(json)")
  }

  @Test(arguments: ["file", "file/phone", "file/", "link", "link/phone"])
  func `in naming a file does not lead to advice that cannot be followed`(name: String) throws {
    let folder = try TemporaryFolder()
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.file("file")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.file("nothing"))
    let path = folder.file(name)
    for command in [["init", path], ["index", path, "--app", "a", "--id", "1"]] {
      let made = try program.run(["device"] + command)
      #expect(made.status == 73, "\(made)")
      let file = folder.file(String(name.prefix(4)))
      #expect(
        made.errors
          == "spotlog: \(file) is not a folder, so no device can be made in \(path). Choose a "
          + "folder that is empty or not there yet.\n")
    }
    for command in [
      ["items", path], ["search", path, "a"], ["status", path], ["delete", path, "--all"],
    ] {
      let refused = try program.run(["device"] + command)
      #expect([64, 66].contains(refused.status), "\(command): \(refused)")
      #expect(!refused.errors.contains("device init"), "\(command): \(refused)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("nothing")))
  }

  /// Foundation's way to leave out a last part of a path ends the process for these.
  @Test func `in a name of one letter is none`() throws {
    let folder = try TemporaryFolder()
    func run(_ arguments: [String]) throws -> Program.Outcome {
      try program.run(
        arguments, launcher: ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path])
    }
    let made = try run(["device", "index", "p", "--app", "a", "--id", "1"])
    #expect(made.status == 0, "\(made)")
    let missing = try run(["device", "items", "q"])
    #expect(missing.status == 66 && missing.errors.contains("device init q"), "\(missing)")
    #expect(try run(["snapshot", "create", "p", "--to", "b"]).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("b"))
    let snapshot = try #require(names.first { $0.hasSuffix(".sqlar") })
    try FileManager.default.moveItem(
      atPath: folder.file("b/" + snapshot), toPath: folder.file("s"))
    let restored = try run(["snapshot", "restore", "s", "--to", "r"])
    #expect(!restored.wasKilled && [0, 65].contains(restored.status), "\(restored)")
  }

  /// A line that a terminal wraps is two commands when it is pasted.
  @Test func `in pasting an example is not made by the help`() throws {
    let help = try program.run(["--experimental-dump-help"]).output
    var wrapped: [String] = []
    for match in help.matches(of: /"discussion" : "((?:[^"\\]|\\.)*)"/) {
      let lines = String(match.1).components(separatedBy: "\\n")
      for line in lines where line.hasPrefix("  ") {
        let shown = line.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
          .replacing("\\/", with: "/")
        // One of 80 columns wraps as well: the parser keeps the last column free.
        guard shown.count >= 80 else { continue }
        wrapped.append(line)
      }
    }
    #expect(wrapped == [])
    #expect(help.contains("\"discussion\" : "))
  }
}
