internal import JournalFormat
internal import JournalStore

/// Tells from the log what each report of some items counts for.
struct LedgerProjection {
  private typealias Place = ContributionLedger.Place
  private typealias Contribution = ContributionLedger.Contribution

  private let tags: Set<Tag>
  private let survey: LedgerSurvey
  private var ledger = ContributionLedger()
  private var epochs: [EpochName: LineageName] = [:]
  private var lineages: Set<LineageName> = []
  private var parents: [EpochName: EpochName] = [:]
  /// The last report of each epoch so far.
  private var heads: [EpochName: UInt64] = [:]
  /// With which report an effect came first.
  private var firsts: [LedgerSurvey.EffectName: Place] = [:]
  private var histories: [LedgerHistory.Name: LedgerHistory] = [:]
  /// What was counted of a lineage's feedback on an item, by day.
  private var feedback: [LedgerHistory.Name: [Day: ResultFeedback]] = [:]
  private let reader = BatchReader()

  init(of tags: Set<Tag>, by survey: LedgerSurvey) {
    self.tags = tags
    self.survey = survey
  }

  mutating func read(_ row: EntryRow) throws(FormatError) {
    // A batch without its payload held words alone, or was its lineage's that was erased.
    guard let payload = row.payload else { return }
    guard row.kind != .batch else {
      return try read(batch: payload, lastDay: Day(lastCountedAt: row.time))
    }
    switch try ControlEntry(kind: row.kind, payload: [UInt8](payload)) {
    case .enrol(let grant), .grant(let grant), .recovered(let grant, _): add(grant)
    case .withdrawal(let withdrawal): add(withdrawal)
    case .fence, .cloudLife, .threshold, .retract, .takeDown, .mark, .incident, .revoke, .erase,
      .admitted, .hole, .recovering, .redacted:
      return
    }
  }

  private mutating func add(_ grant: Grant) {
    guard epochs[grant.epoch] == nil else { return }
    epochs[grant.epoch] = grant.lineage
    lineages.insert(grant.lineage)
    if let parent = grant.parent?.epoch, epochs[parent] != nil { parents[grant.epoch] = parent }
  }

  // MARK: Reports

  private mutating func read(
    batch: UnsafeRawBufferPointer, lastDay: Day
  ) throws(FormatError) {
    let header = try BatchHeader(startOf: batch)
    guard let lineage = epochs[header.epoch], isCounted(lineage) else { return }
    heads[header.epoch] = header.last.rawValue
    let effects = survey.effects
    let found = try reader.withColumns(of: batch, header: header, refuse: { $0 }) {
      columns throws(FormatError) in
      columns.reports { effects.contains(.init(lineage: lineage, origin: $0.origin)) }
    }
    for report in found {
      let place = Place(epoch: header.epoch, number: report.number)
      guard var contribution = Contribution(report, lineage, place, lastDay) else { continue }
      if let entry = survey.retraction(of: place) {
        contribution.standing = .retracted(byLogEntry: entry)
      }
      add(contribution, to: report.tag, in: header.epoch)
    }
  }

  /// A withdrawal that the log forgot and the cloud's witness remembered.
  private mutating func add(_ withdrawal: CloudWitness.Withdrawal) {
    guard lineages.contains(withdrawal.lineage), isCounted(withdrawal.lineage) else { return }
    let contribution = Contribution(
      lineage: withdrawal.lineage, origin: withdrawal.origin,
      place: Place(epoch: withdrawal.epoch, number: withdrawal.number), day: nil,
      effect: .withdrawn(.made), standing: .counted)
    let isKnown = epochs[withdrawal.epoch] != nil
    add(
      contribution, to: withdrawal.tag, in: isKnown ? withdrawal.epoch : nil,
      behind: heads[withdrawal.epoch] ?? 0)
  }

  /// - Parameters:
  ///   - epoch: nil: the log has forgotten it.
  ///   - number: behind which entry of it a withdrawal stands; its own where that is earlier.
  private mutating func add(
    _ new: Contribution, to tag: Tag, in epoch: EpochName?, behind number: UInt64 = 0
  ) {
    var contribution = new
    let effect = LedgerSurvey.EffectName(lineage: new.lineage, origin: new.origin)
    guard survey.effects.contains(effect) else { return }
    let name = LedgerHistory.Name(tag: tag, lineage: new.lineage)
    if contribution.standing == .counted {
      if let before = place(before: new, effect, histories[name], in: epoch) {
        contribution.standing = .duplicate(of: before)
      }
      firsts[effect] = firsts[effect] ?? new.place
    }
    guard tags.contains(tag) else { return }
    if contribution.standing == .counted, case .feedback(let shown, let engaged) = new.effect,
      let day = new.day,
      !feedback[name, default: [:]][day, default: .nothing].addOnDay(shown: shown, engaged: engaged)
    {
      contribution.standing = .overBound
    }
    ledger.contributions[tag, default: []].append(contribution)
    guard contribution.standing == .counted else { return }
    let index = (ledger.contributions[tag]?.count ?? 0) - 1
    histories[name, default: LedgerHistory()].add(
      contribution, in: epoch, at: index, behind: number)
  }

  /// Where that was counted which a report is about; nil: nowhere yet.
  private func place(
    before new: Contribution, _ effect: LedgerSurvey.EffectName, _ history: LedgerHistory?,
    in epoch: EpochName?
  ) -> Place? {
    // A withdrawal that was heard in another epoch already says here what stands behind it.
    guard case .withdrawn = new.effect else { return firsts[effect] }
    return history?.withdrawal(of: new.origin, in: epoch)
  }

  /// Whether a lineage reported any of the items, and was not erased.
  private func isCounted(_ lineage: LineageName) -> Bool {
    survey.reporters.contains(lineage) && !survey.erased.contains(lineage)
  }

  // MARK: The end

  /// Once the log was read: which engagements were withdrawn is not known before.
  func finishedLedger() -> ContributionLedger {
    var ledger = ledger
    for (name, history) in histories {
      for (index, withdrawal) in history.ends(parents: parents) {
        ledger.contributions[name.tag]?[index].standing = .withdrawn(by: withdrawal)
      }
    }
    return ledger
  }
}

extension ContributionLedger.Contribution {
  /// Nil for what counts for nothing: words.
  fileprivate init?(
    _ report: ReportRecord, _ lineage: LineageName, _ place: ContributionLedger.Place,
    _ lastDay: Day
  ) {
    guard let effect = ContributionLedger.Effect(report) else { return nil }
    self.init(
      lineage: lineage, origin: report.origin, place: place, day: Day(lastDay.counted(report.day)),
      effect: effect, standing: .counted)
  }
}

extension ContributionLedger.Effect {
  fileprivate init?(_ report: ReportRecord) {
    switch report.kind {
    case .engaged: self = .engaged(report.content, isCarried: report.isCarried)
    case .withdrawn: self = .withdrawn(ContributionLedger.WithdrawalKind(report))
    case .feedback: self = .feedback(shown: report.shown, engaged: report.engaged)
    case .content, nil: return nil
    }
  }
}
