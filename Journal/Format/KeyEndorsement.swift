/// An older key of a cloud's endorses a newer one: who trusts the older may trust the newer.
public struct KeyEndorsement: Hashable, Sendable {
  /// The newer key.
  public let key: PublicKey
  /// The older key, which signed the statement.
  public let endorser: PublicKey
  package let signature: Signature

  package init(of key: PublicKey, by endorser: SigningKey) {
    self.key = key
    self.endorser = endorser.publicKey
    signature = endorser.sign(Self.message(key))
  }

  package init(key: PublicKey, endorser: PublicKey, signature: Signature) {
    self.key = key
    self.endorser = endorser
    self.signature = signature
  }

  private static func message(_ key: PublicKey) -> [UInt8] {
    Array("spotlog cloud key 1".utf8) + key.bytes
  }

  /// Whether the endorser signed it.
  public var isValid: Bool {
    SignatureVerifier(endorser).isValid(signature, of: Self.message(key))
  }
}
