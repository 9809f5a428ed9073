internal import JournalFormat

/// What is done to the cloud of a drill.
extension DrillFleet {
  /// A snapshot of the cloud, and what it holds.
  struct CloudSnapshot {
    let path: String
    let facts: Set<Int>
    let witness: [UInt8]?
  }

  func snapshotCloud() throws -> CloudSnapshot {
    let path = try cloud.snapshot(now: now)
    note("a snapshot of the cloud is taken")
    return CloudSnapshot(path: path, facts: ledger.inCloud, witness: cloud.witness.bytes)
  }

  enum WitnessFate { case isKept, isBehind, isLost }

  func restoreCloud(
    to snapshot: CloudSnapshot, witness: WitnessFate = .isKept, acceptsLoss: Bool = false
  ) throws {
    try measure("restore the cloud") { try cloud.restore(snapshot.path, now: now) }
    switch witness {
    case .isKept: break
    case .isBehind: cloud.witness.put(snapshot.witness)
    case .isLost: cloud.witness.put(nil)
    }
    ledger.cloudWentBack(to: snapshot.facts, keepsWithdrawals: witness == .isKept, at: now)
    cloudSetbacks += 1
    note("the cloud is restored from a snapshot")
    try measure("open the cloud") { try cloud.start(acceptsLoss: acceptsLoss, now: now) }
  }

  /// The process of the cloud ends and begins again.
  func crashCloud() throws {
    try cloud.stop()
    note("the cloud's process is killed")
    try measure("open the cloud") { try cloud.start(now: now) }
  }

  /// Log, folds and witness are gone; the keys are elsewhere, and are there.
  func loseCloud() throws {
    try cloud.lose()
    ledger.cloudWentBack(to: [], keepsWithdrawals: false, at: now)
    cloudSetbacks += 1
    note("the cloud loses everything but its keys")
    try measure("open the cloud") { try cloud.start(now: now) }
  }
}
