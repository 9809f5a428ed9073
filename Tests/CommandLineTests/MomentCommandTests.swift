import Foundation
import TestSupport
import Testing

@Suite("A moment at the command line") struct MomentCommandTests {
  private static let last = "9999-12-31T23:59:59.999Z"
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
  }

  private func index(_ date: String) throws -> Program.Outcome {
    try program.run([
      "device", "index", phone, "--app", "a", "--id", "1", "--attribute", "dueDate=\(date)",
    ])
  }

  @Test(arguments: [
    (last, last), ("9999-12-31T23:59:59.999999999Z", last),
    ("0001-01-01", "0001-01-01T00:00:00.000Z"),
    ("0001-01-01T00:00:00.001Z", "0001-01-01T00:00:00.001Z"),
    ("2026-01-31T12:00:00.1239Z", "2026-01-31T12:00:00.123Z"),
  ])
  func `comes back to the millisecond, from the first to the last`(
    date: String, kept: String
  ) throws {
    #expect(try index(date).status == 0)
    let items = try program.run(["device", "items", phone, "--columns", "dueDate"])
    #expect(items.output == "dueDate\n\(kept)\n")
    let query = ["query", "find", "dueDate == $time.iso(\(date))", "--device", phone]
    #expect(try program.run(query).output == "a\t1\t\n")
  }

  @Test(arguments: [
    ("9999-12-31T23:59:59-00:01", "in UTC it is outside the years 0001 to 9999"),
    ("10000-01-01", "years are 0001 to 9999"), ("0000-12-31", "years are 0001 to 9999"),
    (
      "2026-01-31T12:00:00.1234567890Z",
      "a fraction of a second has one to nine digits, of which three are kept"
    ),
  ])
  func `beyond them is refused with the bound`(date: String, reason: String) throws {
    let outcome = try index(date)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("253402300799.999", last), ("253402300799", "9999-12-31T23:59:59.000Z"),
    ("-62135596800", "0001-01-01T00:00:00.000Z"),
  ])
  func `of a line is any of them`(time: String, text: String) throws {
    let line =
      "{\"time\":\(time),\"app\":\"a\",\"kind\":\"index\",\"id\":\"1\","
      + "\"attributes\":{\"title\":\"x\"}}"
    let outcome = try program.run(["device", "index", phone], input: line + "\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let log = try program.run([
      "journal", "log", phone, "--kind", "item-indexed", "--format", "{time}",
    ])
    #expect(log.output == "\(text)\n")
  }

  @Test(arguments: [
    ["journal", "log"], ["cloud", "status"], ["device", "items"], ["query", "find"],
    ["snapshot", "restore"],
  ])
  func `says its range and precision in the help`(command: [String]) throws {
    let help = try program.run(command + ["--help"]).output
    let words = help.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      words.contains(
        "Times are of the years 0001 to 9999, to the millisecond; further digits are cut off."))
  }
}
