import ArgumentParser
import Foundation
import JournalFormat
import JournalStore

@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spotlog-bench",
    abstract: "The speed of each part beside its raw limit, measured in the same run.",
    discussion: """
      Every line gives ours, the limit (a bare loop that does only what cannot be avoided), their \
      ratio and the target. A ratio holds on any machine; absolute figures are this one's. Nothing \
      fails when a target is missed: read the last column.

      Parts that measure commands or a server start the program `spotlog` beside this one; \
      SPOTLOG_PROGRAM names another.

      Examples:
        spotlog-bench
        spotlog-bench journal wire --json

      Exit status: 0; 1 something could not be measured; 64 wrong usage.
      """,
    version: "spotlog-bench \(SpotlogVersion.current)")

  enum Part: String, ExpressibleByArgument, CaseIterable {
    case journal, projection, wire, aggregator, search, start, open, snapshot, simulation
    case inspection, json, web
    #if Server
      case server
    #endif
  }

  @Argument(help: "Which parts: \(Part.allCases.map(\.rawValue).joined(separator: ", ")). All.")
  var parts: [Part] = []

  @Flag(help: "Prints the figures as JSON.") var json = false

  func run() throws {
    var results: [Measurement] = []
    for part in parts.isEmpty ? Part.allCases : parts {
      Self.progress("measuring \(part.rawValue)")
      let measured = try Self.measure(part)
      Self.progress("")
      results += measured
      if !json { for result in measured { print(result.line) } }
    }
    guard json else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(results.map { MeasuredLine($0) }), as: UTF8.self))
  }

  /// A line that the next one replaces; nothing where nobody watches.
  private static func progress(_ text: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    StandardError.send("\r\u{1B}[K\(text)".utf8)
  }

  private static func measure(_ part: Part) throws -> [Measurement] {
    switch part {
    case .journal: return try JournalBench.run()
    case .projection: return try ProjectionBench.run()
    case .wire: return try WireBench.run()
    case .aggregator: return try AggregatorBench.run()
    case .search: return try SearchBench.run() + IndexBench.run()
    case .start: return try StartBench.run()
    case .open: return try OpenBench.run()
    case .snapshot: return try SnapshotBench.run()
    case .simulation: return SimulationBench.run()
    case .inspection: return try InspectionBench.run()
    case .json: return try JSONBench.run()
    case .web: return try WebBench.run()
    #if Server
      case .server: return try ServerBench.run()
    #endif
    }
  }
}

/// Why something cannot be measured, in a sentence or two for people.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The program whose commands are measured.
enum MeasuredProgram {
  static func path() throws -> String {
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let path =
      ProcessInfo.processInfo.environment["SPOTLOG_PROGRAM"]
      ?? URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("spotlog")
      .path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BenchError(
        "There is no program \(path) to measure. Build it with `swift build -c release`, or name "
          + "another in SPOTLOG_PROGRAM.")
    }
    return path
  }
}

/// One line of the benchmark.
struct Measurement {
  let name: String
  let ours: Double
  let unit: String
  /// What the limit is, and its figure in the same unit.
  var limitName: String?
  var limit: Double?
  /// What the ratio, or ours where there is no limit, has to be; nil: it is only told.
  let target: Double?
  var targetIsRatio = false
  /// A figure that has to be small, not large.
  var smallerIsBetter = false

  var ratio: Double? { limit.map { ours / $0 } }

  /// Nil where there is no target.
  var isMet: Bool? {
    guard let target else { return nil }
    let value = targetIsRatio ? ratio ?? 0 : ours
    return smallerIsBetter ? value <= target : value >= target
  }

  var line: String {
    var text = "\(name): \(Self.figure(ours)) \(unit)"
    if let limit, let limitName, let ratio {
      text += ", \(limitName) \(Self.figure(limit)): \(Self.percent(ratio))"
    }
    guard let target, let isMet else { return text }
    let sign = smallerIsBetter ? "≤" : "≥"
    let goal =
      targetIsRatio ? "\(sign) \(Self.percent(target))" : "\(sign) \(Self.figure(target)) \(unit)"
    return text + "  (\(goal)\(isMet ? "" : ", MISSED"))"
  }

  private static func percent(_ value: Double) -> String {
    "\((value * 1_000).rounded() / 10) %"
  }

  static func figure(_ value: Double) -> String {
    if value >= 1_000_000 { return "\((value / 10_000).rounded() / 100) M" }
    if value >= 10_000 { return "\((value / 100).rounded() / 10) k" }
    return "\((value * 100).rounded() / 100)"
  }
}

/// Clocks of the benchmark.
enum BenchClock {
  /// CPU seconds of this process.
  static var cpu: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
  /// Seconds that passed.
  static var wall: Double { read(CLOCK_MONOTONIC) }

  /// The day's time: a server refuses requests of another one.
  static var now: Timestamp {
    Timestamp(milliseconds: Int64((read(CLOCK_REALTIME) * 1_000).rounded()))
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  static func cpuSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = cpu
    try work()
    return cpu - start
  }

  static func wallSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = wall
    try work()
    return wall - start
  }
}

/// A folder that is removed when the benchmark is over.
final class BenchFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("spotlog-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
