internal import Foundation
internal import JournalFormat
internal import Search

/// An item as it is before something more is said of it.
struct StandingItem {
  var protection: JournalItemIndexed.Protection
  var domain: String
  var expires: Timestamp
  /// Nil: it is sealed, and cannot be opened now.
  var attributes: JournalAttributes?

  init(_ document: SearchDocument) {
    protection = document.protection
    domain = document.domain
    expires = document.expires
    attributes = document.isLocked ? nil : document.attributes
  }

  /// - Parameter item: a whole one, not sealed yet.
  init(_ item: JournalItemIndexed) {
    protection = item.protection
    domain = item.domain
    expires = item.expiry
    attributes = item.attributes.made
  }
}

/// What events that are journaled together say of items, before any index has read them.
package struct PendingItems {
  /// Whether events are looked at at all: nothing depends on them where nothing is protected.
  var areWatched = false
  private var items: [ItemName: StandingItem] = [:]
  /// The item that an activity is bound to; empty for none.
  private var related: [ItemName: String] = [:]
  private var deletions: [JournalItemsDeleted] = []

  package init() {}

  enum Answer {
    case there(StandingItem)
    /// Deleted unless the index has it in a domain that none of these reach.
    case notGiven(after: [JournalItemsDeleted])
  }

  func item(_ name: ItemName) -> Answer {
    if let item = items[name] { return .there(item) }
    return .notGiven(after: deletions.filter { $0.app == name.app })
  }

  func related(to activity: ItemName) -> String? { related[activity] }

  /// - Parameter item: whole, with what is merged into it.
  mutating func give(_ item: StandingItem, _ name: ItemName) { items[name] = item }

  mutating func record(_ activity: JournalActivityRecorded) {
    related[ItemName(app: activity.app, id: activity.id)] = activity.relatedUniqueIdentifier
  }

  mutating func delete(_ deletion: JournalItemsDeleted) {
    deletions.append(deletion)
    let scope = DeletionScope(deletion)
    items = items.filter { name, item in
      name.app != deletion.app
        || !scope.reaches(DeletionScope.Subject(id: name.id, domain: item.domain))
    }
  }
}
