internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Search

/// What is done to keep files small and whole: compactions, backups, and apps that give again.
extension FaultWorld {
  // MARK: Devices

  func performUpkeep(_ step: FaultStep, on device: FaultDevice) {
    // A process that is down or stands still does nothing.
    guard device.downUntil == nil, device.pausedUntil.map({ $0 <= now }) ?? true else { return }
    tell(device.place, step.kind.rawValue)
    if step.kind == .compact { compact(device) } else { reindex(device, step) }
  }

  private func compact(_ device: FaultDevice) {
    guarding(device) {
      let process = try opened(device)
      let sync = try process.sync(now: localTime(of: device))
      guard let shared = sync.shared else { return }
      let limits = CompactionLimits(sync.witness, epoch: shared.identity.epoch)
      device.looksForExpiries(at: localTime(of: device))
      _ = try process.compact(limits, now: localTime(of: device))
      try AppSteps(world: self).noteGone(on: device, process)
      try noteCommitted(device)
    }
  }

  private func reindex(_ device: FaultDevice, _ step: FaultStep) {
    guarding(device) {
      let process = try opened(device)
      let target = ReindexTarget(app: ledger.app, indexName: "")
      _ = try process.reindex.request(
        .all, of: target, because: .operator, at: localTime(of: device))
      try noteCommitted(device)
    }
    takeAnswer(step, from: device)
  }

  /// An app has been asked, and answers as the step says.
  func takeAnswer(_ step: FaultStep, from device: FaultDevice) {
    switch step.answer ?? .never {
    case .right: answerRequests(device, forgetting: false)
    case .wrong:
      count(.wrongApp)
      answerRequests(device, forgetting: true)
    case .late:
      count(.lateApp)
      queue.schedule(
        .lateAnswer(device: device.place), at: now.advanced(byMilliseconds: step.milliseconds ?? 0))
    case .never: count(.silentApp)
    }
  }

  /// The app gives all that it has, or all but one of its items, to every request that is open.
  func answerRequests(_ device: FaultDevice, forgetting: Bool) {
    guard device.isAlive, device.downUntil == nil, device.pausedUntil.map({ $0 <= now }) ?? true
    else { return }
    guarding(device) {
      let process = try opened(device)
      let local = localTime(of: device)
      device.looksForExpiries(at: local)
      try process.reindex.review(at: local)
      try AppSteps(world: self).noteGone(on: device, process)
      var events = try events(ofAppOn: device)
      let forgotten = forgetting ? try itemToForget(process, of: events) : nil
      if let forgotten { events[forgotten] = nil }
      try process.record(events.sorted { $0.key < $1.key }.map(\.value), at: local)
      for request in try process.reindex.openRequests() where request.target.app == ledger.app {
        if let forgotten {
          device.attempt = .init(
            doing: .fact(FaultFact(kind: .deleted, page: forgotten)),
            head: try process.privateJournal.head().number)
        }
        try process.reindex.complete(request.name, at: local)
        if let attempt = device.attempt {
          device.attempt = nil
          journaled(attempt.doing, on: device)
        }
      }
      try AppSteps(world: self).answerRequests(device, process, forgetting: forgetting)
      try noteCommitted(device)
      tell(device.place, "its app gives \(events.count) items again")
    }
  }

  /// One of the items that an open request waits for: what was given since it was made stays.
  private func itemToForget(
    _ process: Device, of events: [String: JournalEvent]
  ) throws -> String? {
    var found: [String] = []
    try process.reindex.forEachUnconfirmedItem { _, id in
      if id.hasPrefix("k"), events[id] != nil { found.append(id) }
    }
    return found.min()
  }

  /// What the app on a device would give, by identifier: it has what the device was given.
  private func events(ofAppOn device: FaultDevice) throws -> [String: JournalEvent] {
    let held = ledger.held[device.place] ?? []
    var events: [String: JournalEvent] = [:]
    for id in ledger.items(in: held).sorted() {
      let last = held.filter { ledger.facts[$0].page == id }.max()
      guard let fact = last.map({ ledger.facts[$0] }) else { continue }
      events[id] =
        fact.kind == .kept ? try privateItem(id) : try DrillEvent.activity(id, title: fact.title)
    }
    return events
  }

  // MARK: The cloud

  func performOnBackups(_ step: FaultStep) throws {
    switch step.kind {
    case .cloudSnapshot:
      guard cloud.process != nil else { return }
      guarding(cloud) { try cloud.snapshot(step.name ?? "", holding: ledger.cloudMark) }
      beginCloud()
    case .cloudBackup:
      guard cloud.process != nil else { return }
      guarding(cloud) { try cloud.backUp(holding: ledger.cloudMark) }
      beginCloud()
      guarding(cloud) { try cloud.tellBackups(now: now) }
    case .cloudBackupLost:
      guard cloud.loseNewestBackup() else { return }
      count(.cloudBackupLost)
      guarding(cloud) { try cloud.tellBackups(now: now) }
    case .cloudRestore:
      guard let snapshot = cloud.wayBack(step.name) else { return }
      count(.cloudRestore)
      try cloud.restore(snapshot)
      for checker in checkers { checker.cloudWentBack(in: self) }
      ledger.cloudWentBack(to: snapshot.mark, keepsWithdrawals: true, at: now)
      beginCloud()
    default: break
    }
  }
}
