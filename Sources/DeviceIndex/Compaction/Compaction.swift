package import JournalFormat
package import JournalStore
internal import SQLite

/// Reads a device's journals for what nothing needs any more. Changes nothing, so it can be had
/// beside the device in use.
package struct Compaction {
  let privateJournal: Journal
  /// Nil before the enrolment.
  let shared: Journal?
  private var planner = CompactionPlanner()
  private var nextNumber: UInt64 = 0

  package init(privateJournal: Journal, shared: Journal?) {
    self.privateJournal = privateJournal
    self.shared = shared
  }

  /// What a compaction at `now` would do.
  package static func plan(
    privateJournal: Journal, shared: Journal?, limits: CompactionLimits, now: Timestamp
  ) throws(DeviceError) -> CompactionPlan {
    var compaction = Compaction(privateJournal: privateJournal, shared: shared)
    let expiries = try compaction.expiries(at: now)
    func foresee(_ events: [JournalEvent]) throws(DeviceError) {
      for event in events {
        try compaction.planner.read(
          event, number: compaction.nextNumber, time: now, payloadByteCount: 0)
      }
    }
    try foresee(expiries.map(JournalEvent.expired))
    try foresee(compaction.planner.sums().map(JournalEvent.shown))
    var plan = try compaction.plan(limits, now: now)
    plan.expiries = expiries
    // What would be journaled first has no entry yet.
    plan.redactions.removeAll { $0.number.rawValue >= compaction.nextNumber }
    return plan
  }

  /// What has to be journaled as expired before it can go.
  mutating func expiries(at now: Timestamp) throws(DeviceError) -> [JournalItemsExpired] {
    try readOn()
    return planner.expiries(at: now)
  }

  /// What has to be journaled of lists of which nothing was opened before these can go.
  mutating func sums() throws(DeviceError) -> [JournalResultsShown] {
    try readOn()
    return planner.sums()
  }

  mutating func plan(
    _ limits: CompactionLimits, now: Timestamp
  ) throws(DeviceError) -> CompactionPlan {
    try readOn()
    guard let shared else { return planner.plan(FilterNeeds(now: now)) }
    let tables = FilterTables(connection: shared.connection)
    return try DeviceError.translating(as: .journal) {
      let checkpoint = try tables.checkpoint(of: shared, reading: privateJournal)
      let needs = try tables.needs(limits, checkpoint, now: now)
      var plan = planner.plan(needs)
      plan.withdrawnContents = try withdrawnContents(shared, endorsed: needs.contents)
      let floor = shared.floor.number
      plan.pruneThrough = max(floor, min(limits.prunable, try shared.head().number))
      plan.prunedCount = plan.pruneThrough - floor
      return plan
    }
  }

  private mutating func readOn() throws(DeviceError) {
    var reached = nextNumber
    var planner = planner
    let remnants = Remnants(of: privateJournal)
    try privateJournal.forEach(
      from: reached, refuse: { DeviceError(.journal, $0.message, cause: $0) }
    ) { row throws(DeviceError) in
      reached = row.number.rawValue + 1
      let event = try DeviceError.translating(as: .journal) { try remnants.event(of: row) }
      guard let event else { return .next }
      try planner.read(
        event, number: row.number.rawValue, time: row.time,
        payloadByteCount: row.payload?.count ?? 0)
      return .next
    }
    self.planner = planner
    nextNumber = reached
  }

  /// Content reports whose words nobody of this device endorses any more.
  private func withdrawnContents(
    _ shared: Journal, endorsed: Set<ContentDigest>
  ) throws -> [SequenceNumber] {
    var found: [SequenceNumber] = []
    try shared.forEach(from: 1, refuse: { $0 as any Error }) { row in
      guard row.kind == .report(.content), let payload = row.payload,
        case .content(let item, _) = try Report(kind: row.kind, payload: [UInt8](payload)),
        !endorsed.contains(item.digest)
      else { return .next }
      found.append(row.number)
      return .next
    }
    return found
  }
}
