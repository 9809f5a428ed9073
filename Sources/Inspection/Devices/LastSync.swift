internal import Foundation
package import JournalFormat
package import JournalStore

/// What became of a device's last conversation with its cloud: `last-sync.json` in its folder, for
/// people who look into it later. Nothing depends on it, and it may be deleted.
package struct LastSync: Hashable, Sendable, Codable {
  /// ISO 8601 in UTC.
  package var time: String
  package var url: String
  /// As `spotlog device sync --json` has it.
  package var ending: String
  package var phase: String
  package var lastError: String?
  package var explanation: String?
  /// ISO 8601 in UTC; nil: at any time.
  package var nextAttempt: String?
  /// Entries that the cloud could not take even alone: they travelled without their words.
  package var parked: [UInt64]

  package init(
    time: Timestamp, url: String, ending: String, phase: String, lastError: String?,
    explanation: String?, nextAttempt: Timestamp?, parked: [UInt64]
  ) {
    self.time = time.text
    (self.url, self.ending, self.phase) = (url, ending, phase)
    (self.lastError, self.explanation) = (lastError, explanation)
    self.nextAttempt = nextAttempt?.text
    self.parked = parked
  }

  private static func path(in folder: String) -> String { folder + "/last-sync.json" }
  private static let byteCountMax = 1 << 16

  /// Nil where there is none, or nothing that can be read.
  package static func read(from folder: String) -> LastSync? {
    guard let bytes = try? FileSystem.read(path(in: folder), atMost: byteCountMax) else {
      return nil
    }
    return try? JSONDecoder().decode(LastSync.self, from: Data(bytes))
  }

  package func write(to folder: String) throws(FileFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers can always be encoded.
    guard let bytes = try? encoder.encode(self) else { return }
    try FileSystem.replace(Self.path(in: folder), with: [UInt8](bytes) + [0x0A])
  }
}
