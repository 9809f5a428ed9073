import Foundation
import SQLite
import TestSupport
import Testing

@Suite("journal compact") struct CompactCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
  }

  /// Items with a word each, of which every other one is deleted.
  private func record(_ count: Int, in phone: String) throws {
    let items = (1...count).map {
      "{\"time\":\($0),\"device\":\"d\",\"app\":\"a\",\"kind\":\"index\",\"id\":\"\($0)\","
        + "\"attributes\":{\"title\":\"Secret-\($0)-word\"}}"
    }
    let ids = stride(from: 1, through: count, by: 2).map { "\"\($0)\"" }.joined(separator: ",")
    let deletion =
      "{\"time\":\(count),\"device\":\"d\",\"app\":\"a\",\"kind\":\"delete\",\"ids\":[\(ids)]}"
    let outcome = try program.run(
      ["device", "index", phone],
      input: (items + [deletion]).joined(separator: "\n") + "\n")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Of the items, those whose word is in any byte of any file of the device; words in the index
  /// are small.
  private func found(_ count: Int, in phone: String) throws -> [Int] {
    let bytes = try FileManager.default.contentsOfDirectory(atPath: phone).map {
      try Data(contentsOf: URL(fileURLWithPath: phone + "/" + $0))
    }
    return (1...count).filter { number in
      bytes.contains { $0.range(of: Data("ecret-\(number)-word".utf8)) != nil }
    }
  }

  private func byteCount(of phone: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: phone).reduce(0) { sum, name in
      let values = try FileManager.default.attributesOfItem(atPath: phone + "/" + name)
      return sum + (values[.size] as? Int ?? 0)
    }
  }

  private func expectCompacted(_ count: Int, in phone: String) throws {
    #expect(try found(count, in: phone) == Array(stride(from: 2, through: count, by: 2)))
    #expect(try program.run(["journal", "verify", phone + "/private.journal"]).status == 0)
    #expect(try program.itemIdentifiers(phone).count == count / 2)
  }

  @Test func `says in a dry run what it will do, does it, and is then done`() throws {
    try record(100, in: phone)
    #expect(try program.run(["device", "search", phone, "secret"]).status == 0)
    #expect(try found(100, in: phone).count == 100)
    let dry = try program.run(["journal", "compact", phone, "--dry-run"])
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.output.contains("deleted     50 entries"))
    #expect(dry.output.contains("nothing was changed"))
    #expect(try found(100, in: phone).count == 100)
    // One of its journals stands for the device.
    let real = try program.run(["journal", "compact", phone + "/private.journal"])
    #expect(real.output.contains("deleted     50 entries"), "\(real.errors)")
    try expectCompacted(100, in: phone)
    let again = try program.run(["journal", "compact", phone])
    #expect(again.output.contains("deleted     0 entries"), "\(again.errors)")
  }

  @Test func `loses nothing when it is killed at any moment, and completes when run again`() throws
  {
    try record(2_000, in: phone)
    for milliseconds in stride(from: 20, through: 220, by: LongRun.isOn ? 40 : 100) {
      let copy = folder.file("copy-\(milliseconds)")
      try FileManager.default.copyItem(atPath: phone, toPath: copy)
      try program.run(["journal", "compact", copy], killAfterMilliseconds: milliseconds)
      #expect(try program.run(["journal", "verify", copy + "/private.journal"]).status == 0)
      #expect(try program.itemIdentifiers(copy).count == 1_000)
      let outcome = try program.run(["journal", "compact", copy])
      #expect(outcome.status == 0, "\(outcome.errors)")
      try expectCompacted(2_000, in: copy)
    }
  }

  @Test func `disturbs nobody who reads the journal meanwhile`() throws {
    try record(400, in: phone)
    let reader = try Connection(path: phone + "/private.journal", mode: .readOnly)
    let entryCount = try reader.integer("SELECT count(*) FROM entries")
    let select = try reader.statement("SELECT number, payload FROM entries ORDER BY number")
    try #require(try select.step())
    let outcome = try program.run(["journal", "compact", phone])
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("is being read by another program"), "\(outcome.errors)")
    var count: Int64 = 1
    while try select.step() { count += 1 }
    #expect(count == entryCount)
    select.reset()
    #expect(try program.run(["journal", "compact", phone]).status == 0)
    try expectCompacted(400, in: phone)
  }

  #if canImport(Glibc)
    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `on a full disk says so, loses nothing, and completes when there is room`() throws {
      let disk = try #require(TinyDisk())
      let phone = disk.folder.file("phone")
      try record(200, in: phone)
      // Enough to begin, and not for a second copy of what stays.
      try disk.fill(leaving: byteCount(of: phone) + 80_000)
      let outcome = try program.run(["journal", "compact", phone])
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("full"), "\(outcome.errors)")
      try disk.makeRoom()
      #expect(try program.run(["journal", "verify", phone + "/private.journal"]).status == 0)
      #expect(try program.run(["journal", "compact", phone]).status == 0)
      try expectCompacted(200, in: phone)
    }
  #endif

  @Test func `refuses what it cannot compact, by name`() throws {
    try record(2, in: phone)
    let apart = folder.file("apart.journal")
    try FileManager.default.copyItem(atPath: phone + "/private.journal", toPath: apart)
    try Data("no journal".utf8).write(to: URL(fileURLWithPath: folder.file("text")))
    let expected: [(path: String, status: Int32, words: String)] = [
      (folder.file("nothing"), 66, "There is no journal at"),
      (folder.path, 66, "There is no device in"), (folder.file("text"), 65, "is not a journal"),
      (apart, 65, "is a private journal apart from its device"),
    ]
    for (path, status, words) in expected {
      for options in [[], ["--dry-run"]] {
        let outcome = try program.run(["journal", "compact", path] + options)
        #expect(outcome.status == status, "\(path)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }
  }

  @Test func `leaves a device in use alone, and can be planned meanwhile`() throws {
    try record(10, in: phone)
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    holder.arguments = [phone + "/private.journal-writer", "sleep", "30"]
    try holder.run()
    defer { holder.terminate() }
    var outcome = try program.run(["journal", "compact", phone])
    for _ in 0..<50 where outcome.status == 0 {
      usleep(20_000)
      outcome = try program.run(["journal", "compact", phone])
    }
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("A journal has one writer"), "\(outcome.errors)")
    #expect(try program.run(["journal", "compact", phone, "--dry-run"]).status == 0)
  }

  @Test func `writes a cloud's journal again, with the list of its redactions`() throws {
    let trace = try TraceLines.file(TraceLines.people(3).utf8, in: folder)
    let run = ["simulate", "--trace", trace, "--threshold", "2", "--out", folder.file("run")]
    #expect(try program.run(run).status == 0)
    let cloud = folder.file("run/cloud")
    let before = try program.run(["cloud", "items", "--data", cloud]).output
    try RawDatabase.run(
      "INSERT OR REPLACE INTO local_redactions VALUES (1, 1, x'00')", on: cloud + "/cloud.journal")
    let damaged = try program.run(["journal", "verify", cloud + "/cloud.journal"])
    #expect(damaged.status != 0)
    #expect((damaged.output + damaged.errors).contains("`spotlog journal compact` lists"))
    #expect(try program.run(["journal", "compact", cloud]).status == 0)
    #expect(try program.run(["journal", "verify", cloud + "/cloud.journal"]).status == 0)
    #expect(try program.run(["cloud", "items", "--data", cloud]).output == before)
  }
}
