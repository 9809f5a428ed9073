internal import JournalFormat
internal import Sync

/// How many reports each lineage has sent on the cloud's day: what one device can have the log keep
/// and the folds count is bounded by it. Not part of any fold: a restart begins to count anew.
struct ReportQuota {
  private var day = Day(0)
  private var counts: [LineageName: UInt64] = [:]

  /// Why no more of the lineage is taken today; nil: more is. Its last batch may go beyond, since a
  /// batch is taken whole.
  ///
  /// - Parameter countMax: reports of one lineage and day; 0: no limit.
  func refusal(of lineage: LineageName, countMax: UInt64, now: Timestamp) -> Refusal? {
    guard countMax > 0, now.day == day, counts[lineage, default: 0] >= countMax else { return nil }
    let rest = Day(day.rawValue + 1).start.milliseconds - now.milliseconds
    return Refusal(
      .retryLater,
      "This device has sent \(countMax) reports today, as many as this cloud takes of one. The "
        + "rest leaves tomorrow.", retryAfterMilliseconds: UInt32(clamping: max(60_000, rest)))
  }

  mutating func count(_ reports: Int, of lineage: LineageName, now: Timestamp) {
    // A batch that came on an earlier day, and was lost and sent again, counts on none.
    guard now.day >= day else { return }
    if now.day > day {
      day = now.day
      counts = [:]
    }
    counts[lineage, default: 0] += UInt64(reports)
  }
}
