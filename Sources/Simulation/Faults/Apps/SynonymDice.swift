/// Draws tables of synonyms that apps set. Its dice are separate, so that a seed still draws the
/// same acts from `AppDice`, `VerbDice` and `SearchDice`.
struct SynonymDice {
  /// Terms that stand for `AppDice.word`, which no item has.
  static let terms = (0..<4).map { "alike\($0)" }

  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x5F_A11E) }

  /// An app sets a table some times, and takes it back now and then.
  ///
  /// - Parameter devices: how many there are in the end.
  mutating func steps(before end: Int64, devices: Int) -> [FaultStep] {
    (0...dice.below(5)).map { place in
      var step = FaultStep(
        at: Int64(dice.below(Int(end))), .setSynonyms, device: dice.below(devices))
      step.app = dice.pick(AppDice.apps)
      step.name = "version \(place)"
      if !dice.happens(oneIn: 5) {
        step.ids = (0...dice.below(2)).map { _ in dice.pick(Self.terms) }
      }
      return step
    }
  }
}
