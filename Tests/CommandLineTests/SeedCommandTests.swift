import Foundation
import TestSupport
import Testing

/// Worlds of faults from the command line: many of them, and one of them again.
@Suite("The commands for worlds of faults") struct SeedCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.built.run(arguments)
  }

  private func object(_ outcome: Program.Outcome) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func object(at path: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  /// A plan in which no promise breaks.
  static let soundPlan = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Plans/read-before-it-was-synced.json").standardizedFileURL.path

  // MARK: Many

  @Test func `a good run, and again in another process`() throws {
    let out = folder.file("run")
    let outcome = try run(
      "simulate", "--seeds", "1..4", "--faults", "small", "--jobs", "2", "--twice", "--out", out)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("seeds       1..4, 4 run, profile small, 2 at a time"))
    #expect(outcome.output.contains(", and the same in another process\n"))
    #expect(outcome.output.contains("\nall promises hold\n"))
    #expect(outcome.output.contains("report      \(out)/report.html\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names == ["report.html", "report.json"])
    let report = try object(at: out + "/report.json")
    #expect(report["seeds"] as? Int == 4 && report["failureCount"] as? Int == 0)
    #expect((report["differing"] as? [Int])?.isEmpty == true)
    let alone = try object(
      run("simulate", "--seeds", "1..4", "--faults", "small", "--jobs", "1", "--json"))
    #expect(alone["traceHash"] as? String == report["traceHash"] as? String)
    #expect(alone["differing"] == nil && alone["isInterrupted"] == nil)
    let other = try object(
      run("simulate", "--seeds", "2..5", "--faults", "small", "--jobs", "1", "--json"))
    #expect(other["traceHash"] as? String != report["traceHash"] as? String)
  }

  @Test(arguments: ["calm", "power"])
  func `profiles are those of the help`(profile: String) throws {
    let outcome = try run("simulate", "--seeds", "1..2", "--faults", profile)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("profile \(profile)"))
    #expect(outcome.output.contains("faults      0\n") == (profile == "calm"))
  }

  /// What does not come to an end has another status than what is counted wrongly.
  @Test(
    .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"),
    arguments: [("rests-unheard", "8", 3, "comesToRest"), ("drops-origins", "9", 4, "nothing")])
  func `a failing run can be replayed, and made small`(
    sabotage: String, seed: String, status: Int32, invariant: String
  ) throws {
    let out = folder.file("run")
    let outcome = try run(
      "simulate", "--seeds", "\(seed)..\(seed)", "--faults", "small", "--sabotage", sabotage,
      "--out", out)
    #expect(outcome.status == status, "\(outcome.output)")
    #expect(outcome.output.contains("1 of 1 world breaks a promise"))
    let plan = "\(out)/plan-\(seed).json"
    #expect(outcome.output.contains("see it again: spotlog replay \(plan)\n"))
    let page = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
    #expect(page.contains("1 of 1 world breaks a promise") && page.contains("Seed \(seed), "))
    let failures = try #require(
      try object(at: out + "/report.json")["failures"] as? [[String: Any]])
    let failure = try #require(failures.first)
    #expect((failure["invariant"] as? String)?.hasPrefix(invariant) == true)
    #expect((failure["moments"] as? [String])?.count == 20)

    let again = try run("replay", plan, "--json")
    #expect(again.status == status, "\(again.errors)")
    let replayed = try object(again)
    #expect(replayed["finding"] as? String == failure["what"] as? String)
    #expect(replayed["holds"] as? Bool == false)

    let small = folder.file("small.json")
    let shrunk = try run("shrink", plan, "--out", small, "--seconds", "20", "--json")
    #expect(shrunk.status == 0, "\(shrunk.errors)")
    let found = try object(shrunk)
    let steps = try #require(found["steps"] as? Int)
    #expect(steps <= 40 && steps < found["stepsBefore"] as? Int ?? 0)
    let last = try run("replay", small)
    #expect(last.status == status, "\(last.output)")
    #expect(last.output.contains("BREAKS promise "))
  }

  @Test func `a replay shows every step, or those that are asked for`() throws {
    let all = try run("replay", Self.soundPlan)
    #expect(all.status == 0 && all.output.contains("\nall promises hold\n"), "\(all.errors)")
    let lines = all.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("device 1 ") } && lines.contains { $0.contains(" 3d ") })
    let last = try run("replay", Self.soundPlan, "--last", "3").output.split(separator: "\n")
    #expect(last.count == 5 && last == lines.suffix(5))
    let one = try run("replay", Self.soundPlan, "--device", "3").output
    #expect(one.contains("  device 3 ") && !one.contains("  device 1 "))
    let stepped = try Program.built.run(["replay", Self.soundPlan, "--step"], input: "\n\n")
    #expect(stepped.status == 0 && stepped.output == all.output)
  }

  @Test func `a saved run of a trace is run again`() throws {
    let trace = try TraceLines.file(TraceLines.people(3).utf8, in: folder)
    let out = folder.file("run")
    let outcome = try run("simulate", "--trace", trace, "--out", out, "--json")
    let again = try run("replay", out + "/plan.json", "--json")
    #expect(again.status == 0, "\(again.errors)")
    let hash = try #require(try object(outcome)["traceHash"] as? String)
    #expect(try object(again)["traceHash"] as? String == hash)
  }

  @Test func `what does not fail is not made small`() throws {
    let outcome = try run("shrink", Self.soundPlan, "--out", folder.file("small.json"))
    #expect(outcome.status == 1 && outcome.errors.contains("does not fail: there is nothing"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("small.json")))
  }

  @Test func `an interrupted run says what was run`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.built.path)
    // So many that a gap would be one, if the run were whole.
    process.arguments = [
      "simulate", "--seeds", "1..1000000", "--faults", "small", "--jobs", "1", "--twice",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    // As from a worker thread of Dispatch, whose children inherit that signals are blocked.
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &former)
    try process.run()
    pthread_sigmask(SIG_SETMASK, &former, nil)
    let deadline = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: deadline)
    defer { deadline.cancel() }
    sleep(2)
    kill(process.processIdentifier, SIGINT)
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let output = String(decoding: bytes, as: UTF8.self)
    #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(output)")
    #expect(output.contains("\ninterrupted ") && output.contains("000 seeds were run\n"))
    #expect(output.contains("\nall promises hold in those\n") && !output.contains("GAP"))
    #expect(!output.contains("another process"), "a run that was not made has no outcome")
  }
}

