/// Draws what people keep in an app of which all items are protected, and how the keys to it are
/// lost. Apart from everything else in a world of the profile `damage`.
struct VaultDice {
  static let app = "vault"
  /// What people type to find something in it.
  static let query = "letter \(PrivateStaysPrivate.sealedCanary)"
  private static let minute: Int64 = 60_000
  private static let dayMilliseconds = 86_400_000

  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x5A_FE) }

  /// - Parameter devices: how many there are in the end.
  mutating func steps(before end: Int64, devices: Int) -> [FaultStep] {
    (0..<dice.below(4)).flatMap { _ in episode(before: end, devices: devices) }
  }

  /// An app gives something to an unlocked device, its keyring is lost, and somebody goes on.
  private mutating func episode(before end: Int64, devices: Int) -> [FaultStep] {
    let device = dice.below(devices)
    var time = Int64(dice.below(Int(end)))
    var steps = sitting(at: &time, device)
    time += Int64(dice.below(Self.dayMilliseconds))
    var loss = FaultStep(at: time, .keyringLost, device: device)
    if dice.happens(oneIn: 3) { loss.count = dice.below(1 << 16) }
    loss.isUndone = dice.happens(oneIn: 2) ? true : nil
    steps.append(loss)
    time += Int64(dice.below(Self.dayMilliseconds))
    steps += sitting(at: &time, device)
    var ask = FaultStep(at: time + Self.minute, .ask, device: device)
    ask.app = Self.app
    dice.draw(answerOf: &ask)
    return steps + [ask]
  }

  /// Some minutes in which a device is unlocked, and locked again after half of them.
  private mutating func sitting(at time: inout Int64, _ device: Int) -> [FaultStep] {
    var steps = [FaultStep(at: time, .unlock, device: device)]
    for _ in 0...dice.below(3) {
      time += Self.minute
      var step = FaultStep(at: time, .give, device: device)
      (step.app, step.page) = (Self.app, "v\(dice.below(4))")
      step.protection = dice.pick([.untilFirstUnlock, .complete])
      step.isRenamed = dice.happens(oneIn: 3) ? true : nil
      steps.append(step)
      guard dice.happens(oneIn: 2) else { continue }
      time += Self.minute
      var open = FaultStep(at: time, .open, device: device)
      (open.app, open.page) = (step.app, step.page)
      steps.append(open)
    }
    time += Self.minute
    if dice.happens(oneIn: 2) { steps.append(FaultStep(at: time, .lock, device: device)) }
    return steps
  }
}
