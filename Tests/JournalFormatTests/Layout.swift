import JournalFormat
import Sync
import TestSupport

/// A layout of FORMAT.md: how its bytes are read, and written again. Vectors and examples begin
/// with its name.
struct Layout: Sendable {
  let name: String
  /// Reads the bytes and writes what was read.
  let rewrite: @Sendable ([UInt8]) throws(FormatError) -> [UInt8]
  /// Whether the key that ought to have signed did, for layouts that are signed.
  let isSigned: @Sendable ([UInt8]) throws(FormatError) -> Bool

  init(
    _ name: String,
    isSigned: @escaping @Sendable ([UInt8]) throws(FormatError) -> Bool = { _ in true },
    rewrite: @escaping @Sendable ([UInt8]) throws(FormatError) -> [UInt8]
  ) {
    self.name = name
    self.rewrite = rewrite
    self.isSigned = isSigned
  }

  /// The layout whose name the vector's begins with; the longest one.
  static func of(_ vectorName: String) -> Layout? {
    all.filter { vectorName == $0.name || vectorName.hasPrefix($0.name + "-") }
      .max { $0.name.utf8.count < $1.name.utf8.count }
  }

  static let all: [Layout] = ground + signed + reports + controls

  private static let ground: [Layout] = [
    Layout("entry-header") { bytes throws(FormatError) in try EntryHeader(bytes: bytes).bytes },
    Layout("event") { bytes throws(FormatError) in
      var salt = Salt(of: bytes)
      return try JournalEvent(payload: bytes).payload(using: &salt)
    },
    Layout("public-item") { bytes throws(FormatError) in try PublicItem(bytes: bytes).bytes },
    Layout("witness") { bytes throws(FormatError) in try Witness(bytes: bytes).bytes },
    Layout("cloud-witness") { bytes throws(FormatError) in try CloudWitness(bytes: bytes).bytes },
    Layout("request") { bytes throws(FormatError) in
      let request = try SyncRequest(bytes: bytes)
      // What it carries is looked into by its own reader.
      if case .append(let append) = request { _ = try checkBatch(append.batch) }
      if case .resend(let resend) = request { _ = try checkBatch(resend.batch) }
      return request.bytes
    },
    Layout("answer") { bytes throws(FormatError) in try SyncResponse(bytes: bytes).bytes },
  ]

  private static let cloudVerifier = SignatureVerifier(Sample.cloudKey.publicKey)

  private static let signed: [Layout] = [
    Layout("batch", isSigned: isSignedBatch) { bytes throws(FormatError) in
      let entries = try BatchReader().entries(of: bytes)
      let header = try batchHeader(bytes)
      return try BatchWriter().batch(
        of: entries, lineage: header.lineage, epoch: header.epoch,
        previousDigest: header.previousDigest, signedBy: Sample.deviceKey)
    },
    Layout(
      "grant",
      isSigned: { bytes throws(FormatError) in try Grant(bytes: bytes).isSigned(by: cloudVerifier) }
    ) { bytes throws(FormatError) in try Grant(bytes: bytes).bytes },
    Layout(
      "receipt",
      isSigned: { bytes throws(FormatError) in
        try Receipt(bytes: bytes).isSigned(by: cloudVerifier)
      }
    ) { bytes throws(FormatError) in try Receipt(bytes: bytes).bytes },
  ]

  private static let reports: [Layout] = [
    report("engaged", .report(.engaged)), report("withdrawn", .report(.withdrawn)),
    report("feedback", .report(.feedback)),
    report("content", .report(.content)), report("kind-99", EntryKind(rawValue: 99)),
  ]

  private static func report(_ name: String, _ kind: EntryKind) -> Layout {
    Layout("report-\(name)") { bytes throws(FormatError) in
      try Report(kind: kind, payload: bytes).payload
    }
  }

  private static let controls: [Layout] = [
    control("enrol", .control(.enrol)), control("grant", .control(.grant)),
    control("fence", .control(.fence)),
    control("cloud-life", .control(.cloudLife)), control("threshold", .control(.threshold)),
    control("retract", .control(.retract)),
    control("take-down", .control(.takeDown)), control("mark", .control(.mark)),
    control("incident", .control(.incident)),
    control("revoke", .control(.revoke)), control("erase", .control(.erase)),
    control("withdrawal", .control(.withdrawal)),
    control("recovered", .control(.recovered)), control("hole", .control(.hole)),
    control("recovering", .control(.recovering)),
    control("redacted", .control(.redacted)), control("admitted", .control(.admitted)),
    control("kind-99", EntryKind(rawValue: 99)),
  ]

  private static func control(_ name: String, _ kind: EntryKind) -> Layout {
    Layout("control-\(name)") { bytes throws(FormatError) in
      try ControlEntry(kind: kind, payload: bytes).payload
    }
  }
}

/// The random bytes that a payload already has.
private struct Salt: RandomNumberGenerator {
  private var words: [UInt64]

  init(of payload: [UInt8]) {
    words = stride(from: 0, to: JournalEvent.saltByteCount, by: 8).map { start in
      payload.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  mutating func next() -> UInt64 { words.removeFirst() }
}

/// Reads the header at the start of a batch.
func batchHeader(_ bytes: [UInt8]) throws(FormatError) -> BatchHeader {
  try withBytes(bytes) { buffer throws(FormatError) in try BatchHeader(startOf: buffer) }
}

/// Chains the entries of a batch.
func checkBatch(_ bytes: [UInt8]) throws(FormatError) -> BatchReader.Checked {
  try withBytes(bytes) { buffer throws(FormatError) in try BatchReader().check(buffer) }
}

private func isSignedBatch(_ bytes: [UInt8]) throws(FormatError) -> Bool {
  try checkBatch(bytes).isSigned(by: SignatureVerifier(Sample.deviceKey.publicKey))
}

func withBytes<Value>(
  _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(FormatError) -> Value
) throws(FormatError) -> Value {
  let result: Result<Value, FormatError> = bytes.withUnsafeBytes { buffer in
    do throws(FormatError) { return .success(try body(buffer)) } catch { return .failure(error) }
  }
  return try result.get()
}
