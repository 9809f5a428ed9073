package import JournalFormat
package import JournalStore
package import Sync

/// The device's side of the conversation: owns the machine, the shared journal and the witness, and
/// performs what the machine decides. The transport is somebody else's.
package final class DeviceSync {
  /// A request on its way out. Anyone who carries it hands the answer back with its number.
  package struct Outgoing: Hashable, Sendable {
    package let number: RequestNumber
    package let bytes: [UInt8]
  }

  package enum Step: Hashable, Sendable {
    case send(Outgoing)
    case wait(until: Timestamp)
    case nothing
    case stopped(DeviceSyncMachine.StopReason)
  }

  /// The device owns this and outlives it.
  unowned let device: Device
  let cloudKeys: [SignatureVerifier]
  package internal(set) var machine: DeviceSyncMachine
  /// Nil until the device is enrolled: reports belong to an epoch.
  package internal(set) var shared: Journal?
  var keeper: DeviceWitnessKeeper
  package var witness: Witness { keeper.witness }
  var key: SigningKey { keeper.key }
  /// The cloud does not know the journal's epoch, and nobody has the grant to show.
  var isEpochLost = false
  /// The cloud knows this device by another lineage than its journals name: a copy of it enrolled
  /// when the cloud had forgotten both.
  var isOfAnotherLineage = false
  /// Damage to the filter's tables that was repaired when this was opened; nil: none.
  package let repair: String?
  /// An answer that was not believed, for people.
  package internal(set) var lastDisbelief: String?

  init(
    device: Device, resuming suspended: DeviceSyncMachine?, now: Timestamp
  ) throws(DeviceError) {
    self.device = device
    let memory = device.configuration.signatureMemory
    cloudKeys = device.configuration.cloudKeys.map { SignatureVerifier($0, knowing: memory) }
    let storage = device.storage
    let stored = try DeviceWitnessKeeper.read(storage.witness)
    let found = try SharedJournal.open(storage)
    shared = found
    repair = try Self.mend(device, found)
    keeper = DeviceWitnessKeeper(
      stored ?? Self.newWitness(of: device), in: storage.witness, memory)
    machine = DeviceSyncMachine(policy: device.configuration.policy)
    try resumeEpoch(isWitnessThere: stored != nil, now: now)
    if let suspended { machine = suspended }
  }

  /// Makes again what is damaged beside the entries of both journals.
  ///
  /// - Returns: what was wrong; nil: nothing.
  private static func mend(
    _ device: Device, _ shared: Journal?
  ) throws(DeviceError) -> String? {
    var mended: [String?] = []
    try DeviceError.translating(as: .journal) {
      for journal in [device.privateJournal, shared].compactMap(\.self) {
        mended.append(try RedactionList(journal).mend(comparingEntries: false))
      }
      mended.append(try SharedJournal.mendAdoptions(device.privateJournal))
    }
    if let shared { mended.append(try FilterRepair(SharedJournal.filter(device, shared)).run()) }
    let found = mended.compactMap(\.self)
    return found.isEmpty ? nil : found.joined(separator: "; ")
  }

  static func newWitness(of device: Device) -> Witness {
    let key = SigningKey(using: &device.random)
    return Witness(keySeed: key.seed, nonce: device.lineageKey.enrolmentNonce)
  }

  func head() throws(DeviceError) -> UInt64 {
    try DeviceError.translating(as: .journal) { try shared?.head().number ?? 0 }
  }

  func digest(at number: UInt64) throws(DeviceError) -> Digest? {
    try DeviceError.translating(as: .journal) { try shared?.digest(at: number) }
  }

  // MARK: Growing

  /// Has the privacy filter read on; the machine hears of new reports.
  package func runFilter(now: Timestamp) throws(DeviceError) {
    // An epoch that is over gets nothing more; its successor's journal is filtered on.
    guard let shared, !machine.phase.isOverEpoch else { return }
    // A report behind damage would never be sent, and the filter would count it as reported.
    try DeviceError.translating(as: .journal) {
      try shared.requireReadable(after: { machine.acknowledged })
    }
    try filter(shared).run()
    let head = try head()
    machine.updateHead(
      to: head, oldest: try oldestWaiting(after: machine.head, in: shared), now: now,
      using: &device.random)
    // A deletion may be among what there is no room for.
    if machine.batchDue != nil, try isOutboxFull() { machine.releaseWaiting() }
  }

  /// When the first report after that number was made; nil: none is there, one of them does not
  /// wait for a fuller batch, or they are enough for one.
  ///
  /// The time is that of the private entry: the shared journal has days alone.
  func oldestWaiting(after number: UInt64, in shared: Journal) throws(DeviceError) -> Timestamp? {
    guard machine.policy.batchDelayMilliseconds > 0 else { return nil }
    return try DeviceError.translating(as: .journal) {
      let last = number + UInt64(machine.limits.batchEntryCount)
      var areWaiting = false
      try shared.forEach(from: number + 1) { row throws(JournalError) in
        areWaiting = row.kind.waitsForFullerBatch && row.number.rawValue < last
        return areWaiting ? .next : .stop
      }
      guard areWaiting, let cause = try ReportTrail(shared).privateNumber(of: number + 1),
        let cause = SequenceNumber(cause)
      else { return nil }
      return try device.privateJournal.entry(cause)?.header.time
    }
  }

  func filter(_ shared: Journal) -> PrivacyFilter {
    var filter = SharedJournal.filter(device, shared)
    let kept = max(shared.floor.number, witness.backedUp(of: shared.identity.epoch))
    filter.roomThrough = kept + min(device.configuration.outboxCountMax, UInt64.max - kept)
    return filter
  }

  /// For people: why events wait that could be reported.
  package static let outboxIsFull =
    "The outbox is full: as many reports as may be wait for a backup of the cloud's. What was "
    + "journaled since is reported once one was made; ask the cloud's operator for it."

  /// Whether journaled events wait for room in the outbox: as many reports as may be wait for a
  /// backup of the cloud's.
  package func isOutboxFull() throws(DeviceError) -> Bool {
    guard let shared, !machine.phase.isOverEpoch else { return false }
    return try filter(shared).isPaused()
  }

  // MARK: Sending

  /// What to do now; a request that is returned counts as on its way.
  package func next(now: Timestamp) throws(DeviceError) -> Step {
    machine.timePassed(to: now, using: &device.random)
    switch machine.next(now: now) {
    case .grant: return .send(try askForEpoch(now: now))
    case .recover: return try recover(now: now)
    case .wait(let time): return .wait(until: time)
    case .nothing: return .nothing
    case .stopped(let reason): return .stopped(reason)
    case .enrol:
      let request = EnrolRequest(
        lineage: device.lineageKey, attestation: device.configuration.attestation, key: key)
      return .send(recordSent(.enrol(request), now: now))
    case .open:
      guard let grant = witness.grant, let shared else { return .nothing }
      let request = OpenRequest(
        lineage: grant.lineage, time: cloudTime(at: now),
        locator: try SharedJournal.locator(shared), key: key)
      return .send(recordSent(.open(request), now: now))
    case .wanted(let gone): return .send(try goneRequest(of: gone, now: now))
    case .rotate: return .send(try rotate(now: now))
    case .append(let first, let entryCount, let byteCount):
      return .send(try append(from: first, entryCount, byteCount, now: now))
    }
  }

  /// The cloud's time, estimated by the device.
  func cloudTime(at now: Timestamp) -> Timestamp {
    now.advanced(byMilliseconds: machine.clockOffsetMilliseconds)
  }

  func recordSent(_ request: SyncRequest, last: UInt64? = nil, now: Timestamp) -> Outgoing {
    outgoing(machine.recordSent(last: last, now: now), request)
  }

  func outgoing(_ number: RequestNumber, _ request: SyncRequest) -> Outgoing {
    let bytes = request.bytes
    machine.remember(Digest(of: bytes), of: number)
    return Outgoing(number: number, bytes: bytes)
  }

  func grant() throws(DeviceError) -> Grant {
    guard let grant = witness.grant else {
      throw DeviceError(.notEnrolled, "The device is not enrolled. Let it sync with its cloud.")
    }
    return grant
  }

  private func append(
    from first: UInt64, _ entryCount: Int, _ byteCount: Int, now: Timestamp
  ) throws(DeviceError) -> Outgoing {
    let grant = try grant()
    guard let shared, let previous = try digest(at: first - 1) else {
      throw DeviceError(.notEnrolled, "The device has nothing to send before it is enrolled.")
    }
    let receipt = try receipt(for: first, in: shared)
    let room = receipt.map { min(entryCount, Int($0.last.rawValue - first + 1)) } ?? entryCount
    let entries = try SharedJournal.entries(
      shared, from: first, entryCount: room, byteCount: byteCount, parked: machine.parked)
    guard let last = entries.last else {
      throw DeviceError(.journal, "\(shared.path) has no entry \(first) to send.")
    }
    // Durable before the batch leaves: if the journal goes back, this says so.
    let number = last.header.number.rawValue
    // A shorter batch after a failure takes nothing back of what may have left before.
    try keeper.change { witness in
      guard witness.sent.map({ $0.number < number }) ?? true else { return }
      witness.sent = Head(epoch: grant.epoch, number: number, digest: last.digest)
    }
    let batch = try DeviceError.translating(as: .journal) {
      try device.storage.batchWriter.batch(
        of: entries, lineage: grant.lineage, epoch: grant.epoch, previousDigest: previous,
        signedBy: key)
    }
    guard let receipt else {
      return recordSent(.append(AppendRequest(batch: batch)), last: number, now: now)
    }
    return recordSent(
      .resend(ResendRequest(receipt: receipt, batch: batch)), last: number, now: now)
  }

  // MARK: Hearing

  /// The connection failed before an answer came.
  package func connectionFailed(_ reason: String, now: Timestamp) {
    machine.connectionFailed(reason, now: now, using: &device.random)
  }

  /// An answer came; bytes that are not an answer count as a failed connection.
  ///
  /// - Parameter request: what it answers; nil where that cannot be told.
  package func received(
    _ bytes: [UInt8], to request: RequestNumber? = nil, now: Timestamp
  ) throws(DeviceError) {
    let response: SyncResponse
    do throws(FormatError) {
      response = try SyncResponse(bytes: bytes)
    } catch {
      return connectionFailed(error.message, now: now)
    }
    try received(response, to: request, now: now)
  }

  package func received(
    _ response: SyncResponse, to request: RequestNumber? = nil, now: Timestamp
  ) throws(DeviceError) {
    let isLate = request.map { !machine.isOnItsWay($0) } ?? true
    if request != nil, response.isOfTheMoment, isLate { return }
    let isSigned = isSigned(response, to: request)
    let news = isSigned ? response.news : nil
    if !isLate, let news { machine.recordAnswer(in: news.cloudLife) }
    switch response {
    case .enrolled(let grant, let limits):
      if witness.grant == nil {
        try enrolled(grant, limits, now: now)
      } else if witness.successor != nil {
        try rotated(grant, limits)
      }
    case .granted(let grant, let root, let withdrawn, let endorsed, _):
      // Without a trusted signature, nothing endorses the list.
      let past = GrantedPast(withdrawn: withdrawn, endorsed: news == nil ? nil : endorsed)
      return try granted(grant, root: root, past, news, now: now)
    case .received(let receipt, _):
      try received(receipt, news, isLate: isLate)
    case .refused(let refusal):
      if refusal.code == .notAllowed, isSigned { try forgetChild() }
      machine.refused(refusal, isSigned: isSigned, now: now, using: &device.random)
    case .opened, .notReceived, .news:
      guard let news else { return connectionFailed(Self.isUnsigned, now: now) }
      try applySignedAnswer(response, news, to: request, now: now)
    }
    guard let news else { return }
    try resendContents(news.wanted, isLate: isLate, now: now)
  }

  private static let isUnsigned =
    "the answer is not signed by a key of this device's cloud, so it counts as lost: somebody on "
    + "the way may have made it, or the cloud has a key that this device does not know"

  /// Whether the cloud said this, and to this request: only then is it acted on.
  private func isSigned(_ response: SyncResponse, to request: RequestNumber?) -> Bool {
    guard response.signature != nil else { return false }
    return machine.digests(of: request).contains { digest in
      cloudKeys.contains { response.isSigned(by: $0, to: digest) }
    }
  }

  /// What the cloud says of the moment, and signed.
  private func applySignedAnswer(
    _ response: SyncResponse, _ news: CloudNews, to request: RequestNumber?, now: Timestamp
  ) throws(DeviceError) {
    switch response {
    case .opened(let verdict, _):
      let digest = try comparedDigest(verdict)
      machine.opened(verdict, news, now: now, using: &device.random) { _ in digest }
      try persistBackupMark(of: news)
    case .notReceived(let verdict, _): try notReceived(verdict, news, to: request, now: now)
    case .news: machine.applyNews(news)
    case .enrolled, .received, .granted, .refused: break
    }
  }

  private func received(
    _ receipt: Receipt, _ news: CloudNews?, isLate: Bool
  ) throws(DeviceError) {
    let digest = try digest(at: receipt.last.rawValue)
    let isSigned =
      device.configuration.believesStrangers || cloudKeys.contains { receipt.isSigned(by: $0) }
    let answer = machine.received(
      receipt, news, epoch: witness.grant?.epoch ?? .zero, isSigned: isSigned, isLate: isLate
    ) { _ in digest }
    switch answer {
    case .new:
      try keeper.change { $0.receipt = receipt }
      try persistReceipt(receipt)
    case .disbelieved(let reason): lastDisbelief = reason
    case .known: break
    }
  }

  private func notReceived(
    _ verdict: OpenVerdict, _ news: CloudNews, to request: RequestNumber?, now: Timestamp
  ) throws(DeviceError) {
    if verdict == .lineageKnown { isOfAnotherLineage = true }
    let digest = try comparedDigest(verdict)
    machine.notReceived(verdict, news, to: request, now: now, using: &device.random) { _ in
      digest
    }
  }

  /// What this device has where the cloud says that its head is.
  private func comparedDigest(_ verdict: OpenVerdict) throws(DeviceError) -> Digest? {
    guard case .ahead(let cloudHead) = verdict else { return nil }
    return try digest(at: cloudHead.number)
  }

  private func enrolled(
    _ grant: Grant, _ limits: SyncLimits, now: Timestamp
  ) throws(DeviceError) {
    guard grant.nonce == witness.nonce, grant.deviceKey == key.publicKey,
      cloudKeys.contains(where: { grant.isSigned(by: $0) })
    else {
      lastDisbelief = "a grant that is not for this device's key, or not signed by the cloud's key"
      return
    }
    let before = (machine, keeper)
    guard machine.enrolled(limits: limits) else { return }
    do throws(DeviceError) {
      // There is a journal already when the witness was put back to before the enrolment.
      try keeper.change { $0.grant = grant }
      try resumeEpoch(isWitnessThere: true, now: now)
    } catch {
      // Without an outbox it would have nothing to say for ever. Asked again, the cloud says the
      // same.
      (machine, keeper) = before
      throw error
    }
    guard !machine.phase.isOverEpoch else { return }
    machine.startEpoch(endingWith: try head())
    try runFilter(now: now)
  }

  // MARK: Contents that the cloud asks for

  /// Answers each wanted content with a content report, or has the machine say that it is gone:
  /// also when its deletion is journaled and the filter has not come to it.
  ///
  /// - Parameter isLate: whether the cloud may have asked before it heard what it was sent since.
  func resendContents(_ wanted: [WantedContent], isLate: Bool, now: Timestamp) throws(DeviceError) {
    guard let shared, !wanted.isEmpty else { return }
    try filter(shared).run()
    for content in wanted {
      let answer = try SharedJournal.report(content, device, shared, now: now) {
        // A content that the cloud could not accept is not reported again.
        !isLate && $0 <= machine.acknowledged && !machine.parked.contains($0)
      }
      if answer == .gone { machine.queueGone(content) }
    }
    machine.updateHead(to: try head(), now: now, isUrgent: true, using: &device.random)
  }

  private func goneRequest(of gone: [WantedContent], now: Timestamp) throws(DeviceError) -> Outgoing
  {
    let grant = try grant()
    let request = WantedRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: cloudTime(at: now), gone: gone, key: key)
    return outgoing(machine.recordSent(goneCount: gone.count, now: now), .wanted(request))
  }
}

extension EntryKind {
  /// Whether a report of this kind may leave later. A deletion has to reach the cloud soon, and the
  /// cloud asks for words.
  fileprivate var waitsForFullerBatch: Bool {
    switch meaning {
    case .report(.engaged), .report(.feedback): true
    case .report(.withdrawn), .report(.content): false
    case .event, .batch, .control, .unknown: false
    }
  }
}
