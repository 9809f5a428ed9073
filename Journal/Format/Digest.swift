internal import CHashes
internal import Crypto

/// The SHA-256 of something: 32 bytes, held without an allocation.
public struct Digest: Hashable, Sendable, Comparable, CustomStringConvertible {
  @usableFromInline let words: SIMD4<UInt64>

  @inlinable package static var byteCount: Int { 32 }
  @inlinable package static var zero: Digest { Digest(words: .zero) }

  @inlinable
  init(words: SIMD4<UInt64>) { self.words = words }

  /// Reads the 32 bytes at the start of `bytes`, which must be that long.
  @inlinable
  @inline(__always)
  package init(readingFrom bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count >= Self.byteCount)
    words = bytes.loadUnaligned(as: SIMD4<UInt64>.self)
  }

  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }

  package init?(hex: String) {
    guard let bytes = [UInt8](hex: hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// The digest of `bytes`.
  package init(of bytes: UnsafeRawBufferPointer) {
    var words = SIMD4<UInt64>.zero
    if spotlog_sha256(bytes.baseAddress, bytes.count, &words) {
      self.init(words: words)
    } else {
      self = SHA256.hash(data: bytes).withUnsafeBytes { Digest(readingFrom: $0) }
    }
  }

  package init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Digest(of: $0) }
  }

  @inlinable
  @inline(__always)
  package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    withUnsafeBytes(of: words, body)
  }

  package var bytes: [UInt8] { withBytes { [UInt8]($0) } }

  /// The first 16 bytes as a number, most significant byte first.
  package var firstHalf: UInt128 {
    withBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }

  /// The first 8 bytes as a number, most significant byte first.
  package var firstQuarter: UInt64 { UInt64(bigEndian: words[0]) }

  /// Digests compare as their bytes do.
  public static func < (left: Self, right: Self) -> Bool {
    for index in 0..<4 where left.words[index] != right.words[index] {
      return UInt64(bigEndian: left.words[index]) < UInt64(bigEndian: right.words[index])
    }
    return false
  }

  /// 64 hexadecimal digits.
  public var description: String { bytes.hex }
}
