internal import Foundation
public import JournalFormat
internal import SQLite

/// Why a snapshot could not be made, read or restored.
public struct SnapshotError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// There is no such file or folder, or nothing in it that a snapshot is made of.
    case notFound
    /// The file is not a snapshot.
    case notASnapshot
    /// Made by a later version than this program knows.
    case newerFormat(Int)
    /// The snapshot contradicts itself: it is torn, or bytes of it were changed.
    case damaged
    /// Something that no honest program puts into a snapshot.
    case refused
    /// A snapshot that it stands on is missing.
    case incomplete
    /// The folder holds another device, another cloud or another lineage.
    case otherJournal
    /// Another process writes the journals.
    case inUse
    /// A restore of this folder was interrupted and has to be finished or undone first.
    case unfinished
    /// The place to restore to does not lie in the snapshot.
    case outOfRange
    /// The key is missing, or it is another one.
    case key
    /// No key sealed it, and one was given.
    case unsealed
    /// The disk is full. Nothing that was there before has changed.
    case diskFull
    /// No permission for a file or its folder.
    case noPermission
    /// A journal, SQLite or the system refused for another reason.
    case storage
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the file and the next step.
  public let message: String
  /// The error of a lower layer that led to this one; nil: none did.
  public let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// Runs `body`; what a journal or the system refuses in it is an error of the snapshot.
  @discardableResult
  package static func translating<Value>(
    _ body: () throws -> Value
  ) throws(SnapshotError) -> Value {
    do { return try body() } catch { throw SnapshotError(error) }
  }

  package init(_ error: any Error) {
    switch error {
    case let error as SnapshotError: self = error
    case let error as JournalError: self.init(error)
    case let error as FileFailure: self.init(error)
    default: self.init(.storage, "\(error)", cause: error)
    }
  }

  /// What a journal that is copied or made said.
  private init(_ error: JournalError) {
    let code: Code =
      switch error.code {
      case .notFound: .notFound
      case .secondWriter: .inUse
      case .diskFull: .diskFull
      case .noPermission: .noPermission
      case .restoreUnfinished: .unfinished
      case .alreadyExists, .notAJournal, .foreignContents, .wrongKind, .newerFormat, .damaged,
        .entryTooLarge, .stopped, .outOfRange, .storage, .format:
        .storage
      }
    self.init(code, error.message, cause: error)
  }

  /// What SQLite said about a file that is written.
  init(writing path: String, _ error: SQLiteError) {
    self.init(JournalError(error, path: path))
  }

  /// What SQLite said about a snapshot, or a part of one, that is read.
  init(reading subject: String, _ error: SQLiteError) {
    switch error.code {
    case .cannotOpen:
      self.init(
        .noPermission, "\(subject) cannot be opened (\(error)). Check its permissions.",
        cause: error)
    case .inputOutput, .busy, .full, .readOnly:
      self.init(
        .storage, "\(subject) cannot be read (\(error)). Check the disk and try again.",
        cause: error)
    case .damaged, .constraint, .other:
      self.init(
        .damaged,
        "\(subject) is torn or damaged (\(error)). Take another snapshot, or another copy of "
          + "this one.", cause: error)
    }
  }

  /// What the system said about a file.
  private init(_ failure: FileFailure) {
    self.init(
      failure.isDiskFull ? .diskFull : .storage,
      "\(failure). \(failure.advice)", cause: failure)
  }

  static func damaged(_ subject: String, _ what: String) -> SnapshotError {
    SnapshotError(
      .damaged, "\(subject) \(what). Take another snapshot, or another copy of this one.")
  }

  static func refused(_ subject: String, _ what: String) -> SnapshotError {
    SnapshotError(
      .refused, "\(subject) \(what). No spotlog makes such a snapshot: do not trust its source.")
  }
}
