internal import JournalFormat
package import JournalStore
internal import SQLite

extension SnapshotProfile {
  /// A device's folder, as `DeviceStorage.folder` lays it out. The shared journal is read before
  /// the private one: a filter that lags makes its reports again, but a report must have its cause.
  package static let device: SnapshotProfile = {
    var profile = SnapshotProfile(
      kind: .device,
      journals: [Member("shared.journal", .shared), Member("private.journal", .private)],
      derivedFiles: ["index.sqlite"])
    profile.lineage = { folder, files in
      guard let bytes = try? files.read(folder + "/witness", atMost: 1 << 16),
        let witness = try? Witness(bytes: bytes)
      else { return nil }
      return witness.grant?.lineage
    }
    profile.follow = { connection, cut throws(SQLiteError) in
      try FilterTables(connection: connection).lastReport(withCauseIn: cut)
    }
    profile.rewind = { kind, last, connection, cut throws(SQLiteError) in
      if kind == .shared {
        try FilterTables(connection: connection).rewind(to: cut, lastReport: last)
      } else {
        try SharedJournal.forgetEpochs(after: last, in: connection)
      }
    }
    return profile
  }()
}

extension FilterTables {
  /// The report before the first whose cause was cut off.
  func lastReport(withCauseIn cut: SnapshotCut) throws(SQLiteError) -> UInt64 {
    let without = try Self.origins.rows(
      "WHERE private_number > ? ORDER BY number LIMIT 1", .number(cut.last), in: connection
    ).first
    // A report 0, which no filter makes, has none before it either.
    if let without { return max(UInt64(without[0]), 1) - 1 }
    let last = try Self.origins.rows("ORDER BY number DESC LIMIT 1", in: connection).first
    return last.map { UInt64($0[0]) } ?? 0
  }

  /// Has the filter read from the beginning again. What it knew of the private journal was read
  /// from entries that are cut off, too; the reports that it makes once more have the origins that
  /// they had, and count once.
  func rewind(to cut: SnapshotCut, lastReport: UInt64) throws(SQLiteError) {
    try connection.execute(FilterTables.laterStatements)
    try Self.origins.remove("WHERE number > ?", .number(lastReport), in: connection)
    try Self.candidates.clear(in: connection)
    try Self.endorsed.clear(in: connection)
    try Self.receipts.remove("WHERE last > ?", .number(lastReport), in: connection)
    try move(
      to: Checkpoint(journal: cut.leader.name, position: cut.floor, carriedUntil: cut.last))
  }
}

extension SharedJournal {
  /// For a private journal that was cut: what began after it has not happened.
  fileprivate static func forgetEpochs(
    after last: UInt64, in connection: Connection
  ) throws(SQLiteError) {
    // A damaged table is rebuilt from the remaining entries.
    guard try epochs.problem(in: connection) == nil else { return }
    try epochs.remove("WHERE number > ?", .number(last), in: connection)
  }
}
