internal import CloudAggregator
internal import DeviceIndex
internal import Foundation
public import JournalFormat
internal import JournalStore

/// Why a journal could not be inspected or exported.
public struct InspectionError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// There is no such file, folder or journal.
    case notFound
    /// It is not a journal or snapshot, a newer one, or it is damaged.
    case damaged
    /// The system or another process does not let it be read.
    case cannotRead
    /// The journal has no entry at the place that was named.
    case outOfRange
    /// The question is for another kind of journal.
    case wrongKind
    /// A snapshot's key is missing or wrong, or a key of pseudonyms has another length.
    case key
    /// There is a file at the place of the one to make.
    case alreadyExists
    /// The export, or a temporary copy of the file to read, could not be written.
    case cannotWrite
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the thing and the next step.
  public let message: String
  /// The error of a lower layer that led to this one; nil: none did.
  public let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    // Of a temporary copy, the original is named.
    self.message = CopiedPlaces.named(message)
    self.cause = cause
  }

  /// Runs `body`; what a lower layer refuses in it is an error of this shape, with that as cause.
  static func translating<Value>(
    _ body: () throws -> Value
  ) throws(InspectionError) -> Value {
    do { return try body() } catch { throw InspectionError(error) }
  }

  init(_ error: any Error) {
    switch error {
    case let error as InspectionError: self = error
    case let error as JournalError:
      // A temporary copy could not be written.
      let isOfCopy =
        error.cause is FileFailure && (error.code == .diskFull || error.code == .storage)
      self.init(isOfCopy ? .cannotWrite : Self.code(of: error.code), error.message, cause: error)
    case let error as DeviceError:
      let code = (error.cause as? JournalError).map { Self.code(of: $0.code) }
      self.init(code ?? Self.code(of: error.code), error.message, cause: error)
    case let error as CloudError:
      let code = (error.cause as? JournalError).map { Self.code(of: $0.code) }
      self.init(code ?? Self.code(of: error.code), error.message, cause: error)
    case let error as SnapshotError:
      self.init(Self.code(of: error.code), error.message, cause: error)
    case let failure as FileFailure:
      self.init(.cannotWrite, "\(failure). \(failure.advice)", cause: failure)
    default: self.init(.cannotRead, "\(error)", cause: error)
    }
  }

  private static func code(of code: JournalError.Code) -> Code {
    switch code {
    case .notFound: .notFound
    case .alreadyExists: .alreadyExists
    case .notAJournal, .foreignContents, .newerFormat, .damaged, .format: .damaged
    case .wrongKind: .wrongKind
    case .outOfRange: .outOfRange
    case .secondWriter, .entryTooLarge, .stopped, .restoreUnfinished, .diskFull, .noPermission,
      .storage:
      .cannotRead
    }
  }

  private static func code(of code: DeviceError.Code) -> Code {
    switch code {
    case .noDevice: .notFound
    case .locked, .wrongKey, .keyring: .key
    case .invalidItem, .invalidActivity, .invalidClientState, .invalidSynonyms,
      .mismatchedClientState, .batchOutOfOrder, .quotaExceeded, .journal, .index, .witness,
      .cancelled, .notEnrolled, .snapshot:
      .cannotRead
    }
  }

  private static func code(of code: CloudError.Code) -> Code {
    switch code {
    case .notFound: .notFound
    case .log, .projections, .newerLog: .damaged
    case .configuration, .notReady, .erased, .query: .cannotRead
    }
  }

  private static func code(of code: SnapshotError.Code) -> Code {
    switch code {
    case .notFound: .notFound
    case .notASnapshot, .newerFormat, .damaged, .refused, .incomplete, .otherJournal: .damaged
    case .outOfRange: .outOfRange
    case .key, .unsealed: .key
    case .inUse, .unfinished, .diskFull, .noPermission, .storage: .cannotRead
    }
  }
}
