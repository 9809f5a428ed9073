internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import Search
internal import Synchronization

/// Something that happened on a device, for those who would poll for it otherwise.
public enum DeviceChange: Hashable, Sendable {
  /// What it is about.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case index, sync, reindex, expiry
  }

  /// The index has read on, or there is more to read: what can be found may be something else now.
  case index(IndexProgress)
  /// The conversation with the cloud has come on.
  case sync(SyncStatus)
  /// An app is asked for items.
  case reindex(OpenReindexRequest)
  /// Items or activities of an app have expired, or were removed because no app gave them again.
  case expiry(app: String, identifiers: [String])
  /// So many changes are not delivered: who observes was too slow, or the device could not read
  /// them. Look at what matters again.
  case missed(Int)

  /// Nil of `missed`, which is about all of them.
  public var kind: Kind? {
    switch self {
    case .index: .index
    case .sync: .sync
    case .reindex: .reindex
    case .expiry: .expiry
    case .missed: nil
    }
  }

  /// Whether a later one of its kind says all that this one does.
  fileprivate var isState: Bool { kind == .index || kind == .sync }
}

/// Changes that wait for somebody to take them, within a bound.
struct PendingChanges: Hashable, Sendable {
  let limit: Int
  private var waiting: [DeviceChange] = []
  private var missedCount = 0

  /// - Parameter limit: at least 1.
  init(limit: Int) { self.limit = max(1, limit) }

  /// A state takes the place of the one of its kind that waits. Where there is no room, the oldest
  /// change goes, and is counted.
  mutating func add(_ change: DeviceChange) {
    if case .missed(let count) = change {
      missedCount += count
      return
    }
    if change.isState { waiting.removeAll { $0.kind == change.kind } }
    waiting.append(change)
    guard waiting.count > limit else { return }
    waiting.removeFirst()
    missedCount += 1
  }

  /// The oldest; before it, how many are missing.
  mutating func next() -> DeviceChange? {
    if missedCount > 0 {
      defer { missedCount = 0 }
      return .missed(missedCount)
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}

/// What happens on a device, as it happens. One task takes it.
///
///     for await change in await host.changes([.index, .expiry]) {
///       if case .expiry(let app, let identifiers) = change { print(app, identifiers) }
///     }
///
/// It ends with the host, or when the task that takes it is cancelled. At most as many changes wait
/// as was asked for. A state of index or sync takes the place of the one that waits; when there is
/// no room, the oldest change is dropped, and `DeviceChange.missed` says so before the next one.
public struct DeviceChanges: AsyncSequence, Sendable {
  public typealias Element = DeviceChange
  public typealias Failure = Never

  /// What a host gives to, and an iterator takes from.
  final class Buffer: Sendable {
    let kinds: Set<DeviceChange.Kind>
    private let pending: Mutex<PendingChanges>
    private let signal: AsyncStream<Void>.Continuation

    init(
      _ kinds: Set<DeviceChange.Kind>, limit: Int, _ signal: AsyncStream<Void>.Continuation
    ) {
      self.kinds = kinds
      self.signal = signal
      pending = Mutex(PendingChanges(limit: limit))
    }

    func add(_ change: DeviceChange) {
      guard change.kind.map({ kinds.contains($0) }) ?? true else { return }
      pending.withLock { $0.add(change) }
      signal.yield()
    }

    fileprivate func next() -> DeviceChange? { pending.withLock { $0.next() } }

    func end() { signal.finish() }
  }

  private let buffer: Buffer
  private let signals: AsyncStream<Void>

  /// - Parameter end: called once, on any thread, when the sequence is no longer iterated.
  init(
    _ kinds: Set<DeviceChange.Kind>, limit: Int, whenEnded end: @escaping @Sendable () -> Void
  ) {
    // One signal is enough: the iterator takes all pending changes when it wakes.
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    signal.onTermination = { _ in end() }
    self.signals = signals
    buffer = Buffer(kinds, limit: limit, signal)
  }

  /// Where a host puts changes. It has to be ended.
  var entrance: Buffer { buffer }

  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: buffer, signals: signals.makeAsyncIterator())
  }

  /// Takes the changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let buffer: Buffer
    fileprivate var signals: AsyncStream<Void>.Iterator

    public typealias Failure = Never

    public mutating func next() async -> DeviceChange? { await next(isolation: nil) }

    /// Nil: the host is gone, or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> DeviceChange? {
      while true {
        guard !Task.isCancelled else {
          // The host forgets it, also where nothing was taken before.
          buffer.end()
          return nil
        }
        if let change = buffer.next() { return change }
        guard await signals.next(isolation: actor) != nil else { return buffer.next() }
      }
    }
  }
}

/// Who observes a device, and what they were told last.
final class ChangeObservers {
  private var buffers: [Int: DeviceChanges.Buffer] = [:]
  private var count = 0
  private var progress: IndexProgress?
  private var status: SyncStatus?
  /// Entries up to here were looked at.
  private(set) var looked: UInt64 = 0

