internal import JournalFormat

/// One run of a scenario, with the snapshots that it has taken so far.
struct ScenarioRun {
  let fleet: DrillFleet
  private var snapshots: [String: DrillFleet.DeviceSnapshot] = [:]
  private var cloudSnapshots: [String: DrillFleet.CloudSnapshot] = [:]
  /// Milliseconds that the last restore took; nil: there was none.
  private var lastRestore: Double?

  init(fleet: DrillFleet) { self.fleet = fleet }

  mutating func perform(_ line: Scenario.Line) throws {
    switch line.step {
    case .live(let days): try fleet.live(days: Int64(days))
    case .wait(let minutes): fleet.wait(minutes: Int64(minutes))
    case .engage(let devices, let pages):
      try forEach(devices, pages, line) { try fleet.engage($0, $1) }
    case .delete(let devices, let pages): try forEach(devices, pages, line, fleet.delete)
    case .reindex(let devices, let pages): try forEach(devices, pages, line, fleet.reindex)
    case .sync(let devices): try forEach(devices, line) { try fleet.sync($0) }
    case .prune(let devices): try forEach(devices, line, fleet.prune)
    case .compact(let devices): try forEach(devices, line, fleet.compact)
    case .kill(let devices): try forEach(devices, line, fleet.kill)
    case .lose(.index, let devices): try forEach(devices, line, fleet.loseIndex)
    case .lose(.outbox, let devices): try forEach(devices, line, fleet.loseOutbox)
    case .lose(.witness, let devices): try forEach(devices, line, fleet.loseWitness)
    case .clone(let device, let withWitness):
      _ = try fleet.clone(self.device(device, line), withWitness: withWitness)
    case .snapshot(let device, let name):
      snapshots[name] = try fleet.snapshot(self.device(device, line))
    case .restore(let device, let name, let kept):
      let start = fleet.clock()
      try fleet.restore(
        self.device(device, line), to: taken(snapshots[name], name, line), surviving: kept)
      lastRestore = fleet.clock() - start
    case .snapshotCloud(let name): cloudSnapshots[name] = try fleet.snapshotCloud()
    case .keepBackup(let name): try fleet.keepBackup(taken(cloudSnapshots[name], name, line))
    case .restoreCloud(let name, let witness, let acceptsLoss):
      let start = fleet.clock()
      try fleet.restoreCloud(
        to: taken(cloudSnapshots[name], name, line), witness: witness, acceptsLoss: acceptsLoss)
      lastRestore = fleet.clock() - start
    case .loseCloud: try fleet.loseCloud()
    case .crashCloud: try fleet.crashCloud()
    case .rebuildCloud: try fleet.rebuildCloud()
    case .expectCounts(let page, let engagements, let people):
      let counts = try DrillJudge(fleet: fleet).counts(of: page)
      expect(counts == (engagements, people), line) {
        "page \(page) counts \(counts.engagements) of \(counts.people)"
      }
    case .expectShown(let page, let isShown):
      let isPublic = try DrillJudge(fleet: fleet).isPublic(page)
      expect(isPublic == isShown, line) { "page \(page) is \(isPublic ? "public" : "hidden")" }
    case .expectGone(let events):
      let gone = fleet.ledger.loss.events
      expect(gone == events, line) {
        Figure.count(gone, "event is", "events are") + " gone for good"
      }
    case .expectRestore(let limit):
      // The parser has seen a restore.
      let took = lastRestore ?? 0
      expect(took < Double(limit), line) {
        "the restore took \(Figure.grouped(Int(took.rounded(.up)))) ms"
      }
    }
  }

  private func expect(_ holds: Bool, _ line: Scenario.Line, _ found: () -> String) {
    if !holds { fleet.find("line \(line.number) expects something else: \(found())") }
  }

  /// The parser has seen each snapshot taken.
  private func taken<Taken>(
    _ snapshot: Taken?, _ name: String, _ line: Scenario.Line
  ) throws -> Taken {
    if let snapshot { return snapshot }
    throw ScenarioError(
      line: line.number, message: "there is no snapshot named \"\(name)\". Take it first.")
  }

  private func forEach(
    _ devices: Scenario.Devices, _ line: Scenario.Line, _ body: (SimulatedDevice) throws -> Void
  ) throws {
    switch devices {
    case .all: for device in fleet.living { try body(device) }
    case .one(let number): try body(device(number, line))
    }
  }

  private func forEach(
    _ devices: Scenario.Devices, _ pages: [String], _ line: Scenario.Line,
    _ body: (SimulatedDevice, String) throws -> Void
  ) throws {
    try forEach(devices, line) { device in for page in pages { try body(device, page) } }
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
