#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Writes the fixed layouts of FORMAT.md: numbers little-endian, names and digests as their bytes.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Starts over and keeps the room.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func integer<Integer: FixedWidthInteger>(_ value: Integer) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number whose bytes are opaque, most significant first: the bits of a name.
  package mutating func bigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func name<Subject>(_ value: Name<Subject>) { bigEndian(value.bits) }

  package mutating func digest(_ value: Digest) {
    value.withBytes { bytes.append(contentsOf: $0) }
  }

  /// Bytes whose length the layout knows.
  package mutating func raw(_ value: [UInt8]) { bytes.append(contentsOf: value) }
  package mutating func raw(_ value: UnsafeRawBufferPointer) { bytes.append(contentsOf: value) }

  /// Bytes after their length as a `UInt32`.
  package mutating func block(_ value: [UInt8]) {
    integer(UInt32(value.count))
    raw(value)
  }

  /// The checksum of all that was written before it.
  package mutating func checksum() { integer(Checksum(of: bytes).value) }

  /// UTF-8 after its length as a `UInt16`, cut before the first scalar that goes past
  /// `bound` bytes.
  package mutating func text(_ value: String, atMost bound: Int) {
    var byteCount = 0
    let kept = value.unicodeScalars.prefix { scalar in
      byteCount += UTF8.width(scalar)
      return byteCount <= bound
    }
    text(String(kept))
  }

  /// UTF-8 after its length as a `UInt16`; the caller has checked the bound.
  package mutating func text(_ value: String) {
    let utf8 = Array(value.utf8)
    precondition(utf8.count <= Int(UInt16.max))
    integer(UInt16(utf8.count))
    raw(utf8)
  }
}

/// Reads the fixed layouts of FORMAT.md, never past the end.
package struct ByteReader {
  private var bytes: UnsafeRawBufferPointer
  /// What is being read, for messages: "a receipt".
  private let subject: String
  /// What to do where the bytes end too early.
  private let advice: String
  package private(set) var offset = 0

  /// For what somebody keeps: a file, or an answer that can be had once more.
  package static let fetchAgain = "Fetch it again from where it came."
  /// For what somebody made and sent: who is told so has nowhere to fetch it from.
  package static let makeAnew = "Make it again and send it whole."

  /// Reads in place: `bytes` must stay where they are.
  package init(
    _ bytes: UnsafeRawBufferPointer, subject: String, advice: String = ByteReader.fetchAgain
  ) {
    self.bytes = bytes
    self.subject = subject
    self.advice = advice
  }

  package var remaining: Int { bytes.count - offset }

  /// Compares the last four bytes with the checksum of all before them. From here on these are all
  /// that there is to read.
  package mutating func checkChecksum() throws(FormatError) {
    guard remaining >= 4 else { throw malformed("no checksum at its end") }
    let body = UnsafeRawBufferPointer(rebasing: bytes.dropLast(4))
    var found = Checksum()
    found.update(body)
    let expected = bytes.loadUnaligned(fromByteOffset: body.count, as: UInt32.self)
    guard found.value == UInt32(littleEndian: expected) else {
      throw FormatError(.checksum, "\(subject) was damaged on its way. Send it again.")
    }
    bytes = body
  }

  private mutating func consume(_ count: Int) throws(FormatError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else {
      throw FormatError(
        .truncated,
        "\(subject) ends after \(Figure.plainCount(bytes.count, "byte")), in the middle of a field "
          + "at byte \(offset). \(advice)")
    }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  package mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type
  ) throws(FormatError) -> Integer {
    Integer(littleEndian: try consume(MemoryLayout<Integer>.size).loadUnaligned(as: type))
  }

  package mutating func name<Subject>(
    _ type: Name<Subject>.Type
  ) throws(FormatError) -> Name<Subject> {
    Name(bits: try bigEndian(UInt128.self))
  }

  package mutating func bigEndian<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type
  ) throws(FormatError) -> Integer {
    Integer(bigEndian: try consume(MemoryLayout<Integer>.size).loadUnaligned(as: type))
  }

  package mutating func digest() throws(FormatError) -> Digest {
    Digest(readingFrom: try consume(Digest.byteCount))
  }

  package mutating func raw(_ count: Int) throws(FormatError) -> [UInt8] {
    [UInt8](try consume(count))
  }

  /// The bytes before the next `end`, which is passed over.
  mutating func raw(upTo end: UInt8) throws(FormatError) -> [UInt8] {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    let place = rest.baseAddress.flatMap { memchr($0, Int32(end), rest.count) }
    // Without an end, what is asked for is one byte more than there are.
    let count = place.map { UnsafeRawPointer($0) - rest.baseAddress! } ?? rest.count
    return [UInt8](try consume(count + 1).dropLast())
  }

  package mutating func inPlace(_ count: Int) throws(FormatError) -> UnsafeRawBufferPointer {
    try consume(count)
  }

  /// Bytes after their length, which may be at most `bound`.
  package mutating func block(atMost bound: Int) throws(FormatError) -> [UInt8] {
    let count = Int(try integer(UInt32.self))
    guard count <= bound else {
      throw FormatError(
        .tooLarge, "\(subject) has a field of \(count) bytes; at most \(bound) are allowed.")
    }
    return try raw(count)
  }

  package mutating func text() throws(FormatError) -> String {
    let count = Int(try integer(UInt16.self))
    guard let text = String(validating: try consume(count), as: UTF8.self) else {
      throw FormatError(
        .notUTF8, "\(subject) has a text at byte \(offset - count) that is not UTF-8.")
    }
    return text
  }

  package mutating func number() throws(FormatError) -> SequenceNumber {
    let value = try integer(UInt64.self)
    guard let number = SequenceNumber(value) else {
      throw malformed("the entry number \(value), which no entry can have")
    }
    return number
  }

  /// The number of an entry, or 0 for what stands before the first one.
  package mutating func numberOrZero() throws(FormatError) -> UInt64 {
    let value = try integer(UInt64.self)
    guard value == SequenceNumber.bounded(value) else {
      throw malformed("the entry number \(value), which no entry can have")
    }
    return value
  }

  /// A number that is in somebody's log for ever, whatever it is: at most the largest of an entry.
  mutating func boundedNumber() throws(FormatError) -> UInt64 {
    SequenceNumber.bounded(try integer(UInt64.self))
  }

  package func malformed(_ what: String) -> FormatError {
    FormatError(.malformed, "\(subject) has \(what).")
  }

  package func finish() throws(FormatError) {
    guard remaining == 0 else {
      throw FormatError(
        .trailingBytes,
        "\(subject) is followed by "
          + Figure.plainCount(
            remaining, "byte that does not belong to it.", "bytes that do not belong to it."))
    }
  }
}
