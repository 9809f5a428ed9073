#if Server
  import CloudAggregator
  import Foundation
  import JournalFormat
  import LoadGenerator
  import Loopback
  import Sync

  /// Public search among 100,000 items, and how long a server with 100,000 devices takes to start.
  enum SearchLoad {
    private static let devices = 100_000
    private static let items = 100_000
    private static let connections = 32
    private static let closedSeconds = 4.0
    private static let openSeconds = 5.0

    static func run() throws -> [Measurement] {
      let folder = try BenchFolder()
      let fill = try filled(folder)
      // Once on all cores, for how long a start takes; then on one.
      let started = try BenchServer(in: folder, ["--threshold", "2"])
      let start = started.startSeconds
      try started.stop()
      let server = try BenchServer(
        in: folder, ["--threshold", "2"], launcher: Processors.firstAlone)
      let queries = fill.queries(20_000)
      try check(queries, server)
      let (perSecond, cpuSeconds) = try closed(queries, server)
      let latency = try open(queries, server, perSecond: perSecond / 2)
      try server.stop()
      return [
        Measurement(
          name: "server, start to the first answer, 100,000 devices and as many items",
          ours: start * 1_000, unit: "ms", target: nil, smallerIsBetter: true),
        Measurement(
          name: "server, searches among 100,000 items on one core", ours: perSecond,
          unit: "requests/s", target: 5_000),
        Measurement(
          name: "server, CPU for a search", ours: cpuSeconds * 1_000_000, unit: "µs",
          target: nil, smallerIsBetter: true),
        ServerBench.milliseconds(
          "server, searches at half that load, half are faster", latency.p50Microseconds),
        ServerBench.milliseconds(
          "server, searches at half that load, 99 of 100 are faster",
          latency.p99Microseconds, target: 10),
      ]
    }

    // MARK: Asking

    /// An index that finds nothing is fast.
    private static func check(_ queries: [RawRequest], _ server: BenchServer) throws {
      for query in queries.prefix(50) {
        let connection = try RawConnection(to: server.address)
        try connection.send(query)
        let answer = try connection.receive()
        guard answer.status == 200, answer.text.contains("\"tag\"") else {
          throw BenchError("A search finds nothing: \(answer.status) \(answer.text)")
        }
      }
    }

    private static func client(_ queries: [RawRequest]) -> @Sendable (Int) -> LoadClient {
      { place in
        // Each connection begins elsewhere, so that none asks what another one has just asked.
        var next = place * queries.count / connections
        return { _ in
          next += 1
          return queries[next % queries.count]
        }
      }
    }

    private static func closed(
      _ queries: [RawRequest], _ server: BenchServer
    ) throws -> (perSecond: Double, cpuSeconds: Double) {
      let plan = LoadPlan(connectionCount: connections, seconds: closedSeconds)
      let before = server.figures.cpuSeconds ?? 0
      let outcome = try ServerBench.checked(
        LoadRun(plan, against: server.address).perform(client(queries)), "Searches")
      let cpuSeconds = (server.figures.cpuSeconds ?? 0) - before
      // Where a server cannot be held on one core, its time on all of them says the same.
      let perSecond =
        Processors.firstAlone.isEmpty && cpuSeconds > 0
        ? Double(outcome.good) / cpuSeconds : outcome.goodPerSecond
      return (perSecond, cpuSeconds / Double(outcome.good))
    }

    private static func open(
      _ queries: [RawRequest], _ server: BenchServer, perSecond: Double
    ) throws -> LatencyHistogram {
      let plan = LoadPlan(
        connectionCount: connections * 2, pace: .openLoop(perSecond: perSecond),
        seconds: openSeconds)
      let outcome = LoadRun(plan, against: server.address).perform(client(queries))
      // One that comes too late is a slow answer and no fault.
      guard outcome.errors == outcome.unanswered else {
        throw BenchError(
          "Searches at half load: answers by status \(outcome.statuses), "
            + "\(outcome.lost) lost. Look into the server's log.")
      }
      return outcome.latency
    }

    // MARK: Filling

    /// A data folder with everything, as a server made it and devices filled it.
    private static func filled(_ folder: BenchFolder) throws -> PublicFill {
      let server = try BenchServer(in: folder, ["--threshold", "2"])
      let salt = try server.tagSalt()
      try server.stop()
      let storage = CloudStorage.folder(
        BenchServer.data(folder), witnessPath: folder.path + "/cloud.witness")
      var configuration = CloudConfiguration(tagSalt: salt)
      configuration.threshold = 2
      // Both sides are this process: what it has just signed it need not check.
      let memory = SignatureMemory()
      var key = try signingKey(folder)
      key.memory = memory
      let aggregator = try Aggregator.open(
        storage, keys: CloudKeys(signing: key), configuration: configuration, dice: .seeded(13),
        now: BenchClock.now)
      var fill = PublicFill(salt: salt, memory: memory)
      try fill.enrol(devices, with: aggregator)
      try fill.publish(items, with: aggregator)
      try aggregator.close()
      return fill
    }

    private static func signingKey(_ folder: BenchFolder) throws -> SigningKey {
      struct Keys: Decodable { let signing: String }
      let path = folder.path + "/cloud.keys"
      let keys = try JSONDecoder().decode(
        Keys.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
      guard let seed = [UInt8](hex: keys.signing), let key = SigningKey(seed: seed) else {
        throw BenchError("\(path) holds no key. Look at what the server writes there.")
      }
      return key
    }
  }
#endif
