internal import CSQLite

/// What SQLite refused, in SQLite's own words.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
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
  /// SQLite's message, with the file. It comes to people, and has no SQL.
  package var message: String
  /// SQLite's message alone; nil if it is not SQLite's.
  package let reason: String?
  /// What to do, where who found it knows better than who reads it; a sentence.
  package let nextStep: String?
  /// The beginning of the statement that failed, for who debugs it; nil: it was none.
  private var statement: String?

  package init(code: Code, message: String, reason: String? = nil, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.nextStep = nextStep
  }

  package var description: String { message }
  package var debugDescription: String {
    statement.map { "\(message) (\($0))" } ?? message
  }

  /// What SQLite refused of a file, or of what was done with it, while a statement ran.
  package init(
    resultCode: Int32, doing subject: String, statement: String? = nil, handle: OpaquePointer?
  ) {
    let detail = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(resultCode)
    let text = detail.map { String(cString: $0) } ?? "result code \(resultCode)"
    self.init(code: Code(resultCode: resultCode), message: "\(subject): \(text)", reason: text)
    self.statement = statement.map { String($0.prefix(80)) }
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
    // Only a file whose pages lead in circles makes so much work: `Connection.boundWork`. No value
    // is written that is larger than may be read.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_INTERRUPT, SQLITE_TOOBIG: self = .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_IOERR: self = .inputOutput
    case SQLITE_CONSTRAINT: self = .constraint
    default: self = .other(resultCode)
    }
  }
}
