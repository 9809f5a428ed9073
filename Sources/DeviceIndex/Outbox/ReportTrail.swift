package import JournalFormat
package import JournalStore
internal import SQLite

/// How private entries became reports, and what became of those: for people who look into a
/// device's files. What was pruned or compacted has left no trail.
package struct ReportTrail {
  private let shared: Journal
  private let tables: FilterTables

  /// - Parameter shared: a shared journal, opened for reading.
  package init(_ shared: Journal) {
    self.shared = shared
    tables = FilterTables(connection: shared.connection)
  }

  /// The reports that were made from a private entry.
  package func reports(of privateNumber: UInt64) throws(JournalError) -> [UInt64] {
    try JournalError.translating(shared.path) {
      try has("local_origins") ? try tables.reports(of: privateNumber) : []
    }
  }

  /// The private entry that a report was made from.
  package func privateNumber(of report: UInt64) throws(JournalError) -> UInt64? {
    try JournalError.translating(shared.path) {
      try has("local_origins") ? try tables.privateNumber(of: report) : nil
    }
  }

  /// The receipt for a report, as long as it is kept.
  package func receipt(for report: UInt64) throws(JournalError) -> Receipt? {
    try JournalError.translating(shared.path) {
      try has("local_receipts") ? try tables.receipt(for: report) : nil
    }
  }

  /// Where the receipts that are kept say that the journal was.
  package func receivedPlaces() throws(JournalError) -> [Journal.Position] {
    try JournalError.translating(shared.path) {
      guard try has("local_receipts") else { return [] }
      return try tables.allReceipts().map {
        Journal.Position(number: $0.last.rawValue, digest: $0.digest)
      }
    }
  }

  /// How far the filter has read the private journal: the next entry is the first that it has not
  /// judged. Nil: it has not begun.
  package func filterPosition() throws(JournalError) -> Journal.Position? {
    try filterCheckpoint()?.position
  }

  /// The private journal that the filter reads; nil: it has not begun.
  package func filteredJournal() throws(JournalError) -> JournalName? {
    try filterCheckpoint()?.journal
  }

  private func filterCheckpoint() throws(JournalError) -> FilterTables.Checkpoint? {
    try JournalError.translating(shared.path) {
      try has("local_gate") ? try tables.checkpoint() : nil
    }
  }

  /// The tags that an app's activity is, or was, a candidate under.
  package func tags(app: String, id: String) throws(JournalError) -> [Tag] {
    try JournalError.translating(shared.path) {
      guard try has("local_candidates") else { return [] }
      let candidates =
        try [tables.candidate(app: app, id: id)].compactMap(\.self)
        + tables.candidates(app: app, boundTo: id)
      return Array(Set(candidates.map(\.tag))).sorted { $0.description < $1.description }
    }
  }

  /// The tags of pages that the lineage endorses by a life that was lost in a restore, and that no
  /// deletion takes back: the cloud tells no app of them, and no activity here has their address.
  /// One that has it can be deleted with it.
  package func unclaimedEndorsements() throws(JournalError) -> [Tag] {
    let tags = try JournalError.translating(shared.path) {
      guard try has("local_vouched"), try has("local_candidates") else { return [Tag]() }
      return try tables.unclaimedEndorsements()
    }
    guard !tags.isEmpty else { return [] }
    // What this journal withdrew under an earlier address is told of still.
    let found = try endorsements(of: Set(tags))
    return tags.filter { found[$0]?.standing != .withdrawn }
  }

  /// What the reports that are here say of the device's endorsement of each item; nothing of items
  /// that they do not name.
  package func endorsements(
    of tags: Set<Tag>
  ) throws(JournalError) -> [Tag: EpochEndorsement] {
    var found: [Tag: EpochEndorsement] = [:]
    try shared.forEach(from: shared.floor.number + 1) { row throws(JournalError) in
      guard let payload = row.payload,
        let report = try? Report(kind: row.kind, payload: [UInt8](payload)), let tag = report.tag,
        tags.contains(tag)
      else { return .next }
      found[tag, default: EpochEndorsement()].read(report, number: row.number.rawValue)
      return .next
    }
    return found
  }

  /// Journals of earlier versions have not all of the tables before they are written again, and
  /// one that somebody else's program made has none.
  private func has(_ table: String) throws(SQLiteError) -> Bool {
    try shared.connection.hasTable(table)
  }
}

extension Report {
  /// Nil: its item is named by its words.
  fileprivate var tag: Tag? {
    switch self {
    case .engaged(let report): report.tag
    case .withdrawn(let report): report.tag
    case .feedback(let report): report.tag
    case .content: nil
    }
  }
}
