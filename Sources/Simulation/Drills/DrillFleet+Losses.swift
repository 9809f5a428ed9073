internal import DeviceIndex
internal import JournalFormat

/// Parts of a device that are lost alone.
extension DrillFleet {
  func loseWitness(_ device: SimulatedDevice) throws {
    device.end()
    try device.replaceWitness(by: nil)
    note("the witness of \(device.name) is lost", .lost)
  }

  func loseIndex(_ device: SimulatedDevice) throws {
    device.end()
    try files.remove(device.storage.indexPath)
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

  func loseOutbox(_ device: SimulatedDevice) throws {
    device.end()
    try files.remove(device.storage.sharedPath)
    note("the shared journal of \(device.name) is lost", .lost)
  }
}
