#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
  import JournalFormat
  import JournalStore
  import Sync
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  /// A page of metrics, taken apart as Prometheus' text format 0.0.4 says.
  private struct ParsedPage {
    struct Sample {
      let name: String
      let labels: [String: String]
      let value: Double
    }

    var helps: [String: [String]] = [:]
    var types: [String: [String]] = [:]
    var samples: [Sample] = []
    var flaws: [String] = []
    private var family = ""

    init(_ text: String) {
      if !text.hasSuffix("\n") { flaws.append("the last line has no end") }
      for line in text.split(separator: "\n") { read(line) }
    }

    private mutating func read(_ line: Substring) {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if words[0] == "#" {
        guard words.count == 4 else { return flaws.append("half a comment: \(line)") }
        if words[1] == "HELP" {
          family = words[2]
          helps[family, default: []].append(words[3])
        } else if words[1] == "TYPE", words[2] == family {
          types[family, default: []].append(words[3])
        } else {
          flaws.append("a comment of another kind: \(line)")
        }
        return
      }
      guard let match = line.wholeMatch(of: #/([a-z_]+)(?:\{(.*)\})? ([-+0-9.e]+|\+Inf)/#),
        let value = Double(match.3)
      else { return flaws.append("no sample: \(line)") }
      let name = String(match.1)
      let isOfHistogram = ["_bucket", "_sum", "_count"].contains { name == family + $0 }
      if name != family, !(isOfHistogram && types[family] == ["histogram"]) {
        flaws.append("\(name) stands under \(family)")
      }
      samples.append(Sample(name: name, labels: labels(match.2 ?? "", line), value: value))
    }

    private mutating func labels(_ text: Substring, _ line: Substring) -> [String: String] {
      var labels: [String: String] = [:]
      for part in text.split(separator: ",") {
        guard let match = part.wholeMatch(of: #/([a-z]+)="([^"\\]*)"/#) else {
          flaws.append("no label: \(line)")
          continue
        }
        labels[String(match.1)] = String(match.2)
      }
      return labels
    }
  }

  @Suite("A page of metrics") struct MetricsPageTests {
    private func page(_ edge: EdgeMetrics, memory: Int? = 1, health: CloudHealth.Status = .ready)
      -> MetricsPage
    {
      var cloud = CloudStatistics()
      cloud.counters.batches = 1
      cloud.logEntries = .max
      cloud.queuedBytes = 1 << 40
      cloud.backups = BackupFigures()
      var held = Held()
      held.newest = BackupFigures.Made(
        file: "snapshot.sqlar", time: Timestamp(milliseconds: 1_767_225_600_500))
      cloud.backups?.held = held
      cloud.backedUpEntries = 3
      return MetricsPage(
        edge: edge.snapshot, cloud: cloud, health: CloudHealth(health, ["A reason\nin lines."]),
        memoryByteCount: memory, startedSeconds: 1_767_225_600.5, oldestRequestSeconds: 2.5)
    }

    private static let used: EdgeMetrics = {
      let metrics = EdgeMetrics()
      let durations: [Duration] = [
        .zero, .nanoseconds(1), .microseconds(500), .microseconds(501), .milliseconds(1),
        .milliseconds(30), .seconds(1), .seconds(10), .milliseconds(10_001), .seconds(86_400),
      ]
      for (place, duration) in durations.enumerated() {
        metrics.recordAnswer(.append, status: place.isMultiple(of: 2) ? 200 : 503, after: duration)
      }
      metrics.recordAnswer(nil, status: 404, after: .milliseconds(1))
      metrics.refused(status: 408)
      metrics.recordAnswer(.search, status: 200, after: .milliseconds(1))
      metrics.endedSlowConnection()
      metrics.refusedConnection()
      metrics.countUnreadableRequest()
      metrics.countBrokenOffRequest()
      return metrics
    }()

    @Test func `is of the text format, each family once`() {
      for metrics in [EdgeMetrics(), Self.used] {
        let parsed = ParsedPage(page(metrics).text)
        #expect(parsed.flaws == [])
        #expect(Set(parsed.helps.keys) == Set(parsed.types.keys))
        #expect(parsed.helps.values.allSatisfy { $0.count == 1 && $0[0].hasSuffix(".") })
        #expect(
          parsed.types.values.allSatisfy {
            ["counter", "gauge", "histogram"].contains($0.joined(separator: " "))
          })
        for (name, types) in parsed.types {
          #expect(name.hasSuffix("_total") == (types == ["counter"]), "\(name)")
          #expect(name.hasPrefix("spotlog_") || name.hasPrefix("process_"))
        }
        let series = parsed.samples.map { [$0.name: "", "": "\($0.labels.sorted { $0 < $1 })"] }
        #expect(Set(series).count == series.count)
      }
    }

    @Test func `has buckets that hold all below them`() throws {
      let samples = ParsedPage(page(Self.used).text).samples
      let name = "spotlog_http_request_duration_seconds"
      let buckets = samples.filter {
        $0.name == name + "_bucket" && $0.labels["endpoint"] == "append"
      }
      #expect(buckets.map(\.value) == buckets.map(\.value).sorted())
      let bounds = buckets.compactMap { $0.labels["le"] }
      #expect(bounds.last == "+Inf")
      #expect(bounds.dropLast().compactMap { Double($0) } == EdgeMetrics.bounds)
      // By their upper bounds: of 500 µs at most there are three, and so on.
      let counts = Dictionary(uniqueKeysWithValues: zip(bounds, buckets.map(\.value)))
      #expect(counts["0.0005"] == 3)
      #expect(counts["0.001"] == 5)
      #expect(counts["0.025"] == 5)
      #expect(counts["0.05"] == 6)
      #expect(counts["1.0"] == 7)
      #expect(counts["10.0"] == 8)
      #expect(counts["+Inf"] == 10)
      let count = samples.first { $0.name == name + "_count" && $0.labels["endpoint"] == "append" }
      #expect(count?.value == 10)
      let sum = samples.first { $0.name == name + "_sum" && $0.labels["endpoint"] == "append" }
      #expect(abs((sum?.value ?? 0) - 86_421.033) < 0.01)
    }

    @Test func `counts by endpoint and status, and strangers as one`() {
      let requests = ParsedPage(page(Self.used).text).samples.filter {
        $0.name == "spotlog_http_requests_total"
      }
      let counted = requests.filter { $0.value > 0 }
      #expect(
        Set(counted.map { "\($0.labels["endpoint"] ?? "") \($0.labels["status"] ?? "")" })
          == ["append 200", "append 503", "search 200", "other 404", "other 408"])
      #expect(requests.map(\.value).reduce(0, +) == 13)
      let names = Set(Endpoint.allCases.map(\.rawValue) + ["other"])
      #expect(requests.allSatisfy { names.contains($0.labels["endpoint"] ?? "") })
    }

    /// The first error would be no increase of a count that was not there before it.
    @Test func `counts errors from zero on, by endpoint`() {
      let requests = ParsedPage(page(EdgeMetrics()).text).samples.filter {
        $0.name == "spotlog_http_requests_total"
      }
      #expect(requests.allSatisfy { $0.value == 0 && $0.labels["status"] == "500" })
      let endpoints = requests.compactMap { $0.labels["endpoint"] }
      #expect(endpoints == (Endpoint.allCases.map(\.rawValue) + ["other"]).sorted())
    }

    @Test(arguments: CloudHealth.Status.allCases) func `says the health in one of its states`(
      status: CloudHealth.Status
    ) {
      let states = ParsedPage(page(Self.used, health: status).text).samples.filter {
        $0.name == "spotlog_health"
      }
      #expect(states.filter { $0.value == 1 }.map { $0.labels["status"] } == [status.rawValue])
      #expect(states.count == CloudHealth.Status.allCases.count)
    }

    @Test func `says large numbers and memory that nobody knows`() {
      let text = page(Self.used, memory: nil).text
      #expect(text.contains("spotlog_queue_bytes 1099511627776\n"))
      #expect(text.contains("process_start_time_seconds 1767225600.5\n"))
      #expect(!text.contains("process_resident_memory_bytes"))
      #expect(page(Self.used).text.contains("process_resident_memory_bytes 1\n"))
      #expect(ParsedPage(text).samples.contains { $0.value == Double(UInt64.max) })
    }

    @Test func `says how old the last good backup is`() {
      let text = page(Self.used).text
      #expect(text.contains("spotlog_last_backup_time_seconds 1767225600.5\n"))
      #expect(text.contains("spotlog_damaged_backups 0\n"))
      #expect(text.contains("spotlog_backed_up_entries 3\n"))
    }

    @Test func `holds nobody's words`() async throws {
      let world = try await EdgeWorld(isOpen: false)
      for path in ["/v1/secret-word", "/v1/search?q=secret-word", "/secret-word\"} 1"] {
        for endpoint in [nil, Endpoint.search] {
          _ = await world.edge.perform(
            endpoint, EdgeWorld.request(.get, path), try EdgeWorld.context())
        }
      }
      let response = world.edge.metricsPage()
      #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      let text = String(decoding: try await response.bytes(), as: UTF8.self)
      #expect(!text.contains("secret-word"))
      #expect(ParsedPage(text).flaws == [])
      #expect(text.contains("spotlog_health{status=\"recovering\"} 1\n"))
    }
  }
#endif
