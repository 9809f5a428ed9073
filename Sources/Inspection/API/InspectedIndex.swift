public import DeviceIndex
public import Foundation
internal import JournalFormat
internal import JournalStore
internal import Search

/// A device's index as it was at a moment, rebuilt in a temporary file.
///
///     let then = try JournalInspector("phone").index(until: .init(parsing: "2026-01-31"))
///     for result in try then.search("buy milk") { print(result.title) }
///     for sentence in then.omissions { print("not in it:", sentence) }
///
/// It is for one task at a time, and each call blocks its thread.
public final class InspectedIndex {
  private let index: PastIndex
  private let time: Timestamp
  /// The number of the last entry that it knows; 0 if there was none.
  public let lastEntry: UInt64
  /// What it lacks, a sentence for people each: entries that are redacted, pruned or unreadable.
  public let omissions: [String]

  init(
    _ source: JournalSource, until moment: Moment?, unlockedBy key: [UInt8]?, now: Timestamp,
    progress: (UInt64) -> Void
  ) throws {
    lastEntry = try JournalReader.last(moment, in: source.journal)
    let keys = try key.map { key in
      guard let folder = source.folder else {
        throw InspectionError(
          .key,
          "\(source.path) is a snapshot, and has no keys of protected items. Restore it to a "
            + "folder and read that, or leave the key out.")
      }
      return try ItemProtection.keys(inFolder: folder, unlockedBy: key)
    }
    index = try PastIndex(
      of: source, until: lastEntry, unlockedBy: keys ?? [:], progress: progress)
    let last = try SequenceNumber(lastEntry).flatMap { try source.journal.entry($0) }
    time = moment?.end ?? last?.header.time ?? now
    omissions = Self.omissions(index)
  }

  private static func omissions(_ index: PastIndex) -> [String] {
    let gaps = index.gaps
    let redacted = Figure.count(
      gaps.count, "entry, \(gaps.first), is redacted, and what it said",
      "entries from \(gaps.first) to \(gaps.last) are redacted, and what they said")
    return [
      gaps.count > 0 ? redacted + " is not in this index" : nil,
      gaps.floor > 0 ? "entries up to \(gaps.floor) were pruned" : nil,
      index.unreadable.sentence,
    ].compactMap(\.self)
  }

  /// The time of its moment: what had expired by then is not found.
  public var date: Date { Date(time) }

  /// Finds what the device would have found then, best first.
  ///
  /// - Parameters:
  ///   - query: what a person typed. The last word matches as a prefix.
  ///   - app: the app whose items are searched; nil searches all apps.
  ///   - limit: the largest number of results, at least 1.
  ///   - isExplained: whether each result says what its score is made of.
  public func search(
    _ query: String, inApp app: String? = nil, limit: Int = 20, isExplained: Bool = false
  ) throws(InspectionError) -> [SearchResult] {
    try InspectionError.translating {
      try index.search(query, app: app, now: time, limit: limit, isExplained: isExplained)
    }
  }

  /// Lists the items that were not locked, sorted by app and identifier as bytes.
  public func items() throws(InspectionError) -> [SearchResult] {
    try InspectionError.translating { try index.items() }
  }
}
