#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Simulation
  import Sync

  /// What can be done to a soak's processes and files, with how often it is.
  enum SoakVerb: String, CaseIterable {
    case record, sync, snapshot, restore, clone, reindex, compact, backup, forge, garbage, flood,
      drip
    case recordingKilled = "recording-killed"
    case recordingResumed = "recording-resumed"
    case syncKilled = "sync-killed"
    case serverKilled = "server-killed"
    case compactionKilled = "compaction-killed"
    case restoreKilled = "restore-killed"
    case deviceLost = "device-lost"
    case indexLost = "index-lost"
    case witnessLost = "witness-lost"
    case keyRotated = "key-rotated"
    case cloudRestored = "cloud-restored"
    case diskFull = "disk-full"
    case serverDiskFull = "server-disk-full"
    case clockOff = "clock-off"
    case serverClockOff = "server-clock-off"

    /// Of about a hundred and fifty.
    var weight: Int {
      switch self {
      case .record: 40
      case .sync: 16
      case .recordingKilled: 6
      case .syncKilled, .serverKilled, .snapshot, .compact, .drip: 5
      case .recordingResumed, .restore, .backup, .reindex, .forge, .diskFull, .clockOff: 4
      case .compactionKilled, .restoreKilled, .garbage, .serverDiskFull: 2
      case .clone, .deviceLost, .indexLost, .witnessLost, .keyRotated, .cloudRestored, .flood,
        .serverClockOff:
        2
      }
    }

    var needsClock: Bool { self == .clockOff || self == .serverClockOff }
  }

  extension Soak {
    func perform(_ verb: SoakVerb, _ device: ProcessDevice) throws {
      switch verb {
      case .record: try record(device)
      case .sync: try sync(device)
      case .snapshot: try snapshot(device)
      case .restore: try restore(device, isKilled: false)
      case .restoreKilled: try restore(device, isKilled: true)
      case .clone: try clone(device)
      case .deviceLost: try lose(device)
      case .reindex: try reindex(device)
      case .compact: try run(["journal", "compact", device.folder])
      case .compactionKilled: try kill(["journal", "compact", device.folder])
      case .recordingKilled: try record(device, isKilled: true)
      case .recordingResumed: try record(device, isKilled: true, isResumed: true)
      case .syncKilled: try interruptSync(of: device) { $0.kill() }
      case .serverKilled:
        try interruptSync(of: device) { _ in self.fleet.killServer() }
        try startServer()
      case .indexLost: loseIndex(of: device)
      case .witnessLost:
        try? FileManager.default.removeItem(atPath: device.file("witness"))
        lives[device.place]?.isSettled = false
      case .keyRotated: try rotateKey(of: device)
      case .backup: try backUp()
      case .cloudRestored: try restoreCloud()
      case .diskFull: try record(device, launcher: smallFiles(atMost: 200))
      case .serverDiskFull: try fillServerDisk(device)
      case .clockOff: try setClock(of: device)
      case .serverClockOff: try setServerClock(device)
      case .forge: try visit { try forge(device, $0) }
      case .garbage: try visit { strangers.sendGarbage(to: $0.address, &dice) }
      case .flood: try visit { strangers.flood($0.address, &dice) }
      case .drip: try visit { strangers.beginToDrip(at: $0.address, &dice) }
      }
    }

    // MARK: Recording

    /// - Parameters:
    ///   - isResumed: whether somebody gives all lines again after the kill. The client state of
    ///     the last batch says how many are there.
    ///   - launcher: what a recording may fail with.
    private func record(
      _ device: ProcessDevice, isKilled: Bool = false, isResumed: Bool = false,
      launcher: [String] = []
    ) throws {
      guard var life = lives[device.place] else { return }
      let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
      let acts = (0..<dice.number(1..<8)).flatMap { _ in dice.acts(at: now) }
      restTime = max(restTime, Date.now.addingTimeInterval(5))
      var (isProtected, model) = (dice.chance(50), life.model)
      for act in acts {
        isProtected = isProtected || act.isProtected(in: model)
        _ = model.apply(act)
      }
      let words =
        ["device", "index", device.folder, "--acknowledge", "--transaction"]
        + ["\(dice.pick([1, 3, 1_000]))"] + (isProtected ? ["--unlock", keyPath] : [])
      let lines = try acts.compactMap { try $0.line(at: fleet.now, query: SoakDice.everywhere) }
      var count = acts.count
      if isKilled || !launcher.isEmpty {
        count = try recordSome(lines, words, device, isKilled: isKilled, launcher)
        if isResumed { count = try resume(lines, after: count, words, device) }
      } else {
        try run(words, input: lines.joined())
      }
      for act in acts.prefix(count) { ledger.record(act, on: &life, of: device.name) }
      lives[device.place] = life
    }

    /// Records lines as far as that goes: what was acknowledged is there, and of the rest the
    /// journal says how many lines it has.
    private func recordSome(
      _ lines: [String], _ words: [String], _ device: ProcessDevice, isKilled: Bool,
      _ launcher: [String]
    ) throws -> Int {
      let before = try lineCount(of: device)
      let child = try fleet.start(words, input: lines.joined(), launcher: launcher)
      if isKilled { waitABit(child) }
      let outcome = isKilled ? child.end() : child.wait()
      let status = ExitStatus(rawValue: outcome.status)
      if !isKilled, outcome.wasKilled || outcome.status != 0 && status != .cannotWrite {
        throw DrillFailure(words: words, outcome: outcome)
      }
      // A number that was cut short is a smaller one.
      let acknowledged = outcome.output.split(separator: "\n").compactMap { Int($0) }.max() ?? 0
      let count = try lineCount(of: device) - before
      guard (acknowledged...lines.count).contains(count) else {
        find(
          "\(device.name): \(acknowledged) of \(lines.count) lines were acknowledged, and "
            + "\(count) are journaled.")
        return count
      }
      child.removeFiles()
      let what = isKilled ? "is killed" : "has no room"
      ledger.note("\(what) after \(count) of \(lines.count) lines", of: device.name)
      return count
    }

    /// Gives all lines again, of which so many are journaled.
    ///
    /// - Returns: how many of them are journaled then.
    private func resume(
      _ lines: [String], after count: Int, _ words: [String], _ device: ProcessDevice
    ) throws -> Int {
      let before = try lineCount(of: device)
      // Before its first batch the client state is that of another input.
      try run(words + (count > 0 ? ["--resume"] : []), input: lines.joined())
      let added = try lineCount(of: device) - before
      if count + added != lines.count {
        find(
          "\(device.name): \(count) of \(lines.count) lines were journaled, and given all of them "
            + "again it journaled \(added) more.")
      }
      ledger.note("resumes after \(count) of \(lines.count) lines", of: device.name)
      return count + added
    }

    /// Lines that are in a device's journal.
    private func lineCount(of device: ProcessDevice) throws -> Int {
      struct Stats: Decodable {
        struct Row: Decodable {
          let name: String
          let entries: Int
        }
        let byKind: [Row]
      }
      let stats = try ask(
        ["journal", "stats", device.file("private.journal"), "--json"], as: Stats.self)
      let kinds: Set = [
        "item indexed", "item updated", "items deleted", "activity recorded", "result engaged",
        "results shown",
      ]
      return stats.byKind.filter { kinds.contains($0.name) }.reduce(0) { $0 + $1.entries }
    }

    private func waitABit(_ child: DrillChild) {
      let end = Date.now.addingTimeInterval(Double(dice.number(0..<120)) / 1_000)
      while Date.now < end, !child.hasEnded { usleep(1_000) }
    }

    /// Starts a command that changes nothing of what is found or counted, and kills it.
    private func kill(_ words: [String]) throws {
      let child = try fleet.start(words)
      waitABit(child)
      _ = child.end()
      child.removeFiles()
    }

    /// No file may grow beyond some size, as on a disk that is full.
    private func smallFiles(atMost kilobytes: Int) -> [String] {
      // Blocks of 512 bytes.
      ["/bin/sh", "-c", "ulimit -f \(dice.number(2..<2 * kilobytes)); exec \"$@\"", "sh"]
    }

    // MARK: Speaking

    /// The device speaks, something happens meanwhile, and whether its reports arrived is unknown.
    private func interruptSync(
      of device: ProcessDevice, with what: (DrillChild) -> Void
    ) throws {
      guard let life = lives[device.place] else { return }
      try record(device)
      ledger.left(lives[device.place] ?? life)
      let words = ["device", "sync", device.folder, "--url", fleet.serverURL, "--wait", "1"]
      let child = try fleet.start(words)
      waitABit(child)
      what(child)
      let outcome = child.wait()
      try accept(outcome, of: words)
      child.removeFiles()
    }

    /// A sync that need not reach anybody.
    private func accept(_ outcome: DrillChild.Outcome, of words: [String]) throws {
      let status = ExitStatus(rawValue: outcome.status)
      guard outcome.wasKilled || outcome.status == 0 || status == .unavailable else {
        throw DrillFailure(words: words, outcome: outcome)
      }
    }

    private func rotateKey(of device: ProcessDevice) throws {
      // Only a device that is enrolled has a key to rotate.
      try sync(device)
      try run([
        "device", "rotate-key", device.folder, "--url", fleet.serverURL, "--wait", "60",
      ])
    }

    // MARK: Files of devices

    private struct Created: Decodable { let path: String }

    private func snapshot(_ device: ProcessDevice) throws {
      guard let life = lives[device.place] else { return }
      let path = try ask(
        ["snapshot", "create", device.folder, "--to", fleet.file("backups-\(device.place)")]
          + (dice.chance(50) ? ["--incremental"] : []) + ["--json"], as: Created.self
      ).path
      snapshots[device.place, default: []].append((path, life))
    }

    /// Any snapshot of the device, also one from before it was restored to an older one.
    private func restore(_ device: ProcessDevice, isKilled: Bool) throws {
      guard let known = snapshots[device.place], !known.isEmpty else { return }
      let (path, life) = dice.pick(known.suffix(6))
      if dice.chance(30) {
        // A new device, on which only the keyring is brought along.
        let keyring = FileManager.default.contents(atPath: device.file("keyring"))
        try FileManager.default.removeItem(atPath: device.folder)
        if let keyring {
          try FileManager.default.createDirectory(
            atPath: device.folder, withIntermediateDirectories: true)
          try keyring.write(to: URL(fileURLWithPath: device.file("keyring")))
        }
      }
      let words = ["snapshot", "restore", path, "--to", device.folder]
      if isKilled { try kill(words) }
      try run(words)
      lives[device.place] = ledger.fork(life)
      ledger.note("is restored", of: device.name)
    }

    private func clone(_ device: ProcessDevice) throws {
      guard let life = lives[device.place], fleet.living.count < 8 else { return }
      let copy = fleet.addDevice(of: device.person)
      try FileManager.default.copyItem(atPath: device.folder, toPath: copy.folder)
      lives[copy.place] = ledger.fork(life)
      ledger.note("is a copy of \(device.name)", of: copy.name)
    }

    /// A copy is lost for good; of the first devices one stays for each person.
    private func lose(_ device: ProcessDevice) throws {
      guard fleet.living.contains(where: { $0 !== device && $0.person == device.person })
      else { return }
      device.isAlive = false
      lives[device.place] = nil
      try FileManager.default.removeItem(atPath: device.folder)
      ledger.note("is lost", of: device.name)
    }

    private func loseIndex(of device: ProcessDevice) {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: device.file("index.sqlite" + suffix))
      }
    }

    // MARK: Apps that are asked

    private struct Request: Decodable {
      let request: String
      let app: String
      let scope: String
    }

    /// An app is asked for its items, gives all of them, or all but one, and acknowledges.
    private func reindex(_ device: ProcessDevice) throws {
      guard var life = lives[device.place] else { return }
      let app = dice.pick(SoakDice.apps)
      let key = ["--unlock", keyPath]
      func open(_ words: [String]) throws -> [Request] {
        try ask(
          ["device", "reindex", device.folder] + words + ["--json"] + key, as: [Request].self
        )
        .filter { $0.app == app.text }
      }
      let before = try open(["--list"])
      let requests = try open(["--app", app.text])
      var items = life.model.items.filter { $0.name.app == app }
      var swept: AppName?
      // Of an older request nobody here knows what was given since.
      if before.isEmpty, requests.contains(where: { $0.scope == "all" }), dice.chance(50),
        let place = items.lastIndex(where: { $0.expires == 0 })
      {
        swept = items.remove(at: place).name
      }
      let acts = items.map { AppAct.given($0) }
      let lines = try acts.compactMap { try $0.line(at: fleet.now, query: SoakDice.everywhere) }
      try run(["device", "index", device.folder] + key, input: lines.joined())
      for act in acts { ledger.record(act, on: &life, of: device.name) }
      for request in requests {
        try run(["device", "reindex", device.folder, "--acknowledge", request.request] + key)
      }
      if let swept { ledger.record(.itemGone(swept), on: &life, of: device.name) }
      lives[device.place] = life
    }

    // MARK: The cloud

    private func backUp() throws {
      let folder = dice.chance(50) ? fleet.backupFolder : fleet.file("cloud-snapshots")
      let mark = ledger.markOfCloud()
      let path = try ask(
        ["snapshot", "create", fleet.cloudFolder, "--to", folder, "--json"], as: Created.self
      ).path
      clouds.append((path, mark))
      if clouds.count > 3 {
        try? FileManager.default.removeItem(atPath: clouds.removeFirst().path)
      }
    }

    /// The server is killed, and its data folder is that of an older backup.
    private func restoreCloud() throws {
      guard !clouds.isEmpty else { return }
      let (path, mark) = dice.pick(clouds)
      fleet.killServer()
      try FileManager.default.removeItem(atPath: fleet.cloudFolder)
      let words = ["snapshot", "restore", path, "--to", fleet.cloudFolder]
      // What lacks something that all backups were to hold needs a word.
      if try run(words, orWith: .badInput).status != 0 { try run(words + ["--accept-loss"]) }
      ledger.cloudWentBack(to: mark)
      lives = lives.mapValues { life in
        var life = life
        life.isSettled = false
        return life
      }
      ledger.note("goes back to an older backup", of: "the cloud")
      try startServer()
    }

    /// The disk of the server is full while a device speaks.
    private func fillServerDisk(_ device: ProcessDevice) throws {
      if fleet.server?.stop() != .exited(0) { find("The server did not end well when asked to.") }
      fleet.server = nil
      let disk = SmallDisk(at: fleet.file("small-disk"), byteCount: 64 << 20)
      let home = fleet.cloudFolder
      if let disk {
        try move(home, to: disk.folder + "/cloud")
        fleet.cloudFolder = disk.folder + "/cloud"
        try disk.fill(leaving: dice.number(0..<400_000))
      }
      // It may not even start.
      try? startServer(launcher: disk == nil ? smallFiles(atMost: 2_000) : [])
      if fleet.server != nil { try interruptSync(of: device) { _ = $0.wait() } }
      fleet.killServer()
      if let disk {
        try disk.makeRoom()
        try move(fleet.cloudFolder, to: home)
        fleet.cloudFolder = home
      }
      try startServer()
    }

    private func move(_ folder: String, to other: String) throws {
      try FileManager.default.copyItem(atPath: folder, toPath: other)
      try FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Clocks

    /// The device's clock is off while it records and speaks, and is put right.
    private func setClock(of device: ProcessDevice) throws {
      fleet.deviceClock = ProcessFleet.clock(days: dice.pick([-3_650, -400, -2, 2, 400, 3_650]))
      defer { fleet.deviceClock = [] }
      try record(device)
      try sync(device)
    }

    /// The server's clock is off while a device speaks, and is put right.
    private func setServerClock(_ device: ProcessDevice) throws {
      fleet.killServer()
      try startServer(launcher: ProcessFleet.clock(days: dice.pick([-400, -2, 2, 400])))
      try sync(device)
      fleet.killServer()
      try startServer()
    }

    // MARK: Strangers

    private func visit(_ body: (ServerProcess) throws -> Void) throws {
      guard let server = fleet.server else { return }
      try body(server)
      try server.waitForGood(Endpoint.health.path)
    }

    private func forge(_ device: ProcessDevice, _ server: ServerProcess) throws {
      try record(device)
      try capture(device, server)
      strangers.forge(at: server.address, &dice)
    }

    /// Somebody on the way hears what a device says.
    private func capture(_ device: ProcessDevice, _ server: ServerProcess) throws {
      guard var life = lives[device.place] else { return }
      let relay = try CuttingRelay(to: server.address, cutting: "POST /nothing")
      let words = [
        "device", "sync", device.folder, "--url", relay.address.description, "--wait", "5",
      ]
      ledger.left(life)
      let child = try fleet.start(words)
      relay.carry(until: { child.hasEnded }, seconds: 60, onCut: {})
      let outcome = child.wait()
      try accept(outcome, of: words)
      if outcome.status == 0 { ledger.acknowledged(&life) }
      lives[device.place] = life
      child.removeFiles()
      strangers.hear(relay.heard)
    }
  }
#endif
