package import JournalFormat
package import SQLite

/// A word of a query, or several, in whose place a synonym was looked for.
package struct QuerySynonym: Hashable, Sendable {
  /// As it was typed, without case and accents.
  package let typed: String
  /// As the app has it.
  package let meant: String
}

/// What apps take for the same: the last table of each, by which its own documents are found.
package struct SynonymTable {
  private let connection: Connection

  private static let tables = """
    CREATE TABLE IF NOT EXISTS synonym_tables (
      app TEXT PRIMARY KEY, version TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS synonyms (
      app TEXT NOT NULL, place INTEGER NOT NULL, number INTEGER NOT NULL, term TEXT NOT NULL,
      folded TEXT NOT NULL, PRIMARY KEY (app, place, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS synonyms_by_word ON synonyms (folded);
    """

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    try connection.execute(Self.tables)
  }

  // MARK: Changing

  /// Puts the app's table in the place of the one before; one without groups is none.
  package func set(_ table: JournalSynonymsSet) throws(SQLiteError) {
    try remove(app: table.app)
    guard !table.groups.isEmpty else { return }
    let put = try connection.statement("INSERT INTO synonym_tables VALUES (?, ?)")
    put.bind(1, table.app)
    put.bind(2, table.version)
    try put.run()
    for (place, terms) in table.countedGroups.enumerated() {
      for (number, term) in terms.enumerated() {
        let insert = try connection.statement("INSERT INTO synonyms VALUES (?, ?, ?, ?, ?)")
        insert.bind(1, table.app)
        insert.bind(2, Int64(place))
        insert.bind(3, Int64(number))
        insert.bind(4, term)
        insert.bind(5, Self.folded(QueryWord.searched(in: term)))
        try insert.run()
      }
    }
  }

  package func remove(app: String) throws(SQLiteError) {
    for table in ["synonym_tables", "synonyms"] {
      let delete = try connection.statement("DELETE FROM \(table) WHERE app = ?")
      delete.bind(1, app)
      try delete.run()
    }
  }

  // MARK: Reading

  /// What the app set last, as far as it counts; nil: it has no synonyms.
  package func table(of app: String) throws(SQLiteError) -> JournalSynonymsSet? {
    let version = try connection.statement("SELECT version FROM synonym_tables WHERE app = ?")
    defer { version.reset() }
    version.bind(1, app)
    guard try version.step() else { return nil }
    let select = try connection.statement(
      "SELECT place, term FROM synonyms WHERE app = ? ORDER BY place, number")
    defer { select.reset() }
    select.bind(1, app)
    var groups: [[String]] = []
    while try select.step() {
      let place = Int(select.integer(0))
      while groups.count <= place { groups.append([]) }
      groups[place].append(select.text(1))
    }
    return JournalSynonymsSet(app: app, version: version.text(0), groups: groups)
  }

  /// The terms that an app takes for the same as some words, in the order of apps and tables.
  ///
  /// - Parameters:
  ///   - app: nil: of all apps.
  ///   - limit: as many at most.
  func others(
    than words: ArraySlice<QueryWord>, app: String?, limit: Int
  ) throws(SQLiteError) -> [(app: String, term: String)] {
    let select = try connection.statement(
      """
      SELECT other.app, other.term FROM synonyms AS typed
        JOIN synonyms AS other ON other.app = typed.app AND other.place = typed.place
      WHERE typed.folded = ?1 AND other.folded <> ?1 AND other.folded <> ''
        AND (?2 IS NULL OR typed.app = ?2)
      ORDER BY other.app, other.place, other.number LIMIT ?3
      """)
    defer { select.reset() }
    select.bind(1, Self.folded(Array(words)))
    if let app { select.bind(2, app) } else { select.bindNull(2) }
    select.bind(3, Int64(limit))
    var found: [(app: String, term: String)] = []
    while try select.step() { found.append((select.text(0), select.text(1))) }
    return found
  }

  /// Whether any app has synonyms.
  var isEmpty: Bool {
    get throws(SQLiteError) {
      try connection.integer("SELECT EXISTS (SELECT 1 FROM synonym_tables)") == 0
    }
  }

  private static func folded(_ words: [QueryWord]) -> String {
    words.flatMap(\.parts).joined(separator: " ")
  }
}
