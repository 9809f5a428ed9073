#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Simulation
  import Sync

  /// Devices and a server as processes, to which anything is done that can be done to processes,
  /// for as long as somebody wants. Now and then everything comes to rest, and is compared with a
  /// ledger.
  final class Soak {
    let fleet: ProcessFleet
    var dice: SoakDice
    var ledger: SoakLedger
    let strangers = SoakStrangers()
    /// What the living devices hold, by their places.
    var lives: [Int: SoakLedger.Life] = [:]
    /// Snapshots of devices by their places, and of the cloud.
    var snapshots: [Int: [(path: String, life: SoakLedger.Life)]] = [:]
    var clouds: [(path: String, mark: SoakLedger.CloudMark)] = []
    private let deviceCount: Int
    private var findings: [String] = []
    private(set) var report = SoakReport()
    let keyPath: String
    /// Seconds after which words that nobody sends are missing.
    private static let patience = 120.0
    /// When everything that expires soon has.
    var restTime = Date.now

    init(_ plan: ProcessPlan, in folder: DrillFolder, devices: Int) throws {
      fleet = ProcessFleet(plan, in: folder, devices: devices)
      ledger = SoakLedger(threshold: fleet.threshold)
      dice = SoakDice(seed: plan.seed)
      deviceCount = devices
      keyPath = fleet.file("unlock.key")
      try Data(dice.bytes(32)).write(to: URL(fileURLWithPath: keyPath))
    }

    /// Runs until the time is over, or something is found.
    ///
    /// - Parameter progress: called with each verdict.
    func run(seconds: Double, progress: (SoakReport) -> Void) -> SoakReport {
      let start = Date.now
      let firstTime = fleet.now
      defer { fleet.killServer() }
      do {
        try begin()
        repeat {
          for _ in 0..<30 where Date.now.timeIntervalSince(start) < seconds { try step() }
          let isLast = Date.now.timeIntervalSince(start) >= seconds
          try rest(isLast: isLast)
          report.milliseconds = Date.now.timeIntervalSince(start) * 1_000
          report.simulatedMilliseconds = fleet.now.milliseconds - firstTime.milliseconds
          report.findings = findings
          progress(report)
          if isLast { break }
        } while findings.isEmpty
      } catch {
        report.findings = findings + ["The soak came to no end: \(error)"]
      }
      return report
    }

    private func begin() throws {
      try startServer()
      try fleet.breaks.copyCloudAside()
      for device in fleet.devices {
        try fleet.expect(["device", "init", device.folder])
        lives[device.place] = ledger.begin(lineage: device.person)
      }
    }

    func find(_ finding: String) {
      if !findings.contains(finding) { findings.append(finding) }
    }

    // MARK: Steps

    private func step() throws {
      // Everything takes some seconds of people's time, a day of theirs an hour at least.
      fleet.wait(milliseconds: Int64(dice.number(1_000..<120_000)))
      var verbs = SoakVerb.allCases.map { ($0, weight: $0.weight) }
      if ProcessFleet.clockProgram == nil { verbs.removeAll { $0.0.needsClock } }
      let verb = dice.pick(verbs)
      report.steps[verb, default: 0] += 1
      let device = dice.pick(fleet.living)
      try perform(verb, device)
      strangers.drip()
    }

    // MARK: Commands

    /// Runs a command, and removes what it left when it ended as it should.
    ///
    /// - Parameter other: a status that it may end with, too.
    @discardableResult
    func run(
      _ words: [String], input: String = "", orWith other: ExitStatus? = nil
    ) throws -> DrillChild.Outcome {
      let child = try fleet.start(words, input: input)
      let outcome = child.wait()
      guard !outcome.wasKilled, [0, other?.rawValue ?? 0].contains(outcome.status) else {
        throw DrillFailure(words: words, outcome: outcome)
      }
      child.removeFiles()
      return outcome
    }

    func ask<Value: Decodable>(_ words: [String], as type: Value.Type) throws -> Value {
      let outcome = try run(words)
      guard let value = try? JSONDecoder().decode(type, from: Data(outcome.output.utf8)) else {
        throw DrillFailure(words: words, outcome: outcome)
      }
      return value
    }

    func startServer(launcher: [String] = []) throws {
      // Else the oldest endorser alone is asked for words for a day, and may have been restored.
      do {
        try fleet.startServer("--newcomer-period", "0", launcher: launcher)
      } catch let error as LoopbackError {
        guard case .ended = error.code else { throw error }
        // A log that is older than its backups.
        try fleet.startServer(
          "--newcomer-period", "0", "--accept-loss", "yes", launcher: launcher)
      }
    }

    private struct SyncAnswer: Decodable {
      let acknowledged: UInt64
      let reports: UInt64
    }

    /// The device speaks until everything is acknowledged.
    func sync(_ device: ProcessDevice) throws {
      guard var life = lives[device.place] else { return }
      ledger.left(life)
      let answer = try ask(
        ["device", "sync", device.folder, "--url", fleet.serverURL, "--wait", "60", "--json"],
        as: SyncAnswer.self)
      guard answer.acknowledged == answer.reports else {
        return find(
          "\(device.name) ends its sync with \(answer.acknowledged) of \(answer.reports) reports "
            + "acknowledged")
      }
      ledger.acknowledged(&life)
      lives[device.place] = life
    }

    // MARK: Rest

    /// Everything works, speaks until nobody has anything more to say, and is compared.
    private func rest(isLast: Bool) throws {
      strangers.leave()
      fleet.deviceClock = []
      if fleet.server == nil { try startServer() }
      Thread.sleep(forTimeInterval: max(0, restTime.timeIntervalSinceNow))
      if isLast { try fleet.breaks.reportAsStranger() }
      try speak()
      if isLast {
        if fleet.server?.stop() != .exited(0) { find("The server did not end well when asked to.") }
        fleet.server = nil
        try fleet.breaks.breakFiles()
      }
      for finding in ledger.judge(try readCloud(), Array(lives.values)) { find(finding) }
      for device in fleet.living { try judge(device) }
      if isLast { try judgeFiles() }
      report.verdicts += 1
      report.pages = ledger.pageVerdicts.all
      report.exactPages = ledger.pageVerdicts.exact
    }

    private func speak() throws {
      let end = Date.now.addingTimeInterval(Self.patience)
      for round in 1... {
        for device in fleet.living { try sync(device) }
        // Who is asked for words has to speak once more.
        guard round > 1, try !ledger.waits(readCloud(), Array(lives.values)) || Date.now > end
        else { continue }
        return
      }
    }

    // MARK: Verdicts

    /// What the cloud counts and shows.
    private func readCloud() throws -> [AppPage: SoakLedger.Figures] {
      struct Row: Decodable {
        let key: String
        let app: String?
        let events: Int
        let distinctDevices: Int
      }
      struct Item: Decodable {
        let key: String
        let app: String
        let title: String
      }
      var names: [String: AppPage] = [:]
      for page in ledger.pages {
        let (app, name) = (page.app.text, page.identityText.text)
        names["tag:" + fleet.tag(app: app, name, isAddress: page.isAddress)] = page
        names[app + "\n" + (page.isAddress ? name : "\(app)/\(name)")] = page
      }
      var found: [AppPage: SoakLedger.Figures] = [:]
      let rows = try ask(
        ["cloud", "popularity", "--data", fleet.cloudFolder, "--json"], as: [Row].self)
      for row in rows {
        guard let page = names[row.app.map { $0 + "\n" + row.key } ?? row.key] else {
          find("The cloud counts \(row.key), which nobody engaged with.")
          continue
        }
        found[page, default: .init()].engagements += row.events
        found[page, default: .init()].devices += row.distinctDevices
      }
      let lines = try run(["cloud", "items", "--data", fleet.cloudFolder]).output
      for line in lines.split(separator: "\n") {
        let item = try JSONDecoder().decode(Item.self, from: Data(line.utf8))
        guard let page = names[item.app + "\n" + item.key] else {
          find("The cloud shows \(item.key), which nobody engaged with.")
          continue
        }
        found[page, default: .init()].titles.insert(ExactText(item.title))
      }
      return found
    }

    private func judge(_ device: ProcessDevice) throws {
      struct Result: Decodable {
        let app: String
        let id: String
        let title: String
      }
      guard let life = lives[device.place] else { return }
      for isUnlocked in [false, true] {
        let results = try ask(
          ["device", "search", device.folder, SoakDice.everywhere, "--limit", "100000", "--json"]
            + (isUnlocked ? ["--unlock", keyPath] : []), as: [Result].self)
        var found: [AppName: Set<ExactText>] = [:]
        for result in results {
          let name = AppName(app: result.app, id: result.id)
          found[name, default: []].insert(ExactText(result.title))
        }
        let findings = ledger.judge(
          found, on: life, of: device.name, at: Int64(Date.now.timeIntervalSince1970 * 1_000),
          isUnlocked: isUnlocked)
        for finding in findings { find(finding) }
        report.results += results.count
      }
    }

    private func judgeFiles() throws {
      struct Rebuilt: Decodable {
        let before: String
        let after: String
      }
      let journals = fleet.living.map { $0.file("private.journal") }
      for journal in journals + [fleet.cloudFolder + "/cloud.journal"] {
        let outcome = try fleet.run(["journal", "verify", journal])
        if outcome.status != 0 {
          find("\(journal) is not whole: \((outcome.output + outcome.errors).prefix(300))")
        }
      }
      let outcome = try fleet.run(["cloud", "rebuild", "--data", fleet.cloudFolder, "--json"])
      guard let rebuilt = try? JSONDecoder().decode(Rebuilt.self, from: Data(outcome.output.utf8))
      else { return find("The cloud cannot be rebuilt from its log: \(outcome.errors)") }
      if rebuilt.before != rebuilt.after {
        find("The cloud's state differs from the one rebuilt from its log.")
      }
      let secret = Data(SoakDice.secret.utf8)
      for name in try FileManager.default.subpathsOfDirectory(atPath: fleet.cloudFolder) {
        let bytes = FileManager.default.contents(atPath: fleet.cloudFolder + "/" + name)
        if bytes?.range(of: secret) != nil { find("\(name) of the cloud has words of items.") }
      }
    }
  }

  /// What a soak did and found.
  struct SoakReport {
    var steps: [SoakVerb: Int] = [:]
    var verdicts = 0
    var pages = 0
    /// Page verdicts for which one answer alone was right.
    var exactPages = 0
    var results = 0
    var milliseconds = 0.0
    var simulatedMilliseconds: Int64 = 0
    /// Each a sentence, perhaps with lines of what led to it.
    var findings: [String] = []

    var text: String {
      let days = Double(simulatedMilliseconds) / 86_400_000
      let counts = steps.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key.rawValue) \($0.value)" }
      let exact = pages == 0 ? 0 : exactPages * 100 / pages
      var lines = [
        "time        \((milliseconds / 6_000).rounded() / 10) minutes, in which people had "
          + "\((days * 10).rounded() / 10) days",
        "steps       " + counts.joined(separator: ", "),
        "verdicts    \(verdicts), on \(Figure.grouped(pages)) pages (one answer alone was right "
          + "for \(exact) %) and \(Figure.grouped(results)) results",
      ]
      lines += findings.map { "FINDING     \($0)" }
      lines.append(findings.isEmpty ? "holds" : "FAILS")
      return lines.joined(separator: "\n") + "\n"
    }
  }
#endif
