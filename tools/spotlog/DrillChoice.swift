import ArgumentParser
import Foundation
import Simulation

/// A drill of either kind.
enum DrillChoice {
  case simulated(Drill)
  #if Server
    case processes(ProcessDrill)
  #endif

  /// The drill of a name, or all of them.
  static func named(_ name: String) throws -> [DrillChoice] {
    let found = all.filter { name == "all" || $0.name == name }
    guard !found.isEmpty else {
      throw Failure(
        .usage, "There is no drill \(name.printable). `spotlog drill list` names them all.")
    }
    return found
  }

  private static var all: [DrillChoice] {
    #if Server
      Drill.all.map { .simulated($0) } + ProcessDrill.all.map { .processes($0) }
    #else
      Drill.all.map { .simulated($0) }
    #endif
  }

  var name: String {
    switch self {
    case .simulated(let drill): drill.name
    #if Server
      case .processes(let drill): drill.name
    #endif
    }
  }

  var simulated: Drill? {
    if case .simulated(let drill) = self { drill } else { nil }
  }
}

/// How drills with processes are run.
struct ProcessDrillOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder in which each drill makes one of its name; without it, a temporary one.",
      valueName: "dir"))
  var work: String?
  @Flag(help: "Leaves what drills made in their folders, for a look at it.") var keep = false
  @Option(help: .hidden) var sabotage: String?

  /// What runs those that are such drills, after each other. Whatever keeps one from its start is
  /// an error here, before anything is run.
  func prepare(_ drills: [DrillChoice], seed: UInt64) throws -> () -> [DrillReport] {
    #if Server
      let sabotage = try sabotage.map { name in
        guard let sabotage = ProcessSabotage(rawValue: name) else {
          throw Failure(.usage, "There is no sabotage \(name.printable).")
        }
        return sabotage
      }
      let chosen = drills.compactMap { drill in
        if case .processes(let drill) = drill { drill } else { nil }
      }
      guard !chosen.isEmpty else { return { [] } }
      let plan = ProcessPlan(
        drills: chosen, seed: seed, keeps: keep, sabotage: sabotage,
        workshop: try DrillWorkshop(work, for: chosen.map(\.name)))
      return { plan.run { report in Terminal.progress(report.name) } }
    #else
      return { [] }
    #endif
  }
}
