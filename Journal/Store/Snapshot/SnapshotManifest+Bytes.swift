internal import Foundation
internal import JournalFormat

/// The clear row of every archive: says how the others are to be read.
package struct SnapshotHeader: Hashable, Sendable, Codable {
  static let rowName = "header.json"
  static let byteCountMax = 4_096

  var format = SnapshotManifest.formatVersion
  /// The name of the snapshot.
  var snapshot: String
  /// "none", or the way that the rows are encrypted.
  var encryption: String
  /// The key's identifier; nil without encryption.
  var key: String?

  package init(snapshot: String, encryption: String, key: String?) {
    self.snapshot = snapshot
    self.encryption = encryption
    self.key = key
  }

  package init(bytes: [UInt8], path: String) throws(SnapshotError) {
    struct Version: Codable { var format: Int }
    let version: Version = try decoded(bytes, Self.rowName, of: path)
    guard version.format <= SnapshotManifest.formatVersion else {
      throw SnapshotError(
        .newerFormat(version.format),
        "\(path) is a snapshot of format \(version.format); this program knows up to "
          + "\(SnapshotManifest.formatVersion). Use a newer spotlog.")
    }
    self = try decoded(bytes, Self.rowName, of: path)
  }

  package var bytes: [UInt8] { encoded(self) }
}

extension SnapshotManifest {
  static let rowName = "manifest.json"
  /// Some ten thousand segments.
  static let byteCountMax = 4 << 20

  package var bytes: [UInt8] { encoded(self) }

  /// Reads a manifest and checks everything in it that can be checked without the rows.
  package init(bytes: [UInt8], header: SnapshotHeader, path: String) throws(SnapshotError) {
    self = try decoded(bytes, Self.rowName, of: path)
    guard format == header.format, name == header.snapshot, Nonce(hex: name) != nil else {
      throw .damaged(path, "has a manifest that belongs to another snapshot")
    }
    guard !journals.isEmpty, Set(journals.map(\.file)).count == journals.count else {
      throw .damaged(path, "has a manifest without journals, or with one twice")
    }
    guard (0...SnapshotChain.depthMax).contains(depth), (depth > 0) == (base != nil),
      (base != nil) == journals.contains(where: { !$0.isWhole })
    else { throw .damaged(path, "has a manifest that contradicts itself about its base") }
    if let base {
      guard SnapshotName.isPlain(base.file), Digest(hex: base.digest) != nil else {
        throw .refused(path, "names a base that is no file beside it")
      }
    }
    for journal in journals { try journal.check(path) }
  }
}

extension SnapshotManifest.JournalPart {
  /// Whether ranges meet, names are those that the ranges give, and sizes are within bounds.
  fileprivate func check(_ path: String) throws(SnapshotError) {
    guard SnapshotName.isPlain(file) else {
      throw .refused(path, "holds a journal named \(file.debugDescription)")
    }
    guard let identity, let floor = floor.position, let since = since.position,
      let head = head.position, [UInt8](hex: redactionDigest)?.count == RedactionMark.byteCount
    else { throw .damaged(path, "does not say whose journal \(file) is") }
    guard floor.number <= since.number, since.number <= head.number,
      floor.number > 0 || floor.digest == identity.genesis, isWhole == (since == floor)
    else { throw .damaged(path, "has ranges of \(file) that contradict each other") }
    var reached = since.number
    for segment in segments {
      guard segment.first == reached + 1, segment.last >= segment.first,
        segment.row.name == Self.segmentName(file, segment.first, segment.last)
      else { throw .damaged(path, "has segments of \(file) that do not follow each other") }
      reached = segment.last
    }
    guard reached == head.number else {
      throw .damaged(path, "lacks the entries of \(file) after \(reached)")
    }
    let names =
      local.indices.map { Self.localName(file, $0) }
      + redactions.indices.map { Self.redactionsName(file, $0) }
    guard (local + redactions).map(\.name) == names else {
      throw .damaged(path, "has rows of \(file) under other names than they should have")
    }
    for row in rows {
      guard (1...SnapshotImage.byteCountMax).contains(row.bytes), Digest(hex: row.digest) != nil
      else { throw .refused(path, "has a row \(row.name) of \(row.bytes) bytes") }
    }
  }
}

/// Sorted keys, so that the same snapshot has the same bytes.
func encoded(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  // Numbers that are whole, texts and lists of them can always be encoded.
  return [UInt8]((try? encoder.encode(value)) ?? Data())
}

private func decoded<Value: Decodable>(
  _ bytes: [UInt8], _ row: String, of path: String
) throws(SnapshotError) -> Value {
  try SnapshotError.translating(as: .damaged) {
    try JSONDecoder().decode(Value.self, from: Data(bytes))
  } saying: { _ in
    "\(path) has a \(row) that cannot be read. Take another snapshot, or another copy of "
      + "this one."
  }
}
