import Foundation
import TestSupport
import Testing

@Suite("Where nothing can be written") struct FullDiskCommandTests {
  private let program = Program.built
  private static let lineCount = 3_000
  private let folder: TemporaryFolder
  private let trace: String

  init() throws {
    folder = try TemporaryFolder()
    trace = try TraceLines.file(TraceLines.items(1...Self.lineCount).utf8, in: folder)
  }

  private func index(
    _ phone: String, _ options: [String], launcher: [String] = []
  ) throws -> Program.Outcome {
    try program.run(
      ["device", "index", phone, "--acknowledge", "--transaction", "50"] + options,
      inputPath: trace, launcher: launcher)
  }

  /// What the program said is durable is, whatever came after; and the rest can follow.
  private func expectNothingLost(_ outcome: Program.Outcome, _ phone: String) throws {
    #expect(outcome.status == 74)
    #expect(!outcome.wasKilled)
    let acknowledged = try #require(
      outcome.output.split(separator: "\n").last.flatMap { Int($0) }, "\(outcome.output)")
    #expect(acknowledged > 0 && acknowledged < Self.lineCount)
    let journal = phone + "/private.journal"
    let verified = try program.run(["journal", "verify", journal, "--json"])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let entries = try #require(
      verified.output.firstMatch(of: /"entries" : (\d+)/).flatMap { Int($0.output.1) })
    // The device's own first entry, the lines, and the end of each transaction.
    #expect(entries == 1 + acknowledged + acknowledged / 50)
    #expect(try index(phone, ["--resume"]).status == 0)
    #expect(try program.itemIdentifiers(phone).count == Self.lineCount)
  }

  @Test func `because a file may not grow, it says so, and nothing acknowledged is lost`() throws {
    let phone = folder.file("phone")
    let outcome = try index(
      phone, [], launcher: ["/bin/bash", "-c", "ulimit -f 300; exec \"$@\"", "bash"])
    #expect(outcome.errors.contains(phone + "/private.journal"))
    #expect(outcome.errors.contains("check the disk, then open it again"), "\(outcome.errors)")
    try expectNothingLost(outcome, phone)
  }

  /// What a device has of protected items is read before each line is taken, from the index.
  @Test func `because the index may not grow, it says so, and not that the line is wrong`() throws {
    let phone = folder.file("phone")
    let key = folder.file("key")
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: key))
    let lines = (1...40).map {
      #"{"time":1700000000,"kind":"index","app":"a","id":"\#($0)","protection":"complete"}"# + "\n"
    }
    let words = ["device", "index", phone, "--transaction", "1", "--unlock", key]
    let first = try program.run(words, input: lines.prefix(20).joined())
    #expect(first.status == 0, "\(first.errors)")
    let outcome = try program.run(
      words, input: lines.suffix(20).joined(),
      launcher: ["/bin/bash", "-c", "ulimit -f 120; exec \"$@\"", "bash"])
    #expect(outcome.status == 74 && outcome.errors.contains("index.sqlite"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Correct the line"), "\(outcome.errors)")
    #expect(outcome.errors.contains("--resume continues after line "))
    let rest = try program.run(words + ["--resume"], input: lines.suffix(20).joined())
    #expect(rest.status == 0, "\(rest.errors)")
    let listed = try program.run(["device", "items", phone, "--unlock", key, "--columns", "id"])
    #expect(listed.output.split(separator: "\n").count == 41)
  }

  #if canImport(Glibc)
    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `because the disk is full, it says so, and nothing acknowledged is lost`() throws {
      let disk = try #require(TinyDisk())
      let phone = disk.folder.file("phone")
      let outcome = try index(phone, [])
      #expect(outcome.errors.contains(phone + "/private.journal"))
      #expect(
        outcome.errors.contains(
          "The disk is full: make room and try again; what was acknowledged is safe."),
        "\(outcome.errors)")
      // Room is made by moving the device to where there is some.
      let moved = folder.file("moved")
      try FileManager.default.copyItem(atPath: phone, toPath: moved)
      try expectNothingLost(outcome, moved)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `a device is read all the same, and says of a write that the disk is full`() throws {
      let disk = try #require(TinyDisk())
      let phone = disk.folder.file("phone")
      let made = try program.run(
        ["device", "index", phone, "--app", "a", "--id", "1", "--attribute", "title=dune"])
      #expect(made.status == 0, "\(made.errors)")
      try disk.fillUp()
      for (question, answer) in [
        (["search", phone, "dune"], "a  1  dune\n"),
        (["items", phone], "app\tid\ttitle\na\t1\tdune\n"),
      ] {
        let outcome = try program.run(["device"] + question)
        #expect(outcome.status == 0 && outcome.output == answer, "\(outcome)")
      }
      #expect(try program.run(["device", "status", phone]).status == 0)
      let refused = try program.run(["device", "index", phone, "--app", "a", "--id", "2"])
      #expect(refused.status == 74)
      #expect(refused.errors.contains("The disk is full: make room and try again"), "\(refused)")
      try disk.makeRoom()
      #expect(try program.run(["device", "index", phone, "--app", "a", "--id", "2"]).status == 0)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `a device cannot be made, and can when there is room`() throws {
      let disk = try #require(TinyDisk())
      let phone = disk.folder.file("phone")
      for rest in [8_192, 24_576, 40_960] {
        try disk.fill(leaving: rest)
        let outcome = try program.run(["device", "init", phone])
        #expect(outcome.status == 74, "\(rest): \(outcome.output)")
        #expect(outcome.errors.contains(phone), "\(outcome.errors)")
        try disk.makeRoom()
        #expect(try program.run(["device", "status", phone]).status == 66)
      }
      #expect(try program.run(["device", "init", phone]).status == 0)
      #expect(
        try program.run(["device", "index", phone, "--app", "com.example.app", "--id", "1"]).status
          == 0)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `a simulation cannot leave its outcome, and says where`() throws {
      let disk = try #require(TinyDisk())
      try disk.fill(leaving: 16_384)
      let path = try TraceLines.file(TraceLines.people(5).utf8, in: folder)
      let outcome = try program.run([
        "simulate", "--trace", path, "--threshold", "3", "--out", disk.folder.file("run"),
      ])
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("No space left on device. Make room"), "\(outcome.errors)")
      #expect(outcome.errors.contains(disk.folder.path))
    }

    /// Results go nowhere, so the status may not be that of somebody who got them.
    @Test(arguments: [
      ["device", "items", "PHONE"], ["device", "search", "PHONE", "word"],
      ["device", "search", "PHONE", "word", "--json"], ["device", "status", "PHONE"],
      ["journal", "log", "PHONE/private.journal"], ["journal", "stats", "PHONE/private.journal"],
      ["journal", "verify", "PHONE/private.journal", "--json"],
      ["device", "index", "PHONE", "--app", "com.example.app", "--id", "2"],
      ["simulate", "--trace", "TRACE"],
    ])
    func `results are not printed, and the program says so`(arguments: [String]) throws {
      let phone = folder.file("phone")
      let path = try TraceLines.file(TraceLines.items(1...3).utf8, in: folder)
      #expect(try program.run(["device", "index", phone], inputPath: path).status == 0)
      let words = arguments.map {
        $0.replacingOccurrences(of: "PHONE", with: phone)
          .replacingOccurrences(of: "TRACE", with: path)
      }
      let outcome = try program.run(
        words, launcher: ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"])
      #expect(outcome.status == 74)
      #expect(!outcome.wasKilled)
      #expect(
        outcome.errors.hasPrefix(
          "spotlog: Standard output cannot be written (No space left on device)"),
        "\(outcome.errors)")
    }
  #endif
}
