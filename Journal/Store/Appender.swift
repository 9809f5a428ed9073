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
        "An entry of \(draft.payload.count) bytes is too large for \(path): at most "
          + "\(FormatLimits.payloadByteCount) are allowed. Split it.")
    }
    let number = SequenceNumber(head.number + 1)!
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
    do throws(SQLiteError) {
      head = Journal.Position(number: number.rawValue, digest: try result.get())
    } catch {
      throw JournalError(error, path: path)
    }
  }

  /// Runs a change of `local_` tables.
  package func local(
    _ body: (Connection) throws(SQLiteError) -> Void
  ) throws(JournalError) {
    do throws(SQLiteError) {
      try body(connection)
    } catch {
      throw JournalError(error, path: path)
    }
  }
}
