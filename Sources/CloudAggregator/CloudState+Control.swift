internal import JournalFormat
internal import Sync

extension CloudState {
  /// Folds a control entry. One that `changesThePast` is known to the retractions already.
  mutating func apply(_ entry: ControlEntry, at log: LogPlace) throws(CloudError) {
    switch entry {
    case .cloudLife(let name, _, let salt):
      life = name
      tagSalt = salt
    case .threshold(let count): changeThreshold(to: count)
    case .enrol(let grant), .grant(let grant): add(grant)
    case .fence(let head, let child):
      guard let place = epochPlaces[head.epoch], epochs[Int(place)].child == nil else { return }
      epochs[Int(place)].child = child
      markChanged(epoch: Int(place))
    case .withdrawal, .recovered, .hole, .recovering: applyRestore(entry, at: log)
    case .takeDown(let tag, let isUndone):
      let place = tagPlace(suite: tag.suite, bits: tag.bits)
      tags[place].isTakenDown = !isUndone
      for content in contents(of: place) { vouchersChanged(content) }
      markChanged(tag: place)
      changedPublicly.insert(UInt32(place))
    case .mark(let number, _): backedUpLogNumber = number
    case .incident(let incident):
      guard let place = epochPlaces[incident.epoch] else { return }
      epochs[Int(place)].add(KeptIncident(incident, at: log))
      markChanged(epoch: Int(place))
    case .revoke(let name, let isUndone):
      guard let place = lineagePlaces[name] else { return }
      lineages[Int(place)].removal.isRevoked = !isUndone
      markChanged(lineage: Int(place))
      findRevokedKeys()
    case .redacted(let redacted): apply(redacted, isNews: log.number > retractions.readNumber)
    case .retract, .erase: return
    case .park, .unpark:
      throw CloudError(
        .newerLog,
        "The log has an entry of kind \(entry.kind), which this version does not write and cannot "
          + "act on. Use a newer spotlog.")
    }
  }

  /// What is said after a restore.
  private mutating func applyRestore(_ entry: ControlEntry, at log: LogPlace) {
    switch entry {
    case .withdrawal(let withdrawal): withdraw(withdrawal)
    case .recovered(let grant, let isProven):
      add(grant)
      guard let place = epochPlaces[grant.epoch] else { return }
      epochs[Int(place)].isUnproven = !isProven
      markChanged(epoch: Int(place))
    case .hole(let hole):
      guard let place = epochPlaces[hole.epoch], hole.first <= hole.last else { return }
      epochs[Int(place)].lostCount += hole.last - hole.first + 1
      markChanged(epoch: Int(place))
    case .recovering(let isOver):
      // The life that began with the restore has the entry just before this one.
      restoredThrough = isOver ? nil : log.number - min(log.number, 2)
      for content in contents where content.arrived != 0 { changedPublicly.insert(content.tag) }
    default: break
    }
  }

  private mutating func changeThreshold(to count: UInt32) {
    threshold = count
    wanted = []
    for (place, content) in contents.enumerated() {
      if content.arrived != 0 {
        changedPublicly.insert(content.tag)
      } else if isWanted(content) {
        wanted.insert(UInt32(place))
      }
    }
  }

  /// The epoch of a grant, and its lineage when it is new; or the next key of an epoch.
  private mutating func add(_ grant: Grant) {
    if let known = epochPlaces[grant.epoch] { return renew(known, grant) }
    noteOrder(of: grant)
    let epoch = UInt32(epochs.count)
    let lineage: UInt32
    let name = countsDevices ? LineageName(bits: grant.epoch.bits) : grant.lineage
    if let known = lineagePlaces[name] {
      lineage = known
    } else {
      lineage = UInt32(lineages.count)
      lineages.append(LineageState(name: name, rootEpoch: epoch))
      lineages[Int(lineage)].removal.isErased = retractions.erased.contains(name)
      lineagePlaces[name] = lineage
      changedLineages.append(lineage)
    }
    var state = EpochState(
      grant: grant, lineage: lineage, parent: grant.parent.flatMap { epochPlaces[$0.epoch] },
      retracted: retractions.numbers[grant.epoch] ?? RangeSet())
    if grant.withdrawalsDigest != .zero {
      state.told = withdrawnTags(ofLineage: lineage)
    }
    epochs.append(state)
    lineages[Int(lineage)].epochCount += 1
    if lineages[Int(lineage)].removal.isRefused { revokedKeys.insert(grant.deviceKey) }
    epochPlaces[grant.epoch] = epoch
    noncePlaces[grant.nonce] = epoch
    changedEpochs.append(epoch)
  }
}

extension CloudState {
  /// Items that a lineage withdrew and vouches for no more, in the order of their names: what a new
  /// epoch of it is told. More are not told, and not needed unless the cloud forgets them.
  func withdrawnTags(ofLineage lineage: UInt32) -> [UInt32] {
    let tags = lineages[Int(lineage)].withdrawnTags.sorted {
      tagTable.tags[Int($0)] < tagTable.tags[Int($1)]
    }
    return Array(tags.prefix(Self.toldMax))
  }

  private static let toldMax = 16_384

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
    swap(&lineage, &lineages[place])
  }

  /// A grant that was brought back keeps its place in the order, and no other gets it.
  private mutating func noteOrder(of grant: Grant) {
    grantCount = max(grantCount, grant.order) + 1
  }

  private mutating func renew(_ epoch: UInt32, _ grant: Grant) {
    guard epochs[Int(epoch)].grant.lineage == grant.lineage else { return }
    noteOrder(of: grant)
    // Of more than two, the nonces between the first and the last are of no use to anybody.
    let before = epochs[Int(epoch)]
    if before.grant.nonce != before.firstNonce { noncePlaces[before.grant.nonce] = nil }
    epochs[Int(epoch)].grant = grant
    noncePlaces[grant.nonce] = epoch
    markChanged(epoch: Int(epoch))
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
