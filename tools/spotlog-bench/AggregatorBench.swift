import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Sync

/// The cloud's side whole: signed batches in memory to receipts, the log durable, the projections
/// caught up and flushed at the end.
enum AggregatorBench {
  static func run() throws -> [Measurement] {
    let large = try measure(devices: 1_000, batches: 4, reports: 256, together: 16)
    let small = try measure(devices: 10_000, batches: 2, reports: 0, together: 256)
    let chosen = try ChosenWorkBench.run()
    return [
      Measurement(
        name: "aggregator, batches of 256", ours: large.reports / large.cpuSeconds,
        unit: "reports/CPU s", target: 300_000, targetIsRatio: false),
      Measurement(
        name: "aggregator, batches of 1 or 2, a commit for 256",
        ours: small.batches / small.wallSeconds,
        unit: "batches/s", target: 4_000, targetIsRatio: false),
    ] + chosen
  }

  private static func measure(
    devices: Int, batches: Int, reports: Int, together: Int
  ) throws -> (reports: Double, batches: Double, cpuSeconds: Double, wallSeconds: Double) {
    let folder = try BenchFolder()
    let storage = CloudStorage.folder(folder.path)
    var fleet = BenchFleet(seed: 7)
    var configuration = CloudConfiguration(tagSalt: Array("benchmark's salt".utf8))
    configuration.threshold = 50
    let now = Timestamp(milliseconds: 16_000 * 86_400_000)
    let aggregator = try Aggregator.open(
      storage, keys: CloudKeys(signing: fleet.cloudKey), configuration: configuration,
      dice: .seeded(8), now: now)
    fleet.enrol(devices, with: aggregator, now: now)
    var requests: [[UInt8]] = []
    var reportCount = 0
    for _ in 0..<batches {
      for place in 0..<devices {
        let count = reports > 0 ? reports : 1 + place % 2
        reportCount += count
        let batch = try fleet.batch(from: place, reports: count, day: 16_000)
        requests.append(SyncRequest.append(AppendRequest(batch: batch)).bytes)
      }
    }
    var cpuSeconds = 0.0
    let wallSeconds = try BenchClock.wallSeconds {
      cpuSeconds = try BenchClock.cpuSeconds {
        for start in stride(from: 0, to: requests.count, by: together) {
          let group = Array(requests[start..<min(start + together, requests.count)])
          for answer in aggregator.handle(group, now: now) {
            // 3: a receipt.
            precondition(answer[0] == 3, "a batch of the benchmark was refused")
          }
        }
        try aggregator.close()
      }
    }
    return (Double(reportCount), Double(requests.count), cpuSeconds, wallSeconds)
  }
}
