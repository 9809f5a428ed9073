internal import JournalFormat
internal import SQLite
internal import Search

/// Breaks a promise of the device on purpose, so that a drill can show that it would notice. Only
/// simulations can reach it.
package enum DeviceSabotage: Hashable, Sendable {
  /// Each epoch makes other origins of the same entries.
  case dropsOrigins
  /// What the cloud says of its backups counts only where it says more than before.
  case keepsLargerMark
  /// A compaction takes what the cloud has received for what is in its backups.
  case prunesWhatIsReceived
  /// An index is of the journal's past when the journal has its number.
  case checksNumbersAlone
  /// An index keeps the first title that it reads of an item or activity.
  case keepsOldTitles
  /// The gate takes every activity for one that may be public.
  case reportsPrivateItems
}

extension DeviceConfiguration {
  /// What the origins of an epoch depend on besides the lineage's secret: nothing.
  func addition(toOriginsOf epoch: EpochName) -> [UInt8] {
    sabotage == .dropsOrigins ? epoch.bytes : []
  }

  /// Whether a mark that says less than the one before is not taken over.
  func ignores(_ mark: Witness.BackupMark, after known: Witness.BackupMark?) -> Bool {
    guard sabotage == .keepsLargerMark, let known else { return false }
    return mark.number < known.number
  }

  func limits(_ limits: CompactionLimits) -> CompactionLimits {
    guard sabotage == .prunesWhatIsReceived else { return limits }
    return CompactionLimits(backedUp: limits.acknowledged, acknowledged: limits.acknowledged)
  }

  /// An event as the index takes it.
  ///
  /// - Parameters:
  ///   - titles: by app and identifier, the titles of events before it in the same step.
  ///   - fold: has those of steps before.
  func indexed(
    _ event: JournalEvent, _ titles: inout [String: String], _ fold: IndexFold
  ) throws(SQLiteError) -> JournalEvent {
    guard sabotage == .keepsOldTitles else { return event }
    func oldTitle(
      _ kind: SearchDocument.Kind, _ app: String, _ id: String, _ title: String
    ) throws(SQLiteError) -> String {
      let key = "\(kind) \(app)/\(id)"
      let known = try fold.documents.document(kind, app: app, id: id)
      let old = titles[key] ?? known?.title ?? title
      titles[key] = old
      return old
    }
    var event = event
    switch event.fact {
    case .activityRecorded(var activity):
      activity.title = try oldTitle(.activity, activity.app, activity.id, activity.title)
      event.activityRecorded = activity
    case .itemIndexed(var item):
      for place in item.attributes.values.indices
      where item.attributes.values[place].name == "title" {
        let title = item.attributes.values[place].value.string
        item.attributes.values[place].value.string = try oldTitle(.item, item.app, item.id, title)
      }
      event.itemIndexed = item
    default: break
    }
    return event
  }

  /// Whether a checkpoint counts without its digest in a journal with that head.
  func believes(_ checkpoint: IndexFold.Checkpoint, head: UInt64) -> Bool {
    sabotage == .checksNumbersAlone && checkpoint.number <= head
  }
}

extension PrivacyGate {
  /// An activity as the gate takes it.
  func seen(_ activity: JournalActivityRecorded) -> JournalActivityRecorded {
    guard sabotage == .reportsPrivateItems else { return activity }
    var activity = activity
    activity.eligibleForPublicIndexing = true
    return activity
  }
}
