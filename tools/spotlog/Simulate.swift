import ArgumentParser
import Foundation
import JournalStore
import Simulation

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run many devices against one cloud in one process, in virtual time.",
    discussion: """
      Every device is the shipped code with real SQLite journals on a disk in memory. The run ends \
      with checks against a ledger that was kept by other means; one that fails is a finding.

      Examples:
        spotlog simulate --trace films.jsonl.gz --out run
        spotlog simulate --trace films.jsonl.gz --threshold 20 --faults lossy --seed 7

      Exit status: 0 all checks hold; 3 something did not come to an end; 4 something was counted \
      or kept wrongly; 65 the trace cannot be read; 66 there is none.
      """)

  @Option(
    help: ArgumentHelp(
      "A trace of real events: JSON Lines, gzip allowed; - reads standard input.",
      valueName: "file"))
  var trace: String

  @Option(help: "How many devices have to vouch before something is public.")
  var threshold: UInt32 = 50

  @Option(help: "The seed of everything random.")
  var seed: UInt64 = 1

  @Option(
    help: """
      What happens to messages: none, or lossy (20 % lost, 10 % twice, 20 % up to three days late).
      """)
  var faults: Faults = .none

  @Option(help: "How long a device collects before it speaks to the cloud, in hours, at most.")
  var syncInterval: Int64 = 24

  @Option(
    help: ArgumentHelp(
      "Writes report.json, report.html, popularity.tsv, public-items.jsonl, plan.json and cloud/.",
      valueName: "dir"))
  var out: String?

  @Flag(help: "Keeps every device's folder below --out.")
  var keepDevices = false

  @Flag(help: "Prints the report as JSON.")
  var json = false

  enum Faults: String, ExpressibleByArgument, CaseIterable { case none, lossy }

  func validate() throws {
    guard threshold > 0 else { throw ValidationError("--threshold has to be at least 1.") }
    guard (1...8_760).contains(syncInterval) else {
      throw ValidationError("--sync-interval takes 1 to 8760 hours.")
    }
    guard !keepDevices || out != nil else {
      throw ValidationError("--keep-devices needs --out DIR, below which the folders are kept.")
    }
  }

  private var plan: WorldPlan {
    var plan = WorldPlan()
    plan.seed = seed
    plan.threshold = threshold
    plan.network = faults == .lossy ? .lossy : .calm
    plan.syncIntervalMilliseconds = syncInterval * 3_600_000
    return plan
  }

  func run() throws {
    try reporting {
      // A long run should not end in a place that was never there.
      if let out { try FileSystem.makeFolder(out) }
      let run = TraceRun(plan: plan, tracePath: trace)
      let report = try run.perform { count in Terminal.progress("\(count) events") }
      Terminal.endProgress()
      if let out { try run.write(report, to: out, keepingDevices: keepDevices) }
      if json {
        try Output.json(report)
      } else {
        print(report.summary)
        if let out { print("report      \(out)/report.html") }
      }
      try Self.judge(report)
    }
  }

  private static func judge(_ report: RunReport) throws {
    let failed = report.checks.filter { !$0.holds }
    guard !failed.isEmpty else { return }
    let isCorrectness = failed.contains { $0.severity == .correctness }
    throw Failure(isCorrectness ? .correctness : .liveness, "")
  }
}
