internal import JournalFormat
package import JournalStore
internal import SQLite

/// What all backups of the log were to hold, and it lacks: devices may have thrown away what was in
/// that.
enum LogLoss: Hashable {
  /// It ends before.
  case end(ClosedRange<UInt64>)
  /// It has another entry there: it comes from a backup of a past that was left.
  case branch(at: UInt64)

  var isEnd: Bool { if case .end = self { true } else { false } }

  /// Nil when the log holds all that its witness says is backed up.
  ///
  /// - Parameters:
  ///   - journal: where the log lies; nil for one that is in no file.
  ///   - head: where the log ended when it was restored.
  init?(
    of witness: CloudWitness, in journal: Journal?, restoredThrough head: UInt64
  ) throws(CloudError) {
    guard let place = witness.place else { return nil }
    if head < place.backedUpNumber {
      self = .end(head + 1...place.backedUpNumber)
      return
    }
    guard place.backedUpDigest != .zero, let journal else { return nil }
    let digest = try CloudError.translating(as: .log) {
      try journal.digest(at: place.backedUpNumber)
    }
    guard digest != place.backedUpDigest else { return nil }
    self = .branch(at: place.backedUpNumber)
  }

  /// A sentence that names what is missing, and what to do.
  var reason: String {
    switch self {
    case .end(let missing):
      "The log ends with entry \(missing.lowerBound - 1), but the oldest backup should hold entry "
        + "\(missing.upperBound), and devices may have thrown away what comes before that: "
        + "\(Figure.entries(missing)) of the log could be lost forever. Restore a newer backup; "
        + "or, to continue without what is missing, start with --accept-loss yes."
    case .branch(let number):
      "The log's entry \(number) is not the one that all backups should hold: this log was left "
        + "when the cloud was restored from an older backup, and devices may have thrown away what "
        + "came after that. Restore a backup of the log that was in use last; or, to continue "
        + "without what it had, start with --accept-loss yes."
    }
  }
}

/// What an operator's `accept-loss` let go, since the start.
package enum AcceptedLoss: Hashable, Sendable {
  /// Entries of the log that no backup holds and devices may have thrown away.
  case entries(ClosedRange<UInt64>)
  /// What a log had from some entry on, at most this one, until another past of it was restored.
  case branch(UInt64)
  /// What was taken back since the backup, of which nobody knows.
  case withdrawals

  /// A sentence for the operator.
  package var text: String {
    switch self {
    case .entries(let range):
      "The log's \(Figure.entries(range)) \(range.count == 1 ? "was" : "were") given up "
        + "(--accept-loss yes): what no device has any more is lost."
    case .branch(let number):
      "What the log had up to entry \(number), and the restored one does not, was given up "
        + "(--accept-loss yes): what no device has of it any more is lost."
    case .withdrawals:
      "What was taken back since the restored backup is not known, and is shown again "
        + "(--accept-loss yes) until its device says it again."
    }
  }
}

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
      guard journal.identity == snapshot.identity, let mark = try Self.lastMark(of: journal),
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

  /// How much of the log all backups hold, as it says itself.
  private static func lastMark(of journal: Journal) throws -> UInt64? {
    let number = try journal.connection.integer(
      """
      SELECT coalesce((SELECT number FROM entries WHERE kind = \(ControlKind.mark.rawValue)
        ORDER BY number DESC LIMIT 1), 0)
      """)
    guard let place = SequenceNumber(UInt64(clamping: number)),
      let entry = try journal.entry(place), let payload = entry.payload,
      case .mark(let mark, _) = try ControlEntry(kind: .control(.mark), payload: payload), mark > 0
    else { return nil }
    return mark
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
    "\(Figure.entries(entries)) of the log that is there, with "
      + "\(Figure.count(reports, "report")) of \(Figure.count(lineages, "device"))"
      + (isOfAnotherPast
        ? ", and what else the snapshot lacks: it belongs to an abandoned history" : "")
  }
}
