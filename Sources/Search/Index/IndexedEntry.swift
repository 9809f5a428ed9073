package import JournalFormat

/// An entry of a private journal as the index reads it.
package struct IndexedEntry {
  package enum Saying {
    case event(JournalEvent)
    /// Its words are gone, so the index that reads it may lack what it said.
    case gone
    /// The same of one that no program can decode.
    case unreadable
  }

  package var number: UInt64
  package var time: Timestamp
  package var saying: Saying
  /// Why an activity that asks to be public cannot be, for people.
  package var publicProblem: String?

  package init(
    number: UInt64, time: Timestamp, saying: Saying, publicProblem: String? = nil
  ) {
    self.number = number
    self.time = time
    self.saying = saying
    self.publicProblem = publicProblem
  }
}

/// Entries that an index stepped over because their payloads cannot be decoded.
package struct UnreadableEntries: Hashable, Sendable {
  package var count = 0
  package var first: UInt64 = 0
  package var last: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ number: UInt64) {
    first = isEmpty ? number : min(first, number)
    last = max(last, number)
    count += 1
  }

  /// What is missing, for people; nil: nothing.
  package var sentence: String? {
    guard !isEmpty else { return nil }
    return count == 1
      ? "Entry \(first) cannot be read, and what it said is missing."
      : "\(count) entries from \(first) to \(last) cannot be read, and what they said is missing."
  }
}
