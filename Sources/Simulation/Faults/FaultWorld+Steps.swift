internal import DeviceIndex
internal import JournalFormat

/// What the plan says.
extension FaultWorld {
  func perform(_ step: FaultStep, number: Int) throws {
    mix(1, number, UInt64(step.kind.rawValue.utf8.count))
    if step.kind.isOfOperator { return OperatorSteps(world: self).perform(step) }
    if step.kind.isOfCloud { return try performOnCloud(step) }
    if step.kind == .intruder { return try IntruderSteps(world: self).perform(step) }
    guard let place = step.device, devices.indices.contains(place) else { return }
    let device = devices[place]
    guard device.isAlive else { return }
    // Nobody uses a device that is off, and it does nothing.
    if step.kind.isOfPeople || [.reindex, .compact].contains(step.kind), !device.isInUse(at: now) {
      return
    }
    switch step.kind {
    case .engage, .keep, .delete, .reindex, .compact, .give, .merge, .batch, .record, .open,
      .abandon, .setSynonyms, .deleteMany, .deleteDomains, .deleteAll, .deleteActivities, .review,
      .ask, .lock, .unlock:
      AppSteps(world: self).perform(step, number: number, on: device)
    case .seePublic, .openPublic: PublicResultSteps(world: self).perform(step, on: device)
    case .rotateKey, .createSnapshot, .restoreSnapshot:
      SnapshotSteps(world: self).perform(step, on: device)
    default: try performFault(step, on: device)
    }
  }

  private func performFault(_ step: FaultStep, on device: FaultDevice) throws {
    let end = now.advanced(byMilliseconds: step.milliseconds ?? 0)
    tell(device.place, step.kind.rawValue)
    switch step.kind {
    case .restart: restart(device)
    case .kill, .powerCut: crash(device, losingPower: step.kind == .powerCut, until: end)
    case .killTwice:
      crash(device, losingPower: false, until: end)
      device.strikes.failsToBegin = step.count ?? 0
    case .drift: drift(device, step)
    case .strike:
      device.downAfterStrike = max(1, step.milliseconds ?? 60_000)
      device.strikes.arm(step, on: device.disk)
    case .partition:
      count(.partition)
      device.partitions.removeAll { $0.end <= now }
      device.partitions.append(.init(direction: step.direction ?? .both, end: end))
    case .pause:
      count(.pause)
      device.pausedUntil = end
    case .stranger: device.strangerUntil = end
    case .olderBuild: device.olderUntil = end
    case .clockStep:
      count(.clockStep)
      setClock(of: device, ahead: step.milliseconds ?? 0)
    default: try performLoss(step, on: device)
    }
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

  private func performLoss(_ step: FaultStep, on device: FaultDevice) throws {
    switch step.kind {
    case .snapshot: snapshot(device, as: step.name ?? "")
    case .restore:
      guard let snapshot = snapshots[step.name ?? ""] else { return }
      try restore(device, to: snapshot, keepingWitness: step.keepsWitness ?? false)
    case .clone: try clone(device, withWitness: step.keepsWitness ?? false)
    case .death: die(device)
    case .witnessLost: lose(.witnessLost, of: device) { device.replaceWitness(by: nil) }
    case .indexLost: try lose(.indexLost, of: device) { try device.loseIndex() }
    case .bitRot: DamageSteps(world: self).perform(step, on: device)
    case .writeLost, .writeMisdirected: DamageSteps(world: self).stray(step, of: device)
    case .keyringLost: KeyringSteps(world: self).lose(step, of: device)
    case .secondProcess: SecondProcessSteps(world: self).open(beside: device)
    case .witnessSwapped: WitnessSteps(world: self).swap(device, step)
    case .diskFills: FullDiskSteps(world: self).fill(device, step)
    default: break
    }
  }

  private func lose(_ fault: Fault, of device: FaultDevice, _ losing: () throws -> Void) rethrows {
    count(fault)
    device.end()
    device.disk.heal()
    try losing()
    schedule(beginOf: device, at: now)
  }

  // MARK: The cloud

  private func performOnCloud(_ step: FaultStep) throws {
    let end = now.advanced(byMilliseconds: step.milliseconds ?? 0)
    tell(nil, step.kind.rawValue)
    cloud.keepUp(now: now)
    switch step.kind {
    case .cloudKill, .cloudPowerCut:
      crashCloud(losingPower: step.kind == .cloudPowerCut, until: end)
    case .cloudStrike: cloud.strikes.arm(step, on: cloud.disk)
    case .cloudKillTwice:
      crashCloud(losingPower: false, until: end)
      cloud.strikes.failsToBegin = step.count ?? 0
    case .storm:
      count(.storm)
      stormUntil = end
    case .busy:
      count(.busy)
      busyUntil = end
    default: try performOnBackups(step)
    }
  }

  private func performOnBackups(_ step: FaultStep) throws {
    switch step.kind {
    case .cloudSnapshot:
      DamageSteps(world: self).verifyLog()
      guard cloud.process != nil else { return }
      guarding(cloud) { try cloud.copy(as: step.name ?? "", holding: ledger.cloudMark) }
      beginCloud()
    case .cloudBackup:
      DamageSteps(world: self).verifyLog()
      guard cloud.process != nil else { return }
      guarding(cloud) { try cloud.backUp(holding: ledger.cloudMark) }
      beginCloud()
      guarding(cloud) { try cloud.tellBackups(now: now) }
    case .cloudBackupLost:
      // Who needs it for what is damaged has it still.
      guard cloud.wayOutOfDamage == nil, cloud.loseNewestBackup() else { return }
      count(.cloudBackupLost)
      guarding(cloud) { try cloud.tellBackups(now: now) }
    case .cloudRestore:
      guard let copy = cloud.wayBack(step.name) else { return }
      try goBack(to: copy)
    case .cloudBitRot: DamageSteps(world: self).performOnCloud(step)
    case .cloudSecondProcess: SecondProcessSteps(world: self).openBesideCloud()
    case .cloudWitnessLost: WitnessSteps(world: self).loseOfCloud()
    case .cloudWitnessSwapped: WitnessSteps(world: self).swapOfCloud(step)
    case .cloudDiskFills: FullDiskSteps(world: self).fillCloud(step)
    default: break
    }
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
