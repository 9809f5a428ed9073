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

    package init(
      tag: Tag, events: UInt64, distinctDevices: UInt32, firstDay: Day = Day(0),
      lastDay: Day = Day(0)
    ) {
      self.firstDay = firstDay
      self.lastDay = lastDay
      self.tag = tag
      self.events = events
      self.distinctDevices = distinctDevices
    }
  }

  /// Whether `shown` is all that is public: everything else is to be forgotten.
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
struct PublicNews {
  /// At first, and after the state was read anew, nobody knows what others were told.
  var isAll = true
  var contents: Set<UInt32> = []
  /// Public tags of batches; each has its flag set.
  var counted: [UInt32] = []

  /// Notes the public tags of the batch that was folded just now, whose counts may be others.
  @inline(__always)
  mutating func noteCounts(in items: inout ItemTable) {
    for place in items.batchTags where place != ItemTable.unknownTag {
      guard items.tags[Int(place)].publicContent != .max, !items.tags[Int(place)].isCounted else {
        continue
      }
      items.tags[Int(place)].isCounted = true
      counted.append(place)
    }
  }
}

extension CloudFolds {
  /// What changed since this was called last, for whoever shows what is public: nothing while the
  /// state is not one that the log has.
  ///
  /// An item that cannot be read is hidden, and comes again: rather none than one that is no longer
  /// public.
  ///
  /// - Parameter withCounts: whether counts of items whose content stayed are given; else they come
  ///   together until they are asked for.
  package func takePublicChanges(withCounts: Bool) -> PublicChanges {
    guard isWhole, !isAheadOfLog else { return PublicChanges() }
    settlePublicContents()
    var changes = PublicChanges()
    changes.isAll = publicNews.isAll
    let places =
      changes.isAll ? Array(0..<UInt32(state.items.tags.count)) : publicNews.contents.sorted()
    publicNews.contents = []
    for place in places { add(Int(place), to: &changes) }
    if withCounts || changes.isAll { takeCounts(to: &changes) }
    publicNews.isAll = false
    return changes
  }

  /// Public items whose counts changed and were not asked for since.
  package var countedPublicTags: Int { publicNews.counted.count }

  /// The public item of a tag; nil when there is none.
  package func publicEntry(of tag: Tag) throws(CloudError) -> PublicEntry? {
    guard let place = state.items.tagTable.place(of: tag),
      state.items.tags[place].publicContent != .max
    else {
      return nil
    }
    return try publicEntry(at: place)
  }

  private func add(_ place: Int, to changes: inout PublicChanges) {
    if state.items.tags[place].publicContent != .max {
      do throws(CloudError) {
        return changes.shown.append(try publicEntry(at: place))
      } catch {
        publicNews.contents.insert(UInt32(place))
      }
    }
    if !changes.isAll { changes.hidden.append(state.items.tagTable.tags[place]) }
  }

  private func takeCounts(to changes: inout PublicChanges) {
    for place in publicNews.counted {
      state.items.tags[Int(place)].isCounted = false
      let tag = state.items.tags[Int(place)]
      guard tag.publicContent != .max, !changes.isAll else { continue }
      changes.counted.append(
        .init(
          tag: state.items.tagTable.tags[Int(place)], events: UInt64(tag.lineageDays),
          distinctDevices: tag.distinct, firstDay: Day(tag.firstDay),
          lastDay: Day(tag.lastDay)))
    }
    publicNews.counted.removeAll(keepingCapacity: true)
  }
}
