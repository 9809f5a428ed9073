internal import DeviceIndex
internal import JournalFormat

/// What the plan says.
extension FaultWorld {
  func perform(_ step: FaultStep, number: Int) throws {
    mix(1, number, UInt64(step.kind.rawValue.utf8.count))
    if step.kind.isOfCloud { return try performOnCloud(step) }
    guard let place = step.device, devices.indices.contains(place) else { return }
    let device = devices[place]
    guard device.isAlive else { return }
    switch step.kind {
    case .engage:
      var fact = FaultFact(kind: .engaged, page: step.page ?? "p0")
      fact.isRenamed = step.isRenamed ?? false
      record(fact, on: device)
    case .keep: record(FaultFact(kind: .kept, page: step.page ?? "k0"), on: device)
    case .delete: record(FaultFact(kind: .deleted, page: step.page ?? "p0"), on: device)
    case .reindex, .compact: performUpkeep(step, on: device)
    case .give, .merge, .batch, .record, .open, .deleteMany, .deleteDomains, .deleteAll,
      .deleteActivities, .review, .ask:
      AppSteps(world: self).perform(step, number: number, on: device)
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
      device.failsToBegin = step.count ?? 0
    case .drift: drift(device, step)
    case .strike: strike(device, step)
    case .partition:
      count(.partition)
      device.partitions.removeAll { $0.end <= now }
      device.partitions.append(.init(direction: step.direction ?? .both, end: end))
    case .pause:
      count(.pause)
      device.pausedUntil = end
    case .stranger: device.strangerUntil = end
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
      try restore(device, to: step.name ?? "", keepingWitness: step.keepsWitness ?? false)
    case .clone: try clone(device, withWitness: step.keepsWitness ?? false)
    case .death: die(device)
    case .witnessLost:
      count(.witnessLost)
      device.end()
      device.disk.heal()
      try device.replaceWitness(by: nil)
      schedule(beginOf: device, at: now)
    case .indexLost:
      count(.indexLost)
      device.end()
      device.disk.heal()
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
    case .cloudKillTwice:
      crashCloud(losingPower: false, until: end)
      cloud.failsToBegin = step.count ?? 0
    case .storm:
      count(.storm)
      stormUntil = end
    case .busy:
      count(.busy)
      busyUntil = end
    default: try performOnBackups(step)
    }
  }
}
