internal import JournalFormat

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
