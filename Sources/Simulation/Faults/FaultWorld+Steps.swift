internal import DeviceIndex
internal import JournalFormat

/// What the plan says.
extension FaultWorld {
  /// One row for each kind of step, so that a new one does not compile before it does something.
  func perform(_ step: FaultStep, number: Int) throws {
    mix(1, number, UInt64(step.kind.rawValue.utf8.count))
    let end = now.advanced(byMilliseconds: step.milliseconds ?? 0)
    let (apps, files) = (AppSteps(world: self), SnapshotSteps(world: self))
    let (damage, witnesses) = (DamageSteps(world: self), WitnessSteps(world: self))
    switch step.kind {
    case .engage, .keep, .delete, .give, .merge, .batch, .record, .open, .abandon, .setSynonyms,
      .deleteMany, .deleteDomains, .deleteAll, .deleteActivities:
      onDevice(step) { apps.act(step, number: number, on: $0) }
    case .seePublic, .openPublic:
      onDevice(step) { PublicResultSteps(world: self).perform(step, on: $0) }
    case .review: onDevice(step) { apps.review($0, step) }
    case .ask: onDevice(step) { apps.ask($0, step) }
    case .reindex: onDevice(step) { apps.reindex($0, step) }
    case .compact: onDevice(step) { apps.compact($0) }
    case .lock: onDevice(step) { apps.lock($0) }
    case .unlock: onDevice(step) { apps.unlock($0) }
    case .rotateKey: onDevice(step) { files.rotateKey(of: $0) }
    case .createSnapshot: onDevice(step) { files.create(step.name ?? "", of: $0) }
    case .restoreSnapshot: onDevice(step) { files.restore(step.name ?? "", to: $0) }
    case .restart: onDevice(step) { restart($0) }
    case .kill: onDevice(step) { crash($0, losingPower: false, until: end) }
    case .powerCut: onDevice(step) { crash($0, losingPower: true, until: end) }
    case .killTwice:
      onDevice(step) { device in
        crash(device, losingPower: false, until: end)
        device.strikes.failsToBegin = step.count ?? 0
      }
    case .strike: onDevice(step) { strike($0, step) }
    case .partition: onDevice(step) { cutOff($0, step, until: end) }
    case .pause:
      onDevice(step) { device in
        count(.pause)
        device.pausedUntil = end
      }
    case .clockStep:
      onDevice(step) { device in
        count(.clockStep)
        setClock(of: device, ahead: step.milliseconds ?? 0)
      }
    case .drift: onDevice(step) { drift($0, step) }
    case .stranger: onDevice(step) { $0.strangerUntil = end }
    case .olderBuild: onDevice(step) { $0.olderUntil = end }
    case .snapshot: onDevice(step) { snapshot($0, as: step.name ?? "") }
    case .restore:
      try onDevice(step) { device in
        guard let snapshot = snapshots[step.name ?? ""] else { return }
        try restore(device, to: snapshot, keepingWitness: step.keepsWitness ?? false)
      }
    case .clone: try onDevice(step) { try clone($0, withWitness: step.keepsWitness ?? false) }
    case .death: onDevice(step) { die($0) }
    case .witnessLost:
      onDevice(step) { device in lose(.witnessLost, of: device) { device.replaceWitness(by: nil) } }
    case .indexLost:
      try onDevice(step) { device in try lose(.indexLost, of: device) { try device.loseIndex() } }
    case .bitRot: onDevice(step) { damage.perform(step, on: $0) }
    case .writeLost, .writeMisdirected: onDevice(step) { damage.stray(step, of: $0) }
    case .keyringLost: onDevice(step) { KeyringSteps(world: self).lose(step, of: $0) }
    case .secondProcess: onDevice(step) { SecondProcessSteps(world: self).open(beside: $0) }
    case .witnessSwapped: onDevice(step) { witnesses.swap($0, step) }
    case .diskFills: onDevice(step) { FullDiskSteps(world: self).fill($0, step) }
    case .cloudKill: onCloud(step) { crashCloud(losingPower: false, until: end) }
    case .cloudPowerCut: onCloud(step) { crashCloud(losingPower: true, until: end) }
    case .cloudKillTwice:
      onCloud(step) {
        crashCloud(losingPower: false, until: end)
        cloud.strikes.failsToBegin = step.count ?? 0
      }
    case .cloudStrike: onCloud(step) { cloud.strikes.arm(step, on: cloud.disk) }
    case .storm:
      onCloud(step) {
        count(.storm)
        stormUntil = end
      }
    case .busy:
      onCloud(step) {
        count(.busy)
        busyUntil = end
      }
    case .cloudSnapshot: onCloud(step) { copyCloud(as: step.name ?? "") }
    case .cloudBackup: onCloud(step) { backUpCloud() }
    case .cloudBackupLost: onCloud(step) { loseBackup() }
    case .cloudRestore:
      try onCloud(step) {
        guard let copy = cloud.wayBack(step.name) else { return }
        try goBack(to: copy)
      }
    case .cloudBitRot: onCloud(step) { damage.performOnCloud(step) }
    case .cloudSecondProcess: onCloud(step) { SecondProcessSteps(world: self).openBesideCloud() }
    case .cloudWitnessLost: onCloud(step) { witnesses.loseOfCloud() }
    case .cloudWitnessSwapped: onCloud(step) { witnesses.swapOfCloud(step) }
    case .cloudDiskFills: onCloud(step) { FullDiskSteps(world: self).fillCloud(step) }
    case .takeDown, .retract, .revoke, .erase: OperatorSteps(world: self).perform(step)
    case .intruder: try IntruderSteps(world: self).perform(step)
    }
  }

