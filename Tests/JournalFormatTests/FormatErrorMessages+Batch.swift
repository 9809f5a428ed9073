extension FormatErrorMessage {
  static let batches: [FormatErrorMessage] = [
    Row(
      "batch-bad-magic",
      "A batch has to begin with \"SLB\"; this is something else."),
    Row(
      "batch-unknown-version",
      "A batch of version 2; this program knows version 1. Use a newer spotlog."),
    Row(
      "batch-unknown-codec",
      "A batch is written with codec 2; this program knows 0 and 1. Use a newer spotlog."),
    Row(
      "batch-unknown-dictionary",
      "A batch needs the compression dictionary 2; this program knows 1. Use a newer spotlog."),
    Row(
      "batch-number-zero",
      "A batch has the entry number 0, which no entry can have."),
    Row(
      "batch-numbers-beyond-last",
      "A batch has entry numbers beyond the last possible one."),
    Row(
      "batch-no-entries",
      "A batch of 0 entries; 1 to 4096 are allowed."),
    Row(
      "batch-4097-entries",
      "A batch of 4097 entries; 1 to 4096 are allowed."),
    Row(
      "batch-inflates-too-large",
      "A batch would inflate to 1048577 bytes; at most 1048576 are allowed. Send fewer "
        + "entries at once."),
    Row(
      "batch-within-header",
      "A batch ends after 100 bytes, in the middle of a field at byte 92. Make it again and send "
        + "it whole."),
    Row(
      "batch-truncated",
      "A batch ends 6 bytes before its compressed part does. Send it again."),
    Row(
      "batch-last-byte-missing",
      "A batch's checksum does not match: it was damaged on its way. Send it again."),
    Row(
      "batch-unknown-kind",
      "A batch holds an entry of kind 99, which is not a report that this program knows. Use a "
        + "newer spotlog."),
    Row(
      "batch-unknown-flag",
      "A batch has a report with flags 2 that this version does not know. Use a newer "
        + "spotlog."),
    Row(
      "batch-reference-ahead",
      "A batch refers to a value that has not come yet. Make the batch again."),
    Row(
      "batch-table-too-long",
      "A batch's columns are not as long as its kinds ask for. Make the batch again."),
    Row(
      "batch-stored-two-lengths",
      "A batch that is not compressed states two lengths."),
    Row(
      "batch-inflates-to-less",
      "A batch's compressed part does not inflate to the 16 bytes that its header states. "
        + "The sender has to make the batch again."),
    Row(
      "batch-inflates-to-more",
      "A batch's compressed part does not inflate to the 14 bytes that its header states. "
        + "The sender has to make the batch again."),
    Row(
      "batch-bomb",
      "A batch's compressed part does not inflate to the 1048576 bytes that its header "
        + "states. The sender has to make the batch again."),
    Row(
      "batch-content-text-oversize",
      "A content report of 16402 bytes; at most 16384 are allowed."),
    Row(
      "batch-content-oversize",
      "A content report of 16517 bytes; at most 16384 are allowed."),
    Row(
      "batch-content-invalid-utf8", "The content column of a batch has a text that is not UTF-8."),
    Row(
      "batch-content-unknown-identity",
      "The content column of a batch has an identity of kind 2, which this version does not know."),
    Row(
      "batch-content-shares-too-much",
      "The content column of a batch has a text that shares more than the text before it has."),
    Row(
      "batch-content-without-end",
      "The content column of a batch ends after 176 bytes, in the middle of a field at byte 160. "
        + "Make the batch again."),
    Row(
      "batch-content-trailing-byte",
      "The content column of a batch is followed by 1 byte that does not belong to it."),
    Row(
      "batch-content-keyword-without-end",
      "The content column of a batch has keywords of which the last has no end."),
    Row(
      "batch-content-keyword-twice",
      "The content column of a batch has keywords that are not sorted or that repeat."),
  ]
}
