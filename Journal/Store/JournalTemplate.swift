internal import SQLite
internal import Synchronization

/// Empty journals in memory, with the tables that new files get by a copy of their pages.
///
/// Each table that SQLite makes costs it several statements that it writes to itself; a device has
/// two journals with ten tables. The statements run once for each kind of journal, and a file gets
/// the pages.
final class JournalTemplate: Sendable {
  /// What a template is for.
  private struct Subject: Hashable {
    let pageByteCount: Int
    let localTables: String
  }

  private static let made: Mutex<[Subject: JournalTemplate]> = Mutex([:])

  private let image: Mutex<Image>

  /// One connection, used by one thread at a time.
  private struct Image: @unchecked Sendable {
    let connection: Connection
  }

  private init(_ subject: Subject) throws(SQLiteError) {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("PRAGMA page_size = \(subject.pageByteCount)")
    try JournalSchema.migrate(connection, from: 0)
    try connection.execute(JournalSchema.localTables + subject.localTables)
    try connection.execute("PRAGMA application_id = \(JournalSchema.unfinishedIdentifier)")
    image = Mutex(Image(connection: connection))
  }

  /// Gives the file of `connection`, which has nothing of its own, the tables of an empty journal.
  static func copy(
    to connection: Connection, pageByteCount: Int, localTables: String
  ) throws(SQLiteError) {
    let subject = Subject(pageByteCount: pageByteCount, localTables: localTables)
    let template: JournalTemplate
    if let known = made.withLock({ $0[subject] }) {
      template = known
    } else {
      template = try JournalTemplate(subject)
      made.withLock { $0[subject] = template }
    }
    let result: Result<Void, SQLiteError> = template.image.withLock { image in
      do throws(SQLiteError) {
        return .success(try connection.overwrite(withPagesOf: image.connection))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}
