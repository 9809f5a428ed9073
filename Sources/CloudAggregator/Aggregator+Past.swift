internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// What becomes of a cloud whose log went back.
extension Aggregator {
  /// Acts on what the witness says of the log, before anything is answered.
  func face(_ past: LogPast, now: Timestamp) throws(CloudError) {
    switch past {
    case .unbroken(let witness):
      // It was hidden at an earlier start, and now the operator accepts the loss.
      if witness == nil, configuration.acceptsLoss, folds.state.isRecovering {
        acceptedLosses.append(.withdrawals)
        try commit(recoveringIsOver, now: now)
      }
      return
    case .restored(let witness):
      if let loss = try unacceptedLoss(witness) {
        recoveringTrouble = loss.reason
        if try wasRestored { try commit([newLife()], now: now) }
        break
      }
      try noteAcceptedLoss(witness)
      try keepMark(of: witness, restoredThrough: folds.position.number)
      try commit([newLife()] + forgotten(witness) + recoveringIsOver, now: now)
    case .restoredBlindly:
      let isHidden = !configuration.acceptsLoss && !folds.state.isRecovering
      if configuration.acceptsLoss { acceptedLosses.append(.withdrawals) }
      let shown = configuration.acceptsLoss ? recoveringIsOver : []
      try commit([newLife()] + (isHidden ? [.recovering(isOver: false)] : shown), now: now)
    }
    try logFile?.journal?.forgetRestore()
  }

  /// Nothing is waited for any more, if something was.
  private var recoveringIsOver: [ControlEntry] {
    folds.state.isRecovering ? [.recovering(isOver: true)] : []
  }

  /// Goes on with a witness that was brought back after the log was restored without one, or
  /// without one if the operator says so.
  func recover(from store: any CloudWitnessStore, now: Timestamp) throws(CloudError) {
    guard folds.state.isRecovering else { return }
    guard let journal = logFile?.journal else { return }
    // Where the log ends by now says nothing: it went on since it was restored.
    let past = try LogPast(of: journal, store, acceptsLoss: true)
    recoveringTrouble =
      if let witness = past.witness { try unacceptedLoss(witness)?.reason } else {
        LogPast.problem(of: store)
      }
    guard recoveringTrouble == nil, past.witness != nil || configuration.acceptsLoss else { return }
    var entries: [ControlEntry] = []
    if let witness = past.witness, let head = folds.state.publication.restoredThrough {
      try noteAcceptedLoss(witness)
      try keepMark(of: witness, restoredThrough: head)
      // What the operator decided meanwhile came after all that the witness knows.
      let since = try takenBack(after: head, through: folds.position.number)
      entries = forgotten(witness) + since.compactMap(\.act)
    } else {
      acceptedLosses.append(.withdrawals)
    }
    try commit(entries + recoveringIsOver, now: now)
    try beginWitness(store, past)
  }

  /// From here on the witness follows the log. While it is waited for, nothing takes its place.
  ///
  /// One that is new, or that knew another past, learns what this log took back since the oldest
  /// backup, under the numbers that it has here: a restore of any of them is to bring it back.
  func beginWitness(
    _ store: any CloudWitnessStore, _ past: LogPast
  ) throws(CloudError) {
    guard !folds.state.isRecovering else { return }
    if case .unbroken(let witness?) = past {
      keeper = CloudWitnessKeeper(store, witness: witness)
      return try writeWitness()
    }
    var witness = past.witness ?? CloudWitness()
    witness.acts = []
    // What the log says of a lineage is read again; one that it forgot may come back any time, and
    // numbers of another past mean nothing to it.
    witness.withdrawals = witness.withdrawals.map(\.value)
      .filter { folds.state.lineages.places[$0.lineage] == nil }
      .map { CloudWitness.Recorded(logNumber: CloudWitness.unnumbered, value: $0) }
    keeper = CloudWitnessKeeper(store, witness: witness)
    try rememberAgain(after: folds.state.backedUpLogNumber, through: folds.position.number)
    try writeWitness()
  }

  /// Whether the log came from a snapshot, and nobody has acted on that yet.
  var wasRestored: Bool {
    get throws(CloudError) { try logFile?.journal?.wasRestored() ?? false }
  }

  /// What a log that was restored without its witness lacks of what its backups were to hold; nil:
  /// nothing, or the operator accepts it.
  private func unacceptedLoss(_ witness: CloudWitness) throws(CloudError) -> LogLoss? {
    guard !configuration.acceptsLoss, let head = folds.state.publication.restoredThrough else {
      return nil
    }
    return try loss(of: witness, restoredThrough: head)
  }

  private func loss(
    of witness: CloudWitness, restoredThrough head: UInt64
  ) throws(CloudError) -> LogLoss? {
    try LogLoss(of: witness, in: logFile?.journal, restoredThrough: head)
  }

