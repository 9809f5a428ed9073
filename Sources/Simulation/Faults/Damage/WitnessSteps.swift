internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat

/// Witnesses that are lost, older than they were, or another's.
///
/// A device continues with an older version of its witness, in a new epoch where that is needed. So
/// does a cloud, which learns from its log what an older or a lost witness does not know. The
/// witness of another device or cloud is refused, and nothing is sent with it; then somebody puts
/// that right.
struct WitnessSteps {
  let world: FaultWorld
  private var cloud: FaultCloud { world.cloud }

  // MARK: Devices

  func swap(_ device: FaultDevice, _ step: FaultStep) {
    guard device.downUntil == nil, device.committed != nil, device.ownWitness == nil else { return }
    let age = step.count ?? 0
    guard age > 0 else { return swapWithOther(device) }
    guard let past = device.pastWitnesses.bytes(age), past != device.witness.bytes else {
      return
    }
    world.count(.witnessSwapped)
    world.tell(device.place, "has an older witness")
    device.end()
    device.replaceWitness(by: past)
    world.schedule(beginOf: device, at: world.now)
  }

  /// The next device that has one, of another person: a copy's is as good as an older one.
  private func swapWithOther(_ device: FaultDevice) {
    let (before, after) = (world.devices[...device.place], world.devices[(device.place + 1)...])
    let others = (after + before).filter { $0.person != device.person && $0.ownWitness == nil }
    guard let other = others.lazy.compactMap(\.witness.bytes).first else { return }
    world.count(.witnessSwapped)
    world.tell(device.place, "has another device's witness")
    device.end()
    device.exchangeWitness(by: other)
    world.schedule(beginOf: device, at: world.now)
  }

  static func isOfWitness(_ error: any Error) -> Bool {
    (error as? DeviceError)?.code == .witness
  }

  func putRight(_ device: FaultDevice, _ own: FaultDevice.OwnWitness, because error: any Error) {
    world.tell(device.place, "its witness is put right: \(error)")
    device.end()
    device.putWitnessRight(bringingBack: device.place.isMultiple(of: 2))
    world.schedule(beginOf: device, at: world.now)
  }

  /// The device has read its witness, and has nothing to say against it.
  func syncBegan(on device: FaultDevice) {
    guard device.ownWitness != nil else { return }
    world.expect(
      .wholeChains, false, device: device.place, "it takes another device's witness for its own")
  }

  // MARK: The cloud

  func loseOfCloud() { exchangeOfCloud(.cloudWitnessLost) { _ in nil } }

  func swapOfCloud(_ step: FaultStep) {
    let age = step.count ?? 0
    let before = cloud.putRightCount
    let isDone = exchangeOfCloud(.cloudWitnessSwapped) { own in
      age > 0 ? cloud.pastWitnesses.bytes(age) ?? own : Self.ofAnotherCloud(own)
    }
    guard age == 0, isDone, cloud.process != nil else { return }
    world.expect(
      .wholeChains, cloud.putRightCount > before,
      "the cloud takes another cloud's witness for its own")
  }

  /// - Returns: whether its witness is another one, with which its process was to begin.
  @discardableResult
  private func exchangeOfCloud(_ fault: Fault, by other: ([UInt8]) -> [UInt8]?) -> Bool {
    guard cloud.process != nil else { return false }
    world.guarding(cloud) { try cloud.end() }
    guard cloud.process == nil else { return false }
    defer { world.beginCloud() }
    guard let own = cloud.witness?.bytes else { return false }
    let other = other(own)
    guard other != own else { return false }
    world.count(fault)
    cloud.exchangeWitness(by: other)
    world.ledger.cloudWitnessForgot()
    return true
  }

  private static func ofAnotherCloud(_ own: [UInt8]) -> [UInt8] {
    guard var witness = try? CloudWitness(bytes: own), let place = witness.place else { return own }
    var dice = Dice.seeded(place.logNumber)
    witness.place?.journal = JournalName(using: &dice)
    return witness.bytes
  }
}

/// What a witness was when processes began.
struct PastWitnesses {
  /// The newest last.
  private var all: [[UInt8]] = []
  private static let countMax = 8

  mutating func append(_ bytes: [UInt8]?) {
    guard let bytes, bytes != all.last else { return }
    all = (all + [bytes]).suffix(Self.countMax)
  }

  /// What it was `age` beginnings of a process ago, at least one; or the oldest that is known.
  func bytes(_ age: Int) -> [UInt8]? { all.dropLast(age - 1).last ?? all.first }
}
