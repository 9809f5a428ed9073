internal import JournalFormat
internal import JournalStore

/// What becomes of a cloud whose log went back, and how much of the log its backups hold.
final class LogRecovery {
  private let configuration: CloudConfiguration
  private let committer: LogCommitter
  private var log: any CloudLog { committer.log }
  private var projections: CloudProjections { committer.projections }
  private(set) var acceptedLosses: [AcceptedLoss] = []
  /// How many of them were told.
  private var reportedLossCount = 0
  /// Why a witness that is there does not end the recovering.
  var trouble: String?

  init(_ committer: LogCommitter, configuration: CloudConfiguration) {
    self.committer = committer
    self.configuration = configuration
  }

  /// Acts on what the witness says of the log, before anything is answered.
  func face(
    _ past: LogVerdict, dice: inout Dice, now: Timestamp
  ) throws(CloudError) {
    switch past {
    case .unbroken(let witness):
      // It was hidden at an earlier start, and now the operator accepts the loss.
      if witness == nil, configuration.acceptsLoss, projections.state.isRecovering {
        acceptedLosses.append(.withdrawals)
        try committer.commit(recoveringIsOver, now: now)
      }
      return
    case .restored(let witness):
      if let loss = try unacceptedLoss(witness) {
        trouble = loss.reason
        if try wasRestored {
          try committer.commit([projections.newLife(configuration, using: &dice)], now: now)
        }
        break
      }
      try recordAcceptedLoss(witness)
      try adoptBackupMark(of: witness, restoredThrough: projections.position.number)
      try committer.commit(
        [projections.newLife(configuration, using: &dice)] + forgotten(witness) + recoveringIsOver,
        now: now)
    case .restoredBlindly:
      let isHidden = !configuration.acceptsLoss && !projections.state.isRecovering
      if configuration.acceptsLoss { acceptedLosses.append(.withdrawals) }
      let shown = configuration.acceptsLoss ? recoveringIsOver : []
      try committer.commit(
        [projections.newLife(configuration, using: &dice)]
          + (isHidden ? [.recovering(isOver: false)] : shown), now: now)
    }
    if let journal = log.file?.journal { try RestoreMark.clear(in: journal) }
  }

  /// Nothing is waited for any more, if something was.
  private var recoveringIsOver: [ControlEntry] {
    projections.state.isRecovering ? [.recovering(isOver: true)] : []
  }

  /// Continues with a witness that was brought back after the log was restored without one, or
  /// without one if the operator says so.
  func recover(from store: any CloudWitnessStore, now: Timestamp) throws(CloudError) {
    guard projections.state.isRecovering else { return }
    guard let journal = log.file?.journal else { return }
    // Where the log ends by now says nothing: it continued since it was restored.
    let past = try LogVerdict(of: journal, store, acceptsLoss: true)
    trouble =
      if let witness = past.witness { try unacceptedLoss(witness)?.reason } else {
        LogVerdict.problem(of: store)
      }
    guard trouble == nil, past.witness != nil || configuration.acceptsLoss else { return }
    var entries: [ControlEntry] = []
    if let witness = past.witness, let head = projections.state.publication.restoredThrough {
      try recordAcceptedLoss(witness)
      try adoptBackupMark(of: witness, restoredThrough: head)
      // What the operator decided meanwhile came after all that the witness knows.
      let since = try committer.witness.retractionRecords(
        after: head, through: projections.position.number)
      entries = forgotten(witness) + since.compactMap(\.act)
    } else {
      acceptedLosses.append(.withdrawals)
    }
    try committer.commit(entries + recoveringIsOver, now: now)
    try committer.witness.attach(store, past)
  }

  /// Whether the log came from a snapshot, and nobody has acted on that yet.
  var wasRestored: Bool {
    get throws(CloudError) {
      guard let journal = log.file?.journal else { return false }
      return try RestoreMark.isLeft(in: journal)
    }
  }

  /// What a log that was restored without its witness lacks of what its backups were to hold; nil:
  /// nothing, or the operator accepts it.
  private func unacceptedLoss(_ witness: CloudWitness) throws(CloudError) -> LogLoss? {
    guard !configuration.acceptsLoss, let head = projections.state.publication.restoredThrough
    else {
      return nil
    }
    return try loss(of: witness, restoredThrough: head)
  }

  private func loss(
    of witness: CloudWitness, restoredThrough head: UInt64
  ) throws(CloudError) -> LogLoss? {
    try LogLoss(of: witness, in: log.file?.journal, restoredThrough: head)
  }

  /// Records what is lost for good, so that it is reported: nobody may know that the setting took
  /// effect.
  private func recordAcceptedLoss(_ witness: CloudWitness) throws(CloudError) {
    let head = projections.state.publication.restoredThrough ?? projections.position.number
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

  /// A lineage that the log does not know endorses nothing in it.
  private func isForgotten(_ withdrawal: CloudWitness.Withdrawal) -> Bool {
    configuration.tellsWithdrawals && projections.state.lineages.places[withdrawal.lineage] != nil
      && !committer.witness.isLogged(withdrawal)
  }

  /// A log that went back has an older mark than its witness, whose backups are there still. One
  /// that went back further than those, or is of another past, has to find out again.
  private func adoptBackupMark(
    of witness: CloudWitness, restoredThrough head: UInt64
  ) throws(CloudError) {
    guard try loss(of: witness, restoredThrough: head) == nil else { return }
    committer.witness.markBefore = witness.place?.backedUpNumber ?? 0
  }

  /// Records in the log how much of it the oldest backup holds: more than before, or less.
  ///
  /// - Parameter onlyLess: whether the mark may only be lowered.
  func recordBackup(
    _ held: Journal.Position?, onlyLess: Bool = false, now: Timestamp
  ) throws(CloudError) {
    let position = try held.flatMap { position throws(CloudError) in
      try hasEntry(position) ? position : nil
    }
    let number = position?.number ?? 0
    let before = projections.state.backedUpLogNumber
    guard number != before || committer.witness.markBefore > 0, !onlyLess || number < before else {
      return
    }
    // A backup that is older than all that were there before can be restored from now on.
    if number < before { try committer.witness.persistRetractions(after: number, through: before) }
    if number != before {
      try committer.commit(
        [.mark(logNumber: number, logDigest: position?.digest ?? .zero)], now: now)
    }
    committer.witness.markBefore = 0
    try committer.witness.write()
  }

  /// A backup of a past that is not this log's holds nothing of it.
  private func hasEntry(_ position: Journal.Position) throws(CloudError) -> Bool {
    guard let journal = log.file?.journal else { return false }
    return try CloudError.translating(as: .log) {
      try journal.digest(at: position.number) == position.digest
    }
  }

  /// The accepted losses that this has not returned yet.
  func drainUnreportedLosses() -> [AcceptedLoss] {
    defer { reportedLossCount = acceptedLosses.count }
    return Array(acceptedLosses.dropFirst(reportedLossCount))
  }
}

extension CloudWitness.Record {
  fileprivate var act: ControlEntry? { if case .act(let act) = self { act.value } else { nil } }
}
