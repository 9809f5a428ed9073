import JournalFormat
import TestSupport

/// A batch in parts, to be put together with something wrong and a checksum that is right.
struct RawBatch {
  var header: BatchHeader
  var plain: [UInt8]
  var opaque: [UInt8]

  /// The parts of a batch.
  init(_ batch: [UInt8]) throws(FormatError) {
    header = try batchHeader(batch)
    let body = Array(batch.dropFirst(BatchHeader.byteCount))
    let packed = Array(body.prefix(Int(header.compressedByteCount)))
    opaque = Array(body.dropFirst(packed.count))
    plain = header.codec == .stored ? packed : try Self.inflate(packed, header)
  }

  private static func inflate(
    _ packed: [UInt8], _ header: BatchHeader
  ) throws(FormatError) -> [UInt8] {
    let dictionary = try PresetDictionary.bytes(identifier: header.dictionary)
    return try withBytes(packed) { buffer throws(FormatError) in
      let plain = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Int(header.inflatedByteCount), alignment: 16)
      defer { plain.deallocate() }
      try Inflater().inflate(buffer, into: plain, dictionary: dictionary)
      return [UInt8](plain)
    }
  }

  /// As they are, with the lengths of today.
  var stored: [UInt8] {
    var header = header
    header.codec = .stored
    header.inflatedByteCount = UInt32(plain.count)
    header.compressedByteCount = UInt32(plain.count)
    return Self.seal(header, plain + opaque)
  }

  /// Compressed, stating that it inflates to `byteCount` bytes.
  func deflated(stating byteCount: Int) throws(FormatError) -> [UInt8] {
    let packed = Deflater(level: 9).compress(
      plain, dictionary: try PresetDictionary.bytes(identifier: 1))
    var header = header
    header.codec = .deflate
    header.inflatedByteCount = UInt32(byteCount)
    header.compressedByteCount = UInt32(packed.count)
    return Self.seal(header, packed + opaque)
  }

  static func seal(_ header: BatchHeader, _ body: [UInt8]) -> [UInt8] {
    var header = header
    header.checksum = Checksum(of: body).value
    return header.bytes + body
  }

  /// The same with other columns.
  func setting(_ offset: Int, to value: UInt8) -> [UInt8] {
    var copy = self
    copy.plain = ByteEditor(plain).setting(offset, to: value)
    return copy.stored
  }
}

extension RefusedVector {
  static func batchHeaders(_ valid: [String: ByteEditor]) throws -> [RefusedVector] {
    let batch = valid["batch-stored"]!
    return [
      RefusedVector("batch-bad-magic", .notThisFormat, batch.setting(0, to: 0x73)),
      RefusedVector("batch-unknown-version", .unknownVersion(2), batch.setting(3, to: 2)),
      RefusedVector("batch-unknown-codec", .unknownCodec(2), batch.setting(4, to: 2)),
      RefusedVector("batch-unknown-dictionary", .unknownDictionary(2), batch.setting(5, to: 2)),
      RefusedVector("batch-number-zero", .malformed, batch.setting(38, to: 0)),
      RefusedVector(
        "batch-numbers-beyond-last", .malformed,
        batch.setting(38..<48, to: [UInt8](repeating: 0xFF, count: 7) + [0x7F, 2, 0])),
      RefusedVector("batch-no-entries", .tooLarge, batch.setting(46, to: 0)),
      RefusedVector("batch-4097-entries", .tooLarge, batch.setting(46..<48, to: [1, 0x10])),
      RefusedVector(
        "batch-inflates-too-large", .tooLarge, batch.setting(80..<84, to: [1, 0, 0x10, 0])),
      RefusedVector("batch-within-header", .truncated, Array(batch.bytes[..<100])),
      RefusedVector("batch-truncated", .truncated, Array(batch.bytes[..<165])),
      RefusedVector("batch-last-byte-missing", .checksum, batch.cut(1)),
      RefusedVector("batch-trailing-byte", .checksum, batch.adding([0])),
      RefusedVector("batch-bit-flip", .checksum, batch.flipping(170)),
      RefusedVector(unsigned: "batch-other-epoch", batch.flipping(22)),
      RefusedVector(unsigned: "batch-other-number", batch.setting(38, to: 2)),
      RefusedVector(unsigned: "batch-signature-bit-flip", batch.flipping(100)),
    ]
  }

