import Crypto

/// How an entry's payload is encrypted.
public struct PayloadEncryption: Hashable, Sendable, RawRepresentable {
  /// 0: not encrypted.
  public let rawValue: UInt8

  /// - Parameter rawValue: 0: not encrypted.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let none = PayloadEncryption(rawValue: 0)
}

/// What the digest chain runs over: everything about an entry but the payload's own bytes.
public struct EntryHeader: Hashable, Sendable {
  package static let byteCount = 56
  package static let version: UInt8 = 1

  /// The place in its journal.
  public var number: SequenceNumber
  /// When it happened by the device's clock; in a shared journal, the start of the day.
  public var time: Timestamp
  /// What the payload is.
  public var kind: EntryKind
  /// How the payload is encrypted.
  public var encryption: PayloadEncryption
  /// Bytes of the payload, before any redaction.
  public var payloadByteCount: UInt32
  /// Of the payload, before any redaction.
  public var payloadDigest: Digest

  package init(
    number: SequenceNumber, time: Timestamp, kind: EntryKind, encryption: PayloadEncryption,
    payloadByteCount: UInt32, payloadDigest: Digest
  ) {
    self.number = number
    self.time = time
    self.kind = kind
    self.encryption = encryption
    self.payloadByteCount = payloadByteCount
    self.payloadDigest = payloadDigest
  }

  /// The digest of the entry: SHA-256 over the digest of the entry before it, then the header.
  @inline(__always)
  package func digest(after previous: Digest) -> Digest {
    withUnsafeTemporaryAllocation(
      byteCount: Digest.byteCount + Self.byteCount, alignment: 8
    ) { buffer in
      previous.withBytes { buffer.copyMemory(from: $0) }
      write(to: UnsafeMutableRawBufferPointer(rebasing: buffer[Digest.byteCount...]))
      return Digest(of: UnsafeRawBufferPointer(buffer))
    }
  }

  @inline(__always)
  private func write(to buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: number.rawValue.littleEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: time.milliseconds.littleEndian, toByteOffset: 8, as: Int64.self)
    buffer.storeBytes(of: payloadByteCount.littleEndian, toByteOffset: 16, as: UInt32.self)
    buffer.storeBytes(of: kind.rawValue, toByteOffset: 20, as: UInt8.self)
    buffer.storeBytes(of: encryption.rawValue, toByteOffset: 21, as: UInt8.self)
    buffer.storeBytes(of: Self.version, toByteOffset: 22, as: UInt8.self)
    buffer.storeBytes(of: 0, toByteOffset: 23, as: UInt8.self)
    payloadDigest.withBytes {
      UnsafeMutableRawBufferPointer(rebasing: buffer[24...]).copyMemory(from: $0)
    }
  }

  /// The 56 bytes of FORMAT.md.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      write(to: UnsafeMutableRawBufferPointer(buffer))
      count = Self.byteCount
    }
  }

  package init(bytes: [UInt8]) throws(FormatError) {
    self = try bytes.reading(subject: "An entry header") { reader throws(FormatError) in
      let number = try reader.number()
      let time = Timestamp(milliseconds: try reader.integer(Int64.self))
      let payloadByteCount = try reader.integer(UInt32.self)
      let kind = EntryKind(rawValue: try reader.integer(UInt8.self))
      let encryption = PayloadEncryption(rawValue: try reader.integer(UInt8.self))
      let version = try reader.integer(UInt8.self)
      guard version == Self.version else {
        throw FormatError(
          .unknownVersion(version),
          "An entry header of version \(version); this program knows version \(Self.version). "
            + "Use a newer spotlog.")
      }
      guard try reader.integer(UInt8.self) == 0 else {
        throw reader.malformed("a reserved byte that is not zero")
      }
      return EntryHeader(
        number: number, time: time, kind: kind, encryption: encryption,
        payloadByteCount: payloadByteCount, payloadDigest: try reader.digest())
    }
  }
}

extension [UInt8] {
  /// Reads a whole value out of the bytes: bytes that are left over are an error.
  package func reading<Value>(
    subject: String, advice: String = ByteReader.fetchAgain,
    _ body: (inout ByteReader) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    let result: Result<Value, FormatError> = withUnsafeBytes { buffer in
      var reader = ByteReader(buffer, subject: subject, advice: advice)
      do throws(FormatError) {
        let value = try body(&reader)
        try reader.finish()
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
