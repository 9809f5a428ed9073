internal import JournalFormat
internal import Sync

extension CloudState {
  /// Folds a control entry. One that `changesThePast` is known to the retractions already.
  mutating func apply(_ entry: ControlEntry, at log: LogPlace) {
    switch entry {
    case .cloudLife(let name, _, let salt):
      life = name
      tagSalt = salt
    case .threshold(let count): changeThreshold(to: count)
    case .enrol(let grant), .grant(let grant):
      noteOrder(of: grant)
      add(grant, isProven: true, at: log)
    case .fence(let head, let child):
      guard let place = epochPlaces[head.epoch], epochs[Int(place)].child == nil else { return }
      epochs[Int(place)].child = child
      markChanged(epoch: Int(place))
    case .withdrawal, .recovered, .hole, .recovering: applyRestore(entry, at: log)
    case .takeDown(let tag, let isUndone): takeDown(tag, isUndone: isUndone)
    case .mark(let number, _): backedUpLogNumber = number
    case .admitted(let epoch, let token): admit(epoch, by: token)
    case .incident(let incident):
      guard let place = epochPlaces[incident.epoch] else { return }
      epochs[Int(place)].add(KeptIncident(incident, at: log))
      markChanged(epoch: Int(place))
    case .revoke(let name, let isUndone):
      guard let place = lineagePlaces[name] else { return }
      lineages[Int(place)].removal.isRevoked = !isUndone
      markChanged(lineage: Int(place))
      findRevokedKeys()
    case .redacted(let redacted):
      guard redacted.logNumber < log.number else { return }
      apply(redacted, isNews: log.number > retractions.readNumber)
    case .retract, .erase: return
    }
  }

  private mutating func takeDown(_ tag: Tag, isUndone: Bool) {
    let place = tagPlace(suite: tag.suite, bits: tag.bits)
    tags[place].isTakenDown = !isUndone
    for content in contents(of: place) { vouchersChanged(content) }
    markChanged(tag: place)
    changedPublicly.insert(UInt32(place))
  }

  /// What is said after a restore.
  private mutating func applyRestore(_ entry: ControlEntry, at log: LogPlace) {
    switch entry {
    case .withdrawal(let withdrawal): withdraw(withdrawal)
    case .recovered(let grant, let isProven):
      // One that nobody proved may have any.
      if isProven { noteOrder(of: grant) }
      if let known = epochPlaces[grant.epoch],
        epochs[Int(known)].standing >= GrantStanding(of: grant, isProven: isProven)
      {
        return
      }
      add(grant, isProven: isProven, at: log)
    case .hole(let hole):
      guard let place = epochPlaces[hole.epoch] else { return }
      epochs[Int(place)].lose(hole.entryCount)
      markChanged(epoch: Int(place))
    case .recovering(let isOver):
      // The life that began with the restore has the entry just before this one.
      restoredThrough = isOver ? nil : log.number - min(log.number, 2)
      for content in contents where content.arrived != 0 { changedPublicly.insert(content.tag) }
    default: break
    }
  }

  private mutating func admit(_ epoch: EpochName, by token: TokenIdentifier) {
    guard let place = epochPlaces[epoch], epochs[Int(place)].token == nil else { return }
    epochs[Int(place)].token = token
    tokenUses[token, default: 0] += 1
    markChanged(epoch: Int(place))
  }

  private mutating func changeThreshold(to count: UInt32) {
    threshold = count
    wanted = WantedPlaces()
    for (place, content) in contents.enumerated() {
      if content.arrived != 0 {
        changedPublicly.insert(content.tag)
      } else if isWanted(content) {
        wanted.insert(UInt32(place))
      }
    }
  }

