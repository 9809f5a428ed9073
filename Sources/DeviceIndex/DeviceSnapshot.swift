internal import JournalFormat
package import JournalStore
internal import SQLite

extension SnapshotProfile {
  /// A device's folder, as `DeviceStorage.folder` lays it out. The shared journal is read before
  /// the private one: a gate that lags makes its reports again, but a report must have its cause.
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
      try GateTables(connection: connection).lastReport(withCauseIn: cut)
    }
    profile.rewind = { kind, last, connection, cut throws(SQLiteError) in
      if kind == .shared {
        try GateTables(connection: connection).rewind(to: cut, lastReport: last)
      } else {
        try SharedJournal.forgetEpochs(after: last, in: connection)
      }
    }
    return profile
  }()
}

extension GateTables {
  /// The report before the first whose cause was cut off.
  func lastReport(withCauseIn cut: SnapshotCut) throws(SQLiteError) -> UInt64 {
    let select = try connection.statement(
      """
      SELECT ifnull(
        (SELECT min(number) - 1 FROM local_origins WHERE private_number > ?),
        (SELECT max(number) FROM local_origins))
      """)
    defer { select.reset() }
    select.bind(1, Int64(clamping: cut.last))
    return try select.step() ? UInt64(clamping: select.integer(0)) : 0
  }

  /// Has the gate read from the beginning again. What it knew of the private journal was read from
  /// entries that are cut off, too; the reports that it makes once more have the origins that they
  /// had, and count once.
  func rewind(to cut: SnapshotCut, lastReport: UInt64) throws(SQLiteError) {
    try connection.execute(GateTables.laterStatements)
    let delete = try connection.statement("DELETE FROM local_origins WHERE number > ?")
    delete.bind(1, Int64(clamping: lastReport))
    try delete.run()
    try connection.execute(
      """
      DELETE FROM local_candidates; DELETE FROM local_vouched;
      DELETE FROM local_receipts WHERE last > \(lastReport);
      """)
    try move(
      to: Checkpoint(journal: cut.leader.name, position: cut.floor, carriedUntil: cut.last))
  }
}

extension SharedJournal {
  /// For a private journal that was cut: what began after it has not happened.
  fileprivate static func forgetEpochs(
    after last: UInt64, in connection: Connection
  ) throws(SQLiteError) {
    let delete = try connection.statement("DELETE FROM local_epochs WHERE number > ?")
    delete.bind(1, Int64(clamping: last))
    try delete.run()
  }
}
