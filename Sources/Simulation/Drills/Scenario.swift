/// A drill of the user's own: what happens, one step a line. `docs/DRILLS.md` has the language.
package struct Scenario: Hashable, Sendable {
  /// One device by its number, or the whole cast.
  enum Devices: Hashable {
    case one(Int)
    case all
  }

  enum Part: String, Hashable, CaseIterable { case witness, index, outbox }

  enum Step: Hashable {
    case live(days: Int)
    case wait(minutes: Int)
    case engage(Devices, pages: [String])
    case delete(Devices, pages: [String])
    case reindex(Devices, pages: [String])
    case sync(Devices)
    case prune(Devices)
    case compact(Devices)
    case kill(Devices)
    case lose(Part, Devices)
    case clone(Int, withWitness: Bool)
    case snapshot(Int, name: String)
    case restore(Int, name: String, keeping: Set<Part>)
    case snapshotCloud(name: String)
    case keepBackup(name: String)
    case restoreCloud(name: String, DrillFleet.WitnessFate, acceptsLoss: Bool)
    case loseCloud
    case crashCloud
    case rebuildCloud
    case expectCounts(page: String, engagements: Int, people: Int)
    case expectShown(page: String, isShown: Bool)
    case expectGone(events: Int)
    /// Of the last restore before it.
    case expectRestore(underMilliseconds: Int)
  }

  struct Line: Hashable {
    let number: Int
    let step: Step
  }

  package let name: String
  let summary: String
  let promises: [Int]
  let lines: [Line]

  package static let byteCountMax = 1 << 20
}

/// Why a scenario cannot be run.
package struct ScenarioError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  package let line: Int
  package let message: String

  package var description: String { "Line \(line): \(message)" }
}
