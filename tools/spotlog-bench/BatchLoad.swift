#if Server
  import Foundation
  import JournalFormat
  import LoadGenerator
  import Loopback
  import Sync

  /// Batches of 64 KiB, as many at once as there are connections, beside a route of the same server
  /// that only reads their bytes.
  enum BatchLoad {
    private static let connections = 16
    private static let batchesPerConnection = 80
    private static let contentsPerBatch = 12
    /// Together 64 KiB on the wire: letters drawn evenly from 64 take six bits each.
    private static let contentByteCount = 7_220
    private static let bareSeconds = 3.0

    static func run() throws -> [Measurement] {
      let server = try BenchServer(in: try BenchFolder(), ["--bench-route"])
      let bodies = try bodies(server)
      // Both once before they count: files and memory of a fresh server are not what is measured.
      _ = try bare(bodies, server, seconds: 0.5)
      let limit = try bare(bodies, server, seconds: bareSeconds)
      let ours = try appended(bodies, server)
      let sent = ours.count * contentsPerBatch
      guard try server.reportCount() == sent else {
        throw BenchError("The server did not count \(sent) reports of the benchmark.")
      }
      try server.stop()
      return [
        Measurement(
          name: "server, batches of 64 KiB, signed and durable",
          ours: ours.perSecond, unit: "batches/s", limitName: "a route that only reads them",
          limit: limit.perSecond,
          target: 0.5, targetIsRatio: true),
        Measurement(
          name: "server, CPU for such a batch", ours: ours.cpuSeconds * 1_000, unit: "ms",
          limitName: "a route that only reads it", limit: limit.cpuSeconds * 1_000, target: nil,
          smallerIsBetter: true),
      ]
    }

    // MARK: Sending

    private struct Rate {
      let count: Int
      let perSecond: Double
      /// The server's, for each.
      let cpuSeconds: Double
    }

    private static func bare(
      _ bodies: [[[UInt8]]], _ server: BenchServer, seconds: Double
    ) throws -> Rate {
      let plan = LoadPlan(connectionCount: connections, seconds: seconds)
      return try measure(server, plan) { place in
        var next = 0
        return { _ in
          next += 1
          return request("/bench/body", bodies[place][next % batchesPerConnection])
        }
      }
    }

    private static func appended(
      _ bodies: [[[UInt8]]], _ server: BenchServer
    ) throws -> Rate {
      var plan = LoadPlan(connectionCount: connections, seconds: 30)
      plan.honoursRetryAfter = true
      return try measure(server, plan) { place in
        var rest = bodies[place].makeIterator()
        return { _ in rest.next().map { request(Endpoint.append.path, $0) } }
      }
    }

    private static func request(_ path: String, _ body: [UInt8]) -> RawRequest {
      var request = RawRequest(
        "POST", path,
        [("Content-Type", RawRequest.syncMediaType), ("Content-Length", "\(body.count)")])
      request.body = body
      return request
    }

    private static func measure(
      _ server: BenchServer, _ plan: LoadPlan, _ client: @escaping @Sendable (Int) -> LoadClient
    ) throws -> Rate {
      let before = server.figures.cpuSeconds ?? 0
      let outcome = try ServerBench.checked(
        LoadRun(plan, against: server.address).perform(client), "Batches")
      let cpuSeconds = (server.figures.cpuSeconds ?? 0) - before
      return Rate(
        count: outcome.good, perSecond: outcome.goodPerSecond,
        cpuSeconds: cpuSeconds / Double(outcome.good))
    }

    // MARK: Making

    /// Requests by connection; each connection is one device, whose batches follow each other.
    private static func bodies(_ server: BenchServer) throws -> [[[UInt8]]] {
      var random = SplitMix64(11)
      let text = BadlyCompressing(byteCount: 1 << 20, using: &random)
      // What travels is what counts; how long it took to make it small is not measured.
      let writer = BatchWriter(level: 1)
      return try (0..<connections).map { place in
        let key = SigningKey(using: &random)
        let grant = try server.enrol(key, nonce: Nonce(using: &random))
        var chain = BenchChain(grant, key)
        return try (0..<batchesPerConnection).map { number in
          let texts = text.pieces(contentsPerBatch, contentByteCount, using: &random)
          let reports = texts.enumerated().map { content, text in
            Report.content(
              item("\(place)-\(number)-\(content)", text),
              salt: UInt128(random.next() as UInt64))
          }
          let batch = try chain.batch(of: reports, writer)
          guard (62 << 10...66 << 10).contains(batch.count) else {
            throw BenchError("A batch has \(batch.count) bytes and not about 64 KiB.")
          }
          return SyncRequest.append(AppendRequest(batch: batch)).bytes
        }
      }
    }

    private static func item(_ name: String, _ text: String) -> PublicItem {
      PublicItem(
        app: "com.example.shop", activityType: "com.example.shop.view",
        identity: .url("https://www.example.com/\(name)"), title: name, contentDescription: text,
        keywords: [], thumbnailURL: "")
    }
  }

  /// Text in which nothing repeats, so that it stays large on the wire.
  private struct BadlyCompressing {
    private let letters: [UInt8]

    init(byteCount: Int, using random: inout SplitMix64) {
      let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
      letters = (0..<byteCount).map { _ in alphabet[Int(random.below(64))] }
    }

    /// Pieces that follow each other, so that none repeats a part of another.
    func pieces(_ count: Int, _ byteCount: Int, using random: inout SplitMix64) -> [String] {
      let start = Int(random.below(UInt64(letters.count - count * byteCount)))
      return (0..<count).map { piece in
        let place = start + piece * byteCount
        return String(decoding: letters[place..<place + byteCount], as: UTF8.self)
      }
    }
  }
#endif
