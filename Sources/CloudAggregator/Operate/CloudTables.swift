package import JournalFormat

/// The tables that a run and the command line print of a cloud.
package enum CloudTables {
  /// TSV with a header row, in the order given.
  package static func popularity(_ counts: [Count]) -> String {
    var text = "key\tevents\tdistinctDevices\tfirstDay\tlastDay\tapp\n"
    for count in counts {
      text += "\(count.key.printable)\t\(count.events)\t\(count.distinctDevices)"
      text += "\t\(count.firstDay.printable)\t\(count.lastDay.printable)"
      text += "\t\(count.app?.printable ?? "")\n"
    }
    return text
  }

  /// What was counted of one item; as it is, over the network too.
  package struct Count: Hashable, Sendable, Codable {
    package var key: String
    /// Named over the network, where every item is public.
    package var tag: String?
    /// Whose item it is; nil while it is not public.
    package var app: String?
    package var events: UInt64
    package var distinctDevices: UInt32
    package var firstDay: String
    package var lastDay: String

    package init(_ row: PopularityRow) {
      key = row.key
      app = row.app
      events = row.events
      distinctDevices = row.distinctDevices
      firstDay = row.firstDay.description
      lastDay = row.lastDay.description
    }
  }

  /// JSON Lines, in the order given.
  package static func publicItems(_ lines: [Line]) throws -> String {
    try lines.map { try EscapedJSON.text($0) + "\n" }.joined()
  }

  /// A public item; as it is, over the network too.
  package struct Line: Hashable, Sendable, Codable {
    package var key: String
    package var tag: String
    package var app: String
    package var activityType: String
    package var title: String
    package var contentDescription: String
    package var keywords: [String]
    package var thumbnailURL: String
    package var details: PublicDetails?
    package var events: UInt64
    package var distinctDevices: UInt32
    package var shown: UInt64
    package var engaged: UInt64
    /// The interval of `engaged / shown`, in thousandths.
    package var interval: [Int]?
    /// In thousandths, on the day of the answer; nil where no day is given.
    package var popularity: UInt64?

    package init(_ entry: PublicEntry, on day: Day? = nil) {
      self.init(entry.item, tag: entry.tag)
      events = entry.events
      distinctDevices = entry.distinctDevices
      shown = entry.feedback.shown
      engaged = entry.feedback.engaged
      interval = entry.feedback.interval.map { [$0.lowerBound, $0.upperBound] }
      popularity = day.map { entry.popularity.thousandths(on: $0) }
    }

    package var feedback: ResultFeedback { ResultFeedback(shown: shown, engaged: engaged) }

    /// Words that nothing was counted of.
    package init(_ item: PublicItem, tag: Tag) {
      key = item.key
      self.tag = tag.description
      app = item.app
      activityType = item.activityType
      title = item.title
      contentDescription = item.contentDescription
      keywords = item.keywords
      thumbnailURL = item.thumbnailURL
      details = item.details.isEmpty ? nil : item.details
      (events, distinctDevices, shown, engaged) = (0, 0, 0, 0)
    }

    /// The item whose words these are.
    package var item: PublicItem {
      PublicItem(
        app: app, activityType: activityType, identity: PublicItem.Identity(key: key, app: app),
        title: title, contentDescription: contentDescription, keywords: keywords,
        thumbnailURL: thumbnailURL, details: details ?? PublicDetails())
    }

    /// Whether both say the same of the item, whatever was counted.
    package func hasWords(of other: Self) -> Bool {
      var mine = self
      mine.events = other.events
      mine.distinctDevices = other.distinctDevices
      (mine.shown, mine.engaged, mine.interval) = (other.shown, other.engaged, other.interval)
      mine.popularity = other.popularity
      return mine == other
    }
  }
}
