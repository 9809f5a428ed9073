/// Processes that end in the middle of something, and the power that goes.
extension DrillFleet {
  /// More changes than any recovery of one device makes.
  private static let changesMax = 1_000

  /// Runs a recovery in one fork of this moment after another. In each the disk fails one change
  /// later, every process ends there, and the recovery is run again; then everything has to be as
  /// it should. Goes on as the fork in which nothing failed.
  ///
  /// - Parameters:
  ///   - isTorn: whether half of the first write that fails is on the disk.
  ///   - recovery: devices are those of the fleet that it is given.
  func endAtEachChange(
    of what: String, isTorn: Bool = false, _ recovery: (DrillFleet) throws -> Void
  ) throws {
    let moment = try DrillBase(freezing: self, castCount: devices.count)
    for changes in 0..<Self.changesMax {
      let fork = try DrillFleet(
        moment, diskName: "\(moment.disk.name)-\(changes)", clock: clock)
      fork.disk.fail(afterChanges: changes, isTorn: isTorn)
      let outcome = Result { try recovery(fork) }
      if fork.disk.changesLeft != 0 {
        fork.disk.fail(afterChanges: nil)
        become(fork)
        try outcome.get()
        return note("\(what) has ended at \(changes) places, and was run again each time")
      }
      try fork.endProcesses()
      fork.forgetFindings(after: story.timeline.count)
      try recovery(fork)
      try DrillJudge(fleet: fork).judgeMoment()
      for finding in fork.story.findings { find("after \(changes) changes of \(what): \(finding)") }
    }
    find("\(what) makes more than \(Self.changesMax) changes")
  }

  /// Runs something, and takes the power away where it ends: what was written and is not durable is
  /// gone, and no process has ended in good order.
  func losePower(after body: () throws -> Void) throws {
    disk.watchSyncs()
    try body()
    disk.fail(afterChanges: 0)
    note("the power goes", .lost)
    try endProcesses { disk.losePower() }
  }

  /// Ends every process without letting it write anything more, and begins the cloud's again.
  private func endProcesses(_ meanwhile: () -> Void = {}) throws {
    for device in devices { device.end() }
    try cloud.stop()
    disk.fail(afterChanges: nil)
    meanwhile()
    try measure("open the cloud") { try cloud.start(now: now) }
  }
}
