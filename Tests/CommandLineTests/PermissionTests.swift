import Foundation
import TestSupport
import Testing

/// The program run by somebody who may not do everything: root may, whatever a file's mode says.
enum Nobody {
  static let isRoot = geteuid() == 0
  /// Empty when these tests are run by somebody who may not do everything anyway.
  static let launcher =
    isRoot
    ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
  static let canRun =
    (try? Program.built.run(["--version"], launcher: launcher).status) == 0
  static let why: Comment =
    "root may do everything: needs setpriv, and a build that everybody may run"
}

@Suite("A folder without permission", .enabled(if: Nobody.canRun, Nobody.why))
struct PermissionTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try mode(0o755, "")
  }

  private func mode(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.file(name))
  }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    try program.run(
      arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) },
      launcher: Nobody.launcher)
  }

  /// A device and a cloud that may be read and not written.
  private func makeReadOnly() throws {
    let path = try TraceLines.file(TraceLines.people(3).utf8, in: folder)
    let phone = folder.file("phone")
    #expect(try program.run(["device", "index", phone], inputPath: path).status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: phone) {
      try mode(0o444, "phone/" + name)
    }
    try mode(0o555, "phone")
    try mode(0o555, "")
  }

  @Test(
    arguments: [
      (["device", "init", "FOLDER/new"], 73, "FOLDER/new: Permission denied). Choose another"),
      (["device", "init", "FOLDER/phone"], 73, "FOLDER/phone/private.journal"),
      (
        ["device", "index", "FOLDER/phone", "--app", "com.example.app", "--id", "1"], 73,
        "FOLDER/phone/private.journal"
      ),
      (
        ["simulate", "--trace", "FOLDER/trace.jsonl", "--out", "FOLDER/run"], 74,
        "FOLDER/run: Permission denied. Check its permissions, or choose another place."
      ),
      (
        ["simulate", "--trace", "FOLDER/trace.jsonl", "--out", "FOLDER"], 74,
        "FOLDER/report.json.new: Permission denied. Check its permissions, or choose"
      ),
    ] as [([String], Int32, String)])
  func `to write is named with the next step, and nothing changes`(
    arguments: [String], status: Int32, message: String
  ) throws {
    try makeReadOnly()
    let journal = URL(fileURLWithPath: folder.file("phone/private.journal"))
    let before = try Data(contentsOf: journal)
    let outcome = try run(arguments)
    #expect(outcome.status == status)
    let expected = message.replacingOccurrences(of: "FOLDER", with: folder.path)
    #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    #expect(!outcome.errors.contains("spotlog: spotlog"))
    #expect(outcome.output.isEmpty)
    #expect(try Data(contentsOf: journal) == before)
    try mode(0o755, "")
    try mode(0o755, "phone")
  }

  @Test(
    arguments: [
      (
        ["device", "index", "FOLDER/phone", "--app", "com.example.app", "--id", "1"], 73,
        "private.journal"
      ),
      (["device", "search", "FOLDER/phone", "film"], 73, "private.journal"),
      (["journal", "verify", "FOLDER/phone/private.journal"], 73, "private.journal"),
      (["journal", "log", "FOLDER/phone/private.journal"], 73, "private.journal"),
      (["simulate", "--trace", "FOLDER/trace.jsonl"], 66, "it may not be read. Check the path"),
    ] as [([String], Int32, String)])
  func `to read is named with the next step`(
    arguments: [String], status: Int32, message: String
  ) throws {
    try makeReadOnly()
    try mode(0, "phone/private.journal")
    try mode(0, "trace.jsonl")
    let outcome = try run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    try mode(0o755, "")
    try mode(0o755, "phone")
  }

  @Test(arguments: [["verify"], ["log", "--limit", "1"], ["show"], ["stats"]])
  func `to write is not needed to look into a journal that nobody writes`(
    arguments: [String]
  ) throws {
    try makeReadOnly()
    try mode(0o755, "")
    // What an address would take for something else.
    let odd = folder.file("50% ?mode=rw#end")
    try FileManager.default.moveItem(atPath: folder.file("phone"), toPath: odd)
    let number = arguments == ["show"] ? ["1"] : []
    let outcome = try run(
      ["journal", arguments[0], odd + "/private.journal"] + number + arguments.dropFirst())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
    // What is left of a log in which nothing was committed is passed over.
    try mode(0o755, "50% ?mode=rw#end")
    try Data([0]).write(to: URL(fileURLWithPath: odd + "/private.journal-wal"))
    try mode(0o555, "50% ?mode=rw#end")
    #expect(try run(["journal", "verify", odd + "/private.journal"]).status == 0)
    try mode(0o755, "50% ?mode=rw#end")
  }

  @Test(arguments: [["search", "film"], ["items"], ["status"]])
  func `to write is not needed to ask a device`(arguments: [String]) throws {
    let phone = folder.file("phone")
    try makeReadOnly()
    let names = try FileManager.default.contentsOfDirectory(atPath: phone).sorted()
    let asked = ["device", arguments[0], phone] + arguments.dropFirst()
    let outcome = try run(asked)
    #expect(outcome.status == 0, "\(outcome.errors)")
    try mode(0o755, "")
    try mode(0o755, "phone")
    #expect(try FileManager.default.contentsOfDirectory(atPath: phone).sorted() == names)
    for name in names { try mode(0o644, "phone/" + name) }
    let same = try program.run(asked)
    #expect(outcome.output == same.output && !same.output.isEmpty)
  }
}
