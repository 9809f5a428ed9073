package import CloudAggregator
internal import DeviceIndex
package import JournalFormat
internal import JournalStore
internal import Sync
package import TraceLines

/// What a run is made of.
package struct WorldPlan: Sendable, BreakablePlan {
  package var seed: UInt64 = 1
  package var threshold: UInt32 = 50
  package var network = NetworkProfile.calm
  /// How long a device collects reports before it speaks to the cloud, at most.
  package var syncIntervalMilliseconds: Int64 = 24 * 3_600_000
  /// How long a report may wait for a fuller batch; 0: nothing waits.
  package var batchDelayMilliseconds: Int64 = 0
  /// Devices whose files are open at a time.
  package var openDevicesMax = 4_096
  /// Whether signatures are checked that this process made itself.
  package var checksOwnSignatures = false
  /// Makes other devices of the same seed: a server elsewhere may know those of an earlier run.
  package var deviceSalt: UInt64 = 0
  /// Requests that the cloud has not answered, at most; one that is in this process has none.
  package var openRequestsMax = 64
  /// What is lost on purpose.
  package var losses = LossPlan()
  /// Whether each wait is kept, for quantiles: memory for every sync and every public item.
  package var measuresWaits = false
  #if Sabotage
    package var sabotage: Sabotage?
  #endif
  /// How long the world continues after the trace, for what is still on its way.
  package var windDownMilliseconds: Int64 = 90 * 86_400_000

  /// Milliseconds that a report may wait for a fuller batch.
  package static let batchDelayRange = DeviceSyncMachine.Policy.batchDelayRange

  package init() {}
}

