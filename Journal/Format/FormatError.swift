internal import Foundation

/// Why bytes are not what they should be.
public struct FormatError: CodedError {
  /// What kind of error it is, for code to act on.
  public enum Code: Hashable, Sendable {
    /// The bytes end before the value does.
    case truncated
    /// There are bytes after the end of the value.
    case trailingBytes
    /// The first bytes are not those of this format.
    case notThisFormat
    /// Made by a later version than this program knows.
    case unknownVersion(UInt8)
    case unknownCodec(UInt8)
    case unknownDictionary(UInt8)
    case unknownKind(UInt8)
    case unknownEncryption(UInt8)
    /// The checksum over the bytes as they travelled does not match.
    case checksum
    /// A value, or what it would inflate to, is larger or nested deeper than the stated bound.
    case tooLarge
    /// Text that is not UTF-8.
    case notUTF8
    /// Fields that contradict each other or the format.
    case malformed
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that names the thing, and the next step where there is one.
  public let message: String
  /// The error of a lower layer that led to this one; nil: none did.
  public let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}
