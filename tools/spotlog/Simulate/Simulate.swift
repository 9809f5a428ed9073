import ArgumentParser
import Foundation
import JournalFormat
import JournalStore
import Simulation

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate many devices and one cloud in virtual time.",
    discussion: """
      Every device runs the shipped code with real SQLite journals on a disk in memory. The run \
      ends with checks against an independent ledger; a failed check is a finding.

      With --trace, what happens comes from a file. With --devices and --days it is generated from \
      --seed: people who open public pages, of which few are liked much, and apps that keep notes. \
      With --seeds, each seed is a world of faults: \
      what people do and what goes wrong (messages, disks, power, clocks, restores, copies, a \
      cloud that goes back) is drawn from it, and every promise is checked as it goes. A world \
      that breaks one is written as a plan, for `spotlog replay` and `spotlog shrink`. \
      With --searches, each device has the items of a trace and a person who searches them, by \
      whole titles and by beginnings, and prefers high-ranked results; an app spams. \
      The report shows round by round how good the results are, and how good if nobody opened any. \
      With --sweep, runs of one seed that differ in the threshold, the sync interval or the batch \
      delay are compared: items public, time to be public, bytes and lag, with real quantiles.

      Examples:
        spotlog simulate --seeds 1..1000
        spotlog simulate --seeds 1..100000 --faults power --jobs 2 --out run
        spotlog simulate --devices 1000 --days 30 --out run
        spotlog simulate --searches pages.jsonl.gz --devices 8 --rounds 30 --out run
        spotlog simulate --trace films.jsonl.gz --out run
        spotlog simulate --devices 50 --days 5 --sweep threshold=5,10,20 \\
          --sweep sync-interval=1h,24h
        spotlog simulate --trace films.jsonl.gz --sweep batch-delay=0,24h,7d
        spotlog simulate --trace films.jsonl.gz --threshold 20 --faults lossy \\
          --seed 7
        spotlog simulate --trace films.jsonl.gz --url http://127.0.0.1:8080
        spotlog simulate --trace films.jsonl.gz --restore-devices 10% \\
          --clone-devices 2% \\
          --restore-cloud 2 --lost-at any --out run

      With --url, the cloud is a server. The devices' time stays virtual and waits for real \
      answers, so runs of one seed are not equal; and what cannot be seen from outside is not \
      checked. The checks expect a server that no other device has spoken with.

      Devices and the cloud can be lost on purpose, at random moments that the seed draws. One \
      device goes back to a copy of its journals, with or without its witness, and receives what \
      its apps indexed since; a clone keeps running beside the original. Counts must equal those \
      of a run in which nothing was lost, except for reports lost before the cloud had them: \
      lost.tsv lists those.

      Exit status: 0 all checks hold; 3 something did not come to an end; 4 something was counted \
      or kept wrongly, or a long run of seeds never met a fault; 5 another process has another \
      outcome; 65 the trace cannot be read; 66 there is no such file; 69 the server cannot be \
      reached; 73 --out holds a device or a cloud; 74 it cannot be made, or the reports cannot be \
      written.
      """)

  @Option(
    help: ArgumentHelp(
      "A trace of real events: JSON Lines, gzip allowed; - reads standard input.",
      valueName: "file"), completion: .file(), transform: GivenPath.named)
  var trace: String?

  @OptionGroup(title: "A generated fleet") var fleet: FleetOptions

  @OptionGroup(title: "Worlds of faults") var seeds: SeedOptions

  @OptionGroup(title: "Searches") var searches: SearchOptions

  @Option(
    help: """
      Devices that must endorse an item before it is public; default 50, or the threshold of the \
      server at --url.
      """)
  var threshold: UInt32?

  @Option(help: "The seed of all randomness; default 1.")
  var seed: UInt64?

  @Option(
    help: """
      What goes wrong. With --trace or --devices: none, or lossy (20 % of messages lost, 10 % \
      twice, 20 % up to three days late). With --seeds: \
      \(FaultProfile.all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")).
      """, completion: .list(Self.faultNames))
  var faults: String?

  @Option(
    help: """
      Maximum hours a device collects reports before it syncs; default 24.
      """)
  var syncInterval: Int64?

  @Option(
    help: ArgumentHelp(
      """
      How long a report may wait for a fuller batch: 0, or a length of time up to 7d, such as \
      24h; default 0.
      """, valueName: "time"))
  var batchDelay: String?

  @Option(
    help: ArgumentHelp(
      """
      Writes report.json, report.html, popularity.tsv, public-items.jsonl, plan.json and cloud/; \
      with --searches or --sweep the first two.
      """,
      valueName: "dir"), completion: .directory, transform: GivenPath.named)
  var out: String?

  @OptionGroup(title: "Settings compared") var sweep: SweepOptions

  @OptionGroup(title: "Losses") var losses: LossOptions

  @OptionGroup(title: "A server as the cloud") var server: ServerOptions

  @Flag(help: "Keep every device's folder below --out.")
  var keepDevices = false

  @OptionGroup var form: JSONOption

  private enum Faults: String, CaseIterable { case none, lossy }

  /// What --faults takes, of a run of either kind.
  private static var faultNames: [String] {
    Faults.allCases.map(\.rawValue) + FaultProfile.all.map(\.name)
  }

  func validate() throws {
    guard searches.searches == nil else { return try refuseStrayWithSearches() }
    guard [trace != nil, fleet.isGiven, seeds.seeds != nil].count(where: \.self) == 1 else {
      throw ValidationError(
        "Give --trace FILE, --devices N --days D, --seeds A..B or --searches FILE.")
    }
    try refuseStrayOptions()
    try refuseStrayWithSweep()
    if seeds.seeds == nil, let faults, Faults(rawValue: faults) == nil {
      throw ValidationError("Without --seeds, --faults takes none or lossy.")
    }
    guard threshold ?? 1 > 0 else { throw ValidationError("--threshold must be at least 1.") }
    guard (1...8_760).contains(syncInterval ?? 1) else {
      throw ValidationError("--sync-interval takes 1 to 8760 hours.")
    }
    guard Self.batchDelay(batchDelay ?? "0") != nil else {
      throw ValidationError("--batch-delay takes 0, or a length of time up to 7d, such as 24h.")
    }
    guard !keepDevices || out != nil else {
      throw ValidationError("--keep-devices needs --out DIR, below which the folders are kept.")
    }
    guard losses.plan.isEmpty || server.url == nil else {
      throw ValidationError(
        "Devices and clouds can be lost only where the cloud is in this process: omit --url.")
    }
    guard losses.plan.isEmpty || trace != "-" else {
      throw ValidationError(
        "A trace is read twice when something is lost: give --trace a file instead of -.")
    }
  }

  /// The milliseconds of a delay; nil: it is none, or too long.
  static func batchDelay(_ text: String) -> Int64? {
    guard let milliseconds = text == "0" ? 0 : GivenDuration(text)?.milliseconds,
      WorldPlan.batchDelayRange.contains(milliseconds)
    else { return nil }
    return milliseconds
  }

  private var plan: WorldPlan {
    let isLossy = faults.flatMap { Faults(rawValue: $0) } == .lossy
    var plan = WorldPlan()
    plan.seed = seed ?? 1
    plan.threshold = threshold ?? 50
    plan.network = isLossy ? .lossy : .calm
    plan.syncIntervalMilliseconds = (syncInterval ?? 24) * 3_600_000
    plan.batchDelayMilliseconds = Self.batchDelay(batchDelay ?? "0") ?? 0
    plan.losses = losses.plan
    // All are in use all the time: opening one again for each event would take most of the run.
    plan.openDevicesMax = max(plan.openDevicesMax, min(fleet.devices ?? 0, 16_384))
    return plan
  }

  func run() throws {
    try reporting {
      let output = out.map { OutputFile(path: $0, option: "--out") }
      try output?.refuseOwnedFolder()
      if let range = seeds.seeds { return try runSeeds(range) }
      if let path = searches.searches { return try runSearches(path) }
      guard let source = trace.map({ .file($0) }) ?? fleet.source(seed: seed ?? 1) else { return }
      try output?.refuseOtherRunFolder()
      if sweep.isGiven { return try runSweep(plan, of: source) }
      // A long run should not end in a place that was never there.
      if let out { try FileSystem.makeFolder(out) }
      var plan = plan
      let cloud = try server.cloud(for: &plan, threshold: threshold)
      let run = TraceRun(plan: plan, source: source, remote: cloud)
      let report = try run.perform { count in Terminal.progress(Figure.plainCount(count, "event")) }
      Terminal.endProgress()
      if let out {
        try run.write(
          report, to: out, keepingDevices: keepDevices, madeOn: Timestamp.current.day)
      }
      if form.json {
        try Output.json(report)
      } else {
        print(report.summary)
        if let out { print("report      \(out)/report.html") }
      }
      try Self.judge(report)
    }
  }

  static func judge(_ report: RunReport) throws { try judge(report.checks.filter { !$0.holds }) }

  /// - Parameter failed: checks that do not hold.
  static func judge(_ failed: [CheckResult]) throws {
    guard !failed.isEmpty else { return }
    let isCorrectness = failed.contains { $0.severity == .correctness }
    throw Failure(isCorrectness ? .correctness : .liveness, "")
  }
}

