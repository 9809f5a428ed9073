internal import Foundation
internal import JournalStore

/// What several drills show.
package struct DrillResults: Hashable, Sendable, Codable {
  package var drills: [DrillReport]

  /// Runs drills, one after another, each in a world of its own.
  ///
  /// - Parameters:
  ///   - clock: milliseconds of a clock that only goes on.
  ///   - progress: is told of each drill that is over.
  package init(
    of drills: [Drill], _ plan: DrillPlan, clock: @escaping () -> Double,
    progress: (DrillReport) -> Void = { _ in }
  ) throws {
    self.drills = []
    for drill in drills {
      let report = try drill.run(plan, diskName: "drill-\(drill.name)", clock: clock)
      progress(report)
      self.drills.append(report)
    }
  }

  package var isGood: Bool { drills.allSatisfy { $0.verdict == .pass } }

  /// Writes `drills.json`, `drills.txt` and the page `drills.html`.
  package func write(to folder: String) throws {
    try FileSystem.makeFolder(folder)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try FileSystem.replace(folder + "/drills.json", with: [UInt8](try encoder.encode(self)))
    try FileSystem.replace(folder + "/drills.txt", with: Array(text.utf8))
    try FileSystem.replace(
      folder + "/drills.html", with: Array(DrillPage(results: self).html.utf8))
  }

  /// For people.
  package var text: String { drills.map { $0.text + "\n" }.joined() }
}
