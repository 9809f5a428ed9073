internal import DeviceIndex
internal import SQLite

/// Processes that end in the middle of something, and the power that goes.
extension DrillFleet {
  /// More changes than any recovery of one device makes.
  private static let changesMax = 1_000

  /// Runs a recovery in one fork of this moment after another. In each the disk fails one change
  /// later, every process ends there, and the recovery is run again; then everything has to be as
  /// it should. Continues as the fork in which nothing failed.
  ///
  /// - Parameters:
  ///   - isTorn: whether half of the first write that fails is on the disk.
  ///   - recovery: devices are those of the fleet that it is given.
  func endAtEachChange(
    of what: String, isTorn: Bool = false, _ recovery: (DrillFleet) throws -> Void
  ) throws {
    let moment = try DrillBase(freezing: self, castCount: devices.count)
    var found: [String] = []
    for changes in 0..<Self.changesMax {
      let fork = try DrillFleet(
        moment, diskName: "\(moment.disk.name)-\(changes)", clock: clock)
      fork.disk.fail(afterChanges: changes, isTorn: isTorn)
      let outcome = Result { try recovery(fork) }
      guard fork.disk.changesLeft == 0 else {
        fork.disk.fail(afterChanges: nil)
        become(fork)
        for finding in found { find(finding) }
        try outcome.get()
        return recordMoment("\(what) has ended at \(changes) places, and was run again each time")
      }
      found += fork.findings(since: story) { try fork.runAgain(recovery, since: story) }
        .map { "after \(changes) changes of \(what): \($0)" }
    }
    // This fleet's own cloud has ended for good.
    become(try DrillFleet(moment, diskName: "\(moment.disk.name)-again", clock: clock))
    for finding in found { find(finding) }
    find("\(what) makes more than \(Self.changesMax) changes")
  }

  /// Runs a recovery that was interrupted a second time, and looks at what it leaves.
  private func runAgain(
    _ recovery: (DrillFleet) throws -> Void, since before: DrillStory
  ) throws {
    try endProcesses()
    forget(since: before)
    if runsRecoveriesAgain { try recovery(self) }
    try DrillJudge(fleet: self).judgeMoment()
  }

  /// What is found here that was not found before; an error is found too.
  private func findings(since before: DrillStory, _ body: () throws -> Void) -> [String] {
    do { try body() } catch { find("came to no end: \(error)") }
    return story.findings.filter { !before.findings.contains($0) }
  }

  /// Runs something, and takes the power away where it ends: what was written and is not durable is
  /// gone, and no process has ended in good order.
  func losePower(after body: () throws -> Void) throws {
    disk.watchSyncs()
    try body()
    disk.fail(afterChanges: 0)
    recordMoment("the power goes", .lost)
    try endProcesses { disk.losePower() }
    #if Sabotage
      if plan.sabotage == .leavesHoles { try tearHole(in: devices[0].storage.privatePath) }
    #endif
  }

  private var runsRecoveriesAgain: Bool {
    #if Sabotage
      return plan.sabotage != .abandonsRecoveries
    #else
      return true
    #endif
  }

  #if Sabotage
    /// Something happens that the ledger is not told of.
    func inventReports() throws {
      guard let device = living.first else { return }
      let events = try PageActs.engagement("invented").flatMap(AppEvent.events)
      try device.process(now: now).record(events, at: now)
      device.end()
    }

    /// An entry is gone, and others that came after it are there.
    private func tearHole(in path: String) throws {
      let file = try Connection(path: path, mode: .readWrite, vfs: disk.name)
      try file.execute("DELETE FROM entries WHERE number = 2")
    }
  #endif

  /// Ends every process without letting it write anything more, and begins the cloud's again.
  private func endProcesses(_ meanwhile: () -> Void = {}) throws {
    for device in devices { device.end() }
    try cloud.stop()
    disk.fail(afterChanges: nil)
    meanwhile()
    try openCloud()
  }
}
