internal import Foundation
public import JournalFormat
internal import SQLite

/// Why a journal could not be opened, read or written.
public struct JournalError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// There is no such file, or making it did not come to its end.
    case notFound
    /// There is a file where a new journal should be made.
    case alreadyExists
    /// The file is not a journal.
    case notAJournal
    /// The file has what no journal has, which would run when it is read: a trigger, a view.
    case foreignContents
    /// The journal is of another kind than was asked for.
    case wrongKind
    /// Made by a later version than this program knows.
    case newerFormat(Int)
    /// Another process, or another part of this one, has the journal open for writing.
    case secondWriter
    /// The journal contradicts itself.
    case damaged
    /// An entry that cannot be taken: too large.
    case entryTooLarge
    /// A sync failed before: nothing is acknowledged until the journal was reopened.
    case stopped
    /// A restore of the journal's folder was interrupted: it has to be finished or undone first.
    case restoreUnfinished
    /// The journal has no entry at the place that was asked for.
    case outOfRange
    /// The disk is full. Nothing that was acknowledged is lost.
    case diskFull
    /// No permission for the file or its folder.
    case noPermission
    /// SQLite refused for another reason.
    case storage
    /// An entry's bytes are not what they should be.
    case format
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the file and the next step.
  public let message: String
  /// The message without the next step, for who gives another one.
  package let meaning: String
  /// Sentences; empty when `meaning` has them already.
  package let nextStep: String
  /// The error of a lower layer that led to this one; nil: none did.
  public let cause: (any Error)?

  package init(
    _ code: Code, _ meaning: String, nextStep: String = "", cause: (any Error)? = nil
  ) {
    self.code = code
    (self.meaning, self.nextStep) = (meaning, nextStep)
    message = nextStep.isEmpty ? meaning : "\(meaning) \(nextStep)"
    self.cause = cause
  }

  package init(_ code: Code, _ message: String, cause: (any Error)?) {
    self.init(code, message, nextStep: "", cause: cause)
  }

  /// Runs `body`; what goes wrong in it is an error of the journal at `path`.
  @discardableResult
  package static func translating<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(JournalError) -> Value {
    do { return try body() } catch { throw JournalError(error, path: path) }
  }

  /// What a lower layer said about the journal at `path`.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as JournalError: self = error
    case let error as SQLiteError: self.init(error, path)
    default: self.init(.format, "\(path): \(error)", cause: error)
    }
  }

  private init(_ error: SQLiteError, _ path: String) {
    let (code, advice): (Code, String) =
      switch error.code {
      case .full:
        (.diskFull, "The disk is full: make room and try again; what was acknowledged is safe.")
      case .damaged: (.damaged, Self.adviceOnDamage(path))
      case .cannotOpen, .readOnly:
        (.noPermission, "Check that the folder exists and that you may write in it.")
      case .busy:
        (.secondWriter, "Another program holds the file locked: wait for it, or end it.")
      case .inputOutput:
        (.storage, "The system could not read or write: check the disk, then open it again.")
      case .constraint, .other:
        (.storage, "Run `spotlog journal verify \(path.asShellWord)`.")
      }
    let damage = code == .damaged ? error.reason : nil
    let meaning = damage.map { "\(path) is damaged (SQLite: \($0))." } ?? "\(error.message)."
    self.init(code, meaning, nextStep: error.nextStep ?? advice, cause: error)
  }

  /// What there is to say where a file seems not to be there, and a folder on the way to it may not
  /// be looked into. Nil where the file is there, or is known not to be.
  package static func hidden(_ path: String) -> JournalError? {
    guard let failure = FileSystem.obstacle(to: path) else { return nil }
    return JournalError(
      .noPermission,
      "\(failure.path) cannot be looked into (\(failure.reason)), so nobody can say what is there.",
      nextStep: "Have its owner give you permission to read and enter it, or run this as its owner."
    )
  }

  /// The same also for a file that is there and may not be read.
  package static func unreadable(_ path: String) -> JournalError? {
    if let hidden = hidden(path) { return hidden }
    guard let failure = FileSystem.refusal(toRead: path) else { return nil }
    return JournalError(
      .noPermission,
      "\(path) cannot be read: \(failure.reason).",
      nextStep: "Have its owner give you permission to read it, or run this as its owner.")
  }

  /// Something in the journal at `path` is not what was written.
  static func damage(_ part: String, of path: String, _ what: String) -> JournalError {
    JournalError(
      .damaged,
      "\(part) of \(path) \(what).",
      nextStep: adviceOnDamage(path))
  }

  private static func adviceOnDamage(_ path: String) -> String {
    "Run `spotlog journal verify \(path.asShellWord)` to see what is whole. Restore it from a "
      + "snapshot, or write what can still be read to a new file with `spotlog journal salvage`."
  }
}
