import ArgumentParser
import Foundation
import JournalFormat
import JournalStore
import Simulation
import TraceLines

/// A fleet on which people search.
struct SearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "People search the items of a trace, and open what they find: JSON Lines, gzip allowed.",
      valueName: "file"), completion: .file(), transform: GivenPath.named)
  var searches: String?

  @Option(help: "Rounds of a day each: 1 to 200; default 30.") var rounds: Int?

  func validate() throws {
    guard rounds == nil || searches != nil else {
      throw ValidationError("--rounds needs --searches.")
    }
    guard SearchFleetPlan.roundsRange.contains(rounds ?? 1) else {
      throw ValidationError("--rounds takes 1 to 200.")
    }
  }
}

extension Simulate {
  /// What a run of searches takes: --devices, --rounds, --seed, --out and --json.
  func refuseStrayWithSearches() throws {
    let stray =
      [
        ("--trace", trace != nil), ("--seeds", seeds.seeds != nil), ("--days", fleet.days != nil),
        ("--events", fleet.events != nil), ("--threshold", threshold != nil),
        ("--faults", faults != nil), ("--sync-interval", syncInterval != nil),
        ("--batch-delay", batchDelay != nil),
        ("--keep-devices", keepDevices), ("--sweep", sweep.isGiven), ("--jobs", seeds.jobs != nil),
        ("--twice", seeds.twice),
      ] + losses.given + server.given
    if let name = stray.first(where: \.1)?.0 {
      throw ValidationError("\(name) cannot be combined with --searches.")
    }
    guard SearchFleetPlan.devicesRange.contains(fleet.devices ?? 1) else {
      throw ValidationError("With --searches, --devices takes 1 to 64.")
    }
  }

  func runSearches(_ path: String) throws {
    var plan = SearchFleetPlan()
    plan.devices = fleet.devices ?? plan.devices
    plan.rounds = searches.rounds ?? plan.rounds
    plan.seed = seed ?? plan.seed
    if let out { try FileSystem.makeFolder(out) }
    let corpus = try SearchCorpus(plan, lines: try TraceReader(path: path))
    let report = try SearchFleet(plan, corpus).perform {
      Terminal.progress(Figure.plainCount($0, "search", "searches"))
    }
    Terminal.endProgress()
    if let out { try report.write(to: out, madeOn: Timestamp.current.day) }
    if form.json { return try Output.json(report) }
    print(report.summary)
    if let out { print("report      \(out)/report.html") }
  }
}