  deinit { for buffer in buffers.values { buffer.end() } }

  var isEmpty: Bool { buffers.isEmpty }

  /// Whether anybody wants to know what entries say.
  var wantsEntries: Bool {
    buffers.values.contains { $0.kinds.contains(.reindex) || $0.kinds.contains(.expiry) }
  }

  /// - Parameter head: the last entry now: what is journaled later is told.
  func add(_ buffer: DeviceChanges.Buffer, as number: Int, head: UInt64) {
    if !wantsEntries { looked = head }
    buffers[number] = buffer
  }

  func nextNumber() -> Int {
    count += 1
    return count
  }

  func remove(_ number: Int) { buffers[number] = nil }

  func tell(_ change: DeviceChange) { for buffer in buffers.values { buffer.add(change) } }

  func tell(_ progress: IndexProgress) {
    guard self.progress != progress else { return }
    self.progress = progress
    tell(.index(progress))
  }

  func tell(_ status: SyncStatus) {
    guard self.status != status else { return }
    self.status = status
    tell(.sync(status))
  }

  func setLooked(_ number: UInt64) { looked = number }
}

extension DeviceHost {
  /// What happens on the device from now on.
  ///
  /// - Parameters:
  ///   - kinds: what is wanted.
  ///   - limit: how many changes wait at most, at least 1.
  /// - Throws: `DeviceError.Code.journal`.
  public func changes(
    _ kinds: Set<DeviceChange.Kind> = Set(DeviceChange.Kind.allCases),
    bufferingAtMost limit: Int = 64
  ) throws(DeviceError) -> DeviceChanges {
    let number = observers.nextNumber()
    let changes = DeviceChanges(kinds, limit: limit) { [weak self] in
      Task { await self?.removeObserver(number) }
    }
    observers.add(changes.entrance, as: number, head: try device.journaledNumber)
    return changes
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }

  /// Reviews what is due until the task is cancelled: asks apps for items, and journals what has
  /// expired, as `answerReindexRequests()` does when it is called at the dates that it returns.
  ///
  /// It looks at least every ten minutes, since an item that is given meanwhile may expire sooner.
  public func keepReviewing() async throws(DeviceError) {
    while !Task.isCancelled {
      let next = try await answerReindexRequests()
      let seconds = next.map { $0.timeIntervalSince(now()) } ?? Self.reviewSecondsMax
      let wait = min(max(seconds, 1), Self.reviewSecondsMax)
      try? await Task.sleep(for: .seconds(wait))
    }
  }

  private static var reviewSecondsMax: Double { 600 }

  /// Something was journaled: those who observe hear of it once the index has read it.
  func wakeObservers() { if !observers.isEmpty { readIndexInBackground() } }

  /// Tells those who observe what has changed since they were told last.
  ///
  /// It throws nothing: what goes wrong here goes wrong for those who ask next as well.
  func tellObservers() {
    guard !observers.isEmpty else { return }
    guard let progress = try? device.index.read(atMost: 0) else { return }
    observers.tell(progress)
    tellObserversOfEntries(through: progress.doneCount)
  }

  func tellObserversOfSync() {
    guard !observers.isEmpty, let status = try? syncStatus() else { return }
    observers.tell(status)
  }

  /// - Parameter last: what the index has read, so that it knows the requests.
  private func tellObserversOfEntries(through last: UInt64) {
    guard observers.wantsEntries, observers.looked < last else { return }
    let first = observers.looked + 1
    observers.setLooked(last)
    guard let events = try? device.privateJournal.events(from: first, through: last),
      let open = try? device.index.withoutReading({ () throws(DeviceError) in
        try device.reindex.openRequests()
      })
    else { return observers.tell(.missed(1)) }
    for event in events {
      switch event.fact {
      case .itemsExpired(let expiry):
        observers.tell(.expiry(app: expiry.app, identifiers: expiry.ids))
      case .reindexRequested(let request):
        guard let found = open.first(where: { $0.name.bytes == [UInt8](request.requestID) })
        else { continue }
        observers.tell(.reindex(OpenReindexRequest(found)))
      case .itemIndexed, .itemsDeleted, .activityRecorded, .resultsShown, .resultEngaged,
        .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun, .activitiesDeleted,
        .synonymsSet, nil:
        continue
      }
    }
  }
}

extension Journal {
  /// What the entries say that can be read.
  fileprivate func events(
    from first: UInt64, through last: UInt64
  ) throws(JournalError) -> [JournalEvent] {
    let remnants = Remnants(of: self)
    var events: [JournalEvent] = []
    try forEach(from: first) { row throws(JournalError) in
      guard row.number.rawValue <= last else { return .stop }
      if let event = try remnants.event(of: row) { events.append(event) }
      return row.number.rawValue < last ? .next : .stop
    }
    return events
  }
}
