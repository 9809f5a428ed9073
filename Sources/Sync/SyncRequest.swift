package import JournalFormat

/// What a device asks of the cloud.
package enum SyncRequest: Hashable, Sendable {
  case enrol(EnrolRequest)
  case open(OpenRequest)
  case append(AppendRequest)
  case wanted(WantedRequest)
  case rotate(RotateRequest)
  case grant(GrantRequest)
  case recover(RecoverRequest)
  case resend(ResendRequest)

  /// The batch that it carries; nil where it carries none.
  package var batch: [UInt8]? {
    switch self {
    case .append(let append): append.batch
    case .resend(let resend): resend.batch
    case .enrol, .open, .wanted, .rotate, .grant, .recover: nil
    }
  }

  /// The first byte of a request.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case enrol = 1
    case open, append, wanted, rotate, grant, recover, resend
  }

  package var kind: Kind {
    switch self {
    case .enrol: .enrol
    case .open: .open
    case .append: .append
    case .wanted: .wanted
    case .rotate: .rotate
    case .grant: .grant
    case .recover: .recover
    case .resend: .resend
    }
  }
}

/// The first request of a device: the lineage's key and its own, and proofs that it holds both.
///
/// The lineage's key names the lineage, so nobody enrols as another one.
package struct EnrolRequest: Hashable, Sendable {
  /// What all lives of the device have in common.
  package var lineageKey: PublicKey
  /// Batches of the first epoch are signed with this key. The same two keys get the same grant.
  package var deviceKey: PublicKey
  /// What the cloud's policy asks for: a token, or what endorses the device; at most
  /// `attestationByteCountMax` bytes.
  package var attestation: [UInt8]
  /// By the lineage's key.
  package var signature: Signature
  /// By the device's key.
  package var proof: Signature

  package static let attestationByteCountMax = 8_192

  package init(lineage: LineageKey, attestation: [UInt8] = [], key: SigningKey) {
    self.init(
      lineageKey: lineage.publicKey, deviceKey: key.publicKey, attestation: attestation,
      signature: .blank, proof: .blank)
    signature = lineage.key.sign(message)
    proof = key.sign(message)
  }

  package init(
    lineageKey: PublicKey, deviceKey: PublicKey, attestation: [UInt8], signature: Signature,
    proof: Signature
  ) {
    self.lineageKey = lineageKey
    self.deviceKey = deviceKey
    self.attestation = attestation
    self.signature = signature
    self.proof = proof
  }

  /// Of the grant that answers it.
  package var nonce: Nonce { LineageKey.enrolmentNonce(of: lineageKey) }

  private var message: [UInt8] {
    Array("spotlog enrol 1".utf8) + lineageKey.bytes + deviceKey.bytes + attestation
  }

  /// Whether both keys that it names signed it.
  ///
  /// - Parameter memory: signatures that this process made itself.
  package func isSigned(knowing memory: SignatureMemory? = nil) -> Bool {
    SignatureVerifier(lineageKey, knowing: memory).isValid(signature, of: message)
      && SignatureVerifier(deviceKey, knowing: memory).isValid(proof, of: message)
  }
}

/// A device says where it is; the cloud says what that means.
package struct OpenRequest: Hashable, Sendable {
  package var lineage: LineageName
  /// When it was made, by the cloud's clock as the device knows it: an old one is refused.
  package var time: Timestamp
  package var locator: Locator
  package var signature: Signature

  package init(lineage: LineageName, time: Timestamp, locator: Locator, key: SigningKey) {
    self.lineage = lineage
    self.time = time
    self.locator = locator
    signature = key.sign(Self.message(lineage: lineage, time: time, locator: locator))
  }

  package init(lineage: LineageName, time: Timestamp, locator: Locator, signature: Signature) {
    self.lineage = lineage
    self.time = time
    self.locator = locator
    self.signature = signature
  }

  static func message(lineage: LineageName, time: Timestamp, locator: Locator) -> [UInt8] {
    Array("spotlog open 1".utf8) + lineage.bytes + time.bytes + locator.bytes
  }

  package func isSigned(by verifier: SignatureVerifier) -> Bool {
    verifier.isValid(
      signature, of: Self.message(lineage: lineage, time: time, locator: locator))
  }
}

/// A batch on its way: it names its device, epoch, range and previous head, and is signed.
package struct AppendRequest: Hashable, Sendable {
  package var batch: [UInt8]

  /// What the request has beside its batch: its kind, its version and a checksum.
  package static let overheadByteCount = 6

  package init(batch: [UInt8]) { self.batch = batch }
}

/// A device asks what is wanted of it, and says what it was asked for and does not have any more.
package struct WantedRequest: Hashable, Sendable {
  package var lineage: LineageName
  package var epoch: EpochName
  package var time: Timestamp
  package var gone: [WantedContent]
  package var signature: Signature

  package init(
    lineage: LineageName, epoch: EpochName, time: Timestamp, gone: [WantedContent],
    key: SigningKey
  ) {
    self.lineage = lineage
    self.epoch = epoch
    self.time = time
    self.gone = gone
    signature = .blank
    signature = key.sign(message)
  }

  package init(
    lineage: LineageName, epoch: EpochName, time: Timestamp, gone: [WantedContent],
    signature: Signature
  ) {
    self.lineage = lineage
    self.epoch = epoch
    self.time = time
    self.gone = gone
    self.signature = signature
  }

  var message: [UInt8] {
    Array("spotlog wanted 1".utf8) + lineage.bytes + epoch.bytes + time.bytes
      + gone.flatMap { $0.tag.bytes + $0.content.bytes }
  }

  package func isSigned(by verifier: SignatureVerifier) -> Bool {
    verifier.isValid(signature, of: message)
  }
}

/// A device changes its key: the old one says so, and the new one proves that it is held.
package struct RotateRequest: Hashable, Sendable {
  package var lineage: LineageName
  package var epoch: EpochName
  package var time: Timestamp
  package var newKey: PublicKey
  /// Stored before it is sent: the same nonce and key get the same grant.
  package var nonce: Nonce
  package var signature: Signature
  /// By the new key.
  package var proof: Signature

  package init(
    lineage: LineageName, epoch: EpochName, time: Timestamp, nonce: Nonce, from old: SigningKey,
    to new: SigningKey
  ) {
    self.init(
      lineage: lineage, epoch: epoch, time: time, newKey: new.publicKey, nonce: nonce,
      signature: .blank, proof: .blank)
    signature = old.sign(message)
    proof = new.sign(message)
  }

  package init(
    lineage: LineageName, epoch: EpochName, time: Timestamp, newKey: PublicKey, nonce: Nonce,
    signature: Signature, proof: Signature
  ) {
    self.lineage = lineage
    self.epoch = epoch
    self.time = time
    self.newKey = newKey
    self.nonce = nonce
    self.signature = signature
    self.proof = proof
  }

  private var message: [UInt8] {
    Array("spotlog rotate 1".utf8) + lineage.bytes + epoch.bytes + time.bytes + newKey.bytes
      + nonce.bytes
  }

  package func isSigned(by verifier: SignatureVerifier) -> Bool {
    verifier.isValid(signature, of: message)
  }

  /// Whether anyone who sent it holds the new key.
  package var isProven: Bool { SignatureVerifier(newKey).isValid(proof, of: message) }
}

extension Timestamp {
  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 8)
    writer.integer(milliseconds)
    return writer.bytes
  }
}
