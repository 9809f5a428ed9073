internal import JournalFormat
internal import SQLite

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
