/// What makes a deployment the one that it is. Its cloud signs it, since a device makes its tags
/// with the salt for ever, and would count for nobody with another one.
public struct DeploymentIdentity: Hashable, Sendable {
  /// The life of the cloud.
  public let cloudLife: CloudLife
  /// The public salt from which tags are made, 16 to 64 bytes.
  public let tagSalt: [UInt8]
  /// How many devices have to endorse before something is public.
  public let threshold: UInt32

  package init(cloudLife: CloudLife, tagSalt: [UInt8], threshold: UInt32) {
    self.cloudLife = cloudLife
    self.tagSalt = tagSalt
    self.threshold = threshold
  }

  /// What is signed.
  private var message: [UInt8] {
    var writer = ByteWriter(capacity: 128)
    writer.raw(Array("spotlog deployment 1".utf8))
    writer.name(cloudLife)
    writer.integer(threshold)
    writer.raw(tagSalt)
    return writer.bytes
  }

  package func signature(by key: SigningKey) -> Signature { key.sign(message) }

  package func isSigned(_ signature: Signature, by verifier: SignatureVerifier) -> Bool {
    verifier.isValid(signature, of: message)
  }
}
