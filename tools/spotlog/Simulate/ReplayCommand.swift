import ArgumentParser
import Foundation
import JournalFormat
import JournalStore
import Simulation

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a saved run: a world of faults, or a trace.",
    discussion: """
      A plan is a file that `spotlog simulate --out DIR` or `spotlog shrink` wrote, or one of your \
      own (docs/SIMULATION.md). Of a world of faults every step is printed, in virtual time, until \
      a promise breaks; a plan.json of a trace runs as it ran before.

      Examples:
        spotlog replay run/plan-17.json
        spotlog replay run/plan-17.json --device 2 --last 40
        spotlog replay run/plan-17.json --step
        spotlog replay run/plan.json

      Exit status: 0 all promises hold; 3 something did not come to an end; 4 something was \
      counted or kept wrongly; 65 the file is not a plan; 66 there is no such file.
      """)

  @Argument(help: "A plan.", completion: .file(), transform: GivenPath.named) var plan: String
  @Option(help: "Print only what happens to this device and the cloud.") var device: Int?
  @Option(help: "Print only this many last steps.") var last: Int?
  @Flag(help: "Wait for the return key after each step.") var step = false
  @Flag(help: "Print the outcome as JSON, without steps.") var json = false

  func validate() throws {
    guard last ?? 1 > 0 else { throw ValidationError("--last takes 1 or more.") }
    guard !step || last == nil else {
      throw ValidationError("--step prints every step: omit --last.")
    }
  }

  func run() throws {
    try reporting {
      let bytes = try PlanFile.read(plan)
      if let run = try TraceRun(savedPlan: bytes) {
        try refuseSteps()
        let report = try run.perform { Terminal.progress(Figure.plainCount($0, "event")) }
        Terminal.endProgress()
        if json { try Output.json(report) } else { print(report.summary) }
        return try Simulate.judge(report)
      }
      try replay(try PlanFile.plan(bytes, at: plan))
    }
  }

  /// A trace runs as a whole: what is said of single steps would be left out in silence.
  private func refuseSteps() throws {
    let given = [("--device", device != nil), ("--last", last != nil), ("--step", step)]
    guard let stray = given.first(where: \.1)?.0 else { return }
    throw Failure(
      .usage,
      "\(stray) applies to fault worlds only, and \(plan.printable) replays a trace. Omit "
        + "\(stray).")
  }

  private func replay(_ plan: FaultPlan) throws {
    // A copy is a device of its own, numbered after all that came before it.
    let count = plan.knobs.devices + plan.steps.count { $0.kind == .clone }
    if let device, !(0..<count).contains(device) {
      throw Failure(
        .usage, "The plan has no device \(device). Its devices are 0 to \(count - 1).")
    }
    var kept: [String] = []
    let outcome = SeedOutcome(plan, diskName: "replay") { moment in
      guard !json, device == nil || moment.device == nil || moment.device == device else { return }
      guard let last else { return show(moment.line) }
      kept.append(moment.line)
      if kept.count > 2 * last { kept.removeFirst(last) }
    }
    for line in kept.suffix(last ?? 0) { print(line) }
    let report = ReplayedPlan(outcome, plan)
    if json { try Output.json(report) } else { print(report.text) }
    if let status = report.status { throw Failure(status, "") }
  }

  private func show(_ line: String) {
    print(line)
    if step { _ = readLine() }
  }
}

