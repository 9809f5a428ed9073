internal import DeviceIndex
internal import JournalFormat
internal import Search

/// What was taken back stays taken back.
extension Drill {
  static let deletions: [Drill] = [
    Drill(
      "delete-then-restore",
      "Everybody deletes a page that was public; one device is restored from before.",
      promises: [7, 10]
    ) { fleet in
      let snapshots = try fleet.publishAndDelete()
      try fleet.restore(fleet.devices[0], to: snapshots[0])
      try fleet.engageAndSync(fleet.devices[0], "after")
    },
    Drill(
      "all-restored-before-delete",
      "Everybody deletes a page that was public, and everybody is restored from before.",
      promises: [7, 10]
    ) { fleet in
      let snapshots = try fleet.publishAndDelete()
      try fleet.restoreAll(to: snapshots)
      try fleet.settle()
      for device in fleet.devices { try fleet.engageAndSync(device, "after") }
    },
    Drill(
      "delete-then-restore-both",
      "Everybody deletes a page that was public; then the cloud and every device are restored from "
        + "before, and the cloud's witness alone remembers.",
      promises: [7, 10]
    ) { fleet in
      try fleet.publish()
      let snapshots = try fleet.snapshotAll()
      let cloud = try fleet.snapshotCloud()
      for device in fleet.devices { try fleet.delete(device, "secret") }
      try fleet.settle()
      try fleet.restoreCloud(to: cloud)
      try fleet.restoreAll(to: snapshots)
      try fleet.settle()
    },
    Drill(
      "delete-outlives-cloud",
      "Everybody deletes a page and is restored from before; then the cloud goes back to before "
        + "the deletion, without its witness: that devices were told is all that is left of it.",
      promises: [7, 10]
    ) { fleet in
      try fleet.publish()
      let snapshots = try fleet.snapshotAll()
      let cloud = try fleet.snapshotCloud()
      for device in fleet.devices { try fleet.delete(device, "secret") }
      try fleet.settle()
      try fleet.restoreAll(to: snapshots)
      try fleet.settle()
      try fleet.restoreCloud(to: cloud, witness: .isLost, acceptsLoss: true)
      try fleet.settle()
      try fleet.expectHidden("secret")
    },
    Drill(
      "regated-after-withdrawal",
      "An engagement is taken back, and the device is restored to where the filter had not read "
        + "it.",
      promises: [5, 7]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      try fleet.engage(device, "secret")
      let snapshot = try fleet.snapshot(device, runsFilter: false)
      try fleet.sync(device)
      try fleet.delete(device, "secret")
      try fleet.sync(device)
      try fleet.restore(device, to: snapshot)
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "reindex-made-public",
      "Restored devices are given their pages again, with other titles and now public: nobody has "
        + "opened them since, so nothing counts again.",
      promises: [5, 7, 10, 11]
    ) { fleet in
      for device in fleet.devices { try fleet.engagePrivately(device, "quiet") }
      try fleet.publish()
      let snapshots = try fleet.snapshotAll()
      for (device, snapshot) in zip(fleet.devices, snapshots) {
        try fleet.restore(device, to: snapshot)
        for page in ["quiet", "kept", "secret"] { try fleet.reindex(device, page) }
      }
      try fleet.settle()
      // Engaged with as it is called now, by as many as it takes: shown with the words of now, or
      // with those of before, and never with words that nobody engaged with.
      for device in fleet.devices.dropFirst() {
        let title = PageActs.laterTitle(of: "kept")
        try fleet.perform(PageActs.engagement("kept", title: title), device)
        try fleet.sync(device)
      }
    },
    Drill(
      "engaged-again",
      "A page is deleted, the device is restored from before, and its person opens the page again.",
      promises: [5, 7]
    ) { fleet in
      let snapshots = try fleet.publishAndDelete()
      try fleet.restore(fleet.devices[0], to: snapshots[0])
      try fleet.engageAndSync(fleet.devices[0], "secret")
    },
  ]
}

/// What apps give again when a device went back.
extension Drill {
  static let apps: [Drill] = [
    Drill(
      "restored-older-schema",
      "A device is restored to where its app had an older schema; the app resumes from the client "
        + "state of then.",
      promises: [11]
    ) { fleet in
      try SchemaApp(fleet).restoreDevice { app, process, request in
        guard case .resume(let state) = request.scope else {
          return fleet.find("the app was asked for everything, and its client state was there")
        }
        if state != Array("schema 1".utf8) { fleet.find("the app was given another client state") }
        try app.giveAll(process)
        try process.reindex.complete(request.name, at: fleet.now)
      }
    },
    Drill(
      "restored-unknown-schema",
      "A device is restored to where its app had a schema that it does not know any more: it gives "
        + "everything again.",
      promises: [11]
    ) { fleet in
      try SchemaApp(fleet).restoreDevice { app, process, request in
        if case .resume = request.scope {
          try process.reindex.complete(request.name, .cannotResume, at: fleet.now)
        } else {
          try app.giveAll(process)
          try process.reindex.complete(request.name, at: fleet.now)
        }
      }
    },
  ]
}

/// An app whose items get another schema, on the first device of a fleet.
private struct SchemaApp {
  private let fleet: DrillFleet
  private static let index: ExactText = "notes"
  private static let notes = ["note one", "note two", "note three"]

  init(_ fleet: DrillFleet) { self.fleet = fleet }

  private func give(_ ids: [String], schema: Int, _ process: Device) throws {
    let name = AppName(app: PageActs.app, id: Self.index)
    let items = ids.map {
      PageActs.item($0, title: "Page of schema\(schema)", index: Self.index)
    }
    let batch = AppAct.batched(items, index: name, state: "schema \(schema)")
    try process.record(try AppEvent.events(of: batch), at: fleet.now)
    for item in items {
      fleet.ledger.record([.given(item)], person: 0, device: 0, at: fleet.now)
    }
  }

  /// The app gives all that it has, as it is today.
  func giveAll(_ process: Device) throws {
    try give(Self.notes, schema: 2, process)
    fleet.ledger.gaveAgain(Self.notes.count)
    fleet.recordMoment("the app gives \(Figure.count(Self.notes.count, "item")) again")
  }

  /// - Parameter answer: the app's answer to a request, as often as there is one.
  func restoreDevice(
    _ answer: (SchemaApp, Device, ReindexRequest) throws -> Void
  ) throws {
    try fleet.live()
    let device = fleet.devices[0]
    try give([Self.notes[0]], schema: 1, device.process(now: fleet.now))
    let snapshot = try fleet.snapshot(device)
    try give(Self.notes, schema: 2, device.process(now: fleet.now))
    fleet.wait(minutes: 2)
    try fleet.restore(device, to: snapshot)
    try resume(device, answer)
    device.end()
    try fleet.engageAndSync(device, "after")
  }

  /// The device asks, and the app answers. Whatever holds the process lets go of it on return.
  private func resume(
    _ device: SimulatedDevice, _ answer: (SchemaApp, Device, ReindexRequest) throws -> Void
  ) throws {
    let process = try device.process(now: fleet.now)
    for _ in 0..<3 {
      try process.reindex.review(at: fleet.now)
      for request in try process.reindex.openRequests()
      where request.target.indexName == Self.index.text {
        try answer(self, process, request)
      }
    }
    let found = try process.queries.search("schema2", now: fleet.now).map(\.uniqueIdentifier)
      .sorted()
    if found != Self.notes.sorted() {
      fleet.find("of the app's items \(found) are as they are today")
    }
  }
}
