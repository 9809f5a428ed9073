internal import JournalFormat

extension CloudState {
  /// One item that somebody engaged with, all its contents together.
  struct TagState {
    var events: UInt64 = 0
    /// Lineages that vouch for any of its contents now.
    var distinct: UInt32 = 0
    /// What of the engagements may be published: a lineage that vouches counts once a day, however
    /// often it engaged. The sum of the days' `distinct`.
    var lineageDays: UInt32 = 0
    var firstDay = Int32.max
    var lastDay = Int32.min
    var contentCount: UInt32 = 0
    /// From feedback about the item as a public result.
    var shown: UInt64 = 0
    var engaged: UInt64 = 0
    /// Places of the first content and the first day; each names the next. None: `UInt32.max`.
    var firstContent = UInt32.max
    var firstDayCount = UInt32.max
    /// Place of the content that is public; none: `UInt32.max`.
    var publicContent = UInt32.max
    var isTakenDown = false
    var isChanged = false
    /// Whether its counts changed while it was public and nobody was told yet.
    var isCounted = false

    @inline(__always)
    mutating func countEvent(on day: Int32) {
      events = events.addingUpTo(1)
      if day < firstDay { firstDay = day }
      if day > lastDay { lastDay = day }
    }
  }
}