struct ShrinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Shrink a failing plan of a world of faults.",
    discussion: """
      Leaves out devices, faults of the network and steps for as long as the same promise breaks \
      in the same words, and writes the smallest plan that was found.

      Examples:
        spotlog shrink run/plan-17.json
        spotlog shrink run/plan-17.json --out small.json --seconds 300

      Exit status: 0 a plan was written; 1 the plan does not fail: there is nothing to shrink; \
      65 the file is not a plan; 66 there is no such file; 74 the smaller one cannot be written.
      """)

  @Argument(help: "A plan.", completion: .file(), transform: GivenPath.named) var plan: String
  @Option(
    help: ArgumentHelp(
      "The file for the smaller plan; default PLAN.small.json.",
      valueName: "file"), completion: .file(), transform: GivenPath.named)
  var out: String?
  @Option(help: "Seconds after which to stop shrinking.") var seconds = 60
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard (1...86_400).contains(seconds) else {
      throw ValidationError("--seconds takes 1 to 86400.")
    }
  }

  private struct Shrunk: Encodable {
    let path: String
    let steps: Int
    let stepsBefore: Int
    let devices: Int
    let runs: Int
    let seconds: Double
    let finding: String
  }

  func run() throws {
    try reporting {
      if let out { try OutputFile(path: out, option: "--out").refuseOwned() }
      let failing = try PlanFile.plan(try PlanFile.read(plan), at: plan)
      let start = Date.now
      let limit = Double(seconds)
      let isInterrupted = Interruption.watch()
      var finding = ""
      let shrinker = FaultShrinker(
        failing, isOver: { isInterrupted() || Date.now.timeIntervalSince(start) > limit }
      ) { plan in
        let outcome = SeedOutcome(plan, diskName: "shrink")
        finding = outcome.violation?.what ?? outcome.error ?? finding
        return outcome.violation?.kind ?? outcome.error
      }
      guard var shrinker else {
        throw Failure(.finding, "\(plan.printable) does not fail: there is nothing to shrink.")
      }
      let what = finding
      let small = shrinker.shrink()
      let path = out ?? (plan.hasSuffix(".json") ? String(plan.dropLast(5)) : plan) + ".small.json"
      try FileSystem.replace(path, with: Array(try small.text().utf8))
      let shrunk = Shrunk(
        path: path, steps: small.steps.count, stepsBefore: failing.steps.count,
        devices: Set(small.steps.compactMap(\.device)).count, runs: shrinker.runCount,
        seconds: (Date.now.timeIntervalSince(start) * 10).rounded() / 10, finding: what)
      if form.json { return try Output.json(shrunk) }
      print("finding     \(what)")
      print("plan        \(path)")
      print(
        "steps       \(shrunk.steps) of \(shrunk.stepsBefore), on "
          + "\(Figure.count(shrunk.devices, "device")), after "
          + "\(Figure.count(shrunk.runs, "run")) in \(shrunk.seconds) s")
    }
  }
}

/// Files of plans.
private enum PlanFile {
  static func read(_ path: String) throws -> [UInt8] {
    let found: [UInt8]?
    do throws(FileFailure) {
      found = try FileSystem.read(path, atMost: FaultPlan.byteCountMax)
    } catch {
      throw Failure(.badInput, "The plan cannot be read (\("\(error)".printable)). Name a file.")
    }
    guard let found else {
      throw Failure(.noSuchFile, "There is no file \(path.printable). Name a plan.")
    }
    return found
  }

  static func plan(_ bytes: [UInt8], at path: String) throws -> FaultPlan {
    do throws(FaultPlanError) { return try FaultPlan(json: bytes) } catch {
      throw Failure(
        .badInput,
        "\(path.printable) cannot be run: \(error.description.printable) Name a file that "
          + "`spotlog simulate --out` or `spotlog shrink` wrote.")
    }
  }
}

/// What a replay showed.
private struct ReplayedPlan: Encodable {
  let seed: UInt64
  let steps: Int
  let events: Int
  let traceHash: String
  let faults: FaultCounts
  let holds: Bool
  let promise: Int?
  let invariant: String?
  let finding: String?
  let device: Int?

  init(_ outcome: SeedOutcome, _ plan: FaultPlan) {
    seed = plan.seed
    steps = plan.steps.count
    events = outcome.events
    traceHash = String(outcome.traceHash, radix: 16)
    faults = outcome.counts
    holds = outcome.isGood
    promise = outcome.violation?.promise
    invariant = outcome.violation?.invariant.rawValue
    finding = outcome.violation?.what ?? outcome.error
    device = outcome.violation?.device
  }

  var text: String {
    let who = device.map { "device \($0): " } ?? ""
    return "\(Figure.plainCount(events, "event")) of \(Figure.plainCount(steps, "step")), "
      + "\(Figure.plainCount(faults.total, "fault")), trace hash \(traceHash)\n"
      + (holds
        ? "all promises hold"
        : "BREAKS promise \(promise ?? 12) (\(invariant ?? "comesToRest")): \(who)\(finding ?? "")")
  }

  var status: ExitStatus? {
    if holds { return nil }
    return invariant == Invariant.comesToRest.rawValue || invariant == nil
      ? .liveness : .correctness
  }
}