  /// The epoch of a grant, and its lineage when it is new; or the next key of an epoch.
  ///
  /// - Parameter isProven: whether one of the cloud's keys signed the grant.
  private mutating func add(_ grant: Grant, isProven: Bool, at log: LogPlace) {
    if let known = epochPlaces[grant.epoch] { return renew(known, grant, isProven: isProven) }
    let epoch = UInt32(epochs.count)
    let lineage: UInt32
    let name = countedLineage(of: grant)
    if let known = lineagePlaces[name] {
      lineage = known
    } else {
      lineage = UInt32(lineages.count)
      // A grant that nobody proved may name any time.
      let enrolled = isProven ? min(grant.time, log.time) : log.time
      lineages.append(LineageState(name: name, rootEpoch: epoch, enrolled: enrolled))
      lineages[Int(lineage)].removal.isErased = retractions.erased.contains(name)
      lineagePlaces[name] = lineage
      changedLineages.append(lineage)
    }
    var state = EpochState(
      grant: grant, lineage: lineage, parent: grant.parent.flatMap { epochPlaces[$0.epoch] },
      retracted: retractions.numbers[grant.epoch] ?? RangeSet())
    state.isUnproven = !isProven
    if isProven { state.told = tags(toldBy: grant, toLineage: lineage) }
    epochs.append(state)
    lineages[Int(lineage)].epochCount += 1
    if let key = revokedKey(of: state) { revokedKeys.insert(key) }
    epochPlaces[grant.epoch] = epoch
    claim(grant.nonce, for: epoch)
    changedEpochs.append(epoch)
  }
}

extension CloudState {
  /// Items that a lineage withdrew and vouches for no more, in the order of their names: what a new
  /// epoch of it is told. More are not told, and not needed unless the cloud forgets them.
  func withdrawnTags(ofLineage lineage: UInt32) -> [UInt32] {
    if let known = lineages[Int(lineage)].toldTags { return known }
    let tags = lineages[Int(lineage)].withdrawnTags.sorted {
      tagTable.tags[Int($0)] < tagTable.tags[Int($1)]
    }
    return Array(tags.prefix(Self.toldMax))
  }

  /// Items that a lineage vouches for now. A device that was restored may have forgotten some of
  /// them, and would report no deletion of what it does not know to be public. Of more than are
  /// told, those that came to the cloud last, in the order of their names.
  func vouchedTags(ofLineage lineage: UInt32) -> [Tag] {
    lineages[Int(lineage)].vouchedTags.sorted(by: >).prefix(Self.toldMax)
      .map { tagTable.tags[Int($0)] }.sorted()
  }

  private static let toldMax = 16_384

  /// Items whose withdrawal a grant of the cloud's tells. Many grants of a lineage that come one
  /// after another share one list.
  private mutating func tags(toldBy grant: Grant, toLineage lineage: UInt32) -> [UInt32] {
    guard grant.withdrawalsDigest != .zero else { return [] }
    let tags = withdrawnTags(ofLineage: lineage)
    lineages[Int(lineage)].toldTags = tags
    return tags
  }

  /// A withdrawal that the log does not have as a report.
  private mutating func withdraw(_ withdrawal: CloudWitness.Withdrawal) {
    guard let known = lineagePlaces[withdrawal.lineage] else { return }
    let place = Int(known)
    let epoch = epochPlaces[withdrawal.epoch] ?? VouchHistory.unknownEpoch
    // Where the log has something else under its number, it is of a past that the log left, and
    // comes after what the log has: nobody can tell which was first.
    let head = epochPlaces[withdrawal.epoch].map { epochs[Int($0)].head.number } ?? 0
    let tag = tagPlace(suite: withdrawal.tag.suite, bits: withdrawal.tag.bits)
    markChanged(lineage: place)
    var lineage = LineageState.nobody
    swap(&lineage, &lineages[place])
    _ = lineage.origins.insert(withdrawal.origin.rawValue)
    withdraw(
      VouchHistory.Withdrawal(
        origin: withdrawal.origin.rawValue, number: max(withdrawal.number, head), kind: .made),
      tag: tag, &lineage, epoch: epoch)
    settle(&lineage, at: UInt32(place))
    swap(&lineage, &lineages[place])
  }

  /// A grant of the cloud's that was brought back keeps its place in the order, and no other gets
  /// it. The last place of all is never reached by counting, and not by what cannot be.
  private mutating func noteOrder(of grant: Grant) {
    guard grant.isPossible else { return }
    grantCount = SequenceNumber.bounded(max(grantCount, grant.order).addingUpTo(1))
  }

