internal import Crypto
internal import JournalFormat

extension Origin {
  /// The origin that a device gives to what `message` names: the same one after every restore, and
  /// no other device's.
  init(of message: [UInt8], lineageSecret: [UInt8]) {
    let code = HMAC<SHA256>.authenticationCode(
      for: message, using: SymmetricKey(data: lineageSecret))
    self.init(
      rawValue: code.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) })
  }
}
