internal import DeviceIndex
package import JournalFormat

/// What really happened, kept outside the system and by other means: who engaged with which public
/// item how often, straight from the trace.
package struct Ledger {
  package struct Count: Hashable, Sendable {
    package var events: UInt64 = 0
    /// Devices that engaged and have not taken it back since.
    package var devices: Set<Int> = []
    package var firstDay = Day(Int32.max)
    package var lastDay = Day(Int32.min)

    mutating func add(device: Int, day: Day) {
      events += 1
      devices.insert(device)
      firstDay = min(firstDay, day)
      lastDay = max(lastDay, day)
    }
  }

  private struct Candidate {
    var tag: Tag
    var related: String
    var domain: String
  }

  private struct Place: Hashable {
    var device: Int
    var app: String
  }

  private let tagSalt: [UInt8]
  private var candidates: [Place: [String: Candidate]] = [:]
  package private(set) var counts: [Tag: Count] = [:]
  /// Engagements that make a report.
  package private(set) var engagementCount = 0

  package init(tagSalt: [UInt8]) { self.tagSalt = tagSalt }

  package mutating func record(_ event: JournalEvent, device: Int, time: Timestamp) {
    switch event.fact {
    case .activityRecorded(let activity): record(activity, device: device)
    case .resultEngaged(let engagement):
      engaged(
        Place(device: device, app: engagement.result.app), id: engagement.result.id, day: time.day)
    case .itemsDeleted(let deletion):
      let place = Place(device: device, app: deletion.app)
      remove(place) { id, candidate in
        deletion.all || deletion.ids.contains(id)
          || !candidate.related.isEmpty && deletion.ids.contains(candidate.related)
          || deletion.domains.contains {
            candidate.domain == $0 || candidate.domain.hasPrefix($0 + ".")
          }
      }
    default: break
    }
  }

  private mutating func record(_ activity: JournalActivityRecorded, device: Int) {
    let place = Place(device: device, app: activity.app)
    guard let item = PublicItem(activity) else {
      return remove(place) { id, _ in id == activity.id }
    }
    let attributes = AttributeSet(activity.attributes)
    candidates[place, default: [:]][activity.id] = Candidate(
      tag: item.tag(salt: tagSalt), related: activity.relatedUniqueIdentifier,
      domain: attributes.domainIdentifier ?? "")
  }

  private mutating func engaged(_ place: Place, id: String, day: Day) {
    guard let candidate = candidates[place].flatMap({ Self.candidate(id, among: $0) })
    else { return }
    engagementCount += 1
    counts[candidate.tag, default: Count()].add(device: place.device, day: day)
  }

  /// The activity of that identifier, else the first that is bound to the item of it.
  private static func candidate(_ id: String, among known: [String: Candidate]) -> Candidate? {
    if let own = known[id] { return own }
    let bound = known.filter { $0.value.related == id && !id.isEmpty }
    return bound.min { $0.key < $1.key }?.value
  }

  private mutating func remove(_ place: Place, _ condition: (String, Candidate) -> Bool) {
    let gone = (candidates[place] ?? [:]).filter { condition($0.key, $0.value) }
    for (id, candidate) in gone {
      candidates[place]?[id] = nil
      counts[candidate.tag]?.devices.remove(place.device)
    }
  }
}
