internal import Crypto
internal import Foundation
internal import JournalFormat

/// The operator's key that encrypts snapshots: 32 bytes.
package struct SnapshotKey: Hashable, Sendable {
  package static let byteCount = 32
  static let encryption = "chacha20-poly1305"
  private static let context = "spotlog snapshot 1"

  private let bytes: [UInt8]

  package init(bytes: [UInt8], path: String) throws(SnapshotError) {
    guard bytes.count == Self.byteCount else {
      throw SnapshotError(
        .key,
        "\(path) has \(Figure.count(bytes.count, "byte")); a key has \(Self.byteCount). Make one "
          + "with `head -c 32 /dev/urandom > FILE`, and keep it where no snapshot lies.")
    }
    self.bytes = bytes
  }

  /// Says which key it is without saying anything about it.
  package var identifier: String {
    Digest(of: Array("\(Self.context) key".utf8) + bytes).bytes.prefix(8).hex
  }

  /// Encrypts the row that is written at a place, which no other row of the snapshot is: 12 bytes
  /// nonce, the row's bytes encrypted, 16 bytes tag.
  func seal(
    _ bytes: [UInt8], row: String, of snapshot: String, place: UInt64
  ) throws(SnapshotError) -> [UInt8] {
    var nonce = ByteWriter()
    nonce.integer(place)
    nonce.integer(UInt32(0))
    return try SnapshotError.translating(as: .storage) {
      let box = try ChaChaPoly.seal(
        bytes, using: derived(for: snapshot), nonce: ChaChaPoly.Nonce(data: nonce.bytes),
        authenticating: Self.bound(row, snapshot))
      return [UInt8](box.combined)
    } saying: {
      "The row \(row) cannot be encrypted (\($0)). Try again."
    }
  }

  /// Decrypts a row; nil when a byte was changed, or when it is another row or another snapshot's.
  func open(_ bytes: [UInt8], row: String, of snapshot: String) -> [UInt8]? {
    guard let box = try? ChaChaPoly.SealedBox(combined: bytes),
      let text = try? ChaChaPoly.open(
        box, using: derived(for: snapshot), authenticating: Self.bound(row, snapshot))
    else { return nil }
    return [UInt8](text)
  }

  /// Each snapshot has a key of its own, so that a row's place can be its nonce.
  private func derived(for snapshot: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: bytes), salt: Array(snapshot.utf8),
      info: Array(Self.context.utf8), outputByteCount: Self.byteCount)
  }

  private static func bound(_ row: String, _ snapshot: String) -> [UInt8] {
    Array("\(context)\n\(snapshot)\n\(row)".utf8)
  }
}

/// How the rows of one snapshot are encrypted: their size as a `u32`, then their bytes, compressed
/// where that makes them fewer, all of it sealed.
struct RowSeal {
  let key: SnapshotKey
  let snapshot: String

  /// What encryption adds to a row: nonce, size, tag.
  static let overhead = 12 + 4 + 16

  func seal(
    _ stored: [UInt8], byteCount: Int, row: String, place: UInt64
  ) throws(SnapshotError) -> [UInt8] {
    var writer = ByteWriter(capacity: stored.count + 4)
    writer.integer(UInt32(byteCount))
    writer.raw(stored)
    return try key.seal(writer.bytes, row: row, of: snapshot, place: place)
  }

  /// The stored bytes and what they inflate to; nil when they are not what was sealed.
  func open(_ sealed: [UInt8], row: String) -> (stored: [UInt8], byteCount: Int)? {
    guard let text = key.open(sealed, row: row, of: snapshot), text.count >= 4 else { return nil }
    let size = text.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    return (Array(text[4...]), Int(size))
  }
}
