internal import JournalFormat
internal import SQLite

/// A snapshot's file, open for reading: an SQLite archive whose rows are checked one by one.
package final class SnapshotArchive {

  package let path: String
  package let manifest: SnapshotManifest
  package let isEncrypted: Bool
  /// The SHA-256 of the manifest, by which increments name their base.
  let manifestDigest: Digest
  private let rows: SnapshotRows
  private let seal: RowSeal?

  /// Reads the manifest, and that the archive has the rows which it names and no others.
  ///
  /// - Parameter key: the key that sealed it; nil reads what no key sealed, and nothing else.
  /// - Throws: `SnapshotError`: of the code `unsealed` with a key that the archive has no use for.
  package init(
    path: String, key: SnapshotKey? = nil, files: some SnapshotFiles = SystemFiles()
  ) throws(SnapshotError) {
    rows = try SnapshotRows(path: path, vfs: files.vfs)
    self.path = path
    let headerBytes = try rows.bytes(SnapshotHeader.rowName, atMost: SnapshotHeader.byteCountMax)
    let header = try SnapshotHeader(bytes: headerBytes, path: path)
    let seal = try Self.seal(header, key, path)
    isEncrypted = seal != nil
    let bytes = try rows.bytes(
      SnapshotManifest.rowName, atMost: SnapshotManifest.byteCountMax, seal: seal)
    manifest = try SnapshotManifest(bytes: bytes, header: header, path: path)
    manifestDigest = Digest(of: bytes)
    self.seal = seal
    try rows.check(manifest)
  }

  /// The bytes of a row, inflated, with the size and the digest that the manifest says.
  func bytes(of row: SnapshotManifest.Row) throws(SnapshotError) -> [UInt8] {
    let bytes = try rows.bytes(row.name, atMost: row.bytes, seal: seal)
    guard bytes.count == row.bytes, Digest(of: bytes).description == row.digest else {
      throw .damaged(path, "has a row \(row.name) that is not what the manifest says")
    }
    return bytes
  }

  private static func seal(
    _ header: SnapshotHeader, _ key: SnapshotKey?, _ path: String
  ) throws(SnapshotError) -> RowSeal? {
    switch header.encryption {
    case "none":
      // Anyone who can write into the folder could have made it. So it is not a base, no backup and
      // nothing to restore for who has a key.
      guard key == nil else {
        throw SnapshotError(
          .unsealed,
          "\(path) is not encrypted, so the key says nothing of who made it. To read it all the "
            + "same, leave --key out.")
      }
      return nil
    case SnapshotKey.encryption:
      guard let key else {
        throw SnapshotError(
          .key,
          "\(path) is encrypted with the key \(header.key ?? "-"). Give that key's file: --key.")
      }
      guard key.identifier == header.key else {
        throw SnapshotError(
          .key,
          "\(path) is encrypted with the key \(header.key ?? "-"), not with \(key.identifier). "
            + "Give the other key.")
      }
      return RowSeal(key: key, snapshot: header.snapshot)
    default:
      throw SnapshotError(
        .newerFormat(header.format),
        "\(path) is encrypted in a way (\(header.encryption.debugDescription)) that this program "
          + "does not know. Use a newer spotlog.")
    }
  }
}
