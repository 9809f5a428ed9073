#if Server
  import Foundation
  import JournalFormat
  import LoadGenerator
  import Loopback
  import Sync
  import Synchronization

  /// Ten thousand devices that enrol and sync at once, each over a connection of its own where the
  /// system has descriptors for that, and what the server made of it.
  enum FleetLoad {
    private static let devices = 10_000
    private static let reportsPerDevice = 3
    private static let secondsMax = 60.0

    static func run() throws -> [Measurement] {
      let server = try BenchServer(in: try BenchFolder())
      let items = FleetItems(salt: try server.tagSalt())
      let fleet = Fleet(devices, items)
      // Some for the server's own files, and for this process's.
      let connections = min(devices, Descriptors.allowAll() - 500)
      var plan = LoadPlan(connectionCount: connections, seconds: secondsMax)
      plan.honoursRetryAfter = true
      let outcome = LoadRun(plan, against: server.address).perform { place in
        fleet.client(Array(stride(from: place, to: devices, by: connections)))
      }
      let peak = server.figures.peakMemoryMiB ?? 0
      let wrong = try wrongCounts(server, fleet, items)
      try server.stop()
      let name = "server, 10,000 devices at once"
      return [
        ServerBench.count(
          "\(name): errors that asked for no retry", outcome.errors + fleet.unfinished,
          unit: "answers"),
        ServerBench.count(
          "\(name): reports lost or counted twice", wrong, unit: "reports"),
        Measurement(
          name: "\(name): most memory", ours: peak, unit: "MiB", target: 500,
          smallerIsBetter: true),
        Measurement(
          name: "\(name): requests", ours: outcome.goodPerSecond, unit: "requests/s",
          target: nil),
        ServerBench.milliseconds(
          "\(name): round trip, half are faster", outcome.latency.p50Microseconds),
        ServerBench.milliseconds(
          "\(name): round trip, 99 of 100 are faster", outcome.latency.p99Microseconds),
      ]
    }

    private struct Popularity: Decodable {
      struct Row: Decodable {
        let key: String
        let events: Int
        let distinctDevices: Int
      }
      let items: [Row]
    }

    /// How far the server's counts are from what was sent: over all, and by item.
    private static func wrongCounts(
      _ server: BenchServer, _ fleet: Fleet, _ items: FleetItems
    ) throws -> Int {
      var wrong = abs(try server.reportCount() - fleet.reportCount)
      // Counts of public items may be a few seconds old.
      Thread.sleep(forTimeInterval: 4)
      let rows = try server.get(Endpoint.popularity.path + "?limit=1000", as: Popularity.self).items
      let found = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
      for (place, item) in items.all.enumerated() {
        // Every device engages with an item at most once.
        let expected = (0..<devices).count { items.places($0, reportsPerDevice).contains(place) }
        let row = found[item.key]
        wrong += abs((row?.events ?? 0) - expected)
        wrong += abs((row?.distinctDevices ?? 0) - expected)
      }
      return wrong
    }

    /// Items that all devices engage with, so that every one becomes public.
    fileprivate struct FleetItems: Sendable {
      let all: [PublicItem]
      let tags: [Tag]

      init(salt: [UInt8]) {
        all = (0..<20).map { number in
          PublicItem(
            app: "com.example.shop", activityType: "com.example.shop.view",
            identity: .url("https://www.example.com/product/\(number)"),
            title: "Product \(number)", contentDescription: "", keywords: [], thumbnailURL: "")
        }
        tags = all.map { $0.tag(salt: salt) }
      }

      /// The items of a device, each another one.
      func places(_ device: Int, _ count: Int) -> [Int] {
        (0..<count).map { (device + $0 * 7) % all.count }
      }
    }

    // MARK: Devices

    fileprivate final class Fleet: Sendable {
      private let items: FleetItems
      private let keys: [SigningKey]
      private let nonces: [Nonce]
      private let enrolments: [[UInt8]]
      private let writer = Mutex(BatchWriter())
      private let counts = Mutex((finished: 0, reports: 0))

      init(_ count: Int, _ items: FleetItems) {
        var random = SplitMix64(12)
        self.items = items
        keys = (0..<count).map { _ in SigningKey(using: &random) }
        nonces = (0..<count).map { _ in Nonce(using: &random) }
        enrolments = zip(keys, nonces).map { key, nonce in
          SyncRequest.enrol(EnrolRequest(lineage: LineageKey(secret: nonce.bytes), key: key)).bytes
        }
      }

      var unfinished: Int { keys.count - counts.withLock { $0.finished } }
      /// Reports with a receipt.
      var reportCount: Int { counts.withLock { $0.reports } }

      /// What a connection sends for its devices, one after another.
      func client(_ devices: [Int]) -> LoadClient {
        var rest = devices[...]
        var device: FleetDevice?
        return { answer in
          if let answer, let request = device?.next(after: answer) { return request }
          if let ended = device {
            self.counts.withLock {
              $0.finished += ended.isFinished ? 1 : 0
              $0.reports += ended.received
            }
          }
          device = rest.popFirst().map { FleetDevice($0, self) }
          return device.map { RawRequest.sync("enrol", self.enrolments[$0.place]) }
        }
      }

      fileprivate func chain(_ place: Int, _ grant: Grant) -> BenchChain {
        BenchChain(grant, keys[place])
      }

      fileprivate func engagements(_ place: Int) -> [Report] {
        items.places(place, reportsPerDevice).enumerated().map { number, item in
          .engaged(
            Report.Engaged(
              tag: items.tags[item], content: items.all[item].digest,
              origin: Origin(rawValue: UInt64(place * reportsPerDevice + number)),
              isCarried: false))
        }
      }

      fileprivate func contents(_ wanted: [WantedContent]) -> [Report] {
        wanted.compactMap { wanted in
          items.tags.firstIndex(of: wanted.tag).map { .content(items.all[$0], salt: 1) }
        }
      }

      fileprivate func batch(_ chain: inout BenchChain, _ reports: [Report]) -> [UInt8]? {
        // The writer's own lock is not enough: it is a class that others could hold.
        writer.withLock { try? chain.batch(of: reports, $0) }
      }
    }

    /// One device: it enrols, opens, sends its reports and what it is asked for.
    private final class FleetDevice {
      let place: Int
      private let fleet: Fleet
      private var chain: BenchChain?
      private var sending = 0
      private(set) var received = 0
      private(set) var isFinished = false

      init(_ place: Int, _ fleet: Fleet) {
        self.place = place
        self.fleet = fleet
      }

      /// Nil: nothing more, or the answer was none that it can continue with.
      func next(after answer: RawAnswer) -> RawRequest? {
        guard answer.status == 200, let response = try? SyncResponse(bytes: answer.body) else {
          return nil
        }
        switch response {
        case .enrolled(let grant, _):
          chain = fleet.chain(place, grant)
          return chain.map { .sync("open", $0.open(at: BenchClock.now).bytes) }
        case .opened(.ok, _): return append(fleet.engagements(place))
        case .received(_, let news):
          received += sending
          let contents = fleet.contents(news.wanted)
          isFinished = contents.isEmpty
          return isFinished ? nil : append(contents)
        case .opened, .notReceived, .refused, .news, .granted: return nil
        }
      }

      private func append(_ reports: [Report]) -> RawRequest? {
        guard var chain, let batch = fleet.batch(&chain, reports) else { return nil }
        self.chain = chain
        sending = reports.count
        return .sync("append", SyncRequest.append(AppendRequest(batch: batch)).bytes)
      }
    }
  }
#endif
