import Foundation
import TestSupport
import Testing

/// Drills that are to fail, from the command line.
@Suite("Sabotages of drills", .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
struct DrillSabotageTests {
  private struct Row: Decodable {
    let name: String
    let sabotages: [String]
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String)
  {
    let outcome = try Program.built.run(["drill"] + arguments)
    return (outcome.status, outcome.output, outcome.errors)
  }

  private func rows() throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(run(["list", "--json"]).output.utf8))
  }

  @Test func `have simulated drills fail`() throws {
    let sound = try run(["run", "twins", "index-deleted"])
    #expect(sound.status == 0 && sound.output.contains("2 of 2 drills passed"))
    let broken = try run(["run", "twins", "index-deleted", "--sabotage", "forgets-incidents"])
    #expect(broken.status == 1 && broken.output.contains("1 of 2 drills passed"))
    #expect(broken.output.contains("FINDING: the cloud keeps no incident of report "))
    #expect(broken.output.contains("again: spotlog drill run twins --seed 1 --devices 12 --sab"))
  }

  @Test func `that do not exist are refused, with those that do`() throws {
    let outcome = try run(["run", "twins", "--sabotage", "nothing"])
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    let known = Set(try rows().flatMap(\.sabotages))
    #expect(known.count >= 23 && known.contains("publishes-early"))
    for sabotage in known { #expect(outcome.errors.contains(sabotage)) }
  }

  #if Server
    /// Else a drill that cannot notice would look as if it had nothing to notice.
    @Test func `of other drills are refused`() throws {
      let outcome = try run(["run", "twins", "--sabotage", "counts-twice"])
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("breaks none of these drills"))
      let other = try run(["run", "real-clone", "--sabotage", "trusts-numbers"])
      #expect(other.status == 64 && other.errors.contains("breaks none of these drills"))
    }
  #endif

  @Test func `are listed with the drills that they have fail`() throws {
    let rows = try JSONDecoder().decode(
      [Row].self, from: Data(run(["list", "--json"]).output.utf8))
    func listed(_ name: String) -> [String] { rows.first { $0.name == name }?.sabotages ?? [] }
    #expect(listed("twins") == ["forgets-incidents", "trusts-mark", "trusts-numbers"])
    #if Server
      #expect(listed("real-restore-killed") == ["leaves-restore"])
    #endif
    #expect(listed("snapshot-empty").isEmpty)
    let text = try run(["list"]).output
    #expect(text.contains("\n    fails with --sabotage drops-origins\n"))
  }
}

/// What people get: a program that cannot be asked to break its promises. `tools/check shipped`
/// looks into a release in the same way.
@Suite("A program without the trait Sabotage", .enabled(if: !Program.hasSabotage))
struct UnbrokenProgramTests {
  @Test(arguments: zip([["drill", "run"], ["simulate"]], [["twins"], ["--seeds", "1..1"]]))
  func `knows no sabotage`(command: [String], arguments: [String]) throws {
    let outcome = try Program.built.run(command + arguments + ["--sabotage", "trusts-numbers"])
    #expect(outcome.status == 64 && outcome.errors.contains("Unknown option '--sabotage'"))
    let help = try Program.built.run(command + ["--help-hidden"])
    #expect(help.status == 0 && !help.output.contains("sabotage"))
  }
}
