internal import DeviceIndex
internal import JournalFormat

/// What the apps of one device have, straight from the trace, and what its person engaged with: the
/// ledger's own reading of docs/RULES.md. It is no index, and shares no code with one.
struct TracedApps {
  struct Item {
    var domain: ExactText
    var attributes: [JournalAttribute]
  }

  struct Activity {
    /// What it could become in public; nil: nothing.
    var page: Int?
    /// Whether it is in the index.
    var isFound: Bool
    var related: ExactText
    var domain: ExactText
    var title: String
    var attributes: [JournalAttribute]
  }

  /// An engagement that was not taken back, with the identifier that the activity had.
  struct Engaged: Hashable {
    var id: ExactText
    var page: Int
    var day: Day
  }

  /// All that is known of one app.
  struct App {
    fileprivate var items: [ExactText: Item] = [:]
    fileprivate var activities: [ExactText: Activity] = [:]
    /// What people engaged with and nobody took back.
    var engaged: Set<Engaged> = []
  }

  /// What an event means for what is counted.
  enum Effect {
    case engaged(activity: ExactText, page: Int)
    /// Activities that are taken back, and the page that each was.
    case takenBack([ExactText: Int])
  }

  var apps: [ExactText: App] = [:]
  /// Whether it is kept what items and activities say, and which of those are found that cannot
  /// become public: what an index is compared with.
  var keepsContents = false

  // MARK: Keeping

  /// - Parameter page: of an activity, what it could become in public.
  /// - Returns: what it means for what is counted, of which app; nil: nothing.
  mutating func record(
    _ event: JournalEvent, page: Int? = nil
  ) -> (app: ExactText, effect: Effect)? {
    let keepsContents = keepsContents
    switch event.fact {
    case .itemIndexed(let item):
      return change(item.app) { $0.record(item, keepsContents: keepsContents) }
    case .activityRecorded(let activity):
      return change(activity.app) { $0.record(activity, page, keepsContents: keepsContents) }
    case .resultEngaged(let engagement):
      return change(engagement.result.app) { $0.engagement(with: ExactText(engagement.result.id)) }
    case .itemsDeleted(let deletion): return change(deletion.app) { $0.delete(deletion) }
    case .activitiesDeleted(let deletion):
      let ids = Set(deletion.persistentIdentifiers.map(ExactText.init))
      return change(deletion.app) { $0.remove { id, _ in deletion.all || ids.contains(id) } }
    // No line of a trace expires anything.
    case .itemsExpired, .resultsShown, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, nil:
      return nil
    }
  }

  private mutating func change(
    _ app: String, _ body: (inout App) -> Effect?
  ) -> (app: ExactText, effect: Effect)? {
    let app = ExactText(app)
    return body(&apps[app, default: App()]).map { (app, $0) }
  }

  // MARK: Comparing

  private struct Key: Hashable {
    let app: ExactText
    let id: ExactText
  }

  /// What the device's index has otherwise; nil: nothing.
  ///
  /// Of several, the first in the order of their words: equal runs say the same.
  func difference(from device: Device) throws -> String? {
    try (itemDifferences(from: device) + activityDifferences(from: device)).min()
  }

  private func itemDifferences(from device: Device) throws -> [String] {
    var found: [Key: (domain: String, attributes: AttributeSet)] = [:]
    try device.queries.forEachItem { app, id, domain, attributes in
      found[Key(app: ExactText(app), id: ExactText(id))] = (domain, attributes)
    }
    var differences: [String] = []
    for (app, known) in apps {
      for (id, item) in known.items {
        guard let other = found.removeValue(forKey: Key(app: app, id: id)) else {
          differences.append("lacks item \(id.text)")
          continue
        }
        if other != (item.domain.text, AttributeSet(item.attributes)) {
          differences.append("has item \(id.text) with other attributes than its app gave it")
        }
      }
    }
    return differences + found.keys.map { "has item \($0.id.text), which no app gave it" }
  }

  private func activityDifferences(from device: Device) throws -> [String] {
    var found: [Key: (title: String, attributes: AttributeSet)] = [:]
    try device.queries.forEachActivity { app, id, title, attributes in
      found[Key(app: ExactText(app), id: ExactText(id))] = (title, attributes)
    }
    var differences: [String] = []
    for (app, known) in apps {
      for (id, activity) in known.activities where activity.isFound {
        guard let other = found.removeValue(forKey: Key(app: app, id: id)) else {
          differences.append("lacks activity \(id.text)")
          continue
        }
        if ExactText(other.title) != ExactText(activity.title) {
          differences.append(
            "has activity \(id.text) as \(other.title), and its app calls it " + activity.title)
        } else if other.attributes != AttributeSet(activity.attributes) {
          differences.append("has activity \(id.text) with other attributes than its app gave it")
        }
      }
    }
    return differences + found.keys.map { "has activity \($0.id.text), which no app gave it" }
  }
}

