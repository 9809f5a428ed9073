internal import Dispatch
public import Foundation
package import JournalFormat
internal import JournalStore
package import Sync
internal import Synchronization

/// A cloud in this process: devices' requests are answered from a data folder.
///
///     var random = SystemRandomNumberGenerator()
///     let keys = CloudKeys(signing: SigningKey(using: &random))
///     let cloud = try CloudHost(
///       folder: "cloud", keys: keys, configuration: CloudConfiguration(tagSalt: salt))
///     try await cloud.open()
///     let driver = SyncDriver(device) { request in await cloud.answer(request) }
///
/// `spotlog serve` is the same over HTTP, with bounds for each address. Call it from any task: one
/// thread owns the log, requests wait for it in a bounded queue, and those that wait together share
/// a commit. One process at a time can have a folder open.
public final class CloudHost: Sendable {
  private struct Waiting {
    let call: Aggregator.Call
    let continuation: CheckedContinuation<SyncResponse, Never>
  }

  private enum Life { case opening, open, closed }

  private struct State {
    var queue: IngestQueue
    var waiting: [Waiting] = []
    var isDraining = false
    /// Memory of batches that were read before it was their turn.
    var readAheadByteCount = 0
    var life = Life.opening
    var health = CloudHealth(.recovering, ["The aggregator reads its log. Ask again soon."])
    var statistics = CloudStatistics()
  }

  let storage: CloudStorage
  private let keys: CloudKeys
  let configuration: CloudConfiguration
  let clock: @Sendable () -> Timestamp
  private let onHealthChange: @Sendable (_ before: CloudHealth, _ after: CloudHealth) -> Void
  private let state: Mutex<State>
  /// What is public, for any thread.
  package let search: PublicSearch
  private let thread = DispatchQueue(label: "spotlog.cloud")
  /// Touched on `thread` only.
  nonisolated(unsafe) private var aggregator: Aggregator?
  nonisolated(unsafe) private var lockedLog: Aggregator.LockedLog?
  nonisolated(unsafe) private var upkeep = CloudUpkeep()
  let backupTurns: Mutex<BackupSchedule>

  /// - Parameters:
  ///   - clock: the cloud's time: what the log says of when something was received.
  ///   - onHealthChange: told each time that the health is another than before, in order.
  package init(
    storage: CloudStorage, keys: CloudKeys, configuration: CloudConfiguration,
    bounds: IngestQueue.Bounds = IngestQueue.Bounds(), clock: @escaping @Sendable () -> Timestamp,
    onHealthChange: @escaping @Sendable (_ before: CloudHealth, _ after: CloudHealth) -> Void
  ) throws(CloudError) {
    search = PublicSearch(hostApps: configuration.hostApps)
    self.storage = storage
    self.keys = keys
    self.configuration = configuration
    self.clock = clock
    self.onHealthChange = onHealthChange
    state = Mutex(State(queue: IngestQueue(bounds)))
    backupTurns = Mutex(BackupSchedule(started: clock()))
  }

  /// A cloud in a folder, for a program that transports requests to it itself.
  ///
  /// - Parameters:
  ///   - folder: the path of the data folder, which is made for its owner alone if it is not there.
  ///   - keys: those of the cloud; `CloudKeyFile` keeps them in a file outside the folder.
  ///   - configuration: `CloudConfiguration.tagSalt` counts for a new cloud only. With
  ///     `AdmissionPolicy.attestation` nobody is admitted: only a server asks a hook.
  ///   - witness: the path of a file outside all backups that records how far the log came; nil:
  ///     a log that goes back in time is not noticed.
  ///   - now: the clock: what the log says of when something was received.
  ///   - notice: receives a sentence for people about what lay beside the log and is not part of
  ///     it.
  /// - Throws: `CloudError.Code.configuration` if the folder cannot be made. Whether it can be used
  ///   is seen by `open`.
  public convenience init(
    folder: String, keys: CloudKeys, configuration: CloudConfiguration, witness: String? = nil,
    now: @escaping @Sendable () -> Date = { .now },
    notice: (@Sendable (String) -> Void)? = nil
  ) throws(CloudError) {
    try CloudError.translating(as: .configuration) {
      try FileSystem.makeFolder(folder, isPrivate: true)
    } saying: {
      "The data folder cannot be made (\($0)). Choose another, or make it."
    }
    try self.init(
      storage: .folder(folder, witnessPath: witness, notice: notice), keys: keys,
      configuration: configuration,
      clock: { Timestamp(nearestTo: now().timeIntervalSince1970) },
      onHealthChange: { _, _ in })
  }

  // MARK: Life

