package import DeviceIndex
package import JournalFormat
package import JournalStore

/// What happened to an item or activity of one app, entry by entry.
package struct ItemHistory: Hashable, Sendable {
  package enum Effect: String, Hashable, Sendable {
    case indexed, replaced, updated
    /// As an activity that can be found.
    case recorded
    /// As an activity that its app does not have searched for.
    case notEligible = "recorded, not for search"
    /// As an activity that cannot be found.
    case boundToNothing = "recorded, bound to an item that is not there"
    case deleted
    case deletedWithDomain = "deleted with its domain"
    case deletedWithAll = "deleted with all of its app"
    case expired, swept
    case engaged
    /// Beside what was opened.
    case shown
    case abandoned = "shown, and nothing was opened"
    /// By a compaction, which took the entries of the lists.
    case summed = "shown in abandoned searches, in all"
    case askedFor = "asked for again"

    var isDeletion: Bool {
      switch self {
      case .deleted, .deletedWithDomain, .deletedWithAll: true
      case .indexed, .replaced, .updated, .recorded, .notEligible, .boundToNothing, .expired,
        .swept, .engaged, .shown, .abandoned, .summed, .askedFor:
        false
      }
    }
  }

  package struct Step: Hashable, Sendable {
    package let number: UInt64
    package let time: Timestamp
    package let effect: Effect
    /// The domain that was deleted, when it expired, the query, or the number of searches.
    package let detail: String
    /// Whether it can be found after this.
    package let isThere: Bool
  }

  package let app: String
  package let id: String
  package internal(set) var steps: [Step] = []
  /// Entries whose words are gone: what they said of the item, if anything, is not here.
  package internal(set) var redactedCount = 0
  /// When the item expires, or the activity where there is no item; nil: it does not.
  package internal(set) var expires: Timestamp?

  /// What the activity of that name could be in public, as it was recorded last; nil: none was.
  package internal(set) var publicStanding: PublicItem.Standing?

  /// What took the activity out of the index, after it was recorded last; nil: nothing did.
  package internal(set) var activityEnd: Effect?

  package var isThere: Bool { steps.last?.isThere ?? false }

  /// - Parameters:
  ///   - until: the last entry that is read.
  ///   - progress: called now and then with the entry that was reached.
  package init(
    of id: String, app: String, in journal: Journal, until: UInt64 = .max,
    progress: (UInt64) -> Void = { _ in }
  ) throws {
    let histories = try Self.read([id], app: app, in: journal, until: until, progress: progress)
    self = histories[0]
  }

  init(app: String, id: String) { (self.app, self.id) = (app, id) }

  /// The histories of several items of one app, read in one go.
  static func read(
    _ ids: [String], app: String, in journal: Journal, until: UInt64 = .max,
    progress: (UInt64) -> Void
  ) throws -> [ItemHistory] {
    var items = Set(ids)
    while true {
      var historian = try ItemHistorian(ids, app: app, with: items)
      try journal.forEach(from: 1, isChecked: false, refuse: { $0 as any Error }) { row in
        let number = row.number.rawValue
        guard number <= until else { return .stop }
        if number & 0xFFFF == 0 { progress(number) }
        try historian.read(row)
        return .next
      }
      // An activity is there only with the item that it is bound to, which may have been indexed
      // before anybody knew that it matters: then all is read once more.
      guard !historian.bound.isSubset(of: items) else { return historian.histories }
      items.formUnion(historian.bound)
    }
  }
}
