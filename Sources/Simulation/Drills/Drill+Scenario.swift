/// Drills of the user's own.
extension Drill {
  package init(_ scenario: Scenario, path: String) {
    self.init(
      scenario.name, scenario.summary, promises: scenario.promises,
      repeating: "--file \(path.asShellWord)"
    ) { fleet in
      var run = ScenarioRun(fleet: fleet)
      for line in scenario.lines { try run.perform(line) }
    }
  }
}

/// One run of a scenario, with the snapshots that it has taken so far.
private struct ScenarioRun {
  let fleet: DrillFleet
  private var snapshots: [String: DrillFleet.DeviceSnapshot] = [:]
  private var cloudSnapshots: [String: DrillFleet.CloudSnapshot] = [:]

  init(fleet: DrillFleet) { self.fleet = fleet }

  mutating func perform(_ line: Scenario.Line) throws {
    switch line.step {
    case .live(let days): try fleet.live(days: Int64(days))
    case .wait(let minutes): fleet.wait(minutes: Int64(minutes))
    case .clone(let device, let withWitness):
      _ = try fleet.clone(self.device(device, line), withWitness: withWitness)
    case .lose(.index, let devices): try forEach(devices, line, fleet.loseIndex)
    case .lose(.outbox, let devices): try forEach(devices, line, fleet.loseOutbox)
    case .lose(.witness, let devices): try forEach(devices, line, fleet.loseWitness)
    case .snapshot(let device, let name):
      snapshots[name] = try fleet.snapshot(self.device(device, line))
    case .restore(let device, let name, let kept):
      var survivors: DrillFleet.Survivors = []
      if kept.contains(.witness) { survivors.insert(.witness) }
      if kept.contains(.index) { survivors.insert(.index) }
      try fleet.restore(
        self.device(device, line), to: taken(snapshots[name], name, line), surviving: survivors)
    case .expectCounts, .expectShown, .expectGone: try expect(line)
    case .snapshotCloud, .keepBackup, .restoreCloud, .loseCloud, .crashCloud, .rebuildCloud:
      try performOnCloud(line)
    case .engage, .delete, .reindex, .sync, .prune, .compact, .kill: try performOnDevices(line)
    }
  }

  private func performOnDevices(_ line: Scenario.Line) throws {
    switch line.step {
    case .engage(let devices, let pages):
      try forEach(devices, line) { device in
        for page in pages { try fleet.engage(device, page) }
      }
    case .delete(let devices, let pages):
      try forEach(devices, line) { device in
        for page in pages { try fleet.delete(device, page) }
      }
    case .reindex(let devices, let pages):
      try forEach(devices, line) { device in
        for page in pages { try fleet.reindex(device, page) }
      }
    case .sync(let devices): try forEach(devices, line) { try fleet.sync($0) }
    case .prune(let devices): try forEach(devices, line, fleet.prune)
    case .compact(let devices): try forEach(devices, line, fleet.compact)
    case .kill(let devices): try forEach(devices, line, fleet.kill)
    default: break
    }
  }

  private mutating func performOnCloud(_ line: Scenario.Line) throws {
    switch line.step {
    case .snapshotCloud(let name): cloudSnapshots[name] = try fleet.snapshotCloud()
    case .keepBackup(let name):
      try fleet.keepBackup(taken(cloudSnapshots[name], name, line))
    case .restoreCloud(let name, let witness, let acceptsLoss):
      let fate: DrillFleet.WitnessFate =
        switch witness {
        case .isKept: .isKept
        case .isOlder: .isBehind
        case .isLost: .isLost
        }
      try fleet.restoreCloud(
        to: taken(cloudSnapshots[name], name, line), witness: fate, acceptsLoss: acceptsLoss)
    case .loseCloud: try fleet.loseCloud()
    case .crashCloud: try fleet.crashCloud()
    case .rebuildCloud: try fleet.rebuildCloud()
    default: break
    }
  }

  /// The parser has seen each snapshot taken.
  private func taken<Taken>(
    _ snapshot: Taken?, _ name: String, _ line: Scenario.Line
  ) throws -> Taken {
    if let snapshot { return snapshot }
    throw ScenarioError(
      line: line.number, message: "there is no snapshot named \"\(name)\". Take it first.")
  }

  private func expect(_ line: Scenario.Line) throws {
    let found: String?
    switch line.step {
    case .expectCounts(let page, let engagements, let people):
      let counts = try DrillJudge(fleet: fleet).counts(of: page)
      found =
        counts == (engagements, people)
        ? nil : "page \(page) counts \(counts.engagements) of \(counts.people)"
    case .expectShown(let page, let isShown):
      let isPublic = try DrillJudge(fleet: fleet).isPublic(page)
      found = isPublic == isShown ? nil : "page \(page) is \(isPublic ? "public" : "hidden")"
    case .expectGone(let events):
      let gone = fleet.ledger.loss.events
      found = gone == events ? nil : "\(gone) events are gone for good"
    default: found = nil
    }
    if let found { fleet.find("line \(line.number) expects something else: \(found)") }
  }

  private func forEach(
    _ devices: Scenario.Devices, _ line: Scenario.Line, _ body: (SimulatedDevice) throws -> Void
  ) throws {
    switch devices {
    case .all: for device in fleet.living { try body(device) }
    case .one(let number): try body(device(number, line))
    }
  }

  private func device(_ number: Int, _ line: Scenario.Line) throws -> SimulatedDevice {
    guard let device = fleet.devices.first(where: { $0.place == number }) else {
      throw ScenarioError(
        line: line.number,
        message: "there is no device \(number): those of the drill are 0 to "
          + "\(fleet.plan.castCount - 1), and copies. Run it with more --devices.")
    }
    guard device.isAlive else {
      throw ScenarioError(
        line: line.number, message: "device \(number) is dead. Name one that lives.")
    }
    return device
  }
}
