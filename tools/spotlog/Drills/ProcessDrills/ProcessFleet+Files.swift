#if Server
  import Foundation
  import JournalFormat
  import SQLite
  import Simulation

  /// What drills do to files, and what has to hold then.
  extension ProcessFleet {
    /// A snapshot is refused, by name, and nothing of the device is touched.
    ///
    /// - Parameter damage: what is done to a copy of the snapshot.
    func expectRefusal(
      of snapshot: String, for device: ProcessDevice, _ what: String,
      damage: (String) throws -> Void
    ) throws {
      let path = file("damaged.sqlar")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: snapshot, toPath: path)
      if breaks.damagesSnapshots { try damage(path) }
      let before = device.truth()
      let outcome = try run(["snapshot", "restore", path, "--to", device.folder])
      if outcome.status != ExitStatus.badInput.rawValue {
        find("a snapshot \(what) was taken: the status is \(outcome.status)")
      }
      if !outcome.errors.contains(path), !outcome.errors.contains(device.folder) {
        find("the refusal of a snapshot \(what) names neither it nor the folder")
      }
      if device.truth() != before {
        find("the refusal of a snapshot \(what) changed \(device.name)")
      }
      recordMoment(
        "a snapshot \(what) is refused: \(outcome.errors.trimmingCharacters(in: .newlines))")
    }

    /// Flips one bit of what a snapshot holds of its journals.
    func flipBit(ofRowsIn path: String) throws {
      let file = try Connection(path: path, mode: .readWrite)
      defer { withExtendedLifetime(file) {} }
      let rows = try file.statement(
        "SELECT name, data FROM sqlar WHERE name LIKE 'private%-entries-%'")
      guard try rows.step() else { return find("\(path) has no entries of a private journal") }
      let name = rows.text(0)
      var bytes = rows.bytes(1)
      rows.reset()
      bytes[bytes.count / 2] ^= UInt8(1) << (dice.next() as UInt64 % 8)
      let update = try file.statement("UPDATE sqlar SET data = ? WHERE name = ?")
      update.bind(1, bytes)
      update.bind(2, name)
      try update.run()
    }

    /// Kills a restore at each of its steps; every other one is undone, the rest is run again.
    ///
    /// - Returns: how many steps there are.
    func killRestores(
      of device: ProcessDevice, from snapshot: DeviceSnapshot
    ) throws -> Int {
      let restore = ["snapshot", "restore", snapshot.path, "--to", device.folder]
      let before = device.truth()
      let saved = file("before-restore")
      try FileManager.default.copyItem(atPath: device.folder, toPath: saved)
      for step in 1...500 {
        let outcome = try run(restore + ["--kill-at-step", "\(step)"])
        guard outcome.wasKilled else {
          guard outcome.status == 0 else { throw DrillFailure(words: restore, outcome: outcome) }
          return step - 1
        }
        if !breaks.endsRestores,
          device.truth()["private.journal"] != before["private.journal"]
        {
          return step
        }
        let isUndone = try step.isMultiple(of: 2) && undo(device)
        if !isUndone { try expect(restore) }
        // An undo that came when the restore was complete has nothing to bring back.
        let isAsBefore = isUndone && device.truth() == before
        if !isAsBefore, try items(of: device) != ledger.items(in: snapshot.mark) {
          find("a restore that was killed at step \(step) left \(device.name) in between")
        }
        try FileManager.default.removeItem(atPath: device.folder)
        try FileManager.default.copyItem(atPath: saved, toPath: device.folder)
      }
      find("a restore does not come to an end in 500 steps")
      return 500
    }

    /// Whether a restore was undone, or there was none that could be.
    private func undo(_ device: ProcessDevice) throws -> Bool {
      let words = ["snapshot", "restore", "--to", device.folder, "--undo"]
      let outcome = try run(words)
      switch ExitStatus(rawValue: outcome.status) {
      case nil where outcome.status == 0: return true
      case .noSuchFile: return true
      // It was complete but for its last steps, which were done now.
      case .cannotCreate: return false
      default: throw DrillFailure(words: words, outcome: outcome)
      }
    }

    /// Copies the journal while a process writes it, and kills that process.
    ///
    /// - Parameter pages: what it writes meanwhile; nobody is told of it but its own journal.
    func copyWithoutLog(
      of device: ProcessDevice, while pages: [String]
    ) throws -> String {
      let writer = try start(
        ["device", "index", device.folder, "--acknowledge", "--transaction", "1"], input: nil)
      breaks.endIfBroken(writer)
      for page in pages {
        let acts = ProcessActs.engagement(page)
        try writer.write(acts.lines(at: now))
        record(acts, device)
      }
      let lineCount = 3 * pages.count
      let deadline = Date.now.addingTimeInterval(60)
      while writer.output.split(separator: "\n").count < lineCount, Date.now < deadline {
        guard !writer.hasEnded else { break }
        usleep(2_000)
      }
      let copy = file("torn.journal")
      try FileManager.default.copyItem(atPath: device.file("private.journal"), toPath: copy)
      if !FileManager.default.fileExists(atPath: device.file("private.journal-wal")) {
        find("there was no -wal beside the journal: the copy is not torn")
      }
      writer.kill()
      recordMoment(
        "\(device.name) is killed; its journal was copied without the log beside it", .lost)
      return copy
    }

    /// A command ends because there is no room, and the device is as before.
    func expectNoRoom(_ words: [String], _ device: ProcessDevice) throws {
      let before = device.truth()
      let outcome = try run(words)
      if outcome.status != ExitStatus.cannotWrite.rawValue {
        find("on a full disk \(words[1]) ended with status \(outcome.status): \(outcome.errors)")
      }
      if device.truth() != before { find("\(words[1]) on a full disk changed \(device.name)") }
      recordMoment("\(words[1]) ends: \(outcome.errors.trimmingCharacters(in: .newlines))")
    }

    func move(_ device: ProcessDevice, to folder: String) throws {
      try FileManager.default.copyItem(atPath: device.folder, toPath: folder)
      try FileManager.default.removeItem(atPath: device.folder)
      device.folder = folder
    }
  }
#endif
