internal import JournalFormat

/// A row of the projections' file: bytes that say which row they are and end with a checksum of all
/// before, so that no damage is taken for a state.
package enum ProjectionRow {
  enum Table: UInt8 { case checkpoint, tags, lineages, epochs, batches, items }

  /// Starts a row in a writer, which keeps its room.
  static func startRow(_ table: Table, _ place: UInt32, in writer: inout ByteWriter) {
    writer.removeAll()
    writer.integer(table.rawValue)
    writer.integer(place)
  }

  /// Ends the row, and returns its checksum.
  static func finishRow(_ writer: inout ByteWriter) -> UInt32 {
    let checksum = Checksum(of: writer.bytes).value
    writer.integer(checksum)
    return checksum
  }

  /// Reads a row, which has to be this one of this table and whole.
  static func read<Value>(
    _ bytes: [UInt8], _ table: Table, _ place: UInt32,
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
          try reader.integer(UInt32.self) == place
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
  /// Each row counts for its checksum and, above those, for one.
  private(set) var total: UInt64 = 0
  /// Checksums of rows that are written again and again, by place.
  private var known: [ProjectionRow.Table: [UInt32]] = [:]
  private var pending: [(table: ProjectionRow.Table, place: Int, checksum: UInt32)] = []
  private(set) var pendingTotal: UInt64 = 0

  private static func weight(of checksum: UInt32) -> UInt64 { (1 << 32) + UInt64(checksum) }

  /// A row that is in the file; those of a table in the order of their places.
  mutating func found(_ table: ProjectionRow.Table, _ checksum: UInt32) {
    total &+= Self.weight(of: checksum)
    pendingTotal = total
    if table.isRewritten { known[table, default: []].append(checksum) }
  }

  /// A row that is in the file once the transaction is. One is written once in a transaction.
  mutating func wrote(_ table: ProjectionRow.Table, _ place: Int, _ checksum: UInt32) {
    pendingTotal &+= Self.weight(of: checksum)
    guard table.isRewritten else { return }
    if let known = known[table], place < known.count {
      pendingTotal &-= Self.weight(of: known[place])
    }
    pending.append((table, place, checksum))
  }

  /// A row of those that are written once, which is gone once the transaction is through.
  mutating func removed(_ checksum: UInt32) { pendingTotal &-= Self.weight(of: checksum) }

  mutating func committed() {
    total = pendingTotal
    for (table, place, checksum) in pending {
      let missing = place + 1 - known[table, default: []].count
      if missing > 0 {
        known[table, default: []].append(contentsOf: repeatElement(0, count: missing))
      }
      known[table]?[place] = checksum
    }
    pending = []
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
    }
  }

  /// Rows of the others are written once and stay.
  var isRewritten: Bool { self == .tags || self == .lineages || self == .epochs }
}
