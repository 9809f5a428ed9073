internal import Crypto

/// The key that seals what the items of one protection class say, on one device.
///
/// Sealed are 8 bytes that say which key it was, 12 bytes nonce, the bytes encrypted with
/// ChaCha20-Poly1305, and 16 bytes tag; bound to the item's app and identifier.
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
    guard sealed.count >= 36 else { return nil }
    return sealed.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package func seal(
    _ text: [UInt8], of name: ItemName, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var writer = ByteWriter(capacity: text.count + 36)
    writer.bigEndian(identifier)
    var nonce = ByteWriter()
    nonce.integer(random.next() as UInt64)
    nonce.integer(UInt32(truncatingIfNeeded: random.next() as UInt64))
    // Neither the length of a nonce nor that of a key can be wrong here.
    let box = try! ChaChaPoly.seal(
      text, using: SymmetricKey(data: bytes), nonce: ChaChaPoly.Nonce(data: nonce.bytes),
      authenticating: name.bytes)
    writer.raw([UInt8](box.combined))
    return writer.bytes
  }

  /// Nil where another key sealed them, for another item, or where a byte was changed.
  package func open(_ sealed: [UInt8], of name: ItemName) -> [UInt8]? {
    guard Self.identifier(of: sealed) == identifier,
      let box = try? ChaChaPoly.SealedBox(combined: sealed.dropFirst(8)),
      let text = try? ChaChaPoly.open(
        box, using: SymmetricKey(data: bytes), authenticating: name.bytes)
    else { return nil }
    return [UInt8](text)
  }
}

/// What an item is called: what is sealed for it opens for no other.
package struct ItemName: Hashable, Sendable {
  package let app: String
  package let id: String

  package init(app: String, id: String) {
    self.app = app
    self.id = id
  }

  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.block(Array(app.utf8))
    writer.block(Array(id.utf8))
    return writer.bytes
  }
}

/// The keys that are known now: none of a class whose items are locked.
package typealias ClassKeys = [JournalItemIndexed.Protection: ClassKey]
