internal import JournalFormat

/// A row of the projections' file: bytes that say which row they are and end with a checksum of all
/// before, so that no damage is taken for a state.
package enum ProjectionRow {
  enum Table: UInt8, CaseIterable {
    case checkpoint, tags, lineages, epochs, batches, items, contents, days, histories, news, redo
  }

  /// Starts a row in a writer, which keeps its room.
  static func startRow(_ table: Table, _ place: UInt64, in writer: inout ByteWriter) {
    writer.removeAll()
    writer.integer(table.rawValue)
    writer.integer(place)
  }

  /// Which row bytes say they are; nil: none.
  static func start(of row: [UInt8]) -> (table: Table, place: UInt64)? {
    guard row.count > 12, let table = Table(rawValue: row[0]) else { return nil }
    return (table, row[1...8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Ends the row, and returns its checksum.
  static func finishRow(_ writer: inout ByteWriter) -> UInt32 {
    let checksum = Checksum(of: writer.bytes).value
    writer.integer(checksum)
    return checksum
  }

  /// Reads a row, which has to be this one of this table and whole.
  static func read<Value>(
    _ bytes: [UInt8], _ table: Table, _ place: UInt64,
    _ body: (inout ByteReader) throws(FormatError) -> Value
  ) throws(ProjectionDamage) -> (value: Value, checksum: UInt32) {
    let result: Result<(Value, UInt32), FormatError> = bytes.withUnsafeBytes { buffer in
      do throws(FormatError) {
        let rest = buffer[max(0, buffer.count - 4)...]
        var end = ByteReader(UnsafeRawBufferPointer(rebasing: rest), subject: "it")
        let expected = try end.integer(UInt32.self)
        let covered = UnsafeRawBufferPointer(rebasing: buffer.dropLast(4))
        var checksum = Checksum()
        checksum.update(covered)
        var reader = ByteReader(covered, subject: "it")
        guard checksum.value == expected, try reader.integer(UInt8.self) == table.rawValue,
          try reader.integer(UInt64.self) == place
        else { throw FormatError(.checksum, "it is not what was written.") }
        let value = try body(&reader)
        try reader.finish()
        return .success((value, expected))
      } catch {
        return .failure(error)
      }
    }
    do throws(FormatError) { return try result.get() } catch {
      // Put together here only: of a hundred thousand rows, to name each took a third of the time.
      throw ProjectionDamage("row \(place) of \(table): \(error.message)")
    }
  }
}

/// Rows that cannot be a state: the file is replayed.
struct ProjectionDamage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What all rows of the file add up to. The checkpoint has it, so a row that is missing, and an
/// older one in the place of a newer, are noticed.
struct RowSum {
  /// The newest row of a place.
  struct Known {
    var checksum: UInt32 = 0
    /// The record of the redo log that has it; 0: its table.
    var record: UInt32 = 0
  }

  /// Each row counts for its checksum and, above those, for one.
  private(set) var total: UInt64 = 0
  /// Of rows that are written again and again, by table and place.
  private var known = [[Known]](repeating: [], count: ProjectionRow.Table.allCases.count)
  /// The same of histories, whose places have gaps.
  private var knownHistories: [UInt64: Known] = [:]
  private var pending: [(table: ProjectionRow.Table, place: UInt64, row: Known)] = []
  private(set) var pendingTotal: UInt64 = 0

  private static func weight(of checksum: UInt32) -> UInt64 { (1 << 32) + UInt64(checksum) }

  private func row(_ table: ProjectionRow.Table, _ place: UInt64) -> Known? {
    if table == .histories { return knownHistories[place] }
    let index = Int(table.rawValue)
    return place < known[index].count ? known[index][Int(place)] : nil
  }

  private mutating func set(_ row: Known, _ table: ProjectionRow.Table, _ place: UInt64) {
    if table == .histories {
      knownHistories[place] = row
      return
    }
    let index = Int(table.rawValue)
    let missing = Int(place) + 1 - known[index].count
    if missing > 0 { known[index].append(contentsOf: repeatElement(Known(), count: missing)) }
    known[index][Int(place)] = row
  }

  /// A row that is in the file, and the newest of its place.
  mutating func found(
    _ table: ProjectionRow.Table, _ place: UInt64, _ checksum: UInt32, record: UInt32 = 0
  ) {
    total &+= Self.weight(of: checksum)
    pendingTotal = total
    if table.isRewritten { set(Known(checksum: checksum, record: record), table, place) }
  }

  /// A row that is in the file once the transaction is. One is written once in a transaction.
  mutating func wrote(
    _ table: ProjectionRow.Table, _ place: UInt64, _ checksum: UInt32, record: UInt32 = 0
  ) {
    pendingTotal &+= Self.weight(of: checksum)
    guard table.isRewritten else { return }
    if let before = row(table, place) { pendingTotal &-= Self.weight(of: before.checksum) }
    pending.append((table, place, Known(checksum: checksum, record: record)))
  }

  /// A row of those that are written once, which is gone once the transaction is through.
  mutating func removed(_ checksum: UInt32) { pendingTotal &-= Self.weight(of: checksum) }

  /// Whether a record of the redo log has the newest row of a place.
  func isNewest(_ table: ProjectionRow.Table, _ place: UInt64, inRecord record: UInt32) -> Bool {
    row(table, place)?.record == record
  }

  mutating func committed() {
    total = pendingTotal
    for (table, place, row) in pending { set(row, table, place) }
    pending.removeAll(keepingCapacity: true)
  }

  mutating func rolledBack() {
    pendingTotal = total
    pending = []
  }
}

extension ProjectionRow.Table {
  /// A text each, not one put together for each row.
  var upsert: String {
    switch self {
    case .checkpoint: "INSERT OR REPLACE INTO checkpoint VALUES (?, ?)"
    case .tags: "INSERT OR REPLACE INTO tags VALUES (?, ?)"
    case .lineages: "INSERT OR REPLACE INTO lineages VALUES (?, ?)"
    case .epochs: "INSERT OR REPLACE INTO epochs VALUES (?, ?)"
    case .batches: "INSERT OR REPLACE INTO batches VALUES (?, ?, ?)"
    case .items: "INSERT OR REPLACE INTO items VALUES (?, ?)"
    case .contents: "INSERT OR REPLACE INTO contents VALUES (?, ?)"
    case .days: "INSERT OR REPLACE INTO days VALUES (?, ?)"
    case .histories: "INSERT OR REPLACE INTO histories VALUES (?, ?)"
    case .news: "INSERT OR REPLACE INTO news VALUES (?, ?)"
    case .redo: "INSERT OR REPLACE INTO redo VALUES (?, ?)"
    }
  }

  /// Rows of the others are written once and stay. These go to the redo log first.
  var isRewritten: Bool {
    switch self {
    case .tags, .lineages, .epochs, .contents, .days, .histories: true
    case .checkpoint, .batches, .items, .news, .redo: false
    }
  }
}
