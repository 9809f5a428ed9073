internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// Compares what the cloud counts and shows with what really happened.
struct DrillJudge {
  let fleet: DrillFleet

  /// Holds at every moment, and is looked at after each round of the devices: nothing counts more
  /// often than it ever happened.
  func expectNothingTooHigh() throws {
    let counts = fleet.cloud.aggregator.folds.counts()
    for (page, happened) in fleet.ledger.everything.sorted(by: { $0.key < $1.key }) {
      guard let count = counts[try tag(of: page)] else { continue }
      let people = happened.people.count
      guard count.events > UInt64(happened.events) || Int(count.distinct) > people else {
        continue
      }
      fleet.find(
        "page \(page) counted \(count.events) of \(count.distinct) on the way, and only "
          + "\(happened.events) of \(people) ever happened")
    }
  }

  /// Judges the end.
  func judge(into report: inout DrillReport) throws {
    try judgeEffects(&report)
    try judgeCloud(&report)
  }

  /// Judges a moment at which devices have something to say still, or nobody has time for more.
  func judgeMoment() throws {
    var report = DrillReport(
      name: "", summary: "", promises: [], seed: 0, devices: 0, notChecked: [], again: "")
    try judgeEffects(&report)
  }

  private func judgeEffects(_ report: inout DrillReport) throws {
    try judgeCounts(&report)
    try judgeContributions()
    try judgePublicItems(&report)
    try judgeIndexes()
  }

  /// What the cloud counts of a page now.
  func counts(of page: String) throws -> (engagements: Int, people: Int) {
    let count = fleet.cloud.aggregator.folds.counts()[try tag(of: page)]
    return (Int(count?.events ?? 0), Int(count?.distinct ?? 0))
  }

  func isPublic(_ page: String) throws -> Bool {
    let tag = try tag(of: page)
    return try fleet.cloud.aggregator.folds.publicEntries().contains { $0.tag == tag }
  }

  private func tag(of page: String) throws -> Tag {
    try DrillEvent.tag(of: page, salt: fleet.configuration.tagSalt)!
  }

  private func judgeCounts(_ report: inout DrillReport) throws {
    let found = fleet.cloud.aggregator.folds.counts()
    var expectedLines = ""
    var foundLines = ""
    for (page, bounds) in fleet.ledger.bounds().sorted(by: { $0.key < $1.key }) {
      let count = found[try tag(of: page)]
      let events = Int(count?.events ?? 0)
      let people = Int(count?.distinct ?? 0)
      report.lost += max(0, bounds.events.lowerBound - events)
      report.lost += max(0, bounds.people.lowerBound - people)
      report.duplicated += max(0, events - bounds.events.upperBound)
      report.duplicated += max(0, people - bounds.everyone)
      report.resurrected += max(0, min(people, bounds.everyone) - bounds.people.upperBound)
      // Where the protocol may decide, what it decided is what was to be expected.
      expectedLines +=
        "\(page) \(events.clamped(to: bounds.events)) \(people.clamped(to: bounds.people))\n"
      foundLines += "\(page) \(events) \(people)\n"
      if !bounds.events.contains(events) || !bounds.people.contains(people) {
        fleet.find(
          "page \(page): \(bounds.events.text) engagements of \(bounds.people.text) people have to "
            + "count, and \(events) of \(people) do")
      }
    }
    report.digests.countsExpected = Digest(of: Array(expectedLines.utf8)).description
    report.digests.countsFound = Digest(of: Array(foundLines.utf8)).description
  }

  /// What each report counts for, told from the log alone, adds up to what the folds say.
  private func judgeContributions() throws {
    let cloud = fleet.cloud.aggregator
    let pages = fleet.ledger.bounds().keys.sorted()
    let ledger = try cloud.contributions(to: Set(try pages.map(tag(of:))))
    for page in pages {
      let tag = try tag(of: page)
      guard ledger.figures(of: tag) != cloud.folds.figures(of: tag) else { continue }
      fleet.find("page \(page): its contributions do not add up to what is counted")
    }
  }

  private func judgePublicItems(_ report: inout DrillReport) throws {
    let threshold = Int(fleet.plan.threshold)
    let entries = try fleet.cloud.aggregator.folds.publicEntries()
    let shown = Dictionary(uniqueKeysWithValues: entries.map { ($0.tag, $0.item.title) })
    for (page, bounds) in fleet.ledger.bounds().sorted(by: { $0.key < $1.key }) {
      let title = shown[try tag(of: page)]
      let isShown = title != nil
      if let title, bounds.people(title: title) < threshold {
        fleet.find(
          "page \(page) is public as \(title), which \(bounds.people(title: title)) people saw")
      }
      if isShown, bounds.people.upperBound < threshold {
        if bounds.everyone >= threshold { report.resurrected += 1 }
        fleet.find("page \(page) is public, with \(bounds.people.upperBound) people at most")
      }
      if !isShown, bounds.people.lowerBound >= threshold {
        report.lost += 1
        fleet.find("page \(page) is not public, with \(bounds.people.lowerBound) people")
      }
    }
  }

  /// A device finds what it holds, and nothing that was deleted on it.
  ///
  /// A device whose journal and index are those of the base was judged there.
  func judgeIndexes() throws {
    for device in fleet.everybody where device.isAlive && !isAsInBase(device) {
      defer { device.end() }
      let process = try device.process(now: fleet.now)
      let held = (fleet.ledger.held[device.place] ?? []).sorted()
      var expected: Set<String> = []
      for place in held {
        let fact = fleet.ledger.facts[place]
        if fact.kind != .deleted {
          expected.insert(fact.page)
        } else {
          expected.remove(fact.page)
        }
      }
      let found = Set(
        try process.search("page", now: fleet.now, limit: 10_000).map(\.uniqueIdentifier))
      if found != expected {
        fleet.find(
          "\(device.name) finds \(found.sorted()), and its apps gave it \(expected.sorted())")
      }
    }
  }

  private func isAsInBase(_ device: DrillDevice) -> Bool {
    fleet.disk.isAsForked(device.paths.private) && fleet.disk.isAsForked(device.paths.index)
      && fleet.disk.bytes(of: device.paths.private + "-wal") == nil
  }

  private func judgeCloud(_ report: inout DrillReport) throws {
    let cloud = fleet.cloud.aggregator
    report.digests.cloudMaintained = try cloud.folds.stateDigest().description
    try cloud.rebuild()
    report.digests.cloudRebuilt = try cloud.folds.stateDigest().description
    if report.digests.cloudMaintained != report.digests.cloudRebuilt {
      fleet.find("the cloud's state made anew from its log is another one")
    }
    for finding in cloud.verifyLog()?.findings ?? [] { fleet.find(finding.meaning) }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}
