#if Server
  import Foundation
  import Loopback
  import Simulation

  /// A scripted loss and recovery on real files, with real processes and a real server.
  struct ProcessDrill: ListedDrill, Sendable {
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
    static var all: [ProcessDrill] { devices + files + clouds + gaps }

    static func named(_ name: String) -> ProcessDrill? { all.first { $0.name == name } }

    /// Of all drills with processes.
    private static let limits = [
      "Processes are killed, the machine is not: what a disk loses with its power is not lost.",
      "Everything is on this machine, and its clock does not jump.",
    ]
    /// One that restores, and enough others for a page to be public without it.
    private static let deviceCount = 3

    /// Runs it in a folder of its own, which goes when it is over.
    func run(_ plan: ProcessPlan) -> DrillReport {
      var report = DrillReport(
        ofProcesses: name, summary: summary, promises: promises, seed: plan.seed,
        devices: Self.deviceCount, notChecked: notChecked + Self.limits,
        again: "spotlog drill run \(name) --seed \(plan.seed) --keep"
          + plan.brokenOption)
      do throws(Failure) {
        let folder = try DrillFolder(plan.workshop.path + "/" + name, keeps: plan.keeps)
        run(ProcessFleet(plan, in: folder, devices: Self.deviceCount), into: &report)
      } catch {
        report.fail("the drill did not begin: \(error.message)")
      }
      return report
    }

    private func run(_ fleet: ProcessFleet, into report: inout DrillReport) {
      defer { fleet.killServer() }
      do {
        try fleet.startServer()
        try script(fleet)
        try fleet.converge()
        try fleet.judge(into: &report)
      } catch let skip as DrillSkip {
        report.skip(skip.reason)
      } catch {
        // A command that fails where it must not is what a drill is there to find.
        fleet.find("the drill came to no end: \(error)")
        // What nobody asked the cloud for is not lost.
        fleet.story.conclude(&report, by: fleet.ledger)
      }
    }
  }

  /// A drill cannot be run on this machine, or by this user.
  struct DrillSkip: Error {
    /// A sentence.
    let reason: String
  }

  /// What drills with processes are run with.
  struct ProcessPlan {
    let drills: [ProcessDrill]
    let seed: UInt64
    /// Whether what they made stays when they are over.
    let keeps: Bool
    #if Sabotage
      var sabotage: ProcessSabotage?
    #endif
    let workshop: DrillWorkshop

    /// What it breaks on purpose, as an option of the command that runs it again; empty: nothing.
    var brokenOption: String {
      #if Sabotage
        return sabotage.map { " --sabotage \($0.rawValue)" } ?? ""
      #else
        return ""
      #endif
    }

    /// Runs the drills one after another. Children and folders go also when this process is asked
    /// to end.
    func run(progress: (DrillReport) -> Void) -> [DrillReport] {
      let reports = DrillSignals.watched {
        // What keeps it from being made keeps each drill from it too, and stands in its report.
        let passing = try? workshop.open(keeps: keeps)
        return withExtendedLifetime(passing) {
          drills.map { drill in
            let report = drill.run(self)
            progress(report)
            return report
          }
        }
      }
      if keeps { Terminal.write("spotlog: what the drills made is in \(workshop.path)\n") }
      return reports
    }
  }
#endif
