internal import Crypto

/// The key that seals what the items of one protection class say, on one device.
///
/// Sealed are 8 bytes that say which key it was, the version in 8 bytes, 12 bytes nonce, the bytes
/// encrypted with ChaCha20-Poly1305, and 16 bytes tag; bound to the item's app and identifier, its
/// class, and the version: when it was journaled. So no other text of the same item, an older one
/// or one of another class, opens in its place unnoticed.
package struct ClassKey: Hashable, Sendable {
  package static let byteCount = 32
  private static let context = "spotlog class key 1"

  /// Says which key it is without saying anything about it.
  package let identifier: UInt64
  package let bytes: [UInt8]

  /// Nil unless it has 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
    identifier = Digest(of: Array(Self.context.utf8) + bytes).bytes.prefix(8)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }

  package init(using random: inout some RandomNumberGenerator) {
    var writer = ByteWriter()
    for _ in 0..<4 { writer.integer(random.next() as UInt64) }
    // There are 32 of them.
    self.init(bytes: writer.bytes)!
  }

  /// Which key sealed them; nil for bytes that are too few.
  package static func identifier(of sealed: [UInt8]) -> UInt64? {
    guard sealed.count >= overheadByteCount else { return nil }
    return sealed.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// When what is sealed was journaled; nil for bytes that are too few.
  package static func version(of sealed: [UInt8]) -> Timestamp? {
    guard sealed.count >= overheadByteCount else { return nil }
    let bits = sealed[8..<16].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Timestamp(milliseconds: Int64(bitPattern: bits))
  }

  private static let overheadByteCount = 44

  package func seal(
    _ text: [UInt8], of name: ItemName, as protection: JournalItemIndexed.Protection,
    at version: Timestamp, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var writer = ByteWriter(capacity: text.count + Self.overheadByteCount)
    writer.bigEndian(identifier)
    writer.bigEndian(version.milliseconds)
    var nonce = ByteWriter()
    nonce.integer(random.next() as UInt64)
    nonce.integer(UInt32(truncatingIfNeeded: random.next() as UInt64))
    // Neither the length of a nonce nor that of a key can be wrong here.
    let box = try! ChaChaPoly.seal(
      text, using: SymmetricKey(data: bytes), nonce: ChaChaPoly.Nonce(data: nonce.bytes),
      authenticating: Self.binding(name, protection, version))
    writer.raw([UInt8](box.combined))
    return writer.bytes
  }

  /// Nil where another key sealed them, for another item or class, or where a byte was changed.
  package func open(
    _ sealed: [UInt8], of name: ItemName, as protection: JournalItemIndexed.Protection
  ) -> [UInt8]? {
    guard Self.identifier(of: sealed) == identifier, let version = Self.version(of: sealed),
      let box = try? ChaChaPoly.SealedBox(combined: sealed.dropFirst(16)),
      let text = try? ChaChaPoly.open(
        box, using: SymmetricKey(data: bytes),
        authenticating: Self.binding(name, protection, version))
    else { return nil }
    return [UInt8](text)
  }

  /// What is authenticated beside the text.
  private static func binding(
    _ name: ItemName, _ protection: JournalItemIndexed.Protection, _ version: Timestamp
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Array("spotlog sealed 1".utf8))
    writer.block(Array(name.app.utf8))
    writer.block(Array(name.id.utf8))
    writer.integer(UInt8(clamping: protection.rawValue))
    writer.bigEndian(version.milliseconds)
    return writer.bytes
  }
}

/// What an item is called, byte by byte: what is sealed for it opens for no other.
package struct ItemName: Hashable, Sendable {
  private let exactApp: ExactText
  private let exactID: ExactText
  package var app: String { exactApp.text }
  package var id: String { exactID.text }

  package init(app: String, id: String) {
    exactApp = ExactText(app)
    exactID = ExactText(id)
  }
}

/// The keys that are known now: none of a class whose items are locked.
package typealias ClassKeys = [JournalItemIndexed.Protection: ClassKey]
