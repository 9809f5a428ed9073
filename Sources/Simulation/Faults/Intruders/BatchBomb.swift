internal import JournalFormat
internal import Sync

/// Batches that inflate to more than a batch may, or than they state.
struct BatchBomb {
  private let batch: [UInt8]

  /// - Parameter batch: one that would be taken.
  init(_ batch: [UInt8]) { self.batch = batch }

  /// What each is, its bytes, and why it is refused.
  var all: [(what: String, batch: [UInt8], code: Refusal.Code)] {
    get throws(FormatError) {
      let limit = UInt32(FormatLimits.inflatedBatchByteCount)
      return [
        ("states a byte too many", try stating(limit + 1), .tooLarge),
        ("states all bytes that there can be", try stating(.max), .tooLarge),
        ("states nothing", try stating(0), .malformed),
        ("inflates to more than it states", try holding(zeros: Int(limit)), .malformed),
        ("inflates to zeros", try holding(zeros: Int(limit), stating: limit), .malformed),
        ("inflates to 4 MiB", try holding(zeros: 4 << 20, stating: limit), .malformed),
      ]
    }
  }

  private func stating(_ byteCount: UInt32) throws(FormatError) -> [UInt8] {
    var header = try BatchHeader(startOf: batch)
    header.inflatedByteCount = byteCount
    return header.bytes + batch[BatchHeader.byteCount...]
  }

  /// Has zeros in the place of the columns.
  private func holding(
    zeros count: Int, stating byteCount: UInt32? = nil
  ) throws(FormatError) -> [UInt8] {
    var header = try BatchHeader(startOf: batch)
    let packed = Deflater(level: 9).compress(
      [UInt8](repeating: 0, count: count),
      dictionary: try PresetDictionary.bytes(identifier: header.dictionary))
    let opaque = batch[(BatchHeader.byteCount + Int(header.compressedByteCount))...]
    header.codec = .deflate
    header.inflatedByteCount = byteCount ?? header.inflatedByteCount
    header.compressedByteCount = UInt32(packed.count)
    header.checksum = Checksum(of: packed + opaque).value
    return header.bytes + packed + opaque
  }
}