  private mutating func renew(_ epoch: UInt32, _ grant: Grant, isProven: Bool) {
    guard epochs[Int(epoch)].grant.lineage == grant.lineage else { return }
    // Of more than two, the nonces between the first and the last are of no use to anybody.
    let before = epochs[Int(epoch)]
    if before.grant.nonce != before.firstNonce, noncePlaces[before.grant.nonce] == epoch {
      noncePlaces[before.grant.nonce] = nil
    }
    if isProven, before.isUnproven {
      epochs[Int(epoch)].told = tags(toldBy: grant, toLineage: before.lineage)
    }
    epochs[Int(epoch)].grant = grant
    epochs[Int(epoch)].isUnproven = !isProven
    claim(grant.nonce, for: epoch)
    markChanged(epoch: Int(epoch))
  }

  /// Notes which epoch a nonce was answered with. Another lineage's stays, but where the nonce is
  /// the one that founded this lineage: grants that nobody proved may name any.
  mutating func claim(_ nonce: Nonce, for epoch: UInt32) {
    let lineage = epochs[Int(epoch)].grant.lineage
    if let known = noncePlaces[nonce], epochs[Int(known)].grant.lineage != lineage,
      lineage != LineageName(foundedWith: nonce)
    {
      return
    }
    noncePlaces[nonce] = epoch
  }

  /// The first epoch of the lineage that a nonce founded; nil: the log does not know it.
  func root(foundedWith nonce: Nonce) -> UInt32? {
    guard let known = noncePlaces[nonce],
      epochs[Int(known)].grant.lineage == LineageName(foundedWith: nonce)
    else { return nil }
    return known
  }

  /// The digest of the whole state, the same in every process and for every order of lineages.
  func digest(publicItems: [(tag: Tag, item: PublicItem)]) -> Digest {
    var writer = ByteWriter(capacity: 1 << 16)
    writer.integer(threshold)
    for place in tagTable.tags.indices.sorted(by: { tagTable.tags[$0] < tagTable.tags[$1] }) {
      write(tag: place, to: &writer)
    }
    for lineage in lineages.sorted(by: { $0.name < $1.name }) {
      lineage.writeCanonically(
        to: &writer, tags: tagTable.tags, content: { contents[Int($0)].digest },
        epoch: { epochs[Int($0)].grant.epoch })
    }
    for epoch in epochs.all.sorted(by: { $0.grant.epoch < $1.grant.epoch }) {
      writer.head(
        Head(epoch: epoch.grant.epoch, number: epoch.head.number, digest: epoch.head.digest))
      writer.name(epoch.child ?? .zero)
      writer.integer(epoch.lostCount)
      writer.raw(epoch.grant.deviceKey.bytes)
    }
    writeRemovals(to: &writer)
    for (tag, item) in publicItems {
      writer.raw(tag.bytes)
      writer.raw(item.bytes)
    }
    return Digest(of: writer.bytes)
  }

  private func write(tag place: Int, to writer: inout ByteWriter) {
    writeCounts(ofTag: place, to: &writer)
    for content in contents(of: place).sorted(by: {
      contents[Int($0)].digest < contents[Int($1)].digest
    }) {
      writer.name(contents[Int(content)].digest)
      writer.integer(contents[Int(content)].vouchers)
      writer.integer(UInt8(contents[Int(content)].arrived == 0 ? 0 : 1))
    }
    for day in days(of: place) { day.write(to: &writer) }
  }

  /// A tag with its counts, as the digest of the state and the tag's row both begin.
  func writeCounts(ofTag place: Int, to writer: inout ByteWriter) {
    let tag = tags[place]
    writer.raw(tagTable.tags[place].bytes)
    writer.integer(tag.events)
    writer.integer(tag.distinct)
    writer.integer(tag.firstDay)
    writer.integer(tag.lastDay)
    writer.integer(tag.shown)
    writer.integer(tag.engaged)
    writer.integer(UInt8(tag.isTakenDown ? 1 : 0))
  }
}

extension CloudState.DayCount {
  func write(to writer: inout ByteWriter) {
    writer.integer(day)
    writer.integer(events)
    writer.integer(distinct)
  }
}
