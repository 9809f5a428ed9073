#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Simulation

  /// A small world of real files and real processes: devices and one server on this machine. All
  /// that is done to them is done with this program's commands, as an operator would do it, and
  /// what they say of themselves is what those print.
  final class ProcessFleet: DrillStage {
    let plan: ProcessPlan
    /// Everything of the drill lies in it.
    private let folder: DrillFolder
    var dice: Dice
    var ledger = DrillLedger()
    var story = DrillStory()
    var devices: [ProcessDevice] = []
    /// The time that events say; behind the machine's clock, since a drill takes days.
    private(set) var now: Timestamp
    var server: ServerProcess?
    var cloudFolder: String
    /// What gives the commands of a device another clock than the machine's.
    var deviceClock: [String] = []
    let clock = { Double(DispatchTime.now().uptimeNanoseconds) / 1e6 }
    /// The deployment's salt, which only the first server made.
    var tagSalt = ""
    private var childCount = 0

    /// Devices that endorse before a page is public.
    let threshold = 2

    init(_ plan: ProcessPlan, in folder: DrillFolder, devices count: Int) {
      self.plan = plan
      self.folder = folder
      cloudFolder = folder.path + "/cloud"
      dice = .seeded(plan.seed)
      now = Timestamp.current.advanced(byMilliseconds: -100 * 86_400_000)
      for _ in 0..<count { addDevice() }
    }

    var breaks: ProcessBreaks { ProcessBreaks(fleet: self) }

    var living: [ProcessDevice] { devices.filter(\.isAlive) }

    @discardableResult
    func addDevice(of person: Int? = nil) -> ProcessDevice {
      let place = devices.count
      let device = ProcessDevice(
        place: place, person: person ?? place, folder: file("device-\(place)"))
      devices.append(device)
      return device
    }

    func file(_ name: String) -> String { folder.path + "/" + name }

    // MARK: Time, and what people see

    func wait(days: Int64) { wait(milliseconds: days * 86_400_000) }

    func wait(milliseconds: Int64) { now = now.advanced(byMilliseconds: milliseconds) }

    /// `faketime`, which gives a process another clock; nil: this machine has none.
    static var clockProgram: String? { program("faketime") }

    /// Where the shell would find a program; nil: nowhere.
    static func program(_ name: String) -> String? {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").map { "\($0)/\(name)" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What begins a command whose clock is so many days off; nothing where there is no such
    /// program.
    static func clock(days: Int64) -> [String] {
      clockProgram.map { [$0, "-f", (days < 0 ? "" : "+") + "\(days)d"] } ?? []
    }

    // MARK: Commands

    /// Starts one of this program's commands.
    func start(
      _ words: [String], input: String? = "", launcher: [String] = []
    ) throws -> DrillChild {
      childCount += 1
      return try DrillChild(
        words, in: file("commands/\(childCount)-\(words[0])"), input: input,
        launcher: deviceClock + launcher)
    }

    func run(
      _ words: [String], input: String = "", launcher: [String] = []
    ) throws -> DrillChild.Outcome {
      try start(words, input: input, launcher: launcher).wait()
    }

    /// What a command prints that has to end well.
    @discardableResult
    func expect(_ words: [String], input: String = "") throws -> String {
      let outcome = try run(words, input: input)
      guard outcome.status == 0, !outcome.wasKilled else {
        throw DrillFailure(words: words, outcome: outcome)
      }
      return outcome.output
    }

    /// What a command prints with `--json`.
    func ask<Value: Decodable>(_ words: [String], as type: Value.Type) throws -> Value {
      try JSONDecoder().decode(type, from: Data(try expect(words + ["--json"]).utf8))
    }
  }

  /// A command of a drill that ended otherwise than it had to: nothing that comes after it means
  /// anything.
  struct DrillFailure: Error, CustomStringConvertible {
    let words: [String]
    let outcome: DrillChild.Outcome

    var description: String {
      let ending = outcome.wasKilled ? "was killed" : "ended with status \(outcome.status)"
      return "spotlog \(words.joined(separator: " ")) \(ending): "
        + (outcome.errors + outcome.output).suffix(600).trimmingCharacters(in: .newlines)
    }
  }
#endif
