internal import DeviceIndex

/// Every device finds what its apps gave it, and nothing else.
final class RightIndexes: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    for device in world.devices where device.isAlive {
      guard let process = device.process else { continue }
      let expected = world.ledger.items(in: world.ledger.held[device.place] ?? [])
      let found = Set(
        try process.queries.search("page", now: world.now, limit: 10_000).map(\.uniqueIdentifier))
      world.expect(
        .rightIndexes, found == expected, device: device.place,
        "it finds \(found.sorted()), and its apps gave it \(expected.sorted())")
    }
  }
}
