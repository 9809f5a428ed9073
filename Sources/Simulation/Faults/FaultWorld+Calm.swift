internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import Sync

/// No more faults: everything that can come to rest does, or says why not.
extension FaultWorld {
  /// How often everybody is begun again: who is told late that the cloud went back, or is asked for
  /// words, needs another beginning.
  private static let roundsMax = 6

  func comeToRest() throws {
    isCalm = true
    stormUntil = nil
    cloud.disk.heal()
    beginCloud()
    tell(nil, "no more faults")
    for device in devices where device.isAlive {
      device.disk.heal()
      device.partitions = []
      device.pausedUntil = nil
    }
    for _ in 0..<Self.roundsMax {
      for device in devices where device.isAlive {
        device.end()
        schedule(beginOf: device, at: now)
      }
      try letTimePass()
      guard violations.isEmpty, pending() != nil else { break }
      // Who was asked for words and is gone is waited for no longer than that.
      now = now.advanced(byMilliseconds: 86_400_000)
    }
    if violations.isEmpty, let reason = pending() {
      violate(12, reason.what, device: reason.device)
    }
  }

  /// Three sync intervals, and the longest delay between two attempts.
  private func letTimePass() throws {
    let end = now.advanced(
      byMilliseconds: 3 * plan.knobs.syncIntervalMilliseconds + 3 * 6 * 3_600_000)
    while violations.isEmpty, let next = queue.nextTime, next <= end { try proceed() }
  }

  /// Why not everything is at rest; nil: it is.
  private func pending() -> (what: String, device: Int?)? {
    guard let process = cloud.process else { return ("the cloud does not run", nil) }
    for device in devices where device.isAlive {
      guard let machine = device.process?.openedMachine else {
        return ("it does not run", device.place)
      }
      if machine.phase != .ready || machine.acknowledged != machine.head || device.hasNews {
        return (
          "\(machine.acknowledged) of \(machine.head) reports are acknowledged, phase "
            + "\(machine.phase.name): \(machine.lastError ?? "no error")", device.place
        )
      }
    }
    let wanted = process.folds.wantedCount
    return wanted > 0 ? ("\(wanted) contents are wanted and do not come", nil) : nil
  }
}
