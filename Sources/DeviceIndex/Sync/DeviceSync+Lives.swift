package import JournalFormat
package import JournalStore
internal import SQLite
package import Sync

/// The lives of a device: which epoch its files are of, when that is over, and how the next begins;
/// its key, and the one that follows it.
extension DeviceSync {
  /// Checks that witness, outbox and private journal agree, and resumes their epoch. Where they do
  /// not, the epoch is over, whatever the cloud says.
  func resumeEpoch(isWitnessThere: Bool, now: Timestamp) throws(DeviceError) {
    switch try filesVerdict(isWitnessThere: isWitnessThere) {
    case .twoDevices: throw SharedJournal.foreign(besides: device.storage.privatePath)
    case .foreignWitness:
      throw DeviceError(
        .witness,
        "The witness beside \(device.storage.privatePath) is another device's. \(Witness.putRight)")
    case .notEnrolled:
      if !isWitnessThere { try keeper.persist() }
    case .sharedNotMade(let grant):
      let made = try SharedJournal.create(device, grant: grant, now: now)
      shared = made
      try resumeMachine(from: made)
    case .unfinishedStart(let next):
      try keeper.persistReplacement(next)
      try resumeEpoch(isWitnessThere: true, now: now)
    case .agree(let asksForNext):
      if let shared { try resumeMachine(from: shared) }
      if asksForNext { machine.needsNewEpoch(.unfinished) }
    case .over(let reason): machine.needsNewEpoch(reason)
    }
  }

  /// What the files say of each other. Where every epoch is kept, what left
  /// before is not compared.
  private func filesVerdict(isWitnessThere: Bool) throws(DeviceError) -> DeviceFilesVerdict {
    var known = isWitnessThere ? witness : nil
    if machine.policy.keepsEveryEpoch, shared != nil {
      known?.sent = nil
      known?.receipt = nil
    }
    return try DeviceFiles(own: device.privateJournal, shared: shared, witness: known).verdict()
  }

  private func resumeMachine(from shared: Journal) throws(DeviceError) {
    let received = try SharedJournal.read(shared) { tables throws(SQLiteError) in
      try tables.lastReceived()
    }
    // The witness may be older than the journal, and know less of what the cloud has said.
    let acknowledged = max(received, witness.receipt?.last.rawValue ?? 0)
    // What may have left before this process began does not wait.
    let head = try head()
    let released = min(head, max(acknowledged, witness.sent?.number ?? 0))
    machine.resume(
      head: head, acknowledged: acknowledged, released: released,
      oldest: try oldestWaiting(after: released, in: shared))
    if witness.successor != nil { machine.requestRotation() }
  }

  // MARK: The next epoch

  func askForEpoch(now: Timestamp) throws(DeviceError) -> Outgoing {
    let pending = try pendingChild()
    let request = GrantRequest(
      locator: try locatorOfLastEpoch(), nonce: pending.nonce, time: cloudTime(at: now),
      lineage: device.lineageKey, child: try keeper.key(of: pending))
    return recordSent(.grant(request), now: now)
  }

  /// The key that was drawn for the next epoch; stored before the cloud is asked, so that a
  /// repeated request is the same request.
  private func pendingChild() throws(DeviceError) -> Witness.Successor {
    if let child = witness.child { return child }
    return try keeper.draw(at: \.child, using: &device.random)
  }

  private func locatorOfLastEpoch() throws(DeviceError) -> Locator {
    if let shared, !isEpochLost, !isOfAnotherLineage { return try SharedJournal.locator(shared) }
    // Of another lineage the cloud knows none of the device's epochs.
    let last = isOfAnotherLineage ? nil : try knownGrants().last ?? witness.grant
    return Locator(
      epoch: last?.epoch ?? .zero,
      places: [Locator.Place(number: 0, digest: last?.journalIdentity.genesis ?? .zero)])
  }

  func granted(
    _ grant: Grant, root: Grant?, _ past: GrantedPast, _ news: CloudNews?, now: Timestamp
  ) throws(DeviceError) {
    guard let child = witness.child, grant.nonce == child.nonce, grant.parent != nil,
      grant.deviceKey == (try keeper.key(of: child)).publicKey,
      cloudKeys.contains(where: { grant.isSigned(by: $0) })
    else {
      lastDisbelief = "a grant of an epoch that this device did not ask its cloud for"
      return
    }
    guard grant.withdrawalsDigest == Grant.digest(of: past.withdrawn) else {
      lastDisbelief = "a grant with other withdrawals than it names"
      // The same request would bring the same answer.
      return try keeper.change { $0.child = nil }
    }
    guard machine.granted(news) else { return }
    if let root { try adoptRoot(root, beginning: grant, now: now) }
    try startEpoch(grant, past, now: now)
    isEpochLost = false
    isOfAnotherLineage = false
    if let next = witness.ofChild(grant) { try keeper.persistReplacement(next) }
    machine.startEpoch(endingWith: try head())
    if let news { try persistBackupMark(of: news) }
    try runFilter(now: now)
    if let news { try resendContents(news.wanted, isLate: true, now: now) }
  }

