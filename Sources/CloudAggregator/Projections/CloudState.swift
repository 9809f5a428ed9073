internal import JournalFormat
internal import Sync

/// The projection of the cloud's log, in memory: who endorses what, counts by item and day, epochs.
///
/// A pure function of the log. It is fed entry by entry and flushed to a file with its checkpoint;
/// `CloudProjections` owns both. Each part of it owns its tables; what an entry changes in several
/// of them is decided here, and what a batch changes in `CloudState+Reports.swift`.
struct CloudState {
  var life = CloudLife.zero
  var tagSalt: [UInt8] = []
  var grantCount: UInt64 = 0
  var backedUpLogNumber: UInt64 = 0
  /// For whom grants count.
  var counting = LineageCounting()
  var items = ItemTable()
  var lineages = LineageTable()
  var epochs = EpochTable()
  var publication = Publication()
  /// Keys of lineages that were removed: nobody enrols with one.
  private(set) var revokedKeys: Set<PublicKey> = []
  /// What the log says later about reports that come earlier in it.
  var retractions = Retractions()
  var reportCount: UInt64 = 0
  /// A lineage took back more than was counted: the state was not made from the log.
  var isContradictory = false
  /// Steps that it took so far, about, to find out what lives of what lineages said.
  var settledWork: UInt64 = 0

  var isRecovering: Bool { publication.isRecovering }

  // MARK: Control entries

  /// Projections a control entry. One that `changesThePast` is known to the retractions already.
  mutating func apply(_ entry: ControlEntry, at log: LogPlace) {
    switch entry {
    case .cloudLife(let name, _, let salt): (life, tagSalt) = (name, salt)
    case .threshold(let count): publication.changeThreshold(to: count, in: items)
    case .enrol(let grant), .grant(let grant):
      raiseGrantCount(of: grant)
      add(grant, isProven: true, at: log)
    case .fence(let head, let child): epochs.fence(head.epoch, child: child)
    case .withdrawal(let withdrawal): withdraw(withdrawal)
    case .recovered(let grant, let isProven): recover(grant, isProven: isProven, at: log)
    case .hole(let hole): epochs.lose(hole)
    case .recovering(let isOver):
      // The life that began with the restore has the entry just before this one.
      publication.recover(from: isOver ? nil : log.number - min(log.number, 2), in: items)
    case .takeDown(let tag, let isUndone): takeDown(tag, isUndone: isUndone)
    case .mark(let number, _): backedUpLogNumber = number
    case .admitted(let epoch, let token): epochs.admit(epoch, by: token)
    case .incident(let incident): epochs.add(incident, at: log)
    case .revoke(let name, let isUndone): revoke(name, isUndone: isUndone)
    case .redacted(let redacted):
      guard redacted.logNumber < log.number else { return }
      apply(redacted, isNews: log.number > retractions.readNumber)
    case .retract, .erase: return
    }
  }

  /// Whether an entry says of reports that came before it that they have an effect, or none: then
  /// everything must be replayed.
  func changesThePast(_ entry: ControlEntry) -> Bool {
    switch entry {
    case .retract(let name, let first, let last, let isUndone):
      guard let place = epochs.places[name] else { return false }
      let before = epochs[Int(place)].retracted
      var after = before
      after.change(from: first, to: last, isRemoved: isUndone)
      return after != before
    case .erase(let name):
      return lineages.places[name].map { !lineages[Int($0)].removal.isErased } ?? false
    case .enrol, .grant, .fence, .cloudLife, .threshold, .takeDown, .mark, .incident, .revoke,
      .admitted, .withdrawal, .recovered, .hole, .recovering, .redacted:
      return false
    }
  }

  private mutating func takeDown(_ tag: Tag, isUndone: Bool) {
    let place = items.tagPlace(suite: tag.suite, bits: tag.bits)
    items.tags[place].isTakenDown = !isUndone && counting.takesDown
    for content in items.contents(of: place) { publication.endorsersChanged(content, in: items) }
    items.markChanged(place)
    publication.itemChanged(UInt32(place))
  }

  // MARK: Grants

  private mutating func recover(_ grant: Grant, isProven: Bool, at log: LogPlace) {
    // One that nobody proved may have any.
    if counting.movesOrder(isProven: isProven) { raiseGrantCount(of: grant) }
    if let known = epochs.places[grant.epoch],
      epochs[Int(known)].standing >= GrantStanding(of: grant, isProven: isProven)
    {
      return
    }
    add(grant, isProven: isProven, at: log)
  }

  /// A grant of the cloud's that was brought back keeps its place in the order, and no other gets
  /// it. The last place of all is never reached by counting, and not by what cannot be.
  private mutating func raiseGrantCount(of grant: Grant) {
    guard grant.isPossible else { return }
    grantCount = SequenceNumber.bounded(max(grantCount, grant.order).addingUpTo(1))
  }

