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

  static let domains = ["x", "x.y", "x.y.z", "xy", "z"]
  private static let dayMilliseconds = 86_400_000

  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0xA_995) }

  /// - Parameter devices: how many there are in the end.
  mutating func step(before end: Int64, devices: Int) -> FaultStep {
    var place = dice.below(Self.weights.reduce(0) { $0 + $1.weight })
    let kind = Self.weights.first { _, weight in
      place -= weight
      return place < 0
    }
    let at = Int64(dice.below(Int(end)))
    var step = FaultStep(at: at, kind?.kind ?? .open, device: dice.below(devices))
    step.app = dice.pick(Self.apps)
    fill(&step)
    return step
  }

  /// Steps in which a stranger answers for the cloud.
  mutating func stranger(before end: Int64, devices: Int) -> FaultStep {
    var step = FaultStep(at: Int64(dice.below(Int(end))), .stranger, device: dice.below(devices))
    step.milliseconds = Int64(1 + dice.below(Self.dayMilliseconds))
    return step
  }

  private mutating func fill(_ step: inout FaultStep) {
    switch step.kind {
    case .give:
      step.page = item()
      if !dice.happens(oneIn: 3) { step.domain = dice.pick(Self.domains) }
      step.isRenamed = dice.happens(oneIn: 3) ? true : nil
      if dice.happens(oneIn: 4) {
        step.milliseconds = Int64(1 + dice.below(4 * Self.dayMilliseconds))
      }
    case .merge:
      step.page = item()
      if dice.happens(oneIn: 3) { step.domain = dice.pick(Self.domains) }
      step.isRenamed = dice.happens(oneIn: 2) ? dice.happens(oneIn: 2) : nil
      if dice.happens(oneIn: 8) {
        step.milliseconds = Int64(1 + dice.below(4 * Self.dayMilliseconds))
      }
    case .batch: step.ids = (0...dice.below(3)).map { _ in item() }
    case .record: fill(record: &step)
    // A person finds an item as often as a page.
    case .open: step.page = dice.happens(oneIn: 2) ? item() : activity()
    case .deleteMany:
      step.ids = (0...dice.below(3)).map { _ in dice.happens(oneIn: 2) ? item() : activity() }
    case .deleteDomains: step.domains = (0...dice.below(2)).map { _ in dice.pick(Self.domains) }
    case .deleteActivities:
      step.ids = dice.happens(oneIn: 4) ? nil : (0...dice.below(2)).map { _ in activity() }
    case .review: dice.draw(answerOf: &step)
    case .ask:
      step.ids = dice.happens(oneIn: 2) ? (0...dice.below(3)).map { _ in item() } : nil
      dice.draw(answerOf: &step)
    case .deleteAll: break
    // None of its weights.
    case .engage, .keep, .delete, .restart, .kill, .powerCut, .strike, .partition, .pause,
      .clockStep, .snapshot, .restore, .clone, .death, .witnessLost, .indexLost, .cloudKill,
      .cloudPowerCut, .cloudStrike, .cloudSnapshot, .cloudRestore, .storm, .busy, .drift,
      .killTwice, .cloudKillTwice, .compact, .reindex, .cloudBackup, .cloudBackupLost, .abandon,
      .stranger, .intruder, .bitRot, .cloudBitRot, .diskFills, .cloudDiskFills, .witnessSwapped,
      .cloudWitnessLost, .cloudWitnessSwapped, .secondProcess, .cloudSecondProcess, .writeLost,
      .writeMisdirected, .olderBuild, .keyringLost, .lock, .unlock, .takeDown, .retract, .revoke,
      .erase, .rotateKey, .createSnapshot, .restoreSnapshot, .setSynonyms, .seePublic,
      .openPublic:
      break
    }
  }

  /// The same activity of the same page on many devices, and now and then another one.
  private mutating func fill(record step: inout FaultStep) {
    let place = dice.below(5)
    step.page = "a\(place)"
    step.address =
      dice.happens(oneIn: 8) ? nil : "s\(dice.happens(oneIn: 8) ? dice.below(5) : place)"
    if step.address == nil || !dice.happens(oneIn: 3) {
      step.item = "i\(dice.happens(oneIn: 6) ? dice.below(6) : place)"
      step.isWeak = dice.happens(oneIn: 4) ? true : nil
    }
    if dice.happens(oneIn: 5) { step.domain = dice.pick(Self.domains) }
    switch dice.below(12) {
    case 0: step.eligibility = FaultStep.Eligibility.none
    case 1: step.eligibility = .search
    default: break
    }
    step.isLong = place == 0 || dice.happens(oneIn: 24) ? true : nil
    step.isRenamed = dice.happens(oneIn: 10) ? true : nil
    if dice.happens(oneIn: 6) {
      step.milliseconds = Int64(1 + dice.below(4 * Self.dayMilliseconds))
    }
  }

  private mutating func item() -> String { "i\(dice.below(6))" }

  private mutating func activity() -> String { "a\(dice.below(5))" }
}
