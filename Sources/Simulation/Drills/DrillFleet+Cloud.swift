internal import CloudAggregator
internal import JournalFormat
internal import JournalStore

/// What is done to the cloud of a drill.
extension DrillFleet {
  /// A snapshot of the cloud, and what it holds.
  struct CloudSnapshot {
    let path: String
    let head: Journal.Position
    let mark: DrillLedger.CloudMark
    let witness: [UInt8]?
  }

  func snapshotCloud() throws -> CloudSnapshot {
    let made = try cloud.makeSnapshot(now: now)
    recordMoment("a snapshot of the cloud is taken", .saved)
    return CloudSnapshot(
      path: made.path, head: made.head, mark: ledger.cloudMark, witness: cloud.witness?.bytes)
  }

  /// From now on the snapshot is the oldest backup that the cloud may be restored from: devices
  /// hear that they may let go of what it holds, and of nothing else.
  func keepBackup(_ snapshot: CloudSnapshot) throws {
    try cloud.running.recordBackup(snapshot.head, now: now)
    recordMoment("the cloud's backups hold its log up to \(snapshot.head.number)")
  }

  enum WitnessFate { case isKept, isBehind, isLost }

  func restoreCloud(
    to snapshot: CloudSnapshot, witness: WitnessFate = .isKept, acceptsLoss: Bool = false
  ) throws {
    try measure("restore the cloud") { try cloud.restore(snapshot.path, now: now) }
    switch witness {
    case .isKept: break
    case .isBehind: cloud.witness?.put(snapshot.witness)
    case .isLost: cloud.witness?.put(nil)
    }
    ledger.cloudWentBack(to: snapshot.mark, keepsWithdrawals: witness == .isKept, at: now)
    cloudSetbacks += 1
    recordMoment("the cloud is restored from a snapshot", .recovered)
    try openCloud(acceptsLoss: acceptsLoss)
  }

  /// Begins the process of a cloud that is down.
  func openCloud(acceptsLoss: Bool = false) throws {
    #if Sabotage
      if plan.sabotage == .damagesLog {
        _ = disk.put(Array("Not a log.".utf8), at: cloud.storage.logPath)
      }
    #endif
    try measure("open the cloud") { try cloud.start(acceptsLoss: acceptsLoss, now: now) }
  }

  /// The process of the cloud ends and begins again.
  func crashCloud() throws {
    try cloud.stop()
    recordMoment("the cloud's process is killed", .lost)
    try openCloud()
  }

  /// The cloud keeps, and shows, what two sides said under one number.
  func expectIncident(known: Journal.Position?, sent: Journal.Position?) throws {
    guard let known, let sent, known.number == sent.number, known.digest != sent.digest else {
      return find("the two do not differ under one number")
    }
    let kept = try cloud.running.projections.incidents(limit: 1_000).rows.contains {
      $0.last == known.number && $0.known == known.digest.description
        && $0.sent == sent.digest.description
    }
    if !kept { find("the cloud keeps no incident of report \(known.number) with both digests") }
  }

  /// The cloud says under how many numbers nobody can bring it a report any more.
  func expectHole(of count: UInt64) throws {
    let found = try cloud.running.status().missingNumbers
    guard found != count || count == 0 else { return }
    find(
      "the cloud says that it lacks \(Figure.count(found, "report")) which their devices have let "
        + "go of, and it lacks \(count)")
  }

  /// Exactly these are gone for good, all of one page and each acknowledged once.
  func expectLoss(of events: Int, page: String) {
    let loss = ledger.loss
    guard loss.events != events || loss.gone.contains(where: { $0.page != page }) else { return }
    find(
      Figure.count(loss.events, "event is", "events are")
        + " gone, and \(events) of page \(page) have to be")
  }

  /// Also where no device and no log has the deletion itself any more.
  func expectHidden(_ page: String) throws {
    if try DrillJudge(fleet: self).isPublic(page) { find("page \(page) is public again") }
  }

  func rebuildCloud() throws {
    try cloud.running.rebuild()
    recordMoment("the cloud's projections are rebuilt")
  }

  /// Log, projections and witness are gone; the keys are elsewhere, and are there.
  func loseCloud() throws {
    try cloud.lose()
    ledger.cloudWentBack(to: .nothing, keepsWithdrawals: false, at: now)
    cloudSetbacks += 1
    recordMoment("the cloud loses everything but its keys", .lost)
    try openCloud()
  }
}
