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
    let known = try AppIndex(process, of: Set(world.apps))
    let differences = AppIndex(model).differences(from: known)
    world.expect(
      .rightIndexes, differences.isEmpty, device: device.place, differences.first ?? "")
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

/// What an index has of apps: as the ledger says, or as it is.
private struct AppIndex {
  /// What is said of each item and activity, for people.
  private var items: [AppName: String] = [:]
  private var activities: [AppName: String] = [:]

  init(_ model: DeviceModel) {
    for item in model.items {
      items[item.name] = Self.line(item.domain.text, item.title?.text, item.note?.text)
    }
    for activity in model.activities { activities[activity.name] = activity.title.text }
  }

  init(_ process: Device, of apps: Set<ExactText>) throws {
    try process.queries.forEachItem { app, id, domain, attributes in
      let name = AppName(app: app, id: id)
      guard apps.contains(name.app) else { return }
      items[name] = Self.line(domain, attributes.title, attributes.contentDescription)
    }
    try process.queries.forEachActivity { app, id, title, _ in
      let name = AppName(app: app, id: id)
      if apps.contains(name.app) { activities[name] = title }
    }
  }

  private static func line(_ domain: String, _ title: String?, _ note: String?) -> String {
    "\"\(title ?? "")\", \"\(note ?? "")\" in domain \"\(domain)\""
  }

  /// What another one has otherwise, in words.
  func differences(from found: AppIndex) -> [String] {
    Self.differences("item", found.items, items)
      + Self.differences("activity", found.activities, activities)
  }

  private static func differences(
    _ kind: String, _ found: [AppName: String], _ expected: [AppName: String]
  ) -> [String] {
    Set(found.keys).union(expected.keys).sorted().compactMap { name in
      let (has, should) = (found[name] ?? "nothing", expected[name] ?? "nothing")
      return has == should
        ? nil : "\(kind) \(name) is \(has), and has to be \(should)"
    }
  }
}
