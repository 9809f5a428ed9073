package import JournalFormat

/// An entry of a private journal as the index reads it.
package struct IndexedEntry {
  package var number: UInt64
  package var time: Timestamp
  /// Nil: its words are gone, so the index that reads it may lack what it said.
  package var event: JournalEvent?

  package init(number: UInt64, time: Timestamp, event: JournalEvent?) {
    self.number = number
    self.time = time
    self.event = event
  }
}
