import JournalFormat
import TestSupport
import Testing

/// A process that knows its own signatures believes nothing else more easily than before.
@Suite("A memory of signatures") struct SignatureMemoryTests {
  static let message = Array("what was said".utf8)

  static func key(telling memory: SignatureMemory?) -> SigningKey {
    var key = Sample.deviceKey
    key.memory = memory
    return key
  }

  /// That the check is saved shows only where it would have failed: the memory is told of a
  /// signature that none is.
  @Test func `saves the check of what was signed in this process`() {
    let memory = SignatureMemory()
    let blank = Signature(bytes: [UInt8](repeating: 0, count: Signature.byteCount))!
    let verifier = SignatureVerifier(Sample.deviceKey.publicKey, knowing: memory)
    #expect(!verifier.isValid(blank, of: Self.message))
    memory.made(blank, of: Self.message, by: Sample.deviceKey.publicKey)
    #expect(verifier.isValid(blank, of: Self.message))
    #expect(!SignatureVerifier(Sample.deviceKey.publicKey).isValid(blank, of: Self.message))
  }

  @Test func `says nothing for another message, key or signature`() {
    let memory = SignatureMemory()
    let signature = Self.key(telling: memory).sign(Self.message)
    let verifier = SignatureVerifier(Sample.deviceKey.publicKey, knowing: memory)
    #expect(!verifier.isValid(signature, of: Self.message + [0]))
    #expect(!verifier.isValid(signature, of: []))
    let other = SignatureVerifier(Sample.cloudKey.publicKey, knowing: memory)
    #expect(!other.isValid(signature, of: Self.message))
    for bit in 0..<512 {
      var bytes = signature.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(!verifier.isValid(Signature(bytes: bytes)!, of: Self.message), "bit \(bit)")
    }
  }

  @Test func `has the check made of what it does not know, or knows no longer`() {
    let memory = SignatureMemory(capacity: 2)
    let stranger = Self.key(telling: nil).sign(Self.message)
    let verifier = SignatureVerifier(Sample.deviceKey.publicKey, knowing: memory)
    #expect(verifier.isValid(stranger, of: Self.message))
    #expect(memory.count == 0)
    let key = Self.key(telling: memory)
    let messages = (0..<5).map { Self.message + [$0] }
    let signatures = messages.map(key.sign)
    #expect(memory.count == 2)
    for (signature, message) in zip(signatures, messages) {
      #expect(verifier.isValid(signature, of: message))
      #expect(!verifier.isValid(signature, of: Self.message))
    }
  }
}
