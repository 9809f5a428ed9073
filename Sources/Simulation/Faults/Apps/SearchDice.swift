/// Draws searches that people abandon. Its dice are separate, so that a seed still draws the same
/// acts from `AppDice` and `VerbDice`.
struct SearchDice {
  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x5EA_2C4) }

  /// A person who searches several times, and sees mostly the same.
  ///
  /// - Parameter devices: how many there are in the end.
  mutating func steps(before end: Int64, devices: Int) -> [FaultStep] {
    (0...dice.below(4)).flatMap { _ in
      let (app, device) = (dice.pick(AppDice.apps), dice.below(devices))
      let ids = (0...dice.below(4)).map { _ in name() }
      return (0...dice.below(4)).map { _ in
        var step = FaultStep(at: Int64(dice.below(Int(end))), .abandon, device: device)
        step.app = app
        step.ids = dice.happens(oneIn: 3) ? ids + [name()] : ids
        return step
      }
    }
  }

  /// Of an item as often as of an activity.
  private mutating func name() -> String {
    dice.happens(oneIn: 2) ? "i\(dice.below(6))" : "a\(dice.below(5))"
  }
}
