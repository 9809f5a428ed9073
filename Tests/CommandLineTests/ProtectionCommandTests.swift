import Foundation
import TestSupport
import Testing

@Suite("Protected items at the command line") struct ProtectionCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String
  private let key: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    key = folder.file("phone.key")
    try Data((0..<32).map { UInt8($0) }).write(to: URL(fileURLWithPath: key))
    #expect(try program.run(["device", "init", phone]).status == 0)
    try index("1", "Diary", ["--protection", "complete", "--unlock", key])
    try index("2", "Dial")
  }

  private func index(_ id: String, _ title: String, _ more: [String] = []) throws {
    let outcome = try program.run(
      ["device", "index", phone, "--app", "notes", "--id", id, "--attribute", "title=\(title)"]
        + more)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `are found and listed with the key alone`() throws {
    let search = ["device", "search", phone, "dia"]
    #expect(try program.run(search).output == "notes  2  Dial\n")
    let opened = try program.run(search + ["--unlock", key]).output
    #expect(Set(opened.split(separator: "\n")) == ["notes  2  Dial", "notes  1  Diary"])
    let items = ["device", "items", phone]
    #expect(try program.run(items).output == "app\tid\ttitle\nnotes\t2\tDial\n")
    #expect(
      try program.run(items + ["--unlock", key]).output
        == "app\tid\ttitle\nnotes\t1\tDiary\nnotes\t2\tDial\n")
    let find = ["query", "find", #"title == "Di*""#, "--device", phone]
    #expect(try program.run(find).output == "notes\t2\tDial\n")
    #expect(
      try program.run(find + ["--unlock", key]).output == "notes\t1\tDiary\nnotes\t2\tDial\n")
  }

  @Test func `are given by lines as well, and by no line that the device cannot seal`() throws {
    let line =
      #"{"time":1,"app":"notes","kind":"index","id":"3","protection":"complete","#
      + #""attributes":{"title":"Dialogue"}}"#
    let path = folder.file("lines")
    try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: path))
    let locked = try program.run(["device", "index", phone], inputPath: path)
    #expect(locked.status == 65)
    #expect(
      locked.errors.contains(
        "Item \"3\" is protected, and the device is locked. Unlock it, and give the item again. "
          + "Add --unlock FILE with the device's key. No new line was journaled."),
      "\(locked.errors)")
    let opened = try program.run(["device", "index", phone, "--unlock", key], inputPath: path)
    #expect(opened.status == 0, "\(opened.errors)")
    let search = ["device", "search", phone, "dialogue"]
    #expect(try program.run(search).output.isEmpty)
    #expect(try program.run(search + ["--unlock", key]).output == "notes  3  Dialogue\n")
    let journal = try Data(contentsOf: URL(fileURLWithPath: phone + "/private.journal"))
    #expect(journal.range(of: Data("Dialogue".utf8)) == nil)
  }

  @Test func `say why, where they cannot be given or the key is none`() throws {
    let short = folder.file("short.key")
    try Data([1, 2]).write(to: URL(fileURLWithPath: short))
    let other = folder.file("other.key")
    try Data(repeating: 9, count: 32).write(to: URL(fileURLWithPath: other))
    let cases: [(arguments: [String], status: Int32, message: String)] = [
      (
        [
          "device", "index", phone, "--app", "com.example.app", "--id", "3", "--protection",
          "untilFirstUnlock",
        ], 65,
        "Item \"3\" is protected, and the device is locked. Unlock it, and give the item again. "
          + "Add --unlock FILE with the device's key."
      ),
      (
        ["device", "search", phone, "x", "--unlock", short], 65,
        "A key of 2 bytes cannot unlock a device; it has 32."
      ),
      (
        ["device", "search", phone, "x", "--unlock", other], 65,
        "This key does not unlock the device. Give the one that it was unlocked with first."
      ),
      (
        ["device", "search", phone, "x", "--unlock", folder.file("none")], 66,
        "There is no key at \(folder.file("none")). Check the path."
      ),
    ]
    for (arguments, status, message) in cases {
      let outcome = try program.run(arguments)
      #expect(outcome.status == status)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors == "spotlog: \(message)\n")
    }
  }

  @Test func `are shown by the journal's tools without a word of theirs`() throws {
    let journal = phone + "/private.journal"
    for command in [["log"], ["show", "2"], ["why", "1", "--query", "diary"]] {
      let outcome = try program.run(
        ["journal", command[0], command[0] == "why" ? phone : journal] + command.dropFirst())
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.output.contains("Diary"))
    }
    let log = try program.run(["journal", "log", journal]).output
    #expect(log.contains("id=1  protection=complete"))
    let why = try program.run(["journal", "why", phone, "1", "--query", "diary"]).output
    #expect(why.contains("It is protected: it can be found while the device is unlocked"))
    #expect(why.contains("whether \"diary\" finds it cannot be told: it is protected"))
    let json = try program.run(["journal", "why", phone, "1", "--query", "diary", "--json"]).output
    #expect(json.contains(#""isKnown" : false"#) || json.contains(#""isKnown":false"#))
    #expect(!json.contains("diary"))
    let other = try program.run(["journal", "why", phone, "2", "--query", "dial", "--json"]).output
    #expect(other.contains(#""isKnown" : true"#) || other.contains(#""isKnown":true"#))
    let trace = try program.run(["journal", "export", journal])
    #expect(trace.output.split(separator: "\n").count == 1)
    #expect(trace.errors.contains("left out: 1 protected items\n"))
  }

  @Test func `are in the past as they are now, and with the key`() throws {
    let run = { (arguments: [String]) in try program.run(arguments) }
    _ = try run([
      "device", "activity", phone, "--app", "notes", "--id", "page", "--type", "view", "--title",
      "Diagram", "--related", "1", "--search",
    ])
    for command in [["search", phone, "dia"], ["items", phone]] {
      for key in [[], ["--unlock", key]] {
        let now = try run(["device"] + command + key)
        let past = try run(["device"] + command + ["--until", "2100-01-01"] + key)
        #expect(past.status == 0, "\(past.errors)")
        #expect(Set(past.output.split(separator: "\n")) == Set(now.output.split(separator: "\n")))
        #expect(past.output.contains("Diary") == !key.isEmpty)
        #expect(!past.output.contains("Diagram"))
      }
    }
    try FileManager.default.removeItem(atPath: phone + "/keyring")
    let outcome = try run(["device", "search", phone, "dia", "--until", "3", "--unlock", key])
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "spotlog: \(phone) has no file `keyring`, so nothing that is protected can be read. Put "
        + "it back, or ask without a key.\n")
    let standing = try run(["journal", "why", phone, "page", "--query", "diagram"]).output
    #expect(standing.contains("It is protected"))
  }

  @Test func `stay protected when nothing else is said of them`() throws {
    let again = [
      "device", "index", phone, "--app", "notes", "--id", "1", "--attribute", "title=Dim",
    ]
    let refused = try program.run(again)
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "spotlog: Item \"1\" is protected, and the device is locked. Unlock it, and give the "
        + "item again. Add --unlock FILE with the device's key.\n")
    #expect(try program.run(again + ["--unlock", key]).status == 0)
    #expect(try program.run(["device", "search", phone, "dim"]).output.isEmpty)
    #expect(try program.run(again + ["--protection", "none"]).status == 0)
    #expect(try program.run(["device", "search", phone, "dim"]).output == "notes  1  Dim\n")
  }

  @Test func `leave no query that led to them`() throws {
    let engage = [
      "device", "engage", phone, "--app", "notes", "--id", "1", "--query", "dear diary",
    ]
    #expect(try program.run(engage).status == 0)
    let log = try program.run(["journal", "log", phone + "/private.journal", "--words"]).output
    #expect(!log.contains("dear"))
  }

  @Test func `are kept by a reindex that nobody could answer`() throws {
    let asked = try program.run(["device", "reindex", phone, "--app", "notes"]).output
    let name = String(asked.prefix(32))
    #expect(
      try program.run(["device", "reindex", phone, "--acknowledge", name]).output
        == "\(name) acknowledged, 1 item swept\n"
        + "1 protected item stays: it is asked for again, and can be given unlocked\n")
    let left = try program.run(["device", "items", phone, "--unlock", key]).output
    #expect(left == "app\tid\ttitle\nnotes\t1\tDiary\n")
    let open = try program.run(["device", "reindex", phone, "--list"]).output
    let next = String(open.prefix(32))
    let json = try program.run(
      ["device", "reindex", phone, "--acknowledge", next, "--json"]
    ).output
    #expect(json.contains("\"locked\"") && json.contains("1"))
  }

  /// The files of a folder, without those of locks and logs.
  private func contents(_ folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      contents[name] = try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
    return contents
  }

  private var keyring: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: phone + "/keyring")) }
  }

  /// Makes a snapshot of the device, and restores it.
  private func restore(to other: String) throws {
    let backups = folder.file("backups")
    #expect(try program.run(["snapshot", "create", phone, "--to", backups]).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: backups)
    let name = try #require(names.first { $0.hasSuffix(".sqlar") })
    let restored = try program.run(
      ["snapshot", "restore", backups + "/" + name, "--to", other])
    #expect(restored.status == 0, "\(restored.errors)")
  }

  @Test func `are read on after a restore in their place`() throws {
    let before = try keyring
    try restore(to: phone)
    #expect(try keyring == before)
    #expect(
      try program.run(["device", "items", phone, "--unlock", key]).output
        == "app\tid\ttitle\nnotes\t1\tDiary\nnotes\t2\tDial\n")
  }

  @Test func `go into a snapshot sealed, and come out of it with the keyring alone`() throws {
    let other = folder.file("other")
    let keyring = try keyring
    try restore(to: other)
    // What the snapshot had is what the folder has: the journals, with no key and no word.
    let files = try contents(other)
    #expect(files["private.journal"] != nil && files["keyring"] == nil)
    let keys = try Data(contentsOf: URL(fileURLWithPath: key))
    for content in Array(files.values) + Array(try contents(folder.file("backups")).values) {
      for secret in [Data("Diary".utf8), keys, keyring.suffix(120).prefix(40)] {
        #expect(content.range(of: secret) == nil)
      }
    }
    #expect(files.values.contains { $0.range(of: Data("Dial".utf8)) != nil })
    // Another folder has no keyring, and says so.
    let items = ["device", "items", other, "--unlock", key]
    let refused = try program.run(items)
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "spotlog: 1 item is sealed with a keyring that is not there. Put the file `keyring` of "
        + "this device back; or make new keys (`--new-keyring`, `makingNewKeys`), after which apps "
        + "are asked for their protected items again.\n")
    #expect(
      try program.run(items + ["--new-keyring"]).output == "app\tid\ttitle\nnotes\t2\tDial\n")
    let asked = try program.run(["device", "reindex", other, "--list", "--unlock", key]).output
    #expect(asked.contains("unreadable") || asked.contains("restored"))
    // Who has the file can put it beside what was restored elsewhere.
    try FileManager.default.removeItem(atPath: other + "/keyring")
    try keyring.write(to: URL(fileURLWithPath: other + "/keyring"))
    #expect(
      try program.run(items).output == "app\tid\ttitle\nnotes\t1\tDiary\nnotes\t2\tDial\n")
  }

  @Test func `need a key for a new keyring`() throws {
    let outcome = try program.run(["device", "items", phone, "--new-keyring"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--new-keyring needs --unlock."))
    #expect(try program.run(["device", "--help"]).output.contains("keyring"))
  }
}
