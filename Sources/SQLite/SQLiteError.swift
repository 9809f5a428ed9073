internal import CSQLite

/// What SQLite refused, in SQLite's own words.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers act on.
  package enum Code: Hashable, Sendable {
    /// The disk, or the quota, is full.
    case full
    /// The file is not a database, or its pages contradict each other.
    case damaged
    /// Another connection holds the lock.
    case busy
    /// The file cannot be opened: no such folder, or no permission.
    case cannotOpen
    /// The file, or the folder, may only be read.
    case readOnly
    /// The operating system failed to read, write or sync.
    case inputOutput
    /// A constraint of the schema was broken.
    case constraint
    /// Anything else: the extended result code of SQLite.
    case other(Int32)
  }

  package var code: Code
  /// SQLite's message, with what was being done.
  package var message: String
  /// SQLite's message alone, for people who do not read SQL; nil if it is not SQLite's.
  package let reason: String?

  package init(code: Code, message: String, reason: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
  }

  package var description: String { message }

  package init(resultCode: Int32, doing: String, handle: OpaquePointer?) {
    let detail = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(resultCode)
    let text = detail.map { String(cString: $0) } ?? "result code \(resultCode)"
    self.init(code: Code(resultCode: resultCode), message: "\(doing): \(text)", reason: text)
  }
}

extension SQLiteError.Code {
  init(resultCode: Int32) {
    // A page is another than was written: `Connection` was told to look.
    guard resultCode != SQLITE_IOERR | (32 << 8) else {
      self = .damaged
      return
    }
    // The index of a write-ahead log finds no room beside it: how a full disk shows at an opening.
    guard resultCode != SQLITE_IOERR | (19 << 8) else {
      self = .full
      return
    }
    switch resultCode & 0xFF {
    case SQLITE_FULL: self = .full
    // Only a file whose pages lead in circles makes so much work: `Connection.boundWork`.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_INTERRUPT: self = .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_IOERR: self = .inputOutput
    case SQLITE_CONSTRAINT: self = .constraint
    default: self = .other(resultCode)
    }
  }
}
