internal import DeviceIndex
internal import Foundation
internal import JournalFormat
internal import JournalStore

/// Runs a plan: devices with the same items, each with a person who searches it.
package struct SearchFleet {
  private let plan: SearchFleetPlan
  private let corpus: SearchCorpus
  private let diskName: String
  private let configuration = DeviceConfiguration(
    tagSalt: [UInt8](repeating: 0, count: 16), cloudKeys: [])
  private static let start = Day(20_000).start
  private static let placesShown = 10
  private static let dayMilliseconds: Int64 = 86_400_000

  /// - Parameter diskName: of a disk in memory: no two may have the same at a time.
  package init(
    _ plan: SearchFleetPlan, _ corpus: SearchCorpus, diskName: String = "spotlog-searches"
  ) {
    self.plan = plan
    self.diskName = diskName
    self.corpus = corpus
  }

  private struct Member {
    let device: Device
    var person: SearchPerson
  }

  /// - Parameter progress: called with how many searches were made.
  package func perform(_ progress: (Int) -> Void = { _ in }) throws -> SearchFleetReport {
    let disk = SimulatedDisk(name: diskName, seed: plan.seed)
    // Nobody opens anything on it: how it would be without what people do.
    let control = try device("control", on: disk)
    var members: [Member] = []
    for number in 0..<plan.devices {
      members.append(
        Member(
          device: try device("\(number)", on: disk),
          person: SearchPerson(corpus, number: number, seed: plan.seed)))
    }
    var report = SearchFleetReport(
      plan: plan, items: corpus.items.count, topics: corpus.topics.count, apps: corpus.apps.count)
    var known: [String: [SearchResult]] = [:]
    for round in 0..<plan.rounds {
      var measured = SearchFleetReport.Round(number: round + 1)
      for index in members.indices {
        for search in 0..<plan.searchesPerRound {
          let time = Self.start.advanced(
            byMilliseconds: Int64(round + 1) * Self.dayMilliseconds
              + Int64(search) * Self.dayMilliseconds / Int64(plan.searchesPerRound))
          try perform(&members[index], at: time, control, &known, &measured)
        }
        progress((round * plan.devices + index + 1) * plan.searchesPerRound)
      }
      report.rounds.append(measured.mean)
    }
    report.cpuSeconds = ProcessClock().cpuSeconds
    return report
  }

  private func device(_ name: String, on disk: SimulatedDisk) throws -> Device {
    let simulated = SimulatedDevice(
      place: 0, person: 0, on: disk, disk.journalOptions, folder: "/devices/\(name)",
      writer: BatchWriter(), configuration: configuration, dice: .seeded(plan.seed))
    let device = try simulated.process(now: Self.start)
    try device.record(corpus.items.map(\.event), at: Self.start)
    try device.index.catchUp()
    return device
  }

  private func perform(
    _ member: inout Member, at time: Timestamp, _ control: Device,
    _ known: inout [String: [SearchResult]], _ measured: inout SearchFleetReport.Round
  ) throws {
    let (query, wanted) = member.person.nextSearch()
    let results = try member.device.queries.search(query, now: time, limit: Self.placesShown)
    // Without engagement a ranking of items that have no date is the same at all times.
    let plain =
      try known[query] ?? control.queries.search(query, now: time, limit: Self.placesShown)
    known[query] = plain
    measured.add(
      .init(
        quality: member.person.quality(of: results.map(\.name), for: query),
        plainQuality: member.person.quality(of: plain.map(\.name), for: query),
        spamShare: Self.spamShare(results), plainSpamShare: Self.spamShare(plain)))
    guard let place = member.person.tap(results.map(\.name), wanted: wanted) else { return }
    measured.taps += 1
    var visible = results
    let opened = visible.remove(at: place)
    try member.device.engaged(with: opened, query: query, visible: visible, at: time)
  }

  /// Of the first three places.
  private static func spamShare(_ results: [SearchResult]) -> Double {
    let first = results.prefix(3)
    guard !first.isEmpty else { return 0 }
    let spam = first.count { $0.bundleIdentifier == SearchCorpus.spamApp }
    return Double(spam) / Double(first.count)
  }
}

extension SearchResult {
  fileprivate var name: AppName { AppName(app: bundleIdentifier, id: uniqueIdentifier) }
}
