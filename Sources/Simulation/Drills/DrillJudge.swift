internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// Compares what the cloud counts and shows with what really happened.
struct DrillJudge {
  let fleet: DrillFleet

  func expectNothingTooHigh() throws { fleet.expectNothingTooHigh(try counts()) }

  /// Judges the end.
  func judge(into report: inout DrillReport) throws {
    judgeJournals()
    try judgeEffects(&report)
    try judgeHeads()
    try judgeCloud(&report)
  }

  /// Judges a moment at which devices have something to say still, or nobody has time for more.
  func judgeMoment() throws {
    var report = DrillReport(
      name: "", summary: "", promises: [], seed: 0, devices: 0, notChecked: [], again: "")
    try judgeEffects(&report)
  }

  private func judgeEffects(_ report: inout DrillReport) throws {
    fleet.judge(try figures(), into: &report)
    try judgeContributions()
    try judgeWords()
    try judgeIndexes()
  }

  /// What the cloud counts of a page now.
  func counts(of page: String) throws -> (engagements: Int, people: Int) {
    let count = try fleet.cloud.running.projections.counts()[tag(of: page)]
    return (Int(count?.events ?? 0), Int(count?.distinct ?? 0))
  }

  func isPublic(_ page: String) throws -> Bool {
    let tag = tag(of: page)
    return try fleet.cloud.running.projections.publicEntries().contains { $0.tag == tag }
  }

  private func tag(of page: String) -> Tag {
    PageActs.tag(of: page, salt: fleet.configuration.tagSalt)
  }

  /// What the cloud counts, of all that it knows.
  private func counts() throws -> [String: DrillFigures] {
    let cloud = try fleet.cloud.running
    var found = try cloud.figures(name)
    for tag in cloud.projections.tags {
      found[try name(of: tag), default: DrillFigures()].add(events: 0, people: 0)
    }
    return found
  }

  /// What the cloud counts and shows, of all that it knows.
  private func figures() throws -> [String: DrillFigures] {
    var found = try counts()
    for entry in try fleet.cloud.running.projections.publicEntries() {
      found[try name(of: entry.tag), default: DrillFigures()].isPublic = true
    }
    return found
  }

  /// The page of a tag; the tag itself where no page has it.
  private func name(of tag: Tag) throws -> String { try fleet.page(of: tag) ?? "tag:\(tag)" }

  /// What each report counts for, told from the log alone, adds up to what the projections say.
  private func judgeContributions() throws {
    let cloud = try fleet.cloud.running
    let tags = Set(cloud.projections.tags).union(fleet.ledger.pages.map(tag(of:)))
    let ledger = try cloud.contributions(to: tags)
    for tag in tags.sorted() where ledger.figures(of: tag) != cloud.projections.figures(of: tag) {
      let page = try name(of: tag)
      fleet.find("page \(page): its contributions do not add up to what is counted")
    }
  }

  /// An item is shown under words that enough people saw.
  private func judgeWords() throws {
    let entries = try fleet.cloud.running.projections.publicEntries()
    let shown = Dictionary(uniqueKeysWithValues: entries.map { ($0.tag, $0.item.title) })
    for (page, bounds) in fleet.ledger.bounds().sorted(by: { $0.key < $1.key }) {
      guard let title = shown[tag(of: page)] else { continue }
      let readers = bounds.people(title: title)
      guard readers < Int(fleet.plan.threshold) else { continue }
      fleet.find("page \(page) is public as \(title), which \(readers) people saw")
    }
  }

  /// A device finds what it holds as its apps gave it, and nothing that was deleted on it.
  ///
  /// A device whose journal and index are those of the base was judged there.
  func judgeIndexes() throws {
    for device in fleet.everybody where device.isAlive && !isAsInBase(device) {
      defer { device.end() }
      let process = try device.process(now: fleet.now)
      let found = try process.queries.search("page", now: fleet.now, limit: 10_000)
      let apps = fleet.ledger.apps(on: device.place)
      fleet.compare(
        items: Set(found.map(\.uniqueIdentifier)),
        try IndexComparison(apps, with: process).difference, on: device.place, name: device.name)
    }
  }

  /// The journals of each living device of the cast have no hole and nothing that was changed.
  private func judgeJournals() {
    for device in fleet.living {
      defer { device.end() }
      do {
        let process = try device.process(now: fleet.now)
        let journals = [process.privateJournal, try process.sync(now: fleet.now).shared]
        for finding in journals.compactMap({ $0?.verify() }).flatMap(\.findings) {
          fleet.find("a journal of \(device.name) is not whole: \(finding.meaning)")
        }
      } catch {
        fleet.find("a journal of \(device.name) cannot be verified: \(error)")
      }
    }
  }

  /// Where the outbox of each living device of the cast ends, it ends for the cloud.
  private func judgeHeads() throws {
    for device in fleet.living {
      defer { device.end() }
      guard let shared = try device.process(now: fleet.now).sync(now: fleet.now).shared else {
        continue
      }
      let head = try shared.head()
      let known = try fleet.cloud.running.projections.head(of: shared.identity.epoch)
      fleet.compare(
        head: "\(head.number) \(head.digest)",
        inCloud: known.map { "\($0.number) \($0.digest)" } ?? "none", of: device)
    }
  }

  private func isAsInBase(_ device: SimulatedDevice) -> Bool {
    fleet.disk.isAsForked(device.storage.privatePath)
      && fleet.disk.isAsForked(device.storage.indexPath)
      && fleet.disk.bytes(of: device.storage.privatePath + "-wal") == nil
  }

  private func judgeCloud(_ report: inout DrillReport) throws {
    let cloud = try fleet.cloud.running
    report.digests.cloudMaintained = try cloud.projections.stateDigest().description
    try cloud.rebuild()
    report.digests.cloudRebuilt = try cloud.projections.stateDigest().description
    if report.digests.cloudMaintained != report.digests.cloudRebuilt {
      fleet.find("the cloud's state differs from the one rebuilt from its log")
    }
    for finding in cloud.verifyLog()?.findings ?? [] { fleet.find(finding.meaning) }
  }
}
