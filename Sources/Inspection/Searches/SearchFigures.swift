public import Foundation
internal import JournalFormat
internal import JournalStore

/// What came of the searches in a device's private journal, as `spotlog device report` shows it:
/// what was opened, abandoned and not found, by the kind of query and by app.
///
///     let figures = try JournalInspector("phone").searches()
///     print(figures.all.searchCount, figures.all.abandonment ?? 0)
///     for query in figures.unanswered.prefix(10) { print(query.text, query.searchCount) }
///
/// A *search* is an opening, or a list that was shown at rest and of which nothing was opened. What
/// no session or call told the device is in none. Words of items that are or were protected are in
/// no text here, nor does such a query have a class.
public struct SearchFigures: Sendable {
  /// A kind of query, by what the device knows of it: the words of the folded query, and whether it
  /// begins the title of what was opened, or of a result that was shown.
  public struct QueryClass: Hashable, Sendable {
    /// Words are what stands between blanks: 1, 2, or 3 for three and more. 0: nothing was typed,
    /// or what was typed was withheld.
    public let wordCount: Int
    /// Whether a title of the device's own results begins with it, case and accents apart.
    public let startsTitle: Bool
  }

  /// What came of some searches.
  public struct Counts: Hashable, Sendable {
    /// Results that were opened: each counts as one search.
    public internal(set) var openedCount = 0
    /// Lists at rest of which nothing was opened.
    public internal(set) var abandonedCount = 0
    /// Searches that found nothing.
    public internal(set) var emptyCount = 0
    /// Results that were seen in all of them: the opened ones with what was visible beside them.
    public internal(set) var shownCount = 0
    /// Openings of which the place in the list is known.
    public internal(set) var placedCount = 0
    /// The sum of these places, each from 1 on.
    public internal(set) var placeSum = 0
    /// The times from the list to the opening where they are known, in milliseconds, sorted.
    public internal(set) var waits: [UInt64] = []

    /// All of them.
    public var searchCount: Int { openedCount + abandonedCount + emptyCount }

    /// Results opened of those shown, 0 to 1; nil: none was shown.
    public var clickThrough: Double? {
      shownCount > 0 ? Double(openedCount) / Double(shownCount) : nil
    }

    /// Searches of which nothing was opened, of all, 0 to 1; nil: there was none.
    public var abandonment: Double? {
      searchCount > 0 ? Double(abandonedCount + emptyCount) / Double(searchCount) : nil
    }

    /// The mean place of what was opened, from 1 on; nil: none is known.
    public var meanPlace: Double? {
      placedCount > 0 ? Double(placeSum) / Double(placedCount) : nil
    }

    /// The time to content that a share of the openings did not exceed, in milliseconds; nil: none
    /// is known.
    ///
    /// - Parameter share: 0 to 1; 0.5 is the median.
    public func wait(share: Double) -> UInt64? {
      guard !waits.isEmpty else { return nil }
      let rank = (min(1, max(0, share)) * Double(waits.count)).rounded(.up)
      return waits[max(0, Int(rank) - 1)]
    }
  }

  /// A query from which nothing was ever opened.
  public struct UnansweredQuery: Hashable, Sendable {
    /// Without case and accents, with one blank between words.
    public let text: String
    /// Lists at rest of which nothing was opened.
    public internal(set) var abandonedCount = 0
    /// Searches that found nothing.
    public internal(set) var emptyCount = 0

    /// Both together, from 1 on.
    public var searchCount: Int { abandonedCount + emptyCount }
  }

  /// An app's results in all searches: it has no searches that found nothing.
  public struct AppCounts: Hashable, Sendable {
    /// The app's bundle identifier.
    public let app: String
    /// Of its results, those that were opened.
    public internal(set) var openedCount = 0
    /// Of its results, those that were seen.
    public internal(set) var shownCount = 0

    /// Results opened of those shown, 0 to 1.
    public var clickThrough: Double {
      shownCount > 0 ? Double(openedCount) / Double(shownCount) : 0
    }
  }

  /// All searches.
  public internal(set) var all = Counts()
  /// The classes that have searches, the shortest queries first.
  public internal(set) var byClass: [(queryClass: QueryClass, counts: Counts)] = []
  /// Apps of which something was seen, those with most results first.
  public internal(set) var byApp: [AppCounts] = []
  /// Queries that led to nothing, the most frequent first. Queries beyond the first
  /// `CountTable.namesMax` of the journal are in none.
  public internal(set) var unanswered: [UnansweredQuery] = []
  /// Lists at rest that a compaction replaced by sums, at least: they are in no other figure.
  public internal(set) var summedCount = 0
  /// Entries that lost their payload, and may have been searches.
  public internal(set) var redactedCount: UInt64 = 0
  /// Whether queries came after there were `CountTable.namesMax` different ones.
  public internal(set) var isCut = false
  /// The time of the first search that is counted; nil: there is none.
  public internal(set) var firstTime: Date?
  /// The time of the last one; nil: there is none.
  public internal(set) var lastTime: Date?

  init(_ source: JournalSource, until: Moment?, progress: @escaping (UInt64) -> Void) throws {
    guard source.journal.identity.kind == .private else {
      throw InspectionError(
        .wrongKind,
        "\(source.path) is a \(source.journal.identity.kind) journal, and searches are in a "
          + "private one. Give a device's folder.")
    }
    // Whatever is journaled meanwhile, both readings see the same entries.
    let span = Span(
      first: source.journal.floor.number + 1,
      last: try JournalReader.last(until, in: source.journal))
    var names = NamedResults()
    try JournalReader(source, span, progress: progress).forEachRow { names.read($0) }
    names.end()
    var reading = SearchReading(names)
    try JournalReader(source, span, progress: progress).forEachRow { reading.read($0) }
    self = reading.result(redactedCount: names.redactedCount)
  }

  init() {}
}
