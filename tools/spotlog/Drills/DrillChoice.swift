import ArgumentParser
import Foundation
import JournalFormat
import Simulation

/// What is listed of a drill.
protocol ListedDrill {
  var name: String { get }
  var summary: String { get }
  var promises: [Int] { get }
}

extension Drill: ListedDrill {}

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
      let near = Suggestion.nearest(to: name, of: all.map(\.name) + ["all"])
      throw Failure(
        .usage,
        "There is no drill \(name.printable). "
          + (near.map { "Did you mean \($0)?" } ?? "`spotlog drill list` names them all."))
    }
    return found
  }

  static var all: [DrillChoice] {
    #if Server
      Drill.all.map { .simulated($0) } + ProcessDrill.all.map { .processes($0) }
    #else
      Drill.all.map { .simulated($0) }
    #endif
  }

  var drill: any ListedDrill {
    switch self {
    case .simulated(let drill): drill
    #if Server
      case .processes(let drill): drill
    #endif
    }
  }

  var name: String { drill.name }

  var kind: DrillReport.Kind { simulated == nil ? .processes : .simulated }

  #if Sabotage
    /// Switches of which it is known that they have it fail.
    var sabotages: [String] {
      switch self {
      case .simulated(let drill): Sabotage.failing(drill.name).map(\.rawValue)
      #if Server
        case .processes(let drill): ProcessSabotage.failing(drill.name).map(\.rawValue)
      #endif
      }
    }
  #endif

  var simulated: Drill? {
    if case .simulated(let drill) = self { drill } else { nil }
  }
}

/// How drills with processes are run.
struct ProcessDrillOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder for the drills' folders; default a temporary one.",
      valueName: "dir"), completion: .directory, transform: GivenPath.named)
  var work: String?
  @Flag(help: "Keep the folders of the drills.") var keep = false
  #if Sabotage
    @Option(
      help: ArgumentHelp(
        "Break a promise on purpose, so that a drill fails.",
        valueName: "switch"))
    var sabotage: String?
  #endif

  /// Has simulated drills broken by what was asked for, where that is not for others alone.
  func breakPromise(of plan: inout DrillPlan) {
    #if Sabotage
      plan.sabotage = sabotage.flatMap(Sabotage.init(rawValue:))
    #endif
  }

  #if Server
    /// - Parameter folders: names of those that are made.
    private func plan(
      of drills: [ProcessDrill], in folders: [String], seed: UInt64
    ) throws -> ProcessPlan {
      if let work { try OutputFile(path: work, option: "--work").refuseOwnedFolder() }
      var plan = ProcessPlan(
        drills: drills, seed: seed, keeps: keep, workshop: try DrillWorkshop(work, for: folders))
      #if Sabotage
        plan.sabotage = sabotage.flatMap(ProcessSabotage.init(rawValue:))
      #endif
      return plan
    }

    /// What a soak is run with.
    func planOfSoak(seed: UInt64) throws -> ProcessPlan {
      #if Sabotage
        let known = ProcessSabotage.failing("soak").map(\.rawValue)
        if let sabotage, !known.contains(sabotage) {
          throw Failure(
            .usage,
            "The sabotage \(sabotage.printable) breaks nothing in a soak. These do: "
              + known.joined(separator: ", ") + ".")
        }
      #endif
      return try plan(of: [], in: ["soak"], seed: seed)
    }
  #endif

  #if Sabotage
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
        Sabotage(rawValue: sabotage) == nil
        ? !drills.contains { $0.simulated == nil }
        : !hasSimulated && !Self.breaksProcesses(sabotage)
      guard isOfOthers else { return }
      throw Failure(
        .usage,
        "The sabotage \(sabotage) breaks none of these drills. `spotlog drill list` names those "
          + "that fail with it.")
    }

    private static func breaksProcesses(_ name: String) -> Bool {
      #if Server
        return ProcessSabotage(rawValue: name) != nil
      #else
        return false
      #endif
    }
  #endif

  /// What runs those that are such drills, after each other. Whatever keeps one from its start is
  /// an error here, before anything is run.
  ///
  /// - Parameter ownCount: scenarios of the user's that are run too.
  func prepare(_ drills: [DrillChoice], ownCount: Int, seed: UInt64) throws -> () -> [DrillReport] {
    #if Sabotage
      try checkSabotage(
        drills, hasSimulated: ownCount > 0 || drills.contains { $0.simulated != nil })
    #endif
    #if Server
      let chosen = drills.compactMap { drill in
        if case .processes(let drill) = drill { drill } else { nil }
      }
      guard !chosen.isEmpty else { return { [] } }
      let plan = try plan(of: chosen, in: chosen.map(\.name), seed: seed)
      return {
        plan.run { report in Terminal.progress(report.name) }
      }
    #else
      return { [] }
    #endif
  }
}
