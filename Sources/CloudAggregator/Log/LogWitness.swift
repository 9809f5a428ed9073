internal import JournalFormat
internal import JournalStore
internal import Sync

/// The witness beside the log: it hears what is taken back before anybody is answered, and what the
/// log forgot in a restore is asked of it.
final class LogWitness {
  private let log: any CloudLog
  private let projections: CloudProjections
  /// Whether the cloud tells devices, and a restored log, what was withdrawn.
  private let tellsWithdrawals: Bool
  private let reader = BatchReader()
  /// Nil: no witness is kept, or it is waited for.
  private(set) var keeper: CloudWitnessKeeper?
  /// What all backups held by the witness, before the log went back to one of them; 0: it did not.
  var markBefore: UInt64 = 0
  var trouble: String?

  init(log: any CloudLog, projections: CloudProjections, tellsWithdrawals: Bool) {
    self.log = log
    self.projections = projections
    self.tellsWithdrawals = tellsWithdrawals
  }

  /// From here on the witness follows the log. While it is waited for, nothing takes its place.
  ///
  /// One that is new, or that knew another past, learns what this log took back since the oldest
  /// backup, under the numbers that it has here: a restore of any of them is to bring it back.
  func attach(
    _ store: any CloudWitnessStore, _ past: LogVerdict
  ) throws(CloudError) {
    guard !projections.state.isRecovering else { return }
    if case .unbroken(let witness?) = past {
      keeper = CloudWitnessKeeper(store, witness: witness)
      try persistMissing(in: witness)
      return try write()
    }
    var witness = past.witness ?? CloudWitness()
    witness.acts = []
    // What the log says of a lineage is read again; one that it forgot may come back any time, and
    // numbers of another past mean nothing to it.
    witness.withdrawals = witness.withdrawals.map(\.value)
      .filter { projections.state.lineages.places[$0.lineage] == nil }
      .map { CloudWitness.Recorded(logNumber: CloudWitness.unnumbered, value: $0) }
    keeper = CloudWitnessKeeper(store, witness: witness)
    try persistRetractions(
      after: projections.state.backedUpLogNumber, through: projections.position.number)
    try write()
  }

  /// A witness that is older than it was, or that lost its end, learns what this log took back
  /// since.
  private func persistMissing(in witness: CloudWitness) throws(CloudError) {
    let known = max(witness.place?.logNumber ?? 0, projections.state.backedUpLogNumber)
    guard known < projections.position.number else { return }
    let withdrawals = Set(witness.withdrawals.map(\.value))
    let records = try retractionRecords(after: known, through: projections.position.number)
    try keeper?.persist(
      records.filter { record in
        switch record {
        case .withdrawal(let withdrawal): !withdrawals.contains(withdrawal.value)
        case .act(let act): !witness.acts.contains(act)
        case .place: false
        }
      })
  }

  /// Has the witness know the log up to its head.
  func write() throws(CloudError) {
    try keeper?.persist(
      CloudWitness.Place(
        journal: log.file?.name ?? .zero, life: projections.life,
        logNumber: projections.position.number,
        logDigest: projections.position.digest, backedUpNumber: backedUpNumber,
        backedUpDigest: try backedUpDigest()))
  }

  private func backedUpDigest() throws(CloudError) -> Digest {
    try CloudError.translating(as: .log) {
      try log.file?.journal?.digest(at: backedUpNumber) ?? .zero
    }
  }

  private var backedUpNumber: UInt64 { max(projections.state.backedUpLogNumber, markBefore) }

  /// Has the witness know again what it forgot, since every backup held it.
  func persistRetractions(after number: UInt64, through last: UInt64) throws(CloudError) {
    try keeper?.persist(retractionRecords(after: number, through: last))
  }

  /// What these entries of the log took back.
  func retractionRecords(
    after number: UInt64, through last: UInt64
  ) throws(CloudError) -> [CloudWitness.Record] {
    var records: [CloudWitness.Record] = []
    do throws(CloudLogFailure) {
      try log.read(after: number, expecting: nil) { row throws(CloudError) in
        guard row.number.rawValue <= last else { return .stop }
        records += try CloudError.translating(as: .log) {
          try Self.retractionRecords(by: row, reader)
        }
        return .next
      }
    } catch {
      throw CloudError(
        .log, "What was taken back since an older backup cannot be read: \(error.reason).",
        cause: error)
    }
    return records
  }

  private static func retractionRecords(
    by row: EntryRow, _ reader: BatchReader
  ) throws(FormatError) -> [CloudWitness.Record] {
    guard let payload = row.payload else { return [] }
    let number = row.number.rawValue
    guard row.kind == .batch else {
      let entry = try ControlEntry(kind: row.kind, payload: [UInt8](payload))
      if case .withdrawal(let withdrawal) = entry {
        return [.withdrawal(CloudWitness.Recorded(logNumber: number, value: withdrawal))]
      }
      guard entry.takesBack else { return [] }
      return [.act(CloudWitness.Recorded(logNumber: number, value: entry))]
    }
    let header = try BatchHeader(startOf: payload)
    return try reader.withColumns(of: payload, header: header, refuse: { $0 }) {
      columns throws(FormatError) in withdrawals(in: columns, header, number)
    }
  }

  /// Returns once the witness has what a commit took back: only then may it be answered.
  func persist(_ records: [CloudWitness.Record]) -> Bool {
    guard let keeper, !records.isEmpty || keeper.isBehind else { return true }
    do throws(CloudError) {
      try keeper.persist(records)
      trouble = nil
      return true
    } catch {
      trouble = error.message
      return false
    }
  }

  /// What of a batch takes something back.
  static func withdrawals(
    in columns: BatchColumns, _ header: BatchHeader, _ logNumber: UInt64
  ) -> [CloudWitness.Record] {
    guard columns.hasWithdrawals else { return [] }
    var found: [CloudWitness.Record] = []
    columns.forEach { record in
      guard record.kind == .withdrawn, !record.isTold else { return }
      let withdrawal = CloudWitness.Withdrawal(
        lineage: header.lineage, epoch: header.epoch, number: record.number, tag: record.tag,
        origin: record.origin)
      found.append(.withdrawal(CloudWitness.Recorded(logNumber: logNumber, value: withdrawal)))
    }
    return found
  }

  // MARK: What it remembers

  /// Withdrawals of a lineage of which epochs came back just now: what it sends again may come in
  /// parts, of which the first lack them. Those that the log has are named again only where they
  /// are of these epochs, under which they have to stand.
  func knownWithdrawals(_ lineage: LineageName, of epochs: Set<EpochName> = []) -> [ControlEntry] {
    guard let keeper, tellsWithdrawals else { return [] }
    return keeper.witness.withdrawals.lazy.map(\.value)
      .filter { $0.lineage == lineage && (epochs.contains($0.epoch) || !self.isLogged($0)) }
      .map { .withdrawal($0) }
  }

  func isLogged(_ withdrawal: CloudWitness.Withdrawal) -> Bool {
    guard let lineage = projections.state.lineages.places[withdrawal.lineage] else { return false }
    return projections.state.lineages[Int(lineage)].origins.contains(withdrawal.origin.rawValue)
  }
}
