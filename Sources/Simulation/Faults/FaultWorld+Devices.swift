internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// What devices do, and what is done to them.
extension FaultWorld {
  @discardableResult
  func addDevice(of person: Int?) -> FaultDevice {
    let place = devices.count
    var seeds = SplitMix64(plan.seed ^ UInt64(place + 1) &* 0xD1B5_4A32_D192_ED03)
    var configuration = configuration
    configuration.batchDelayMilliseconds = plan.knobs.batchDelay(of: place, seed: plan.seed)
    let device = FaultDevice(
      place: place, person: person ?? place, diskName: "\(diskName)-\(place)", seed: seeds.next(),
      writer: batchWriter, configuration: configuration, plan: plan)
    devices.append(device)
    return device
  }

  func localTime(of device: FaultDevice) -> Timestamp {
    now.advanced(byMilliseconds: device.clockOffset(at: now))
  }

  // MARK: People and apps

  /// Has something happen on a device in one transaction.
  func record(_ acts: [AppAct], on device: FaultDevice) {
    let acts = acts.map { $0.sealed(with: device.keyring.number) }
    for act in acts { tell(device.place, act.line) }
    guarding(device) {
      let process = try opened(device)
      guard try !isRefused(acts, on: device, process) else { return }
      try journal(acts, on: device, process)
      try noteCommitted(device)
      wakeSoon(device)
    }
  }

  /// Whether acts give what is protected while its key is locked away. The device has to refuse
  /// them, and nothing of them happens.
  private func isRefused(
    _ acts: [AppAct], on device: FaultDevice, _ process: Device
  ) throws -> Bool {
    guard ledger.apps(on: device.place).strictestClass(givenBy: acts) > device.unlockedClass
    else { return false }
    let events = try acts.flatMap(AppEvent.events)
    var error: DeviceError?
    do throws(DeviceError) {
      try process.record(events, at: localTime(of: device))
    } catch let thrown {
      guard thrown.code == .locked else { throw thrown }
      error = thrown
    }
    tell(device.place, "refuses: \(error?.message ?? "nothing")")
    expect(
      .rightIndexes, error != nil, device: device.place,
      "it took a protected item while it was locked")
    return true
  }

  /// Journals it, all of it or nothing.
  func journal(_ acts: [AppAct], on device: FaultDevice, _ process: Device) throws {
    let events = try acts.flatMap(AppEvent.events)
    device.attempt = .init(acts: acts, head: try process.privateJournal.head().number)
    try process.record(events, at: localTime(of: device))
    device.attempt = nil
    journaled(acts, on: device)
  }

  func journaled(_ acts: [AppAct], on device: FaultDevice) {
    var pages = ledger.record(acts, person: device.person, device: device.place, at: now)
    // Of a page that is deleted it is measured once more how long others take to be shown it.
    if case .deleted(PageActs.app, let ids)? = acts.first { pages += ids.map(\.text) }
    for page in pages
    where ledger.everything[page]?.people.count == Int(plan.knobs.threshold) {
      measures.isRipe(page, at: now)
    }
    device.hasNews = true
  }

  /// What the journal has now has to be there from now on.
  func noteCommitted(_ device: FaultDevice) throws {
    guard let process = device.process else { return }
    let head = try process.privateJournal.head()
    device.committed = Journal.Position(number: head.number, digest: head.digest)
  }

  func wakeSoon(_ device: FaultDevice) {
    // What waits for a fuller batch may have to go with what happened now.
    guard device.nextWake == nil || device.isCollecting else { return }
    var dice = SplitMix64(plan.seed ^ UInt64(device.place) << 32 ^ UInt64(eventCount))
    let half = max(1, plan.knobs.syncIntervalMilliseconds / 2)
    let time = now.advanced(byMilliseconds: half + Int64(dice.below(UInt64(half))))
    schedule(wake: device, at: min(time, device.nextWake ?? time))
  }

  func schedule(wake device: FaultDevice, at time: Timestamp) {
    let time = max(time, now)
    device.nextWake = time
    queue.schedule(.wake(device: device.place), at: time)
  }

  func schedule(beginOf device: FaultDevice, at time: Timestamp) {
    device.downUntil = time
    queue.schedule(.begin(device: device.place), at: time)
  }

  // MARK: Processes

