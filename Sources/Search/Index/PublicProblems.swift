internal import JournalFormat
package import SQLite

/// An activity that asks to be public and cannot be.
package struct PublicProblem: Hashable, Sendable {
  package let app: String
  package let id: String
  package let problem: String
}

/// Why activities that ask to be public cannot be: those of an index, and those that are in none
/// since they are not eligible for search.
package struct PublicProblems {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  static func makeTable(_ connection: Connection) throws(SQLiteError) {
    // A document says by itself what a deletion finds it by. What has none is found by these.
    try connection.execute(
      """
      CREATE TABLE public_problems (
        app TEXT, id TEXT, problem TEXT, searched INTEGER, domain TEXT, related TEXT,
        PRIMARY KEY (app, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX public_problems_by_domain ON public_problems (app, domain) WHERE domain <> '';
      CREATE INDEX public_problems_by_related ON public_problems (app, related)
        WHERE related <> '';
      """)
  }

  func record(
    _ publicProblem: String?, of activity: JournalActivityRecorded
  ) throws(SQLiteError) {
    guard let publicProblem else {
      return try delete("id = ?", [activity.id], of: activity.app)
    }
    let isSearched = activity.eligibleForSearch
    let put = try connection.statement(
      "INSERT OR REPLACE INTO public_problems VALUES (?, ?, ?, ?, ?, ?)")
    put.bind(1, activity.app)
    put.bind(2, activity.id)
    put.bind(3, publicProblem)
    put.bind(4, Int64(isSearched ? 1 : 0))
    put.bind(5, isSearched ? "" : activity.attributes.text("domainIdentifier"))
    put.bind(6, isSearched ? "" : activity.relatedUniqueIdentifier)
    try put.run()
  }

  /// Forgets what a deletion reaches, by `DeletionScope`'s rule; to be called before items go.
  func forget(_ scope: DeletionScope) throws(SQLiteError) {
    guard !scope.isAll else { return try delete("1", [], of: scope.app) }
    for id in scope.ids {
      try delete("id = ?", [id], of: scope.app)
      guard !scope.isOfActivities else { continue }
      try delete("related = ? AND related <> ''", [id], of: scope.app)
    }
    for condition in scope.domains.flatMap({ $0.conditions(on: "domain") }) {
      try delete(condition.sql, condition.values, of: scope.app)
      try delete(
        """
        related <> '' AND related IN (
          SELECT id FROM documents WHERE app = ? AND kind = 0 AND \(condition.sql))
        """, [scope.app] + condition.values, of: scope.app)
    }
  }

  private func delete(
    _ condition: String, _ values: [String], of app: String
  ) throws(SQLiteError) {
    let delete = try connection.statement(
      "DELETE FROM public_problems WHERE app = ? AND \(condition)")
    for (place, value) in ([app] + values).enumerated() { delete.bind(Int32(place + 1), value) }
    try delete.run()
  }

  /// All of them, by app and identifier.
  package func all() throws(SQLiteError) -> [PublicProblem] {
    let select = try connection.statement(
      """
      SELECT app, id, problem FROM public_problems AS problem
        WHERE searched = 0 OR EXISTS (
          SELECT 1 FROM documents
          WHERE documents.app = problem.app AND documents.id = problem.id AND kind = 1)
        ORDER BY app, id
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
