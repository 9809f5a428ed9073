import Foundation
import TestSupport
import Testing

/// A mistyped folder becomes a device only for what can be recorded.
@Suite("Input that is refused") struct RefusedInputTests {
  private let folder: TemporaryFolder
  private let typo: String

  init() throws {
    folder = try TemporaryFolder()
    typo = folder.file("typo")
    try Data(repeating: 7, count: 5).write(to: URL(fileURLWithPath: folder.file("short.key")))
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: folder.file("phone.key")))
  }

  private static let protectedLine =
    #"{"time":1,"app":"a","kind":"index","id":"p","protection":"complete","#
    + #""attributes":{"title":"Diary"}}"#

  private func run(_ arguments: [String], input: String = "") throws -> Program.Outcome {
    try Program.built.run(
      arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) }, input: input)
  }

  @Test(
    arguments: [
      (["index", "FOLDER/typo"], "{bad\n", 65, "standard input, line 1, column 2: is not JSON"),
      (
        ["activity", "FOLDER/typo"], "\n\n{bad\n", 65,
        "standard input, line 3, column 2: is not JSON"
      ),
      (["index", "FOLDER/typo"], "{}\n", 65, "Correct the line, or leave it out. No new line was"),
      (
        ["index", "FOLDER/typo", "--bad-lines", "FOLDER/none/bad"], "", 73,
        "FOLDER/none/bad cannot be written (No such file or directory)"
      ),
      (
        ["index", "FOLDER/typo", "--unlock", "FOLDER/none.key"], "", 66,
        "There is no key at FOLDER/none.key."
      ),
      (
        ["index", "FOLDER/typo", "--unlock", "FOLDER/short.key"], "", 65,
        "A key of 5 bytes cannot unlock a device; it has 32."
      ),
      (
        ["index", "FOLDER/typo", "--unlock", "FOLDER/short.key", "--app", "a", "--id", "1"], "", 65,
        "A key of 5 bytes cannot unlock a device; it has 32."
      ),
      (
        ["init", "FOLDER/typo", "--unlock", "FOLDER/short.key"], "", 65,
        "A key of 5 bytes cannot unlock a device; it has 32."
      ),
      (
        [
          "index", "FOLDER/typo", "--app", "a", "--id", "1", "--attribute", "title=x",
          "--protection", "complete",
        ], "", 65,
        "Item \"1\" is protected, and the device is locked. Unlock it, and give the item again. "
          + "Add --unlock FILE with the device's key."
      ),
      (
        ["activity", "FOLDER/typo", "--app", "a", "--id", "1", "--type", "t", "--url", "nope"], "",
        65,
        "Activity \"t\" of \"1\" cannot be recorded: its webpageURL is not an http or https "
          + "address."
      ),
    ] as [([String], String, Int32, String)])
  func `makes no device`(
    arguments: [String], input: String, status: Int32, message: String
  ) throws {
    let outcome = try run(["device"] + arguments, input: input)
    #expect(outcome.status == status, "\(outcome)")
    let expected = message.replacingOccurrences(of: "FOLDER", with: folder.path)
    #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(!FileManager.default.fileExists(atPath: typo))
  }

  @Test func `and would need a key, makes no device`() throws {
    let line = Self.protectedLine + "\n"
    let outcome = try run(["device", "index", "FOLDER/typo"], input: line)
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("Add --unlock FILE with the device's key."))
    #expect(!FileManager.default.fileExists(atPath: typo))
    let unlocked = try run(
      ["device", "index", "FOLDER/typo", "--unlock", "FOLDER/phone.key"], input: line)
    #expect(unlocked.status == 0, "\(unlocked)")
    let found = try run(
      ["device", "items", "FOLDER/typo", "--columns", "id", "--unlock", "FOLDER/phone.key"])
    #expect(found.output == "id\np\n")
  }

  @Test func `is another key than the one of the device is not recorded`() throws {
    let phone = folder.file("phone")
    #expect(
      try run(["device", "init", phone, "--unlock", "FOLDER/phone.key"]).status == 0)
    let other = folder.file("other.key")
    try Data(repeating: 8, count: 32).write(to: URL(fileURLWithPath: other))
    let outcome = try run(
      ["device", "index", phone, "--app", "a", "--id", "1", "--unlock", other])
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("This key does not unlock the device."), "\(outcome.errors)")
    #expect(!(try run(["device", "items", phone, "--columns", "id"]).output.contains("1")))
  }

  @Test func `is set aside, and the first good line makes the device`() throws {
    let bad = folder.file("bad")
    let outcome = try run(
      ["device", "index", "FOLDER/typo", "--bad-lines", bad],
      input: "{bad\n" + TraceLines.items(1...2))
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.output == "2 events journaled, up to entry 4, in a new device\n")
    #expect(
      FileManager.default.contents(atPath: bad).map { String(decoding: $0, as: UTF8.self) }?
        .hasSuffix("\t{bad\n") == true)
  }
}
