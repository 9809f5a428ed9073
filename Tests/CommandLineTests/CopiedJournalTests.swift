import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

/// A device's journal that was copied back by hand beside the log of a later life that crashed.
@Suite("A journal that was copied back beside another log") struct CopiedJournalTests {
  private let folder: TemporaryFolder
  private let phone: String
  private var journal: String { phone + "/private.journal" }
  private var log: String { journal + "-wal" }

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    try index("old", 0..<40)
    let backup = try Data(contentsOf: URL(fileURLWithPath: journal))
    try index("new", 0..<40)
    let files = try Self.crash(journal)
    // What the file's own folder has now, and what somebody puts there.
    try files.log.write(to: URL(fileURLWithPath: log))
    try backup.write(to: URL(fileURLWithPath: journal))
  }

  /// What a process leaves that is ended while it writes.
  private static func crash(_ path: String) throws -> (file: Data, log: Data) {
    let writer = try Journal.open(at: path, for: .write)
    let last = try #require(try writer.entry(.first))
    for _ in 0..<30 {
      try writer.append([
        EntryDraft(kind: .event, time: last.header.time, payload: try #require(last.payload))
      ])
    }
    return try withExtendedLifetime(writer) {
      (
        try Data(contentsOf: URL(fileURLWithPath: path)),
        try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
      )
    }
  }

  private func index(_ word: String, _ numbers: Range<Int>) throws {
    let lines = numbers.map {
      #"{"time":\#($0),"device":"d","app":"a","kind":"index","id":"\#(word)\#($0)","#
        + #""attributes":{"title":"\#(word) \#($0)"}}"#
    }
    let outcome = try Program.built.run(
      ["device", "index", phone], input: lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func verify() throws -> Program.Outcome {
    try Program.built.run(["journal", "verify", journal])
  }

  @Test(arguments: [
    ["search", "DIR", "old"], ["items", "DIR"], ["status", "DIR"],
    ["index", "DIR", "--app", "a", "--id", "late", "--attribute", "title=late"],
  ])
  func `stays whole whatever a device does`(arguments: [String]) throws {
    let foreign = try Data(contentsOf: URL(fileURLWithPath: log))
    let outcome = try Program.built.run(
      ["device"] + arguments.map { $0 == "DIR" ? phone : $0 })
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("it was renamed to \(log).foreign."), "\(outcome.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: log + ".foreign")) == foreign)
    #expect(try verify().status == 0)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: journal + suffix)
    }
    #expect(try verify().status == 0)
  }

  @Test(.enabled(if: Nobody.canRun, Nobody.why))
  func `is passed over where nothing may be written, and keeps its name`() throws {
    func setModes(ofFiles file: Int, ofFolder mode: Int) throws {
      let files = FileManager.default
      for name in try files.contentsOfDirectory(atPath: phone) {
        try files.setAttributes([.posixPermissions: file], ofItemAtPath: phone + "/" + name)
      }
      try files.setAttributes([.posixPermissions: mode], ofItemAtPath: phone)
    }
    let foreign = try Data(contentsOf: URL(fileURLWithPath: log))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try setModes(ofFiles: 0o444, ofFolder: 0o555)
    let outcome = try Program.built.run(
      ["device", "search", phone, "old"], launcher: Nobody.launcher)
    try setModes(ofFiles: 0o644, ofFolder: 0o755)
    #expect(outcome.status == 0 && outcome.output.contains("old"), "\(outcome)")
    #expect(
      outcome.errors.contains(
        "The write-ahead log beside \(journal) belongs to another file, or to another time of this "
          + "one: it was not read."), "\(outcome)")
    #expect(!outcome.errors.contains("renamed"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == foreign)
  }

  @Test(arguments: [["verify"], ["log"], ["stats"]])
  func `is read without that log, and nothing changes`(arguments: [String]) throws {
    let before = try [journal, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    let outcome = try Program.built.run(["journal"] + arguments + [journal])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("another time of this one: it was not read."), "\(outcome)")
    #expect(try [journal, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
  }

  /// How many entries a verification found, and which is the last.
  private func contents(_ verified: Program.Outcome) -> [Substring] {
    verified.output.split(separator: "\n").filter {
      $0.hasPrefix("entries ") || $0.hasPrefix("head ")
    }
  }

  @Test func `is salvaged without that log, as it is verified`() throws {
    let before = try [journal, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    let saved = folder.file("saved.journal")
    let outcome = try Program.built.run(["journal", "salvage", journal, "--to", saved])
    #expect(outcome.status == 0, "\(outcome)")
    let said = "belongs to another file, or to another time of this one"
    #expect(
      outcome.errors.contains("The write-ahead log beside \(journal) \(said): it was not read."))
    #expect(
      outcome.output.contains("\nlog         the write-ahead log beside the file \(said), and"))
    #expect(outcome.output.contains("\nlost        0 entries\n"), "\(outcome)")
    let (original, copy) = (try verify(), try Program.built.run(["journal", "verify", saved]))
    #expect(copy.status == 0 && contents(copy) == contents(original), "\(copy)")
    #expect(contents(original).count == 2)
    let json = try Program.built.run(
      ["journal", "salvage", journal, "--to", folder.file("json.journal"), "--json"])
    #expect(json.output.contains("\"log\" : \"foreign\""), "\(json)")
    #expect(try [journal, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
  }

  @Test func `has no more to it where its file is damaged`() throws {
    let whole = try verify()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    // The mark of a journal in the header: without it SQLite's file is none.
    bytes[68] ^= 1
    try bytes.write(to: URL(fileURLWithPath: journal))
    let damaged = try verify()
    #expect(damaged.status == 1, "\(damaged)")
    #expect(damaged.errors.contains("another time of this one: it was not read."), "\(damaged)")
    #expect(contents(damaged) == contents(whole) && contents(whole).count == 2, "\(damaged)")
  }
}
