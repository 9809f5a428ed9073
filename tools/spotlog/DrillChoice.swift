import ArgumentParser
import Foundation
import JournalFormat
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
  @Option(
    help: ArgumentHelp(
      "Breaks a promise on purpose, so that a drill fails (`spotlog drill list`).",
      valueName: "switch"))
  var sabotage: String?

  /// What simulated drills are broken by; nil: by nothing, or only others are.
  var simulatedSabotage: Sabotage? { sabotage.flatMap(Sabotage.init(rawValue:)) }

  /// Every switch there is.
  private static var switches: [String] {
    let simulated = Sabotage.allCases.map(\.rawValue)
    #if Server
      return Set(simulated + ProcessSabotage.allCases.map(\.rawValue)).sorted()
    #else
      return simulated.sorted()
    #endif
  }

  /// - Parameter hasSimulated: whether simulated drills are run.
  private func checkSabotage(_ drills: [DrillChoice], hasSimulated: Bool) throws {
    guard let sabotage else { return }
    guard Self.switches.contains(sabotage) else {
      throw Failure(
        .usage,
        "There is no sabotage \(sabotage.printable). There are "
          + Self.switches.joined(separator: ", ") + ".")
    }
    // One that breaks nothing here would have every drill look better than it is.
    let isOfOthers =
      simulatedSabotage == nil
      ? !drills.contains { $0.simulated == nil }
      : !hasSimulated && !Self.breaksProcesses(sabotage)
    guard isOfOthers else { return }
    throw Failure(
      .usage,
      "The sabotage \(sabotage) breaks none of these drills. `spotlog drill list` names those that "
        + "fail with it.")
  }

  private static func breaksProcesses(_ name: String) -> Bool {
    #if Server
      return ProcessSabotage(rawValue: name) != nil
    #else
      return false
    #endif
  }

  /// What runs those that are such drills, after each other. Whatever keeps one from its start is
  /// an error here, before anything is run.
  ///
  /// - Parameter ownCount: scenarios of the user's that are run too.
  func prepare(_ drills: [DrillChoice], ownCount: Int, seed: UInt64) throws -> () -> [DrillReport] {
    try checkSabotage(drills, hasSimulated: ownCount > 0 || drills.contains { $0.simulated != nil })
    #if Server
      let sabotage = sabotage.flatMap(ProcessSabotage.init(rawValue:))
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
