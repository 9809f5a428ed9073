internal import DeviceIndex
internal import JournalFormat
internal import Sync
internal import TraceLines

/// Losses of devices, as the schedule says.
extension World {
  /// The device has done what a group of the trace says, and a copy of it, if there is one, its
  /// part.
  func performed(_ events: [TraceEvent], by place: Int) throws {
    guard losses != nil, let name = events.first?.device else { return }
    try noteInApps(events, name)
    try noteInLife(events, of: place, name)
    losses?.groupCount += 1
    try cloudReached(group: losses?.groupCount ?? 0)
  }

  private func noteInApps(_ events: [TraceEvent], _ name: String) throws {
    guard losses?.touches(name) == true else { return }
    for event in events {
      let journaled = try event.journaled()
      losses?.apps[name, default: AppData()].record(journaled)
    }
  }

  private func noteInLife(_ events: [TraceEvent], of place: Int, _ name: String) throws {
    guard let fate = losses?.schedule.fates[name] else { return }
    // What a later life does is its own.
    guard let before = losses?.lives[place]?.groupCount, !isGone(place) else { return }
    let count = before + 1
    losses?.lives[place]?.groupCount = count
    if losses?.lives[place]?.copy != nil {
      losses?.lives[place]?.givenSince += events.filter(\.isOfApp)
    }
    if fate.copy.group == count {
      queue.schedule(.copy(device: place), at: now.advanced(by: fate.copy))
    }
    if let loss = fate.loss, loss.group == count {
      queue.schedule(.loss(device: place), at: now.advanced(by: loss))
    }
  }

  // MARK: Copies

  /// A device's first life begins.
  func beginLife(_ place: Int, _ name: String) {
    guard let fate = losses?.schedule.fates[name] else { return }
    losses?.lives[place] = Losses.Life(name: name, fate: fate)
    if fate.loss != nil { ledger.follow(place) }
  }

  func copyIsDue(_ place: Int) throws {
    guard let life = losses?.lives[place] else { return }
    let copy = try copy(of: place)
    guard life.fate.loss == nil else {
      losses?.lives[place]?.copy = copy
      return
    }
    let witness = life.fate.keepsWitness ? devices[place].witness.bytes : nil
    let twin = try goOn(place, as: life.name + " (copy)", copy, witness: witness)
    losses?.twins[place] = twin
    losses?.clonedCount += 1
  }

  /// Closed files are consistent; the process continues as if nothing had been.
  private func copy(of place: Int) throws -> Losses.DeviceCopy {
    let device = devices[place]
    _ = try worker.perform(.park, by: device)
    return Losses.DeviceCopy(
      files: device.files, entryCount: device.entryCount,
      engagementCount: ledger.engagementCount(of: place), known: ledger.state(of: place))
  }

  /// A device continues from a copy, on other files.
  private func goOn(
    _ place: Int, as name: String, _ copy: Losses.DeviceCopy, witness: [UInt8]?
  ) throws -> Int {
    let next = addDevice(name)
    let device = devices[next]
    device.agenda.worksAhead = false
    device.entryCount = copy.entryCount
    try device.become(copy.files, witness: witness)
    if let known = copy.known { ledger.resume(place, as: next, from: known) }
    hasNews(next)
    return next
  }

  /// Apps give everything to both of a device and its copy; what people do, they do on one.
  func dealt(_ events: [TraceEvent], _ place: Int) -> [(place: Int, events: [TraceEvent])] {
    guard let twin = losses?.twins[place] else { return [(place, events)] }
    let isOnTwin = losses?.dice.below(2) == 1
    let parts = [
      (place, isOnTwin ? events.filter(\.isOfApp) : events),
      (twin, isOnTwin ? events : events.filter(\.isOfApp)),
    ]
    return parts.filter { !$0.1.isEmpty }
  }

  // MARK: Losses

  func lossIsDue(_ place: Int) throws {
    guard let life = losses?.lives[place] else { return }
    losses?.lives[place]?.isLossDue = true
    switch losses?.plan.lostAt {
    case .any where !life.fate.isLostAsItSends: try lose(place)
    case .receipt where isSettled(place): try lose(place)
    default: break
    }
  }

  /// The device has said and heard what it could: is this the moment of its loss?
  func turnEnded(_ turn: DeviceTurn, of place: Int) throws {
    guard let life = losses?.lives[place], life.isLossDue, life.successor == nil else { return }
    switch losses?.plan.lostAt {
    // Who has nothing to send is lost without it.
    case .any where !turn.requests.isEmpty || !turn.isWaiting: try lose(place)
    case .receipt where isSettled(place): try lose(place)
    default: break
    }
  }

  /// Whether the cloud has acknowledged everything that happened on the device, and no older
  /// snapshot of the cloud will take its place before the device has spoken with it again.
  private func isSettled(_ place: Int) -> Bool {
    let agenda = devices[place].agenda
    guard losses?.cloudCopy == nil, !agenda.hasNews, !agenda.beginsAnew,
      let machine = devices[place].machine
    else { return false }
    return machine.phase == .ready && machine.acknowledged == machine.head
  }

  /// The device is gone with all that it has; a copy of it continues, and is given by the apps what
  /// they gave since.
  private func lose(_ place: Int) throws {
    guard let life = losses?.lives[place], let copy = life.copy else { return }
    let device = devices[place]
    _ = try worker.perform(.end, by: device)
    let witness = life.fate.keepsWitness ? device.witness.bytes : nil
    device.agenda.dies()
    for path in [device.storage.privatePath, device.storage.sharedPath] {
      try SimulatedFiles(disk).remove(path)
    }
    let next = try goOn(place, as: life.name, copy, witness: witness)
    places[life.name] = next
    if losses?.plan.lostAt == .any { ledger.mayForget(place) }
    if !life.givenSince.isEmpty {
      let turn = try worker.perform(.record(life.givenSince, at: now), by: devices[next])
      for (event, given) in zip(turn.journaled, life.givenSince) {
        ledger.record(event, device: next, time: now, line: given.line)
      }
    }
    losses?.lives[place]?.successor = next
    losses?.lives[place]?.givenSince = []
    losses?.lives[place]?.copy = Losses.DeviceCopy(
      entryCount: copy.entryCount, engagementCount: copy.engagementCount)
    losses?.restoredCount += 1
  }
}

extension DeviceTurn {
  fileprivate var isWaiting: Bool { if case .waiting = rest { true } else { false } }
}

extension TraceEvent {
  /// Whether an app gave it, and gives it again after a loss; else a person did it.
  fileprivate var isOfApp: Bool { if case .engage = action { false } else { true } }
}

extension Timestamp {
  fileprivate func advanced(by moment: LossSchedule.Moment) -> Timestamp {
    advanced(byMilliseconds: moment.delayMilliseconds)
  }
}
