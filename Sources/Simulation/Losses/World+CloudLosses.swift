internal import CloudAggregator
internal import JournalFormat

/// The cloud goes back, as the schedule says; and what it counts is looked at on the way.
extension World {
  /// So many groups of the trace have happened.
  func cloudReached(group: Int) throws {
    guard let losses else { return }
    if losses.schedule.cloudFates.contains(where: { $0.copy == group }) { try copyCloud() }
    if losses.schedule.cloudFates.contains(where: { $0.restore == group }) { try restoreCloud() }
    if group.isMultiple(of: losses.lookInterval) { lookAtCounts() }
  }

  private func copyCloud() throws {
    guard let localCloud, let lives = losses?.lives else { return }
    let snapshot = try localCloud.makeSnapshot(now: now)
    losses?.cloudCopy = Losses.CloudCopy(
      snapshot: snapshot, receiptCounts: lives.mapValues(\.receipts.count))
  }

  private func restoreCloud() throws {
    guard let localCloud, let copy = losses?.cloudCopy else { return }
    try localCloud.goBack(to: copy.snapshot, now: now)
    for place in losses?.lives.keys.sorted() ?? [] {
      losses?.lives[place]?.receipts.forget(after: copy.receiptCounts[place] ?? 0)
    }
    losses?.cloudCopy = nil
    losses?.cloudRestoreCount += 1
    ledger.cloudWentBack()
    lookAtCounts()
    everybodyBeginsAnew()
  }

  /// Nobody is told that the cloud went back: before a day is over, the process of each device has
  /// ended and begun again, and asks.
  func everybodyBeginsAnew() {
    for (place, device) in devices.enumerated() where !isGone(place) {
      device.agenda.beginsAnew = true
      // Anyone who is about to record something is woken after that. What is on its way to a device
      // wakes nobody: it may be the answer to a message that came twice, and be lost.
      if device.agenda.nextWake == nil, device.agenda.recordsAhead == 0 {
        schedule(wake: place, at: nextSync())
      }
      handOver(place)
    }
  }

  /// Has everybody begin again when contents are wanted still: anyone who was asked for one may be
  /// lost, and who else has it may have nothing to say of its own. People open a device now and
  /// then; here they do while it helps.
  func callsForContents() -> Bool {
    let wanted = cloud?.projections.wantedCount ?? 0
    guard losses != nil, wanted > 0, wanted != losses?.wantedAtCall else { return false }
    losses?.wantedAtCall = wanted
    everybodyBeginsAnew()
    return true
  }

  func isGone(_ place: Int) -> Bool { losses?.lives[place]?.successor != nil }

  /// Nothing may ever count more often than it happened.
  func lookAtCounts() {
    guard let cloud else { return }
    let bounds = ledger.bounds()
    for (tag, count) in cloud.projections.counts().sorted(by: { $0.key < $1.key }) {
      let bound = bounds[tag] ?? (0, 0)
      guard count.events > bound.events || Int(count.distinct) > bound.devices else { continue }
      losses?.tooHigh.append(
        "on \(now.day) tag \(tag) counted \(count.events) engagements of \(count.distinct) "
          + "devices, and \(bound.events) of \(bound.devices) had happened")
    }
    losses?.lookCount += 1
  }
}
