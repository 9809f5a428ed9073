internal import JournalFormat
internal import Sync

/// Who was asked for which content and until when. Not part of any fold: forgetting it only means
/// that somebody is asked again.
struct AskedContents {
  private struct Ask {
    var lineage: LineageName
    var deadline: Timestamp
  }

  private var asks: [WantedContent: [Ask]] = [:]
  /// Contents that are remembered at a time.
  private static let contentsMax = 100_000

  /// Whether to ask this lineage now; then it counts as asked.
  mutating func ask(
    _ content: WantedContent, lineage: LineageName, now: Timestamp, atOnce: Int,
    deadlineMilliseconds: Int64
  ) -> Bool {
    var current = (asks[content] ?? []).filter { $0.deadline > now && $0.lineage != lineage }
    guard current.count < atOnce else { return false }
    current.append(
      Ask(lineage: lineage, deadline: now.advanced(byMilliseconds: deadlineMilliseconds)))
    if asks.count >= Self.contentsMax { asks = [:] }
    asks[content] = current
    return true
  }

  /// The lineage does not have the content any more: somebody else can be asked at once.
  mutating func gone(_ content: WantedContent, lineage: LineageName) {
    asks[content]?.removeAll { $0.lineage == lineage }
  }
}
