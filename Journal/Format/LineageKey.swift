internal import Crypto

/// What all lives of a device have in common: the key that asks for an epoch when nobody has the
/// last one's key any more.
///
/// It is made from the lineage's secret, which lies in the private journal: a restore and a copy
/// have it. The nonce of the first enrolment commits to it, so the cloud knows it again by that
/// enrolment's grant, and a copy that was made before the enrolment cannot enrol as somebody else.
package struct LineageKey: Sendable {
  package let key: SigningKey

  /// - Parameter secret: of the journal's first entry.
  package init(secret: [UInt8]) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("spotlog lineage key 1".utf8), using: SymmetricKey(data: secret))
    // Every 32 bytes are the seed of a key.
    key = SigningKey(seed: [UInt8](code))!
  }

  package var publicKey: PublicKey { key.publicKey }

  /// The nonce of the lineage's first enrolment.
  package var enrolmentNonce: Nonce { Self.enrolmentNonce(of: publicKey) }

  /// The first 16 bytes of a SHA-256 over the public key.
  package static func enrolmentNonce(of key: PublicKey) -> Nonce {
    let digest = Digest(of: Array("spotlog lineage 1".utf8) + key.bytes)
    return Nonce(bits: digest.bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}

extension LineageName {
  /// The lineage that an enrolment founds: the first 16 bytes of a SHA-256 over its nonce. So a
  /// device that enrols again where it was forgotten is whom it was, and what the cloud's witness
  /// remembers of it holds.
  package init(foundedWith nonce: Nonce) {
    let digest = Digest(of: Array("spotlog lineage name 1".utf8) + nonce.bytes)
    self.init(bits: digest.bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}