  /// The epoch of a grant, and its lineage when it is new; or the next key of an epoch.
  ///
  /// - Parameter isProven: whether one of the cloud's keys signed the grant.
  private mutating func add(_ grant: Grant, isProven: Bool, at log: LogPlace) {
    if let known = epochs.places[grant.epoch] { return renew(known, grant, isProven: isProven) }
    let name = counting.lineage(of: grant)
    let lineage = lineages.places[name] ?? UInt32(lineages.count)
    if lineage == lineages.count {
      // A grant that nobody proved may name any time.
      let enrolled = isProven ? min(grant.time, log.time) : log.time
      var new = LineageState(name: name, rootEpoch: UInt32(epochs.count), enrolled: enrolled)
      new.removal.isErased = retractions.erased.contains(name)
      lineages.append(new)
    }
    var state = EpochState(
      grant: grant, lineage: lineage, parent: grant.parent.flatMap { epochs.places[$0.epoch] },
      retracted: retractions.numbers[grant.epoch] ?? RangeSet())
    state.isUnproven = !isProven
    if isProven { state.told = lineages.tags(toldBy: grant, to: lineage, in: items) }
    epochs.append(state)
    lineages[Int(lineage)].epochCount += 1
    if let key = revokedKey(of: state) { revokedKeys.insert(key) }
  }

  private mutating func renew(_ epoch: UInt32, _ grant: Grant, isProven: Bool) {
    let before = epochs[Int(epoch)]
    guard before.grant.lineage == grant.lineage else { return }
    let told =
      isProven && before.isUnproven
      ? lineages.tags(toldBy: grant, to: before.lineage, in: items) : nil
    epochs.renew(epoch, grant, isProven: isProven, told: told)
  }

  // MARK: Removal

  private mutating func revoke(_ lineage: LineageName, isUndone: Bool) {
    guard let place = lineages.places[lineage] else { return }
    guard !isUndone || counting.servesReinstated else { return }
    lineages[Int(place)].removal.isRevoked = !isUndone && counting.refusesRevoked
    lineages.markChanged(Int(place))
    findRevokedKeys()
  }

  /// What became of the lineage of an epoch.
  func removal(ofEpoch epoch: UInt32) -> Removal {
    lineages[Int(epochs[Int(epoch)].lineage)].removal
  }

  /// Rare, and so done for all at once.
  mutating func findRevokedKeys() {
    revokedKeys = Set(epochs.all.compactMap(revokedKey))
  }

  /// The key of an epoch with which nobody may enrol; nil: it may. A grant that nobody proved names
  /// whose key it likes, also one of a device that did nothing.
  private func revokedKey(of epoch: EpochState) -> PublicKey? {
    lineages[Int(epoch.lineage)].removal.isRefused && !epoch.isUnproven
      ? epoch.grant.deviceKey : nil
  }

  // MARK: As a whole

  /// Bytes of all rows that differ from the file, about, but for what reports say in the usual
  /// case.
  var changedByteCount: Int {
    items.changedByteCount + lineages.changedByteCount + epochs.changed.count * 400
  }

  /// After a flush: nothing differs from the file.
  mutating func flushed() {
    items.flushed()
    lineages.flushed()
    epochs.flushed()
  }

  /// The digest of the whole state, the same in every process and for every order of lineages.
  func digest(publicItems: [(tag: Tag, item: PublicItem)]) -> Digest {
    var writer = ByteWriter(capacity: 1 << 16)
    writer.integer(publication.threshold)
    items.writeCanonically(to: &writer)
    for lineage in lineages.all.sorted(by: { $0.name < $1.name }) {
      lineage.writeCanonically(
        to: &writer, tags: items.tagTable.tags, content: { items.contents[Int($0)].digest },
        epoch: { epochs[Int($0)].grant.epoch })
    }
    let sortedEpochs = epochs.all.sorted { $0.grant.epoch < $1.grant.epoch }
    for epoch in sortedEpochs {
      writer.head(
        Head(epoch: epoch.grant.epoch, number: epoch.head.number, digest: epoch.head.digest))
      writer.name(epoch.child ?? .zero)
      writer.integer(epoch.lostCount)
      writer.raw(epoch.grant.deviceKey.bytes)
    }
    // Where nothing was removed, nothing is added.
    for lineage in lineages.all.sorted(by: { $0.name < $1.name })
    where lineage.removal != Removal() {
      writer.name(lineage.name)
      lineage.removal.write(to: &writer)
    }
    for epoch in sortedEpochs where !epoch.retracted.isEmpty {
      writer.name(epoch.grant.epoch)
      epoch.retracted.write(to: &writer)
    }
    for (tag, item) in publicItems {
      writer.raw(tag.bytes)
      writer.raw(item.bytes)
    }
    return Digest(of: writer.bytes)
  }
}
