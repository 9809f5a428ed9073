public import Foundation
public import JournalFormat
public import QueryLanguage

/// Why the device's index refused something.
public struct DeviceError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// The item cannot be indexed as it is.
    case invalidItem
    /// The activity cannot be recorded as it is.
    case invalidActivity
    /// Longer than 250 bytes.
    case invalidClientState
    /// A table of synonyms outside its bounds.
    case invalidSynonyms
    /// The index holds another client state than the caller expected.
    case mismatchedClientState
    /// A batch was begun on an index without a name.
    case batchOutOfOrder
    /// What was handed over is larger than an event may be, or nested deeper.
    case quotaExceeded
    /// The journal could not take it; nothing was recorded.
    case journal
    /// The index could not be read or made.
    case index
    /// The witness file could not be read or written.
    case witness
    /// What is protected can be neither given nor read while the device is locked.
    case locked
    /// The key does not unlock the device.
    case wrongKey
    /// The file of the keys of protected items could not be read or written.
    case keyring
    /// A query was cancelled before its end, by cancelling the task that asks.
    case cancelled
    /// The device is not enrolled with a cloud.
    case notEnrolled
    /// The folder holds no device, and the caller did not ask to make one.
    case noDevice
    /// A snapshot could not be made, read or restored.
    case snapshot
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
}

/// `localizedDescription` is the sentence. It is said here since the query language has no
/// Foundation.
extension QueryError: LocalizedError {
  public var errorDescription: String? { description }
}
