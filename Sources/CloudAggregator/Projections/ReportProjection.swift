package import JournalFormat
internal import JournalStore
internal import SQLite

/// The projection of reports alone, without a log around it: what `spotlog-bench` measures.
package struct ReportProjection {
  private var state = CloudState()
  private static let noLog = LogPlace(number: 0, time: Timestamp(milliseconds: 0))

  package init(threshold: UInt32) {
    state.apply(.threshold(threshold), at: Self.noLog)
  }

  /// The place of the grant's epoch.
  package mutating func enrol(_ grant: Grant) -> UInt32 {
    state.apply(.enrol(grant), at: Self.noLog)
    return UInt32(state.epochs.count - 1)
  }

  @inline(never)
  package mutating func apply(_ columns: BatchColumns, epoch: UInt32) {
    _ = state.apply(columns, epoch: epoch, lastDay: Day(.max))
  }

  /// Writes the whole state to a new file.
  package mutating func flush(to path: String) throws(CloudError) {
    try CloudError.translating(as: .projections) {
      let store = try ProjectionStore(creatingAt: path, vfs: nil)
      let start = Journal.Position(number: 0, digest: .zero)
      try store.transaction { try store.write(state, at: start) }
      try store.finish()
    }
    state.flushed()
  }

  /// Pairs of lineage and item.
  package var pairCount: Int { state.items.tags.reduce(0) { $0 + Int($1.distinct) } }

  /// Bytes that the tables of the state take in memory.
  package var byteCount: Int {
    state.items.byteCount + state.lineages.all.reduce(0) { $0 + $1.byteCount }
  }
}

/// Events by tag and nothing else.
package struct TagCounter {
  private var table = TagTable()
  private var counts: [UInt64] = []
  private var places: [Int] = []

  package init() {}

  @inline(never)
  package mutating func count(_ columns: BatchColumns) {
    for place in 0..<columns.tagCount { table.prefetch(columns.tag(place)) }
    places.removeAll(keepingCapacity: true)
    for place in 0..<columns.tagCount {
      let tag = columns.tag(place)
      let (found, isNew) = table.insert(suite: tag.suite, bits: tag.bits)
      if isNew { counts.append(0) }
      places.append(found)
      counts.prefetch(found)
    }
    columns.forEachTagPlace { counts[places[$0]] += 1 }
  }

  package var total: UInt64 { counts.reduce(0, +) }
}
