internal import CloudAggregator
internal import JournalFormat

/// What the operator of the cloud decides in a world of faults.
struct OperatorSteps {
  let world: FaultWorld

  func perform(_ step: FaultStep) {
    let isUndone = step.isUndone ?? false
    let subject = step.page ?? step.device.map { "device \($0)" } ?? ""
    world.tell(
      nil, "the operator asks: \(step.kind.rawValue) \(subject)" + (isUndone ? ", undone" : ""))
    world.cloud.keepUp(now: world.now)
    guard let cloud = world.cloud.process else { return }
    world.cloud.disk.setTime(world.now)
    if step.kind == .takeDown {
      if let page = step.page, takeDown(page, isUndone: isUndone, cloud) { world.performed(step) }
    } else if let place = step.device, world.devices.indices.contains(place) {
      // A device that never enrolled is in no operator's list.
      let person = world.devices[place].person
      guard let lineage = world.lineages[person] else { return }
      if decide(step.kind, lineage, of: person, isUndone: isUndone, cloud) {
        world.performed(step)
      }
    }
    if world.cloud.process === cloud { world.noteRevealed(cloud) }
  }

  /// - Returns: whether it was done.
  private func takeDown(_ page: String, isUndone: Bool, _ cloud: Aggregator) -> Bool {
    let salt = world.cloud.configuration.tagSalt
    guard let tag = world.appPages[page]?.tag(salt: salt) else { return false }
    let isDone = isDone {
      () throws(CloudError) in
      _ = try cloud.takeDown(tag, isUndone: isUndone, now: world.now)
    } orUnclear: {
      world.ledger.operators.isUnclear(page: page)
    }
    guard isDone else { return false }
    world.ledger.operators.tookDown(page, isUndone: isUndone)
    guard !isUndone, let shown = try? world.publicPages(of: cloud) else { return true }
    world.expect(
      .deletesStayDeleted, !shown.contains(page), "page \(page) is public, and was taken down")
    return true
  }

  /// - Returns: whether it was done.
  private func decide(
    _ kind: FaultStep.Kind, _ lineage: LineageName, of person: Int, isUndone: Bool,
    _ cloud: Aggregator
  ) -> Bool {
    let now = world.now
    let isDone = isDone {
      () throws(CloudError) in
      if kind == .erase {
        _ = try cloud.erase(lineage, now: now)
      } else if kind == .retract {
        try retract(lineage, counts: isUndone ? .kept : .retracted, cloud)
      } else if isUndone {
        _ = try cloud.reinstate(lineage, now: now)
      } else {
        _ = try cloud.revoke(lineage, counts: .kept, now: now)
      }
    } orUnclear: {
      world.ledger.operators.isUnclear(person)
    }
    guard isDone else { return false }
    note(kind, of: person, isUndone: isUndone)
    guard kind == .erase else { return true }
    for checker in world.checkers { checker.operatorErased(person, in: world) }
    return true
  }

  private func note(_ kind: FaultStep.Kind, of person: Int, isUndone: Bool) {
    if kind == .erase {
      world.ledger.operators.erased(person)
    } else if kind == .retract {
      guard isUndone else { return world.ledger.retracted(person) }
      world.ledger.operators.countsAgain(person)
    } else if isUndone {
      world.ledger.operators.reinstated(person)
    } else {
      world.ledger.operators.revoked(person)
    }
  }

  /// All that the cloud has of a lineage, epoch by epoch.
  private func retract(
    _ lineage: LineageName, counts: RevokedCounts, _ cloud: Aggregator
  ) throws(CloudError) {
    let rows = cloud.devices(limit: CloudProjections.pageRowsMax).rows
    guard let listed = rows.first(where: { $0.lineage == lineage.description }) else {
      throw CloudError(.notFound, "\(lineage) is in no list of devices.")
    }
    for epoch in listed.epochs {
      guard let name = EpochName(hex: epoch.epoch),
        let range = ReportRange(
          epoch: name, first: 1, last: counts == .kept ? .max : epoch.head)
      else { continue }
      _ = try cloud.retract(range, of: lineage, counts: counts, now: world.now)
    }
  }

  /// Asks the cloud for something. Where its disk fails, it may have done it or not.
  ///
  /// - Returns: whether it was done; false also for what the cloud does not know, or erased.
  private func isDone(
    _ ask: () throws(CloudError) -> Void, orUnclear noteUnclear: () -> Void
  ) -> Bool {
    let cloud = world.cloud
    let struck = cloud.disk.struckCount
    var failure: CloudError?
    do throws(CloudError) { try ask() } catch { failure = error }
    if cloud.disk.struckCount > struck { world.count(.cloudWriteError) }
    guard let failure else { return true }
    guard failure.code != .notFound, failure.code != .erased else { return false }
    noteUnclear()
    if cloud.disk.struckCount == cloud.struckBefore {
      world.violate(.comesToRest, "the operator is refused: \(failure)")
    }
    if cloud.disk.struckCount > struck, cloud.disk.isStruckForGood {
      world.crashCloud(losingPower: true, until: world.now.advanced(byMilliseconds: 60_000))
    }
    return false
  }
}
