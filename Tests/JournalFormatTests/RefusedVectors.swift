import Crypto
import JournalFormat
import JournalVectors
import TestSupport

/// Bytes that have to be refused, made from the valid ones, with the reason.
struct RefusedVector: Sendable, CustomStringConvertible {
  /// How a reader refuses.
  enum Reason: Hashable, Sendable {
    case error(FormatError.Code)
    /// It can be read, but nobody who may say so says it.
    case unsigned
  }

  let name: String
  let reason: Reason
  var bytes: [UInt8]

  init(_ name: String, _ reason: FormatError.Code, _ bytes: [UInt8]) {
    self.name = name
    self.reason = .error(reason)
    self.bytes = bytes
  }

  init(unsigned name: String, _ bytes: [UInt8]) {
    self.name = name
    reason = .unsigned
    self.bytes = bytes
  }

  var description: String { name }

  static func all() throws -> [RefusedVector] {
    let valid = try ValidVectors.all().mapValues { ByteEditor($0) }
    // What is wrong with a message is to be found behind a checksum that is right.
    var messages = valid
    for (name, message) in valid where isMessage(name) {
      messages[name] = ByteEditor(message.cut(4))
    }
    let talk = conversation(messages) + requests(messages)
    return ground(valid) + reports(valid) + signed(valid)
      + talk.map { isMessage($0.name) ? $0.sealed : $0 } + damaged(valid)
      + (try batchHeaders(valid)) + (try batchBodies())
  }

  private static func isMessage(_ name: String) -> Bool {
    name.hasPrefix("request-") || name.hasPrefix("answer-")
  }

  private var sealed: RefusedVector {
    var writer = ByteWriter()
    writer.raw(bytes)
    writer.checksum()
    var sealed = self
    sealed.bytes = writer.bytes
    return sealed
  }

  private static func damaged(_ valid: [String: ByteEditor]) -> [RefusedVector] {
    [
      RefusedVector("request-damaged", .checksum, valid["request-open"]!.setting(40, to: 0x7F)),
      RefusedVector("answer-damaged", .checksum, valid["answer-received"]!.setting(250, to: 0x7F)),
      RefusedVector(
        "answer-without-checksum", .checksum, valid["answer-opened-ok"]!.cut(4)),
    ]
  }

  private static func ground(_ valid: [String: ByteEditor]) -> [RefusedVector] {
    let header = valid["entry-header"]!
    let event = valid["event-item-indexed"]!
    let item = valid["public-item"]!
    let bare = valid["public-item-without-page"]!
    let detailed = valid["public-item-with-details"]!
    return [
      RefusedVector("entry-header-unknown-version", .unknownVersion(2), header.setting(22, to: 2)),
      RefusedVector("entry-header-number-zero", .malformed, header.setting(0, to: 0)),
      RefusedVector("entry-header-number-too-large", .malformed, header.setting(7, to: 0x80)),
      RefusedVector("entry-header-reserved-byte", .malformed, header.setting(23, to: 1)),
      RefusedVector("entry-header-truncated", .truncated, header.cut(1)),
      RefusedVector("entry-header-trailing-byte", .trailingBytes, header.adding([0])),
      RefusedVector("event-within-random-bytes", .truncated, Array(event.bytes[..<15])),
      RefusedVector("event-truncated", .malformed, event.cut(1)),
      RefusedVector("event-invalid-utf8", .notUTF8, event.replacing("museum", with: 0xFF)),
      RefusedVector("public-item-invalid-utf8", .notUTF8, item.replacing("Oil", with: 0xFF)),
      RefusedVector("public-item-unknown-identity", .malformed, bare.setting(49, to: 2)),
      RefusedVector("public-item-keywords-unsorted", .malformed, item.keywords(["b", "a"])),
      RefusedVector("public-item-keywords-repeat", .malformed, item.keywords(["a", "a"])),
      RefusedVector("public-item-truncated", .truncated, item.cut(1)),
      RefusedVector("public-item-trailing-byte", .trailingBytes, item.adding([0])),
      RefusedVector("public-item-unknown-version", .unknownVersion(3), bare.setting(49, to: 0x21)),
      RefusedVector("public-item-no-details", .malformed, bare.detailed([0, 0])),
      RefusedVector(
        "public-item-unknown-attribute", .unknownKind(32),
        bare.detailed([1, 0, 32, 1, 0, 0x31])),
      RefusedVector(
        "public-item-attributes-unsorted", .malformed,
        bare.detailed([2, 0, 4, 1, 0, 0x31, 2, 1, 0, 0x31])),
      RefusedVector(
        "public-item-attribute-repeats", .malformed,
        bare.detailed([2, 0, 2, 1, 0, 0x31, 2, 1, 0, 0x31])),
      RefusedVector(
        "public-item-rating-otherwise-spelled", .malformed, detailed.replacing("4.5", with: 0x2B)),
      RefusedVector(
        "public-item-phone-with-letters", .malformed,
        detailed.replacing("5550124", with: 0x2A)),
      RefusedVector(
        "public-item-flag-false", .malformed, detailed.replacing("true", with: 0x66)),
      RefusedVector(
        "public-item-user-info-unsorted", .malformed, detailed.replacing("isOpen", with: 0x7A)),
      RefusedVector(
        "public-item-user-info-unknown-kind", .malformed,
        bare.detailed([1, 0, 31, 1, 0, 0x61, 3, 0, 0])),
      RefusedVector(
        "public-item-user-info-otherwise-spelled", .malformed,
        bare.detailed([1, 0, 31, 1, 0, 0x61, 1, 2, 0, 0x30, 0x37])),
      RefusedVector(
        "public-item-oversize", .tooLarge,
        [UInt8](repeating: 0, count: FormatLimits.contentByteCount + 1)),
    ]
  }

