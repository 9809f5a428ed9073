internal import JournalFormat
package import JournalStore
internal import SQLite

/// What a restore of a cloud would give up that all its backups were to hold: devices may have
/// thrown it away.
package struct RestoreLoss: Hashable, Sendable {
  /// Of the log that is there now.
  package let entries: ClosedRange<UInt64>
  package private(set) var reports: UInt64 = 0
  package private(set) var lineages = 0
  /// Whether the snapshot is of a past that this log left, and how much they share is not known.
  package let isOfAnotherPast: Bool

  /// Nil where nothing is given up, or no log is there.
  ///
  /// - Parameters:
  ///   - snapshot: what the snapshot says of its log.
  ///   - last: the entry with which the restored log is to end.
  ///   - folder: the cloud's data folder.
  package init?(
    restoring snapshot: SnapshotManifest.JournalPart, through last: UInt64, over folder: String
  ) throws(CloudError) {
    let path = folder + "/" + SnapshotProfile.cloud.leader.file
    guard DatabaseFile.exists(path, vfs: nil) else { return nil }
    do {
      let journal = try Journal.open(at: path, kind: .cloud, for: .read)
      // Another log is refused by the restore itself.
      guard journal.identity == snapshot.identity, let mark = try journal.lastMark(),
        let head = snapshot.head.position
      else { return nil }
      let isOfThis = try journal.digest(at: head.number) == head.digest
      guard !isOfThis || last < mark else { return nil }
      isOfAnotherPast = !isOfThis
      entries = (isOfThis ? last : min(last, mark - 1)) + 1...mark
      try count(in: journal)
    } catch {
      throw CloudError(
        .log, "\(path) cannot be read (\(error)). Move it away, and restore to an empty folder.",
        cause: error)
    }
  }

  private mutating func count(in journal: Journal) throws {
    var found: Set<LineageName> = []
    var reports: UInt64 = 0
    let last = entries.upperBound
    try journal.forEach(from: entries.lowerBound, isChecked: false, refuse: { $0 as any Error }) {
      row in
      guard row.number.rawValue <= last else { return .stop }
      guard row.kind == .batch, let payload = row.payload else { return .next }
      let header = try BatchHeader(startOf: payload)
      found.insert(header.lineage)
      reports += header.last.rawValue - header.first.rawValue + 1
      return .next
    }
    (self.reports, lineages) = (reports, found.count)
  }

  /// A sentence for the operator.
  package var text: String {
    "entries \(entries.lowerBound) to \(entries.upperBound) of the log that is there, with "
      + "\(reports) reports of \(lineages) devices"
      + (isOfAnotherPast ? ", and what else the snapshot lacks: it is of a past that was left" : "")
  }
}

extension Journal {
  /// How much of the log all backups hold, as it says itself.
  fileprivate func lastMark() throws -> UInt64? {
    let number = try connection.integer(
      """
      SELECT coalesce((SELECT number FROM entries WHERE kind = \(EntryKind.mark.rawValue)
        ORDER BY number DESC LIMIT 1), 0)
      """)
    guard let place = SequenceNumber(UInt64(clamping: number)),
      let entry = try entry(place), let payload = entry.payload,
      case .mark(let mark, _) = try ControlEntry(kind: .mark, payload: payload), mark > 0
    else { return nil }
    return mark
  }
}
