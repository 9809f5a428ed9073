internal import JournalFormat
internal import JournalStore
internal import Sync

/// Contents that the cloud asks for.
extension DeviceSync {
  /// Answers each wanted content with a content report, or remembers to say that it is gone: also
  /// when its deletion is journaled and the gate has not come to it.
  func answer(_ wanted: [WantedContent], now: Timestamp) throws(DeviceError) {
    guard let shared, !wanted.isEmpty else { return }
    try SharedJournal.gate(device, shared).run()
    for content in wanted {
      let answer = try SharedJournal.report(content, device, shared, now: now)
      if answer == .gone, !gone.contains(content) { gone.append(content) }
    }
    if !gone.isEmpty { machine.noteGone() }
    machine.grew(to: try head(), now: now, isUrgent: true, using: &device.random)
  }

  /// More than these go with the next request.
  private static let goneCountMax = 1_024

  func tellGone(now: Timestamp) throws(DeviceError) -> Outgoing {
    let grant = try grant()
    let told = Array(gone.prefix(Self.goneCountMax))
    goneCountSent = told.count
    let request = WantedRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: cloudTime(at: now), gone: told, key: key)
    return began(.wanted(request), now: now)
  }

  /// The cloud was told what is gone.
  func heard(_ news: CloudNews, now: Timestamp) throws(DeviceError) {
    gone.removeFirst(min(goneCountSent, gone.count))
    goneCountSent = 0
    machine.heard(news, isAll: gone.isEmpty)
    try answer(news.wanted, now: now)
  }
}
