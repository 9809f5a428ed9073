#if Server
  import Foundation
  import TestSupport
  import Testing

  /// A short run of what `tools/soak` runs for hours.
  @Suite("A soak of processes") struct SoakTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func soak(_ arguments: String...) throws -> Program.Outcome {
      try Program.built.run(
        ["drill", "soak", "--work", folder.file("soak")] + arguments)
    }

    @Test func `holds, and leaves nothing`() throws {
      let outcome = try soak("--minutes", "0.33", "--devices", "3", "--seed", "5")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.map { $0.prefix { $0 != " " } } == ["time", "steps", "verdicts", "holds"])
      #expect(!outcome.output.contains(" 0 results"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("soak")) == [])
    }

    @Test(
      .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"),
      arguments: [
        ("rewinds-cloud", "counted 0 engagements, expected"),
        ("counts-twice", "The cloud counts tag:|common of com.example.drill: counted"),
        ("invents-pages", "which nobody engaged with"),
        ("damages-log", "cloud.journal is not whole"),
      ])
    func `finds a broken promise, and keeps the files`(sabotage: String, finding: String) throws {
      let outcome = try soak("--minutes", "0.1", "--devices", "2", "--sabotage", sabotage)
      #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
      // A page that a device engaged with as well is counted once more than it may be.
      let signs = finding.split(separator: "|")
      #expect(signs.contains { outcome.output.contains($0) }, "\(outcome.output)")
      #expect(outcome.output.hasSuffix("\nFAILS\n"))
      let cloud = folder.file("soak/soak/cloud/cloud.journal")
      #expect(FileManager.default.fileExists(atPath: cloud))
    }

    @Test(
      arguments: [
        ([], 64, "Give --hours or --minutes"),
        (["--minutes", "0"], 64, "up to 168 hours together"),
        (["--hours", "169"], 64, "up to 168 hours together"),
        (["--minutes", "-1"], 64, "Missing value for '--minutes'"),
        (["--minutes", "1", "--devices", "1"], 64, "--devices takes 2 to 8"),
        (["--minutes", "1", "--work", ""], 64, "A path is empty"),
        (["--minutes", "1", "--work", "/proc/soak"], 73, "/proc/soak cannot be made"),
      ] as [([String], Int32, String)])
    func `refuses wrong usage`(arguments: [String], status: Int32, message: String) throws {
      let outcome = try Program.built.run(["drill", "soak"] + arguments)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.output)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(.enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
    func `refuses a sabotage that it cannot notice`() throws {
      let outcome = try soak("--minutes", "1", "--sabotage", "forgets-items")
      #expect(outcome.status == 64 && outcome.errors.contains("breaks nothing in a soak"))
    }

    @Test(arguments: [["nothing"], ["3", "x"], ["3", "1", "1"], ["0x3"], ["kill", "3"]])
    func `is refused by tools-soak if it is no number of hours`(arguments: [String]) throws {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../tools/soak").standardizedFileURL.path
      let outcome = try Program(path: script).run(arguments)
      #expect(outcome.status == 64 && outcome.errors.contains("tools/soak HOURS"))
    }
  }
#endif
