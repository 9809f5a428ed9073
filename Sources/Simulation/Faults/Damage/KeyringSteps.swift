internal import DeviceIndex
internal import JournalFormat

/// Keyrings that are lost or damaged. A device says so before it gives up anything that is sealed;
/// then somebody puts the keyring back, or has new keys made, and apps are asked for what the lost
/// ones sealed.
struct KeyringSteps {
  let world: FaultWorld

  /// On every second device the process goes on, which has the keys in its memory.
  func lose(_ step: FaultStep, of device: FaultDevice) {
    let isKept = step.isUndone ?? false
    guard device.keyring.lose(flipping: step.count, isKept: isKept) else { return }
    world.count(.keyringLost)
    if !device.place.isMultiple(of: 2) { world.restart(device) }
  }

  /// A person unlocks a device, and does what it says where its keyring is lost.
  func unlock(_ device: FaultDevice, _ process: Device) throws {
    guard device.keyring.isLost else { return try device.unlock(process) }
    let isDamaged = device.keyring.isDamaged
    let sealed = world.ledger.apps(on: device.place).items.count {
      $0.effectiveClass != .unprotected
    }
    let items = Figure.count(sealed, "item")
    do {
      try device.unlock(process)
    } catch let error as DeviceError where error.code == .keyring {
      world.tell(device.place, "its person reads: \(error.message)")
      // Of a damaged journal nobody can say what it holds.
      world.expect(
        .rightIndexes, isDamaged || sealed > 0 || device.isDamaged, device: device.place,
        "it makes no keys, though nothing is sealed with those that are lost: \(error.message)")
      return try heed(device, process)
    }
    world.expect(
      .rightIndexes, !isDamaged && sealed == 0 || device.isDamaged, device: device.place,
      "it makes new keys unasked, and gives up \(items) that its lost keyring sealed")
  }

  /// What the message says: the keyring is put back, or new keys are made.
  private func heed(_ device: FaultDevice, _ process: Device) throws {
    guard !device.keyring.isKept else {
      world.tell(device.place, "its keyring is put back")
      device.keyring.putBack()
      return try device.unlock(process)
    }
    if device.keyring.isDamaged { device.keyring.remove() }
    world.tell(device.place, "is given new keys")
    try device.unlock(process, makingNewKeys: true)
  }

  // MARK: At rest

  /// The faults are over: a person who lost a keyring unlocks the device, and apps give again what
  /// they are asked for.
  func recoverAll() {
    for device in world.devices
    where device.isAlive && (device.keyring.isLost || device.keyring.number > 0) {
      guard device.keyring.isLost || !unreadable(device).isEmpty else { continue }
      recover(device)
    }
  }

  private func recover(_ device: FaultDevice) {
    world.guarding(device) { try unlock(device, try world.opened(device)) }
    AppSteps(world: world).answerRequests(device, forgetting: false)
    let left = unreadable(device).map(\.name.id.text)
    world.expect(
      .rightIndexes, left.isEmpty, device: device.place,
      "it was given new keys, and its apps were not asked for \(left.joined(separator: ", "))")
  }

  /// What nobody can read on the device.
  private func unreadable(_ device: FaultDevice) -> [AppItem] {
    world.ledger.apps(on: device.place).unreadableItems(with: device.keyring.number)
  }
}