extension TracedApps.App {
  // MARK: Items

  /// An update changes what it says, and nothing else.
  fileprivate mutating func record(
    _ given: JournalItemIndexed, keepsContents: Bool
  ) -> TracedApps.Effect? {
    let id = ExactText(given.id)
    var item = TracedApps.Item(domain: ExactText(given.domain), attributes: [])
    if given.merge, let existing = items[id] {
      item.attributes = existing.attributes
      if given.domain.isEmpty { item.domain = existing.domain }
    }
    for attribute in given.attributes.values where keepsContents {
      if given.merge { item.attributes.removeAll { $0.name == attribute.name } }
      if case .null = attribute.value.kind { continue }
      item.attributes.append(attribute)
    }
    items[id] = item
    return nil
  }

  /// By identifiers, by domains, or all: an item that goes with its domain takes along what is
  /// bound to it.
  fileprivate mutating func delete(_ deletion: JournalItemsDeleted) -> TracedApps.Effect? {
    let named = Set(deletion.ids.map(ExactText.init))
    let domains = deletion.domains.map(ExactText.init)
    func isReached(_ domain: ExactText) -> Bool { domains.contains { domain.lies(in: $0) } }
    let ids = named.union(items.filter { isReached($0.value.domain) }.keys)
    let effect = remove { id, activity in
      deletion.all || named.contains(id) || isReached(activity.domain)
        || !activity.related.isEmpty && ids.contains(activity.related)
    }
    items = deletion.all ? [:] : items.filter { !ids.contains($0.key) }
    return effect
  }

  // MARK: Activities

  fileprivate mutating func record(
    _ activity: JournalActivityRecorded, _ page: Int?, keepsContents: Bool
  ) -> TracedApps.Effect? {
    let (id, related) = (ExactText(activity.id), ExactText(activity.relatedUniqueIdentifier))
    let isFound = activity.eligibleForSearch && (related.isEmpty || items[related] != nil)
    let domain = activity.attributes.values.first { $0.name == "domainIdentifier" }
    let known = TracedApps.Activity(
      page: page, isFound: isFound, related: related, domain: ExactText(domain?.value.string ?? ""),
      title: keepsContents ? activity.title : "",
      attributes: keepsContents ? Self.attributes(of: activity) : [])
    let before = activities[id]?.page
    activities[id] = page != nil || isFound && keepsContents ? known : nil
    guard page == nil, let before else { return nil }
    // Switched off.
    return .takenBack([id: before])
  }

  /// What an activity says, its keywords among its attributes' own.
  private static func attributes(of activity: JournalActivityRecorded) -> [JournalAttribute] {
    guard !activity.keywords.isEmpty else { return activity.attributes.values }
    var keywords = JournalAttribute()
    keywords.name = "keywords"
    var attributes: [JournalAttribute] = []
    for attribute in activity.attributes.values {
      if attribute.name == keywords.name {
        keywords.value.list.values = attribute.value.list.values
      } else {
        attributes.append(attribute)
      }
    }
    keywords.value.list.values += activity.keywords.map { text in
      var value = JournalValue()
      value.string = text
      return value
    }
    return attributes + [keywords]
  }

  /// The activity of that identifier, else the first that is bound to the item of it.
  fileprivate func engagement(with id: ExactText) -> TracedApps.Effect? {
    if let page = activities[id]?.page { return .engaged(activity: id, page: page) }
    guard !id.isEmpty else { return nil }
    let bound = activities.filter { $0.value.page != nil && $0.value.related == id }
    guard let first = bound.keys.min(), let page = bound[first]?.page else { return nil }
    return .engaged(activity: first, page: page)
  }

  fileprivate mutating func remove(
    _ isReached: (ExactText, TracedApps.Activity) -> Bool
  ) -> TracedApps.Effect? {
    let gone = activities.filter { isReached($0.key, $0.value) }
    for id in gone.keys { activities[id] = nil }
    let pages = gone.compactMapValues(\.page)
    return pages.isEmpty ? nil : .takenBack(pages)
  }
}

extension AttributeSet {
  fileprivate init(_ values: [JournalAttribute]) {
    var attributes = JournalAttributes()
    attributes.values = values
    self.init(attributes)
  }
}

extension ExactText {
  /// "a.b" holds "a.b" and "a.b.c", not "a.bc"; the empty domain holds nothing. The ledger's own
  /// reading of a domain, so that it can contradict the program's.
  fileprivate func lies(in domain: ExactText) -> Bool {
    !domain.isEmpty && (self == domain || text.utf8.starts(with: (domain.text + ".").utf8))
  }
}
