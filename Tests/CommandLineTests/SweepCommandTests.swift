import Foundation
import TestSupport
import Testing

@Suite("Sweeps on the command line") struct SweepCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Report: Decodable {
    struct Row: Decodable {
      struct Waits: Decodable {
        let count: Int
        let p50: Double
      }

      let threshold: Int
      let syncIntervalHours: Double
      let batchDelayHours: Double
      let publicItems: Int
      let reveal: Waits?
      let lag: Waits?
      let bytesPerDeviceDay: Double
      let bytesPerReport: Double
    }

    let seed: UInt64
    let devices: Int
    let rows: [Row]
  }

  private static let fleet = ["simulate", "--devices", "12", "--days", "2", "--events", "20"]
  private static let settings = ["--sweep", "threshold=2,4", "--sweep", "sync-interval=1h,1d"]

  @Test func `compare runs in a table, as JSON and as a page`() throws {
    let out = folder.file("out")
    let shown = try program.run(Self.fleet + Self.settings + ["--seed", "3", "--out", out])
    #expect(shown.status == 0, "\(shown.errors)")
    let lines = shown.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("devices     12, ") && lines[0].contains(", seed 3, faults none"))
    #expect(lines[1].hasPrefix("threshold  interval  public  engaged  to public p50 "))
    let rows = lines[2..<6].map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
    #expect(rows == ["2 1 h", "2 1 d", "4 1 h", "4 1 d"])
    #expect(lines.suffix(2) == ["all checks hold in all runs", "report      \(out)/report.html"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: out + "/report.json"))
    let report = try JSONDecoder().decode(Report.self, from: bytes)
    #expect(report.seed == 3 && report.devices == 12)
    #expect(report.rows.map(\.threshold) == [2, 2, 4, 4])
    #expect(report.rows.map(\.syncIntervalHours) == [1, 24, 1, 24])
    #expect(report.rows[0].publicItems > 0 && report.rows[0].reveal != nil)
    #expect(report.rows.allSatisfy { $0.lag != nil && $0.bytesPerDeviceDay > 0 })
    let page = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
    #expect(page.contains("Settings compared") && page.contains("<svg class=chart"))
    #expect(!FileManager.default.fileExists(atPath: out + "/cloud"))
  }

  @Test func `compare batch delays, in a column of their own`() throws {
    let path = try TraceLines.file(TraceLines.people(4).utf8, in: folder)
    let sweep = ["--sweep", "batch-delay=0,90m,7d", "--threshold", "2", "--sync-interval", "1"]
    let shown = try program.run(["simulate", "--trace", path] + sweep)
    #expect(shown.status == 0, "\(shown.errors)")
    let lines = shown.output.split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("threshold  interval  delay  public  engaged "))
    let rows = lines[2..<5].map { line in
      line.split(separator: " ").dropFirst(3).prefix(2).joined(separator: " ")
    }
    #expect(rows[0].hasPrefix("none ") && rows[1] == "1.5 h" && rows[2] == "7 d")
    let outcome = try program.run(["simulate", "--trace", path, "--json"] + sweep)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.rows.map(\.batchDelayHours) == [0, 1.5, 168])
    #expect(report.rows.allSatisfy { $0.bytesPerReport > 0 })
    // What is not compared is taken from the option.
    let given = try program.run(
      ["simulate", "--trace", path, "--json", "--sweep", "threshold=2,3", "--batch-delay", "6h"])
    #expect(given.status == 0, "\(given.errors)")
    let other = try JSONDecoder().decode(Report.self, from: Data(given.output.utf8))
    #expect(other.rows.map(\.batchDelayHours) == [6, 6])
  }

  @Test func `of one run keep its batch delay in the plan`() throws {
    let path = try TraceLines.file(TraceLines.people(4).utf8, in: folder)
    let out = folder.file("run")
    let run = ["simulate", "--trace", path, "--threshold", "2", "--batch-delay", "2d"]
    let outcome = try program.run(run + ["--out", out])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let plan = try String(contentsOfFile: out + "/plan.json", encoding: .utf8)
    #expect(plan.contains("batchDelayMilliseconds") && plan.contains("172800000"))
    let again = try program.run(["replay", out + "/plan.json"])
    #expect(again.status == 0, "\(again.errors)")
  }

  @Test(arguments: ["7d1", "-1h", "169h", "soon", "24"])
  func `refuse a batch delay that is none or too long`(delay: String) throws {
    let outcome = try program.run(Self.fleet + ["--batch-delay=\(delay)"])
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "--batch-delay takes 0, or a length of time up to 7d, such as 24h."), "\(outcome.errors)")
  }

  @Test func `take what is not swept from the other options`() throws {
    let path = try TraceLines.file(TraceLines.people(4).utf8, in: folder)
    let run = ["simulate", "--trace", path, "--json", "--faults", "lossy"]
    for (options, thresholds, hours) in [
      (["--sweep", "threshold=2,3", "--sync-interval", "6"], [2, 3], [6.0, 6]),
      (["--sweep", "sync-interval=48h,2h", "--threshold", "2"], [2, 2], [48, 2]),
      (["--sweep", "sync-interval=5h"], [50], [5]),
    ] {
      let outcome = try program.run(run + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
      #expect(report.rows.map(\.threshold) == thresholds, "\(options)")
      #expect(report.rows.map(\.syncIntervalHours) == hours, "\(options)")
    }
  }

  @Test(arguments: [
    (["--sweep", "threshold"], "--sweep threshold names no values"),
    (["--sweep", "threshold="], "--sweep threshold= names no values"),
    (["--sweep", "treshold=2"], "knows no setting \"treshold\". Did you mean threshold?"),
    (["--sweep", "colour=2"], "It compares threshold, sync-interval and batch-delay."),
    (["--sweep", "threshold=2,x"], "--sweep threshold has the value \"x\"."),
    (["--sweep", "threshold=2,,3"], "--sweep threshold has the value \"\"."),
    (["--sweep", "threshold=0"], "has the value \"0\". Give numbers of devices, 1 or more."),
    (["--sweep", "threshold=-1"], "has the value \"-1\"."),
    (["--sweep", "threshold=4294967296"], "has the value \"4294967296\"."),
    (["--sweep", "threshold=2,3,2"], "--sweep has the value 2 twice."),
    (["--sweep", "sync-interval=24"], "--sweep sync-interval has the value \"24\"."),
    (["--sweep", "sync-interval=90m"], "has the value \"90m\". Give whole hours or days"),
    (["--sweep", "sync-interval=0h"], "has the value \"0h\"."),
    (["--sweep", "sync-interval=8761h"], "has the value \"8761h\"."),
    (["--sweep", "sync-interval=24h,1d"], "--sweep has the value 1d twice."),
    (["--sweep", "batch-delay=24"], "--sweep batch-delay has the value \"24\"."),
    (["--sweep", "batch-delay=0,8d"], "has the value \"8d\". Give lengths of time from 0 to 7d"),
    (["--sweep", "batch-delay=60m,1h"], "--sweep has the value 1h twice."),
    (
      ["--sweep", "batch-delay=0,1h", "--batch-delay", "1h"],
      "--batch-delay cannot be combined with this --sweep"
    ),
    (["--sweep", "threshold=2", "--sweep", "threshold=3"], "--sweep names threshold twice."),
    (["--sweep", "threshold=2", "--threshold", "3"], "--threshold cannot be combined with this"),
    (
      ["--sweep", "sync-interval=2h", "--sync-interval", "3"],
      "--sync-interval cannot be combined with this --sweep"
    ),
    (["--sweep", "threshold=2", "--keep-devices", "--out", "o"], "--keep-devices cannot be"),
    (["--sweep", "threshold=2", "--url", "http://127.0.0.1:1"], "--url cannot be combined"),
    (["--sweep", "threshold=2", "--restore-cloud", "1"], "--restore-cloud cannot be combined"),
    (
      [
        "--sweep", "threshold=1,2,3,4,5,6,7,8,9,10,11", "--sweep", "sync-interval=1h,2h,3h",
      ], "These values make 33 runs, and a sweep has at most 32."
    ),
  ])
  func `refuse values that they do not know, by name`(options: [String], message: String) throws {
    let outcome = try program.run(Self.fleet + options)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--seeds", "1..2"], "--sweep cannot be combined with --seeds."),
    (["--searches", "x"], "--sweep cannot be combined"),
    (["--trace", "-"], "A sweep reads its trace several times: give --trace a file."),
  ])
  func `refuse runs of another kind`(options: [String], message: String) throws {
    let outcome = try program.run(["simulate", "--sweep", "threshold=2,3"] + options)
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }
}
