internal import JournalFormat

extension FaultPlan {
  /// A world of faults from a seed. Which faults happen at all, how often, and every knob is drawn
  /// first: a seed in which everything happens at once hides what needs one thing many times.
  package init(seed: UInt64, profile: FaultProfile) {
    let size = FaultProfile.Size(profile, seed: seed)
    var dice = PlanDice(seed: seed)
    var knobs = FaultKnobs(size, hasLosses: profile.losesMessages, using: &dice)
    if profile.collectsReports { knobs.drawBatchDelay(seed: seed) }
    let kinds = profile.kinds ?? FaultStep.Kind.drawn(using: &dice)
    let end = size.days * 86_400_000
    var steps: [FaultStep] = []
    if !kinds.isEmpty {
      for _ in 0..<dice.below(size.faults + 1) {
        steps += dice.fault(dice.pick(kinds), before: end, devices: knobs.devices)
      }
    }
    // People use copies as well; a step of one that is not there yet is left out.
    let places = knobs.devices + steps.count { $0.kind == .clone }
    for _ in 0..<size.events { steps.append(dice.event(before: end, devices: places)) }
    if profile.kinds == nil { steps = Self.withMore(steps, seed: seed, size, devices: places) }
    if profile.appEvents > 0 {
      var apps = AppDice(seed: seed)
      for _ in 0..<profile.appEvents { steps.append(apps.step(before: end, devices: places)) }
      // What a snapshot of a damaged device holds, and what a lost witness knew of an operator's
      // decisions, no ledger can say.
      if profile.damages == 0 {
        for _ in 0..<3 { steps.append(apps.stranger(before: end, devices: places)) }
        var verbs = VerbDice(seed: seed)
        steps += verbs.steps(before: end, devices: places)
        var searches = SearchDice(seed: seed)
        steps += searches.steps(before: end, devices: places)
        var sharing = SharingDice(seed: seed)
        steps += sharing.steps(before: end, devices: places)
        var synonyms = SynonymDice(seed: seed)
        steps += synonyms.steps(before: end, devices: places)
        var publicly = PublicResultDice(seed: seed)
        steps += publicly.steps(before: end, devices: places)
      }
    }
    var intruders = IntruderDice(seed: seed)
    steps += intruders.steps(of: profile.intruders, profile.acts, before: end)
    if profile.damages > 0 {
      steps += Self.damages(atMost: profile.damages, seed: seed, before: end, devices: places)
      var vault = VaultDice(seed: seed)
      steps += vault.steps(before: end, devices: places)
    }
    // Equal times stay in the order in which they were drawn.
    let order = steps.indices.sorted { (steps[$0].at, $0) < (steps[$1].at, $1) }
    self.init(seed: seed, knobs: knobs, steps: order.map { steps[$0] })
  }

  /// The faults of the profile `damage` are drawn apart as well.
  private static func damages(
    atMost count: Int, seed: UInt64, before end: Int64, devices: Int
  ) -> [FaultStep] {
    var dice = PlanDice(seed: seed, part: 0xDA_3A6E)
    let kinds = FaultStep.Kind.damages.filter { $0 != .keyringLost && dice.below(2) == 0 }
    var logs = PlanDice(seed: seed, part: 0x3A_17)
    let ofLogs = (0..<logs.below(3)).flatMap { _ in logs.logRot(before: end, devices: devices) }
    guard !kinds.isEmpty else { return ofLogs }
    return (0...dice.below(count)).flatMap { _ in
      dice.fault(dice.pick(kinds), before: end, devices: devices)
    } + ofLogs
  }

  /// What came to worlds later is drawn apart, so that seeds go on to mean what they meant.
  private static func withMore(
    _ steps: [FaultStep], seed: UInt64, _ size: FaultProfile.Size, devices: Int
  ) -> [FaultStep] {
    var dice = PlanDice(seed: seed ^ 0x40_12E)
    let end = size.days * 86_400_000
    var steps = steps
    let kinds = FaultStep.Kind.later.filter { _ in dice.below(2) == 0 }
    if !kinds.isEmpty {
      for _ in 0..<dice.below(size.faults / 2 + 1) {
        steps += dice.fault(dice.pick(kinds), before: end, devices: devices)
      }
    }
    guard dice.below(3) == 0 else { return steps }
    let renaming = Int64(dice.below(Int(end)))
    for place in steps.indices where steps[place].kind == .engage && steps[place].at > renaming {
      steps[place].isRenamed = dice.below(2) == 0 ? true : nil
    }
    return steps
  }
}

