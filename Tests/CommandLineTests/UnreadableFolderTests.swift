import Foundation
import TestSupport
import Testing

/// A device's folder of which somebody may not read all, as of another user's.
@Suite("A folder of which not all may be read", .enabled(if: Nobody.canRun, Nobody.why))
struct UnreadableFolderTests {
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try InspectionWorld.made.get().copy()
    phone = folder.file("devices/phone")
    try mode(0o755, folder.path)
    for arguments in [
      ["device", "items", phone], ["device", "search", phone, "lyon"], ["device", "status", phone],
    ] {
      #expect(try Program.built.run(arguments).status == 0)
    }
    for name in ["keyring", "last-sync.json"] where !isThere(name) { try write("x", name) }
    try everyFile(0o644)
    try mode(0o755, phone)
  }

  private func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: phone + "/" + name)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: phone + "/" + name))
  }

  private func mode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func everyFile(_ mode: Int) throws {
    for name in try names() { try self.mode(mode, phone + "/" + name) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: phone).sorted()
  }

  private func run(
    _ arguments: [String], with more: [String] = [], launcher: [String] = Nobody.launcher
  ) throws -> Program.Outcome {
    try Program.built.run(
      arguments.map {
        $0.replacingOccurrences(of: "PHONE", with: phone)
          .replacingOccurrences(of: "FOLDER", with: folder.path)
      }, launcher: more + launcher)
  }

  private static let sideFiles = [
    "index.sqlite", "index.sqlite-settled", "shared.journal", "witness", "keyring",
    "last-sync.json",
  ]

  private static let questions = [
    ["device", "search", "PHONE", "lyon"], ["device", "items", "PHONE"],
    ["device", "reindex", "PHONE", "--list"], ["query", "find", "title == *", "--device", "PHONE"],
  ]

  @Test(arguments: sideFiles, questions)
  func `is read without what may not be read, which one line says`(
    file: String, arguments: [String]
  ) throws {
    let expected = try run(arguments, launcher: [])
    try everyFile(0o644)
    try mode(0, phone + "/" + file)
    try mode(0o555, phone)
    let outcome = try run(arguments)
    try mode(0o755, phone)
    #expect(outcome.status == 0 && outcome.output == expected.output, "\(outcome)")
    #expect(
      outcome.errors
        == "spotlog: \(phone)/\(file) cannot be read (Permission denied): the answer is made "
        + "without it. Have its owner give you permission to read it.\n" + expected.errors)
  }

  @Test func `is read without several files, which one line says, too`() throws {
    for file in ["witness", "keyring"] { try mode(0, phone + "/" + file) }
    let outcome = try run(["device", "items", "PHONE"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.errors
        == "spotlog: \(phone)/witness, \(phone)/keyring cannot be read (Permission denied): the "
        + "answer is made without them. Have their owner give you permission to read them.\n")
  }

  @Test(arguments: ["shared.journal", "witness"])
  func `has a status in which only sync is unknown`(file: String) throws {
    try mode(0, phone + "/" + file)
    let outcome = try run(["device", "status", "PHONE"])
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.output.contains("journaled   "), "\(outcome)")
    #expect(
      outcome.output.contains("\ncloud       unknown\n            How the device stands with "))
    #expect(
      outcome.output.hasSuffix(
        "\nnext step   Have the owner of the folder give you permission to read all of it.\n"))
  }

  @Test func `has a status also without an index that may be read`() throws {
    try mode(0, phone + "/index.sqlite")
    let outcome = try run(["device", "status", "PHONE"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("\nindex       rebuilt: there was no index\n"), "\(outcome)")
  }

  @Test func `says why its sync cannot be explained`() throws {
    try mode(0, phone + "/shared.journal")
    let outcome = try run(["journal", "why", "PHONE"])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.output.contains(
        "\(phone)/shared.journal cannot be read (Permission denied), so nobody can say how the "
          + "device stands with its cloud."), "\(outcome)")
  }

  @Test(arguments: [
    (["device", "search", "PHONE", "lyon"], "private.journal", true),
    (["device", "search", "PHONE", "lyon"], "private.journal", false),
    (["device", "items", "PHONE", "--until", "2030-01-01"], "private.journal", false),
    (["device", "delete", "PHONE", "--app", "a", "--all"], "private.journal", false),
    (["journal", "log", "PHONE"], "private.journal", false),
    (["journal", "verify", "PHONE", "--journal", "private"], "private.journal", false),
    (["device", "search", "PHONE", "lyon", "--unlock", "FOLDER/key"], "keyring", true),
  ])
  func `is refused where a file is needed that may not be read`(
    arguments: [String], file: String, isReadOnly: Bool
  ) throws {
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: folder.file("key")))
    try mode(0o644, folder.file("key"))
    try mode(0, phone + "/" + file)
    if isReadOnly { try mode(0o555, phone) }
    let outcome = try run(arguments)
    try mode(0o755, phone)
    #expect(outcome.status == 73, "\(outcome)")
    #expect(
      outcome.errors.hasSuffix(
        "\(phone)/\(file) cannot be read: Permission denied. Have its owner give you permission to "
          + "read it, or run this as its owner.\n"), "\(outcome)")
  }

  @Test(arguments: [
    ["device", "search", "PHONE", "lyon"], ["device", "status", "PHONE"],
    ["device", "items", "PHONE", "--until", "2030-01-01"],
    ["device", "index", "PHONE", "--app", "a", "--id", "1", "--attribute", "title=x"],
    ["device", "init", "PHONE"], ["device", "init", "PHONE/new"],
    ["device", "delete", "PHONE", "--app", "a", "--all"],
    ["device", "sync", "PHONE", "--url", "http://127.0.0.1:1"], ["journal", "log", "PHONE"],
    ["journal", "log", "PHONE/private.journal"], ["journal", "verify", "PHONE"],
    ["journal", "why", "PHONE"], ["cloud", "status", "--data", "PHONE"],
    ["cloud", "why", "x", "--data", "PHONE"],
    ["query", "find", "title == *", "--device", "PHONE"],
    ["snapshot", "restore", "PHONE/a.sqlar", "--to", "FOLDER/none"],
    ["snapshot", "verify", "PHONE/a.sqlar"], ["snapshot", "list", "PHONE/backups"],
  ])
  func `is not called absent where it cannot be looked into`(arguments: [String]) throws {
    try mode(0, phone)
    let outcome = try run(arguments)
    try mode(0o755, phone)
    #expect(outcome.status == 73, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "\(phone) cannot be looked into (Permission denied), so nobody can say what is there. Have "
          + "its owner give you permission to read and enter it, or run this as its owner."),
      "\(outcome.errors)")
    #expect(!isThere("new"))
  }

  @Test func `is not copied where there is no folder for copies`() throws {
    try mode(0o555, phone)
    let outcome = try run(
      ["device", "items", "PHONE"], with: ["/usr/bin/env", "TMPDIR=/none/temporary"])
    try mode(0o755, phone)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(
      outcome.errors
        == "spotlog: No temporary folder can be made in /none/temporary: No such file or "
        + "directory. Set TMPDIR to a folder that is there and that you may write in.\n")
  }
}
