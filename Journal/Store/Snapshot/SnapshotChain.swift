internal import JournalFormat
internal import SQLite

/// A snapshot with all those that it stands on.
package struct SnapshotChain {
  /// A longer chain would keep too many files open, and takes long to restore.
  package static let depthMax = 100

  /// The oldest first.
  package let archives: [SnapshotArchive]

  package var newest: SnapshotArchive { archives[archives.count - 1] }
  package var manifest: SnapshotManifest { newest.manifest }

  /// One archive's share in a journal.
  struct Part {
    let archive: SnapshotArchive
    let journal: SnapshotManifest.JournalPart
  }

  init(archives: [SnapshotArchive]) { self.archives = archives }

  /// Opens the snapshot at `path`, and what it stands on in the same folder.
  package init(
    path: String, key: SnapshotKey? = nil, files: some SnapshotFiles = SystemFiles()
  ) throws(SnapshotError) {
    var archives = [try SnapshotArchive(path: path, key: key, files: files)]
    while let base = archives[0].manifest.base {
      archives.insert(try Self.open(base, below: archives[0], key: key, files: files), at: 0)
    }
    self.archives = archives
    for journal in manifest.journals { _ = try parts(of: journal.file) }
  }

  private static func open(
    _ base: SnapshotManifest.Base, below archive: SnapshotArchive, key: SnapshotKey?,
    files: some SnapshotFiles
  ) throws(SnapshotError) -> SnapshotArchive {
    let path = archive.path.folder + "/" + base.file
    guard files.exists(path) else {
      throw SnapshotError(
        .incomplete,
        "\(archive.path) goes on from \(base.file), which is not beside it. Bring that one into "
          + "the same folder.")
    }
    let found = try SnapshotArchive(path: path, key: key, files: files)
    guard found.manifest.name == base.name, found.manifestDigest.description == base.digest,
      found.manifest.depth == archive.manifest.depth - 1,
      found.manifest.kind == archive.manifest.kind
    else {
      throw SnapshotError(
        .incomplete,
        "\(path) is not the snapshot that \(archive.path) goes on from. Bring the right one into "
          + "the same folder.")
    }
    return found
  }

  /// The shares in a journal, from the one that begins with it to the newest.
  func parts(of file: String) throws(SnapshotError) -> [Part] {
    var parts: [Part] = []
    for archive in archives.reversed() {
      guard let journal = archive.manifest.journals.first(where: { $0.file == file }) else {
        break
      }
      if let after = parts.first?.journal {
        guard after.identity == journal.identity, after.since == journal.head,
          after.redactionCount >= journal.redactionCount
        else {
          throw .damaged(parts[0].archive.path, "does not go on from \(archive.path) in \(file)")
        }
      }
      parts.insert(Part(archive: archive, journal: journal), at: 0)
      if journal.isWhole { return parts }
    }
    throw .damaged(newest.path, "has nothing below it that holds the beginning of \(file)")
  }
}

extension SnapshotChain {
  /// The numbers that were redacted, in the order in which they were, from all shares.
  static func redactions(_ parts: [Part]) throws(SnapshotError) -> [UInt64] {
    var numbers: [UInt64] = []
    var mark = RedactionMark.none
    for part in parts {
      for row in part.journal.redactions {
        let image = try SnapshotImage.open(
          try part.archive.bytes(of: row), row.name, tables: [RedactionMark.table])
        let listed = try SnapshotError.reading(row.name) { () throws(SQLiteError) in
          try image.integers("SELECT number FROM local_redactions ORDER BY sequence")
        }
        for number in listed.map({ UInt64(clamping: $0) }) {
          mark = mark.adding(number)
          numbers.append(number)
        }
      }
      guard mark.count == part.journal.redactionCount,
        mark.digest.hex == part.journal.redactionDigest
      else {
        throw .damaged(part.archive.path, "has redactions that its manifest does not know")
      }
    }
    return numbers
  }

  /// What happens to an entry of a snapshot that follows the chain.
  enum Visit { case next, stop }

  /// Calls `body` with every entry of the shares in place, in order, with the statement that stands
  /// on it. An entry that does not follow the one before it is an error.
  static func forEachEntry(
    _ parts: [Part], phase: (SnapshotPhase) -> Void,
    _ body: (EntryRow, Statement) throws(SnapshotError) -> Visit
  ) throws(SnapshotError) {
    guard var reached = parts.first?.journal.since.position else { return }
    for part in parts {
      for segment in part.journal.segments {
        phase(.inflating)
        let bytes = try part.archive.bytes(of: segment.row)
        phase(.reading)
        let image = try SnapshotImage.open(
          bytes, segment.row.name, tables: [JournalSchema.entriesTable])
        guard try visit(image, segment, part.archive.path, &reached, body) == .next else { return }
      }
      guard reached == part.journal.head.position else {
        throw .damaged(
          part.archive.path, "holds a \(part.journal.file) that does not end as it says")
      }
    }
  }

  private static func visit(
    _ image: Connection, _ segment: SnapshotManifest.Segment, _ path: String,
    _ reached: inout Journal.Position,
    _ body: (EntryRow, Statement) throws(SnapshotError) -> Visit
  ) throws(SnapshotError) -> Visit {
    let subject = "\(path): \(segment.row.name)"
    let select = try SnapshotError.reading(subject) { () throws(SQLiteError) in
      try image.statement("SELECT \(EntryRow.columns) FROM entries ORDER BY number")
    }
    defer { select.reset() }
    while true {
      let isRow = try SnapshotError.reading(subject) { () throws(SQLiteError) in
        try select.step()
      }
      guard isRow else { break }
      guard let row = EntryRow(select), reached.isFollowed(by: row) else {
        throw .damaged(path, "has an entry \(reached.number + 1) that is not what the chain says")
      }
      reached = Journal.Position(number: row.number.rawValue, digest: row.digest)
      if try body(row, select) == .stop { return .stop }
    }
    guard reached.number == segment.last else {
      throw .damaged(path, "lacks entries of \(segment.row.name)")
    }
    return .next
  }
}

/// What a verification or a restore is at.
package enum SnapshotPhase: String, Hashable, Sendable, CaseIterable {
  case inflating, reading, writing, verifying, swapping
}
