internal import CloudAggregator
internal import JournalFormat

/// The metrics in Prometheus' text format, version 0.0.4. Names and units are documented in
/// docs/OPERATIONS.md.
struct MetricsPage {
  private(set) var text = ""

  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  init(
    edge: EdgeMetrics.Values, cloud: CloudStatistics, health: CloudHealth, memoryByteCount: Int?,
    startedSeconds: Double, oldestRequestSeconds: Double
  ) {
    addRequests(edge)
    addCloud(cloud)
    single(
      "spotlog_oldest_request_seconds", "gauge",
      "How long the oldest request has waited for its answer; 0: none waits.",
      oldestRequestSeconds)
    family("spotlog_health", "gauge", "1 for the state that the aggregator is in.")
    for status in CloudHealth.Status.allCases {
      sample(
        "spotlog_health", [("status", status.rawValue)], Double(status == health.status ? 1 : 0))
    }
    if let memoryByteCount {
      single(
        "process_resident_memory_bytes", "gauge", "Memory that the process has in RAM.",
        Double(memoryByteCount))
    }
    single(
      "process_start_time_seconds", "gauge", "Start of the process, Unix time.", startedSeconds)
  }

  private mutating func addRequests(_ edge: EdgeMetrics.Values) {
    family(
      "spotlog_http_requests_total", "counter", "Requests by endpoint and status of the answer.")
    for (endpoint, counts) in edge.requests.sorted(by: { $0.key < $1.key }) {
      for (status, count) in counts.sorted(by: { $0.key < $1.key }) {
        sample(
          "spotlog_http_requests_total", [("endpoint", endpoint), ("status", "\(status)")],
          Double(count))
      }
    }
    family(
      "spotlog_http_request_duration_seconds", "histogram",
      "From the turn of a request whose head has come until its answer is made: not its sending.")
    for (endpoint, histogram) in edge.durations.sorted(by: { $0.key < $1.key }) {
      addHistogram(histogram, endpoint)
    }
    single(
      "spotlog_http_slow_connections_total", "counter",
      "Connections that were ended since a request came too slowly or an answer was not read.",
      Double(edge.slowConnections))
    single(
      "spotlog_http_refused_connections_total", "counter",
      "Connections that were ended at once since their address had as many as it may.",
      Double(edge.refusedConnections))
    single(
      "spotlog_http_unreadable_requests_total", "counter", "Requests that were no HTTP.",
      Double(edge.unreadableRequests))
    single(
      "spotlog_http_broken_off_requests_total", "counter",
      "Requests that ended within their bodies: by the client, its slowness or the server's end.",
      Double(edge.brokenOffRequests))
  }

  private mutating func addHistogram(_ histogram: EdgeMetrics.Histogram, _ endpoint: String) {
    let name = "spotlog_http_request_duration_seconds"
    var count: UInt64 = 0
    for (place, inBucket) in histogram.counts.enumerated() {
      count += inBucket
      let bound = place < EdgeMetrics.bounds.count ? "\(EdgeMetrics.bounds[place])" : "+Inf"
      sample(name + "_bucket", [("endpoint", endpoint), ("le", bound)], Double(count))
    }
    sample(name + "_sum", [("endpoint", endpoint)], histogram.sum)
    sample(name + "_count", [("endpoint", endpoint)], Double(count))
  }

  private mutating func addCloud(_ cloud: CloudStatistics) {
    let counters: [(String, String, UInt64)] = [
      ("batches", "Batches that were taken into the log.", cloud.counters.batches),
      ("duplicate_batches", "Batches that the log had already.", cloud.counters.duplicates),
      ("reports", "Reports in batches that were taken.", cloud.counters.reports),
      ("enrolments", "Devices that enrolled.", cloud.counters.enrolments),
      ("refusals", "Requests that the aggregator refused.", cloud.counters.refusals),
      ("incidents", "Detected forks.", cloud.counters.incidents),
      ("received_bytes", "Bytes of requests to the aggregator.", cloud.counters.receivedBytes),
      ("turned_away", "Requests that were turned away since too much waited.", cloud.turnedAway),
    ]
    for (name, help, value) in counters {
      single("spotlog_\(name)_total", "counter", help + " Since the start.", Double(value))
    }
    let gauges: [(String, String, Double)] = [
      ("devices", "Lineages that the log knows.", Double(cloud.devices)),
      ("public_items", "Items that are public.", Double(cloud.publicItems)),
      (
        "withheld_items", "Items that are not public since their hosts are other apps'.",
        Double(cloud.withheldItems)
      ),
      ("wanted_contents", "Contents that devices are asked for.", Double(cloud.wanted)),
      ("log_entries", "Entries of the log.", Double(cloud.logEntries)),
      ("log_reports", "Reports in the log that count.", Double(cloud.reports)),
      ("queue_requests", "Requests that were read and wait.", Double(cloud.queuedRequests)),
      ("queue_bytes", "Bytes of requests that are being read or wait.", Double(cloud.queuedBytes)),
    ]
    for (name, help, value) in gauges { single("spotlog_" + name, "gauge", help, value) }
    if let backups = cloud.backups { addBackups(backups, cloud.backedUpEntries) }
  }

  private mutating func addBackups(_ backups: BackupFigures, _ entryCount: UInt64) {
    single(
      "spotlog_last_backup_time_seconds", "gauge",
      "When the newest backup that can be restored was made, Unix time; 0: there is none.",
      Double(backups.last?.time.milliseconds ?? 0) / 1_000)
    single(
      "spotlog_damaged_backups", "gauge",
      "Backups that cannot be restored, or only with a loss.", Double(backups.problems.count))
    single(
      "spotlog_backed_up_entries", "gauge", "Entries of the log that every backup holds.",
      Double(entryCount))
  }

  private mutating func single(_ name: String, _ type: String, _ help: String, _ value: Double) {
    family(name, type, help)
    sample(name, [], value)
  }

  private mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Labels are names of ours: nothing in them needs an escape.
  private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let list = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    text += name + (list.isEmpty ? "" : "{\(list)}") + " \(number)\n"
  }
}
