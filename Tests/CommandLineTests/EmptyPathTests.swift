import Foundation
import TestSupport
import Testing

/// What a script does whose variable has no value, or whose copy of a file failed.
@Suite("The command line, given an empty path or an empty journal") struct EmptyPathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["device", "init", ""], ["device", "index", "", "--app", "a", "--id", "1"],
    ["device", "activity", ""], ["device", "items", ""], ["device", "status", ""],
    ["device", "search", "", "word"], ["device", "report", ""], ["device", "open", "", "1"],
    ["device", "sync", ""], ["device", "delete", "", "--all"],
    ["journal", "log", ""], ["journal", "verify", ""], ["journal", "diff", "", ""],
    ["journal", "salvage", "a.journal", "--to", ""], ["cloud", "status", "--data", ""],
    ["snapshot", "create", "", "--to", "backups"], ["snapshot", "create", "phone", "--to", ""],
    ["snapshot", "restore", "a.sqlar", "--to", "", "--dry-run"], ["snapshot", "list", ""],
    ["query", "find", "title == 1", "--device", ""], ["simulate", "--trace", ""],
  ])
  func `refuses an empty path and makes nothing`(arguments: [String]) throws {
    let outcome = try Program.built.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("A path is empty."), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "/private.journal"))
  }

  @Test(arguments: [
    ["delete", "--app", "a", "--id", "1"], ["engage", "--app", "a", "--id", "1"], ["delete"],
    ["abandon", "--app", "a", "--shown", "1"], ["synonyms", "--app", "a", "--remove"],
  ])
  func `makes no device where a deletion or an engagement finds an empty journal`(
    arguments: [String]
  ) throws {
    let phone = folder.file("phone")
    try FileManager.default.createDirectory(atPath: phone, withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: phone + "/private.journal", contents: nil))
    let outcome = try Program.built.run(
      ["device", arguments[0], phone] + arguments.dropFirst(), input: "")
    #expect(outcome.status == 66, "\(outcome.output)\(outcome.errors)")
    #expect(FileManager.default.contents(atPath: phone + "/private.journal") == Data())
  }
}