  private static func reports(_ valid: [String: ByteEditor]) -> [RefusedVector] {
    let engaged = valid["report-engaged"]!
    return [
      RefusedVector("report-engaged-unknown-flag", .malformed, engaged.setting(1, to: 2)),
      RefusedVector("report-engaged-truncated", .truncated, engaged.cut(1)),
      RefusedVector("report-engaged-trailing-byte", .trailingBytes, engaged.adding([0])),
      RefusedVector("report-withdrawn-truncated", .truncated, valid["report-withdrawn"]!.cut(1)),
      RefusedVector("report-feedback-truncated", .truncated, valid["report-feedback"]!.cut(1)),
      RefusedVector("report-content-within-salt", .truncated, [UInt8](repeating: 1, count: 15)),
      RefusedVector(
        "report-withdrawn-flags-4", .malformed,
        valid["report-withdrawn-told"]!.setting(1, to: 4)),
      RefusedVector(
        "report-engaged-told-and-carried", .malformed, engaged.setting(1, to: 3)),
      RefusedVector("report-kind-99", .unknownKind(99), engaged.bytes),
    ]
  }

  private static func signed(_ valid: [String: ByteEditor]) -> [RefusedVector] {
    let grant = valid["grant"]!
    let receipt = valid["receipt"]!
    let witness = valid["witness"]!
    let cloud = valid["cloud-witness"]!
    return [
      RefusedVector("grant-bad-magic", .notThisFormat, grant.setting(2, to: 0)),
      RefusedVector("grant-unknown-version", .unknownVersion(2), grant.setting(3, to: 2)),
      RefusedVector("grant-truncated", .truncated, grant.cut(1)),
      RefusedVector("grant-trailing-byte", .trailingBytes, grant.adding([0])),
      RefusedVector(unsigned: "grant-bit-flip", grant.flipping(20)),
      RefusedVector("receipt-bad-magic", .notThisFormat, receipt.setting(0, to: 0)),
      RefusedVector("receipt-unknown-version", .unknownVersion(9), receipt.setting(3, to: 9)),
      RefusedVector("receipt-range-backwards", .malformed, receipt.setting(44, to: 5)),
      RefusedVector("receipt-truncated", .truncated, receipt.cut(64)),
      RefusedVector(unsigned: "receipt-bit-flip", receipt.flipping(receipt.bytes.count - 1)),
      RefusedVector("witness-unknown-version", .unknownVersion(4), witness.setting(3, to: 4)),
      RefusedVector("witness-version-zero", .unknownVersion(0), witness.setting(3, to: 0)),
      RefusedVector("witness-bit-flip", .checksum, witness.flipping(10)),
      RefusedVector("witness-torn", .truncated, witness.cut(100)),
      RefusedVector("witness-grant-oversize", .tooLarge, witness.setting(53, to: 8)),
      RefusedVector(
        "witness-successor-too-short", .malformed,
        valid["witness-with-successor"]!.setting(witness.bytes.count - 52, to: 47)),
      RefusedVector("cloud-witness-bit-flip", .checksum, cloud.flipping(10)),
      RefusedVector("cloud-witness-old-version", .unknownVersion(1), cloud.setting(3, to: 1)),
      RefusedVector("cloud-witness-bad-magic", .notThisFormat, cloud.setting(0, to: 0)),
    ]
  }

