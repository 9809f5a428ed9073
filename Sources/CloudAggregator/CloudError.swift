internal import Foundation
public import JournalFormat

/// Why the aggregator could not do what it was asked.
public struct CloudError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// The log cannot be read or written.
    case log
    /// The derived files cannot be read or written.
    case projections
    /// Keys or configuration are missing or unreadable.
    case configuration
    /// The log has an entry that this program cannot act on.
    case newerLog
    /// The aggregator is not open yet, or not any more.
    case notReady
    /// There is no such device, item or cloud.
    case notFound
    /// What was erased cannot be brought back.
    case erased
    /// A question asks for too much, for nothing, or names several items.
    case query
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the thing and the next step.
  public let message: String
  /// The error of a lower layer that led to this one; nil: none did.
  public let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// When to ask again, where that can help: a log is read soon, a disk takes longer to be mended.
  package var retryAfterMilliseconds: UInt32? {
    switch code {
    case .notReady: 1_000
    case .log, .projections: 5_000
    case .configuration, .newerLog, .notFound, .erased, .query: nil
    }
  }
}
