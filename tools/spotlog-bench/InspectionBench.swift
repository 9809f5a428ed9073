import CSQLite
import DeviceIndex
import Foundation

/// Looking into a journal of ten million entries with the commands that people use, each a process.
enum InspectionBench {
  private static let entries = 10_000_000

  static func run() throws -> [Measurement] {
    let folder = try BenchFolder()
    let device = BenchDevice(
      path: folder.path + "/device",
      DeviceConfiguration(tagSalt: [UInt8](repeating: 1, count: 16), cloudKeys: []))
    try device.grow(to: UInt64(entries))
    let path = device.path + "/private.journal"

    let stepped = Double(entries) / (try stepping(path))
    let firstPage = try best { try BenchChild(["journal", "log", path, "--limit", "40"]) }
    let log = try BenchChild(["journal", "log", path, "--oneline"], intoPipe: true)
    let stats = try BenchChild(["journal", "stats", path, "--json"])
    let verify = try BenchChild(["journal", "verify", path])
    return [
      Measurement(
        name: "10,000,000 entries: the first page", ours: firstPage.wallSeconds * 1_000,
        unit: "ms", target: 100, smallerIsBetter: true),
      Measurement(
        name: "the same: log --oneline into a pipe", ours: Double(entries) / log.cpuSeconds,
        unit: "entries/CPU s", limitName: "stepping through the bare rows", limit: stepped,
        target: 500_000),
      memory("log", log), memory("stats", stats), memory("verify", verify),
      rate("stats", stats, stepped), rate("verify", verify, stepped),
    ]
  }

  private static func memory(_ command: String, _ child: BenchChild) -> Measurement {
    Measurement(
      name: "the same: memory of \(command), at most", ours: Double(child.mostBytes) / 1_048_576,
      unit: "MiB", target: 200, smallerIsBetter: true)
  }

  private static func rate(
    _ command: String, _ child: BenchChild, _ stepped: Double
  ) -> Measurement {
    Measurement(
      name: "the same: \(command)", ours: Double(entries) / child.cpuSeconds,
      unit: "entries/CPU s", limitName: "stepping through the bare rows", limit: stepped,
      target: nil)
  }

  /// The best of several: a start is disturbed by others, never helped.
  private static func best(_ start: () throws -> BenchChild) throws -> BenchChild {
    var best = try start()
    for _ in 0..<5 {
      let next = try start()
      if next.wallSeconds < best.wallSeconds { best = next }
    }
    return best
  }

  /// CPU seconds of reading every payload through the C API, and of nothing else.
  private static func stepping(_ path: String) throws -> Double {
    var handle: OpaquePointer?
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil)
    defer { sqlite3_close(handle) }
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, "SELECT * FROM entries", -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    let columns = sqlite3_column_count(statement)
    var rows = 0
    let seconds = BenchClock.cpuSeconds {
      while sqlite3_step(statement) == SQLITE_ROW {
        for column in 0..<columns { _ = sqlite3_column_blob(statement, column) }
        rows += 1
      }
    }
    guard rows >= entries else {
      throw BenchError("\(path) holds \(rows) entries, and \(entries) were journaled.")
    }
    return seconds
  }
}