  /// Locks the log, so that no other process has it, and checks whether it went back in time.
  ///
  /// - Throws: `CloudError` when somebody else has it, or it cannot be used.
  public func lockLog() async throws(CloudError) {
    try await onThread { [self] () throws(CloudError) in lockedLog = try openLog() }
  }

  private func openLog() throws(CloudError) -> Aggregator.LockedLog {
    var dice = Dice.system
    return try Aggregator.openLog(
      storage, acceptsLoss: configuration.acceptsLoss, dice: &dice, now: clock())
  }

  /// Replays what the log has, locked already or not. Until then every request is asked to come
  /// again.
  ///
  /// - Throws: `CloudError` when the files or the keys cannot be used.
  public func open() async throws(CloudError) {
    try await onThread { [self] () throws(CloudError) in
      if lockedLog == nil { lockedLog = try openLog() }
      guard let log = lockedLog else { return }
      lockedLog = nil
      let opened = try Aggregator.open(
        log, storage, keys: keys, configuration: configuration, dice: .system, now: clock())
      aggregator = opened
      // Who reads that it is ready may ask at once.
      state.withLock { $0.life = .open }
      publishState(of: opened)
    }
  }

  /// Answers what waits, and writes what is only in memory. Nothing is taken afterwards.
  public func close() async throws(CloudError) {
    state.withLock { $0.life = .closed }
    try await onThread { [self] () throws(CloudError) in
      drain()
      // With it go the files, whether they could be written or not.
      defer { aggregator = nil }
      try aggregator?.close()
    }
  }

  /// To be called every few seconds: sees whether what went wrong is well again, and writes the
  /// witness.
  public func performUpkeep() async {
    try? await onThread { [self] () throws(CloudError) in
      guard let aggregator else { return }
      upkeep.perform(on: aggregator, storage: storage, now: clock())
      publishState(of: aggregator)
    }
  }

  /// Has the health say what is wrong with the log on its disk; nil: nothing.
  func setLogDamage(_ damage: String?) async {
    try? await onThread { [self] () throws(CloudError) in
      guard let aggregator else { return }
      aggregator.logDamage = damage
      publishState(of: aggregator)
    }
  }

  // MARK: Requests

  /// Answers a request of a device, once what the answer says is durable.
  ///
  /// - Parameter request: what a `SyncDriver` hands over; other bytes are refused.
  /// - Returns: what it expects back. Before `open` and after `close`, and while too many requests
  ///   wait, the answer asks the device to come again.
  public func answer(_ request: [UInt8]) async -> [UInt8] {
    guard reserve(request.count) == .taken else { return Self.noRoom.bytes }
    defer { releaseBytes(request.count) }
    guard admitRequest() == .taken else { return Self.noRoom.bytes }
    defer { finishRequest() }
    return await process(Aggregator.Call(request)).bytes
  }

  private static let noRoom = SyncResponse.refused(
    Refusal(
      .retryLater, "Too many requests wait, or the aggregator is closed. Try again soon.",
      retryAfterMilliseconds: 1_000))

  /// Room for bytes that came; to be given back with `releaseBytes`.
  package func reserve(
    _ byteCount: Int, for asker: IngestQueue.Asker = .anybody
  ) -> IngestQueue.OnArrival {
    state.withLock { $0.queue.onBytes(byteCount, of: asker) }
  }

  package func releaseBytes(_ byteCount: Int) { state.withLock { $0.queue.onBytesEnd(byteCount) } }

  /// Room for one more request, which is whole; to be given back with `finishRequest`.
  package func admitRequest(for asker: IngestQueue.Asker = .anybody) -> IngestQueue.OnArrival {
    state.withLock {
      $0.life == .closed ? .full(retryAfterMilliseconds: 1_000) : $0.queue.onRequest(of: asker)
    }
  }

  package func finishRequest() { state.withLock { $0.queue.onEnd() } }

  /// Answers one request for which there was room, once what the answer says is durable.
  package func process(_ call: Aggregator.Call) async -> SyncResponse {
    guard let (request, byteCount) = DecodedAppend.appendWorthDecoding(in: call),
      reserveReadAhead(byteCount)
    else { return await enqueue(call) }
    defer { state.withLock { $0.readAheadByteCount -= byteCount } }
    var call = call
    call.content = .append(await DecodedAppend.read(request))
    return await enqueue(call)
  }

  /// What does not fit is read when it is its turn.
  private static let readAheadByteCountMax = 16 << 20

  private func reserveReadAhead(_ byteCount: Int) -> Bool {
    state.withLock { state in
      guard state.life == .open, state.readAheadByteCount + byteCount <= Self.readAheadByteCountMax
      else { return false }
      state.readAheadByteCount += byteCount
      return true
    }
  }

