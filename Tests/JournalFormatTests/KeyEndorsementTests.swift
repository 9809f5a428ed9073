import JournalFormat
import TestSupport
import Testing

@Suite("A public key") struct PublicKeyTests {
  private let key = Sample.cloudKey.publicKey

  @Test func `is read as it is described, in digits of either case`() {
    #expect(PublicKey(key.description) == key)
    #expect(PublicKey(key.description.uppercased()) == key)
  }

  @Test(arguments: [
    "", "0a", String(repeating: "0", count: 62), String(repeating: "0", count: 63),
    String(repeating: "0", count: 66), String(repeating: "g", count: 64),
    " " + String(repeating: "0", count: 64),
  ])
  func `is nothing else than 64 hexadecimal digits`(text: String) {
    #expect(PublicKey(text) == nil)
  }
}

@Suite("An endorsement of a key") struct KeyEndorsementTests {
  private let older = Sample.cloudKey
  private let newer = Sample.nextKey.publicKey
  private let other = Sample.deviceKey

  @Test func `is valid as its endorser made it`() {
    let endorsement = KeyEndorsement(of: newer, by: older)
    #expect(endorsement.isValid)
    #expect(endorsement.key == newer)
    #expect(endorsement.endorser == older.publicKey)
    let again = KeyEndorsement(
      key: newer, endorser: older.publicKey, signature: endorsement.signature)
    #expect(again == endorsement)
    #expect(again.isValid)
  }

  /// What anyone who checks it without this program has to rebuild.
  @Test func `is a signature of these bytes`() {
    let message = Array("spotlog cloud key 1".utf8) + newer.bytes
    let endorsement = KeyEndorsement(
      key: newer, endorser: older.publicKey, signature: older.sign(message))
    #expect(endorsement.isValid)
    #expect(SignatureVerifier(older.publicKey).isValid(endorsement.signature, of: message))
  }

  @Test func `is not valid for another key, by another endorser, or the other way round`() {
    let signature = KeyEndorsement(of: newer, by: older).signature
    for (key, endorser) in [
      (other.publicKey, older.publicKey), (newer, other.publicKey), (older.publicKey, newer),
      (newer, newer), (older.publicKey, older.publicKey),
    ] {
      #expect(!KeyEndorsement(key: key, endorser: endorser, signature: signature).isValid)
    }
  }

  @Test func `is not valid with any bit of its signature changed`() {
    let endorsement = KeyEndorsement(of: newer, by: older)
    for bit in 0..<(Signature.byteCount * 8) {
      var bytes = endorsement.signature.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let forged = KeyEndorsement(
        key: newer, endorser: older.publicKey, signature: Signature(bytes: bytes)!)
      #expect(!forged.isValid, "bit \(bit)")
    }
    #expect(
      !KeyEndorsement(key: newer, endorser: older.publicKey, signature: .blank).isValid)
  }

  /// A signature that the key made for something else is none: words in front keep them apart.
  @Test(arguments: ["", "spotlog cloud key 2", "spotlog cloud key", "spotlog grant 1"])
  func `is not valid over other words`(words: String) {
    let signature = older.sign(Array(words.utf8) + newer.bytes)
    #expect(!KeyEndorsement(key: newer, endorser: older.publicKey, signature: signature).isValid)
  }

  @Test func `by bytes that are no key is not valid`() {
    let signature = KeyEndorsement(of: newer, by: older).signature
    for byte in [0, 0xFF] as [UInt8] {
      let endorser = PublicKey(bytes: [UInt8](repeating: byte, count: 32))!
      #expect(!KeyEndorsement(key: newer, endorser: endorser, signature: signature).isValid)
    }
  }
}