/// A fleet whose people and apps are drawn from a seed.
struct FleetOptions: ParsableArguments {
  @Option(help: "Devices of a generated fleet: 1 to 100000.") var devices: Int?
  @Option(help: "Simulated days: 1 to 3650; default 30.") var days: Int?
  @Option(help: "Average events per device and day: 1 to 10000; default 50.")
  var events: Int?

  var isGiven: Bool { devices != nil || days != nil || events != nil }

  func validate() throws {
    guard isGiven else { return }
    guard let devices, Workload.devicesRange.contains(devices) else {
      throw ValidationError("A generated fleet needs --devices, 1 to 100000.")
    }
    guard Workload.daysRange.contains(days ?? 1) else {
      throw ValidationError("--days takes 1 to 3650.")
    }
    guard Workload.eventsRange.contains(events ?? 1) else {
      throw ValidationError("--events takes 1 to 10000.")
    }
  }

  /// Nil: no fleet was asked for.
  func source(seed: UInt64) -> TraceSource? {
    devices.map {
      .workload(Workload(devices: $0, days: days ?? 30, eventsPerDay: events ?? 50, seed: seed))
    }
  }
}

/// The server that simulated devices speak with.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address of a server that is the cloud.", valueName: "url"))
  var url: String?

  @Option(help: "Maximum connections and requests in flight: 1 to 1024.")
  var connections = 64

  @Option(help: "Seconds to wait for a server that is not ready: 0 to 86400.")
  var wait = 60

  @Option(
    help: ArgumentHelp("File of the server's enrolment token.", valueName: "file"),
    completion: .file(), transform: GivenPath.named)
  var tokenFile: String?

  func validate() throws {
    guard (1...1_024).contains(connections) else {
      throw ValidationError("--connections takes 1 to 1024.")
    }
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait takes 0 to 86400 seconds.")
    }
  }

  /// Its options, and whether each was given another value than it has by itself.
  var given: [(String, Bool)] {
    [
      ("--url", url != nil), ("--connections", connections != 64), ("--wait", wait != 60),
      ("--token-file", tokenFile != nil),
    ]
  }

  /// The server as a cloud, with the plan made to fit; nil: the cloud is in this process.
  fileprivate func cloud(for plan: inout WorldPlan, threshold: UInt32?) throws -> HTTPCloud? {
    guard let url else { return nil }
    let cloud = try HTTPCloud(
      url: url, connections: connections, waitSeconds: wait,
      attestation: try tokenFile.map { Array(try SecretFile.read($0, as: "the token").utf8) } ?? [])
    let found = cloud.deployment.threshold
    guard threshold ?? found == found else {
      throw Failure(
        .usage,
        "The server's threshold is \(found). Omit --threshold, or restart the server with "
          + "--threshold \(threshold ?? found).")
    }
    plan.threshold = found
    plan.openRequestsMax = connections
    // The server may know the devices of an earlier run with this seed.
    var dice = Dice.system
    plan.deviceSalt = dice.next()
    return cloud
  }
}
