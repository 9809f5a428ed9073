internal import JournalFormat

/// A document of the index from the entry that made it to the one that removes it, with the entries
/// that it is made of. Also an activity that was recorded and is in no index.
final class DocumentLife {
  /// The place of an entry in the planner's list.
  typealias Handle = Int

  /// What a removal finds a document by, besides its identifier, and what the privacy filter does.
  struct Shape: Hashable {
    var domain: ExactText
    /// The item that an activity is bound to; empty for none.
    var related = ExactText("")
    /// Whether an activity could become public.
    var isPublic = false
  }

  /// A document as it was given, and what was merged into it.
  struct Version {
    var handles: [Handle]
    var shape: Shape
    /// False when a merge changed the shape.
    var isSteady = true
    /// The item, as it was then, without which an activity that is bound to it would not be there.
    var support: (life: DocumentLife, version: Int)?
    var isHeld = false
    var isProtected = false
  }

  let app: ExactText
  let id: ExactText
  let isInIndex: Bool
  var versions: [Version]
  var expires: Timestamp {
    didSet { if expires != oldValue { askedVersion = nil } }
  }
  /// What an item was when its app was last asked about the expiry that it has; nil: it was not.
  private(set) var askedVersion: Int?
  /// In which somebody saw a result of it, and opened it or another one.
  private(set) var engagements: [Handle] = []
  /// What it was in the first of them.
  private(set) var firstSeenVersion: Int?
  /// Lists that it was in, and of which nothing was opened.
  private(set) var abandoned = AbandonedLists()
  /// In which it was opened.
  var openings: [Handle] = []
  /// The entry that removed it.
  var remover: Handle?

  init(
    app: ExactText, id: ExactText, isInIndex: Bool = true, first: Version,
    expires: Timestamp
  ) {
    self.app = app
    self.id = id
    self.isInIndex = isInIndex
    versions = [first]
    self.expires = expires
  }

  func see(in engagement: Handle) {
    engagements.append(engagement)
    if firstSeenVersion == nil { firstSeenVersion = versions.count - 1 }
  }

  func abandon(in list: Handle, looks: Int64) {
    if abandoned.handles.isEmpty { abandoned.version = versions.count - 1 }
    abandoned.handles.append(list)
    abandoned.isSummed = false
    abandoned.lists += 1
    abandoned.looks += looks
  }

  func setAbandoned(_ sums: JournalShownSums, in handle: Handle) {
    abandoned = AbandonedLists(
      handles: [handle], isSummed: true, lists: sums.listCount, looks: sums.lookCount,
      version: versions.count - 1)
  }

  func askAboutExpiry() {
    askedVersion = expires.milliseconds == 0 ? nil : versions.count - 1
  }

  /// What was said of it before it was protected, as it is or was.
  var saidBeforeProtection: [Handle] {
    guard let last = versions.lastIndex(where: \.isProtected) else { return [] }
    return versions[..<last].filter { !$0.isProtected }.flatMap(\.handles)
  }

  var shape: Shape { versions[versions.count - 1].shape }

  func isExpired(at now: Timestamp) -> Bool { expires.milliseconds != 0 && expires <= now }
}

/// The documents of an app that are there now, and how removals find them.
final class AppDocuments {
  private(set) var items: [ExactText: DocumentLife] = [:]
  private(set) var activities: [ExactText: DocumentLife] = [:]
  private var activitiesByItem: [ExactText: Set<ExactText>] = [:]
  private var byDomain: [ExactText: [ObjectIdentifier: DocumentLife]] = [:]
  var clientStates: [ExactText: DocumentLife.Handle] = [:]
  /// The last table of synonyms.
  var synonyms: DocumentLife.Handle?
  var recordings = ActivityRecordings()

  func add(item: DocumentLife) {
    items[item.id] = item
    enter(item)
  }

  func add(activity: DocumentLife) {
    activities[activity.id] = activity
    enter(activity)
  }

