internal import JournalFormat
internal import Sync

/// The device's key, and the one that follows it.
extension DeviceSync {
  /// Has the device go on with a new key, once the cloud agrees. The old one is kept until then.
  package func beginRotation() throws(DeviceError) {
    _ = try grant()
    if witness.successor == nil { _ = try keepSuccessor(at: \.successor) }
    machine.noteSuccessor()
  }

  /// Draws a key and a nonce to ask for. A key that the file does not have must not be asked for:
  /// it could get lost.
  func keepSuccessor(
    at place: WritableKeyPath<Witness, Witness.Successor?>
  ) throws(DeviceError) -> Witness.Successor {
    let next = SigningKey(using: &device.random)
    let successor = Witness.Successor(keySeed: next.seed, nonce: Nonce(using: &device.random))
    var changed = witness
    changed[keyPath: place] = successor
    try WitnessFile.write(changed, to: device.storage.witness)
    witness = changed
    return successor
  }

  func key(of successor: Witness.Successor) throws(DeviceError) -> SigningKey {
    guard var key = SigningKey(seed: successor.keySeed) else {
      throw DeviceError(.witness, "The witness holds a key that is none. Remove the file.")
    }
    key.memory = device.configuration.signatureMemory
    return key
  }

  func rotate(now: Timestamp) throws(DeviceError) -> Outgoing {
    let grant = try grant()
    guard let successor = witness.successor else {
      throw DeviceError(.journal, "The witness holds no key to go on with. Begin the change anew.")
    }
    let request = RotateRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: cloudTime(at: now),
      nonce: successor.nonce, from: key, to: try key(of: successor))
    return began(.rotate(request), now: now)
  }

  func rotated(_ grant: Grant, _ limits: SyncLimits) throws(DeviceError) {
    guard let successor = witness.successor, grant.nonce == successor.nonce,
      grant.deviceKey == (try key(of: successor)).publicKey,
      grant.epoch == witness.grant?.epoch,
      cloudKeys.contains(where: { grant.isSigned(by: $0) })
    else {
      lastDisbelief = "a grant that is not for this device's next key"
      return
    }
    guard machine.rotated(limits: limits) else { return }
    key = try key(of: successor)
    witness.keySeed = successor.keySeed
    witness.nonce = successor.nonce
    witness.grant = grant
    witness.successor = nil
    try WitnessFile.write(witness, to: device.storage.witness)
  }
}
