internal import DeviceIndex
internal import JournalFormat

/// Every device finds what its apps gave it, and nothing else: of what is protected only what is
/// unlocked.
final class RightIndexes: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    for device in world.devices where device.isAlive {
      guard let process = device.process else { continue }
      try look(at: device, process, in: world)
      // Without a keyring it never had the keys to protect anything.
      guard device.keyring.bytes != nil else { continue }
      try KeyringSteps(world: world).unlock(device, process)
      try look(at: device, process, in: world)
      try device.lock(process)
      try look(at: device, process, in: world)
    }
  }

  private func look(at device: FaultDevice, _ process: Device, in world: FaultWorld) throws {
    let model = world.ledger.apps(on: device.place)
    let unlocked = device.unlockedClass
    let keyring = device.keyring.number
    let expected = model.found(at: world.now.milliseconds, upTo: unlocked, keyring: keyring).keys
    for app in Set(world.apps + [PageActs.app]).sorted() {
      let expected = Set(expected.filter { $0.app == app }.map(\.id.text))
      let word = app == PageActs.app ? "page" : AppDice.word
      let results = try process.queries.search(word, app: app.text, now: world.now, limit: 10_000)
      let found = Set(results.map(\.uniqueIdentifier))
      let difference = SetDifference(found, from: expected)
      world.expect(
        .rightIndexes, difference == nil, device: device.place,
        "of \(app) it \(difference?.description ?? "")")
    }
    try lookForSynonyms(expected, model, device, process, in: world)
    let difference = try IndexComparison(
      model, with: process, upTo: unlocked, keyring: keyring
    ).difference
    world.expect(
      .rightIndexes, difference == nil, device: device.place, "it \(difference ?? "")")
    for (app, known) in model.apps.sorted(by: { $0.key < $1.key }) {
      for (index, state) in known.states.sorted(by: { $0.key < $1.key }) {
        let found = try process.queries.clientState(app: app.text, indexName: index.text)
        world.expect(
          .rightIndexes, found == Array(state.utf8), device: device.place,
          "index \(index) of \(app) has another client state than \(state)")
      }
    }
  }

  /// RULES, "Synonyms": a term finds what the word does that it stands for, and else nothing.
  private func lookForSynonyms(
    _ expected: some Collection<AppName>, _ model: DeviceModel, _ device: FaultDevice,
    _ process: Device, in world: FaultWorld
  ) throws {
    for app in world.apps {
      let terms = Set(model.apps[app]?.synonyms?.groups.flatMap { $0 } ?? [])
      for term in SynonymDice.terms {
        let stands = terms.contains(ExactText(term))
        let ids = stands ? Set(expected.filter { $0.app == app }.map(\.id.text)) : []
        let found = try process.queries.search(term, app: app.text, now: world.now, limit: 10_000)
        let difference = SetDifference(Set(found.map(\.uniqueIdentifier)), from: ids)
        world.expect(
          .rightIndexes, difference == nil, device: device.place,
          "by \(term) of \(app) it \(difference?.description ?? "")")
      }
    }
  }
}
