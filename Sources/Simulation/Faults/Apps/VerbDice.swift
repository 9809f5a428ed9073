/// Draws what people and apps do to what is protected, how people keep their devices, and what the
/// operator of the cloud decides. Its dice are separate, so that a seed still draws the same acts
/// from `AppDice`.
struct VerbDice {
  private static let minute: Int64 = 60_000

  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x7E_2B5) }

  /// - Parameter devices: how many there are in the end.
  mutating func steps(before end: Int64, devices: Int) -> [FaultStep] {
    (0..<6).flatMap { _ in sitting(before: end, devices: devices) }
      + decisions(before: end, devices: devices) + snapshots(before: end, devices: devices)
      + rotations(before: end, devices: devices)
  }

  /// A snapshot or two, and later a way back to each.
  private mutating func snapshots(before end: Int64, devices: Int) -> [FaultStep] {
    (0...dice.below(2)).flatMap { place in
      var step = FaultStep(
        at: Int64(dice.below(Int(end))), .createSnapshot, device: dice.below(devices))
      step.name = "made\(place)"
      var restore = step
      restore.kind = .restoreSnapshot
      restore.at += Int64(dice.below(3 * 86_400_000))
      return [step, restore]
    }
  }

  private mutating func rotations(before end: Int64, devices: Int) -> [FaultStep] {
    (0...dice.below(3)).map { _ in
      FaultStep(at: Int64(dice.below(Int(end))), .rotateKey, device: dice.below(devices))
    }
  }

  /// In every world a page is taken down; the graver a decision is, the fewer have it. Half of them
  /// are undone within two days.
  private mutating func decisions(before end: Int64, devices: Int) -> [FaultStep] {
    let kinds: [(kind: FaultStep.Kind, oneIn: Int)] = [
      (.takeDown, 1), (.retract, 2), (.revoke, 3), (.erase, 4),
    ]
    var steps: [FaultStep] = []
    for (kind, count) in kinds where dice.happens(oneIn: count) {
      var step = FaultStep(at: Int64(dice.below(Int(end))), kind)
      if kind == .takeDown {
        step.page =
          dice.happens(oneIn: 3)
          ? "p\(dice.below(3))" : "\(dice.pick(AppDice.apps))/s\(dice.below(5))"
      } else {
        step.device = dice.below(devices)
      }
      steps.append(step)
      guard kind != .erase, dice.happens(oneIn: 2) else { continue }
      step.at += Int64(dice.below(2 * 86_400_000))
      step.isUndone = true
      steps.append(step)
    }
    return steps
  }

  /// Some minutes in which apps give what is protected. A person has unlocked the device before
  /// most of them, and locks it after most.
  private mutating func sitting(before end: Int64, devices: Int) -> [FaultStep] {
    var time = Int64(dice.below(Int(end)))
    let device = dice.below(devices)
    var steps: [FaultStep] = []
    if !dice.happens(oneIn: 5) { steps.append(FaultStep(at: time, .unlock, device: device)) }
    for _ in 0...dice.below(6) {
      time += Self.minute
      steps.append(protectedAct(at: time, device: device))
    }
    if !dice.happens(oneIn: 3) {
      steps.append(FaultStep(at: time + Self.minute, .lock, device: device))
    }
    return steps
  }

  private mutating func protectedAct(at time: Int64, device: Int) -> FaultStep {
    var step = FaultStep(at: time, dice.pick([.give, .give, .merge, .batch]), device: device)
    step.app = dice.pick(AppDice.apps)
    step.isRenamed = dice.happens(oneIn: 3) ? true : nil
    if !dice.happens(oneIn: 5) { step.protection = dice.pick(AppItem.Protection.allCases) }
    guard step.kind == .batch else {
      step.page = item()
      if dice.happens(oneIn: 2) { step.domain = dice.pick(AppDice.domains) }
      return step
    }
    step.ids = (0...dice.below(3)).map { _ in item() }
    switch dice.below(8) {
    case 0: step.deletesAll = true
    case 1, 2: step.domains = [dice.pick(AppDice.domains)]
    case 3, 4, 5: step.deletedIDs = (0...dice.below(2)).map { _ in item() }
    default: break
    }
    return step
  }

  private mutating func item() -> String { "i\(dice.below(6))" }
}
