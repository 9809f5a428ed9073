internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// How the state in memory is written into rows.
extension FoldStore {
  /// Writes all that changed since the last flush; inside a transaction.
  func write(_ state: CloudState, at position: Journal.Position) throws(SQLiteError) {
    for place in state.items.changed {
      try put(.tags, Int(place)) { state.items.writeRow(ofTag: Int(place), to: &$0) }
    }
    for place in state.lineages.changed {
      let lineage = state.lineages[Int(place)]
      try put(.lineages, Int(place)) { writer in
        writer.name(lineage.name)
        lineage.write(to: &writer)
      }
    }
    for place in state.epochs.changed {
      try put(.epochs, Int(place)) { state.epochs[Int(place)].write(to: &$0) }
    }
    let total = sum.pendingTotal
    FoldRow.begin(.checkpoint, 0, in: &writer)
    Checkpoint(of: state, at: position, rowTotal: total).write(to: &writer)
    _ = FoldRow.end(&writer)
    let upsert = try connection.statement(FoldRow.Table.checkpoint.upsert)
    upsert.bind(1, Int64(0))
    try upsert.run(binding: 2, to: writer.bytes)
  }

  /// How far into the log the rows are, and what is no row.
  struct Checkpoint {
    var position: Journal.Position
    var life: CloudLife
    var tagSalt: [UInt8]
    var threshold: UInt32
    var grantCount: UInt64
    var backedUpLogNumber: UInt64
    var restoredThrough: UInt64?
    var reportCount: UInt64
    var unusedContents: [UInt64]
    var unredactedBatches: [UInt64]
    /// What all rows of the other tables add up to.
    var rowTotal: UInt64
  }
}

extension FoldStore.Checkpoint {
  init(of state: CloudState, at position: Journal.Position, rowTotal: UInt64) {
    self.position = position
    life = state.life
    tagSalt = state.tagSalt
    threshold = state.publication.threshold
    grantCount = state.grantCount
    backedUpLogNumber = state.backedUpLogNumber
    restoredThrough = state.publication.restoredThrough
    reportCount = state.reportCount
    unusedContents = state.publication.logged.unused.sorted()
    unredactedBatches = state.publication.logged.unredacted.sorted()
    self.rowTotal = rowTotal
  }

  func write(to writer: inout ByteWriter) {
    writer.integer(position.number)
    writer.digest(position.digest)
    writer.name(life)
    writer.block(tagSalt)
    writer.integer(threshold)
    writer.integer(grantCount)
    writer.integer(backedUpLogNumber)
    writer.numbers(restoredThrough.map { [$0] } ?? [])
    writer.integer(reportCount)
    writer.numbers(unusedContents)
    writer.numbers(unredactedBatches)
    writer.integer(rowTotal)
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    let number = try reader.integer(UInt64.self)
    position = Journal.Position(number: number, digest: try reader.digest())
    life = try reader.name(CloudLife.self)
    tagSalt = try reader.block(atMost: reader.remaining)
    threshold = try reader.integer(UInt32.self)
    grantCount = try reader.integer(UInt64.self)
    backedUpLogNumber = try reader.integer(UInt64.self)
    restoredThrough = try reader.numbers().first
    reportCount = try reader.integer(UInt64.self)
    unusedContents = try reader.numbers()
    unredactedBatches = try reader.numbers()
    rowTotal = try reader.integer(UInt64.self)
  }
}

extension EpochState {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.block(grant.bytes)
    writer.name(firstNonce)
    writer.integer(lineage)
    writer.integer(parent ?? .max)
    writer.integer(head.number)
    writer.digest(head.digest)
    writer.integer(UInt8(child == nil ? 0 : 1))
    writer.name(child ?? .zero)
    writer.integer(UInt8(receivedTime == nil ? 0 : 1))
    writer.integer(receivedTime?.milliseconds ?? 0)
    retracted.write(to: &writer)
    writer.integer(UInt32(told.count))
    for tag in told { writer.integer(tag) }
    writer.integer(UInt8(token == nil ? 0 : 1))
    writer.integer(token?.rawValue ?? 0)
    writer.integer(UInt8(isUnproven ? 1 : 0))
    writer.integer(lostCount)
    writer.integer(incidentCount)
    for incident in incidents { incident.write(to: &writer) }
  }
}