  /// Has what goes for good be told: nobody may know that the setting took effect.
  private func noteAcceptedLoss(_ witness: CloudWitness) throws(CloudError) {
    let head = folds.state.publication.restoredThrough ?? folds.position.number
    guard configuration.acceptsLoss else { return }
    switch try loss(of: witness, restoredThrough: head) {
    case .end(let missing): acceptedLosses.append(.entries(missing))
    case .branch(let number): acceptedLosses.append(.branch(number))
    case nil: return
    }
  }

  /// What the witness remembers and the log may not have.
  ///
  /// Numbers do not tell which acts those are: the log may be one that parted from what the witness
  /// knew at any place. What is done already is done again, in the order in which it was done.
  private func forgotten(_ witness: CloudWitness) -> [ControlEntry] {
    witness.withdrawals.map(\.value).filter { isForgotten($0) }.map { .withdrawal($0) }
      + witness.acts.map(\.value)
  }

  /// A lineage that the log does not know vouches for nothing in it.
  private func isForgotten(_ withdrawal: CloudWitness.Withdrawal) -> Bool {
    configuration.tellsWithdrawals && folds.state.lineages.places[withdrawal.lineage] != nil
      && !isLogged(withdrawal)
  }

  private func isLogged(_ withdrawal: CloudWitness.Withdrawal) -> Bool {
    guard let lineage = folds.state.lineages.places[withdrawal.lineage] else { return false }
    return folds.state.lineages[Int(lineage)].origins.contains(withdrawal.origin.rawValue)
  }

  /// Withdrawals of a lineage of which epochs came back just now: what it sends again may come in
  /// parts, of which the first lack them. Those that the log has are named again only where they
  /// are of these epochs, under which they have to stand.
  func remembered(_ lineage: LineageName, of epochs: Set<EpochName> = []) -> [ControlEntry] {
    guard let keeper, configuration.tellsWithdrawals else { return [] }
    return keeper.witness.withdrawals.lazy.map(\.value)
      .filter { $0.lineage == lineage && (epochs.contains($0.epoch) || !self.isLogged($0)) }
      .map { .withdrawal($0) }
  }

  // MARK: The witness

  /// Has the witness know the log up to its head.
  func writeWitness() throws(CloudError) {
    try keeper?.note(
      CloudWitness.Place(
        journal: logFile?.name ?? .zero, life: folds.life, logNumber: folds.position.number,
        logDigest: folds.position.digest, backedUpNumber: backedUpNumber,
        backedUpDigest: try backedUpDigest()))
  }

  private func backedUpDigest() throws(CloudError) -> Digest {
    do throws(JournalError) {
      return try logFile?.journal?.digest(at: backedUpNumber) ?? .zero
    } catch {
      throw CloudError(.log, error.message, cause: error)
    }
  }

  private var backedUpNumber: UInt64 { max(folds.state.backedUpLogNumber, markBefore) }

  /// A log that went back has an older mark than its witness, whose backups are there still. One
  /// that went back further than those, or is of another past, has to find out anew.
  private func keepMark(
    of witness: CloudWitness, restoredThrough head: UInt64
  ) throws(CloudError) {
    guard try loss(of: witness, restoredThrough: head) == nil else { return }
    markBefore = witness.place?.backedUpNumber ?? 0
  }

  /// Has the witness know again what it forgot, since every backup held it.
  func rememberAgain(after number: UInt64, through last: UInt64) throws(CloudError) {
    try keeper?.note(takenBack(after: number, through: last))
  }

  /// What these entries of the log took back.
  private func takenBack(
    after number: UInt64, through last: UInt64
  ) throws(CloudError) -> [CloudWitness.Record] {
    var records: [CloudWitness.Record] = []
    do throws(CloudLogFailure) {
      try log.read(after: number, expecting: nil) { row throws(CloudError) in
        guard row.number.rawValue <= last else { return .stop }
        do throws(FormatError) { records += try Self.takenBack(by: row, reader) } catch {
          throw CloudError(.log, error.message, cause: error)
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

  private static func takenBack(
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
  func witnessed(_ records: [CloudWitness.Record]) -> Bool {
    guard let keeper, !records.isEmpty || keeper.isBehind else { return true }
    do throws(CloudError) {
      try keeper.note(records)
      witnessTrouble = nil
      return true
    } catch {
      witnessTrouble = error.message
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
      guard record.kind == .withdrawn, !record.isRedacted, !record.isTold else { return }
      let withdrawal = CloudWitness.Withdrawal(
        lineage: header.lineage, epoch: header.epoch, number: record.number, tag: record.tag,
        origin: record.origin)
      found.append(.withdrawal(CloudWitness.Recorded(logNumber: logNumber, value: withdrawal)))
    }
    return found
  }
}

extension CloudWitness.Record {
  fileprivate var act: ControlEntry? { if case .act(let act) = self { act.value } else { nil } }
}

extension ControlEntry {
  /// Whether a log that forgets it would show or count again what it should not.
  var takesBack: Bool {
    switch self {
    case .takeDown, .revoke, .erase, .retract: true
    default: false
    }
  }
}
