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
      "SELECT app, id, attributes FROM documents WHERE protection <> 0 ORDER BY app, id")
    defer { select.reset() }
    var found: [ItemName] = []
    while try select.step() {
      guard ProtectedAttributes(bytes: select.bytes(2)).isUnreadable(keys) else { continue }
      found.append(ItemName(app: select.text(0), id: select.text(1)))
    }
    return found
  }

  /// Merges another giving of the same item into a document of which either is protected.
  func merge(_ item: JournalItemIndexed, intoProtected document: SearchDocument) -> SearchDocument {
    var merged = document
    var protected =
      document.protected
      ?? ProtectedAttributes([
        .init(protection: .none, bytes: document.attributes.canonicalBytes)
      ])
    protected.merge(item, keys)
    merged.protected = protected
    return merged
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