  static func batchBodies() throws -> [RefusedVector] {
    // One engaged report: counts 0..<4, kind 4, flag 5, day 6..<10, suite 10, references 11, 13.
    let raw = try RawBatch(try Chain.sample([Sample.engaged]).batch())
    var twoLengths = try batchHeader(raw.stored)
    twoLengths.inflatedByteCount += 1
    var longer = raw
    longer.opaque.append(0)
    return [
      RefusedVector("batch-unknown-kind", .unknownKind(99), raw.setting(4, to: 99)),
      RefusedVector("batch-unknown-flag", .malformed, raw.setting(5, to: 2)),
      RefusedVector("batch-reference-ahead", .malformed, raw.setting(11, to: 1)),
      RefusedVector("batch-digest-reference-ahead", .malformed, raw.setting(13, to: 1)),
      RefusedVector("batch-table-too-long", .malformed, raw.setting(0, to: 2)),
      RefusedVector("batch-opaque-too-long", .malformed, longer.stored),
      RefusedVector(
        "batch-stored-two-lengths", .malformed, RawBatch.seal(twoLengths, raw.plain + raw.opaque)),
      RefusedVector(
        "batch-inflates-to-less", .malformed, try raw.deflated(stating: raw.plain.count + 1)),
      RefusedVector(
        "batch-inflates-to-more", .malformed, try raw.deflated(stating: raw.plain.count - 1)),
      RefusedVector("batch-bomb", .malformed, try bomb(raw)),
      RefusedVector(unsigned: "batch-other-day", raw.setting(6, to: raw.plain[6] + 1)),
      RefusedVector(unsigned: "batch-carried-flag-set", raw.setting(5, to: 1)),
      RefusedVector(unsigned: "batch-entries-swapped", try swapped()),
    ] + (try contents())
  }

  /// Inflates to four times the bound, a thousand times its own size.
  static func bomb(_ raw: RawBatch, byteCount: Int = 4 << 20) throws -> [UInt8] {
    var raw = raw
    raw.plain = [UInt8](repeating: 0, count: byteCount)
    return try raw.deflated(stating: FormatLimits.inflatedBatchByteCount)
  }

  /// The entries change places under the signature of the right order.
  private static func swapped() throws -> [UInt8] {
    var chain = Chain(after: Sample.identity.genesis)
    chain.append(Sample.withdrawn, on: Sample.day)
    chain.append(Sample.feedback, on: Sample.day)
    var other = Chain(after: Sample.identity.genesis)
    other.append(Sample.feedback, on: Sample.day)
    other.append(Sample.withdrawn, on: Sample.day)
    let batch = try other.batch()
    var header = try batchHeader(batch)
    header.signature = try batchHeader(try chain.batch()).signature
    return header.bytes + batch.dropFirst(BatchHeader.byteCount)
  }

  /// One content report: counts 0..<4, kind 4, day 5..<9, identity's code 9, then the application:
  /// what it shares 10, its text from 11 on. Keywords are at the end: 0xFE after each, then 0xFF.
  private static func contents() throws -> [RefusedVector] {
    let raw = try RawBatch(try Chain.sample([Sample.content]).batch())
    func changed(
      _ name: String, _ code: FormatError.Code, _ change: ([UInt8]) -> [UInt8]
    ) -> RefusedVector {
      var copy = raw
      copy.plain = change(raw.plain)
      return RefusedVector("batch-content-" + name, code, copy.stored)
    }
    func set(_ offset: Int, _ value: UInt8) -> ([UInt8]) -> [UInt8] {
      { ByteEditor($0).setting(offset, to: value) }
    }
    return [
      changed("text-oversize", .tooLarge) {
        $0[..<11] + [UInt8](repeating: 0x78, count: FormatLimits.contentByteCount) + $0[11...]
      },
      changed("oversize", .tooLarge) {
        $0[..<11] + [UInt8](repeating: 0x78, count: FormatLimits.contentByteCount - 60) + $0[11...]
      },
      changed("invalid-utf8", .notUTF8, set(11, 0xC0)),
      changed("unknown-identity", .malformed, set(9, 2)),
      changed("shares-too-much", .malformed, set(10, 1)),
      changed("without-end", .truncated) { $0.dropLast() },
      changed("trailing-byte", .trailingBytes) { $0 + [0] },
      changed("keyword-without-end", .malformed) { $0.dropLast(2) + [0xFF] },
      changed("keyword-twice", .malformed) {
        let last = $0.dropLast(2).lastIndex(of: 0xFE)! + 1
        return $0.dropLast() + $0[last...]
      },
    ]
  }
}
