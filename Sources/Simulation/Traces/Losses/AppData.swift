internal import DeviceIndex
internal import JournalFormat

/// What the apps of one device have, straight from the trace: what its index has to hold, whatever
/// became of the device. It is no index, and shares no code with one.
struct AppData {
  private struct Key: Hashable {
    let app: ExactText
    let id: ExactText
  }

  private struct Item {
    var domain: String
    var attributes: [JournalAttribute]
  }

  private struct Activity {
    var domain: String
    var related: ExactText
    var title: String
    var attributes: [JournalAttribute]
  }

  private var items: [Key: Item] = [:]
  private var activities: [Key: Activity] = [:]

  // MARK: Keeping

  mutating func record(_ event: JournalEvent) {
    switch event.fact {
    case .itemIndexed(let item): record(item)
    case .activityRecorded(let activity): record(activity)
    case .itemsDeleted(let deletion):
      let app = ExactText(deletion.app)
      if deletion.all { remove(app) { _, _, _ in true } }
      for id in deletion.ids.map({ ExactText($0) }) { remove(Key(app: app, id: id)) }
      for domain in deletion.domains.map({ ExactText($0) }) {
        let gone = items.filter { $0.key.app == app && ExactText($0.value.domain).lies(in: domain) }
        let ids = Set(gone.keys.map(\.id))
        remove(app) { _, own, related in
          ExactText(own).lies(in: domain) || !related.isEmpty && ids.contains(related)
        }
      }
    // No line of a trace deletes activities alone or expires anything.
    case .activitiesDeleted, .itemsExpired, .resultsShown, .resultEngaged, .reindexRequested,
      .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun, nil:
      break
    }
  }

  private mutating func record(_ item: JournalItemIndexed) {
    let key = Key(app: ExactText(item.app), id: ExactText(item.id))
    guard item.merge, var existing = items[key] else {
      items[key] = Item(
        domain: item.domain,
        attributes: item.attributes.values.filter {
          if case .null = $0.value.kind { false } else { true }
        })
      return
    }
    if !item.domain.isEmpty { existing.domain = item.domain }
    for attribute in item.attributes.values {
      existing.attributes.removeAll { $0.name == attribute.name }
      if case .null = attribute.value.kind { continue }
      existing.attributes.append(attribute)
    }
    items[key] = existing
  }

  private mutating func record(_ activity: JournalActivityRecorded) {
    let app = ExactText(activity.app)
    let related = ExactText(activity.relatedUniqueIdentifier)
    let key = Key(app: app, id: ExactText(activity.id))
    let isBoundToNothing = !related.isEmpty && items[Key(app: app, id: related)] == nil
    guard activity.eligibleForSearch, !isBoundToNothing else {
      activities[key] = nil
      return
    }
    let domain = activity.attributes.values.first { $0.name == "domainIdentifier" }
    activities[key] = Activity(
      domain: domain?.value.string ?? "", related: related, title: activity.title,
      attributes: Self.attributes(of: activity))
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

  private mutating func remove(_ key: Key) {
    items[key] = nil
    activities = activities.filter { other, activity in
      other.app != key.app || other.id != key.id && activity.related != key.id
    }
  }

  /// - Parameter isGone: asked with the identifier, the domain, and the item that it is bound to.
  private mutating func remove(
    _ app: ExactText, _ isGone: (ExactText, String, ExactText) -> Bool
  ) {
    items = items.filter { $0.key.app != app || !isGone($0.key.id, $0.value.domain, ExactText("")) }
    activities = activities.filter {
      $0.key.app != app || !isGone($0.key.id, $0.value.domain, $0.value.related)
    }
  }

  // MARK: Comparing

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
    let differences = items.compactMap { key, item -> String? in
      guard let other = found.removeValue(forKey: key) else { return "lacks item \(key.id.text)" }
      var expected = JournalAttributes()
      expected.values = item.attributes
      guard other != (item.domain, AttributeSet(expected)) else { return nil }
      return "has item \(key.id.text) with other attributes than its app gave it"
    }
    return differences + found.keys.map { "has item \($0.id.text), which no app gave it" }
  }

  private func activityDifferences(from device: Device) throws -> [String] {
    var found: [Key: (title: String, attributes: AttributeSet)] = [:]
    try device.queries.forEachActivity { app, id, title, attributes in
      found[Key(app: ExactText(app), id: ExactText(id))] = (title, attributes)
    }
    let differences = activities.compactMap { key, activity -> String? in
      guard let other = found.removeValue(forKey: key) else {
        return "lacks activity \(key.id.text)"
      }
      guard ExactText(other.title) == ExactText(activity.title) else {
        return "has activity \(key.id.text) as \(other.title), and its app calls it "
          + activity.title
      }
      var expected = JournalAttributes()
      expected.values = activity.attributes
      guard other.attributes != AttributeSet(expected) else { return nil }
      return "has activity \(key.id.text) with other attributes than its app gave it"
    }
    return differences + found.keys.map { "has activity \($0.id.text), which no app gave it" }
  }
}
