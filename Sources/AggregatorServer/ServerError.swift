internal import Foundation
internal import JournalFormat

/// Why the server cannot start or go on.
package struct ServerError: CodedError {
  package enum Code: Hashable, Sendable {
    /// A setting is missing, unknown or invalid.
    case configuration
    /// A setting on the command line or in the environment is invalid.
    case usage
    /// A file that a setting names is not there or cannot be read.
    case noSuchFile
    /// The address cannot be listened on.
    case address
    /// The aggregator's files or keys cannot be used.
    case cloud
  }

  package let code: Code
  /// A sentence that names the thing and the next step.
  package let message: String
  package let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}
