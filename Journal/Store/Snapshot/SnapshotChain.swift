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
        "\(archive.path) continues from \(base.file), which is not beside it. Bring that one into "
          + "the same folder.")
    }
    let found = try SnapshotArchive(path: path, key: key, files: files)
    guard found.manifest.name == base.name, found.manifestDigest.description == base.digest,
      found.manifest.depth == archive.manifest.depth - 1,
      found.manifest.kind == archive.manifest.kind
    else {
      throw SnapshotError(
        .incomplete,
        "\(path) is not the snapshot that \(archive.path) continues from. Bring the right one into "
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
          throw .damaged(parts[0].archive.path, "does not continue from \(archive.path) in \(file)")
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

/// What a verification of a snapshot saw: it throws where there is something wrong.
package struct SnapshotVerification: Hashable, Sendable {
  package struct JournalResult: Hashable, Sendable {
    package let file: String
    package let entryCount: Int
    package let redactedCount: Int
    package let head: Journal.Position
  }

  /// How many archives, from the one that stands alone on.
  package var archiveCount = 0
  package var journals: [JournalResult] = []
}

extension SnapshotChain {
  /// Inflates everything and follows the chain of every journal from its beginning to its head.
  package func verify(
    progress: (String) -> Void = { _ in }
  ) throws(SnapshotError) -> SnapshotVerification {
    var verification = SnapshotVerification(archiveCount: archives.count)
    for journal in manifest.journals {
      let parts = try parts(of: journal.file)
      let listed = Set(try Self.redactions(parts))
      var head = journal.head
      var (entries, redacted) = (0, 0)
      try Self.forEachEntry(parts, phase: { _ in }) { row, _ in
        entries += 1
        if row.payload == nil || listed.contains(row.number.rawValue) { redacted += 1 }
        head.number = row.number.rawValue
        if head.number & 0xFFFF == 0 { progress("\(journal.file): entry \(head.number)") }
        return .next
      }
      guard let position = journal.head.position, entries == 0 || head.number == position.number
      else { throw .damaged(newest.path, "ends \(journal.file) at entry \(head.number)") }
      try checkLocal(parts[parts.count - 1])
      verification.journals.append(
        .init(
          file: journal.file, entryCount: entries, redactedCount: redacted, head: position))
    }
    return verification
  }

  private func checkLocal(_ part: Part) throws(SnapshotError) {
    try Self.forEachLocalImage(part) { image, tables throws(SnapshotError) in
      try SnapshotError.reading(part.archive.path) { () throws(SQLiteError) in
        let result = try image.text("PRAGMA integrity_check(1)")
        guard result == "ok" else {
          throw SQLiteError(code: .damaged, message: result ?? "no answer")
        }
      }
    }
  }

  /// Calls `body` with each image of local tables and what they are.
  static func forEachLocalImage(
    _ part: Part, _ body: (Connection, [SchemaObject]) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    var tables: [SchemaObject]?
    for row in part.journal.local {
      let image = try SnapshotImage.open(try part.archive.bytes(of: row), row.name)
      let found = try SnapshotError.reading(row.name) { () throws(SQLiteError) in
        try Schema(image).objects
      }
      try LocalCopy.check(found, of: part.archive.path)
      guard tables == nil || tables == found else {
        throw .damaged(part.archive.path, "has other tables in \(row.name) than before it")
      }
      tables = found
      try body(image, found)
    }
  }
}

extension SnapshotChain {
  /// Makes one of the journals again at `path`, which must not exist: as it was, without what was
  /// redacted by then. For who looks into it; a restore is `SnapshotRestore`.
  ///
  /// - Parameter file: the journal's name in the snapshot.
  package func extract(
    _ file: String, to path: String, files: some SnapshotFiles = SystemFiles(),
    phase: @escaping (SnapshotPhase) -> Void = { _ in }
  ) throws(SnapshotError) {
    try JournalRebuild(parts: try parts(of: file), path: path, files: files, phase: phase).copy()
  }
}

/// What a restore spends its time on. It begins with reading, which is what a restore does
/// whenever it does nothing that has a name.
package final class SnapshotPhaseTimer {
  /// By phase; those that were never entered are left out.
  package private(set) var seconds: [SnapshotPhase: Double] = [:]
  private let clock: () -> Double
  private var phase = SnapshotPhase.reading
  private var since: Double

  /// - Parameter clock: seconds of a clock that only goes forward.
  package init(clock: @escaping () -> Double) {
    self.clock = clock
    since = clock()
  }

  package func enter(_ next: SnapshotPhase) {
    let now = clock()
    seconds[phase, default: 0] += now - since
    (phase, since) = (next, now)
  }

  /// Ends the current phase.
  package func end() { enter(.reading) }
}
