import JournalFormat
import TestSupport
import Testing

@Suite("What a deployment is") struct DeploymentIdentityTests {
  private let key = Sample.cloudKey
  private let identity = Sample.deploymentIdentity

  private func isSigned(_ identity: DeploymentIdentity, _ signature: Signature) -> Bool {
    identity.isSigned(signature, by: SignatureVerifier(key.publicKey))
  }

  @Test func `is signed as its cloud's key signed it`() {
    let signature = identity.signature(by: key)
    #expect(isSigned(identity, signature))
    #expect(!identity.isSigned(signature, by: SignatureVerifier(Sample.nextKey.publicKey)))
    #expect(!isSigned(identity, identity.signature(by: Sample.nextKey)))
    #expect(!isSigned(identity, .blank))
  }

  static let others: [(String, DeploymentIdentity)] = {
    let (life, salt) = (Sample.cloudLife, Sample.tagSalt)
    func other(
      _ life: CloudLife = life, _ salt: [UInt8] = salt, _ threshold: UInt32 = 3
    ) -> DeploymentIdentity {
      DeploymentIdentity(cloudLife: life, tagSalt: salt, threshold: threshold)
    }
    return [
      ("life", other(CloudLife(bits: 1))), ("salt", other(life, Array(salt.reversed()))),
      ("shorter salt", other(life, Array(salt.dropLast()))),
      ("longer salt", other(life, salt + [0])),
      ("threshold", other(life, salt, 2)),
      ("threshold in another order", other(life, salt, 3 << 24)),
    ]
  }()

  @Test(arguments: others) func `is not signed with another`(
    what: String, other: DeploymentIdentity
  ) {
    #expect(!isSigned(other, identity.signature(by: key)))
  }

  @Test func `is not signed with any bit of its signature changed`() {
    let signature = identity.signature(by: key)
    for bit in 0..<(Signature.byteCount * 8) {
      var bytes = signature.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!isSigned(identity, Signature(bytes: bytes)!), "bit \(bit)")
    }
  }
}
