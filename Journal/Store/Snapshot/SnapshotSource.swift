internal import JournalFormat
internal import SQLite

/// A journal that is being copied: what it holds at one moment, whatever its writer continues
/// doing.
final class SnapshotSource {
  let journal: Journal
  /// The name of its file in its folder.
  let file: String
  let floor: Journal.Position
  let head: Journal.Position
  let redactions: RedactionMark
  private var connection: Connection { journal.connection }

  /// Begins the read transaction, in which entries and local tables are of one moment.
  init(_ journal: Journal, file: String) throws(SnapshotError) {
    self.journal = journal
    self.file = file
    (floor, redactions, head) = try SnapshotError.translating {
      let (floor, redactions) = try Self.openReadTransaction(journal)
      do throws(JournalError) {
        let head = try JournalFile.readHead(journal.connection, floor: floor, path: journal.path)
        return (floor, redactions, head)
      } catch {
        Self.end(journal)
        throw error
      }
    }
  }

  deinit { Self.end(journal) }

  private static func openReadTransaction(
    _ journal: Journal
  ) throws(JournalError) -> (Journal.Position, RedactionMark) {
    do throws(SQLiteError) {
      try journal.connection.execute("BEGIN")
      // Read again: since the journal was opened, its writer may have pruned it.
      let select = try journal.connection.statement(
        "SELECT floor_number, floor_digest FROM journal")
      defer { select.reset() }
      guard try select.step(),
        let floor = Journal.Position(floorNumber: select.integer(0), digest: select.bytes(1))
      else {
        throw SQLiteError(code: .damaged, message: "\(journal.path) does not say its floor")
      }
      guard try RedactionMark.isChained(journal.connection) else { throw damagedList }
      return (floor, try RedactionMark.read(journal.connection) ?? .none)
    } catch {
      end(journal)
      guard error != damagedList else { throw unlisted(journal) }
      throw JournalError(error, path: journal.path)
    }
  }

  private static let damagedList = SQLiteError(code: .damaged, message: "local_redactions")

  /// A snapshot without a whole list would bring back what was redacted, and could not be restored.
  private static func unlisted(_ journal: Journal) -> JournalError {
    let remedy =
      journal.identity.kind == .cloud
      ? "Start the server, which lists them again"
      : "`spotlog journal compact \(journal.path.folder.asShellWord)` lists them again"
    return JournalError(
      .damaged,
      "\(journal.path): local_redactions, the list of redacted entries, is not what was written. "
        + "\(remedy); then make the snapshot.")
  }

  /// Nothing was written, so there is nothing that could fail to be.
  private static func end(_ journal: Journal) { try? journal.connection.execute("ROLLBACK") }

  /// Where an increment over `base` begins: at its head, if this journal continues from there and
  /// knows what was redacted since. Nil: the journal has to be copied whole.
  func increment(
    over base: SnapshotManifest.JournalPart
  ) throws(SnapshotError) -> (since: Journal.Position, redactions: UInt64)? {
    guard base.identity == journal.identity, let since = base.head.position,
      since.number >= floor.number, since.number <= head.number
    else { return nil }
    let isKnown = try SnapshotError.writing(journal.path) { () throws(SQLiteError) in
      let mark = try RedactionMark.read(connection, at: base.redactionCount)
      guard mark?.digest.hex == base.redactionDigest else { return false }
      return try digest(at: since.number) == since.digest
    }
    guard isKnown else { return nil }
    // The base has the words of an entry that the list lacks, and a restore would bring them back.
    let difference = try SnapshotError.writing(journal.path) { () throws(SQLiteError) in
      try RedactionList(journal).difference()
    }
    guard difference == nil else { throw SnapshotError(Self.unlisted(journal) as any Error) }
    return (since, base.redactionCount)
  }

  private func digest(at number: UInt64) throws(SQLiteError) -> Digest? {
    if number == floor.number { return floor.digest }
    let select = try connection.statement("SELECT digest FROM entries WHERE number = ?")
    defer { select.reset() }
    select.bind(1, Int64(clamping: number))
    return try select.step() ? Digest(bytes: select.bytes(0)) : nil
  }
}
