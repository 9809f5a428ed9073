internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// Compares what there is with what really happened.
extension FaultWorld {
  /// Holds at every moment.
  func expectNothingTooHigh() {
    guard let process = cloud.process else { return }
    for finding in ledger.findingsTooHigh(figures(process)) { violate(5, finding) }
  }

  /// What the cloud counts, of all that it knows.
  private func figures(_ process: Aggregator) -> [String: DrillFigures] {
    var found: [String: DrillFigures] = [:]
    for (tag, count) in process.folds.counts() {
      found[page(of: tag)] = DrillFigures(events: Int(count.events), people: Int(count.distinct))
    }
    return found
  }

  /// The page of a tag; the tag itself where no page has it.
  private func page(of tag: Tag) -> String { pages[tag] ?? "tag:\(tag)" }

  func judgeEnd() throws {
    guard let process = cloud.process else { return violate(12, "the cloud does not run") }
    try judgeCounts(process)
    for finding in process.verifyLog()?.findings ?? [] { violate(3, finding.meaning) }
    let before = try process.folds.stateDigest()
    try process.rebuild()
    if try process.folds.stateDigest() != before {
      violate(9, "the cloud's state made anew from its log is another one")
    }
    for device in devices where device.isAlive { try judgeIndex(device) }
  }

  private func judgeCounts(_ process: Aggregator) throws {
    var report = DrillReport(
      name: "", summary: "", promises: [], seed: 0, devices: 0, notChecked: [], again: "")
    var figures = figures(process)
    for entry in try process.folds.publicEntries() {
      figures[page(of: entry.tag), default: DrillFigures()].isPublic = true
    }
    report.judge(figures, by: ledger, threshold: Int(plan.knobs.threshold)) { violate(5, $0) }
  }

  private func judgeIndex(_ device: FaultDevice) throws {
    guard let process = device.process else { return }
    let expected = ledger.items(in: ledger.held[device.place] ?? [])
    let found = Set(
      try process.search("page", now: now, limit: 10_000).map(\.uniqueIdentifier))
    guard found != expected else { return }
    violate(
      11, "it finds \(found.sorted()), and its apps gave it \(expected.sorted())",
      device: device.place)
  }
}
