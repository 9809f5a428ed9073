import Foundation
import SQLite
import TestSupport
import Testing

/// Files that were damaged, lost or left behind, as who runs the program meets them.
@Suite("The command line over damaged files") struct DamageTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let out: String
  private var cloud: String { out + "/cloud" }
  private var device: String { out + "/devices/d0" }

  /// A run of two devices that both engaged with one page, with everything kept.
  init() throws {
    folder = try TemporaryFolder()
    out = folder.file("out")
    let outcome = try simulate()
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func simulate() throws -> Program.Outcome {
    let lines = (0..<2).map { device in
      let start = "{\"time\":1,\"device\":\"d\(device)\",\"app\":\"a\",\"id\":\"x\","
      return start + "\"kind\":\"activity\",\"type\":\"view\",\"search\":true,\"public\":true,"
        + "\"title\":\"Red balloon\",\"url\":\"https://example.com/a\"}\n"
        + start + "\"kind\":\"engage\"}\n"
    }
    return try program.run(
      ["simulate", "--trace", "-", "--threshold", "2", "--out", out, "--keep-devices"],
      input: lines.joined())
  }

  private func change(_ path: String, _ sql: String) throws {
    let file = try Connection(path: path, mode: .readWrite)
    try file.execute(sql)
    #expect(file.changes > 0)
  }

  @Test func `puts a new run over what an older one left, and mixes nothing`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: device + "/private.journal"))
    // As after a kill: entries in a write-ahead log that is of the older file.
    try program.run(
      ["device", "index", device, "--app", "a"],
      input: TraceLines.item("1", "Old") + "\n")
    let wal = URL(fileURLWithPath: device + "/private.journal-wal")
    try Data(repeating: 7, count: 4_096).write(to: wal)
    #expect(try simulate().status == 0)
    #expect(!FileManager.default.fileExists(atPath: wal.path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: device + "/private.journal")) == whole)
    for journal in [device + "/private.journal", cloud + "/cloud.journal"] {
      #expect(try program.run(["journal", "verify", journal]).status == 0)
    }
    #expect(try !program.run(["device", "search", device, "Old"]).output.contains("Old"))
  }

  @Test func `makes nothing of a cloud's log that was changed`() throws {
    try change(
      cloud + "/cloud.journal", "UPDATE entries SET payload = x'02000000' WHERE number = 2")
    let before = try Data(contentsOf: URL(fileURLWithPath: cloud + "/projections.sqlite"))
    let rebuilt = try program.run(["cloud", "rebuild", "--data", cloud])
    #expect(rebuilt.status != 0)
    #expect(
      rebuilt.errors.contains("Entry 2 of \(cloud)/cloud.journal is not what the chain says."))
    #expect(rebuilt.errors.contains("spotlog journal verify"))
    // What there is was not thrown away for less.
    #expect(try Data(contentsOf: URL(fileURLWithPath: cloud + "/projections.sqlite")) == before)
    #expect(try program.run(["cloud", "status", "--data", cloud]).status == 0)
    try FileManager.default.removeItem(atPath: cloud + "/projections.sqlite")
    let status = try program.run(["cloud", "status", "--data", cloud])
    #expect(status.status != 0)
    #expect(status.errors.contains("is not what the chain says"))
    #expect(status.output.isEmpty)
  }

  @Test func `makes no index of a journal that was changed`() throws {
    let journal = device + "/private.journal"
    #expect(
      try program.run(["device", "search", device, "balloon"]).output.contains("Red balloon"))
    try change(journal, "UPDATE entries SET time = time + 1 WHERE number = 2")
    try FileManager.default.removeItem(atPath: device + "/index.sqlite")
    let found = try program.run(["device", "search", device, "balloon"])
    #expect(found.status != 0)
    #expect(found.errors.contains("of \(journal) is not what the chain says."))
    #expect(found.output.isEmpty)
    #expect(try program.run(["journal", "verify", journal]).status == 1)
  }

  @Test func `is said of a table with one way out, which helps`() throws {
    let shared = device + "/shared.journal"
    try change(shared, "UPDATE local_gate SET number = number + 1")
    let remedy =
      "`spotlog device sync` rebuilds it from the private journal, or says why it cannot."
    let verified = try program.run(["journal", "verify", shared])
    #expect(verified.status == 1, "\(verified)")
    #expect(verified.output.hasSuffix(" \(remedy)\n1 finding\n"), "\(verified)")
    let why = try program.run(["journal", "why", device])
    #expect(why.status == 65 && why.errors.contains("local_gate is damaged"), "\(why)")
    #expect(why.errors.hasSuffix(" \(remedy)\n"), "\(why)")
    let status = try program.run(["device", "status", device])
    #expect(status.status == 0, "\(status)")
    #expect(status.output.contains("\nrepaired    1 row of local_gate is not what was written\n"))
    #expect(try program.run(["journal", "verify", shared]).status == 0)
  }

  @Test func `shows a device whose witness is another's, and what to do`() throws {
    let other = out + "/devices/d1/witness"
    let own = try Data(contentsOf: URL(fileURLWithPath: device + "/witness"))
    try Data(contentsOf: URL(fileURLWithPath: other))
      .write(to: URL(fileURLWithPath: device + "/witness"))
    let status = try program.run(["device", "status", device])
    #expect(status.status == 65, "\(status)")
    #expect(status.output.contains("0 items and 1 activity"), "\(status)")
    #expect(status.output.contains("cloud       refused\n            The witness beside"))
    #expect(
      status.output.contains(
        "next step   Put the right one back; or move it away, and this device continues in a new "
          + "epoch. Nothing is lost by either."), "\(status)")
    let json = try program.run(["device", "status", device, "--json"])
    #expect(json.output.contains("\"phase\" : \"refused\""), "\(json)")
    // What it advises helps, either way.
    try FileManager.default.removeItem(atPath: device + "/witness")
    let moved = try program.run(["device", "status", device])
    #expect(moved.status == 0 && moved.output.contains("new epoch: witness lost"), "\(moved)")
    try own.write(to: URL(fileURLWithPath: device + "/witness"))
    #expect(try program.run(["device", "status", device]).output.contains("cloud       enrolled"))
  }

  @Test func `says which file should hold a key`() throws {
    let missing = try program.run([
      "journal", "export", device, "--anonymize", "--pseudonym-key-file", "/none",
    ])
    #expect(missing.errors.contains("Name the file that holds the key of the pseudonyms."))
  }

  @Test(arguments: [
    ("witness", false, "witness lost"), ("witness", true, "witness lost"),
    ("shared.journal", false, "journals contradict"),
  ])
  func `says why a device begins a new epoch`(
    file: String, isTorn: Bool, reason: String
  ) throws {
    #expect(try program.run(["device", "status", device]).output.contains("cloud       enrolled"))
    let path = device + "/" + file
    if isTorn {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    let text = try program.run(["device", "status", device]).output
    #expect(text.contains("cloud       new epoch: \(reason)\n"), "\(text)")
    #expect(text.contains("With its next sync it continues in a new epoch, and nothing is lost."))
    let json = try program.run(["device", "status", device, "--json"]).output
    #expect(json.contains("\"phase\" : \"new epoch: \(reason)\""), "\(json)")
    #expect(json.contains("\"explanation\""))
  }
}
