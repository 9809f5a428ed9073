import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A scenario of the user's", .serialized) struct ScenarioTests {
  private static func newDiskName() -> String { "scenario-\(UInt64.random(in: 0...UInt64.max))" }

  /// - Parameter step: milliseconds between two looks at the clock.
  private static func run(
    _ text: String, devices: Int = 12, clockStep step: Double = 0
  ) throws -> DrillReport {
    var plan = DrillPlan()
    plan.devices = devices
    let drill = Drill(try Scenario(text), path: "mine.drill")
    var time = 0.0
    return drill.run(
      from: try DrillBase(plan, diskName: newDiskName()), diskName: newDiskName()
    ) {
      time += step
      return time
    }
  }

  private static func error(of text: String) -> ScenarioError? {
    do throws(ScenarioError) { _ = try Scenario(text) } catch { return error }
    return nil
  }

  @Test(arguments: ["lost-phone", "second-hand", "bad-week"])
  func `of the documentation ends well`(name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/drills/\(name).drill")
    let report = try Self.run(try String(contentsOf: url, encoding: .utf8))
    #expect(report.verdict == .pass, "\(report.text)")
    #expect(report.name == name && report.again.contains("--file mine.drill"))
  }

  @Test(arguments: [
    ("expect gone 1", "0 events are gone for good"),
    ("expect page news 2 of 1", "page news counts 1 of 1"),
    ("expect page news public", "page news is hidden"),
    ("sync 12", "there is no device 12: those of the drill are 0 to 11, and copies."),
    ("kill 1\nsync 1", "device 1 is dead. Name one that lives."),
  ])
  func `fails where something else happens than it says`(step: String, finding: String) throws {
    let report = try Self.run("drill mine: Something.\nengage 0 news\nsync 0\n\(step)\n")
    #expect(report.verdict == .fail)
    #expect(report.findings.contains { $0.contains(finding) }, "\(report.findings)")
  }

  @Test(arguments: [
    ("1 0 snapshot 0 as a,restore 0 to a", true), ("600 0 snapshot 0 as a,restore 0 to a", false),
    ("600 2 snapshot cloud as a,restore cloud to a", false),
    ("1 2 snapshot cloud as a,restore cloud to a", true),
  ])
  func `says how long a restore may take`(row: String, holds: Bool) throws {
    // The clock's step in milliseconds, the limit in seconds (0: 500 ms), and the steps.
    let parts = row.split(separator: " ", maxSplits: 2).map(String.init)
    let limit = parts[1] == "0" ? "500 ms" : "\(parts[1]) s"
    let steps = parts[2].split(separator: ",").joined(separator: "\n")
    let step = try #require(Double(parts[0]))
    let report = try Self.run(
      "drill mine: Something.\nlive 1\n\(steps)\nexpect restore under \(limit)\n", clockStep: step)
    let findings = report.findings.filter { $0.contains("the restore took ") }
    #expect(findings.isEmpty == holds, "\(report.findings)")
    if !holds { #expect(report.verdict == .fail) }
  }

  static let wrong: [(text: String, line: Int, says: String)] = [
    ("", 1, "there is no drill. Begin with: drill NAME: WHAT HAPPENS"),
    ("# only words\n\n", 3, "there is no drill"),
    ("live 1", 1, "\"live\" stands where \"drill\" belongs."),
    ("drill", 1, "the line ends where a name with a colon behind it belongs."),
    ("drill mine", 1, "a drill has a name, a colon and a sentence"),
    ("drill mine:", 1, "a drill has a name, a colon and a sentence"),
    ("drill : x", 1, "a drill has a name, a colon and a sentence"),
    ("drill mine: x", 1, "nothing happens. Add a step: live 1"),
    ("drill mine: x\npromises", 2, "the line ends where the number of a promise belongs."),
    ("drill mine: x\npromises 0", 2, "a number from 1 to 99"),
    ("drill mine: x\n\njump 1", 3, "\"jump\" is no step. Steps are live, wait,"),
    ("drill mine: x\nlive", 2, "the line ends where days belongs."),
    ("drill mine: x\nlive -1", 2, "\"-1\" stands where days belong: a number from 1 to 3650."),
    ("drill mine: x\nlive 1 2", 2, "\"2\" is more than the step takes. Remove it."),
    ("drill mine: x\nwait 3", 2, "the line ends where minutes, hours or days belongs."),
    ("drill mine: x\nwait 3 weeks", 2, "a wait is at most 3650 days, in minutes, hours or days."),
    ("drill mine: x\nwait 99999 days", 2, "a wait is at most 3650 days"),
    ("drill mine: x\nwait 99999999999999999999 days", 2, "a number from 1 to"),
    ("drill mine: x\nengage 1", 2, "the line ends where a page belongs."),
    ("drill mine: x\nengage every page", 2, "where all or the number of a device belong"),
    ("drill mine: x\nclone all", 2, "where the number of a device belong"),
    ("drill mine: x\nclone 1 without", 2, "the line ends where \"witness\" belongs."),
    ("drill mine: x\nlose hope 1", 2, "cannot be lost: witness, index, outbox or cloud."),
    ("drill mine: x\ncrash 1", 2, "\"1\" stands where \"cloud\" belongs."),
    ("drill mine: x\nsnapshot 1", 2, "the line ends where \"as\" belongs."),
    (
      "drill mine: x\nsnapshot cloud as a\nrestore 1 to a", 3, "no snapshot of a device named \"a\""
    ),
    (
      "drill mine: x\nsnapshot 1 as a\nrestore cloud to a", 3,
      "no snapshot of the cloud named \"a\""
    ),
    ("drill mine: x\nkeep cloud a", 2, "There is no snapshot"),
    ("drill mine: x\nsnapshot 1 as a\nrestore 1 to a keeping outbox", 3, "a restore keeps the"),
    ("drill mine: x\nexpect page a maybe", 2, "where public, hidden or engagements belong"),
    ("drill mine: x\nexpect restore under 2 s", 2, "nothing is restored before this line."),
    ("drill mine: x\nsnapshot 1 as a\nrestore 1 to a\nexpect restore 2 s", 4, "\"under\" belongs"),
    (
      "drill mine: x\nsnapshot 1 as a\nrestore 1 to a\nexpect restore under 2 weeks", 4,
      "a length of time is at most a day, in ms or s: 500 ms, 2 s."
    ),
    (
      "drill mine: x\nsnapshot 1 as a\nrestore 1 to a\nexpect restore under 0 s", 4,
      "where a length of time belong: a number from 1 to 86400000."
    ),
    (
      "drill mine: x\nsnapshot 1 as a\nrestore 1 to a\nexpect restore under 86401 s", 4,
      "a length of time is at most a day"
    ),
    ("drill mine: x\nexpect gone many", 2, "where events belong: a number from 0 to 9999."),
    ("drill mine\u{1B}[2J: x\nlive 1", 1, "character 11 is U+1B, which controls a terminal."),
    ("drill mine: x\nengage 0 a\u{202E}b", 2, "character 11 is U+202E, which controls"),
    ("drill mine: x\nlive 1 # \u{7}", 2, "character 10 is U+7, which controls a terminal."),
    (String(repeating: "#", count: 1_048_577), 1, "has more than 1048576 bytes. Make it shorter."),
  ]

  @Test(arguments: wrong.indices)
  func `that is wrong is refused with its line`(row: Int) throws {
    let (text, line, says) = Self.wrong[row]
    let error = try #require(Self.error(of: text))
    #expect(error.line == line)
    #expect(error.message.lowercased().contains(says.lowercased()), "\(error)")
    #expect("\(error)".hasPrefix("Line \(line): "))
  }

  @Test(arguments: [
    ("a/b-1.drill", "a/b-1.drill"), ("my phone.drill", "'my phone.drill'"),
    ("it's; rm -rf $HOME", "'it'\\''s; rm -rf $HOME'"), ("größe", "größe"),
    ("a\u{1B}'b\\", "$'a\\x1b\\'b\\\\'"), ("~/a", "'~/a'"),
  ])
  func `is named as a shell reads it`(path: String, word: String) throws {
    let drill = Drill(try Scenario("drill mine: x\nlive 1"), path: path)
    let base = try DrillBase(DrillPlan(), diskName: Self.newDiskName())
    let report = drill.run(from: base, diskName: Self.newDiskName()) { 0 }
    #expect(report.again == "spotlog drill run --file \(word) --seed 1 --devices 12")
  }

  @Test func `may have spaces, comments and line ends of any kind`() throws {
    let scenario = try Scenario("  # mine\r\n\tdrill  mine:  a   sentence # x\r\n live 1\r\n\r\n")
    #expect(scenario.name == "mine")
  }
}
