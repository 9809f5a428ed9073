#if Server
  import ArgumentParser
  import Foundation
  import JournalFormat

  struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "soak",
      abstract: "Run devices and a server as processes, with faults, for hours.",
      discussion: """
        A seed draws steps: recordings, syncs, SIGKILL, snapshots and restores, copied folders, \
        backups of the cloud, full disks, wrong clocks, and strangers who send garbage, forged or \
        repeated requests. Every thirty steps everything comes to rest, and what devices find, \
        what is public and what is counted is compared with its own ledger, which follows \
        docs/RULES.md. The first wrong verdict ends the soak.

        Wrong clocks need the program faketime. As root, a small disk is mounted for the server; \
        otherwise its files may not grow.

        Examples:
          spotlog drill soak --minutes 5
          spotlog drill soak --hours 3 --seed 7 --devices 6 --work soak --keep

        Exit status: 0 all verdicts are right; 1 one is not, or a command ended as it must not: \
        the files are kept; 64 wrong usage; 73 the folder cannot be made, or exists.
        """)

    @Option(help: "Hours to run, fractions too: up to 168.") var hours: Double?
    @Option(help: "Minutes to run, besides --hours.") var minutes: Double?
    @Option(help: "The seed of all choices; how far a killed process comes is chance.")
    var seed: UInt64 = 1
    @Option(help: "Devices at the beginning: 2 to 8.") var devices = 4
    @OptionGroup(title: "Files") var files: ProcessDrillOptions

    private var seconds: Double { (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 }

    func validate() throws {
      guard hours != nil || minutes != nil else {
        throw ValidationError("Give --hours or --minutes.")
      }
      guard (hours ?? 0) >= 0, (minutes ?? 0) >= 0, seconds > 0, seconds <= 168 * 3_600 else {
        throw ValidationError(
          "--hours and --minutes take more than 0, and up to 168 hours together.")
      }
      guard (2...8).contains(devices) else { throw ValidationError("--devices takes 2 to 8.") }
    }

    func run() throws {
      try reporting {
        let plan = try files.planOfSoak(seed: seed)
        let report = try DrillSignals.watched { () -> Result<SoakReport, Failure> in
          do throws(Failure) {
            let passing = try plan.workshop.open(keeps: files.keep)
            let folder = try DrillFolder(plan.workshop.path + "/soak", keeps: files.keep)
            defer { withExtendedLifetime((passing, folder)) {} }
            let report = try run(plan, in: folder)
            if !report.findings.isEmpty {
              passing?.keep()
              folder.keep()
            }
            return .success(report)
          } catch {
            return .failure(error)
          }
        }.get()
        Terminal.endProgress()
        print(report.text, terminator: "")
        if files.keep || !report.findings.isEmpty {
          Terminal.write("spotlog: what the soak made is in \(plan.workshop.path)\n")
        }
        if !report.findings.isEmpty { throw Failure(.finding, "") }
      }
    }

    private func run(_ plan: ProcessPlan, in folder: DrillFolder) throws(Failure) -> SoakReport {
      do {
        return try Soak(plan, in: folder, devices: devices).run(seconds: seconds) { report in
          Terminal.progress(
            "\(Figure.count(report.verdicts, "verdict")), "
              + "\(Figure.count(report.steps.values.reduce(0, +), "step"))")
        }
      } catch {
        throw DrillFolder.cannotMake(folder.path)
      }
    }
  }
#endif
