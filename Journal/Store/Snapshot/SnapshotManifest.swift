internal import Foundation
package import JournalFormat

/// What a snapshot says of itself: the row `manifest.json` of its archive. See SNAPSHOT.md.
package struct SnapshotManifest: Hashable, Sendable, Codable {
  /// The layout of the archive and of this manifest.
  package static let formatVersion = 1

  package var format = Self.formatVersion
  package var tool: String
  /// Random, drawn for this snapshot.
  package var name: String
  package var kind: SnapshotKind
  /// Milliseconds since 1970.
  package var created: Int64
  /// How many snapshots stand below this one.
  package var depth: Int
  /// The snapshot that this one continues from; nil when it stands alone.
  package var base: Base?
  /// The life of the cloud, where its maker knew it.
  package var cloudLife: String?
  /// In the order in which they were read: the leading one last.
  package var journals: [JournalPart]

  package struct Base: Hashable, Sendable, Codable {
    package var file: String
    package var name: String
    /// The SHA-256 of the base's manifest.
    package var digest: String
  }

  /// A place in a chain.
  package struct Place: Hashable, Sendable, Codable {
    @JournalNumber package var number: UInt64
    package var digest: String

    package init(_ position: Journal.Position) {
      number = position.number
      digest = position.digest.description
    }

    package var position: Journal.Position? {
      Digest(hex: digest).map { Journal.Position(number: number, digest: $0) }
    }
  }

  /// One journal: who it is, from where to where it lies here, and in which rows.
  package struct JournalPart: Hashable, Sendable, Codable {
    /// The file's name in its folder.
    package var file: String
    package var kind: String
    package var name: String
    package var lineage: String
    /// 56 bytes of a head; nil without a parent.
    package var parent: String?
    package var created: Int64
    package var floor: Place
    /// The entries after this place are here. The floor when the journal is here whole.
    package var since: Place
    package var head: Place
    package var isWhole: Bool
    /// How many redactions the journal knows of, and the digest over them.
    @JournalNumber package var redactionCount: UInt64
    package var redactionDigest: String
    package var segments: [Segment]
    /// The redactions since `since`.
    package var redactions: [Row]
    /// The journal's local tables, whole.
    package var local: [Row]

    package var rows: [Row] { segments.map(\.row) + local + redactions }
  }

  /// The entries of a range.
  package struct Segment: Hashable, Sendable, Codable {
    @JournalNumber package var first: UInt64
    @JournalNumber package var last: UInt64
    package var row: Row
  }

  /// A row of the archive: an SQLite file.
  package struct Row: Hashable, Sendable, Codable {
    package var name: String
    /// Bytes before compression.
    package var bytes: Int
    /// The SHA-256 of the bytes before compression.
    package var digest: String
  }

  package var createdTime: Timestamp { Timestamp(milliseconds: created) }
  /// The journal that a place to restore to is meant in.
  package var leader: JournalPart { journals[journals.count - 1] }
  package var rows: [Row] { journals.flatMap(\.rows) }
}

/// A number of an entry, or a count of rows that are numbered like entries: 0 to 2^63-2. A manifest
/// that states another one is not a manifest, so anyone who has a value can add 1 to it.
@propertyWrapper
package struct JournalNumber: Hashable, Sendable, Codable {
  package var wrappedValue: UInt64

  package init(wrappedValue: UInt64) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(UInt64.self)
    guard SequenceNumber.places.contains(wrappedValue) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(wrappedValue) is larger than 2^63-2.")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

package enum SnapshotKind: String, Hashable, Sendable, Codable, CaseIterable {
  case device, cloud
}

extension SnapshotManifest.JournalPart {
  package var journalKind: JournalKind? {
    [JournalKind.private, .shared, .cloud].first { $0.description == kind }
  }

  /// Nil when the fields cannot be a journal's.
  package var identity: JournalIdentity? {
    guard let kind = journalKind, let name = JournalName(hex: name),
      let lineage = LineageName(hex: lineage)
    else { return nil }
    guard let parent else { return JournalIdentity(kind: kind, name: name, lineage: lineage) }
    guard let bytes = [UInt8](hex: parent),
      let head = try? bytes.reading(
        subject: "parent", { reader throws(FormatError) in try reader.head() })
    else { return nil }
    return JournalIdentity(kind: kind, name: name, lineage: lineage, parent: head)
  }

  static func hex(_ parent: Head?) -> String? {
    guard let parent else { return nil }
    var writer = ByteWriter()
    writer.head(parent)
    return writer.bytes.hex
  }

  static func segmentName(_ file: String, _ first: UInt64, _ last: UInt64) -> String {
    "\(file)-entries-\(first)-\(last).sqlite"
  }
  static func localName(_ file: String, _ place: Int) -> String {
    "\(file)-local-\(place + 1).sqlite"
  }
  static func redactionsName(_ file: String, _ place: Int) -> String {
    "\(file)-redactions-\(place + 1).sqlite"
  }
}

/// The row of every archive that is not encrypted: it says how to read the others.
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
        throw .refused(path, "names a base that is not a file beside it")
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
  // Numbers that are whole, texts and lists of them can always be encoded.
  (try? EscapedJSON.bytes(value, isPretty: true)) ?? []
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
