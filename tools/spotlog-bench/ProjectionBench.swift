import CloudAggregator
import Foundation
import JournalFormat

/// Counting and the full projection, over batches that are inflated already.
enum ProjectionBench {
  private static let lineages = 2_000
  private static let batchesPerLineage = 4
  private static let reportsPerBatch = 256

  private typealias Batch = (place: Int, bytes: [UInt8])

  static func run() throws -> [Measurement] {
    var fleet = BenchFleet(seed: 3)
    fleet.add(lineages)
    let batches = try batches(&fleet)
    let reports = Double(batches.count * reportsPerBatch)
    var counter = TagCounter()
    let counting = try seconds(batches) { columns, _ in counter.count(columns) }
    precondition(counter.total == UInt64(reports), "every report is counted")

    var best = Double.infinity
    var bytesPerPair = 0.0
    for _ in 0..<3 {
      var projection = ReportProjection(threshold: 50)
      let epochs = fleet.members.map { projection.enrol($0.grant) }
      let applying = try seconds(batches) { columns, place in
        projection.apply(columns, epoch: epochs[place])
      }
      let folder = try BenchFolder()
      let flushing = try BenchClock.cpuSeconds {
        try projection.flush(to: folder.path + "/projections.sqlite")
      }
      best = min(best, applying + flushing)
      bytesPerPair = Double(projection.byteCount) / Double(projection.pairCount)
    }
    return [
      Measurement(
        name: "counting by tag", ours: reports / counting, unit: "reports/CPU s",
        target: 20_000_000, targetIsRatio: false),
      Measurement(
        name: "full projection with distinct lineages, state flushed",
        ours: reports / best, unit: "reports/CPU s", target: 4_000_000,
        targetIsRatio: false),
      Measurement(
        name: "memory of the projection's tables", ours: bytesPerPair,
        unit: "bytes per distinct pair", target: 256, targetIsRatio: false, smallerIsBetter: true),
    ]
  }

  private static func batches(_ fleet: inout BenchFleet) throws -> [Batch] {
    var batches: [Batch] = []
    for round in 0..<batchesPerLineage {
      for place in 0..<lineages {
        let day = Int32(16_000 + round * 7)
        batches.append((place, try fleet.batch(from: place, reports: reportsPerBatch, day: day)))
      }
    }
    return batches
  }

  /// CPU seconds of `work` alone, over all batches.
  private static func seconds(
    _ batches: [Batch], _ work: (BatchColumns, Int) -> Void
  ) throws -> Double {
    let reader = BatchReader()
    var total = 0.0
    for batch in batches {
      try batch.bytes.withUnsafeBytes { bytes in
        let header = try BatchHeader(startOf: bytes)
        try reader.withColumns(of: bytes, header: header, refuse: { $0 }) {
          columns throws(FormatError) in
          let start = BenchClock.cpu
          work(columns, batch.place)
          total += BenchClock.cpu - start
        }
      }
    }
    return total
  }
}
