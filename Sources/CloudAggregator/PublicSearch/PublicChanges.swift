package import JournalFormat

/// What is public otherwise than when it was asked for last.
package struct PublicChanges: Hashable, Sendable {
  /// Counts of an item whose content stayed.
  package struct Counted: Hashable, Sendable {
    package var tag: Tag
    package var events: UInt64
    package var distinctDevices: UInt32
    package var firstDay: Day
    package var lastDay: Day
    package var feedback: ResultFeedback
    package var popularity: DecayedCount

    package init(
      tag: Tag, events: UInt64, distinctDevices: UInt32, firstDay: Day = Day(0),
      lastDay: Day = Day(0), feedback: ResultFeedback = .nothing,
      popularity: DecayedCount = .nothing
    ) {
      self.feedback = feedback
      self.popularity = popularity
      self.firstDay = firstDay
      self.lastDay = lastDay
      self.tag = tag
      self.events = events
      self.distinctDevices = distinctDevices
    }
  }

  /// Whether `shown` is all that is public: the reader forgets everything else.
  package var isAll = false
  /// New, or with another content; each tag once.
  package var shown: [PublicEntry] = []
  package var hidden: [Tag] = []
  package var counted: [Counted] = []

  package init() {}

  package var isEmpty: Bool { self == PublicChanges() }
}

/// Tags that may be public otherwise, by their places, until somebody asks.
///
/// It is kept whether anybody asks or not, and is bounded: a place stands in it once.
struct PublicChangeTracker {
  /// At first, and after the state was read again, nobody knows what others were told.
  var isAll = true
  var contents: Set<UInt32> = []
  /// Public tags of batches; each has its flag set.
  var counted: [UInt32] = []

  /// Marks the public tags of the batch that was applied just now, whose counts may be others.
  @inline(__always)
  mutating func markChangedCounts(in items: inout ItemTable) {
    for place in items.batchTags where place != ItemTable.unknownTag {
      guard items.tags[Int(place)].publicContent != .max, !items.tags[Int(place)].isCounted else {
        continue
      }
      items.tags[Int(place)].isCounted = true
      counted.append(place)
    }
  }
}
