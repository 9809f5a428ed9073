internal import DeviceIndex
internal import Foundation
internal import JournalFormat
internal import TraceLines

/// What people and apps of a generated fleet do: a trace from a seed, made as it is asked for.
///
/// Pages are liked as Zipf has it, and another one is liked most each day. A person is up by day,
/// wherever the device is, and some use theirs much more than others. A browser shows public pages
/// and has them engaged with; a notes app gives private items, which are found and deleted again.
package struct Workload: Hashable, Sendable, Codable {
  /// 1 to 100,000.
  package var devices: Int
  /// 1 to 3,650.
  package var days: Int
  /// What each device journals a day, on average: 1 to 10,000.
  package var eventsPerDay: Int
  package var seed: UInt64

  package static let devicesRange = 1...100_000
  package static let daysRange = 1...3_650
  package static let eventsRange = 1...10_000

  package init(devices: Int, days: Int, eventsPerDay: Int, seed: UInt64) {
    self.devices = devices
    self.days = days
    self.eventsPerDay = eventsPerDay
    self.seed = seed
  }

  package var isPossible: Bool {
    Self.devicesRange.contains(devices) && Self.daysRange.contains(days)
      && Self.eventsRange.contains(eventsPerDay)
  }

  var eventCount: Int { devices * days * eventsPerDay }
}

/// Makes a workload's events, in the order of their times.
struct WorkloadEvents {
  private let plan: Workload
  private var dice: SplitMix64
  private let pages: ZipfPages
  /// Private items that each device was given so far.
  private var itemCounts: [UInt32]
  private var made = 0

  /// When the first day begins.
  private static let start = Day(20_000).start
  private static let words = [
    "river", "lamp", "garden", "engine", "paper", "winter", "orchard", "signal", "harbour",
    "button", "meadow", "copper", "window", "violin", "ladder", "pepper", "anchor", "candle",
  ]

  init(_ plan: Workload) {
    self.plan = plan
    dice = SplitMix64(plan.seed ^ 0xF1EE7)
    pages = ZipfPages(count: min(max(200, plan.devices), 20_000))
    itemCounts = Array(repeating: 0, count: plan.devices)
  }

  /// The next so many events, or a few more; nil when the last day is over.
  mutating func next(atLeast count: Int) -> [TraceEvent]? {
    guard made < plan.eventCount else { return nil }
    var events: [TraceEvent] = []
    events.reserveCapacity(count + 2)
    while events.count < count, made < plan.eventCount { add(to: &events) }
    return events
  }

  /// What somebody does at the next moment: one event, or the page and what becomes of it.
  private mutating func add(to events: inout [TraceEvent]) {
    // Evenly over all days: who it is depends on where it is day.
    let share = Double(made) / Double(plan.eventCount)
    let milliseconds = Int64(share * Double(plan.days) * 86_400_000)
    let time = Self.start.advanced(byMilliseconds: milliseconds)
    let device = somebody(at: milliseconds)
    let before = events.count
    let choice = dice.below(100)
    if choice < 45, plan.eventCount - made > 1 {
      let page = self.page(onDay: milliseconds / 86_400_000)
      events.append(event(time, device, "browser", .activity(activity(page))))
      events.append(event(time, device, "browser", .engage(id: page.id, query: "", shown: [])))
    } else if choice < 80 || itemCounts[device] == 0 {
      events.append(event(time, device, "notes", .index(item(of: device))))
    } else {
      let id = "note-\(dice.below(UInt64(itemCounts[device])))"
      events.append(
        event(
          time, device, "notes",
          choice < 85
            ? .delete(ids: [id], domains: [], all: false) : .engage(id: id, query: "", shown: [])))
    }
    made += events.count - before
  }

  private func event(
    _ time: Timestamp, _ device: Int, _ app: String, _ action: TraceEvent.Action
  ) -> TraceEvent {
    TraceEvent(time: time, device: "device-\(device)", app: app, action: action)
  }

  /// Anyone who is up then: nobody sleeps by the same clock.
  private mutating func somebody(at milliseconds: Int64) -> Int {
    while true {
      // The smaller the number, the more a device is used: the first tenth does a third of all.
      let share = dice.unit()
      let device = min(Int(share * share.squareRoot() * Double(plan.devices)), plan.devices - 1)
      let hour = Int(milliseconds / 3_600_000 + Int64(device * 7)) % 24
      if dice.below(16) < Self.wakefulness[hour] { return device }
    }
  }

  /// Of each hour of a person's day, in sixteenths.
  private static let wakefulness: [UInt64] = [
    3, 1, 1, 1, 1, 2, 5, 9, 11, 11, 10, 10, 12, 11, 10, 10, 11, 12, 13, 15, 16, 15, 11, 6,
  ]

  private struct Page {
    let id: String
    let title: String
  }

  private mutating func page(onDay day: Int64) -> Page {
    let rank = pages.rank(dice.unit())
    // What is liked most moves on by a few pages a day.
    let number = (rank + Int(day) * 3) % pages.count
    let word = Self.words[number % Self.words.count]
    return Page(id: "page-\(number)", title: "Page \(number) of the \(word)")
  }

  private func activity(_ page: Page) -> UserActivity {
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = page.id
    activity.title = page.title
    activity.webpageURL = URL(string: "https://example.com/\(page.id)")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    return activity
  }

  private mutating func item(of device: Int) -> SearchableItem {
    var set = AttributeSet(contentType: "public.item")
    let words = (0..<5).map { _ in Self.words[Int(dice.below(UInt64(Self.words.count)))] }
    set.title = words.joined(separator: " ")
    let id = "note-\(itemCounts[device])"
    itemCounts[device] += 1
    return SearchableItem(
      uniqueIdentifier: id, domainIdentifier: "folder-\(dice.below(4))", attributeSet: set)
  }
}

/// Ranks of pages, of which each is liked in proportion to one part of its rank.
private struct ZipfPages: Sendable {
  private let sums: [Double]

  init(count: Int) {
    var sum = 0.0
    sums = (1...count).map { rank in
      sum += 1 / Double(rank)
      return sum
    }
  }

  var count: Int { sums.count }

  /// - Parameter share: 0 ..< 1, drawn evenly.
  func rank(_ share: Double) -> Int {
    let wanted = share * (sums.last ?? 0)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SplitMix64 {
  /// 0 ..< 1.
  fileprivate mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
