import ArgumentParser
import Foundation
import JournalFormat
import JournalStore
import Simulation

struct DrillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drill",
    abstract: "Rehearse losses and recoveries, with a report and a verdict.",
    discussion: """
      Each drill runs the shipped code, loses something, recovers, and compares the result with an \
      independent ledger. A simulated drill has a fleet in one process, on a disk in memory. A \
      drill with processes (real-...) has this program's own commands, devices in folders and a \
      server on 127.0.0.1, and kills them.

      Examples:
        spotlog drill list
        spotlog drill run clone-both-alive --seed 7
        spotlog drill run all --out drills
        spotlog drill run real-clone --work drill --keep
        spotlog drill rehearse --device phone --snapshots backups
      """,
    subcommands: subcommands)

  private static var subcommands: [any ParsableCommand.Type] {
    #if Server
      [List.self, Run.self, RehearseCommand.self, SoakCommand.self]
    #else
      [List.self, Run.self, RehearseCommand.self]
    #endif
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List all drills.",
      discussion: """
        Examples:
          spotlog drill list
          spotlog drill list --json
        """)

    @OptionGroup var form: JSONOption

    private struct Row: Encodable {
      let name: String
      let kind: DrillReport.Kind
      let summary: String
      let promises: [Int]
      #if Sabotage
        /// Switches of which it is known that they have it fail.
        let sabotages: [String]
      #endif
    }

    func run() throws {
      try reporting {
        let rows = Self.rows
        if form.json { return try Output.json(rows) }
        let width = rows.map(\.name.count).max() ?? 0
        for row in rows {
          let kind = row.kind.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
          print(
            row.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + kind
              + row.summary)
          #if Sabotage
            if !row.sabotages.isEmpty {
              print("    fails with --sabotage " + row.sabotages.joined(separator: ", "))
            }
          #endif
        }
      }
    }

    private static var rows: [Row] {
      DrillChoice.all.map { choice in
        let drill = choice.drill
        #if Sabotage
          return Row(
            name: drill.name, kind: choice.kind, summary: drill.summary, promises: drill.promises,
            sabotages: choice.sabotages)
        #else
          return Row(
            name: drill.name, kind: choice.kind, summary: drill.summary, promises: drill.promises)
        #endif
      }
    }
  }

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run drills by name, or all of them.",
      discussion: """
        Examples:
          spotlog drill run all
          spotlog drill run restored-1-day cloud-lost --seed 7 --json
          spotlog drill run --file lost-phone.drill
          spotlog drill run real-cloud-killed --work drill --keep

        Exit status: 0 no verdict is bad, though a drill may be skipped; 1 one is bad; 64 there is \
        no such drill; 65 a scenario is wrong; 66 there is no such file; 73 a folder \
        cannot be made, is there already, or holds a device or a cloud; 74 the reports were \
        printed and cannot be written to --out.

        Run by root, real-disk-full mounts a disk of two megabytes in memory below its folder, and \
        unmounts it. Others cannot mount one, and skip it.
        """)

    @Argument(
      help: "Names of drills (`spotlog drill list`), or all.",
      completion: .list(DrillChoice.all.map(\.name) + ["all"])) var names: [String] = []
    @Option(
      help: ArgumentHelp("A drill of your own (docs/DRILLS.md).", valueName: "scenario"),
      completion: .file(), transform: GivenPath.named)
    var file: [String] = []
    @Option(help: "The seed of all randomness.") var seed: UInt64 = 1
    @Option(help: "Devices of each simulated fleet: 4 to 10000.")
    var devices = DrillPlan().devices
    @Option(help: "Drills that run in parallel; default one per processor.")
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    @Option(
      help: ArgumentHelp("Writes drills.json, drills.txt and drills.html.", valueName: "dir"),
      completion: .directory, transform: GivenPath.named)
    var out: String?
    @OptionGroup(title: "Drills with processes") var processes: ProcessDrillOptions
    @OptionGroup var form: JSONOption

    func validate() throws {
      guard !names.isEmpty || !file.isEmpty else {
        throw ValidationError("Name a drill, or all, or a scenario with --file.")
      }
      guard (4...10_000).contains(devices) else {
        throw ValidationError("--devices takes 4 to 10000.")
      }
      guard (1...256).contains(jobs) else { throw ValidationError("--jobs takes 1 to 256.") }
    }

    func run() throws {
      try reporting {
        let drills = try chosen
        let own = try file.map { try Self.drill(at: $0) }
        if let out {
          try OutputFile(path: out, option: "--out").refuseOwnedFolder()
          try FileSystem.makeFolder(out)
        }
        let runProcesses = try processes.prepare(drills, ownCount: own.count, seed: seed)
        var plan = DrillPlan()
        plan.seed = seed
        plan.devices = devices
        processes.breakPromise(of: &plan)
        var results = DrillResults(
          of: drills.compactMap(\.simulated) + own, plan, jobs: jobs, clock: Self.milliseconds
        ) { report in Terminal.progress(report.name) }
        let start = Self.milliseconds()
        let reports = runProcesses()
        results.add(reports, milliseconds: Self.milliseconds() - start)
        Terminal.endProgress()
        // Nothing that was found is lost where it cannot be written.
        if form.json { try Output.json(results) } else { print(results.text, terminator: "") }
        if let out {
          try results.write(to: out, madeOn: Timestamp.current.day)
          if !form.json { print("report      \(out)/drills.html") }
        }
        if !results.isGood { throw Failure(.finding, "") }
      }
    }

    /// Each once, however often it was named.
    private var chosen: [DrillChoice] {
      get throws {
        var known: Set<String> = []
        return try names.flatMap { try DrillChoice.named($0) }.filter {
          known.insert($0.name).inserted
        }
      }
    }

    private static func drill(at path: String) throws -> Drill {
      guard let bytes = try FileSystem.read(path, atMost: Scenario.byteCountMax) else {
        throw Failure(.noSuchFile, "There is no file \(path.printable). Name a scenario.")
      }
      do throws(ScenarioError) {
        return Drill(try Scenario(String(decoding: bytes, as: UTF8.self)), path: path)
      } catch {
        throw Failure(
          .badInput, "\(path.printable), line \(error.line): \(error.message.printable)")
      }
    }

    @Sendable private static func milliseconds() -> Double {
      Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000
    }
  }
}
