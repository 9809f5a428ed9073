internal import JournalFormat
package import SQLite

/// An activity of the index that asks to be public and cannot be.
package struct PublicProblem: Hashable, Sendable {
  package let app: String
  package let id: String
  package let problem: String
}

/// Why activities of an index that ask to be public cannot be.
package struct PublicProblems {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  static func makeTable(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE TABLE public_problems (
        app TEXT, id TEXT, problem TEXT, PRIMARY KEY (app, id)
      ) STRICT, WITHOUT ROWID;
      """)
  }

  func record(
    _ publicProblem: String?, of activity: JournalActivityRecorded
  ) throws(SQLiteError) {
    let statement = try connection.statement(
      publicProblem == nil
        ? "DELETE FROM public_problems WHERE app = ? AND id = ?"
        : "INSERT OR REPLACE INTO public_problems VALUES (?, ?, ?)")
    statement.bind(1, activity.app)
    statement.bind(2, activity.id)
    if let publicProblem { statement.bind(3, publicProblem) }
    try statement.run()
  }

  /// All of them, by app and identifier.
  package func all() throws(SQLiteError) -> [PublicProblem] {
    let select = try connection.statement(
      """
      SELECT app, id, problem FROM public_problems JOIN documents USING (app, id)
        WHERE kind = 1 ORDER BY app, id
      """)
    defer { select.reset() }
    var found: [PublicProblem] = []
    while try select.step() {
      found.append(
        PublicProblem(app: select.text(0), id: select.text(1), problem: select.text(2)))
    }
    return found
  }
}
