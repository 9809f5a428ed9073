/// What a reader says about each refused vector; where several say the same, the first.
struct FormatErrorMessage: Sendable, CustomStringConvertible {
  let vector: String
  let message: String

  typealias Row = FormatErrorMessage

  init(_ vector: String, _ message: String) {
    self.vector = vector
    self.message = message
  }

  var description: String { vector }

  static let all = values + batches

  private static let values: [FormatErrorMessage] = [
    Row(
      "entry-header-unknown-version",
      "An entry header of version 2; this program knows version 1. Use a newer spotlog."),
    Row(
      "entry-header-number-zero",
      "An entry header has the entry number 0, which no entry can have."),
    Row(
      "entry-header-number-too-large",
      "An entry header has the entry number 9223372036854775809, which no entry can have."),
    Row(
      "entry-header-reserved-byte",
      "An entry header has a reserved byte that is not zero."),
    Row(
      "entry-header-truncated",
      "An entry header ends after 55 bytes, in the middle of a field at byte 24. Fetch it "
        + "again from where it came."),
    Row(
      "entry-header-trailing-byte",
      "An entry header is followed by 1 byte that does not belong to it."),
    Row(
      "event-within-random-bytes",
      "An event's payload of 15 bytes ends within its 16 random bytes."),
    Row(
      "event-truncated",
      "An event's payload cannot be decoded as Protocol Buffers (truncated). Run `spotlog "
        + "journal verify FILE` to see whether the journal is damaged."),
    Row(
      "event-invalid-utf8",
      "An event's payload cannot be decoded as Protocol Buffers (invalidUTF8). Run `spotlog "
        + "journal verify FILE` to see whether the journal is damaged."),
    Row(
      "public-item-invalid-utf8",
      "A public item has a text at byte 104 that is not UTF-8."),
    Row(
      "public-item-unknown-identity",
      "A public item has an identity of kind 2, which this version does not know."),
    Row(
      "public-item-unknown-version",
      "A public item is of version 3, which is unknown here. Use a newer spotlog."),
    Row("public-item-no-details", "A public item has a second version without details."),
    Row(
      "public-item-unknown-attribute",
      "A public item has an attribute of number 32, which is unknown here. Use a newer spotlog."),
    Row("public-item-attributes-unsorted", "A public item has attributes out of order."),
    Row(
      "public-item-rating-otherwise-spelled",
      "A public item has a value of rating that breaks its bounds."),
    Row(
      "public-item-phone-with-letters",
      "A public item has a value of phoneNumbers that breaks its bounds."),
    Row(
      "public-item-flag-false",
      "A public item has a value of supportsNavigation that breaks its bounds."),
    Row(
      "public-item-user-info-otherwise-spelled",
      "A public item has a value of kind 1, or not in its spelling."),
    Row(
      "public-item-user-info-unsorted",
      "A public item has keys of userInfo that are not sorted, or that repeat."),
    Row(
      "public-item-user-info-unknown-kind",
      "A public item has a value of kind 3, or not in its spelling."),
    Row(
      "public-item-keywords-unsorted",
      "A public item has keywords that are not sorted or that repeat."),
    Row(
      "public-item-truncated",
      "A public item ends after 179 bytes, in the middle of a field at byte 145. Fetch it "
        + "again from where it came."),
    Row(
      "public-item-trailing-byte",
      "A public item is followed by 1 byte that does not belong to it."),
    Row(
      "public-item-oversize",
      "A public item of 16385 bytes; at most 16384 are allowed."),
    Row(
      "report-engaged-unknown-flag",
      "A report (engaged) has flags 2 that this version does not know."),
    Row(
      "report-engaged-truncated",
      "A report (engaged) ends after 41 bytes, in the middle of a field at byte 34. Fetch it "
        + "again from where it came."),
    Row(
      "report-engaged-trailing-byte",
      "A report (engaged) is followed by 1 byte that does not belong to it."),
    Row(
      "report-withdrawn-truncated",
      "A report (withdrawn) ends after 25 bytes, in the middle of a field at byte 18. Fetch "
        + "it again from where it came."),
    Row(
      "report-feedback-truncated",
      "A report (feedback) ends after 33 bytes, in the middle of a field at byte 30. Fetch "
        + "it again from where it came."),
    Row(
      "report-content-within-salt",
      "A report (content) ends after 15 bytes, in the middle of a field at byte 0. Fetch it "
        + "again from where it came."),
    Row(
      "report-kind-99",
      "A shared journal has an entry of kind 99, which is not a report. Use a newer spotlog."),
    Row(
      "grant-bad-magic",
      "A grant has to begin with \"SLG\"; this is something else."),
    Row(
      "grant-unknown-version",
      "A grant of version 2; this program knows version 1. Use a newer spotlog."),
    Row(
      "grant-truncated",
      "A grant ends after 275 bytes, in the middle of a field at byte 212. Fetch it again "
        + "from where it came."),
    Row(
      "grant-trailing-byte",
      "A grant is followed by 1 byte that does not belong to it."),
    Row(
      "receipt-bad-magic",
      "A receipt has to begin with \"SLR\"; this is something else."),
    Row(
      "receipt-unknown-version",
      "A receipt of version 9; this program knows version 1. Use a newer spotlog."),
    Row(
      "receipt-range-backwards",
      "A receipt has a range that ends before it begins."),
    Row(
      "receipt-truncated",
      "A receipt ends after 132 bytes, in the middle of a field at byte 132. Fetch it again "
        + "from where it came."),
    Row(
      "witness-unknown-version",
      "A witness of version 4; this program knows version 3. Use a newer spotlog."),
    Row(
      "witness-version-zero",
      "A witness of version 0; this program knows version 3. Use a newer spotlog."),
    Row(
      "witness-bit-flip",
      "The witness file is torn or was changed; it counts as lost. The device continues in "
        + "a new epoch, for which it asks its cloud by itself."),
    Row(
      "witness-torn",
      "A witness ends after 540 bytes, in the middle of a field at byte 392. Fetch it again "
        + "from where it came."),
    Row(
      "witness-grant-oversize",
      "A witness has a field of 2068 bytes; at most 1024 are allowed."),
    Row(
      "witness-successor-too-short",
      "A witness has a next key of 47 bytes; with its nonce it has 48."),
    Row(
      "cloud-witness-bit-flip",
      "The cloud's witness file is damaged in its middle; it counts as lost."),
    Row(
      "cloud-witness-old-version",
      "A cloud witness of version 1; this program knows version 2. Use a newer spotlog."),
    Row(
      "cloud-witness-bad-magic",
      "A cloud witness has to begin with \"SLC\"; this is something else."),
    Row(
      "report-withdrawn-flags-4",
      "A report (withdrawn) has flags 4 that this version does not know."),
    Row(
      "report-engaged-told-and-carried",
      "A report (engaged) has flags 3 that this version does not know."),
    Row(
      "control-recovered-flag-two",
      "A control entry (recovered) has the flag 2, which has to be 0 or 1."),
    Row(
      "control-hole-truncated",
      "A control entry (hole) ends after 64 bytes, in the middle of a field at byte 33. Fetch "
        + "it again from where it came."),
    Row(
      "request-grant-without-places",
      "A request has a locator of 0 places; 1 to 68 are allowed."),
    Row(
      "request-recover-nothing", "A request has 0 grants; 1 to 4096 are allowed."),
    Row(
      "request-resend-receipt-oversize",
      "A request has a field of 1476 bytes; at most 1024 are allowed."),
    Row(
      "answer-granted-truncated",
      "An answer ends after 694 bytes, in the middle of a field at byte 691. Fetch it again "
        + "from where it came."),
    Row(
      "control-threshold-unknown-version",
      "A control entry (threshold) of version 2; this program knows version 1. Use a newer "
        + "spotlog."),
    Row(
      "control-threshold-trailing-byte",
      "A control entry (threshold) is followed by 1 byte that does not belong to it."),
    Row(
      "control-kind-99",
      "The cloud's log has an entry of kind 99, which this program does not know. Use a "
        + "newer spotlog."),
    Row(
      "control-retract-flag-two",
      "A control entry (retract) has the flag 2, which has to be 0 or 1."),
    Row(
      "control-cloud-life-salt-oversize",
      "A control entry (cloud life) has a field of 65 bytes; at most 64 are allowed."),
    Row(
      "request-unknown-kind",
      "A request of kind 9, which this program does not know."),
    Row(
      "request-unknown-version",
      "The request is of version 2; this program knows version 1. Use a newer spotlog."),
    Row(
      "request-open-no-places",
      "A request has a locator of 0 places; 1 to 68 are allowed."),
    Row(
      "request-open-69-places",
      "A request has a locator of 69 places; 1 to 68 are allowed."),
    Row(
      "request-open-places-go-up",
      "A request has a locator whose places do not go down."),
    Row(
      "request-open-truncated",
      "A request ends after 187 bytes, in the middle of a field at byte 124. Make it again "
        + "and send it whole."),
    Row(
      "request-enrol-attestation-oversize",
      "A request has a field of 8193 bytes; at most 8192 are allowed."),
    Row(
      "request-enrol-truncated",
      "A request ends after 215 bytes, in the middle of a field at byte 152. Make it again "
        + "and send it whole."),
    Row(
      "request-wanted-claims-more",
      "A request ends after 141 bytes, in the middle of a field at byte 127. Make it again "
        + "and send it whole."),
    Row(
      "request-wanted-claims-less",
      "A request is followed by 33 bytes that do not belong to it."),
    Row(
      "request-rotate-truncated",
      "A request ends after 217 bytes, in the middle of a field at byte 154. Make it again "
        + "and send it whole."),
    Row(
      "request-rotate-trailing-byte",
      "A request is followed by 1 byte that does not belong to it."),
    Row("request-damaged", "A request was damaged on its way. Send it again."),
    Row("answer-damaged", "An answer was damaged on its way. Send it again."),
    Row("answer-without-checksum", "An answer was damaged on its way. Send it again."),
    Row(
      "answer-unknown-kind",
      "An answer of kind 0, which this program does not know."),
    Row(
      "answer-unknown-version",
      "The answer is of version 2; this program knows version 1. Use a newer spotlog."),
    Row(
      "answer-unknown-verdict",
      "An answer has a verdict of kind 8, which this version does not know."),
    Row(
      "answer-limits-zero",
      "An answer has limits of zero, with which nothing could be sent."),
    Row(
      "answer-signature-of-71-bytes",
      "An answer has a signature of 71 bytes; with its key's identifier it has 72."),
    Row(
      "answer-unknown-refusal",
      "An answer has a refusal of kind 6, which this version does not know."),
  ]
}
