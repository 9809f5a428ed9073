import ArgumentParser
import Foundation

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The speed of each part beside its raw limit, measured in the same run.",
    discussion: """
      Every line gives ours, the limit (a bare loop that does only what cannot be avoided), their \
      ratio and the target. A ratio holds on any machine; absolute figures are this one's. Nothing \
      fails when a target is missed: read the last column.

      Examples:
        spotlog bench
        spotlog bench journal wire --json
      """)

  enum Part: String, ExpressibleByArgument, CaseIterable {
    case journal, fold, wire, aggregator, search, start, open, snapshot, simulation
    case inspection
    #if Server
      case server
    #endif
  }

  @Argument(help: "Which parts: \(Part.allCases.map(\.rawValue).joined(separator: ", ")). All.")
  var parts: [Part] = []

  @Flag(help: "Prints the figures as JSON.") var json = false

  func run() throws {
    try reporting {
      var results: [Measurement] = []
      for part in parts.isEmpty ? Part.allCases : parts {
        Terminal.progress("measuring \(part.rawValue)")
        let measured = try Self.measure(part)
        Terminal.endProgress()
        results += measured
        if !json { for result in measured { print(result.line) } }
      }
      if json { try Output.json(results.map { MeasuredLine($0) }) }
    }
  }

  private static func measure(_ part: Part) throws -> [Measurement] {
    switch part {
    case .journal: return try JournalBench.run()
    case .fold: return try FoldBench.run()
    case .wire: return try WireBench.run()
    case .aggregator: return try AggregatorBench.run()
    case .search: return try SearchBench.run() + IndexBench.run()
    case .start: return try StartBench.run()
    case .open: return try OpenBench.run()
    case .snapshot: return try SnapshotBench.run()
    case .simulation: return SimulationBench.run()
    case .inspection: return try InspectionBench.run()
    #if Server
      case .server: return try ServerBench.run()
    #endif
    }
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