  private func enqueue(_ call: Aggregator.Call) async -> SyncResponse {
    await withCheckedContinuation { continuation in
      let isFirst: Bool? = state.withLock { state in
        // The thread reads the log, for minutes perhaps: nobody waits behind that.
        guard state.life != .opening else { return nil }
        state.waiting.append(Waiting(call: call, continuation: continuation))
        defer { state.isDraining = true }
        return !state.isDraining
      }
      guard let isFirst else { return continuation.resume(returning: Self.notYet) }
      if isFirst { thread.async { [self] in drain() } }
    }
  }

  private static let notYet = SyncResponse.refused(
    Refusal(
      .retryLater, "The aggregator still reads its log. Nothing was accepted; try again soon.",
      retryAfterMilliseconds: 1_000))

  private func drain() {
    while let group = nextGroup() {
      let answers = aggregator?.handle(group.map(\.call), now: clock())
      if let aggregator { publishState(of: aggregator) }
      for (place, waiting) in group.enumerated() {
        waiting.continuation.resume(returning: answers?[place] ?? Aggregator.notNow)
      }
    }
  }

  private func nextGroup() -> [Waiting]? {
    state.withLock { state in
      let count = state.queue.groupCount(of: state.waiting.lazy.map { $0.call.byteCount })
      guard count > 0 else {
        state.isDraining = false
        return nil
      }
      let group = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      return group
    }
  }

  // MARK: Looking

  /// What is public, which is known once the log was read.
  package func publicSearch() throws(CloudError) -> PublicSearch {
    guard health.status != .recovering else { throw Self.isReading }
    return search
  }

  private static let isReading = CloudError(
    .notReady, "The aggregator still reads its log. Ask again soon.")

  /// Whether the aggregator can work at this moment.
  public var health: CloudHealth { state.withLock { $0.health } }

  package var statistics: CloudStatistics {
    let backups = backupFigures
    return state.withLock { state in
      var statistics = state.statistics
      statistics.backups = backups
      statistics.queuedRequests = state.queue.requestCount
      statistics.queuedBytes = state.queue.byteCount
      statistics.turnedAway = state.queue.turnedAwayCount
      return statistics
    }
  }

  /// What the aggregator says of itself, between two commits.
  package func ask<Value: Sendable>(
    _ body: @escaping @Sendable (Aggregator, Timestamp) throws(CloudError) -> Value
  ) async throws(CloudError) -> Value {
    guard state.withLock({ $0.life != .opening }) else { throw Self.isReading }
    return try await onThread { [self] () throws(CloudError) in try told(body) }
  }

  /// The same, for a thread that has nothing else to do.
  func askAndWait<Value>(
    _ body: (Aggregator, Timestamp) throws(CloudError) -> Value
  ) throws(CloudError) -> Value {
    let result: Result<Value, CloudError> = thread.sync {
      do throws(CloudError) { return .success(try told(body)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// On `thread`.
  private func told<Value>(
    _ body: (Aggregator, Timestamp) throws(CloudError) -> Value
  ) throws(CloudError) -> Value {
    guard let aggregator else {
      throw CloudError(.notReady, "The server is shutting down. Ask again once it has restarted.")
    }
    defer { publishState(of: aggregator) }
    let now = clock()
    guard aggregator.canShowProjections(now: now) else {
      throw CloudError(
        .log,
        "The log cannot be written now, so what it may lack is not shown. Make room or check its "
          + "disk, then ask again.")
    }
    return try body(aggregator, now)
  }

  /// Shows outside what the aggregator came to, before any answer that rests on it leaves.
  private func publishState(of aggregator: Aggregator) {
    search.update(from: aggregator, now: clock())
    var statistics = CloudStatistics(aggregator)
    statistics.withheldItems = search.withheldCount
    statistics.publicItems -= statistics.withheldItems
    let health = aggregator.health
    let before = state.withLock { state in
      defer { state.health = health }
      state.statistics = statistics
      return state.health
    }
    if health != before { onHealthChange(before, health) }
  }

  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(CloudError) -> Value
  ) async throws(CloudError) -> Value {
    try await Self.run(on: thread, body)
  }

  /// Waits for what a queue does, without taking a thread from anybody else meanwhile.
  static func run<Value: Sendable>(
    on queue: DispatchQueue, _ body: @escaping @Sendable () throws(CloudError) -> Value
  ) async throws(CloudError) -> Value {
    let result = await run(on: queue) { () -> Result<Value, CloudError> in
      do throws(CloudError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  static func run<Value: Sendable>(
    on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
