internal import Foundation
public import JournalFormat

/// Why a server could not be spoken with, or is not believed.
public struct TransportError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// The address is not one of a server.
    case invalidURL
    /// A token that cannot stand in a header.
    case invalidToken
    /// Nobody answered, or what came was no whole answer.
    case unreachable
    /// The server refused, with this HTTP status.
    case refused(status: Int)
    /// The server answered something that this program cannot read.
    case unreadable
    /// The server is of another deployment than the one that is trusted.
    case otherDeployment
    /// What the server says of its deployment is not signed by a key that is trusted.
    case notSigned
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

  /// Whether the same can go well a little later.
  package var isPassing: Bool {
    switch code {
    case .refused(let status): status == 408 || status == 429 || status >= 500
    case .invalidURL, .invalidToken, .unreachable, .unreadable, .otherDeployment, .notSigned: false
    }
  }
}
