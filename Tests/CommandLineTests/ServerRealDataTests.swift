#if Server
  import Dispatch
  import Foundation
  import Loopback
  import Synchronization
  import TestSupport
  import Testing

  /// A table of popularity, as far as it does not depend on a deployment's salt.
  private struct Popularity: Equatable {
    /// Whole rows, sorted.
    let publicRows: [Substring]
    /// What was counted below the threshold, without the tags.
    let hiddenCounts: [String]
    let events: Int

    init(_ table: String) throws {
      let rows = table.split(separator: "\n").dropFirst()
      publicRows = rows.filter { !$0.hasPrefix("tag:") }
      hiddenCounts = rows.filter { $0.hasPrefix("tag:") }.map {
        $0.split(separator: "\t").dropFirst().joined(separator: "\t")
      }.sorted()
      events = rows.reduce(0) { $0 + (Int($1.split(separator: "\t")[1]) ?? 0) }
    }
  }

  /// A simulation that runs beside the test.
  private final class BackgroundRun: Sendable {
    private let outcome = Mutex<Result<Program.Outcome, any Error>?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    init(_ program: Program, _ arguments: [String]) {
      DispatchQueue.global().async {
        // It does not outlive a test that failed for long.
        let result = Result {
          try program.run(arguments, launcher: ["/usr/bin/env", "timeout", "1800"])
        }
        self.outcome.withLock { $0 = result }
        self.ended.signal()
      }
    }

    var isOver: Bool { outcome.withLock { $0 != nil } }

    func result() throws -> Program.Outcome? {
      ended.wait()
      return try outcome.withLock { try $0?.get() }
    }
  }

  /// The shipped server under real events, ended by force on the way: needs an optimised build.
  @Suite(
    "Real data over HTTP", .serialized, .enabled(if: RealDataRuns.arePossible, RealDataRuns.why),
    .enabled(
      if: LongRun.isOn,
      "it takes ten minutes; SPOTLOG_LONG=1 runs it"))
  struct ServerRealDataTests {
    private let program = Program.optimised ?? .built
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What the same trace gives in one process.
    private func expected(_ trace: String) throws -> Popularity {
      let out = folder.file("run")
      let outcome = try program.run([
        "simulate", "--trace", trace, "--threshold", "50", "--out", out,
      ])
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      return try Popularity(
        try String(contentsOfFile: out + "/popularity.tsv", encoding: .utf8))
    }

    /// Waits until the server has counted so many reports, and ends it then.
    private func kill(_ server: RunningServer, at reports: Int, _ run: BackgroundRun) throws {
      while !run.isOver, try server.status().reports < UInt64(reports) { usleep(100_000) }
      #expect(!run.isOver, "the run was over before the server was ended")
      #expect(server.process.kill() == .killed(signal: SIGKILL))
    }

    /// A server publishes an engagement a device and day, and the table of a run has all of them.
    private static func withoutEvents(_ row: Substring) -> String {
      var cells = row.split(separator: "\t", omittingEmptySubsequences: false)
      cells.remove(at: 1)
      return cells.joined(separator: "\t")
    }

    /// Everything that the server shows to anybody, but how often.
    private func shown(_ server: RunningServer) throws -> [String] {
      struct Page: Decodable {
        struct Row: Decodable {
          let key: String
          let distinctDevices: Int
          let firstDay: String
          let lastDay: String
          let app: String
        }
        let items: [Row]
        let next: String?
      }
      var rows: [String] = []
      var after = ""
      while true {
        let answer = try server.get("/v1/popularity?limit=100" + after)
        let page = try JSONDecoder().decode(Page.self, from: Data(answer.body))
        rows += page.items.map {
          "\($0.key)\t\($0.distinctDevices)\t\($0.firstDay)\t\($0.lastDay)\t\($0.app)"
        }
        guard let next = page.next, rows.count < 10_000 else { return rows }
        after = "&after=" + next.percentEncoded
      }
    }

    @Test func `counts films as one process does, though the server was ended by force twice`()
      throws
    {
      let trace = try RealTraces.films(in: folder)
      let expected = try expected(trace)
      #expect(expected.publicRows.count == 425)
      let options: [String: String?] = ["--threshold": "50"]
      var server = try RunningServer(in: folder, options, program: program)
      let address = server.address
      let run = BackgroundRun(
        program,
        [
          "simulate", "--trace", trace, "--url", "\(address)", "--connections", "64",
          "--threshold", "50",
        ])
      for part in [4, 2] {
        try kill(server, at: expected.events / part, run)
        server = try RunningServer(
          in: folder, options.merging(["--port": "\(address.port)"]) { $1 }, program: program)
      }
      let outcome = try #require(try run.result())
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(try server.status().publicItems == 425)
      #expect(try shown(server) == expected.publicRows.map(Self.withoutEvents))
      #expect(server.process.stop() == .exited(0))
      let data = folder.file("cloud")
      let table = try program.run(["cloud", "popularity", "--data", data])
      #expect(try Popularity(table.output) == expected)
      let rebuilt = try program.run(["cloud", "rebuild", "--data", data])
      #expect(rebuilt.status == 0, "\(rebuilt.output)\(rebuilt.errors)")
    }
  }
#endif
