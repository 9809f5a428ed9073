#if Server
  import Foundation
  import TestSupport
  import Testing

  /// A few rounds of what a release goes through a thousand times.
  @Suite("tools/kill-loop") struct KillLoopTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: [String], program: String? = nil) throws -> Program.Outcome {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../tools/kill-loop").standardizedFileURL.path
      let environment = [
        "TMPDIR=\(folder.path)", "SPOTLOG_PROGRAM=\(program ?? Program.built.path)", script,
      ]
      return try Program(path: "/usr/bin/env").run(environment + arguments)
    }

    @Test func `finds nothing lost`() throws {
      let outcome = try run(["6", "2"])
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("3 kills of a device that ") })
      #expect(lines.last?.hasSuffix("each of 15 engagements is counted once") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    struct Lie: CustomStringConvertible {
      let description: String
      let command: String
      let instead: String
      let finding: String
    }

    private static let lies = [
      Lie(
        description: "an acknowledgement of what was not written", command: "device index",
        instead: "echo 9999; exec \"$program\" \"$@\"", finding: "9999 were acknowledged"),
      Lie(
        description: "a damaged chain", command: "journal verify",
        instead: "echo the chain ends; exit 1", finding: "kill 1: the chain ends"),
      Lie(
        description: "a count that is missing", command: "cloud popularity",
        instead: "\"$program\" \"$@\" | sed 2d", finding: "other counts than one"),
      Lie(
        description: "a count of two", command: "cloud popularity",
        instead: "\"$program\" \"$@\" | sed 's/\\t1\\t1/\\t2\\t1/'",
        finding: "other counts than one"),
    ]

    @Test(arguments: lies) func `finds`(lie: Lie) throws {
      let path = folder.file("liar")
      let script = """
        #!/usr/bin/env bash
        program='\(Program.built.path)'
        case "$1 $2" in '\(lie.command)') \(lie.instead); exit ;; esac
        exec "$program" "$@"
        """
      try Data(script.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let outcome = try run(["2"], program: path)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("FAILS: "), "\(outcome.errors)")
      #expect(outcome.errors.contains(lie.finding), "\(outcome.errors)")
      #expect(outcome.errors.contains("the files are in \(folder.path)/"))
    }

    @Test(arguments: [["0"], ["many"], ["-1"], ["1", "2", "3"], ["1", "x"]])
    func `says how it is used`(arguments: [String]) throws {
      let outcome = try run(arguments)
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("  tools/kill-loop [KILLS] [SEED]"), "\(outcome.errors)")
    }
  }
#endif
