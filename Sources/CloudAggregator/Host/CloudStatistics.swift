internal import JournalStore

/// Numbers for metrics, as of the last commit: totals only, of no item.
package struct CloudStatistics: Hashable, Sendable {
  package var counters = Aggregator.Counters()
  package var devices = 0
  /// That are shown.
  package var publicItems = 0
  /// That would be, if their hosts were not other apps'.
  package var withheldItems = 0
  package var wanted = 0
  package var logEntries: UInt64 = 0
  package var reports: UInt64 = 0
  package var queuedRequests = 0
  package var queuedBytes = 0
  package var turnedAway: UInt64 = 0

  /// How many entries of the log each backup holds that can be restored.
  package var backedUpEntries: UInt64 = 0
  /// Nil: none are made.
  package var backups: BackupFigures?

  init() {}

  init(_ aggregator: Aggregator) {
    counters = aggregator.counters
    devices = aggregator.projections.state.lineages.count
    publicItems = aggregator.projections.publicCount
    wanted = aggregator.projections.wantedCount
    logEntries = aggregator.projections.position.number
    backedUpEntries = aggregator.projections.state.backedUpLogNumber
    reports = aggregator.projections.state.reportCount
  }
}
