internal import Foundation
package import JournalFormat
package import JournalStore

/// The outcome of a device's last sync: `last-sync.json` in its folder, which `spotlog device sync`
/// writes for people who look into it later. Nothing depends on it, and it may be deleted.
public struct LastSync: Hashable, Sendable, Codable {
  /// ISO 8601 in UTC.
  public let time: String
  /// The address of the server.
  public let url: String
  /// As `spotlog device sync --json` has it, such as "acknowledged" or "stopped".
  public let ending: String
  /// Where the conversation was, in a few words.
  public let phase: String
  /// What went wrong last, for people; nil: nothing did.
  public let lastError: String?
  /// What was the matter and what happens next, for people; nil: nothing was the matter.
  public let explanation: String?
  /// ISO 8601 in UTC; nil: at any time.
  public let nextAttempt: String?
  /// Entries that the cloud could not take even alone: they travelled without their words.
  public let parked: [UInt64]

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
    // Strings and numbers can always be encoded.
    guard let bytes = try? EscapedJSON.bytes(self, isPretty: true) else { return }
    try FileSystem.replace(Self.path(in: folder), with: bytes + [UInt8(ascii: "\n")])
  }
}
