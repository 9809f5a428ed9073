internal import Dispatch
internal import Foundation
package import HTMLPages
package import JournalFormat
internal import JournalStore
internal import Synchronization

/// What several drills show.
package struct DrillResults: Hashable, Sendable, Codable, PageReport {
  package var drills: [DrillReport]
  /// What the fleet took that all drills begin with.
  package var baseMilliseconds: Double
  /// All of it, on the clock of anyone who waited.
  package var milliseconds: Double

  /// Runs drills, each in a world of its own that begins as all others do. Each has its report,
  /// whatever happens to it or to others.
  ///
  /// - Parameters:
  ///   - jobs: drills that run at a time, each on a thread of its own; at least 1. What they report
  ///     does not depend on it, except for times.
  ///   - clock: milliseconds of a clock that only continues.
  ///   - progress: is told of each drill that is over, by any thread.
  package init(
    of drills: [Drill], _ plan: DrillPlan, jobs: Int = 1, diskName: String = "drill",
    clock: @escaping @Sendable () -> Double,
    progress: @escaping @Sendable (DrillReport) -> Void = { _ in }
  ) {
    let start = clock()
    guard !drills.isEmpty else {
      self.drills = []
      (baseMilliseconds, milliseconds) = (0, 0)
      return
    }
    let base = Result { try DrillBase(plan, diskName: "\(diskName)-base") }
    baseMilliseconds = clock() - start
    let results = Mutex<[Int: DrillReport]>([:])
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(jobs, drills.count)) { _ in
      while true {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard place < drills.count else { return }
        let report = drills[place].run(
          from: base, plan, diskName: "\(diskName)-\(place)", clock: clock)
        progress(report)
        results.withLock { $0[place] = report }
      }
    }
    let all = results.withLock { $0 }
    self.drills = drills.indices.compactMap { all[$0] }
    milliseconds = clock() - start
  }

  /// Adds drills that were run in another way, and the time that they took.
  package mutating func add(_ reports: [DrillReport], milliseconds: Double) {
    drills += reports
    self.milliseconds += milliseconds
  }

  package var isGood: Bool { drills.allSatisfy { $0.verdict != .fail } }

  /// How many could not be run, for people; empty where there are none.
  var skipped: String {
    let count = drills.count { $0.verdict == .skipped }
    return count == 0 ? "" : ", \(Figure.count(count, "was", "were")) skipped"
  }

  package func page(madeOn day: Day) -> HTMLPage { DrillPage(results: self).page(madeOn: day) }

  /// Writes `drills.json`, `drills.txt` and the page `drills.html`.
  package func write(to folder: String, madeOn day: Day) throws {
    try writeFiles(to: folder, named: "drills", madeOn: day)
    try FileSystem.replace(folder + "/drills.txt", with: Array(text.utf8))
  }

  /// For people.
  package var text: String {
    let good = drills.count { $0.verdict == .pass }
    return drills.map { $0.text + "\n" }.joined()
      + "\(good) of \(Figure.count(drills.count, "drill")) passed\(skipped), "
      + "in \(milliseconds.inSeconds) s, "
      + "\(baseMilliseconds.inSeconds) s of them to build the fleet that all begin with\n"
  }
}

extension Double {
  /// Milliseconds as seconds with one digit behind the point.
  fileprivate var inSeconds: Double { (self / 100).rounded() / 10 }
}
