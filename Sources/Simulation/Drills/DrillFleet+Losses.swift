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

  func loseOutbox(_ device: DrillDevice) throws {
    device.end()
    try files.remove(device.paths.shared)
    note("the shared journal of \(device.name) is lost", .lost)
  }
}
