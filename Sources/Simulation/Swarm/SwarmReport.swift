internal import JournalFormat

/// What many worlds of faults showed.
package struct SwarmReport: Sendable, PageReport, BreakablePlan {
  /// A world in which something did not hold.
  package struct Failure: Sendable, Encodable {
    package var seed: UInt64
    package var promise: Int
    package var invariant: String
    package var what: String
    package var device: Int?
    /// Since the world began; absent where it could not go on.
    package var time: String?
    /// The last things that happened to the device, or to all where it was none.
    package var moments: [String] = []
    /// The command that shows it again.
    package var again = ""
  }

  package struct Slow: Sendable, Encodable {
    package var seed: UInt64
    package var milliseconds: Double
  }

  package var firstSeed: UInt64
  package var lastSeed: UInt64
  package var profile: String
  #if Sabotage
    package var sabotage: Sabotage?
  #endif
  package var jobs: Int
  /// Worlds that were run to their end.
  package private(set) var seeds = 0
  /// Things that happened, one after the other, in all worlds.
  package private(set) var events = 0
  package private(set) var faults = FaultCounts()
  package private(set) var steps = StepCounts()
  /// What intruders did.
  package private(set) var acts = Tallies<IntruderAct>()
  package private(set) var checks = CheckCounts()
  package private(set) var measures = FaultMeasures()
  /// How many worlds something did not hold in; the first of them are in `failures`.
  package private(set) var failureCount = 0
  package var failures: [Failure] = []
  package private(set) var slowest: [Slow] = []
  package private(set) var wallSeconds = 0.0
  package private(set) var cpuSeconds = 0.0
  package private(set) var peakMemoryMiB = 0
  /// Hashes the traces of all worlds: equal runs have equal ones.
  package private(set) var traceHash = ""
  /// Set once a second process has run the same: the seeds whose traces differ.
  package var differing: [UInt64]?
  /// By the place of the seed; nil: it was not run.
  private(set) var hashes: [UInt64?]

  /// Ended by a person: of the seeds, `seeds` were run.
  package private(set) var isInterrupted: Bool?

  package static let failuresMax = 20
  private static let slowestMax = 5

  private enum CodingKeys: CodingKey {
    case firstSeed, lastSeed, profile, jobs, seeds, events, faults, steps, acts, checks, measures
    #if Sabotage
      case sabotage
    #endif
    case failureCount, failures, slowest, wallSeconds, cpuSeconds, peakMemoryMiB, traceHash
    case differing, isInterrupted
  }

  init(_ swarm: Swarm) {
    (firstSeed, lastSeed) = (swarm.seeds.lowerBound, swarm.seeds.upperBound)
    profile = swarm.profile.name
    jobs = swarm.jobs
    hashes = Array(repeating: nil, count: Int(swarm.seeds.upperBound - swarm.seeds.lowerBound) + 1)
    breakSame(as: swarm)
  }

  mutating func add(_ outcome: SeedOutcome) {
    seeds += 1
    events += outcome.events
    faults.add(outcome.counts)
    steps.add(outcome.steps)
    acts.add(outcome.acts)
    checks.add(outcome.checks)
    measures.add(outcome.measures)
    hashes[Int(outcome.seed - firstSeed)] = outcome.traceHash
    if !outcome.isGood {
      failureCount += 1
      failures.append(Failure(outcome))
      // Whichever thread came first: those that are kept are the first by their seeds.
      failures.sort { $0.seed < $1.seed }
      if failures.count > Self.failuresMax { failures.removeLast() }
    }
    slowest.append(Slow(seed: outcome.seed, milliseconds: outcome.milliseconds.rounded()))
    slowest.sort { $0.milliseconds > $1.milliseconds }
    if slowest.count > Self.slowestMax { slowest.removeLast() }
  }

  mutating func settle() {
    if seeds < hashes.count { isInterrupted = true }
    var hash = TraceHash()
    for (place, value) in hashes.enumerated() {
      hash.mix(0, place, value ?? 0, at: Timestamp(milliseconds: 0))
    }
    traceHash = String(hash.value, radix: 16)
  }

  mutating func took(since start: ProcessClock) {
    let now = ProcessClock()
    wallSeconds = now.wallSeconds - start.wallSeconds
    cpuSeconds = now.cpuSeconds - start.cpuSeconds
    peakMemoryMiB = now.peakMemoryMiB
  }

  /// The seeds whose traces were other ones in another process.
  package func differing(from other: [UInt64: UInt64]) -> [UInt64] {
    hashesBySeed.compactMap { other[$0.seed] == $0.hash ? nil : $0.seed }
  }

  /// The traces of the worlds that were run.
  package var hashesBySeed: [(seed: UInt64, hash: UInt64)] {
    hashes.enumerated().compactMap { place, hash in
      hash.map { (firstSeed + UInt64(place), $0) }
    }
  }

  /// Whether it was long enough that all of what it draws from should have come.
  package var isLong: Bool { seeds >= 200 && ["swarm", "small", "damage"].contains(profile) }

  /// What was broken on purpose, in words; empty: nothing.
  var brokenPromise: String {
    #if Sabotage
      return sabotage.map { "sabotage \($0.rawValue)" } ?? ""
    #else
      return ""
    #endif
  }

  /// What a long run never met: a gap in the run, and no better than a failure.
  package var gaps: [String] {
    guard isLong, brokenPromise.isEmpty, isInterrupted == nil else { return [] }
    let hasDamage = profile == FaultProfile.damage.name
    let missing = faults.missing.filter { hasDamage || !$0.isOfDamage }
    let unchecked = checks.missing.filter { hasDamage || $0 != .oneWriter }
    let possible = FaultProfile.named(profile)?.possibleSteps ?? []
    return missing.map { "the fault \($0.rawValue) never happened" }
      + possible.filter { steps[$0] == 0 }.map { "the step \($0.rawValue) never happened" }
      + unchecked.map { "the invariant \($0.rawValue) was never looked at" }
  }

  package var isGood: Bool {
    failureCount == 0 && gaps.isEmpty && differing.map(\.isEmpty) ?? true
  }
}

extension SwarmReport.Failure {
  init(_ outcome: SeedOutcome) {
    seed = outcome.seed
    let violation = outcome.violation
    let invariant = violation?.invariant ?? .comesToRest
    promise = invariant.promise
    self.invariant = invariant.rawValue
    what = violation?.what ?? outcome.error ?? "the world could not go on"
    device = violation?.device
    time = violation.map { FaultMoment.text(of: $0.time) }
  }
}
