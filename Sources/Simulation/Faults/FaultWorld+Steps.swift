internal import DeviceIndex
internal import JournalFormat

/// What the plan says.
extension FaultWorld {
  func perform(_ step: FaultStep, number: Int) throws {
    fold(1, number, UInt64(step.kind.rawValue.utf8.count))
    if step.kind.isOfCloud { return try performOnCloud(step) }
    guard let place = step.device, devices.indices.contains(place) else { return }
    let device = devices[place]
    guard device.isAlive else { return }
    switch step.kind {
    case .engage: record(FaultFact(kind: .engaged, page: step.page ?? "p0"), on: device)
    case .keep: record(FaultFact(kind: .kept, page: step.page ?? "k0"), on: device)
    case .delete: record(FaultFact(kind: .deleted, page: step.page ?? "p0"), on: device)
    default: try performFault(step, on: device)
    }
  }

  private func performFault(_ step: FaultStep, on device: FaultDevice) throws {
    let end = now.advanced(byMilliseconds: step.milliseconds ?? 0)
    tell(device.place, step.kind.rawValue)
    switch step.kind {
    case .restart: restart(device)
    case .kill, .powerCut: crash(device, losingPower: step.kind == .powerCut, until: end)
    case .strike: strike(device, step)
    case .partition:
      count(.partition)
      device.partitions.removeAll { $0.end <= now }
      device.partitions.append(.init(direction: step.direction ?? .both, end: end))
    case .pause:
      count(.pause)
      device.pausedUntil = end
    case .clockStep:
      count(.clockStep)
      device.clockOffset = min(
        max(device.clockOffset + (step.milliseconds ?? 0), -Self.clockErrorMax), Self.clockErrorMax)
    default: try performLoss(step, on: device)
    }
  }

  /// A week: a clock that is further off is a case for a person.
  private static let clockErrorMax: Int64 = 7 * 86_400_000

  private func performLoss(_ step: FaultStep, on device: FaultDevice) throws {
    switch step.kind {
    case .snapshot: snapshot(device, as: step.name ?? "")
    case .restore:
      try restore(device, to: step.name ?? "", keepingWitness: step.keepsWitness ?? false)
    case .clone: try clone(device, withWitness: step.keepsWitness ?? false)
    case .death: die(device)
    case .witnessLost:
      count(.witnessLost)
      device.end()
      try device.replaceWitness(by: nil)
      schedule(beginOf: device, at: now)
    case .indexLost:
      count(.indexLost)
      device.end()
      try device.loseIndex()
      schedule(beginOf: device, at: now)
    default: break
    }
  }

  private func strike(_ device: FaultDevice, _ step: FaultStep) {
    guard let strike = step.strike else { return }
    device.armed = strike
    device.downAfterStrike = max(1, step.milliseconds ?? 60_000)
    device.disk.strike(strike, afterOperations: step.count ?? 0, once: step.isOnce ?? false)
  }

  // MARK: The cloud

  private func performOnCloud(_ step: FaultStep) throws {
    let end = now.advanced(byMilliseconds: step.milliseconds ?? 0)
    tell(nil, step.kind.rawValue)
    cloud.keepUp(now: now)
    switch step.kind {
    case .cloudKill, .cloudPowerCut:
      crashCloud(losingPower: step.kind == .cloudPowerCut, until: end)
    case .cloudStrike:
      guard let strike = step.strike else { return }
      cloud.armed = strike
      cloud.disk.strike(strike, afterOperations: step.count ?? 0, once: step.isOnce ?? false)
    case .cloudSnapshot:
      guard cloud.process != nil else { return }
      guarding(cloud) { try cloud.snapshot(step.name ?? "", holding: ledger.cloudMark) }
      beginCloud()
    case .cloudRestore:
      guard let snapshot = cloud.snapshots[step.name ?? ""] else { return }
      count(.cloudRestore)
      try cloud.restore(snapshot)
      for checker in checkers { checker.cloudWentBack(in: self) }
      ledger.cloudWentBack(to: snapshot.mark, keepsWithdrawals: true, at: now)
      beginCloud()
    case .storm:
      count(.storm)
      stormUntil = end
    default: break
    }
  }
}