  /// Adopts the first grant of the lineage, if it is that, as if it had enrolled this device.
  private func adoptRoot(_ root: Grant, beginning grant: Grant, now: Timestamp) throws(DeviceError)
  {
    guard root.parent == nil, root.epoch == grant.parent?.epoch, root.lineage == grant.lineage,
      root.nonce == device.lineageKey.enrolmentNonce,
      cloudKeys.contains(where: { root.isSigned(by: $0) })
    else { return }
    try DeviceError.translating(as: .journal) {
      _ = try SharedJournal.adopt(root, device, now: now)
    }
  }

  private func startEpoch(
    _ grant: Grant, _ past: GrantedPast, now: Timestamp
  ) throws(DeviceError) {
    if let old = shared {
      try SharedJournal.startNextEpoch(device, old, grant: grant, past, now: now)
    } else {
      _ = try SharedJournal.create(device, grant: grant, past, now: now)
    }
    // Its writer's lock goes with the object.
    shared = nil
    shared = try SharedJournal.open(device.storage)
  }

  /// The cloud refused to continue with the key that was drawn: the next request brings another
  /// one.
  func forgetChild() throws(DeviceError) {
    guard case .needsGrant = machine.phase, witness.child != nil else { return }
    try keeper.change { $0.child = nil }
  }

  // MARK: A cloud that was restored

  /// Brings the cloud the grants that it does not know; a device that has none begins as a new one.
  func recover(now: Timestamp) throws(DeviceError) -> Step {
    let grants = try knownGrants()
    guard grants.areWhole(from: device.lineageKey) else {
      try enrolFromScratch()
      return try next(now: now)
    }
    isEpochLost =
      shared.map { shared in
        !grants.contains { $0.epoch == shared.identity.epoch }
      } ?? false
    let request = RecoverRequest(
      grants: grants, time: cloudTime(at: now), attestation: device.configuration.attestation,
      lineage: device.lineageKey)
    return .send(recordSent(.recover(request), now: now))
  }

  /// Nobody knows any more how the lineage began: the device asks to be enrolled as on its
  /// first day. What the witness had of an epoch stands for nothing then.
  private func enrolFromScratch() throws(DeviceError) {
    if witness.grant != nil { try keeper.replace(with: Self.newWitness(of: device)) }
    machine.isUnknown()
  }

  /// The grants that the device can show, each after the one that it continues from.
  private func knownGrants() throws(DeviceError) -> [Grant] {
    let all = try SharedJournal.adoptedGrants(device.privateJournal)
    // Those of the lineage by which a cloud knew the device last, from the beginning that it had
    // there last: a copy's, perhaps, that enrolled with a cloud which had forgotten both.
    let lineage = witness.grant?.lineage ?? all.last?.lineage
    let adopted = all.filter { $0.lineage == lineage }.fromLastBeginning
    guard let own = witness.grant, !adopted.contains(own) else { return adopted }
    // The private journal may have gone back to before the lineage's first epoch.
    if adopted.isEmpty, own.nonce == device.lineageKey.enrolmentNonce { return [own] }
    // Another key of an epoch is in the witness alone; and so is an epoch that the private journal
    // has forgotten, in a restore of its own.
    let isNext = adopted.contains { $0.epoch == own.epoch || $0.epoch == own.parent?.epoch }
    return isNext ? adopted + [own] : adopted
  }

  /// A receipt for entries that the cloud had before it was restored.
  func receipt(for number: UInt64, in shared: Journal) throws(DeviceError) -> Receipt? {
    guard number <= machine.receivedBefore else { return nil }
    return try SharedJournal.read(shared) { tables throws(SQLiteError) in
      try tables.receipt(for: number)
    }
  }

