#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Simulation
  import Sync

  #if canImport(Glibc)
    import Glibc
  #endif

  /// A server whose disk is full, one that knows less than its devices have let go of, and devices
  /// whose clocks are wrong.
  extension ProcessDrill {
    static var gaps: [ProcessDrill] { [cloudDiskFull, gapBelowFloor, markLowered, clocksOff] }

    private static let cloudDiskFull = ProcessDrill(
      "real-cloud-disk-full",
      "The disk with the server's log is full: it acknowledges nothing, and takes all of it once "
        + "there is room.",
      promises: [1, 2, 4, 5]
    ) { fleet in
      let scene = GapScene(fleet: fleet)
      guard let disk = SmallDisk(at: fleet.file("small-disk")) else {
        throw DrillSkip(reason: "Only root may mount the small disk that it needs.")
      }
      try scene.moveCloud(to: disk.folder + "/cloud")
      try fleet.live()
      let isFull = fleet.breaks.fillsDisks
      if isFull { try disk.fill(leaving: 0) }
      fleet.recordMoment("the disk of the server is full", .lost)
      try scene.expectNothingTaken(from: fleet.devices[0])
      fleet.killServer()
      if isFull { try disk.makeRoom() }
      try fleet.startServer()
      fleet.recordMoment("there is room again, and the server was killed meanwhile", .recovered)
      try fleet.live()
      try scene.moveCloud(to: fleet.file("cloud"))
    }

    private static let gapBelowFloor = ProcessDrill(
      "real-gap-below-floor",
      "A device prunes what all backups hold; they are lost, and the server goes back to before "
        + "that: an operator accepts the loss, and the device makes its reports again.",
      promises: [4, 5, 7, 9],
      notChecked: ["How soon a server makes its first backup: the drill waits for it."]
    ) { fleet in
      let scene = GapScene(fleet: fleet)
      let past = try scene.pruneWhatIsBackedUp(of: fleet.devices[0])
      let path = fleet.breaks.losesBackups ? past.older.path : try scene.newestBackup()
      try scene.rewindCloud(to: path, past.older.mark)
      try scene.expectRefusedStart()
      try fleet.startServer("--accept-loss", "yes")
      try fleet.live()
      try scene.expectGap(past)
    }

    private static let markLowered = ProcessDrill(
      "real-mark-lowered",
      "The backups are lost by whose mark a device pruned reports, so the mark goes down; then "
        + "the server goes back to before all of it.",
      promises: [4, 5, 7, 9],
      notChecked: ["How soon a server makes its first backup: the drill waits for it."]
    ) { fleet in
      let scene = GapScene(fleet: fleet)
      let device = fleet.devices[0]
      let past = try scene.pruneWhatIsBackedUp(of: device)
      let hold = try scene.loseBackups()
      defer { hold.end() }
      try fleet.engageAndSync(device, "after")
      try scene.compact(device)
      if try scene.floor(of: device) != past.floor {
        fleet.find("\(device.name) pruned reports that no backup holds")
      }
      try scene.rewindCloud(to: past.older.path, past.older.mark)
      try fleet.startServer()
      try fleet.live()
      try scene.expectGap(past)
    }
  }

  extension ProcessDrill {
    private static let clocksOff = ProcessDrill(
      "real-clock-off",
      "The clock of one device is ten years ahead, that of another ten years behind; both are put "
        + "right.",
      promises: [4, 5, 7],
      notChecked: [
        "The clock of the server, and days: the ledger counts engagements of all days alike."
      ]
    ) { fleet in
      let scene = GapScene(fleet: fleet)
      guard let limit = ProcessFleet.program("timeout"), ProcessFleet.clockProgram != nil else {
        throw DrillSkip(
          reason: "It needs the programs faketime, which gives a process another clock, and "
            + "timeout. Install their packages, and run the drill again.")
      }
      // By faketime a command is another process, which only the group of it ends with.
      let launcher = [limit, "-s", "KILL", "\(GapScene.clockSeconds)"]
      try fleet.live()
      for (device, days) in zip(fleet.devices, [3_650, -3_650] as [Int64]) {
        try scene.withClock(days: days, launcher) {
          try fleet.engage(device, "off", "gone")
          try fleet.sync(device)
        }
      }
      fleet.recordMoment("the clocks are put right", .recovered)
      try fleet.live()
      try fleet.delete(fleet.devices[0], "gone")
      try fleet.engageAndSync(fleet.devices[1], "after")
    }
  }

  /// A folder of snapshots to which nobody else can add one.
  fileprivate final class HeldFolder {
    private let descriptor: Int32

    init(_ path: String) {
      descriptor = open(path + "/snapshots-writer", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    func end() { close(descriptor) }
  }

  /// What a device had let go of when the server went back to an older snapshot.
  struct PrunedPast {
    let device: ProcessDevice
    let older: ProcessFleet.CloudSnapshot
    /// Reports of the device that the snapshot holds.
    let known: UInt64
    /// Reports of the device up to which it has let go of all.
    let floor: UInt64
  }

  /// What drills with gaps do to a fleet, and what has to hold then.
  fileprivate struct GapScene {
    let fleet: ProcessFleet

    private struct CloudFigures: Decodable {
      let reports: UInt64
      let logEntries: UInt64
      let backedUpEntry: UInt64
      let missingNumbers: UInt64
    }

    private struct DeviceFigures: Decodable { let acknowledged: UInt64? }

    /// As the log itself has it, whether or not the server runs.
    private func cloudFigures() throws -> CloudFigures {
      try fleet.ask(["cloud", "status", "--data", fleet.cloudFolder], as: CloudFigures.self)
    }

    private func acknowledged(of device: ProcessDevice) throws -> UInt64 {
      try fleet.ask(["device", "status", device.folder], as: DeviceFigures.self).acknowledged ?? 0
    }

    // MARK: A full disk

    /// Stops the server, and has it go on elsewhere.
    func moveCloud(to folder: String) throws {
      fleet.stopServer()
      try FileManager.default.copyItem(atPath: fleet.cloudFolder, toPath: folder)
      try FileManager.default.removeItem(atPath: fleet.cloudFolder)
      fleet.cloudFolder = folder
      try fleet.startServer()
    }

    /// A device speaks until the server takes nothing more; what it has acknowledged by then is in
    /// its log.
    func expectNothingTaken(from device: ProcessDevice) throws {
      // What is left of the last page takes a report or two.
      for page in 1...20 {
        try fleet.engage(device, "full-\(page)")
        fleet.ledger.left(device.place)
        let outcome = try fleet.run([
          "device", "sync", device.folder, "--url", fleet.serverURL, "--wait", "5",
        ])
        guard outcome.status == 0 else {
          if outcome.status != ExitStatus.unavailable.rawValue {
            fleet.find("on a full disk of the server's, sync ended with status \(outcome.status)")
          }
          return try expectDegraded()
        }
        fleet.ledger.acknowledged(by: device.place, person: device.person, wasTold: false)
      }
      fleet.find("the server took all that \(device.name) sent, on a disk that should be full")
    }

    private func expectDegraded() throws {
      let known = try fleet.living.reduce(0) { try $0 + acknowledged(of: $1) }
      let written = try cloudFigures().reports
      if known > written {
        fleet.find(
          "devices have receipts for \(Figure.count(known, "report")), and the log has \(written)")
      }
      guard let server = fleet.server else { return }
      let connection = try RawConnection(to: server.address)
      try connection.send(RawRequest("GET", Endpoint.health.path))
      let health = String(decoding: try connection.receive().body, as: UTF8.self)
      if !health.contains("disk is full") {
        fleet.find("the server does not say that its disk is full")
      }
      try fleet.expect(["cloud", "search", "--url", fleet.serverURL, "page"])
    }

    // MARK: Clocks

    /// After which a command with another clock is taken for hanging: before any other would be.
    static let clockSeconds = 100

    /// - Parameter limit: what ends a command that hangs.
    func withClock(days: Int64, _ limit: [String], _ body: () throws -> Void) throws {
      fleet.recordMoment("a clock is \(days) days off")
      fleet.deviceClock = limit + ProcessFleet.clock(days: days)
      fleet.wait(days: days)
      defer {
        fleet.deviceClock = []
        fleet.wait(days: -days)
      }
      do { try body() } catch let failure as DrillFailure where failure.outcome.wasKilled {
        fleet.find(
          "a command did not end in \(Self.clockSeconds) s with another clock. Some versions of "
            + "faketime (0.9.10) stop the timers of a process as well: try another version")
        throw failure
      }
    }

    // MARK: Letting go

    /// Has the server make backups of its own, and the device let go of what all of them hold.
    func pruneWhatIsBackedUp(of device: ProcessDevice) throws -> PrunedPast {
      fleet.stopServer()
      try fleet.startServer("--backup-interval", "1")
      try fleet.live()
      // Nobody's rules remove what lies elsewhere.
      let older = try fleet.snapshotCloud(in: fleet.file("shelf"))
      let known = try acknowledged(of: device)
      for page in ["first", "second"] { try fleet.engageAndSync(device, page) }
      let wanted = try cloudFigures().logEntries
      try waitForMark("to entry \(wanted)", seconds: 120) { $0 >= wanted }
      try fleet.sync(device)
      try compact(device)
      let floor = try floor(of: device)
      fleet.recordMoment("\(device.name) pruned \(Figure.count(floor, "report"))")
      if floor <= known { fleet.find("\(device.name) pruned nothing that a backup holds") }
      return PrunedPast(device: device, older: older, known: known, floor: floor)
    }

    func compact(_ device: ProcessDevice) throws {
      try fleet.expect(["journal", "compact", device.folder])
    }

    /// The number of the last report that is not in the device's outbox any more.
    func floor(of device: ProcessDevice) throws -> UInt64 {
      struct Stats: Decodable { let floor: UInt64 }
      return try fleet.ask(["journal", "stats", device.file("shared.journal")], as: Stats.self)
        .floor
    }

    /// A server makes its first backup a minute after its start.
    private func waitForMark(
      _ what: String, seconds: Int, _ isReached: (UInt64) -> Bool
    ) throws {
      for _ in 1...seconds {
        if isReached(try cloudFigures().backedUpEntry) { return }
        Thread.sleep(forTimeInterval: 1)
      }
      fleet.find("the mark of the server's backups does not come \(what)")
    }

    func newestBackup() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: fleet.backupFolder)
      return fleet.backupFolder + "/" + (names.filter { $0.hasSuffix(".sqlar") }.max() ?? "")
    }

    /// All backups are gone, and none can be made until what holds the folder ends.
    func loseBackups() throws -> HeldFolder {
      let hold = HeldFolder(fleet.backupFolder)
      if fleet.breaks.losesBackups {
        for name in try FileManager.default.contentsOfDirectory(atPath: fleet.backupFolder)
        where name.hasSuffix(".sqlar") {
          try FileManager.default.removeItem(atPath: fleet.backupFolder + "/" + name)
        }
      }
      fleet.recordMoment("the backups of the server are lost", .lost)
      try waitForMark("down", seconds: 20) { $0 == 0 }
      // They hear of it.
      for device in fleet.living { try fleet.sync(device) }
      return hold
    }

    // MARK: Going back

    /// The server is killed, and its log is an older one.
    func rewindCloud(to snapshot: String, _ mark: DrillLedger.CloudMark) throws {
      fleet.killServer()
      try FileManager.default.removeItem(atPath: fleet.cloudFolder)
      try fleet.restore(snapshot, to: fleet.cloudFolder)
      fleet.ledger.cloudWentBack(to: mark, keepsWithdrawals: true, at: fleet.now)
      fleet.recordMoment("the server is killed, and goes back to its earlier state", .lost)
    }

    /// It says what could be lost forever, and does not start before somebody has agreed.
    func expectRefusedStart() throws {
      do throws(LoopbackError) {
        let started = try fleet.spawnServer()
        try started.waitForGood(Endpoint.health.path)
        started.kill()
        fleet.find(
          "a server whose log is older than its mark started, and nobody had agreed to the loss")
      } catch {
        let said = (try? String(contentsOfFile: fleet.file("server.log"), encoding: .utf8)) ?? ""
        guard case .ended = error.code, said.contains("--accept-loss yes") else {
          return fleet.find("the server did not say what could be lost: \(error)")
        }
        fleet.recordMoment("the server asks whether the loss is accepted")
      }
    }

    /// The log says how many reports the device had pruned, and no other one.
    func expectGap(_ past: PrunedPast) throws {
      let missing = try cloudFigures().missingNumbers
      guard missing != past.floor - past.known else {
        return fleet.recordMoment(
          "the log has a gap of \(Figure.count(missing, "number"))", .recovered)
      }
      fleet.find(
        "the log has a gap of \(Figure.count(missing, "number")), and "
          + "\(past.device.name) had pruned \(past.floor - past.known) that it lacked")
    }
  }
#endif