  /// Does something to the device of a step, unless that is not there.
  private func onDevice(
    _ step: FaultStep, _ body: (FaultDevice) throws -> Void
  ) rethrows {
    guard let place = step.device, devices.indices.contains(place) else { return }
    let device = devices[place]
    guard device.isAlive else { return }
    // Nobody uses a device that is off, and it does nothing.
    let needsUse = step.kind.isOfPeople || [.reindex, .compact].contains(step.kind)
    guard !needsUse || device.isInUse(at: now) else { return }
    performed(step)
    if !needsUse { tell(place, step.kind.rawValue) }
    try body(device)
  }

  private func onCloud(_ step: FaultStep, _ body: () throws -> Void) rethrows {
    performed(step)
    tell(nil, step.kind.rawValue)
    cloud.keepUp(now: now)
    try body()
  }

  // MARK: Devices

  private func strike(_ device: FaultDevice, _ step: FaultStep) {
    device.downAfterStrike = max(1, step.milliseconds ?? 60_000)
    device.strikes.arm(step, on: device.disk)
  }

  private func cutOff(_ device: FaultDevice, _ step: FaultStep, until end: Timestamp) {
    count(.partition)
    device.partitions.removeAll { $0.end <= now }
    device.partitions.append(.init(direction: step.direction ?? .both, end: end))
  }

  /// A week: a clock that is further off is a case for a person.
  private static let clockErrorMax: Int64 = 7 * 86_400_000

  private func drift(_ device: FaultDevice, _ step: FaultStep) {
    count(.drift)
    setClock(of: device, ahead: 0)
    device.drift = Int64(step.count ?? 0)
  }

  private func setClock(of device: FaultDevice, ahead milliseconds: Int64) {
    let offset = device.clockOffset(at: now) + milliseconds
    device.setClock(ahead: min(max(offset, -Self.clockErrorMax), Self.clockErrorMax), at: now)
  }

  private func lose(_ fault: Fault, of device: FaultDevice, _ losing: () throws -> Void) rethrows {
    count(fault)
    device.end()
    device.disk.heal()
    try losing()
    schedule(beginOf: device, at: now)
  }

  // MARK: The cloud

  private func copyCloud(as name: String) {
    DamageSteps(world: self).verifyLog()
    guard cloud.process != nil else { return }
    guarding(cloud) { try cloud.copy(as: name, holding: ledger.cloudMark) }
    beginCloud()
  }

  private func backUpCloud() {
    DamageSteps(world: self).verifyLog()
    guard cloud.process != nil else { return }
    guarding(cloud) { try cloud.backUp(holding: ledger.cloudMark) }
    beginCloud()
    guarding(cloud) { try cloud.tellBackups(now: now) }
  }

  private func loseBackup() {
    // Who needs it for what is damaged has it still.
    guard cloud.wayOutOfDamage == nil, cloud.loseNewestBackup() else { return }
    count(.cloudBackupLost)
    guarding(cloud) { try cloud.tellBackups(now: now) }
  }

  func goBack(to copy: FaultCloud.LogCopy) throws {
    count(.cloudRestore)
    try cloud.restore(copy)
    for checker in checkers { checker.cloudWentBack(in: self) }
    // A witness that was damaged, lost or exchanged, and that no process has read since, knows
    // nothing of what is taken back with the log.
    ledger.cloudWentBack(
      to: copy.mark, keepsWithdrawals: cloud.rightWitness == nil, at: now)
    intruders.cloudWentBack(in: self)
    beginCloud()
  }
}
