import Foundation
import SQLite
import TestSupport
import Testing

/// Every command that only reads, where nothing may be written: neither in a folder nor to a file.
@Suite("A folder that may only be read", .enabled(if: Nobody.canRun, Nobody.why))
struct ReadOnlyFolderTests {
  private let world: InspectionWorld
  private let folder: TemporaryFolder

  init() throws {
    world = try InspectionWorld.made.get()
    folder = try world.copy()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path)
    // There is an index, and there is a backup.
    for arguments in [
      ["device", "items", "PHONE"], ["snapshot", "create", "PHONE", "--to", "BACKUPS"],
    ] {
      #expect(try run(arguments, launcher: []).status == 0)
    }
  }

  private static let ofDevices: [[String]] = [
    ["device", "items", "PHONE"], ["device", "items", "PHONE", "--json"],
    ["device", "search", "PHONE", "lyon"], ["device", "search", "PHONE", "lyon", "--partial"],
    ["device", "search", "PHONE", "lyon", "--explain", "--snippets"],
    ["device", "search", "PHONE", "night", "--data", "CLOUD"],
    ["device", "status", "PHONE"], ["device", "status", "PHONE", "--json"],
    ["device", "reindex", "PHONE", "--list"], ["device", "reindex", "PHONE", "--list", "--json"],
    ["query", "find", "title == *", "--device", "PHONE"],
    [
      "query", "explain", "title == *", "--device", "PHONE", "--app", "com.example.notes", "--item",
      "note-3",
    ],
  ]

  private static let ofClouds: [[String]] = [
    ["cloud", "status", "--data", "CLOUD"], ["cloud", "popularity", "--data", "CLOUD"],
    ["cloud", "items", "--data", "CLOUD"], ["cloud", "search", "--data", "CLOUD", "night"],
  ]

  private static let ofSnapshots: [[String]] = [
    ["snapshot", "list", "BACKUPS"], ["snapshot", "verify", "BACKUPS"],
  ]

  private func run(_ arguments: [String], launcher: [String]) throws -> Program.Outcome {
    let paths = ["PHONE": "devices/phone", "CLOUD": "cloud", "BACKUPS": "backups"]
    return try Program.built.run(
      arguments.map { word in
        paths.reduce(word) { $0.replacingOccurrences(of: $1.key, with: folder.file($1.value)) }
      }, launcher: launcher)
  }

  /// Files of 0400 in folders of 0500, of anyone who runs the program; or as they can be removed.
  private func setReadOnly(_ isReadOnly: Bool) throws {
    let files = FileManager.default
    for name in try files.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: folder.file(name), isDirectory: &isFolder) else { continue }
      let mode = isFolder.boolValue ? (isReadOnly ? 0o500 : 0o700) : (isReadOnly ? 0o400 : 0o600)
      try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file(name))
      if Nobody.isRoot { #expect(chown(folder.file(name), isReadOnly ? 65_534 : 0, 0) == 0) }
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(
    arguments: ofDevices + ofClouds + ofSnapshots + InspectionReadingTests.ofDevices
      + InspectionReadingTests.ofClouds)
  func `answers as one that may be written to`(arguments: [String]) throws {
    let expected = try run(arguments, launcher: [])
    let before = try names()
    try setReadOnly(true)
    let outcome = try run(arguments, launcher: Nobody.launcher)
    #expect(outcome.status == 0 && expected.status == 0, "\(outcome.errors)\(expected.errors)")
    #expect(outcome.output == expected.output && !outcome.output.isEmpty)
    #expect(try names() == before)
    try setReadOnly(false)
  }

  @Test func `has an index that is compared, and not called damaged`() throws {
    try setReadOnly(true)
    let outcome = try run(["journal", "verify", "PHONE", "--deep"], launcher: Nobody.launcher)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("the shared journal, the index"), "\(outcome.output)")
    try setReadOnly(false)
  }

  @Test func `has an index that may not be read, and is not called damaged either`() throws {
    try setReadOnly(true)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.file("devices/phone/index.sqlite"))
    let outcome = try run(["journal", "verify", "PHONE", "--deep"], launcher: Nobody.launcher)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.output.contains("The index beside the journal cannot be read: "), "\(outcome)")
    #expect(outcome.output.contains("give you permission to read it"), "\(outcome)")
    #expect(!outcome.output.contains("Delete index.sqlite"), "\(outcome)")
    try setReadOnly(false)
  }

  /// Leaves files as a process does that was killed: what it wrote last is in the log alone.
  private func leaveLog(beside file: String) throws {
    let path = folder.file(file)
    let (files, ends) = (FileManager.default, ["", "-wal"])
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("PRAGMA journal_mode = WAL")
      try connection.execute("CREATE TABLE local_of_somebody_else (a INTEGER)")
      // Closed, it would bring its log in.
      try withExtendedLifetime(connection) {
        for end in ends { try files.copyItem(atPath: path + end, toPath: path + end + ".left") }
      }
    }
    for end in ends {
      try? files.removeItem(atPath: path + end)
      try files.moveItem(atPath: path + end + ".left", toPath: path + end)
    }
    #expect(!files.fileExists(atPath: path + "-shm"))
  }

  @Test(arguments: [
    ["cloud", "status", "--data", "CLOUD"], ["cloud", "items", "--data", "CLOUD"],
    ["cloud", "why", "https://films.example/42", "--data", "CLOUD"],
    ["journal", "verify", "CLOUD", "--deep"], ["device", "items", "PHONE"],
    ["device", "reindex", "PHONE", "--list"], ["query", "find", "title == *", "--device", "PHONE"],
  ])
  func `is read with the log that a killed process left`(arguments: [String]) throws {
    let expected = try run(arguments, launcher: [])
    try leaveLog(beside: "cloud/cloud.journal")
    try leaveLog(beside: "devices/phone/private.journal")
    try setReadOnly(true)
    let outcome = try run(arguments, launcher: Nobody.launcher)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // Of a journal, it is said whether a log was read.
    let (seen, wanted) = (outcome.output.withoutLog, expected.output.withoutLog)
    #expect(seen == wanted && !seen.isEmpty)
    try setReadOnly(false)
  }
}

extension String {
  fileprivate var withoutLog: [Substring] {
    split(separator: "\n").filter { !$0.hasPrefix("log         ") }
  }
}