/// What these commands refuse, and how they say so.
@Suite("Bad input for worlds of faults") struct SeedRefusalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["--seeds", "1.."], "Give the first and the last seed, such as 1..1000."),
    (["--seeds", "7"], "Give the first and the last seed"),
    (["--seeds", "a..b"], "Give the first and the last seed"),
    (["--seeds", "1...3"], "Give the first and the last seed"),
    (["--seeds", "0..18446744073709551616"], "Give the first and the last seed"),
    (["--seeds", "5..1"], "The first seed is after the last one."),
    (["--seeds", "0..18446744073709551615"], "A run has 100000000 seeds at most."),
    ([], "Give --trace FILE, --devices N --days D, --seeds A..B or --searches FILE."),
    (
      ["--seeds", "1..2", "--trace", "t"],
      "Give --trace FILE, --devices N --days D, --seeds A..B or --searches FILE."
    ),
    (
      ["--devices", "2", "--trace", "t"],
      "Give --trace FILE, --devices N --days D, --seeds A..B or --searches FILE."
    ),
    (["--days", "2"], "A generated fleet needs --devices, 1 to 100000."),
    (["--devices", "0"], "A generated fleet needs --devices, 1 to 100000."),
    (["--devices", "100001"], "A generated fleet needs --devices, 1 to 100000."),
    (["--devices", "2", "--days", "0"], "--days takes 1 to 3650."),
    (["--devices", "2", "--events", "10001"], "--events takes 1 to 10000."),
    (["--devices", "2", "--jobs", "2"], "--jobs needs --seeds."),
    (["--seeds", "1..2", "--faults", "lossy"], "With --seeds, --faults takes one of swarm, small"),
    (["--trace", "t", "--faults", "swarm"], "Without --seeds, --faults takes none or lossy."),
    (["--seeds", "1..2", "--jobs", "0"], "--jobs takes 1 to 256."),
    (["--seeds", "1..2", "--threshold", "3"], "--threshold cannot be combined with --seeds."),
    (["--seeds", "1..2", "--seed", "3"], "--seed cannot be combined"),
    (["--seeds", "1..2", "--sync-interval", "3"], "--sync-interval cannot be combined"),
    (["--seeds", "1..2", "--batch-delay", "1h"], "--batch-delay cannot be combined"),
    (["--seeds", "1..2", "--out", "x", "--keep-devices"], "--keep-devices cannot be combined"),
    (["--seeds", "1..2", "--url", "http://x"], "--url cannot be combined"),
    (["--seeds", "1..2", "--connections", "3"], "--connections cannot be combined"),
    (["--seeds", "1..2", "--wait", "3"], "--wait cannot be combined"),
    (["--seeds", "1..2", "--token-file", "x"], "--token-file cannot be combined"),
    (["--seeds", "1..2", "--restore-devices", "3"], "--restore-devices cannot be combined"),
    (["--seeds", "1..2", "--clone-devices", "2%"], "--clone-devices cannot be combined"),
    (["--seeds", "1..2", "--restore-cloud", "1"], "--restore-cloud cannot be combined"),
    (["--seeds", "1..2", "--lost-at", "any"], "--lost-at cannot be combined"),
    (
      ["--trace", "t", "--jobs", "2"], "--jobs needs --seeds."
    ),
    (["--trace", "t", "--twice"], "--twice needs --seeds."),
  ])
  func `options that make no sense`(arguments: [String], words: String) throws {
    try expectRefusal(arguments, words)
  }

  @Test(
    .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"),
    arguments: [
      (["--seeds", "1..2", "--sabotage", "nothing"], "--sabotage takes one of "),
      (["--trace", "t", "--sabotage", "drops-origins"], "--sabotage needs --seeds."),
    ])
  func `a sabotage that makes no sense`(arguments: [String], words: String) throws {
    try expectRefusal(arguments, words)
  }

  private func expectRefusal(_ arguments: [String], _ words: String) throws {
    let outcome = try Program.built.run(["simulate"] + arguments)
    #expect(outcome.status == 64, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errors.contains(words), "\(outcome.errors)")
  }

  private static func plan(_ rest: String, steps: String = "") -> String {
    """
    {"seed": 1, "knobs": {"answerLost":0,"batchEntryCount":0,"cutShort":0,"devices":2,\
    "duplicated":0,"flipped":0,"late":0,"requestLost":0,"syncIntervalMilliseconds":1,\
    "threshold":1,"window":1}, "steps": [\(steps)], \(rest)}
    """
  }

  @Test(arguments: [
    ("", "It is not a plan"), ("hello", "It is not a plan"), ("[]", "It is not a plan"),
    ("{}", "the file has no \"format\""),
    ("{\"kind\": \"journal\"}", "the file has no \"format\""),
    (plan("\"format\": 2"), "It has format 2, and this program reads 1."),
    (plan("\"format\": 2, \"news\": 1"), "It has format 2, and this program reads 1."),
    (
      plan("\"format\": 1, \"news\": 1"),
      "It is not a plan: the file has the unknown key \"news\"."
    ),
    (
      plan("\"format\": 1, \"sabotage\": \"nothing\""),
      Program.hasSabotage
        ? "sabotage cannot be what it is" : "the file has the unknown key \"sabotage\""
    ),
    (
      plan("\"format\": 1", steps: "{\"at\":1,\"kind\":\"strike\",\"strike\":\"tail\"}"),
      "steps[0].strike cannot be what it is"
    ),
    (
      plan("\"format\": 1", steps: "{\"at\":1,\"kind\":\"explode\"}"),
      "steps[0].kind cannot be what it is"
    ),
  ])
  func `files that are no plans`(text: String, words: String) throws {
    let path = folder.file("plan.json")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    for command in ["replay", "shrink"] {
      let outcome = try Program.built.run([command, path])
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome.output)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.errors.contains("Name a file that `spotlog simulate --out`"))
    }
  }

  @Test func `files that are not there, and no files`() throws {
    let plan = SeedCommandTests.soundPlan
    let cases: [(arguments: [String], status: Int32, words: String)] = [
      (["replay", folder.file("none")], 66, "There is no file"),
      (["shrink", folder.file("none")], 66, "There is no file"),
      (["replay", folder.path], 65, "directory"),
      (["shrink", folder.path], 65, "directory"),
      (["replay", plan, "--last", "0"], 64, "--last takes 1 or more."),
      (["replay", plan, "--step", "--last", "2"], 64, "--step prints every step"),
      (["shrink", plan, "--seconds", "0"], 64, "--seconds takes 1 to 86400."),
      (["simulate", "--seeds", "1..1", "--out", "/dev/null/x"], 74, "/dev/null/x"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try Program.built.run(arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
  }

  @Test(.enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
  func `a smaller plan that cannot be written`() throws {
    let out = folder.file("run")
    _ = try Program.built.run([
      "simulate", "--seeds", "9..9", "--faults", "small", "--sabotage", "drops-origins", "--out",
      out,
    ])
    let outcome = try Program.built.run([
      "shrink", out + "/plan-9.json", "--seconds", "1", "--out", "/dev/null/x",
    ])
    #expect(outcome.status == 74 && outcome.errors.contains("/dev/null/x"), "\(outcome.errors)")
  }
}
