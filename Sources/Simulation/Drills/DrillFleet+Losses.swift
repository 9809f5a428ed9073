internal import DeviceIndex
internal import JournalFormat

/// Parts of a device that are lost alone.
extension DrillFleet {
  func loseWitness(_ device: DrillDevice) throws {
    device.end()
    try device.replaceWitness(by: nil)
    note("the witness of \(device.name) is lost", .lost)
  }

  func loseIndex(_ device: DrillDevice) throws {
    device.end()
    try files.remove(device.paths.index)
    note("the index of \(device.name) is deleted", .lost)
  }

  #if Sabotage
    /// Something happens that the ledger is not told of.
    func inventReports() throws {
      guard let device = living.first else { return }
      let events = [try DrillEvent.activity("invented"), DrillEvent.engagement("invented")]
      try device.process(now: now).record(events, at: now)
      device.end()
    }
  #endif

  func loseOutbox(_ device: DrillDevice) throws {
    device.end()
    try files.remove(device.paths.shared)
    note("the shared journal of \(device.name) is lost", .lost)
  }
}