  private static func conversation(_ valid: [String: ByteEditor]) -> [RefusedVector] {
    let threshold = valid["control-threshold"]!
    let ok = valid["answer-opened-ok"]!
    return [
      RefusedVector(
        "control-threshold-unknown-version", .unknownVersion(2), threshold.setting(0, to: 2)),
      RefusedVector("control-threshold-trailing-byte", .trailingBytes, threshold.adding([0])),
      RefusedVector("control-kind-99", .unknownKind(99), threshold.bytes),
      RefusedVector(
        "control-retract-flag-two", .malformed, valid["control-retract"]!.setting(33, to: 2)),
      RefusedVector(
        "control-cloud-life-salt-oversize", .tooLarge,
        valid["control-cloud-life"]!.setting(33, to: 65)),
      RefusedVector(
        "control-recovered-flag-two", .malformed, valid["control-recovered"]!.setting(1, to: 2)),
      RefusedVector("control-hole-truncated", .truncated, valid["control-hole"]!.cut(1)),
      RefusedVector(
        "request-grant-without-places", .malformed, valid["request-grant"]!.setting(50, to: 0)),
      RefusedVector(
        "request-recover-nothing", .malformed, valid["request-recover"]!.setting(42, to: 0)),
      RefusedVector(
        "request-resend-receipt-oversize", .tooLarge,
        valid["request-resend"]!.setting(3, to: 5)),
      RefusedVector("answer-granted-truncated", .truncated, valid["answer-granted"]!.cut(1)),
      RefusedVector("control-enrol-truncated", .truncated, valid["control-enrol"]!.cut(1)),
      RefusedVector("answer-unknown-kind", .unknownKind(0), ok.setting(0, to: 0)),
      RefusedVector("answer-unknown-version", .unknownVersion(2), ok.setting(1, to: 2)),
      RefusedVector("answer-unknown-verdict", .malformed, ok.setting(2, to: 8)),
      RefusedVector(
        "answer-limits-zero", .malformed, ok.setting(43..<47, to: [0, 0, 0, 0])),
      // After kind, verdict, news and the length.
      RefusedVector("answer-signature-of-71-bytes", .malformed, ok.setting(98, to: 71)),
      RefusedVector(
        "answer-unknown-refusal", .malformed, valid["answer-refused"]!.setting(2, to: 6)),
    ]
  }

  private static func requests(_ valid: [String: ByteEditor]) -> [RefusedVector] {
    let enrol = valid["request-enrol"]!
    let open = valid["request-open"]!
    let wanted = valid["request-wanted"]!
    return [
      RefusedVector("request-unknown-kind", .unknownKind(9), open.setting(0, to: 9)),
      RefusedVector("request-unknown-version", .unknownVersion(2), open.setting(1, to: 2)),
      RefusedVector(
        "request-enrol-attestation-oversize", .tooLarge,
        enrol.setting(66..<70, to: [0x01, 0x20, 0, 0])),
      RefusedVector("request-enrol-truncated", .truncated, enrol.cut(1)),
      RefusedVector("request-open-no-places", .malformed, open.setting(42, to: 0)),
      RefusedVector("request-open-69-places", .malformed, open.setting(42, to: 69)),
      RefusedVector("request-open-places-go-up", .malformed, open.setting(44, to: 0)),
      RefusedVector("request-open-truncated", .truncated, open.cut(1)),
      RefusedVector("request-wanted-claims-more", .truncated, wanted.setting(43, to: 255)),
      RefusedVector("request-wanted-claims-less", .trailingBytes, wanted.setting(42, to: 0)),
      RefusedVector("request-rotate-truncated", .truncated, valid["request-rotate"]!.cut(1)),
      RefusedVector(
        "request-rotate-trailing-byte", .trailingBytes, valid["request-rotate"]!.adding([0])),
    ]
  }
}
