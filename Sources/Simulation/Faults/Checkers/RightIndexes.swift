internal import DeviceIndex
internal import JournalFormat

/// Every device finds what its apps gave it, and nothing else.
final class RightIndexes: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    for device in world.devices where device.isAlive {
      guard let process = device.process else { continue }
      let expected = world.ledger.items(in: world.ledger.held[device.place] ?? [])
      let found = try self.found(of: world.ledger.app, "page", process, in: world)
      world.expect(
        .rightIndexes, found == expected, device: device.place,
        "it finds \(found.sorted()), and its apps gave it \(expected.sorted())")
      guard !world.apps.isEmpty else { continue }
      try lookAtApps(device, process, in: world)
    }
  }

  private func found(
    of app: String, _ word: String, _ process: Device, in world: FaultWorld
  ) throws -> Set<String> {
    let results = try process.queries.search(word, app: app, now: world.now, limit: 10_000)
    return Set(results.map(\.uniqueIdentifier))
  }

  private func lookAtApps(
    _ device: FaultDevice, _ process: Device, in world: FaultWorld
  ) throws {
    let model = world.ledger.apps(on: device.place)
    let results = model.found(at: world.now.milliseconds).keys
    for app in world.apps {
      let expected = Set(results.filter { $0.app == app }.map(\.id.text))
      let found = try self.found(of: app.text, AppDice.word, process, in: world)
      world.expect(
        .rightIndexes, found == expected, device: device.place,
        "of \(app) it finds \(found.sorted()), and has to find \(expected.sorted())")
    }
    let comparison = try IndexComparison(model, with: process, of: world.apps)
    world.expect(
      .rightIndexes, comparison.difference == nil, device: device.place,
      "it \(comparison.difference ?? "")")
    for (app, known) in model.apps.sorted(by: { $0.key < $1.key }) {
      for (index, state) in known.states.sorted(by: { $0.key < $1.key }) {
        let found = try process.queries.clientState(app: app.text, indexName: index.text)
        world.expect(
          .rightIndexes, found == Array(state.utf8), device: device.place,
          "index \(index) of \(app) has another client state than \(state)")
      }
    }
  }
}
