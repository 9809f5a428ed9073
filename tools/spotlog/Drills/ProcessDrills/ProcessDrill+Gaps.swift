#if Server
  import Foundation
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
      guard let disk = SmallDisk(at: fleet.file("small-disk")) else {
        throw DrillSkip(reason: "Only root may mount the small disk that it needs.")
      }
      try fleet.moveCloud(to: disk.folder + "/cloud")
      try fleet.live()
      let isFull = fleet.fillsDisks
      if isFull { try disk.fill(leaving: 0) }
      fleet.recordMoment("the disk of the server is full", .lost)
      try fleet.expectNothingTaken(from: fleet.devices[0])
      fleet.killServer()
      if isFull { try disk.makeRoom() }
      try fleet.startServer()
      fleet.recordMoment("there is room again, and the server was killed meanwhile", .recovered)
      try fleet.live()
      try fleet.moveCloud(to: fleet.file("cloud"))
    }

    private static let gapBelowFloor = ProcessDrill(
      "real-gap-below-floor",
      "A device lets go of what all backups hold; they are lost, and the server goes back to "
        + "before that: it has to be told, and the device makes its reports again.",
      promises: [4, 5, 7, 9],
      notChecked: ["How soon a server makes its first backup: the drill waits for it."]
    ) { fleet in
      let past = try fleet.pruneWhatIsBackedUp(of: fleet.devices[0])
      let path = fleet.losesBackups ? past.older.path : try fleet.newestBackup()
      try fleet.goBack(to: path, past.older.mark)
      try fleet.expectRefusedStart()
      try fleet.startServer("--accept-loss", "yes")
      try fleet.live()
      try fleet.expectGap(past)
    }

    private static let markLowered = ProcessDrill(
      "real-mark-lowered",
      "The backups are lost by whose mark a device let go of reports, so the mark goes down; then "
        + "the server goes back to before all of it.",
      promises: [4, 5, 7, 9],
      notChecked: ["How soon a server makes its first backup: the drill waits for it."]
    ) { fleet in
      let device = fleet.devices[0]
      let past = try fleet.pruneWhatIsBackedUp(of: device)
      let hold = try fleet.loseBackups()
      defer { hold.end() }
      try fleet.goOn(device, "after")
      try fleet.compact(device)
      if try fleet.floor(of: device) != past.floor {
        fleet.find("\(device.name) let go of reports that no backup holds")
      }
      try fleet.goBack(to: past.older.path, past.older.mark)
      try fleet.startServer()
      try fleet.live()
      try fleet.expectGap(past)
    }
  }

  extension ProcessDrill {
    private static let clocksOff = ProcessDrill(
      "real-clock-off",
      "The clock of one device is ten years ahead, that of another ten years behind; both are put "
        + "right.",
      promises: [4, 5, 7],
      notChecked: ["The clock of the server, and days: the ledger counts, whenever it was."]
    ) { fleet in
      guard let program = ProcessFleet.clockProgram else {
        throw DrillSkip(reason: "It needs the program faketime, which gives a process a clock.")
      }
      try fleet.live()
      for (device, days) in zip(fleet.devices, [3_650, -3_650] as [Int64]) {
        try fleet.withClock(days: days, program) {
          try fleet.engage(device, "off", "gone")
          try fleet.sync(device)
        }
      }
      fleet.recordMoment("the clocks are put right", .recovered)
      try fleet.live()
      try fleet.delete(fleet.devices[0], "gone")
      try fleet.goOn(fleet.devices[1], "after")
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

  extension ProcessFleet {
    private struct CloudFigures: Decodable {
      let reports: UInt64
      let logEntries: UInt64
      let backedUpEntry: UInt64
      let missingNumbers: UInt64
    }

    private struct DeviceFigures: Decodable { let acknowledged: UInt64? }

    /// As the log itself has it, whether or not the server runs.
    private func cloudFigures() throws -> CloudFigures {
      try ask(["cloud", "status", "--data", cloudFolder], as: CloudFigures.self)
    }

    private func acknowledged(of device: ProcessDevice) throws -> UInt64 {
      try ask(["device", "status", device.folder], as: DeviceFigures.self).acknowledged ?? 0
    }

    // MARK: A full disk

    /// Stops the server, and has it go on elsewhere.
    fileprivate func moveCloud(to folder: String) throws {
      stopServer()
      try FileManager.default.copyItem(atPath: cloudFolder, toPath: folder)
      try FileManager.default.removeItem(atPath: cloudFolder)
      cloudFolder = folder
      try startServer()
    }

    /// A device speaks until the server takes nothing more; what it has acknowledged by then is in
    /// its log.
    fileprivate func expectNothingTaken(from device: ProcessDevice) throws {
      // What is left of the last page takes a report or two.
      for page in 1...20 {
        try engage(device, "full-\(page)")
        account.left(device.place)
        let outcome = try run(["device", "sync", device.folder, "--url", serverURL, "--wait", "1"])
        guard outcome.status == 0 else {
          if outcome.status != ExitStatus.unavailable.rawValue {
            find("on a full disk of the server's, sync ended with status \(outcome.status)")
          }
          return try expectDegraded()
        }
        account.acknowledged(by: device.place, person: device.person, wasTold: false)
      }
      find("the server took all that \(device.name) sent, on a disk that should be full")
    }

    private func expectDegraded() throws {
      let known = try living.reduce(0) { try $0 + acknowledged(of: $1) }
      let written = try cloudFigures().reports
      if known > written {
        find("devices have receipts for \(known) reports, and the log has \(written)")
      }
      guard let server else { return }
      let connection = try RawConnection(to: server.address)
      try connection.send(RawRequest("GET", Endpoint.health.path))
      let health = String(decoding: try connection.receive().body, as: UTF8.self)
      if !health.contains("disk is full") { find("the server does not say that its disk is full") }
      try expect(["cloud", "search", "--url", serverURL, "page"])
    }

    // MARK: Clocks

    fileprivate static var clockProgram: String? {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").map { "\($0)/faketime" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// - Parameter program: `faketime`, or what is called like it.
    fileprivate func withClock(days: Int64, _ program: String, _ body: () throws -> Void) throws {
      recordMoment("a clock is \(days) days off")
      clock = [program, "-f", (days < 0 ? "" : "+") + "\(days)d"]
      wait(days: days)
      defer {
        clock = []
        wait(days: -days)
      }
      try body()
    }

    // MARK: Letting go

    /// Has the server make backups of its own, and the device let go of what all of them hold.
    fileprivate func pruneWhatIsBackedUp(of device: ProcessDevice) throws -> PrunedPast {
      stopServer()
      try startServer("--backup-interval", "1")
      try live()
      // Nobody's rules remove what lies elsewhere.
      let older = try snapshotCloud(in: file("shelf"))
      let known = try acknowledged(of: device)
      for page in ["first", "second"] { try goOn(device, page) }
      let wanted = try cloudFigures().logEntries
      try waitForMark("to entry \(wanted)", seconds: 120) { $0 >= wanted }
      try sync(device)
      try compact(device)
      let floor = try floor(of: device)
      recordMoment("\(device.name) let go of \(floor) reports")
      if floor <= known { find("\(device.name) let go of nothing that a backup holds") }
      return PrunedPast(device: device, older: older, known: known, floor: floor)
    }

    fileprivate func compact(_ device: ProcessDevice) throws {
      try expect(["journal", "compact", device.folder])
    }

    /// The number of the last report that is not in the device's outbox any more.
    fileprivate func floor(of device: ProcessDevice) throws -> UInt64 {
      struct Stats: Decodable { let floor: UInt64 }
      return try ask(["journal", "stats", device.file("shared.journal")], as: Stats.self).floor
    }

    /// A server makes its first backup a minute after its start.
    private func waitForMark(
      _ what: String, seconds: Int, _ isReached: (UInt64) -> Bool
    ) throws {
      for _ in 1...seconds {
        if isReached(try cloudFigures().backedUpEntry) { return }
        Thread.sleep(forTimeInterval: 1)
      }
      find("the mark of the server's backups does not come \(what)")
    }

    fileprivate func newestBackup() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: backupFolder)
      return backupFolder + "/" + (names.filter { $0.hasSuffix(".sqlar") }.max() ?? "")
    }

    /// All backups are gone, and none can be made until what holds the folder ends.
    fileprivate func loseBackups() throws -> HeldFolder {
      let hold = HeldFolder(backupFolder)
      if losesBackups {
        for name in try FileManager.default.contentsOfDirectory(atPath: backupFolder)
        where name.hasSuffix(".sqlar") {
          try FileManager.default.removeItem(atPath: backupFolder + "/" + name)
        }
      }
      recordMoment("the backups of the server are lost", .lost)
      try waitForMark("down", seconds: 20) { $0 == 0 }
      // They hear of it.
      for device in living { try sync(device) }
      return hold
    }

    // MARK: Going back

    /// The server is killed, and its log is an older one.
    fileprivate func goBack(to snapshot: String, _ mark: DrillAccount.CloudMark) throws {
      killServer()
      try FileManager.default.removeItem(atPath: cloudFolder)
      try restore(snapshot, to: cloudFolder)
      account.cloudWentBack(to: mark, at: now)
      recordMoment("the server is killed, and goes back to what it was before", .lost)
    }

    /// It says what could be lost for ever, and does not start before somebody has agreed.
    fileprivate func expectRefusedStart() throws {
      do throws(LoopbackError) {
        let started = try spawnServer()
        try started.waitForGood(Endpoint.health.path)
        started.kill()
        find("a server whose log is older than its mark started, and nobody had agreed to the loss")
      } catch {
        let said = (try? String(contentsOfFile: file("server.log"), encoding: .utf8)) ?? ""
        guard case .ended = error.code, said.contains("--accept-loss yes") else {
          return find("the server did not say what could be lost: \(error)")
        }
        recordMoment("the server asks whether the loss is accepted")
      }
    }

    /// The log says how many reports the device had let go of, and no other one.
    fileprivate func expectGap(_ past: PrunedPast) throws {
      let missing = try cloudFigures().missingNumbers
      guard missing != past.floor - past.known else {
        return recordMoment("the log has a gap of \(missing) numbers", .recovered)
      }
      find(
        "the log has a gap of \(missing) numbers, and \(past.device.name) had let go of "
          + "\(past.floor - past.known) that it lacked")
    }
  }
#endif
