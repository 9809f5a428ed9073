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

  @Test func `say why, where they cannot be given or the key is none`() throws {
    let short = folder.file("short.key")
    try Data([1, 2]).write(to: URL(fileURLWithPath: short))
    let other = folder.file("other.key")
    try Data(repeating: 9, count: 32).write(to: URL(fileURLWithPath: other))
    let cases: [(arguments: [String], status: Int32, message: String)] = [
      (
        ["device", "index", phone, "--id", "3", "--protection", "untilFirstUnlock"], 65,
        "Item \"3\" is protected, and the device is locked. Unlock it, and give the item again."
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
    let trace = try program.run(["journal", "export", journal])
    #expect(trace.output.split(separator: "\n").count == 1)
    #expect(trace.errors.contains("left out: 1 protected items\n"))
  }
}
