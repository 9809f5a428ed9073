internal import JournalFormat

/// A row of a table as it lies in a leaf page, or where one could lie.
struct RawCell: Hashable {
  let page: UInt32
  let offset: Int
  /// Of the page's image that it lies in.
  let commit: UInt32
  /// The row's number, as SQLite has it.
  let rowid: Int64
  /// Bytes of the whole record.
  let byteCount: Int
  /// The first byte of the record in the page.
  fileprivate let start: Int
  /// How long each column is and of which type, as SQLite says it.
  let types: [UInt64]
  /// The first byte of the first column in the record.
  fileprivate let bodyStart: Int

  /// Bytes that a column takes in a record.
  static func byteCount(_ type: UInt64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 10, 11: nil
    default: type < 1 << 31 ? Int(type - 12) / 2 : nil
    }
  }

  /// Nil where no row can lie.
  init?(_ bytes: [UInt8], page: UInt32, offset: Int, commit: UInt32) {
    var place = offset
    guard let size = bytes.varint(&place), let rowid = bytes.varint(&place),
      size > 0, size < 1 << 26, place < bytes.count
    else { return nil }
    let start = place
    guard let headerByteCount = bytes.varint(&place), headerByteCount <= 64,
      start + Int(headerByteCount) <= bytes.count
    else { return nil }
    var types: [UInt64] = []
    var body = 0
    while place < start + Int(headerByteCount) {
      guard let type = bytes.varint(&place), let count = Self.byteCount(type) else { return nil }
      types.append(type)
      body += count
    }
    guard place == start + Int(headerByteCount), Int(headerByteCount) + body == Int(size) else {
      return nil
    }
    self.page = page
    self.commit = commit
    self.offset = offset
    self.rowid = Int64(bitPattern: rowid)
    byteCount = Int(size)
    self.start = start
    self.types = types
    bodyStart = Int(headerByteCount)
  }

  // MARK: Which table's it is

  /// Of `entries`: number, kind, encryption, time, digest, payload, and what a redaction leaves.
  var isEntry: Bool {
    guard types.count == 8, types[0] == 0, types[1...3].allSatisfy(Self.isInteger),
      types[4] == Self.bytes(Digest.byteCount), rowid > 0
    else { return false }
    let isWhole = types[5] >= 12 && types[5] % 2 == 0 && types[6] == 0 && types[7] == 0
    let isRedacted =
      types[5] == 0 && Self.isInteger(types[6]) && types[7] == Self.bytes(Digest.byteCount)
    return isWhole || isRedacted
  }

  /// Of `journal`: who the journal is.
  var isIdentity: Bool {
    types.count == 7 && Self.isInteger(types[0]) && types[1] == Self.bytes(16)
      && types[2] == Self.bytes(16) && (types[3] == 0 || types[3] >= 12)
      && Self.isInteger(types[4]) && Self.isInteger(types[5])
      && types[6] == Self.bytes(Digest.byteCount)
  }

  /// Of `local_redactions`.
  var isRedaction: Bool {
    types.count == 3 && types[0] == 0 && Self.isInteger(types[1])
      && types[2] == Self.bytes(RedactionMark.byteCount)
  }

  private static func isInteger(_ type: UInt64) -> Bool {
    (1...6).contains(type) || type == 8 || type == 9
  }

  private static func bytes(_ count: Int) -> UInt64 { UInt64(12 + 2 * count) }
}

/// The columns of a row, read whole.
struct RawRow {
  private let record: [UInt8]
  private let types: [UInt64]
  private let bodyStart: Int
  /// The pages that its end lies in, where it does not fit into one.
  let overflow: [UInt32]

  /// Nil where its end is missing.
  init?(_ cell: RawCell, in image: PageImage) {
    let bytes = image.page(cell.page, asOf: cell.commit)
    let usable = image.usableByteCount
    let local = Self.localByteCount(cell.byteCount, usable: usable)
    guard cell.start + local <= usable, bytes.count >= usable else { return nil }
    var record = Array(bytes[cell.start..<cell.start + local])
    record.reserveCapacity(cell.byteCount)
    var overflow: [UInt32] = []
    if local < cell.byteCount {
      guard cell.start + local + 4 <= usable else { return nil }
      var next = bytes.bigEndian32(at: cell.start + local)
      while record.count < cell.byteCount {
        // A chain that comes back to itself ends here too.
        guard next > 0, next <= image.pageCount, overflow.count <= cell.byteCount / (usable - 4)
        else { return nil }
        let page = image.page(next, asOf: cell.commit)
        overflow.append(next)
        let count = min(usable - 4, cell.byteCount - record.count)
        record.append(contentsOf: page[4..<4 + count])
        next = page.bigEndian32(at: 0)
      }
    }
    self.record = record
    self.overflow = overflow
    types = cell.types
    bodyStart = cell.bodyStart
  }

  /// How much of a record lies in its leaf page (SQLite's file format, section 1.6).
  private static func localByteCount(_ count: Int, usable: Int) -> Int {
    let most = usable - 35
    guard count > most else { return count }
    let least = (usable - 12) * 32 / 255 - 23
    let rest = least + (count - least) % (usable - 4)
    return rest <= most ? rest : least
  }

  private func range(_ column: Int) -> Range<Int> {
    let start = types[..<column].reduce(bodyStart) { $0 + (RawCell.byteCount($1) ?? 0) }
    return start..<start + (RawCell.byteCount(types[column]) ?? 0)
  }

  func integer(_ column: Int) -> Int64 {
    if types[column] == 9 { return 1 }
    let bytes = record[range(column)]
    guard let first = bytes.first else { return 0 }
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  func isNull(_ column: Int) -> Bool { types[column] == 0 }

  func bytes(_ column: Int) -> [UInt8] { Array(record[range(column)]) }

  /// The row as an entry of that number; nil for one that cannot be.
  func entry(_ number: Int64) -> Entry? {
    guard let number = SequenceNumber(UInt64(clamping: number)),
      let kind = UInt8(exactly: integer(1)), let encryption = UInt8(exactly: integer(2)),
      let digest = Digest(bytes: bytes(4))
    else { return nil }
    let payload = isNull(5) ? nil : bytes(5)
    guard let remains = payload.map({ Digest(of: $0) }) ?? Digest(bytes: bytes(7)),
      let size = payload.map({ UInt32($0.count) }) ?? UInt32(exactly: integer(6))
    else { return nil }
    return Entry(
      header: EntryHeader(
        number: number, time: Timestamp(milliseconds: integer(3)), kind: EntryKind(rawValue: kind),
        encryption: PayloadEncryption(rawValue: encryption), payloadByteCount: size,
        payloadDigest: remains),
      digest: digest, payload: payload)
  }
}

extension [UInt8] {
  /// A number as SQLite writes it: seven bits a byte, most significant first, eight in the ninth.
  fileprivate func varint(_ place: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for step in 0..<9 {
      guard place >= 0, place < count else { return nil }
      let byte = self[place]
      place += 1
      if step == 8 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
