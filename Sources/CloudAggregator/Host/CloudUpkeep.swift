internal import Foundation
package import JournalFormat
internal import JournalStore

/// What is done beside requests, every two seconds.
package struct CloudUpkeep {
  private var witnessedNumber: UInt64?
  /// Rewriting the files takes its time: after a failure they are left alone for a while.
  private var redactsFrom = Timestamp(milliseconds: .min)
  private static let redactionRetryMilliseconds: Int64 = 60_000
  /// Room that has to be there before the log is written again after it could not be.
  private static let probeByteCount = 1 << 20

  package init() {}

  /// - Parameter hasRoom: whether the disk takes more; nil: ask the file system.
  package mutating func perform(
    on aggregator: Aggregator, storage: CloudStorage, now: Timestamp,
    hasRoom: ((_ logPath: String) -> Bool)? = nil
  ) {
    aggregator.committer.retryWrites(now: now) { (hasRoom ?? Self.hasRoom)(storage.logPath) }
    recover(aggregator, storage, now: now)
    redact(on: aggregator, now: now)
    let number = aggregator.projections.position.number
    guard number != witnessedNumber else { return }
    do throws(CloudError) {
      try aggregator.committer.witness.write()
      witnessedNumber = number
      aggregator.committer.witness.trouble = nil
    } catch {
      aggregator.committer.witness.trouble = error.message
    }
  }

  private func recover(_ aggregator: Aggregator, _ storage: CloudStorage, now: Timestamp) {
    guard let store = storage.witness else { return }
    do throws(CloudError) { try aggregator.recovery.recover(from: store, now: now) } catch {
      aggregator.recovery.trouble = error.message
    }
  }

  private mutating func redact(on aggregator: Aggregator, now: Timestamp) {
    guard redactsFrom <= now else { return }
    do throws(CloudError) {
      try aggregator.redaction.redactHiddenContents(now: now)
      aggregator.redaction.trouble = nil
    } catch {
      aggregator.redaction.trouble = error.message
      redactsFrom = now.advanced(byMilliseconds: Self.redactionRetryMilliseconds)
    }
  }

  private static func hasRoom(beside path: String) -> Bool {
    let probe = path + ".probe"
    defer { FileSystem.remove(probe) }
    let bytes = [UInt8](repeating: 0, count: probeByteCount)
    return (try? FileSystem.replace(probe, with: bytes)) != nil
  }
}
