package import JournalFormat
package import SQLite
internal import WordSearch

/// A public item among the documents of a device, while one search looks through both.
package struct GuestDocument: Hashable, Sendable {
  package let document: SearchDocument
  /// Engagements that the cloud counted.
  package let engagedCount: UInt64

  package init(_ document: SearchDocument, engagedCount: UInt64) {
    self.document = document
    self.engagedCount = engagedCount
  }
}

/// Public items that are ranked as if the device had them: by the same words, against the same
/// documents.
extension DocumentTable {
  /// Calls `body` while the guests can be found; nothing of them gets into the file.
  package func withGuests<Value>(
    _ guests: [GuestDocument], now: Timestamp, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // Rows of documents are given from 1 on.
    let rows = guests.indices.map { UInt32.max - UInt32(clamping: $0) }
    self.guests = Dictionary(uniqueKeysWithValues: zip(rows, guests.map(\.document)))
    defer { self.guests = [:] }
    let outcome: Result<Value, SQLiteError>
    do throws(SQLiteError) {
      for (row, guest) in zip(rows, guests) { try putWords(guest, row: row, now: now) }
      outcome = .success(try body())
    } catch {
      outcome = .failure(error)
    }
    for row in rows { try words.remove(row: row) }
    return try outcome.get()
  }

  private func putWords(_ guest: GuestDocument, row: UInt32, now: Timestamp) throws(SQLiteError) {
    let document = guest.document
    var words = WordDocument(
      row: row, app: document.app, tieBreaker: Self.tieBreaker(document),
      title: document.title, keywords: document.keywords, text: document.body)
    words.signals.popularity = Ranking.popularity(engaged: guest.engagedCount)
    try self.words.put(words, Ranking(at: now), isInMemory: true)
  }
}