extension FaultKnobs {
  fileprivate init(_ size: FaultProfile.Size, hasLosses: Bool, using dice: inout PlanDice) {
    self.init()
    devices = size.devices
    threshold = UInt32(1 + dice.below(max(1, size.devices)))
    syncIntervalMilliseconds = [60_000, 3_600_000, 6 * 3_600_000, 86_400_000][dice.below(4)]
    batchEntryCount = [0, 0, 1, 3, 64][dice.below(5)]
    window = [1, 1, 2, 8][dice.below(4)]
    guard hasLosses else { return }
    for chance in Self.chances where dice.below(3) == 0 {
      self[keyPath: chance] = [20, 100, 300][dice.below(3)]
    }
  }

  /// For a third of the worlds, and apart from all else that a seed draws.
  fileprivate mutating func drawBatchDelay(seed: UInt64) {
    var dice = PlanDice(seed: seed, part: 0xBA_7C4)
    guard dice.happens(oneIn: 3) else { return }
    batchDelayMilliseconds = dice.pick([3_600_000, 86_400_000, 7 * 86_400_000])
  }
}

extension FaultStep.Kind {
  /// About half of all faults.
  fileprivate static func drawn(using dice: inout PlanDice) -> [FaultStep.Kind] {
    allCases.filter { kind in
      guard !kind.isOfPeople, ![.snapshot, .cloudSnapshot, .stranger, .intruder].contains(kind),
        !later.contains(kind), !damages.contains(kind)
      else { return false }
      return dice.below(2) == 0
    }
  }

  fileprivate static let later: [FaultStep.Kind] = [
    .busy, .drift, .killTwice, .cloudKillTwice, .compact, .reindex, .cloudBackup,
    .cloudBackupLost,
  ]

  /// What only the profile of that name has.
  static let damages: [FaultStep.Kind] = [
    .bitRot, .cloudBitRot, .diskFills, .cloudDiskFills, .witnessSwapped, .cloudWitnessLost,
    .cloudWitnessSwapped, .secondProcess, .cloudSecondProcess,
    .writeLost, .writeMisdirected, .olderBuild, .keyringLost,
  ]
}

/// Draws steps.
struct PlanDice {
  private var dice: SplitMix64
  private var names = 0

  /// - Parameter part: of what a seed's dice are for; each part means the same without the others.
  init(seed: UInt64, part: UInt64 = 0xFA_017) { dice = SplitMix64(seed ^ part) }

  mutating func below(_ bound: Int) -> Int { Int(dice.below(UInt64(bound))) }

