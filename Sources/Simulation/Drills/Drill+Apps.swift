internal import DeviceIndex
internal import Search

/// What apps give again when a device went back.
extension Drill {
  static let apps: [Drill] = [
    Drill(
      "restored-older-schema",
      "A device is restored to where its app had an older schema; the app resumes from the client "
        + "state of then.",
      promises: [11]
    ) { fleet in
      try fleet.restoreOlderSchema { process, request in
        guard case .resume(let state) = request.scope else {
          return fleet.find("the app was asked for everything, and its client state was there")
        }
        if state != Array("schema 1".utf8) { fleet.find("the app was given another client state") }
        try fleet.giveAll(process)
        try process.reindex.complete(request.name, at: fleet.now)
      }
    },
    Drill(
      "restored-unknown-schema",
      "A device is restored to where its app had a schema that it does not know any more: it gives "
        + "everything again.",
      promises: [11]
    ) { fleet in
      try fleet.restoreOlderSchema { process, request in
        if case .resume = request.scope {
          try process.reindex.complete(request.name, .cannotResume, at: fleet.now)
        } else {
          try fleet.giveAll(process)
          try process.reindex.complete(request.name, at: fleet.now)
        }
      }
    },
  ]
}

extension DrillFleet {
  private static let index = "notes"
  private static let notes = ["note one", "note two", "note three"]

  private func give(_ ids: [String], schema: Int, _ process: Device) throws {
    let items = try ids.map {
      try DrillEvent.item($0, title: "Page of schema\(schema)", indexName: Self.index)
    }
    let state = DrillEvent.clientState("schema \(schema)", indexName: Self.index)
    try process.record(items + [state], at: now)
    for (id, item) in zip(ids, items) {
      ledger.record(.kept, page: id, person: 0, device: 0, at: now, given: [item])
    }
  }

  /// The app gives all that it has, as it is today.
  fileprivate func giveAll(_ process: Device) throws {
    try give(Self.notes, schema: 2, process)
    ledger.gaveAgain(Self.notes.count)
    note("the app gives \(Self.notes.count) items again")
  }

  /// - Parameter answer: the app's answer to a request, as often as there is one.
  fileprivate func restoreOlderSchema(
    _ answer: (Device, ReindexRequest) throws -> Void
  ) throws {
    try live()
    let device = devices[0]
    try give([Self.notes[0]], schema: 1, device.process(now: now))
    let snapshot = try snapshot(device)
    try give(Self.notes, schema: 2, device.process(now: now))
    wait(minutes: 2)
    try restore(device, to: snapshot)
    try resume(device, answer)
    device.end()
    try goOn(device, "after")
  }

  /// The device asks, and the app answers. Whatever holds the process lets go of it on return.
  private func resume(
    _ device: SimulatedDevice, _ answer: (Device, ReindexRequest) throws -> Void
  ) throws {
    let process = try device.process(now: now)
    for _ in 0..<3 {
      try process.reindex.review(at: now)
      for request in try process.reindex.openRequests() where request.target.indexName == Self.index
      {
        try answer(process, request)
      }
    }
    let found = try process.queries.search("schema2", now: now).map(\.uniqueIdentifier).sorted()
    if found != Self.notes.sorted() { find("of the app's items \(found) are as they are today") }
  }
}
