internal import CloudAggregator
internal import Foundation
internal import JournalFormat
internal import SQLite

extension Decoder {
  /// A row of any table of the projections' file. A row is read into a state, not into a value of
  /// its own that could be written again.
  package static let projectionRow = Decoder(
    "projection-row", samples: Samples.projectionRows, repaired: repairedEnd
  ) { ProjectionRow.isReadable($0) }
}

extension Samples {
  /// As `BatchPlace` writes it: `ReportProjection` has a state and no log, so it leaves none.
  private static var batchRow: [UInt8] {
    var writer = ByteWriter()
    // Table and place, then first and last number, digest, number in the log, and time.
    writer.integer(UInt8(4))
    writer.integer(UInt64(3))
    writer.integer(UInt64(1))
    writer.integer(UInt64(2))
    writer.digest(digest)
    writer.integer(UInt64(4))
    writer.integer(Int64(5))
    writer.integer(Checksum(of: writer.bytes).value)
    return writer.bytes
  }

  /// As the redo log has rows, each after its length.
  private static func redoRow(_ rows: [[UInt8]]) -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(UInt8(10))
    writer.integer(UInt64(1))
    for row in rows { writer.block(row) }
    writer.integer(Checksum(of: writer.bytes).value)
    return writer.bytes
  }

  /// The rows that a small projection leaves in its file, one of a batch and one of the redo log.
  @Sendable static func projectionRows() throws -> [[UInt8]] {
    var projection = ReportProjection(threshold: 1)
    let epoch = projection.enrol(grant)
    for batch in try batches() {
      try batch.withUnsafeBytes { bytes in
        let header = try BatchHeader(startOf: bytes)
        try BatchReader().withColumns(of: bytes, header: header, refuse: { $0 }) {
          columns throws(FormatError) in projection.apply(columns, epoch: epoch)
        }
      }
    }
    let folder = NSTemporaryDirectory() + "/spotlog-rows-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try projection.flush(to: folder + "/projections.sqlite")
    let file = try Connection(path: folder + "/projections.sqlite", mode: .readOnly)
    var rows: [[UInt8]] = [batchRow]
    for table in ["checkpoint", "tags", "contents", "days", "lineages", "news", "epochs"] {
      let select = try file.statement("SELECT row FROM \(table)")
      while try select.step() { rows.append(select.bytes(0)) }
    }
    return rows + [redoRow(Array(rows[2..<4]))]
  }
}
