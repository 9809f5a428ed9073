package import JournalFormat
package import SQLite

/// Appends entries inside a transaction of `Journal.write`.
package struct Appender {
  let path: String
  /// For `local_` tables of the same file.
  package let connection: Connection
  /// The last entry, those of this transaction included.
  package private(set) var head: Journal.Position
  private let insert: Statement

  init(path: String, connection: Connection, head: Journal.Position, insert: Statement) {
    self.path = path
    self.connection = connection
    self.head = head
    self.insert = insert
  }

  @inline(__always)
  package mutating func append(_ draft: EntryDraft) throws(JournalError) {
    guard draft.payload.count <= FormatLimits.payloadByteCount else {
      throw JournalError(
        .entryTooLarge,
        "An entry of \(Figure.bytes(draft.payload.count)) is too large for \(path): at most "
          + "\(Figure.bytes(FormatLimits.payloadByteCount)) are allowed. Split it.")
    }
    let number = try nextNumber()
    let previous = head.digest
    let result: Result<Digest, SQLiteError> = draft.payload.withUnsafeBytes { payload in
      let header = EntryHeader(
        number: number, time: draft.time, kind: draft.kind, encryption: .none,
        payloadByteCount: UInt32(payload.count), payloadDigest: Digest(of: payload))
      let digest = header.digest(after: previous)
      return digest.withBytes { digestBytes in
        insert.bind(1, Int64(number.rawValue))
        insert.bind(2, Int64(draft.kind.rawValue))
        insert.bind(3, Int64(PayloadEncryption.none.rawValue))
        insert.bind(4, draft.time.milliseconds)
        insert.bindWithoutCopy(5, digestBytes)
        insert.bindWithoutCopy(6, payload)
        do throws(SQLiteError) {
          try insert.run()
          return .success(digest)
        } catch {
          return .failure(error)
        }
      }
    }
    try JournalError.translating(path) {
      head = Journal.Position(number: number.rawValue, digest: try result.get())
    }
  }

  /// - Throws: where the entry could have none after it. No disk holds so many entries: the numbers
  ///   began elsewhere.
  @inline(__always)
  private func nextNumber() throws(JournalError) -> SequenceNumber {
    guard let number = SequenceNumber(head.number + 1),
      SequenceNumber.places.contains(number.rawValue)
    else {
      throw .damage(
        "The last entry", of: path, "has the number \(head.number), the largest there is")
    }
    return number
  }

  /// Appends an entry of another journal as it is, but for its number and what comes before it; one
  /// that was redacted stays so.
  package mutating func append(_ entry: Entry) throws(JournalError) {
    if let payload = entry.payload, entry.header.encryption == .none {
      return try append(
        EntryDraft(kind: entry.header.kind, time: entry.header.time, payload: payload))
    }
    var header = entry.header
    header.number = try nextNumber()
    let digest = header.digest(after: head.digest)
    try JournalError.translating(path) {
      let insert = try connection.statement(EntryCopy.insertion)
      insert.bind(1, Int64(header.number.rawValue))
      insert.bind(2, Int64(header.kind.rawValue))
      insert.bind(3, Int64(header.encryption.rawValue))
      insert.bind(4, header.time.milliseconds)
      insert.bind(5, digest.bytes)
      if let payload = entry.payload {
        insert.bind(6, payload)
        insert.bindNull(7)
        insert.bindNull(8)
      } else {
        insert.bindNull(6)
        insert.bind(7, Int64(header.payloadByteCount))
        insert.bind(8, header.payloadDigest.bytes)
      }
      try insert.run()
      if entry.payload == nil {
        try RedactionMark.add(header.number.rawValue, in: connection)
      }
    }
    head = Journal.Position(number: header.number.rawValue, digest: digest)
  }

  /// Runs a change of `local_` tables.
  package func local(
    _ body: (Connection) throws(SQLiteError) -> Void
  ) throws(JournalError) {
    try JournalError.translating(path) { try body(connection) }
  }
}
