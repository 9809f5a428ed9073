#if Server
  import Foundation
  import LoadGenerator
  import Simulation

  /// A scripted loss and recovery on real files, with real processes and a real server.
  struct ProcessDrill: Sendable {
    let name: String
    /// What happens, in one sentence.
    let summary: String
    /// Numbers of the design's promises that it shows.
    let promises: [Int]
    /// What its verdict says nothing about, each a sentence.
    let notChecked: [String]
    let script: @Sendable (ProcessFleet) throws -> Void

    init(
      _ name: String, _ summary: String, promises: [Int], notChecked: [String] = [],
      script: @escaping @Sendable (ProcessFleet) throws -> Void
    ) {
      self.name = name
      self.summary = summary
      self.promises = promises
      self.notChecked = notChecked
      self.script = script
    }

    /// Every drill, in the order in which they are listed.
    static var all: [ProcessDrill] { devices + files + clouds }

    static func named(_ name: String) -> ProcessDrill? { all.first { $0.name == name } }

    /// Of all drills with processes.
    private static let limits = [
      "Processes are killed, the machine is not: what a disk loses with its power is not lost.",
      "Everything is on this machine, and its clock does not jump.",
    ]
    /// One that restores, and enough others for a page to be public without it.
    private static let deviceCount = 3

    /// Runs it in a folder of its own, which goes when it is over.
    func run(_ plan: ProcessPlan) throws -> DrillReport {
      var report = DrillReport(
        ofProcesses: name, summary: summary, promises: promises, seed: plan.seed,
        devices: Self.deviceCount, notChecked: notChecked + Self.limits,
        again: "spotlog drill run \(name) --seed \(plan.seed) --keep")
      let folder = try DrillFolder(plan.folder + "/" + name, keeps: plan.keeps)
      let fleet = ProcessFleet(plan, in: folder, devices: Self.deviceCount)
      defer { fleet.killServer() }
      do {
        try fleet.startServer()
        try script(fleet)
        try fleet.converge()
        try fleet.judge(into: &report)
        report.notChecked = fleet.notChecked + report.notChecked
      } catch {
        // A command that fails where it must not is what a drill is there to find.
        fleet.find("the drill came to no end: \(error)")
        fleet.giveUp(into: &report)
      }
      return report
    }
  }

  /// What drills with processes are run with.
  struct ProcessPlan {
    var seed: UInt64
    /// The folder in which each drill makes its own.
    var folder: String
    /// Whether what it made stays when it is over.
    var keeps: Bool
    /// Breaks a promise on purpose, to see that drills notice.
    var sabotage: ProcessSabotage?

    /// Runs drills one after another. Children and folders go also when this process is asked to
    /// end.
    func run(_ drills: [ProcessDrill], progress: (DrillReport) -> Void) throws -> [DrillReport] {
      let endings = [SIGINT, SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          ServerProcess.killAll()
          DrillChild.killAll()
          SmallDisk.unmountAll()
          DrillFolder.removeAll()
          _exit(128 + number)
        }
        source.resume()
        return source
      }
      defer { for source in endings { source.cancel() } }
      return try drills.map { drill in
        let report = try drill.run(self)
        progress(report)
        return report
      }
    }
  }
#endif
