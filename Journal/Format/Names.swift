/// 128 bits that name one thing of one kind: an epoch cannot be given where a lineage is asked.
///
/// Names compare as their bytes do, so that sorted output is the same everywhere.
public struct Name<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  @usableFromInline package let bits: UInt128

  @inlinable
  package init(bits: UInt128) { self.bits = bits }

  /// Draws a new name. 128 random bits do not meet again.
  package init(using random: inout some RandomNumberGenerator) {
    bits = UInt128(random.next() as UInt64) << 64 | UInt128(random.next() as UInt64)
  }

  /// Reads 32 hexadecimal digits.
  package init?(hex: String) {
    guard let bytes = [UInt8](hex: hex), bytes.count == Self.byteCount else { return nil }
    self.init(bigEndianBytes: bytes)
  }

  private init(bigEndianBytes bytes: [UInt8]) {
    bits = bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }

  package static var byteCount: Int { 16 }
  package static var zero: Self { Self(bits: 0) }

  public static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

  /// 32 hexadecimal digits.
  public var description: String { bytes.hex }

  package var bytes: [UInt8] { withUnsafeBytes(of: bits.bigEndian) { [UInt8]($0) } }
}

/// Of a lineage.
public enum LineageSubject {}
/// Of an epoch.
public enum EpochSubject {}
/// Of a cloud between two restores.
public enum CloudLifeSubject {}
/// Of a journal.
public enum JournalSubject {}
/// Of an attempt, which is not made twice.
public enum NonceSubject {}
/// Of a content.
public enum ContentSubject {}
/// Of a reindex request.
public enum ReindexSubject {}

/// A first enrolment with all its restores and copies.
public typealias LineageName = Name<LineageSubject>
/// One life of a device's shared journal.
public typealias EpochName = Name<EpochSubject>
/// One life of the aggregator, from one restore of its own to the next.
public typealias CloudLife = Name<CloudLifeSubject>
/// One private or cloud journal.
public typealias JournalName = Name<JournalSubject>
/// Random bits that make a request the same request when it is repeated.
public typealias Nonce = Name<NonceSubject>
/// One request that an app gives items again, with all its repetitions.
public typealias ReindexRequestName = Name<ReindexSubject>
/// The first 16 bytes of the SHA-256 of a public item's content; see FORMAT.md.
public typealias ContentDigest = Name<ContentSubject>

/// The one-way name of a candidate for the public index.
public struct Tag: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// How the tag was made; see FORMAT.md. A stronger way gets another number.
  @usableFromInline package let suite: UInt8
  @usableFromInline package let bits: UInt128

  @inlinable
  package init(suite: UInt8, bits: UInt128) {
    self.suite = suite
    self.bits = bits
  }

  package init?(hex: String) {
    guard let bytes = [UInt8](hex: hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// Reads 17 bytes, the suite first.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 17 else { return nil }
    suite = bytes[0]
    bits = bytes.dropFirst().reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// 17 bytes, the suite first.
  package var bytes: [UInt8] {
    [suite] + withUnsafeBytes(of: bits.bigEndian) { [UInt8]($0) }
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.suite, left.bits) < (right.suite, right.bits)
  }

  /// 34 hexadecimal digits, the suite first.
  public var description: String { bytes.hex }
}

/// What identifies an effect inside a lineage, whatever carries it: 8 opaque bytes.
public struct Origin: Hashable, Comparable, Sendable, CustomStringConvertible {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// 16 hexadecimal digits.
  public var description: String {
    withUnsafeBytes(of: rawValue.bigEndian) { [UInt8]($0) }.hex
  }
}