  mutating func happens(oneIn count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// People like few pages much: the first one of twenty about every fourth time.
  mutating func page() -> String {
    let most = 1 + below(20)
    return "p\(below(most))"
  }

  mutating func event(before end: Int64, devices: Int) -> FaultStep {
    let kinds: [FaultStep.Kind] = [.engage, .engage, .engage, .engage, .keep, .delete]
    let kind = pick(kinds)
    var step = FaultStep(at: Int64(below(Int(end))), kind, device: below(devices))
    step.page = kind == .keep ? "k\(below(8))" : page()
    return step
  }

  /// One fault, with what it needs before it.
  mutating func fault(
    _ kind: FaultStep.Kind, before end: Int64, devices: Int
  ) -> [FaultStep] {
    var step = FaultStep(at: Int64(below(Int(end))), kind)
    if !kind.isOfCloud { step.device = below(devices) }
    switch kind {
    case .strike, .cloudStrike: draw(strikeOf: &step)
    case .partition, .pause, .storm, .busy:
      step.milliseconds = Int64(1 + below(20 * 3_600_000))
      if kind == .partition {
        step.direction = pick(FaultStep.Direction.allCases)
      }
    case .clockStep: step.milliseconds = Int64(below(6 * 86_400_000)) - 3 * 86_400_000
    case .kill, .powerCut, .cloudKill, .cloudPowerCut:
      step.milliseconds = Int64(below(3 * 3_600_000))
    case .killTwice, .cloudKillTwice:
      step.milliseconds = Int64(below(3 * 3_600_000))
      step.count = below(1 << below(7))
    // Up to a second a minute, far more than any clock that works.
    case .drift: step.count = below(33_333) - 16_666
    case .reindex: draw(answerOf: &step)
    case .cloudBackup: return [step, draw(restoreAfterBackup: step)].compactMap { $0 }
    case .clone: step.keepsWitness = below(2) == 0
    case .restore, .cloudRestore: return drawRestore(&step, kind)
    case .bitRot:
      step.file = pick([.privateJournal, .sharedJournal, .index, .witness])
      step.count = below(1 << 30)
      // Of a device without one there is nothing to go back to.
      return below(3) > 0 ? copyBefore(step, .snapshot) : [step]
    case .cloudBitRot:
      step.file = pick([.log, .projections, .cloudWitness])
      step.count = below(1 << 30)
      return step.file == .log ? copyBefore(step, .cloudSnapshot) : [step]
    case .writeLost, .writeMisdirected:
      step.file = pick([.privateJournal, .sharedJournal])
      step.count = below(1 << below(5))
      return below(3) > 0 ? copyBefore(step, .snapshot) : [step]
    case .diskFills, .cloudDiskFills, .olderBuild:
      step.milliseconds = Int64(1 + below(20 * 3_600_000))
    case .witnessSwapped, .cloudWitnessSwapped: step.count = below(4)
    // These need no more.
    case .restart, .death, .witnessLost, .indexLost, .compact, .cloudBackupLost,
      .cloudWitnessLost, .secondProcess, .cloudSecondProcess:
      break
    // These are drawn with what they belong to.
    case .snapshot, .cloudSnapshot, .keyringLost, .stranger, .intruder, .engage, .keep, .delete,
      .give, .merge, .batch, .record, .open, .abandon, .deleteMany, .deleteDomains, .deleteAll,
      .deleteActivities, .review, .ask, .lock, .unlock, .takeDown, .retract, .revoke, .erase,
      .rotateKey, .createSnapshot, .restoreSnapshot, .setSynonyms, .seePublic, .openPublic:
      break
    }
    return [step]
  }

  /// A bit of a write-ahead log turns over, after most often a copy of the files was made.
  mutating func logRot(before end: Int64, devices: Int) -> [FaultStep] {
    var step = FaultStep(at: Int64(below(Int(end))), .bitRot, device: below(devices))
    step.file = pick([.privateLog, .sharedLog])
    step.count = below(1 << 30)
    guard below(3) > 0 else { return [step] }
    var steps = copyBefore(step, .snapshot)
    steps[0].name = "sound log \(names)"
    return steps
  }

  /// A copy of the files while they were whole, for a step that may need it.
  private mutating func copyBefore(_ step: FaultStep, _ kind: FaultStep.Kind) -> [FaultStep] {
    names += 1
    var (copy, step) = (FaultStep(at: step.at - step.at / Int64(2 + below(30)), kind), step)
    (copy.device, copy.name) = (step.device, "sound\(names)")
    step.name = copy.name
    return [copy, step]
  }

  mutating func draw(answerOf step: inout FaultStep) {
    step.answer = pick(FaultStep.Answer.allCases)
    if step.answer == .late { step.milliseconds = Int64(below(2 * 86_400_000)) }
  }

  /// Of every third backup.
  private mutating func draw(restoreAfterBackup backup: FaultStep) -> FaultStep? {
    guard below(3) == 0 else { return nil }
    var step = FaultStep(at: backup.at + Int64(below(2 * 86_400_000)), .cloudRestore)
    // It has no name: the newest one that is kept.
    step.keepsWitness = true
    return step
  }

  private mutating func draw(strikeOf step: inout FaultStep) {
    step.strike = pick(SimulatedDisk.Strike.allCases)
    step.count = below(1 << below(8))
    step.isOnce = below(2) == 0
    step.milliseconds = Int64(below(3_600_000))
  }

  /// A snapshot, and later a way back to it; now and then twice.
  private mutating func drawRestore(
    _ step: inout FaultStep, _ kind: FaultStep.Kind
  ) -> [FaultStep] {
    names += 1
    step.name = "s\(names)"
    step.keepsWitness = below(3) > 0
    var snapshot = FaultStep(
      at: step.at, kind == .restore ? .snapshot : .cloudSnapshot, device: step.device)
    snapshot.name = step.name
    step.at += Int64(below(3 * 86_400_000))
    guard below(4) == 0 else { return [snapshot, step] }
    var again = step
    again.at += Int64(below(86_400_000))
    return [snapshot, step, again]
  }
}

extension SimulatedDisk.Strike {
  var fault: Fault {
    switch self {
    case .write: .writeError
    case .full: .diskFull
    case .sync: .syncError
    case .read: .readError
    }
  }
}
