package import JournalFormat

/// A device asks for an epoch that continues from an older one: after a restore, as a copy, or when
/// nobody has the older one's key any more.
package struct GrantRequest: Hashable, Sendable {
  /// What all lives of the device have in common; signs the request.
  package var lineageKey: PublicKey
  /// The shared journal that the device has. The zero epoch: it has none, nor knows of one.
  package var locator: Locator
  /// Batches of the new epoch are signed with this key.
  package var childKey: PublicKey
  /// Stored before it is sent: the same nonce and key get the same grant.
  package var nonce: Nonce
  package var time: Timestamp
  package var signature: Signature
  /// By the child's key.
  package var proof: Signature

  package init(
    locator: Locator, nonce: Nonce, time: Timestamp, lineage: LineageKey, child: SigningKey
  ) {
    self.init(
      lineageKey: lineage.publicKey, locator: locator, childKey: child.publicKey, nonce: nonce,
      time: time, signature: .blank, proof: .blank)
    signature = lineage.key.sign(message)
    proof = child.sign(message)
  }

  package init(
    lineageKey: PublicKey, locator: Locator, childKey: PublicKey, nonce: Nonce, time: Timestamp,
    signature: Signature, proof: Signature
  ) {
    self.lineageKey = lineageKey
    self.locator = locator
    self.childKey = childKey
    self.nonce = nonce
    self.time = time
    self.signature = signature
    self.proof = proof
  }

  private var message: [UInt8] {
    Array("spotlog grant 1".utf8) + lineageKey.bytes + locator.bytes + childKey.bytes
      + nonce.bytes + time.bytes
  }

  /// Whether anyone who sent it holds the lineage's key, and the child's.
  package func isSigned(knowing memory: SignatureMemory? = nil) -> Bool {
    SignatureVerifier(lineageKey, knowing: memory).isValid(signature, of: message)
      && SignatureVerifier(childKey, knowing: memory).isValid(proof, of: message)
  }
}

/// A device brings back the grants of its epochs, since the cloud does not know them: it was
/// restored from before them.
package struct RecoverRequest: Hashable, Sendable {
  package var lineageKey: PublicKey
  /// From the lineage's first epoch to the device's own, a parent before its children; a later
  /// grant of the same epoch brings another key.
  package var grants: [Grant]
  package var time: Timestamp
  /// What the cloud's policy asks for, for a lineage whose grants it cannot tell from invented
  /// ones.
  package var attestation: [UInt8]
  package var signature: Signature

  /// A device goes through a life with each restore: more than these is not a device.
  package static let grantsMax = 4_096

  package init(grants: [Grant], time: Timestamp, attestation: [UInt8], lineage: LineageKey) {
    self.init(
      lineageKey: lineage.publicKey, grants: grants, time: time, attestation: attestation,
      signature: .blank)
    signature = lineage.key.sign(message)
  }

  package init(
    lineageKey: PublicKey, grants: [Grant], time: Timestamp, attestation: [UInt8],
    signature: Signature
  ) {
    self.lineageKey = lineageKey
    self.grants = grants
    self.time = time
    self.attestation = attestation
    self.signature = signature
  }

  private var message: [UInt8] {
    var writer = ByteWriter(capacity: 512)
    writer.raw(Array("spotlog recover 1".utf8))
    writer.fields(of: self)
    return writer.bytes
  }

  package func isSigned(knowing memory: SignatureMemory? = nil) -> Bool {
    SignatureVerifier(lineageKey, knowing: memory).isValid(signature, of: message)
  }
}

/// A batch that the cloud had before it was restored, with its receipt for it.
package struct ResendRequest: Hashable, Sendable {
  package var receipt: Receipt
  package var batch: [UInt8]

  package init(receipt: Receipt, batch: [UInt8]) {
    self.receipt = receipt
    self.batch = batch
  }
}
