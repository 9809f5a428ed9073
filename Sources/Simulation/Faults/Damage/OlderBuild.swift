internal import JournalFormat
internal import Sync

/// Requests as a build would send them that nobody has updated: whole, of the version before the
/// one that this program knows. The cloud serves them, or says that it is about the version.
enum OlderBuild {
  /// - Parameter isOfBatch: whether it is the batch that is of another version, where there is one.
  static func request(_ bytes: [UInt8], isOfBatch: Bool) -> [UInt8] {
    let hasBatch = if case .append? = try? SyncRequest(bytes: bytes) { true } else { false }
    // A kind and a version; a batch begins behind them with three letters and its own.
    let place = isOfBatch && hasBatch ? 5 : 1
    var body = Array(bytes.dropLast(checksumByteCount))
    guard body.indices.contains(place) else { return bytes }
    body[place] &-= 1
    var writer = ByteWriter(capacity: bytes.count)
    writer.raw(body)
    writer.checksum()
    return writer.bytes
  }

  private static let checksumByteCount = 4

  /// Whether a refusal says what is wrong, or that nothing can be taken now.
  static func isClear(_ refusal: Refusal) -> Bool {
    switch refusal.code {
    case .malformed: refusal.message.contains("version")
    case .retryLater: true
    case .tooLarge, .notAllowed, .stale: false
    }
  }
}
