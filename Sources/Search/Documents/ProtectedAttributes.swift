package import JournalFormat
internal import SwiftProtobuf

/// What a protected item says, as it was given: sealed.
package struct ProtectedAttributes: Hashable, Sendable {
  package let protection: JournalItemIndexed.Protection
  package let sealed: [UInt8]

  init(protection: JournalItemIndexed.Protection, sealed: [UInt8]) {
    (self.protection, self.sealed) = (protection, sealed)
  }

  /// Nil for an item that is not protected.
  package init?(_ item: JournalItemIndexed) {
    guard item.protection != .none else { return nil }
    self.init(protection: item.protection, sealed: [UInt8](item.sealedAttributes))
  }

  /// What was not sealed when its entry was journaled is not a text of that entry: an older one,
  /// perhaps, that somebody put in the place of a newer. Nobody can open it.
  func ofEntry(at time: Timestamp) -> ProtectedAttributes {
    ClassKey.version(of: sealed) == time
      ? self : ProtectedAttributes(protection: protection, sealed: [])
  }

  /// Nil while it cannot be opened.
  package func opened(_ keys: ClassKeys, of name: ItemName) -> JournalAttributes? {
    keys[protection]?.open(sealed, of: name, as: protection)
      .flatMap { try? JournalAttributes(serializedBytes: $0) }
  }

  /// Whether no key will ever open it that is known now, though one of its class is: another
  /// device's sealed it.
  package func isUnreadable(_ keys: ClassKeys) -> Bool {
    guard let key = keys[protection] else { return false }
    return ClassKey.identifier(of: sealed) != key.identifier
  }
}
