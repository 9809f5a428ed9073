/// The name of a domain of an app's items, compared by its bytes, as SQLite does.
///
/// "a.b" contains "a.b" and "a.b.c", not "a.bc". The empty name contains nothing: not even what
/// has no domain.
package struct DomainName: Hashable, Sendable {
  private let exact: ExactText

  package init(_ text: String) { exact = ExactText(text) }

  package var text: String { exact.text }

  package func contains(_ domain: String) -> Bool {
    guard !text.isEmpty, domain.utf8.starts(with: text.utf8) else { return false }
    let rest = domain.utf8.dropFirst(text.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: ".")
  }

  /// The same in SQL, each with the values of its parameters: a row's domain is in this one if
  /// one of them holds. Both say that it is not empty, as partial indexes of domains do.
  package func conditions(on column: String) -> [(sql: String, values: [String])] {
    guard !text.isEmpty else { return [] }
    // "/" is the byte after ".": everything that begins with "text." lies between the two.
    return [
      ("\(column) = ? AND \(column) <> ''", [text]),
      ("\(column) >= ? AND \(column) < ? AND \(column) <> ''", [text + ".", text + "/"]),
    ]
  }
}

/// What a deletion reaches: the one reading of `ItemsDeleted` and `ActivitiesDeleted`, for the
/// index, the privacy filter, compactions and who looks into journals.
///
/// Of its app, a deletion of items reaches
///
/// - by an identifier: the item and the activity of that name, and activities that are bound to the
///   item, whether it is there or not;
/// - by a domain: items and activities in it, and activities that are bound to an item in it;
/// - everything, if it says so.
///
/// A deletion of activities reaches activities alone: by their identifiers, or all. Identifiers are
/// compared by their bytes. An activity is bound to an item by its `relatedUniqueIdentifier`; one
/// that is weak binds nothing.
package struct DeletionScope: Hashable, Sendable {
  /// What an item or activity is found by.
  package struct Subject: Hashable, Sendable {
    package var id: String
    package var domain: String
    package var isActivity: Bool
    /// The item that an activity is bound to; empty for none.
    package var related: String
    /// The domain of that item; empty where it has none or is not there.
    package var relatedDomain: String

    package init(
      id: String, domain: String, isActivity: Bool = false, related: String = "",
      relatedDomain: String = ""
    ) {
      self.id = id
      self.domain = domain
      self.isActivity = isActivity
      self.related = related
      self.relatedDomain = relatedDomain
    }
  }

  /// Why a subject is reached.
  package enum Reason: Hashable, Sendable {
    case identifier
    /// By the identifier of the item that it is bound to.
    case item(String)
    /// By the domain that the deletion names.
    case domain(String)
    case all
  }

  package let app: String
  package let ids: [String]
  package let domains: [DomainName]
  package let isAll: Bool
  /// Items are not reached, nor what is bound to them.
  package let isOfActivities: Bool

  package init(_ deletion: JournalItemsDeleted) {
    (app, ids, isAll) = (deletion.app, deletion.ids, deletion.all)
    domains = deletion.domains.map(DomainName.init)
    isOfActivities = false
  }

  package init(_ deletion: JournalActivitiesDeleted) {
    (app, ids, isAll) = (deletion.app, deletion.persistentIdentifiers, deletion.all)
    domains = []
    isOfActivities = true
  }

  /// Why the deletion reaches something of its app; nil: it does not.
  package func reason(toReach subject: Subject) -> Reason? {
    if isOfActivities, !subject.isActivity { return nil }
    if isAll { return .all }
    if names(subject.id) { return .identifier }
    if isOfActivities { return nil }
    let isBound = subject.isActivity && !subject.related.isEmpty
    if isBound, names(subject.related) { return .item(subject.related) }
    let hit = domains.first { domain in
      domain.contains(subject.domain) || isBound && domain.contains(subject.relatedDomain)
    }
    return hit.map { .domain($0.text) }
  }

  package func reaches(_ subject: Subject) -> Bool { reason(toReach: subject) != nil }

  /// Whether an identifier is among those that it names.
  package func names(_ id: String) -> Bool { ids.contains { $0.utf8.elementsEqual(id.utf8) } }
}
