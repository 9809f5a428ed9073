package import JournalFormat
internal import SwiftProtobuf

/// What a protected item says, as it was given: first an item, then what was merged into it.
///
/// It is put together only where every part can be opened, so an index can take a part while it is
/// locked.
package struct ProtectedAttributes: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    /// What can be read always is not sealed.
    package var protection: JournalItemIndexed.Protection
    package var bytes: [UInt8]

    package init(protection: JournalItemIndexed.Protection, bytes: [UInt8]) {
      self.protection = protection
      self.bytes = bytes
    }
  }

  package var parts: [Part]
  /// As many are put together to one, where they can be.
  private static let partsMax = 16

  package init(_ parts: [Part]) { self.parts = parts }

  /// Nil for an item that is not protected.
  package init?(_ item: JournalItemIndexed) {
    guard item.protection != .none else { return nil }
    parts = [Part(protection: item.protection, bytes: [UInt8](item.sealedAttributes))]
  }

  /// The strictest class of its parts: an item is as protected as any of what it says.
  package var protection: JournalItemIndexed.Protection {
    parts.map(\.protection).max { $0.rawValue < $1.rawValue } ?? .none
  }

  /// What the parts say together; nil while one of them cannot be opened.
  package func opened(_ keys: ClassKeys, of name: ItemName) -> JournalAttributes? {
    var attributes = JournalAttributes()
    for part in parts {
      let plain =
        part.protection == .none ? part.bytes : keys[part.protection]?.open(part.bytes, of: name)
      guard let plain, let found = try? JournalAttributes(serializedBytes: plain) else {
        return nil
      }
      attributes.merge(found)
    }
    return attributes
  }

  /// Merges another giving of the same item into it.
  mutating func merge(_ item: JournalItemIndexed, _ keys: ClassKeys) {
    let update = ProtectedAttributes(item)
    parts += update?.parts ?? [Part(protection: .none, bytes: item.attributes.canonicalBytes)]
    let name = ItemName(app: item.app, id: item.id)
    // An update that removes an attribute is a part as well, so what is put together says no more.
    guard parts.count > Self.partsMax, let key = keys[protection], let all = opened(keys, of: name)
    else { return }
    var dice = Dice.system
    let sealed = key.seal(all.canonicalBytes, of: name, using: &dice)
    parts = [Part(protection: protection, bytes: sealed)]
  }

  /// Parts that no key will ever open that is known now, though one of their class is: they were
  /// sealed by another device's.
  package func isUnreadable(_ keys: ClassKeys) -> Bool {
    parts.contains { part in
      guard part.protection != .none, let key = keys[part.protection] else { return false }
      return ClassKey.identifier(of: part.bytes) != key.identifier
    }
  }

  // MARK: Bytes

  var bytes: [UInt8] {
    var writer = ByteWriter()
    for part in parts {
      writer.integer(UInt8(clamping: part.protection.rawValue))
      writer.block(part.bytes)
    }
    return writer.bytes
  }

  /// Derived bytes of our own: those that cannot be read are parts that cannot be opened.
  init(bytes: [UInt8]) {
    parts = []
    bytes.withUnsafeBytes { raw in
      var reader = ByteReader(raw, subject: "A protected item")
      while reader.remaining > 0,
        let protection = try? reader.integer(UInt8.self), let part = try? reader.block(atMost: .max)
      {
        parts.append(
          Part(
            protection: JournalItemIndexed.Protection(rawValue: Int(protection)) ?? .complete,
            bytes: part))
      }
    }
  }
}