  /// The device's process; one that begins is looked at: what was committed is there.
  func opened(_ device: FaultDevice) throws -> Device {
    if let process = device.process { return process }
    let process = try device.process(now: localTime(of: device))
    tell(device.place, "its process begins")
    // Of what rotted nobody can promise that it is there, only that it is said.
    if !device.isDamaged {
      for checker in checkers { try checker.processBegan(process, of: device, in: self) }
    }
    if let attempt = device.attempt {
      device.attempt = nil
      // Atomic: all of it is there, or nothing.
      if try process.privateJournal.head().number > attempt.head {
        tell(device.place, "what it was journaling is there")
        journaled(attempt.acts, on: device)
      }
    }
    try AppSteps(world: self).noteGone(on: device, process)
    try noteCommitted(device)
    device.hasNews = true
    return process
  }

  func begin(_ device: FaultDevice) {
    guard device.isAlive, let downUntil = device.downUntil, downUntil <= now else { return }
    device.downUntil = nil
    let (isToFail, struck) = (device.strikes.failsToBegin != nil, device.disk.struckCount)
    guarding(device) { _ = try opened(device) }
    if isToFail, device.disk.struckCount > struck { count(.recoveryCrash) }
    if device.process != nil, device.nextWake == nil { schedule(wake: device, at: now) }
  }

  /// The process ends in good order, and another one begins.
  func restart(_ device: FaultDevice) {
    guard device.downUntil == nil else { return }
    device.end()
    schedule(beginOf: device, at: now)
  }

  func crash(_ device: FaultDevice, losingPower: Bool, until end: Timestamp) {
    count(losingPower ? .powerCut : .kill)
    device.kill()
    if losingPower {
      device.disk.tearUnsynced(dice: plan.seed ^ UInt64(bitPattern: now.milliseconds))
    }
    schedule(beginOf: device, at: end)
  }

  /// Does something with a device. Where its disk fails its process ends; any other error is one
  /// that nobody can explain.
  func guarding(_ device: FaultDevice, _ body: () throws -> Void) {
    let struck = device.disk.struckCount
    defer {
      for fault in device.strikes.newFaults(of: device.disk) + device.newStrays() { count(fault) }
    }
    do {
      try body()
    } catch {
      // What failed once can fail later, when it is seen.
      guard device.disk.struckCount > min(struck, device.struckBefore) else {
        if let full = device.full {
          return FullDiskSteps(world: self).found(error, on: device, full)
        }
        if let own = device.ownWitness, WitnessSteps.isOfWitness(error) {
          return WitnessSteps(world: self).putRight(device, own, because: error)
        }
        if device.isDamaged {
          return DamageSteps(world: self).replaceSoon(device, because: "\(error)")
        }
        return violate(.comesToRest, "it cannot go on: \(error)", device: device.place)
      }
      tell(device.place, "its disk fails: \(error)")
      crash(
        device, losingPower: device.place.isMultiple(of: 2),
        until: now.advanced(byMilliseconds: device.downAfterStrike))
    }
  }

  // MARK: Lives

  func snapshot(_ device: FaultDevice, as name: String) {
    // Of a device that was never used there is nothing to copy.
    guard device.downUntil == nil, device.committed != nil else { return }
    device.end()
    snapshots[name] = DeviceCopy(
      device: device.place, number: eventCount, files: device.files,
      facts: ledger.held[device.place] ?? [], damage: device.damage)
    schedule(beginOf: device, at: now)
  }

  func restore(_ device: FaultDevice, to snapshot: DeviceCopy, keepingWitness: Bool) throws {
    count(.restore)
    device.kill()
    try device.become(snapshot.files, witness: keepingWitness ? device.witness.bytes : nil)
    device.damage = snapshot.damage
    ledger.restored(device.place, to: snapshot.facts, at: now)
    schedule(beginOf: device, at: now)
  }

  func clone(_ device: FaultDevice, withWitness: Bool) throws {
    guard device.downUntil == nil, device.committed != nil, devices.count < Self.devicesMax
    else { return }
    count(.clone)
    let copy = addDevice(of: device.person)
    try copy.becomeCopy(of: device, withWitness: withWitness)
    (copy.lookedForExpiries, copy.forgotten) = (device.lookedForExpiries, device.forgotten)
    copy.damage = device.damage
    if withWitness { copy.inheritOwnWitness(of: device) }
    ledger.copied(device.place, to: copy.place)
    for one in [device, copy] { schedule(beginOf: one, at: now) }
  }

  private static let devicesMax = 20_000

  func die(_ device: FaultDevice) {
    count(.death)
    device.kill()
    device.isAlive = false
    ledger.died(device.place, at: now)
  }
}
