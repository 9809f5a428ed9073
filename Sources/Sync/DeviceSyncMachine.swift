package import JournalFormat

/// Decides what a device says to the cloud and when. Touches nothing: time, randomness and answers
/// come in as arguments, and anyone who owns it performs what `next` says.
package struct DeviceSyncMachine: Hashable, Sendable {
  enum Flight: Hashable, Sendable {
    case control
    case batch(last: UInt64)
  }

  struct InFlight: Hashable, Sendable {
    let number: RequestNumber
    var flight: Flight
    var deadline: Timestamp
  }

  struct Asked: Hashable, Sendable {
    let number: RequestNumber
    let digest: Digest
  }

  struct LoneRefusals: Hashable, Sendable {
    var entry: UInt64 = 0
    var count = 0
    /// What is too large stays so; a cloud that is set wrongly for a while must cost no entry.
    static let countMax = 3
  }

  /// How often in a row the cloud did not allow something before the device believes it: the first
  /// refusal may be of a request that left before something else changed the epoch's key.
  static let disownedMax = 2

  /// Contents of one request; more go with the next.
  static let goneCountMax = 1_024

  package let policy: Policy
  package internal(set) var phase: Phase
  package internal(set) var limits = SyncLimits()
  /// The last entry of the shared journal.
  package internal(set) var head: UInt64 = 0
  /// The cloud holds everything up to here, by receipts and by what it says now.
  package internal(set) var acknowledged: UInt64 = 0
  /// The life of the cloud that answered last; nil: none has answered this process.
  package internal(set) var cloudLife: CloudLife?
  /// The life of the cloud that said so; nil: none that has answered this process.
  package internal(set) var acknowledgedIn: CloudLife?
  /// The last number of what is on its way.
  package internal(set) var sent: UInt64 = 0
  /// Which reports wait for a fuller batch.
  var waiting = WaitingReports()
  /// The cloud held everything up to here before it was restored: what is sent again has receipts.
  package internal(set) var receivedBefore: UInt64 = 0
  package internal(set) var failures = 0
  /// Entries of one batch; each 413 makes it smaller.
  package internal(set) var entryCountMax: UInt32 = .max
  /// Entries that the cloud could not take even alone: they travel without their payload.
  package internal(set) var parked: Set<UInt64> = []
  /// How often in a row the cloud did not allow something.
  var disownedCount = 0
  /// How often in a row the cloud could not take one entry alone.
  var loneRefusals = LoneRefusals()
  /// What to add to the device's clock to have the cloud's: nothing until a request was refused
  /// for its time.
  package internal(set) var clockOffsetMilliseconds: Int64 = 0
  /// What the cloud asked for and the device does not have any more.
  var gone: [WantedContent] = []
  /// How many of them the cloud is being told.
  var goneCountSent = 0
  var wantsRotation = false
  /// New epochs and recoveries since the cloud last took something: each further one waits longer,
  /// so that two that cannot agree do not keep each other busy.
  var turnCount = 0
  var inFlight: [InFlight] = []
  /// A batch was not taken: once the others are answered, what the cloud lacks is sent again.
  var startsOver = false
  /// Batches that may be on their way at a time: half as many after one overtook another, and one
  /// more after each receipt. A network that mixes them up would have most sent for nothing.
  var window: Int
  private var requestCount: UInt64 = 0
  /// The latest requests: an answer that is signed is signed over one of them.
  private var asked: [Asked] = []
  package internal(set) var earliest: Timestamp?
  package internal(set) var lastError: String?

  package init(policy: Policy) {
    self.policy = policy
    window = max(1, policy.window)
    phase = .needsEnrolment
  }

  // MARK: Inputs from the device

  /// The shared journal has grown.
  ///
  /// - Parameter oldest: when the first of the new reports was made, where all of them may wait for
  ///   a fuller batch; nil: they do not wait, nor does what is before them.
  package mutating func updateHead(
    to newHead: UInt64, oldest: Timestamp? = nil, now: Timestamp, isUrgent: Bool = false,
    using random: inout some RandomNumberGenerator
  ) {
    guard newHead > head else { return }
    let wasIdle = head <= sent
    head = newHead
    waiting.add(oldest: oldest, through: newHead)
    if isUrgent {
      if failures == 0 { earliest = nil }
    } else if wasIdle, earliest == nil, policy.lingerMilliseconds > 0 {
      let half = policy.lingerMilliseconds / 2
      let spread = Int64(random.next(upperBound: UInt64(half + 1)))
      earliest = now.advanced(byMilliseconds: half + spread)
    }
  }

  /// Reports that wait for a fuller batch are sent with the next one.
  package mutating func releaseWaiting() { waiting.release(through: head) }

  /// The device does not have a requested content any more: tell the cloud.
  package mutating func queueGone(_ content: WantedContent) {
    if !gone.contains(content) { gone.append(content) }
  }

  /// The device has a new key: tell the cloud.
  package mutating func requestRotation() { wantsRotation = true }

  /// The device's files agree on an epoch, and on how much of it the cloud has acknowledged.
  ///
  /// - Parameters:
  ///   - released: the last report that does not wait for a fuller batch; nil: the last one.
  ///   - oldest: when the first report after that was made; nil: none waits.
  package mutating func resume(
    head: UInt64, acknowledged: UInt64, released: UInt64? = nil, oldest: Timestamp? = nil
  ) {
    phase = .needsOpen
    self.head = head
    waiting = WaitingReports(released: released ?? head)
    waiting.add(oldest: oldest, through: head)
    self.acknowledged = acknowledged
    acknowledgedIn = nil
    sent = acknowledged
  }

  /// What the device found in its files makes an end of its epoch.
  package mutating func needsNewEpoch(_ reason: NewEpochReason) {
    phase = .needsGrant(reason)
    inFlight = []
  }

  /// The cloud knows nothing of the device, nor has the device anything that it could be shown.
  package mutating func isUnknown() {
    phase = .needsEnrolment
    inFlight = []
  }

  mutating func stop(_ reason: StopReason) {
    phase = .stopped(reason)
    inFlight = []
  }

  /// What to do now. Asking does not change anything; `recordSent` does.
  package func next(now: Timestamp) -> Next {
    if case .stopped(let reason) = phase { return .stopped(reason) }
    if let earliest, earliest > now { return .wait(until: earliest) }
    let nextDeadline = inFlight.map(\.deadline).min()
    if let question { return inFlight.isEmpty ? question : wait(nextDeadline) }
    guard inFlight.count < window, !startsOver else { return wait(nextDeadline) }
    if !gone.isEmpty, !inFlight.contains(where: { $0.flight == .control }) {
      return .wanted(gone: Array(gone.prefix(Self.goneCountMax)))
    }
    guard sent < head else { return wait(nextDeadline) }
    if let batchDue, isWaiting(until: batchDue, now: now) {
      return wait(min(batchDue, nextDeadline ?? batchDue))
    }
    return .append(
      first: sent + 1, entryCountMax: Int(min(limits.batchEntryCount, entryCountMax)),
      byteCountMax: Int(limits.batchByteCount))
  }

  /// What has to be asked before anything else is said; nil when the two sides have agreed.
  private var question: Next? {
    switch phase {
    case .needsEnrolment: .enrol
    case .needsGrant: .grant
    case .needsRecovery: .recover
    // What is on its way is signed with the key that it left with: the next key waits for it. And
    // nothing else is said before: the cloud may know the next key only.
    case .needsOpen: wantsRotation ? .rotate : .open
    case .ready: wantsRotation ? .rotate : nil
    case .stopped: nil
    }
  }

  private func wait(_ deadline: Timestamp?) -> Next {
    deadline.map { .wait(until: $0) } ?? .nothing
  }

  /// When reports that wait for a fuller batch are sent at the latest; nil: none wait.
  package var batchDue: Timestamp? {
    let countMax = UInt64(min(limits.batchEntryCount, entryCountMax))
    // What may have left before has a number that is released, and is sent again at once.
    guard policy.batchDelayMilliseconds > 0, sent >= waiting.released, head - sent < countMax,
      let oldest = waiting.oldest
    else { return nil }
    return oldest.advanced(byMilliseconds: policy.batchDelayMilliseconds)
  }

  /// Whether the cloud has acknowledged all but the reports that wait for a fuller batch.
  package var isCollecting: Bool {
    batchDue != nil && phase == .ready && inFlight.isEmpty && failures == 0
      && acknowledged == sent && gone.isEmpty && !wantsRotation
  }

  /// A report of a time that is still to come was made before the clock went back: nobody can say
  /// how old it is, and it does not wait.
  private func isWaiting(until due: Timestamp, now: Timestamp) -> Bool {
    due > now && waiting.oldest.map { $0 <= now } ?? false
  }

  /// A request left. `last` is the last entry of its batch, nil for other requests.
  @discardableResult
  package mutating func recordSent(last: UInt64?, now: Timestamp) -> RequestNumber {
    requestCount += 1
    let number = RequestNumber(rawValue: requestCount)
    let timeout = policy.requestTimeoutMilliseconds ?? limits.requestTimeoutMilliseconds
    let deadline = now.advanced(byMilliseconds: Int64(timeout))
    let flight = last.map { Flight.batch(last: $0) } ?? .control
    inFlight.append(InFlight(number: number, flight: flight, deadline: deadline))
    if let last {
      sent = max(sent, last)
      // What does not fit into the batch goes with the next one, at once.
      waiting.release(through: head)
    }
    earliest = nil
    return number
  }

  /// A request left that tells so many of the contents that are gone.
  @discardableResult
  package mutating func recordSent(goneCount: Int, now: Timestamp) -> RequestNumber {
    goneCountSent = goneCount
    return recordSent(last: nil, now: now)
  }

  /// Remembers what left as a request, by SHA-256 of its bytes. All that may be on their way are
  /// remembered, and as many before them, whose answers may be late.
  package mutating func remember(_ digest: Digest, of request: RequestNumber) {
    let countMax = 2 * max(1, policy.window) + 2
    asked.append(Asked(number: request, digest: digest))
    asked.removeFirst(max(0, asked.count - countMax))
  }

  /// What an answer to the request may be signed over; of any of them where it is nil.
  package func digests(of request: RequestNumber?) -> [Digest] {
    asked.filter { request == nil || $0.number == request }.map(\.digest)
  }

  /// Whether an answer to the request is still waited for.
  package func isOnItsWay(_ request: RequestNumber) -> Bool {
    inFlight.contains { $0.number == request }
  }

  // MARK: Inputs from outside

  /// Time has passed: requests whose answer did not come are given up.
  package mutating func timePassed(
    to now: Timestamp, using random: inout some RandomNumberGenerator
  ) {
    guard inFlight.contains(where: { $0.deadline <= now }) else { return }
    failed("no answer came in time", now: now, floorMilliseconds: nil, using: &random)
  }

  /// The connection failed before an answer came.
  package mutating func connectionFailed(
    _ reason: String, now: Timestamp, using random: inout some RandomNumberGenerator
  ) {
    guard !inFlight.isEmpty else { return }
    failed(reason, now: now, floorMilliseconds: nil, using: &random)
  }

  mutating func failed(
    _ reason: String, now: Timestamp, floorMilliseconds: UInt32?,
    using random: inout some RandomNumberGenerator
  ) {
    failures += 1
    lastError = reason
    inFlight = []
    startsOver = false
    sent = acknowledged
    let delay = RetryDelay.milliseconds(
      failures: failures, limits: limits, floorMilliseconds: floorMilliseconds, using: &random)
    earliest = now.advanced(byMilliseconds: delay)
  }

  mutating func succeeded(_ flight: Flight) {
    if let index = inFlight.firstIndex(where: { $0.flight == flight }) {
      inFlight.remove(at: index)
    }
    if inFlight.isEmpty, startsOver {
      startsOver = false
      sent = acknowledged
    }
    if failures > 0 { earliest = nil }
    failures = 0
    disownedCount = 0
    lastError = nil
  }
}
