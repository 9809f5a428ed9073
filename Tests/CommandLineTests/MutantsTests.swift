import Foundation
import TestSupport
import Testing

/// The table of broken promises, made with a program that only says what a real one would.
@Suite("tools/mutants") struct MutantsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Switches, and the seed from which on worlds show each; one that is not there, drills show.
  private static let usual = [
    "counts-devices": 1, "drops-origins": 9, "trusts-mark": 8, "skips-withdrawals": 23,
  ]
  private static let switches =
    ["twins-only", "never"] + usual.keys + (1...20).map { "more-\($0)" }

  /// - Parameters:
  ///   - seeds: from which seed on each switch is found; 1 for those that are not named.
  ///   - unbroken, canary: what is wrong beside the switches.
  private func run(
    _ seeds: [String: Int], unbroken: Int = 0, canary: Int = 1, hides: Set<String> = [],
    arguments: [String] = []
  ) throws -> Program.Outcome {
    let names = Self.switches.filter { !hides.contains($0) }
    let cases = names.filter { !["twins-only", "never"].contains($0) }
      .map { "\($0)) echo \(seeds[$0] ?? 1) ;;" }.joined(separator: " ")
    let script = """
      #!/usr/bin/env bash
      from() { case "$1" in \(cases) *) echo 9999 ;; esac; }
      switch="${*: -1}"
      case "$1 $2" in
        'simulate --seeds')
          range=$3
          if [[ $* != *--sabotage* ]]; then
            echo 'FAILS       seed 3: x'; exit \(unbroken)
          fi
          if [[ $switch == '?' ]]; then
            echo 'Error: --sabotage takes one of \(names.joined(separator: ", ")).' >&2; exit 64
          fi
          first=$(from "$switch")
          if ((first <= ${range#*..})); then
            echo "FAILS       seed $first: promise 5, effectOnce, device 1, 0d 00:00:01.000"
            exit 4
          fi ;;
        'drill list')
          echo 'twins          simulated  Two.'
          echo '    fails with --sabotage twins-only' ;;
        'drill run') [[ $switch == starts-no-cloud ]] && exit \(canary); exit 1 ;;
      esac
      """
    let path = folder.file("spotlog")
    try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../tools/mutants").standardizedFileURL.path
    return try Program(path: "/usr/bin/env").run(
      ["SPOTLOG_PROGRAM=\(path)", "TMPDIR=\(folder.path)", tool] + arguments)
  }

  @Test func `prints what found each, by which invariant, and after how many seeds`() throws {
    let outcome = try run(Self.usual, hides: ["never"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).prefix(4).joined(separator: " ")
    }
    #expect(rows.first == "switch found by invariant")
    #expect(rows.contains("drops-origins worlds effectOnce 9"))
    #expect(rows.contains("twins-only twins - -"))
    #expect(rows.count == Self.switches.count)
  }

  @Test func `fails for one that nothing finds`() throws {
    let outcome = try run(Self.usual)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("FAILS       never is not found"))
  }

  @Test func `fails for one that is found later than before, or no more`() throws {
    // Twice as late and two more is chance.
    #expect(try run(["drops-origins": 20], hides: ["never"]).status == 0)
    for seed in [21, 9_999] {
      let outcome = try run(["drops-origins": seed], hides: ["never"])
      #expect(outcome.status == 1, "\(outcome.output)")
      #expect(outcome.output.contains("drops-origins was found after 9 seeds"))
    }
  }

  @Test func `fails where something is found though nothing is broken, and the other way`() throws {
    let found = try run(Self.usual, unbroken: 4, hides: ["never"])
    #expect(found.status == 1)
    #expect(found.output.contains("worlds in which nothing is broken fail: FAILS       seed 3: x"))
    let blind = try run(Self.usual, canary: 0, hides: ["never"])
    #expect(blind.status == 1 && blind.output.contains("a drill without a cloud ends well"))
    let few = try run(Self.usual, hides: Set(Self.switches.dropFirst(2)))
    #expect(few.status == 1 && few.output.contains("there are fewer than 20 switches"))
  }

  @Test(arguments: [["0"], ["x"], ["1", "2"]]) func `says how it is used`(
    arguments: [String]
  ) throws {
    let outcome = try run(Self.usual, arguments: arguments)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("  tools/mutants [SEEDS]"))
  }
}
