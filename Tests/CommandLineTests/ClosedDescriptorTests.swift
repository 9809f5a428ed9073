import Foundation
import TestSupport
import Testing

/// What a service manager or a careless script does: it starts a program without one of the
/// descriptors 0 to 2.
@Suite("The command line, started with a closed descriptor") struct ClosedDescriptorTests {
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
  }

  /// - Parameter closing: `<&-`, `>&-` or `2>&-`.
  private func run(_ arguments: [String], closing: String) throws -> Program.Outcome {
    try Program.built.run(
      arguments.map { $0.replacingOccurrences(of: "PHONE", with: phone) },
      launcher: ["/bin/sh", "-c", "exec \"$@\" \(closing)", "sh"])
  }

  private func makePhone() throws {
    let made = try Program.built.run([
      "device", "index", phone, "--app", "a", "--id", "1", "--attribute", "title=Milk",
    ])
    #expect(made.status == 0, "\(made)")
  }

  @Test(
    arguments: [
      (["device", "status", "PHONE/none"], 66), (["device", "search", "PHONE", "none"], 0),
      (["device", "index", "PHONE", "--app", "a", "--id", "2", "--attribute", "titel=x"], 0),
      (["devcie"], 64), (["device", "items"], 64),
    ] as [([String], Int32)])
  func `ends as usual without standard error`(arguments: [String], status: Int32) throws {
    try makePhone()
    let outcome = try run(arguments, closing: "2>&-")
    #expect(outcome.status == status && !outcome.wasKilled, "\(outcome)")
    let whole = try Program.built.run(["journal", "verify", phone])
    #expect(whole.status == 0, "\(whole)")
  }

  @Test(arguments: [
    ["device", "status", "PHONE"], ["device", "items", "PHONE"], ["journal", "log", "PHONE"],
    ["device", "search", "PHONE", "milk", "--json"], ["--version"], ["--help"], ["tokens", "a b"],
  ])
  func `says without standard output that it cannot print`(arguments: [String]) throws {
    try makePhone()
    let outcome = try run(arguments, closing: ">&-")
    #expect(outcome.status == 74 && !outcome.wasKilled, "\(outcome)")
    #expect(
      outcome.errors
        == "spotlog: Standard output cannot be written (it is closed): what should be printed is "
        + "incomplete. Print to a file or a pipe.\n")
  }

  @Test func `journals without standard output, and gives no file of the device its number`() throws
  {
    let outcome = try run(
      ["device", "index", "PHONE", "--app", "a", "--id", "1", "--attribute", "title=Milk"],
      closing: "<&- >&- 2>&-")
    #expect(outcome.status == 74 && !outcome.wasKilled, "\(outcome)")
    let whole = try Program.built.run(["journal", "verify", phone])
    #expect(whole.status == 0, "\(whole)")
    #expect(try Program.built.itemIdentifiers(phone) == ["1"])
  }

  @Test(arguments: [["index"], ["activity"], ["index", "--resume"]])
  func `reads no lines without standard input, and makes no device`(arguments: [String]) throws {
    let outcome = try run(
      ["device", arguments[0], "PHONE"] + arguments.dropFirst(), closing: "<&-")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.errors
        == "spotlog: standard input: is closed. Give it a file or a pipe: < FILE.\n")
    #expect(outcome.output == "")
    #expect(!FileManager.default.fileExists(atPath: phone))
  }

  @Test(arguments: [
    (["tokens"], "spotlog: Standard input cannot be read (it is closed)."),
    (["simulate", "--trace", "-"], "spotlog: standard input: is closed."),
  ])
  func `reads nothing else without standard input`(arguments: [String], message: String) throws {
    let outcome = try run(arguments, closing: "<&-")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors == message + " Give it a file or a pipe: < FILE.\n")
    #expect(outcome.output == "")
  }

  @Test func `needs no standard input where it reads none`() throws {
    try makePhone()
    let outcome = try run(["device", "search", "PHONE", "milk"], closing: "<&-")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.output == "a  1  Milk\n")
  }
}
