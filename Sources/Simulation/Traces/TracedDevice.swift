internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync
internal import TraceLines

/// One device of a trace. Parked while it is idle: its files are closed, and little more than they
/// remain.
///
/// What it is and does belongs to anyone who performs its tasks, one at a time; `DeviceWorker` sees
/// to that. What the world remembers of it belongs to the world's thread.
final class TracedDevice: SimulatedDevice {
  /// As the trace has it.
  private let givenName: String
  private var suspendedMachine: DeviceSyncMachine?
  /// Entries of its private journal.
  var entryCount: UInt64 = 0

  /// What the world remembers.
  var agenda = DeviceAgenda()
  /// Guarded by the worker.
  var lane = DeviceWorker.Lane()

  init(
    _ name: String, place: Int, on disk: SimulatedDisk, writer: BatchWriter,
    configuration: DeviceConfiguration, seed: UInt64
  ) {
    givenName = name
    super.init(
      place: place, person: place, on: disk, disk.journalOptions, folder: "/devices/\(place)",
      writer: writer, configuration: configuration, dice: .seeded(seed))
  }

  override var name: String { givenName }

  func perform(_ task: DeviceTask) throws -> DeviceTurn {
    switch task {
    case .record(let events, let time):
      return DeviceTurn(journaled: try record(events, at: time))
    case .wake(let time, let hasNews, let isNewProcess):
      if isNewProcess { end() }
      let sync = try sync(now: time)
      if hasNews { try sync.runFilter(now: time) }
      return try speak(sync, now: time)
    case .hear(let answer, let request, let time):
      let sync = try sync(now: time)
      try sync.received(answer, to: request, now: time)
      return try speak(sync, now: time)
    case .fail(let reason, let request, let time):
      let sync = try sync(now: time)
      if sync.machine.isOnItsWay(request) { sync.connectionFailed(reason, now: time) }
      return try speak(sync, now: time)
    case .park:
      park()
      return DeviceTurn()
    case .end:
      end()
      return DeviceTurn()
    }
  }

  /// Shows the device to somebody, and closes what that opened.
  func withDevice<Value>(now: Timestamp, _ body: (Device) throws -> Value) throws -> Value {
    defer { park() }
    return try body(try process(now: now))
  }

  private func record(_ events: [TraceEvent], at time: Timestamp) throws -> [JournalEvent] {
    let journaled = try events.map { try $0.journaled() }
    entryCount = try process(now: time).record(journaled, at: time)
    return journaled
  }

  private func sync(now: Timestamp) throws -> DeviceSync {
    try process(now: now).sync(now: now, resuming: suspendedMachine)
  }

  /// Asks the device's machine until it has nothing more to say now.
  private func speak(_ sync: DeviceSync, now: Timestamp) throws(DeviceError) -> DeviceTurn {
    var turn = DeviceTurn()
    while true {
      switch try sync.next(now: now) {
      case .send(let request): turn.requests.append(request)
      case .wait(let time):
        turn.rest = sync.machine.isCollecting ? .collecting(until: time) : .waiting(until: time)
        return turn
      case .nothing:
        let machine = sync.machine
        let isSettled = machine.phase == .ready && machine.acknowledged == machine.head
        turn.rest = .quiet(isSettled: isSettled)
        return turn
      case .stopped:
        turn.rest = .stopped
        return turn
      }
    }
  }

  /// Closes everything; the process is suspended, not ended, so its machine stays as it is.
  private func park() {
    let machine = machine
    super.end()
    suspendedMachine = machine
  }

  /// The process ends: the next one knows what the files say.
  override func end() {
    super.end()
    suspendedMachine = nil
  }

  /// The state of the conversation; nil before the device first spoke.
  var machine: DeviceSyncMachine? { process?.openedMachine ?? suspendedMachine }
}

/// What a device is given to do.
enum DeviceTask {
  case record([TraceEvent], at: Timestamp)
  case wake(at: Timestamp, hasNews: Bool, isNewProcess: Bool)
  case hear([UInt8], to: RequestNumber, at: Timestamp)
  case fail(String, of: RequestNumber, at: Timestamp)
  case park
  case end
}

/// What came of a task.
struct DeviceTurn {
  enum Rest {
    case waiting(until: Timestamp)
    /// All is acknowledged but reports that wait for a fuller batch.
    case collecting(until: Timestamp)
    /// Nothing to do; settled: the cloud has acknowledged all.
    case quiet(isSettled: Bool)
    case stopped
  }

  var journaled: [JournalEvent] = []
  var requests: [DeviceSync.Outgoing] = []
  var rest = Rest.quiet(isSettled: false)
}

/// What the world's thread remembers of a device.
struct DeviceAgenda {
  /// Events of the trace that are known and not yet performed.
  struct Coming {
    var events: [TraceEvent]
    /// The time up to which the world has to have come: that of the latest event so far.
    var due: Timestamp
  }

  /// The one wake-up that counts; others that are still scheduled are stale.
  var nextWake: Timestamp?
  /// Reports wait for the privacy filter.
  var hasNews = false
  /// When the oldest engagement that has not been acknowledged was made.
  var oldestWaiting: Timestamp?
  var lastUsed: UInt64 = 0
  /// For each message to it, and each that it will be answered: when that can arrive, at the
  /// earliest.
  private(set) var arrivals: [Timestamp] = []
  var coming: [Coming] = []
  /// Tasks that the worker has and whose turns the world has not taken.
  var recordsAhead = 0
  var isWakeAhead = false
  /// False for a device that will be lost or copied: what it does next is never certain.
  var worksAhead = true
  /// The next wake-up is that of a new process, which asks the cloud where it is.
  var beginsAnew = false
  /// Which of its processes speaks.
  private(set) var process = 0

  /// Nothing arrives before this, as far as messages are on their way; nil: there are none.
  var firstArrival: Timestamp? { arrivals.min() }

  /// Whether the wake-up that comes now is that of a new process.
  mutating func takesNewProcess() -> Bool {
    guard beginsAnew else { return false }
    beginsAnew = false
    process += 1
    return true
  }

  /// The device is gone: nobody hears what arrives.
  mutating func dies() {
    process += 1
    nextWake = nil
    hasNews = false
    beginsAnew = false
  }

  mutating func expects(_ arrival: Timestamp) { arrivals.append(arrival) }

  mutating func expectsNoMore(_ arrival: Timestamp) {
    if let place = arrivals.firstIndex(of: arrival) { arrivals.remove(at: place) }
  }
}
