internal import Foundation
package import HTMLPages
package import JournalFormat
internal import JournalStore

extension SwarmReport {
  /// One line for anyone who waits.
  package var progress: String {
    let seconds = max(wallSeconds, 0.001)
    let slow = slowest.first.map { ", slowest seed \($0.seed) \($0.milliseconds / 1_000) s" } ?? ""
    return "\(seeds) of \(Figure.plainCount(hashes.count, "seed")), "
      + "\(rate(seeds, seconds)) seeds/s, \(rate(events, seconds)) events/s, "
      + "\(rate(faults.total, seconds)) faults/s\(slow)"
      + (failureCount > 0 ? ", \(failureCount) FAIL" : "")
  }

  private func rate(_ count: Int, _ seconds: Double) -> String {
    let value = Double(count) / seconds
    return value < 100 ? "\((value * 10).rounded() / 10)" : Figure.grouped(Int(value))
  }

  /// For people.
  package var text: String {
    let seconds = max(wallSeconds, 0.001)
    let half = convergenceText
    var lines = [
      "seeds       \(firstSeed)..\(lastSeed), \(seeds) run, profile \(profile), \(jobs) at a time"
        + (brokenPromise.isEmpty ? "" : ", " + brokenPromise),
      "events      \(Figure.grouped(events)), \(Figure.count(measures.requests, "request")), "
        + "\(Figure.grouped(measures.retries)) of them sent again",
      "faults      \(Figure.grouped(faults.total))",
    ]
    lines += Fault.allCases.map { count($0.rawValue, faults[$0]) }
    lines += stepLines
    lines.append("checks      \(Figure.grouped(checks.total))")
    lines += Invariant.allCases.map { count($0.rawValue, checks[$0], promise: $0.promise) }
    lines += [
      "rest        \(half)",
      "trace hash  \(traceHash)" + twiceText,
      "took        \((wallSeconds * 10).rounded() / 10) s, \(peakMemoryMiB) MiB: "
        + "\(rate(seeds * 3_600, seconds)) seeds an hour, "
        + "\(rate(events, max(cpuSeconds, 0.001))) events and "
        + "\(rate(faults.total, max(cpuSeconds, 0.001))) faults a second of one core",
    ]
    if isInterrupted == true {
      lines.append(
        "interrupted \(Figure.grouped(seeds)) of \(Figure.count(hashes.count, "seed")) were run")
    }
    lines += gaps.map { "GAP         \($0)" }
    for failure in failures { lines += failure.lines }
    lines.append(
      failureCount == 0
        ? "all promises hold" + (isInterrupted == true ? " in those" : "")
        : brokenText)
    return lines.joined(separator: "\n")
  }

  /// How often each step happened, by who does it, and which never did.
  private var stepLines: [String] {
    let never = steps.missing.map(\.rawValue) + acts.missing.map { "intruder \($0.rawValue)" }
    var lines = ["steps       \(Figure.grouped(steps.total))"]
    for side in FaultStep.Kind.Side.allCases {
      let kinds = FaultStep.Kind.allCases.filter { $0.side == side && steps[$0] > 0 }
      lines += list(side.rawValue, kinds.map { "\($0.rawValue) \(Figure.grouped(steps[$0]))" })
    }
    let done = IntruderAct.allCases.filter { acts[$0] > 0 }
    lines += list("acts", done.map { "\($0.rawValue) \(Figure.grouped(acts[$0]))" })
    return lines + list("never", never)
  }

  /// Some texts under a name, in lines of at most 100 columns.
  private func list(_ name: String, _ texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    let indent = String(repeating: " ", count: 24)
    var lines = ["            " + name + String(repeating: " ", count: max(1, 12 - name.count))]
    for (place, text) in texts.enumerated() {
      let word = text + (place + 1 < texts.count ? "," : "")
      let line = lines[lines.count - 1]
      if line.count + 1 + word.count > 100 {
        lines.append(indent + word)
      } else {
        lines[lines.count - 1] = line + (line.last == " " ? "" : " ") + word
      }
    }
    return lines
  }

  /// How many worlds break a promise, for people.
  var brokenText: String {
    "\(Figure.grouped(failureCount)) of \(Figure.count(seeds, "world")) "
      + (failureCount == 1 ? "breaks a promise" : "break a promise")
  }

  private func count(_ name: String, _ count: Int, promise: Int? = nil) -> String {
    let digits = Figure.grouped(count)
    return "            " + name + String(repeating: " ", count: max(1, 24 - name.count))
      + String(repeating: " ", count: max(0, 12 - digits.count)) + digits
      + (promise.map { "  promise \($0)" } ?? "")
  }

  private var convergenceText: String {
    guard measures.convergence.total > 0 else { return "no world came to rest" }
    let halves = [0.5, 0.99].map { measures.convergence.secondsBound(share: $0) }
    return
      "half of the worlds within \(halves[0]) s after the last fault, 99 % within \(halves[1]) s"
  }

  private var twiceText: String {
    switch differing {
    case nil: ""
    case []?: ", and the same in another process"
    case let seeds?:
      ", and ANOTHER ONE in another process for seed "
        + seeds.prefix(10).map { "\($0)" }.joined(separator: ", ")
    }
  }

  // MARK: Failures

  /// Runs worlds that failed once more, and tells what happened there last.
  ///
  /// - Parameter out: where the plans are written; nil: nowhere.
  package mutating func tellFailures(of swarm: Swarm, out: String?) {
    for place in failures.indices {
      let seed = failures[place].seed
      failures[place].moments = swarm.lastMoments(of: seed, device: failures[place].device)
      failures[place].again =
        out.map { "spotlog replay \("\($0)/plan-\(seed).json".asShellWord)" }
        ?? "spotlog simulate --seeds \(seed)..\(seed) --faults \(profile) --out DIR"
    }
  }

  package func page(madeOn day: Day) -> HTMLPage { SwarmPage(report: self).page(madeOn: day) }

  /// Writes `report.json`, the page `report.html` and the plans of worlds that failed.
  package func write(to folder: String, madeOn day: Day) throws {
    try writeFiles(to: folder, madeOn: day)
    guard let profile = FaultProfile.named(profile) else { return }
    for failure in failures {
      var plan = FaultPlan(seed: failure.seed, profile: profile)
      plan.breakSame(as: self)
      try FileSystem.replace(
        folder + "/plan-\(failure.seed).json", with: Array(try plan.text().utf8))
    }
  }
}

extension SwarmReport.Failure {
  fileprivate var lines: [String] {
    let who = device.map { "device \($0), " } ?? ""
    return [
      "FAILS       seed \(seed): promise \(promise), \(invariant), \(who)\(time ?? "")",
      "            \(what)",
    ] + moments.map { "            \($0)" } + ["            see it again: \(again)"]
  }
}

extension Swarm {
  private static let momentsMax = 20

  /// What happened last in a world to a device and to the cloud.
  func lastMoments(of seed: UInt64, device: Int?) -> [String] {
    var moments: [FaultMoment] = []
    _ = SeedOutcome(plan(seed), diskName: "again-\(seed)") { moment in
      guard device == nil || moment.device == nil || moment.device == device else { return }
      moments.append(moment)
      if moments.count > 2 * Self.momentsMax { moments.removeFirst(Self.momentsMax) }
    }
    return moments.suffix(Self.momentsMax).map(\.line)
  }
}
