internal import JournalFormat
internal import JournalStore
internal import Sync

/// Contents that the cloud asks for.
extension DeviceSync {
  /// Answers each wanted content with a content report, or has the machine say that it is gone:
  /// also when its deletion is journaled and the gate has not come to it.
  ///
  /// - Parameter isLate: whether the cloud may have asked before it heard what it was sent since.
  func answer(_ wanted: [WantedContent], isLate: Bool, now: Timestamp) throws(DeviceError) {
    guard let shared, !wanted.isEmpty else { return }
    try gate(shared).run()
    for content in wanted {
      let answer = try SharedJournal.report(content, device, shared, now: now) {
        // What the cloud could not take is not made again.
        !isLate && $0 <= machine.acknowledged && !machine.parked.contains($0)
      }
      if answer == .gone { machine.noteGone(content) }
    }
    machine.grew(to: try head(), now: now, isUrgent: true, using: &device.random)
  }

  func tell(_ gone: [WantedContent], now: Timestamp) throws(DeviceError) -> Outgoing {
    let grant = try grant()
    let request = WantedRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: cloudTime(at: now), gone: gone, key: key)
    return outgoing(machine.began(telling: gone.count, now: now), .wanted(request))
  }
}