  /// Persists a receipt as long as its entries: a cloud that was restored is shown it.
  func persistReceipt(_ receipt: Receipt) throws(DeviceError) {
    guard let shared else { return }
    try DeviceError.translating(as: .journal) {
      try shared.write { appender throws(JournalError) in
        try appender.local { connection throws(SQLiteError) in
          try FilterTables(connection: connection).insertReceipt(receipt)
        }
      }
    }
  }

  /// What the cloud says of its backups counts from now on, also when it says less than before.
  func persistBackupMark(of news: CloudNews) throws(DeviceError) {
    guard let epoch = witness.grant?.epoch else { return }
    let mark = Witness.BackupMark(
      cloudLife: news.cloudLife, epoch: epoch, number: news.backedUpMark)
    // None is the same as one of nothing.
    guard mark != witness.backup, mark.number > 0 || witness.backup != nil,
      !device.configuration.ignores(mark, after: witness.backup)
    else { return }
    try keeper.change { $0.backup = mark }
  }

  // MARK: Keys

  /// Has the device continue with a new key, once the cloud agrees. The old one is kept until then.
  package func requestRotation() throws(DeviceError) {
    _ = try grant()
    guard device.configuration.rotatesKeys else { return }
    if witness.successor == nil {
      _ = try keeper.draw(at: \.successor, using: &device.random)
    }
    machine.requestRotation()
  }

  func rotate(now: Timestamp) throws(DeviceError) -> Outgoing {
    let grant = try grant()
    guard let successor = witness.successor else {
      throw DeviceError(
        .journal, "The witness holds no key to continue with. Start the change over.")
    }
    let request = RotateRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: cloudTime(at: now),
      nonce: successor.nonce, from: key, to: try keeper.key(of: successor))
    return recordSent(.rotate(request), now: now)
  }

  func rotated(_ grant: Grant, _ limits: SyncLimits) throws(DeviceError) {
    guard let successor = witness.successor, grant.nonce == successor.nonce,
      grant.deviceKey == (try keeper.key(of: successor)).publicKey,
      grant.epoch == witness.grant?.epoch,
      cloudKeys.contains(where: { grant.isSigned(by: $0) })
    else {
      lastDisbelief = "a grant that is not for this device's next key"
      return
    }
    guard machine.rotated(limits: limits) else { return }
    try keeper.rotate(to: successor, grant)
  }
}

extension [Grant] {
  fileprivate var fromLastBeginning: [Grant] {
    guard let beginning = last(where: { $0.parent == nil }),
      let start = firstIndex(where: { $0.epoch == beginning.epoch })
    else { return self }
    return Array(self[start...])
  }

  /// Whether they lead from the first epoch of the lineage to the last of them: a device that went
  /// back to before its enrolment has later ones alone, and nobody could believe those.
  fileprivate func areWhole(from key: LineageKey) -> Bool {
    guard let first, first.parent == nil, first.nonce == key.enrolmentNonce else { return false }
    return dropFirst().allSatisfy { grant in
      grant.epoch == first.epoch || contains { $0.epoch == grant.parent?.epoch }
    }
  }
}

extension Witness {
  /// For people: what to do with a witness of another device.
  package static let putRight =
    "Put the right one back; or move it away, and this device continues in a new epoch."

  /// The same of one that cannot be read.
  package static let makeReadable =
    "Make it an ordinary file that you may read; or move it away, and this device continues in a "
    + "new epoch."
}

extension DeviceFilesVerdict {
  /// For people: what to do with journals of two devices.
  package static let separateDevices =
    "Put the private journal back that belongs there; or move shared.journal and witness away, and "
    + "the device of the private journal continues in a new epoch."
}

extension DeviceFiles<DeviceError> {
  /// What the journals of a device show, open or not, with the witness beside them.
  package init(own: Journal, shared: Journal?, witness: Witness?) {
    self.init(
      witness: witness, shared: shared?.identity,
      adoptedGrants: { () throws(DeviceError) in try SharedJournal.adoptedGrants(own) },
      enrolmentNonce: { () throws(DeviceError) in
        LineageKey(secret: try DeviceJournal.lineageSecret(of: own)).enrolmentNonce
      },
      sharedDigest: { number throws(DeviceError) in
        try DeviceError.translating(as: .journal) { try shared?.digest(at: number) }
      },
      isSharedOfPrivate: { () throws(DeviceError) in
        guard let shared else { return false }
        return try SharedJournal.isMade(shared, from: own)
      },
      isSharedOfOther: { () throws(DeviceError) in
        guard let shared else { return false }
        return try SharedJournal.isMade(shared, fromAnotherThan: own)
      })
  }
}
