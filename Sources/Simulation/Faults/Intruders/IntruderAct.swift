internal import JournalFormat

/// An act of an intruder: a client that enrols and signs properly, and sends what the rules forbid.
package enum IntruderAct: String, Hashable, Sendable, Codable, CaseIterable {
  /// Sends a request of `HostileRequest`: names of others, numbers and times that nothing can have.
  case forge
  /// Reports with each of their numbers at its bounds.
  case bound
  /// Reports with tags and origins that a device reported, and its own origins again.
  case collide
  /// Reports many contents of a page and many pages, and takes back what it can.
  case flood
  /// Takes back a page that others engaged with.
  case withdraw
  /// Sends what devices sent, as it was and in the other order.
  case replay
  /// Sends batches that inflate to more than they may, or than they state.
  case bomb
  /// All intruders endorse a page of odd words, and one of them delivers the words.
  case publish
  /// Brings grants that nobody gave, with orders at their bounds, for a new lineage.
  case recover
  /// Continues a new lineage behind a hole of all numbers.
  case hole
  /// Reports something else under a number that the cloud has.
  case fork
  /// Endorses the words of a page as a device did, without having them.
  case endorse

  /// What intruders do beside people with apps. Of those who endorse the words of devices there are
  /// worlds without anything else.
  static let besideApps = allCases.filter { $0 != .endorse }
}

/// Draws what intruders do, apart from everything else in a world.
struct IntruderDice {
  /// What the intruders of a world do, beside as much again at most.
  private static let actsMin = 12

  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x17_12D) }

  /// The acts of as many intruders as are drawn from a range.
  mutating func steps(
    of counts: ClosedRange<Int>, _ acts: [IntruderAct], before end: Int64
  ) -> [FaultStep] {
    let intruders = counts.lowerBound + dice.below(counts.count)
    guard intruders > 0 else { return [] }
    return (0..<Self.actsMin + dice.below(Self.actsMin)).map { _ in
      step(of: intruders, acts, before: end)
    }
  }

  private mutating func step(
    of intruders: Int, _ acts: [IntruderAct], before end: Int64
  ) -> FaultStep {
    let at = Int64(dice.below(Int(end)))
    var step = FaultStep(at: at, .intruder, device: dice.below(intruders))
    step.act = dice.pick(acts)
    step.count = dice.below(1 << 16)
    step.page = dice.page()
    return step
  }
}

extension FaultPlan {
  /// How many intruders it names.
  var intruderCount: Int {
    (steps.lazy.filter { $0.kind == .intruder }.compactMap(\.device).max() ?? -1) + 1
  }
}
