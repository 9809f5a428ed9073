#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Simulation

  /// A server that dies, goes back, or loses everything.
  extension ProcessDrill {
    static var clouds: [ProcessDrill] { [killed, fromYesterday, lostCloud] }

    private static let killed = ProcessDrill(
      "real-cloud-killed",
      "The server is killed when it has taken a batch and nobody has its receipt.",
      promises: [1, 4, 5]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      try fleet.engage(device, "common", "late")
      try loseReceipt(of: device, fleet)
      try fleet.startServer()
    }

    private static let fromYesterday = ProcessDrill(
      "real-cloud-from-yesterday",
      "The server's data folder is restored from yesterday's backup; its devices know more.",
      promises: [4, 5, 7, 9],
      notChecked: ["Backups that the server makes by itself: the drill makes them by command."]
    ) { fleet in
      try fleet.live()
      let snapshot = try fleet.snapshotCloud()
      try fleet.live()
      try fleet.delete(fleet.devices[1], "common")
      try fleet.syncAndCompare()
      try fleet.restoreCloud(to: snapshot)
      try fleet.live()
    }

    private static let lostCloud = ProcessDrill(
      "real-cloud-lost",
      "The server loses everything but its keys and its salt; its devices bring it back.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live()
      try fleet.engageAndSync(fleet.devices[0], "only-here")
      try fleet.lose(fleet.devices[0])
      try fleet.loseCloud()
      try fleet.live()
    }
  }

  extension ProcessDrill {
    /// The device sends its reports, and the server is killed as it begins to acknowledge them.
    private static func loseReceipt(of device: ProcessDevice, _ fleet: ProcessFleet) throws {
      guard let server = fleet.server else { return }
      let before = try reportCount(fleet)
      let relay = try CuttingRelay(to: server.address, cutting: "POST /v1/append")
      fleet.ledger.left(device.place)
      let child = try fleet.start([
        "device", "sync", device.folder, "--url", relay.address.description, "--wait", "1",
      ])
      relay.carry(until: { child.hasEnded }, seconds: 60, onCut: { fleet.killServer() })
      let outcome = child.wait()
      let after = try reportCount(fleet)
      fleet.recordMoment(
        "the server is killed with \(Figure.count(after - before, "report")) that nobody has a "
          + "receipt for", .lost)
      if !relay.hasCut || outcome.status != ExitStatus.unavailable.rawValue {
        fleet.find("no receipt was lost: the device ended with status \(outcome.status)")
      }
      if after == before {
        fleet.find("the server began to acknowledge what its log does not have")
      }
    }

    private struct Status: Decodable { let reports: Int }

    /// Reports in the server's log, whether or not it runs.
    private static func reportCount(_ fleet: ProcessFleet) throws -> Int {
      try fleet.ask(["cloud", "status", "--data", fleet.cloudFolder], as: Status.self).reports
    }
  }
#endif
