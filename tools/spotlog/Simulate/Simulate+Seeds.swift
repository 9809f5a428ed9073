import ArgumentParser
import Foundation
import JournalFormat
import JournalStore
import Simulation
import Synchronization

/// Worlds of faults, drawn from seeds.
struct SeedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run a world of faults for each of these seeds, such as 1..1000.", valueName: "a..b"),
    transform: SeedRange.init(argument:))
  var seeds: SeedRange?

  @Option(help: "Worlds that run in parallel: 1 to 256; default one per processor.")
  var jobs: Int?

  @Flag(help: "Run all seeds in a second process too, and compare the traces.")
  var twice = false

  #if Sabotage
    /// For negative controls.
    @Option(help: .hidden) var sabotage: String?
  #endif
  /// What a second process prints for the first one.
  @Flag(help: .hidden) var hashes = false

  func validate() throws {
    guard (1...256).contains(jobs ?? 1) else { throw ValidationError("--jobs takes 1 to 256.") }
    #if Sabotage
      guard sabotage.map({ Sabotage(rawValue: $0) != nil }) ?? true else {
        let names = Sabotage.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--sabotage takes one of \(names).")
      }
    #endif
  }
}

/// Seeds of a run.
struct SeedRange {
  static let countMax: UInt64 = 100_000_000

  let seeds: ClosedRange<UInt64>

  init(argument: String) throws {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let first = UInt64(parts[0]),
      let last = UInt64(parts[2])
    else { throw ValidationError("Give the first and the last seed, such as 1..1000.") }
    guard first <= last else {
      throw ValidationError("The first seed is after the last one.")
    }
    guard last - first < Self.countMax else {
      throw ValidationError("A run has \(Self.countMax) seeds at most.")
    }
    seeds = first...last
  }
}

extension Swarm {
  /// Runs the swarm, with what it is at on standard error.
  func runForPeople() -> SwarmReport {
    let isOver = Interruption.watch()
    let last = Mutex(0.0)
    return run(isOver: isOver) { report in
      guard Terminal.isInteractive else { return }
      let isDue = last.withLock { last in
        guard report.wallSeconds - last >= 0.25 else { return false }
        last = report.wallSeconds
        return true
      }
      if isDue { Terminal.progress(report.progress) }
    }
  }

  /// The traces of the same worlds in another process of this program.
  func hashesElsewhere() throws -> [UInt64: UInt64] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.path)
    process.arguments = [
      "simulate", "--seeds", "\(seeds.lowerBound)..\(seeds.upperBound)", "--faults", profile.name,
      // Other threads take other seeds: what depends on that shows.
      "--jobs", "\(max(1, jobs - 1))", "--hashes",
    ]
    #if Sabotage
      if let sabotage { process.arguments?.append(contentsOf: ["--sabotage", sabotage.rawValue]) }
    #endif
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var found: [UInt64: UInt64] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let seed = UInt64(parts[0]), let hash = UInt64(parts[1], radix: 16)
      else { continue }
      found[seed] = hash
    }
    return found
  }
}

extension CommandLine {
  /// This program's file.
  static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? arguments[0]
    #endif
  }
}

/// Ctrl-C ends long work after what it is at; once more, at once.
enum Interruption {
  private static let flag = Atomic(false)

  static var isWanted: Bool { flag.load(ordering: .relaxed) }

  /// - Returns: whether it was asked for.
  static func watch() -> @Sendable () -> Bool {
    signal(SIGINT) { _ in
      Interruption.flag.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
    return { Interruption.isWanted }
  }
}

extension Simulate {
  func runSeeds(_ range: SeedRange) throws {
    if let out { try FileSystem.makeFolder(out) }
    var swarm = Swarm(seeds: range.seeds, profile: try profile)
    swarm.jobs = seeds.jobs ?? min(ProcessInfo.processInfo.activeProcessorCount, 256)
    #if Sabotage
      swarm.sabotage = seeds.sabotage.flatMap { Sabotage(rawValue: $0) }
    #endif
    var report = swarm.runForPeople()
    Terminal.endProgress()
    if seeds.hashes {
      for (seed, hash) in report.hashesBySeed { print("\(seed) \(String(hash, radix: 16))") }
      return
    }
    if seeds.twice, report.isInterrupted == nil {
      let other = try swarm.hashesElsewhere()
      // Ctrl-C ends the other process as well, somewhere.
      if !Interruption.isWanted { report.differing = report.differing(from: other) }
    }
    report.tellFailures(of: swarm, out: out)
    if let out { try report.write(to: out, madeOn: Timestamp.current.day) }
    if form.json {
      try Output.json(report)
    } else {
      print(report.text)
      if let out { print("report      \(out)/report.html") }
    }
    if let status = report.status { throw Failure(status, "") }
  }

  private var profile: FaultProfile {
    get throws {
      guard let profile = FaultProfile.named(faults ?? FaultProfile.swarm.name) else {
        let names = FaultProfile.all.map(\.name).joined(separator: ", ")
        throw ValidationError("With --seeds, --faults takes one of \(names).")
      }
      return profile
    }
  }

  /// An option without effect in a run of this kind is refused as a mistake.
  func refuseStrayOptions() throws {
    if seeds.seeds != nil {
      _ = try profile
      guard let stray = strayWithSeeds else { return }
      throw ValidationError("\(stray) cannot be combined with --seeds.")
    }
    guard let stray = strayWithTrace else { return }
    throw ValidationError("\(stray) needs --seeds.")
  }

  private var strayWithSeeds: String? {
    let given =
      [
        ("--threshold", threshold != nil), ("--seed", seed != nil),
        ("--sync-interval", syncInterval != nil), ("--batch-delay", batchDelay != nil),
        ("--keep-devices", keepDevices),
        ("--sweep", sweep.isGiven),
      ] + losses.given + server.given
    return given.first { $0.1 }?.0
  }

  private var strayWithTrace: String? {
    #if Sabotage
      let broken = [("--sabotage", seeds.sabotage != nil)]
    #else
      let broken: [(String, Bool)] = []
    #endif
    let given = [
      ("--jobs", seeds.jobs != nil), ("--twice", seeds.twice), ("--hashes", seeds.hashes),
    ]
    return (given + broken).first { $0.1 }?.0
  }
}

extension SwarmReport {
  /// How a run that found something ends.
  var status: ExitStatus? {
    if differing?.isEmpty == false { return .notDeterministic }
    guard !isGood else { return nil }
    let isLiveness = failures.allSatisfy { $0.invariant == Invariant.comesToRest.rawValue }
    return failureCount == 0 || !isLiveness ? .correctness : .liveness
  }
}
