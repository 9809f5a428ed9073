package import JournalFormat
package import SQLite
internal import WordSearch

/// Items whose class is protected: what they say is in the file as it was given, sealed, and their
/// words are in memory alone, as long as their keys are known.
extension DocumentTable {
  /// From here on what these keys open can be found and read, and nothing else that is protected.
  package func use(_ keys: ClassKeys) throws(SQLiteError) {
    if keys != self.keys {
      self.keys = keys
      hasProtectedWords = false
    }
    guard !hasProtectedWords else { return }
    try words.dropWordsInMemory()
    if !keys.isEmpty { try putProtectedWords() }
    hasProtectedWords = true
  }

  private func putProtectedWords() throws(SQLiteError) {
    try connection.transaction({ $0 }) { () throws(SQLiteError) in
      for row in try rows("SELECT row FROM documents WHERE protection <> 0") {
        guard let document = try hit(row: row)?.document, !document.isLocked else { continue }
        try putWords(document, row: row)
      }
      try flush()
    }
  }

  /// Items that the keys should open and do not: another device sealed them.
  package func unreadableItems() throws(SQLiteError) -> [ItemName] {
    guard !keys.isEmpty else { return [] }
    let select = try connection.statement(
      """
      SELECT app, id, attributes, protection FROM documents WHERE protection <> 0
      ORDER BY app, id
      """)
    defer { select.reset() }
    var found: [ItemName] = []
    while try select.step() {
      let protected = ProtectedAttributes(
        protection: Self.protection(select.integer(3)), sealed: select.bytes(2))
      if protected.isUnreadable(keys) {
        found.append(ItemName(app: select.text(0), id: select.text(1)))
      }
    }
    return found
  }

  /// How many items are protected, whether or not they can be read.
  package func protectedCount() throws(SQLiteError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM documents WHERE protection <> 0"))
  }

  static func protection(_ column: Int64) -> JournalItemIndexed.Protection {
    JournalItemIndexed.Protection(rawValue: Int(column)) ?? .complete
  }

  /// Of items that can be given now, as a list of SQL's.
  var givableClasses: String {
    ([0] + keys.keys.map(\.rawValue).sorted()).map(String.init).joined(separator: ", ")
  }

  /// Whether there is anything that cannot be given now.
  func hasLocked() throws(SQLiteError) -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM documents
        WHERE protection <> 0 AND protection NOT IN (\(givableClasses)))
      """) != 0
  }

  /// What led to a document before it was protected may say what it says now. A query that led to
  /// an item and to the activity of its name is one.
  func forgetPastQueries(app: String, id: String) throws(SQLiteError) {
    for row in try rows("SELECT row FROM documents WHERE app = ? AND id = ?", app, id) {
      let delete = try connection.statement("DELETE FROM past_queries WHERE row = ?")
      delete.bind(1, row)
      try delete.run()
    }
  }

  /// Whether what a result of this name shows is protected: the item, or the one that an activity
  /// of the name is bound to.
  package func isProtected(app: String, id: String) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      """
      SELECT EXISTS (SELECT 1 FROM documents WHERE app = ?1 AND kind = 0 AND protection <> 0
        AND (id = ?2 OR id IN (
          SELECT related FROM documents WHERE app = ?1 AND id = ?2 AND kind = 1)))
      """)
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    return try select.step() && select.integer(0) != 0
  }

  func opened(_ document: SearchDocument) -> SearchDocument {
    guard let protected = document.protected else { return document }
    var opened = document.withoutContent
    let name = ItemName(app: document.app, id: document.id)
    guard let attributes = protected.opened(keys, of: name) else {
      opened.isLocked = true
      return opened
    }
    opened.isLocked = false
    opened.attributes = attributes
    opened.takeTexts()
    return opened
  }
}
