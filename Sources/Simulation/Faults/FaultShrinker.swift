/// Makes a failing plan small: leaves out devices, faults of messages and steps, for as long as the
/// same promise is broken in the same words.
package struct FaultShrinker {
  /// Runs a plan, and says what was found first; nil: nothing.
  private let run: (FaultPlan) -> String?
  private let kind: String
  private let isOver: () -> Bool
  package private(set) var best: FaultPlan
  package private(set) var runCount = 0

  /// - Parameters:
  ///   - run: runs a plan and returns the kind of its first violation.
  ///   - isOver: asked before each run: whether there is no time for another one.
  package init?(
    _ plan: FaultPlan, isOver: @escaping () -> Bool = { false },
    run: @escaping (FaultPlan) -> String?
  ) {
    guard let kind = run(plan) else { return nil }
    self.run = run
    self.kind = kind
    self.isOver = isOver
    best = plan
  }

  /// - Returns: the smallest plan that was found.
  package mutating func shrink() -> FaultPlan {
    var size: Int
    repeat {
      size = best.steps.count
      dropDevices()
      calmNetwork()
      dropSteps()
    } while best.steps.count < size && !isOver()
    return best
  }

  /// Keeps a smaller plan that fails in the same way.
  private mutating func tries(_ plan: FaultPlan) -> Bool {
    guard !isOver() else { return false }
    runCount += 1
    guard run(plan) == kind else { return false }
    best = plan
    return true
  }

  /// Everything of one device at a time.
  private mutating func dropDevices() {
    for device in 0..<best.knobs.devices {
      var plan = best
      plan.steps.removeAll { $0.device == device }
      if plan.steps.count < best.steps.count { _ = tries(plan) }
    }
  }

  private mutating func calmNetwork() {
    if best.knobs.batchDelayMilliseconds != nil {
      var plan = best
      plan.knobs.batchDelayMilliseconds = nil
      _ = tries(plan)
    }
    for chance in FaultKnobs.chances where best.knobs[keyPath: chance] > 0 {
      var plan = best
      plan.knobs[keyPath: chance] = 0
      _ = tries(plan)
    }
  }

  /// Halves, quarters and so on, down to single steps.
  private mutating func dropSteps() {
    var length = max(1, best.steps.count / 2)
    while true {
      var start = 0
      while start < best.steps.count {
        var plan = best
        plan.steps.removeSubrange(start..<min(start + length, best.steps.count))
        if !tries(plan) { start += length }
      }
      guard length > 1, !isOver() else { return }
      length /= 2
    }
  }
}

extension FaultKnobs {
  static let chances: [any WritableKeyPath<FaultKnobs, UInt64> & Sendable] = [
    \.requestLost, \.answerLost, \.duplicated, \.late, \.flipped, \.cutShort,
  ]
}
