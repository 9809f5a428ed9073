package import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// What a run is made of.
package struct WorldPlan: Sendable {
  package var seed: UInt64 = 1
  package var threshold: UInt32 = 50
  package var network = NetworkProfile.calm
  /// How long a device collects reports before it speaks to the cloud, at most.
  package var syncIntervalMilliseconds: Int64 = 24 * 3_600_000
  /// Devices whose files are open at a time.
  package var openDevicesMax = 7_168
  /// Whether signatures are checked that this process made itself.
  package var checksOwnSignatures = false
  /// Makes other devices of the same seed: a server elsewhere may know those of an earlier run.
  package var deviceSalt: UInt64 = 0
  /// Requests that the cloud has not answered, at most; one that is in this process has none.
  package var openRequestsMax = 64
  /// How long the world goes on after the trace, for what is still on its way.
  package var windDownMilliseconds: Int64 = 90 * 86_400_000

  package init() {}
}

/// Devices and one cloud in one process, in virtual time, from one seed: a synchronous loop with
/// one place where the next thing is chosen. The cloud may be elsewhere, and in real time: then
/// runs of one seed are not equal.
package final class World {
  enum Happening {
    case wake(device: Int)
    case toCloud(DeviceSync.Outgoing, device: Int)
    case toDevice([UInt8], to: RequestNumber, device: Int)
    /// No answer comes to the device's request.
    case failed(String, RequestNumber, device: Int)
  }

  package let plan: WorldPlan
  package let disk: SimulatedDisk
  let cloudEnd: any CloudEnd
  let configuration: DeviceConfiguration
  /// In the order in which they were handed in.
  var openRequests: [OpenRequest] = []
  private(set) var devices: [SimulatedDevice] = []
  private var places: [String: Int] = [:]
  private var queue = EventQueue<Happening>()
  private var network: SimulatedNetwork
  private var dice: SplitMix64
  private(set) var now: Timestamp
  private(set) var started: Timestamp?
  package private(set) var ledger: Ledger
  package private(set) var measures = Measures()
  /// Folds what was chosen, in order: equal runs have equal hashes.
  package private(set) var traceHash: UInt64 = 14_695_981_039_346_656_037
  private var useCount: UInt64 = 0
  private(set) var openDevices: [Int] = []
  private let batchWriter = BatchWriter()
  let worker = DeviceWorker()
  /// All events of the trace before this time are known.
  var foreseen = Timestamp(milliseconds: .min)

  /// One disk of that name at a time.
  ///
  /// - Parameter remote: the cloud, where it is not in this process.
  package init(_ plan: WorldPlan, diskName: String, remote: (any RemoteCloud)? = nil) throws {
    self.plan = plan
    var seeds = SplitMix64(plan.seed)
    disk = SimulatedDisk(name: diskName, seed: seeds.next())
    network = SimulatedNetwork(profile: plan.network, seed: seeds.next())
    dice = SplitMix64(seeds.next())
    now = Timestamp(milliseconds: 0)
    if let remote {
      cloudEnd = remote
      configuration = DeviceConfiguration(of: remote.deployment)
    } else {
      let (local, configuration) = try LocalCloud.open(
        plan, on: disk, dice: .seeded(seeds.next()), now: now)
      cloudEnd = local
      self.configuration = configuration
    }
    ledger = Ledger(tagSalt: configuration.tagSalt)
  }

  /// The cloud in this process; nil where it is elsewhere.
  package var cloud: Aggregator? { (cloudEnd as? LocalCloud)?.aggregator }

  deinit { worker.giveUp() }

  // MARK: Apps and people

  /// Lets time pass up to the event, then does what it says.
  package func perform(_ event: TraceEvent) throws {
    try perform([event])
  }

  /// Events of one device at one time, as one transaction.
  package func perform(_ events: [TraceEvent]) throws {
    guard let first = events.first else { return }
    try passTime(to: first.time)
    started = started ?? first.time
    now = max(now, first.time)
    let place = place(of: first.device)
    let journaled = try recordTurn(events, place).journaled
    used(place)
    for event in journaled { ledger.record(event, device: place, time: first.time) }
    measures.traceEvents += events.count
    fold(1, place, UInt64(events.count))
    let device = devices[place]
    device.agenda.hasNews = true
    device.agenda.oldestWaiting = device.agenda.oldestWaiting ?? now
    if device.agenda.nextWake == nil { schedule(wake: place, at: nextSync()) }
    handOver(place)
  }

  func place(of name: String) -> Int {
    if let place = places[name] { return place }
    let place = devices.count
    var seeds = SplitMix64(plan.seed ^ plan.deviceSalt ^ UInt64(place + 1) &* 0xD1B5_4A32_D192_ED03)
    let folder = "/devices/\(place)"
    devices.append(
      SimulatedDevice(
        name: name,
        storage: DeviceStorage(
          privatePath: folder + "/private.journal", sharedPath: folder + "/shared.journal",
          indexPath: folder + "/index.sqlite", witness: MemoryWitnessStore(),
          journalOptions: disk.journalOptions, batchWriter: batchWriter),
        configuration: configuration, seed: seeds.next()))
    places[name] = place
    return place
  }

  // MARK: Time

  /// Everything that happens before `time`.
  private func passTime(to time: Timestamp) throws {
    repeat {
      while let next = queue.nextTime, next < time {
        try keepUp(before: next)
        try step()
      }
      try keepUp(before: time)
    } while queue.nextTime.map { $0 < time } ?? false
  }

  /// When the next thing happens.
  var nextTime: Timestamp? { queue.nextTime }

  /// What is still on its way, until nothing is, or the wind-down is over.
  package func windDown() throws {
    let end = now.advanced(byMilliseconds: plan.windDownMilliseconds)
    foreseeNothing(until: end)
    while true {
      while let next = queue.nextTime, next <= end {
        try keepUp(before: next)
        try step()
      }
      guard !openRequests.isEmpty else { break }
      // What comes after the end does not come any more.
      queue.removeAll()
      try awaitReplies()
    }
    for place in openDevices { worker.add(.park, for: devices[place]) }
    // All of them: one that was parked before may have to do it still.
    for device in devices { worker.finish(device) }
    openDevices = []
    try cloud?.folds.flush()
  }

  /// A message in the trace hash: its length and a checksum of its bytes.
  private static func hash(of message: [UInt8]) -> UInt64 {
    UInt64(Checksum(of: message).value) << 32 | UInt64(message.count)
  }

  private func step() throws {
    guard let (time, happening) = queue.popFirst() else { return }
    now = max(now, time)
    disk.setTime(now)
    switch happening {
    case .wake(let place):
      guard devices[place].agenda.nextWake == time else { return }
      devices[place].agenda.nextWake = nil
      fold(2, place, 0)
      act(try wakeTurn(place), of: place)
    case .toCloud(let request, let place):
      fold(3, place, Self.hash(of: request.bytes))
      try handIn(request, of: place, arrivedAt: time)
    case .toDevice(let answer, let request, let place):
      devices[place].agenda.expectsNoMore(time)
      fold(4, place, Self.hash(of: answer))
      act(try worker.perform(.hear(answer, to: request, at: now), by: devices[place]), of: place)
    case .failed(let reason, let request, let place):
      devices[place].agenda.expectsNoMore(time)
      fold(5, place, 0)
      act(try worker.perform(.fail(reason, of: request, at: now), by: devices[place]), of: place)
    }
    measures.steps += 1
  }

  /// An answer has come from the cloud.
  func heard(_ answer: [UInt8]) {
    measures.bytesDown += answer.count
    if let cloud { measures.revealed(cloud.folds.publicCount, on: now.day) }
  }

  /// Has something happen to a device now.
  func schedule(_ happening: Happening, _ place: Int) {
    devices[place].agenda.expects(now)
    queue.schedule(happening, at: now)
  }

  /// FNV-1a over what was chosen.
  private func fold(_ kind: UInt64, _ place: Int, _ value: UInt64) {
    for part in [kind, UInt64(place), value, UInt64(bitPattern: now.milliseconds)] {
      traceHash = (traceHash ^ part) &* 1_099_511_628_211
    }
  }

  /// Does to the world what came of a device's turn.
  private func act(_ turn: DeviceTurn, of place: Int) {
    used(place)
    let device = devices[place]
    for request in turn.requests {
      measures.requests += 1
      measures.bytesUp += request.bytes.count
      if request.bytes.first == SyncRequest.Kind.append.rawValue { measures.batches += 1 }
      send(.toCloud(request, device: place), place)
    }
    switch turn.rest {
    case .waiting(let time): schedule(wake: place, at: time)
    case .quiet(let isSettled):
      if isSettled { settled(device) }
      device.agenda.nextWake = nil
      if device.agenda.hasNews { schedule(wake: place, at: nextSync()) }
    case .stopped: device.agenda.nextWake = nil
    }
    handOver(place)
  }

  /// Puts a message on its way, as often as the network lets it arrive.
  func send(_ message: Happening, _ place: Int) {
    for arrival in network.arrivals(sentAt: now) {
      if case .toDevice = message {
        devices[place].agenda.expects(arrival)
      } else {
        devices[place].agenda.expects(firstAnswer(to: arrival))
      }
      queue.schedule(message, at: arrival)
    }
  }

  /// When the answer to what arrives at the cloud then can be at the device, at the earliest.
  func firstAnswer(to arrival: Timestamp) -> Timestamp {
    arrival.advanced(byMilliseconds: Int64(plan.network.latencyMinMilliseconds))
  }

  private func nextSync() -> Timestamp {
    let half = plan.syncIntervalMilliseconds / 2
    return now.advanced(byMilliseconds: half + Int64(dice.below(UInt64(half + 1))))
  }

  /// Everything was acknowledged: how long did the oldest report wait?
  private func settled(_ device: SimulatedDevice) {
    guard let oldest = device.agenda.oldestWaiting else { return }
    measures.lag.add(now.milliseconds - oldest.milliseconds)
    device.agenda.oldestWaiting = device.agenda.hasNews ? now : nil
  }

  private func schedule(wake place: Int, at time: Timestamp) {
    devices[place].agenda.nextWake = time
    queue.schedule(.wake(device: place), at: time)
  }

  // MARK: Parking

  /// Keeps the device open, and parks those that were used longest ago when too many are.
  private func used(_ place: Int) {
    useCount += 1
    if devices[place].agenda.lastUsed == 0 { openDevices.append(place) }
    devices[place].agenda.lastUsed = useCount
    guard openDevices.count > plan.openDevicesMax else { return }
    openDevices.sort { devices[$0].agenda.lastUsed > devices[$1].agenda.lastUsed }
    let kept = max(1, plan.openDevicesMax * 7 / 8)
    for place in openDevices[kept...] {
      worker.add(.park, for: devices[place])
      devices[place].agenda.lastUsed = 0
    }
    openDevices.removeLast(openDevices.count - kept)
  }

  package var networkCounters: SimulatedNetwork.Counters { network.counters }
}
