internal import JournalFormat

/// Draws what apps and their people do. Few names, so that acts meet.
struct AppDice {
  static let apps = ["mail", "news"]
  /// The word that all of their items and activities have.
  static let word = "letter"

  /// How often each is drawn, in hundredths.
  static let weights: [(kind: FaultStep.Kind, weight: Int)] = [
    (.give, 18), (.merge, 9), (.batch, 3), (.record, 25), (.open, 25), (.deleteMany, 4),
    (.deleteDomains, 5), (.deleteAll, 1), (.deleteActivities, 3), (.review, 4), (.ask, 3),
  ]

  private static let domains = ["x", "x.y", "x.y.z", "xy", "z"]
  private static let dayMilliseconds = 86_400_000

  private var dice: SplitMix64

  /// Apart from what else is drawn of the seed, which means what it meant without it.
  init(seed: UInt64) { dice = SplitMix64(seed ^ 0xA_995) }

  private mutating func below(_ bound: Int) -> Int { Int(dice.below(UInt64(bound))) }

  private mutating func happens(oneIn count: Int) -> Bool { below(count) == 0 }

  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  /// - Parameter devices: how many there are in the end.
  mutating func step(before end: Int64, devices: Int) -> FaultStep {
    var place = below(Self.weights.reduce(0) { $0 + $1.weight })
    let kind = Self.weights.first { _, weight in
      place -= weight
      return place < 0
    }
    let at = Int64(below(Int(end)))
    var step = FaultStep(at: at, kind?.kind ?? .open, device: below(devices))
    step.app = pick(Self.apps)
    fill(&step)
    return step
  }

  /// Steps in which a stranger answers for the cloud.
  mutating func stranger(before end: Int64, devices: Int) -> FaultStep {
    var step = FaultStep(at: Int64(below(Int(end))), .stranger, device: below(devices))
    step.milliseconds = Int64(1 + below(Self.dayMilliseconds))
    return step
  }

  private mutating func fill(_ step: inout FaultStep) {
    switch step.kind {
    case .give:
      step.page = item()
      if !happens(oneIn: 3) { step.domain = pick(Self.domains) }
      step.isRenamed = happens(oneIn: 3) ? true : nil
      if happens(oneIn: 4) { step.milliseconds = Int64(1 + below(4 * Self.dayMilliseconds)) }
    case .merge:
      step.page = item()
      if happens(oneIn: 3) { step.domain = pick(Self.domains) }
      step.isRenamed = happens(oneIn: 2) ? happens(oneIn: 2) : nil
      if happens(oneIn: 8) { step.milliseconds = Int64(1 + below(4 * Self.dayMilliseconds)) }
    case .batch: step.ids = (0...below(3)).map { _ in item() }
    case .record: fill(record: &step)
    // A person finds an item as often as a page.
    case .open: step.page = happens(oneIn: 2) ? item() : activity()
    case .deleteMany: step.ids = (0...below(3)).map { _ in happens(oneIn: 2) ? item() : activity() }
    case .deleteDomains: step.domains = (0...below(2)).map { _ in pick(Self.domains) }
    case .deleteActivities:
      step.ids = happens(oneIn: 4) ? nil : (0...below(2)).map { _ in activity() }
    case .review: answer(&step)
    case .ask:
      step.ids = happens(oneIn: 2) ? (0...below(3)).map { _ in item() } : nil
      answer(&step)
    default: break
    }
  }

  /// The same activity of the same page on many devices, and now and then another one.
  private mutating func fill(record step: inout FaultStep) {
    let place = below(5)
    step.page = "a\(place)"
    step.address = happens(oneIn: 8) ? nil : "s\(happens(oneIn: 8) ? below(5) : place)"
    if step.address == nil || !happens(oneIn: 3) {
      step.item = "i\(happens(oneIn: 6) ? below(6) : place)"
      step.isWeak = happens(oneIn: 4) ? true : nil
    }
    if happens(oneIn: 5) { step.domain = pick(Self.domains) }
    switch below(12) {
    case 0: step.eligibility = AppActivity.Eligibility.none
    case 1: step.eligibility = .search
    default: break
    }
    step.isLong = place == 0 || happens(oneIn: 24) ? true : nil
    step.isRenamed = happens(oneIn: 10) ? true : nil
    if happens(oneIn: 6) { step.milliseconds = Int64(1 + below(4 * Self.dayMilliseconds)) }
  }

  private mutating func item() -> String { "i\(below(6))" }

  private mutating func activity() -> String { "a\(below(5))" }

  private mutating func answer(_ step: inout FaultStep) {
    let all = FaultStep.Answer.allCases
    step.answer = all[below(all.count)]
    if step.answer == .late { step.milliseconds = Int64(below(2 * Self.dayMilliseconds)) }
  }
}