/// Devices and one cloud in one process, in virtual time, from one seed: a synchronous loop with
/// one place where the next thing is chosen. The cloud may be elsewhere, and in real time: then
/// runs of one seed are not equal.
package final class World {
  enum Happening {
    case wake(device: Int)
    case toCloud(DeviceSync.Outgoing, from: Sender)
    case toDevice([UInt8], answers: RequestNumber, of: Sender)
    /// No answer comes to the device's request.
    case failed(String, RequestNumber, of: Sender)
    /// A copy of the device is taken, as its schedule says.
    case copy(device: Int)
    /// The device is to be lost, from now on.
    case loss(device: Int)
  }

  package let plan: WorldPlan
  package let disk: SimulatedDisk
  let cloudEnd: any CloudEnd
  let configuration: DeviceConfiguration
  /// In the order in which they were handed in.
  var openRequests: [OpenRequest] = []
  var devices: [TracedDevice] = []
  var places: [String: Int] = [:]
  var queue = EventQueue<Happening>()
  private var network: SimulatedNetwork
  private var dice: SplitMix64
  private(set) var now: Timestamp
  private(set) var started: Timestamp?
  package internal(set) var ledger: Ledger
  /// Nil: nothing is lost in this run.
  private(set) var losses: Losses?
  package private(set) var measures = Measures()
  /// Projections what was chosen, in order: equal runs have equal hashes.
  package var traceHash: UInt64 { chosen.value }
  private var chosen = TraceHash()
  var useCount: UInt64 = 0
  var openDevices: [Int] = []
  let batchWriter = BatchWriter()
  let worker = DeviceWorker()
  /// All events of the trace before this time are known.
  var foreseen = Timestamp(milliseconds: .min)

  /// One disk of that name at a time.
  ///
  /// - Parameters:
  ///   - start: when the cloud begins its log.
  ///   - shape: what the trace is like, where something of it is to be lost.
  ///   - remote: the cloud, where it is not in this process.
  package init(
    _ plan: WorldPlan, diskName: String, start: Timestamp = Timestamp(milliseconds: 0),
    shape: TraceShape? = nil, remote: (any RemoteCloud)? = nil
  ) throws {
    self.plan = plan
    var seeds = SplitMix64(plan.seed)
    disk = SimulatedDisk(name: diskName, seed: seeds.next())
    network = SimulatedNetwork(profile: plan.network, seed: seeds.next())
    dice = SplitMix64(seeds.next())
    now = start
    var made: DeviceConfiguration
    if let remote {
      cloudEnd = remote
      made = DeviceConfiguration(of: remote.deployment)
    } else {
      let local = SimulatedCloud(plan, on: disk, dice: .seeded(seeds.next()))
      try local.start(dice: local.dice, now: now)
      cloudEnd = local
      made = local.deviceConfiguration(plan)
    }
    made.batchDelayMilliseconds = plan.batchDelayMilliseconds
    configuration = made
    ledger = Ledger(
      tagSalt: configuration.tagSalt,
      reveals: plan.measuresWaits ? RevealTimes(threshold: plan.threshold) : nil)
    losses = shape.map { Losses($0, in: self) }
  }

  /// The cloud in this process; nil where it is elsewhere.
  package var cloud: Aggregator? { localCloud?.process }
  var localCloud: SimulatedCloud? { cloudEnd as? SimulatedCloud }

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
    measures.traceEvents += events.count
    measures.lastEvent = first.time
    let place = place(of: first.device)
    for (place, events) in losses?.dealt(events, place) ?? [(place, events)] {
      try perform(events, at: place)
    }
    try losses?.performed(events, by: place)
  }

  private func perform(_ events: [TraceEvent], at place: Int) throws {
    let journaled = try recordTurn(events, place).journaled
    used(place)
    for (event, line) in zip(journaled, events.lazy.map(\.line)) {
      ledger.record(event, device: place, time: events[0].time, line: line)
    }
    mix(1, place, UInt64(events.count))
    hasNews(place)
    handOver(place)
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
      if openRequests.isEmpty {
        guard now < end, losses?.callsForContents() == true else { break }
        continue
      }
      // What comes after the end does not come any more.
      queue.removeAll()
      try awaitReplies()
    }
    for place in openDevices { worker.add(.park, for: devices[place]) }
    // All of them: one that was parked before may have to do it still.
    for device in devices { worker.finish(device) }
    openDevices = []
    losses?.settle()
    try cloud?.projections.flush()
  }

  private func step() throws {
    guard let (time, happening) = queue.popFirst() else { return }
    now = max(now, time)
    disk.setTime(now)
    switch happening {
    case .wake(let place):
      guard devices[place].agenda.nextWake == time else { return }
      devices[place].agenda.nextWake = nil
      mix(2, place, 0)
      try act(try wakeTurn(place), of: place)
    case .toCloud(let request, let sender):
      mix(3, sender.device, TraceHash.hash(of: request.bytes))
      try handIn(request, of: sender, arrivedAt: time)
    case .toDevice(let answer, let request, let sender):
      devices[sender.device].agenda.expectsNoMore(time)
      mix(4, sender.device, TraceHash.hash(of: answer))
      try tell(.hear(answer, to: request, at: now), sender)
    case .failed(let reason, let request, let sender):
      devices[sender.device].agenda.expectsNoMore(time)
      mix(5, sender.device, 0)
      try tell(.fail(reason, of: request, at: now), sender)
    case .copy(let place): try losses?.copyIsDue(place)
    case .loss(let place): try losses?.lossIsDue(place)
    }
    measures.steps += 1
  }

  /// Tells a device what came of its request, if the process that asked is there still.
  private func tell(_ task: DeviceTask, _ sender: Sender) throws {
    let device = devices[sender.device]
    guard device.agenda.process == sender.process else { return handOver(sender.device) }
    try act(try worker.perform(task, by: device), of: sender.device)
  }

  /// An answer has come from the cloud.
  func heard(_ answer: [UInt8]) {
    measures.bytesDown += answer.count
    guard let cloud else { return }
    measures.revealed(cloud.projections.publicCount, on: now.day)
    guard plan.measuresWaits else { return }
    for entry in cloud.drainPublicChanges(withCounts: false).shown {
      ledger.recordReveal(of: entry.tag, at: now)
    }
  }

  /// Has something happen to a device now.
  func schedule(_ happening: Happening, _ place: Int) {
    devices[place].agenda.expects(now)
    queue.schedule(happening, at: now)
  }

  private func mix(_ kind: UInt64, _ place: Int, _ value: UInt64) {
    chosen.mix(kind, place, value, at: now)
  }

  /// Does to the world what came of a device's turn.
  private func act(_ turn: DeviceTurn, of place: Int) throws {
    used(place)
    let device = devices[place]
    let sender = Sender(device: place, process: device.agenda.process)
    for request in turn.requests {
      measures.requests += 1
      measures.bytesUp += request.bytes.count
      if request.bytes.first == SyncRequest.Kind.append.rawValue { measures.batches += 1 }
      send(.toCloud(request, from: sender), place)
    }
    switch turn.rest {
    case .waiting(let time): schedule(wake: place, at: time)
    // It syncs as often as ever: what cannot wait may be among what happens until then.
    case .collecting(let time): schedule(wake: place, at: min(time, nextSync()))
    case .quiet(let isSettled):
      if isSettled { settled(device) }
      device.agenda.nextWake = nil
      if device.agenda.hasNews || device.agenda.beginsAnew {
        schedule(wake: place, at: nextSync())
      }
    case .stopped: device.agenda.nextWake = nil
    }
    handOver(place)
    try losses?.turnEnded(turn, of: place)
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

  func nextSync() -> Timestamp {
    let half = plan.syncIntervalMilliseconds / 2
    return now.advanced(byMilliseconds: half + Int64(dice.below(UInt64(half + 1))))
  }

  /// Everything was acknowledged: how long did the oldest report wait?
  private func settled(_ device: TracedDevice) {
    guard let oldest = device.agenda.oldestWaiting else { return }
    let wait = now.milliseconds - oldest.milliseconds
    measures.lag.add(wait)
    if plan.measuresWaits { measures.lags.append(wait) }
    device.agenda.oldestWaiting = device.agenda.hasNews ? now : nil
  }

  func schedule(wake place: Int, at time: Timestamp) {
    devices[place].agenda.nextWake = time
    queue.schedule(.wake(device: place), at: time)
  }

  /// Nobody is told that the cloud went back: before a day is over, the process of each device has
  /// ended and begun again, and asks.
  func everybodyBeginsAnew() {
    for (place, device) in devices.enumerated() where !isGone(place) {
      device.agenda.beginsAnew = true
      // Anyone who is about to record something is woken after that. What is on its way to a device
      // wakes nobody: it may be the answer to a message that came twice, and be lost.
      if device.agenda.nextWake == nil, device.agenda.recordsAhead == 0 {
        schedule(wake: place, at: nextSync())
      }
      handOver(place)
    }
  }

  func isGone(_ place: Int) -> Bool { losses?.isGone(place) ?? false }

  // MARK: Devices

  func place(of name: String) -> Int {
    if let place = places[name] { return place }
    let place = addDevice(name)
    places[name] = place
    losses?.beginLife(place, name)
    return place
  }

  /// A new device, or one more life or copy of another.
  func addDevice(_ name: String) -> Int {
    let place = devices.count
    var seeds = SplitMix64(plan.seed ^ plan.deviceSalt ^ UInt64(place + 1) &* 0xD1B5_4A32_D192_ED03)
    devices.append(
      TracedDevice(
        name, place: place, on: disk, writer: batchWriter, configuration: configuration,
        seed: seeds.next()))
    devices[place].agenda.worksAhead = !(losses?.touches(name) ?? false)
    return place
  }

  /// The device has something to say, and does so before long.
  func hasNews(_ place: Int) {
    let device = devices[place]
    device.agenda.hasNews = true
    device.agenda.oldestWaiting = device.agenda.oldestWaiting ?? now
    if device.agenda.nextWake == nil { schedule(wake: place, at: nextSync()) }
  }

  // MARK: Parking

  /// Keeps the device open, and parks those that were used longest ago when too many are.
  func used(_ place: Int) {
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

  // MARK: The end

  package var networkCounters: SimulatedNetwork.Counters { network.counters }

  /// Everything that can be checked when the world has come to rest.
  ///
  /// - Parameter shown: what the cloud shows, where it is elsewhere.
  package func check(_ shown: PublicState? = nil) throws -> [CheckResult] {
    try RunChecks(world: self).all(shown)
  }
}

extension SimulatedCloud {
  /// The cloud of a trace.
  fileprivate convenience init(_ plan: WorldPlan, on disk: SimulatedDisk, dice: Dice) {
    var configuration = CloudConfiguration(tagSalt: Array("a simulated deployment's salt".utf8))
    configuration.threshold = plan.threshold
    plan.breakPromises(of: &configuration)
    self.init(
      configuration, on: disk, disk.journalOptions.ofServer, dice: dice,
      memory: plan.checksOwnSignatures ? nil : SignatureMemory(),
      // A cloud that goes back is to know what it took back since.
      witness: plan.losses.cloudRestores > 0 ? MemoryCloudWitnessStore() : nil)
  }
}

extension DeviceConfiguration {
  /// Of devices whose cloud is elsewhere, and answers in real time.
  fileprivate init(of deployment: CloudDeployment) {
    self.init(tagSalt: deployment.tagSalt, cloudKeys: deployment.keys)
    attestation = deployment.attestation
    policy.requestTimeoutMilliseconds = World.remoteTimeoutMilliseconds
  }
}
