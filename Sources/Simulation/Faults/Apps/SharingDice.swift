/// Draws activities that share more than words with everybody, with and without a page. Its dice
/// are separate, so that a seed still draws the same acts from the other dice.
struct SharingDice {
  private static let minute: Int64 = 60_000

  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x54_A8E) }

  /// Some people find the same, and open it.
  ///
  /// - Parameter devices: how many there are in the end.
  mutating func steps(before end: Int64, devices: Int) -> [FaultStep] {
    (0..<2).flatMap { place in
      let app = dice.pick(AppDice.apps)
      let hasPage = dice.happens(oneIn: 2)
      return (0...dice.below(2 * devices)).flatMap { _ in
        var step = FaultStep(at: Int64(dice.below(Int(end))), .record, device: dice.below(devices))
        step.app = app
        step.page = "d\(place)"
        if hasPage { step.address = "d\(place)" } else { step.item = "d\(place)" }
        step.isWeak = hasPage ? nil : true
        step.isShared = true
        var opened = FaultStep(at: step.at + Self.minute, .open, device: step.device)
        opened.app = app
        opened.page = step.page
        return [step, opened]
      }
    }
  }
}
