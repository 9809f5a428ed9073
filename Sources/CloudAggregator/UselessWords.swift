internal import JournalFormat

/// Since when words in the log are of no use. In memory: a start begins to count anew.
struct UselessWords {
  private var since: [UInt64: Timestamp] = [:]
  /// Batches in which the words did not travel alone: these stay, or counts would go with them.
  private var inseparable: Set<UInt64> = []

  /// Which of the log's entries are to be redacted now: none, until one has waited for the delay.
  /// Then all that have waited half as long go with it, since the files are rewritten each time.
  ///
  /// - Parameter useless: entries with words that are of no use now.
  mutating func due(
    _ useless: [UInt64], now: Timestamp, afterMilliseconds delay: Int64
  ) -> [UInt64] {
    var current: [UInt64: Timestamp] = [:]
    for number in useless where !inseparable.contains(number) {
      current[number] = min(since[number] ?? now, now)
    }
    since = current
    guard let oldest = since.values.min(), oldest.advanced(byMilliseconds: delay) <= now else {
      return []
    }
    return since.filter { $0.value.advanced(byMilliseconds: delay / 2) <= now }.keys.sorted()
  }

  mutating func keep(_ number: UInt64) { inseparable.insert(number) }
}
