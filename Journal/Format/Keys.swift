import Crypto

/// An Ed25519 public key: 32 bytes.
public struct PublicKey: Hashable, Sendable, LosslessStringConvertible {
  package static let byteCount = 32
  package let bytes: [UInt8]

  /// Nil when there are not 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// The key that `description` gives, in digits of either case; nil when there are not 64
  /// hexadecimal digits.
  public init?(_ description: String) {
    guard let bytes = [UInt8](hex: description) else { return nil }
    self.init(bytes: bytes)
  }

  /// The first 8 bytes of the key's SHA-256: says which key signed.
  package var identifier: UInt64 { Digest(of: bytes).firstQuarter }

  /// 64 hexadecimal digits.
  public var description: String { bytes.hex }
}

/// Checks the signatures of one key. Making one is dear, so keep it.
package struct SignatureVerifier: Sendable {
  package let key: PublicKey
  private let verifier: Curve25519.Signing.PublicKey?
  private let memory: SignatureMemory?

  /// - Parameter memory: signatures that this process made itself, which need no check.
  package init(_ key: PublicKey, knowing memory: SignatureMemory? = nil) {
    self.key = key
    self.memory = memory
    verifier = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes)
  }

  package func isValid(_ signature: Signature, of message: [UInt8]) -> Bool {
    if let memory, memory.knows(signature, of: message, by: key) { return true }
    return verifier?.isValidSignature(signature.bytes, for: message) ?? false
  }
}

/// An Ed25519 key pair, of an epoch or of a cloud. Its seed is a secret.
public struct SigningKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey
  /// The half that others may know.
  public let publicKey: PublicKey
  /// Hears of every signature that the key makes.
  package var memory: SignatureMemory?

  /// The 32 bytes from which the key is made; nil when there are not 32.
  public init?(seed: [UInt8]) {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed),
      let publicKey = PublicKey(bytes: [UInt8](key.publicKey.rawRepresentation))
    else { return nil }
    self.key = key
    self.publicKey = publicKey
  }

  /// Draws a new key from `random`, which has to be a cryptographic one outside simulations.
  public init(using random: inout some RandomNumberGenerator) {
    var seed: [UInt8] = []
    for _ in 0..<4 {
      withUnsafeBytes(of: (random.next() as UInt64).littleEndian) { seed.append(contentsOf: $0) }
    }
    // Every 32 bytes are the seed of a key.
    self.init(seed: seed)!
  }

  package var seed: [UInt8] { [UInt8](key.rawRepresentation) }

  package func sign(_ message: [UInt8]) -> Signature {
    // Signing in memory with a valid key cannot fail.
    let signature = Signature(bytes: [UInt8](try! key.signature(for: message)))!
    memory?.made(signature, of: message, by: publicKey)
    return signature
  }
}

/// An Ed25519 signature: 64 bytes.
package struct Signature: Hashable, Sendable {
  package static let byteCount = 64
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  package static let blank = Signature(bytes: [UInt8](repeating: 0, count: byteCount))!
}

extension ByteReader {
  package mutating func signature() throws(FormatError) -> Signature {
    Signature(bytes: try raw(Signature.byteCount))!
  }

  package mutating func publicKey() throws(FormatError) -> PublicKey {
    PublicKey(bytes: try raw(PublicKey.byteCount))!
  }
}