  func remove(_ life: DocumentLife) {
    removeFromGroups(life)
    if items[life.id] === life { items[life.id] = nil } else { activities[life.id] = nil }
  }

  /// Changes a document that is there.
  func change(_ life: DocumentLife, _ body: (DocumentLife) -> Void) {
    removeFromGroups(life)
    body(life)
    enter(life)
  }

  private func enter(_ life: DocumentLife) {
    let shape = life.shape
    if !shape.domain.isEmpty { byDomain[shape.domain, default: [:]][ObjectIdentifier(life)] = life }
    if !shape.related.isEmpty { activitiesByItem[shape.related, default: []].insert(life.id) }
  }

  private func removeFromGroups(_ life: DocumentLife) {
    let shape = life.shape
    byDomain[shape.domain]?[ObjectIdentifier(life)] = nil
    if byDomain[shape.domain]?.isEmpty == true { byDomain[shape.domain] = nil }
    activitiesByItem[shape.related]?.remove(life.id)
    if activitiesByItem[shape.related]?.isEmpty == true { activitiesByItem[shape.related] = nil }
  }

  var all: [DocumentLife] { Array(items.values) + Array(activities.values) }

  /// The item, and the activity of the same identifier.
  func named(_ id: ExactText) -> [DocumentLife] { [items[id], activities[id]].compactMap { $0 } }

  /// These, and activities that are bound to the item, each once.
  func all(id: ExactText) -> [DocumentLife] {
    named(id) + boundActivities(to: id).filter { $0.id != id }
  }

  /// What goes with an expiry: an item with the activities that are bound to it, or an activity.
  func expired(_ kind: JournalItemsExpired.Kind, id: ExactText) -> [DocumentLife] {
    switch kind {
    case .unspecified: all(id: id)
    case .item: [items[id]].compactMap { $0 } + boundActivities(to: id)
    case .activity: [activities[id]].compactMap { $0 }
    case .UNRECOGNIZED: []
    }
  }

  private func boundActivities(to id: ExactText) -> [DocumentLife] {
    (activitiesByItem[id] ?? []).compactMap { activities[$0] }
  }

  /// What a deletion reaches, by `DeletionScope`'s rule. Some may be there twice.
  func all(_ scope: DeletionScope) -> [DocumentLife] {
    if scope.isAll { return all }
    return scope.ids.flatMap { all(id: ExactText($0)) } + scope.domains.flatMap(all)
  }

  private func all(_ domain: DomainName) -> [DocumentLife] {
    let found = byDomain.filter { domain.contains($0.key.text) }.flatMap { $0.value.values }
    return found + found.filter { items[$0.id] === $0 }.flatMap { boundActivities(to: $0.id) }
  }
}

/// The last version of each activity of an app, also of one that is gone or in no index.
struct ActivityRecordings {
  private struct Recording {
    let handle: DocumentLife.Handle
    /// The item that the activity is bound to; empty for none.
    let related: ExactText
  }

  private var byID: [ExactText: Recording] = [:]
  private var idsByItem: [ExactText: Set<ExactText>] = [:]

  mutating func insert(_ id: ExactText, _ handle: DocumentLife.Handle, related: ExactText) {
    if let earlier = byID[id] { idsByItem[earlier.related]?.remove(id) }
    byID[id] = Recording(handle: handle, related: related)
    if !related.isEmpty { idsByItem[related, default: []].insert(id) }
  }

  subscript(_ id: ExactText) -> DocumentLife.Handle? { byID[id]?.handle }

  /// The activity of that name, then those that are bound to the item of that name: in the order in
  /// which the privacy filter looks for what was opened.
  func all(_ id: ExactText) -> [DocumentLife.Handle] {
    let bound = (idsByItem[id] ?? []).sorted()
    return ([id] + bound).compactMap { byID[$0]?.handle }
  }
}
