#if Server
  import Crypto
  import Foundation
  import JournalFormat
  import SQLite
  import Simulation

  /// Compares what commands print with what really happened.
  extension ProcessFleet {
    private static let roundCountMax = 6

    /// Lets everything that is left speak until nobody has anything more to say.
    func converge() throws {
      struct Status: Decodable { let wanted: Int }
      try breaks.reportAsStranger()
      try measure("converge") {
        for _ in 1...Self.roundCountMax {
          try syncAndCompare()
          // Who was asked for words has to speak once more.
          let status = try ask(["cloud", "status", "--data", cloudFolder], as: Status.self)
          if status.wanted == 0 { break }
        }
      }
      recordMoment("everything that is left has spoken", .recovered)
    }

    /// Every living device speaks once, and nothing is counted that never happened.
    func syncAndCompare() throws {
      for device in living { try sync(device) }
      expectNothingTooHigh(try figures())
    }

    func judge(into report: inout DrillReport) throws {
      stopServer()
      try breaks.breakFiles()
      try judgeDevices()
      try verify(cloudFolder + "/cloud.journal")
      let found = try figures()
      try judgeProjections(&report)
      judge(found, into: &report)
      story.conclude(&report, by: ledger)
    }

    // MARK: Devices

    /// A device has what it was given, and nothing that was deleted on it.
    private func judgeDevices() throws {
      for device in living {
        compare(items: try items(of: device), on: device.place, name: device.name)
        try verify(device.file("private.journal"))
      }
    }

    private func verify(_ journal: String) throws {
      let outcome = try run(["journal", "verify", journal])
      guard outcome.status != 0 else { return }
      find("\(journal) is not whole: \(outcome.output.prefix(300))\(outcome.errors.prefix(300))")
    }

    // MARK: The cloud

    /// What the cloud counts and shows, of all that it knows.
    private func figures() throws -> [String: DrillFigures] {
      struct Row: Decodable {
        let key: String
        let events: Int
        let distinctDevices: Int
      }
      let rows = try ask(["cloud", "popularity", "--data", cloudFolder], as: [Row].self)
      let shown = try expect(["cloud", "items", "--data", cloudFolder]).split(separator: "\n")
      let publicKeys = Set(
        try shown.map { try JSONDecoder().decode(Key.self, from: Data($0.utf8)).key })
      var pages: [String: String] = [:]
      for page in ledger.pages {
        let address = ProcessActs.address(page).text
        pages[address] = page
        pages["tag:" + tag(app: ProcessActs.app.text, address, isAddress: true)] = page
      }
      var found: [String: DrillFigures] = [:]
      for row in rows {
        found[pages[row.key] ?? row.key, default: DrillFigures()].add(
          events: row.events, people: row.distinctDevices)
      }
      for key in publicKeys {
        found[pages[key] ?? key, default: DrillFigures()].isPublic = true
      }
      return found
    }

    private struct Key: Decodable { let key: String }

    /// The one-way name of a page, made as FORMAT.md says, and not by the code that is drilled.
    ///
    /// - Parameter name: its address, or the identifier of the item that it belongs to.
    func tag(app: String, _ name: String, isAddress: Bool) -> String {
      var message: [UInt8] = []
      func append(_ text: String) {
        message += [UInt8(text.utf8.count & 0xFF), UInt8(text.utf8.count >> 8)] + text.utf8
      }
      append(app)
      append(ProcessActs.activityType.text)
      message.append(isAddress ? 0 : 1)
      append(name)
      let key = SymmetricKey(data: [UInt8](hex: tagSalt) ?? [])
      let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
      return "01" + Array(code).prefix(16).hex
    }

    /// What was applied while it ran is what the log alone makes of it.
    private func judgeProjections(_ report: inout DrillReport) throws {
      struct Rebuilt: Decodable {
        let before: String
        let after: String
      }
      let outcome = try run(["cloud", "rebuild", "--data", cloudFolder, "--json"])
      guard let rebuilt = try? JSONDecoder().decode(Rebuilt.self, from: Data(outcome.output.utf8))
      else { return find("the cloud cannot be rebuilt from its log: \(outcome.errors)") }
      report.digests.cloudMaintained = rebuilt.before
      report.digests.cloudRebuilt = rebuilt.after
      if rebuilt.before != rebuilt.after {
        find("the cloud's state differs from the one rebuilt from its log")
      }
    }
  }
#endif
