internal import DeviceIndex
public import Foundation
internal import QueryLanguage

/// The domain of `CSIndexError`.
public let CSIndexErrorDomain = "CSIndexErrorDomain"
/// The domain of `CSSearchQueryError`.
public let CSSearchQueryErrorDomain = "CSSearchQueryErrorDomain"

/// Why an index refused something.
public struct CSIndexError: Error, CustomNSError, LocalizedError, CustomStringConvertible, Sendable
{
  /// Apple's numbers; that of `mismatchedClientState` is not published, and ours.
  public enum Code: Int, Sendable {
    case unknownError = -1
    case indexUnavailableError = -1_000
    case invalidItemError = -1_001
    case invalidClientStateError = -1_002
    case remoteConnectionError = -1_003
    case quotaExceeded = -1_004
    case indexingUnsupported = -1_005
    case mismatchedClientState = -1_006
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the thing and the next step.
  public let description: String

  public static var errorDomain: String { CSIndexErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { description }
  /// Apple's way to the sentence: `localizedDescription` asks here and not above on all systems.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: DeviceError) {
    let code: Code =
      switch error.code {
      case .invalidItem, .invalidActivity: .invalidItemError
      case .invalidClientState: .invalidClientStateError
      case .mismatchedClientState: .mismatchedClientState
      case .quotaExceeded: .quotaExceeded
      case .journal, .index, .witness, .locked, .wrongKey, .keyring: .indexUnavailableError
      case .invalidSynonyms, .batchOutOfOrder, .cancelled, .notEnrolled, .noDevice, .snapshot:
        .unknownError
      }
    self.init(code, error.message)
  }
}

/// Why a query came to nothing.
public struct CSSearchQueryError: Error, CustomNSError, LocalizedError, CustomStringConvertible,
  Sendable
{
  /// Apple's numbers.
  public enum Code: Int, Sendable {
    case unknown = -2_000
    case indexUnreachable = -2_001
    case invalidQuery = -2_002
    case cancelled = -2_003
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the thing and the next step; of a query that cannot be read, its place.
  public let description: String

  public static var errorDomain: String { CSSearchQueryErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { description }
  /// Apple's way to the sentence: `localizedDescription` asks here and not above on all systems.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: any Error) {
    switch error {
    case let error as CSSearchQueryError: self = error
    case let error as QueryError: self.init(.invalidQuery, "\(error)")
    case let error as DeviceError:
      self.init(error.code == .cancelled ? .cancelled : .indexUnreachable, error.message)
    default: self.init(.unknown, "\(error)")
    }
  }
}

/// The codes as patterns: `catch CSIndexError.invalidItemError`.
extension CSIndexError {
  public static var unknownError: Code { .unknownError }
  public static var indexUnavailableError: Code { .indexUnavailableError }
  public static var invalidItemError: Code { .invalidItemError }
  public static var invalidClientStateError: Code { .invalidClientStateError }
  public static var remoteConnectionError: Code { .remoteConnectionError }
  public static var quotaExceeded: Code { .quotaExceeded }
  public static var indexingUnsupported: Code { .indexingUnsupported }
  public static var mismatchedClientState: Code { .mismatchedClientState }
}

extension CSIndexError.Code {
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CSIndexError)?.code == code
  }
}

/// The codes as patterns: `catch CSSearchQueryError.cancelled`.
extension CSSearchQueryError {
  public static var unknown: Code { .unknown }
  public static var indexUnreachable: Code { .indexUnreachable }
  public static var invalidQuery: Code { .invalidQuery }
  public static var cancelled: Code { .cancelled }
}

extension CSSearchQueryError.Code {
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CSSearchQueryError)?.code == code
  }
}
