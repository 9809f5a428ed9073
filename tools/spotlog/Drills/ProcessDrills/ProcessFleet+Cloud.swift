#if Server
  import Foundation
  import Loopback
  import Simulation
  import Sync

  /// The server of a drill, and what is done to it.
  extension ProcessFleet {
    /// Keys and witness lie outside of the data, as for every server.
    private var witnessPath: String { file("cloud.witness") }
    var backupFolder: String { file("cloud-backups") }

    /// Where devices find it.
    var serverURL: String { server?.address.description ?? "" }

    /// Starts a server, on any port that is free, and waits until it is well.
    ///
    /// - Parameter launcher: a program and its arguments that becomes the server.
    func startServer(_ options: String..., launcher: [String] = []) throws {
      let started = try measure("open the cloud") {
        let started = try spawnServer(options, launcher: launcher)
        try started.waitForGood(Endpoint.health.path)
        return started
      }
      server = started
      if tagSalt.isEmpty { tagSalt = try askSalt(started) }
    }

    /// Starts a server, which may end again when it reads its log.
    func spawnServer(
      _ options: [String] = [], launcher: [String] = []
    ) throws(LoopbackError) -> ServerProcess {
      Descriptors.allowAll()
      // Keys and witness lie where they were, wherever the data are.
      let words = [
        "serve", "--data", cloudFolder, "--keys", file("cloud.keys"), "--witness",
        witnessPath, "--port", "0", "--threshold", "\(threshold)", "--backup-dir",
        backupFolder, "--admission", "open",
        "--enrolments-per-minute", "0",
      ]
      return try ServerProcess(
        DrillChild.program, words + options, environment: DrillChild.environment,
        errorsPath: file("server.log"), launcher: launcher)
    }

    private func askSalt(_ server: ServerProcess) throws -> String {
      struct Deployment: Decodable { let tagSalt: String }
      try server.waitForGood(Endpoint.deployment.path)
      let connection = try RawConnection(to: server.address)
      try connection.send(RawRequest("GET", Endpoint.deployment.path))
      return try JSONDecoder().decode(
        Deployment.self, from: Data(try connection.receive().body)
      ).tagSalt
    }

    func stopServer() {
      guard let server else { return }
      let ending = server.stop()
      self.server = nil
      if ending != .exited(0) { find("the server did not end well when it was asked to") }
    }

    /// Ends the server at once, as a loss of power would end it.
    func killServer() {
      server?.kill()
      server = nil
    }

    // MARK: Losing and restoring

    /// A snapshot of the cloud, and what it holds.
    struct CloudSnapshot {
      let path: String
      let mark: DrillLedger.CloudMark
    }

    /// Made beside the running server.
    ///
    /// - Parameter folder: nil: where its own backups are.
    func snapshotCloud(in folder: String? = nil) throws -> CloudSnapshot {
      let path = try snapshot(of: cloudFolder, to: folder ?? backupFolder)
      recordMoment("a snapshot of the cloud is taken while it runs", .saved)
      return CloudSnapshot(path: path, mark: ledger.cloudMark)
    }

    func restoreCloud(to snapshot: CloudSnapshot) throws {
      killServer()
      try FileManager.default.removeItem(atPath: cloudFolder)
      try restore(snapshot.path, to: cloudFolder)
      ledger.cloudWentBack(to: snapshot.mark, keepsWithdrawals: true, at: now)
      recordMoment(
        "the server is killed, and its data folder is restored from a snapshot", .recovered)
      try startServer()
    }

    /// Log, projections, backups and witness are gone; keys and salt are elsewhere, and are there.
    func loseCloud() throws {
      killServer()
      for path in [cloudFolder, witnessPath, backupFolder] {
        try? FileManager.default.removeItem(atPath: path)
      }
      ledger.cloudWentBack(to: .nothing, keepsWithdrawals: false, at: now)
      recordMoment(
        "the server is killed, and everything of it but its keys and its salt is lost", .lost)
      try startServer("--tag-salt", tagSalt)
    }
  }
#endif
