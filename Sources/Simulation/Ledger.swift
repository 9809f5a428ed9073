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
    let known = candidates[place] ?? [:]
    let bound = known.filter { $0.value.related == id && !id.isEmpty }.min { $0.key < $1.key }
    guard let candidate = known[id] ?? bound?.value else { return }
    engagementCount += 1
    var count = counts[candidate.tag] ?? Count()
    count.events += 1
    count.devices.insert(place.device)
    count.firstDay = min(count.firstDay, day)
    count.lastDay = max(count.lastDay, day)
    counts[candidate.tag] = count
  }

  private mutating func remove(_ place: Place, _ condition: (String, Candidate) -> Bool) {
    let gone = (candidates[place] ?? [:]).filter { condition($0.key, $0.value) }
    for (id, candidate) in gone {
      candidates[place]?[id] = nil
      counts[candidate.tag]?.devices.remove(place.device)
    }
  }
}
