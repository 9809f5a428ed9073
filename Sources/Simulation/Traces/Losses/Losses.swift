internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import Sync
internal import TraceLines

/// What is lost on purpose in a run, as the schedule says, and what has to be remembered of it.
final class Losses {
  private unowned let world: World
  let plan: LossPlan
  private let schedule: LossSchedule
  /// Groups after which counts are looked at.
  private let lookInterval: Int
  /// Deals what people do between a device and its copy.
  private var dice: SplitMix64
  private var groupCount = 0
  /// Devices that are to be lost or copied, by the place of their first life.
  private var lives: [Int: Life] = [:]
  /// The copy that lives beside a device, by the device's place.
  private var twins: [Int: Int] = [:]
  private var cloudCopy: CloudCopy?
  private(set) var restoredCount = 0
  private(set) var clonedCount = 0
  private(set) var cloudRestoreCount = 0
  /// How many contents were wanted when everybody was called for them, the last time.
  private var wantedAtCall: Int?
  /// How often counts were looked at on the way, and what was too high then.
  private(set) var lookCount = 0
  private(set) var tooHigh: [String] = []
  /// What died with devices, once the world has come to rest.
  private(set) var lostReports: [LostReport] = []

  /// A device from its beginning up to its loss.
  private final class Life {
    let name: String
    let fate: LossSchedule.Fate
    var groupCount = 0
    var copy: DeviceCopy?
    /// What its apps gave since the copy.
    var givenSince: [TraceEvent] = []
    var isLossDue = false
    /// Where it continues since its loss.
    var successor: Int?
    var receipts = ReceiptedReports()

    init(_ name: String, _ fate: LossSchedule.Fate) { (self.name, self.fate) = (name, fate) }
  }

  /// A consistent copy of a device's journals.
  private struct DeviceCopy {
    var files: SimulatedDevice.Files = [:]
    var entryCount: UInt64
    /// Engagements that it holds, of all that people made on the device.
    var engagementCount: Int
    /// What the ledger knew of the device then; nil once the copy has continued.
    var known: Ledger.Known?
  }

  /// A snapshot of the cloud's log.
  private struct CloudCopy {
    let snapshot: SimulatedCloud.Snapshot
    /// By device: how many of its engagements the log holds.
    let receiptCounts: [Int: Int]
  }

  init(_ shape: TraceShape, in world: World) {
    self.world = world
    plan = world.plan.losses
    schedule = LossSchedule(world.plan, shape)
    lookInterval = max(1, shape.groupCount / 64)
    dice = SplitMix64(world.plan.seed ^ 0xDEA1)
  }

  /// Whether the device is to be lost or copied.
  func touches(_ name: String) -> Bool { schedule.fates[name] != nil }

  func isGone(_ place: Int) -> Bool { lives[place]?.successor != nil }

  /// An answer of the cloud on its way to a device: what it acknowledges is not lost with the
  /// device.
  func heard(_ answer: [UInt8], to request: [UInt8], of place: Int) {
    guard let life = lives[place], life.fate.loss != nil,
      case .received(let receipt, _)? = try? SyncResponse(bytes: answer)
    else { return }
    life.receipts.add(ReceiptedReports.engagements(in: request), upTo: receipt.last)
  }

  /// The device has done what a group of the trace says, and a copy of it, if there is one, its
  /// part.
  func performed(_ events: [TraceEvent], by place: Int) throws {
    guard let name = events.first?.device else { return }
    noteInLife(events, of: place, name)
    groupCount += 1
    if schedule.cloudFates.contains(where: { $0.copy == groupCount }) { try copyCloud() }
    if schedule.cloudFates.contains(where: { $0.restore == groupCount }) { try restoreCloud() }
    if groupCount.isMultiple(of: lookInterval) { lookAtCounts() }
  }

  private func noteInLife(_ events: [TraceEvent], of place: Int, _ name: String) {
    // What a later life does is its own.
    guard let life = lives[place], life.successor == nil else { return }
    life.groupCount += 1
    if life.copy != nil { life.givenSince += events.filter(\.isOfApp) }
    if life.fate.copy.group == life.groupCount { schedule(.copy(device: place), life.fate.copy) }
    if let loss = life.fate.loss, loss.group == life.groupCount {
      schedule(.loss(device: place), loss)
    }
  }

  private func schedule(_ happening: World.Happening, _ moment: LossSchedule.Moment) {
    world.queue.schedule(
      happening, at: world.now.advanced(byMilliseconds: moment.delayMilliseconds))
  }

  // MARK: Copies

  /// A device's first life begins.
  func beginLife(_ place: Int, _ name: String) {
    guard let fate = schedule.fates[name] else { return }
    lives[place] = Life(name, fate)
    world.ledger.keepContents(of: place)
    if fate.loss != nil { world.ledger.follow(place) }
  }

  func copyIsDue(_ place: Int) throws {
    guard let life = lives[place] else { return }
    let copy = try copy(of: place)
    guard life.fate.loss == nil else {
      life.copy = copy
      return
    }
    let witness = life.fate.keepsWitness ? world.devices[place].witness.bytes : nil
    twins[place] = try continueLife(place, as: life.name + " (copy)", copy, witness: witness)
    clonedCount += 1
  }

  /// Closed files are consistent; the process continues as if nothing had been.
  private func copy(of place: Int) throws -> DeviceCopy {
    let device = world.devices[place]
    _ = try world.worker.perform(.park, by: device)
    return DeviceCopy(
      files: device.files, entryCount: device.entryCount,
      engagementCount: world.ledger.engagementCount(of: place),
      known: world.ledger.state(of: place))
  }

  /// A device continues from a copy, on other files.
  private func continueLife(
    _ place: Int, as name: String, _ copy: DeviceCopy, witness: [UInt8]?
  ) throws -> Int {
    let next = world.addDevice(name)
    let device = world.devices[next]
    device.agenda.worksAhead = false
    device.entryCount = copy.entryCount
    try device.become(copy.files, witness: witness)
    if let known = copy.known { world.ledger.resume(place, as: next, from: known) }
    world.hasNews(next)
    return next
  }

  /// Apps give everything to both of a device and its copy; what people do, they do on one.
  func dealt(_ events: [TraceEvent], _ place: Int) -> [(place: Int, events: [TraceEvent])] {
    guard let twin = twins[place] else { return [(place, events)] }
    let isOnTwin = dice.below(2) == 1
    let parts = [
      (place, isOnTwin ? events.filter(\.isOfApp) : events),
      (twin, isOnTwin ? events : events.filter(\.isOfApp)),
    ]
    return parts.filter { !$0.1.isEmpty }
  }

  // MARK: Losses

  func lossIsDue(_ place: Int) throws {
    guard let life = lives[place] else { return }
    life.isLossDue = true
    switch plan.lostAt {
    case .any where !life.fate.isLostAsItSends: try lose(place, life)
    case .receipt where isSettled(place): try lose(place, life)
    case .any, .receipt: break
    }
  }

  /// The device has said and heard what it could: is this the moment of its loss?
  func turnEnded(_ turn: DeviceTurn, of place: Int) throws {
    guard let life = lives[place], life.isLossDue, life.successor == nil else { return }
    switch plan.lostAt {
    // Who has nothing to send is lost without it.
    case .any where !turn.requests.isEmpty || !turn.isWaiting: try lose(place, life)
    case .receipt where isSettled(place): try lose(place, life)
    case .any, .receipt: break
    }
  }

  /// Whether the cloud has acknowledged everything that happened on the device, and no older
  /// snapshot of the cloud will take its place before the device has spoken with it again.
  private func isSettled(_ place: Int) -> Bool {
    let agenda = world.devices[place].agenda
    guard cloudCopy == nil, !agenda.hasNews, !agenda.beginsAnew,
      let machine = world.devices[place].machine
    else { return false }
    return machine.phase == .ready && machine.acknowledged == machine.head
  }

  /// The device is gone with all that it has; a copy of it continues, and is given by the apps what
  /// they gave since.
  private func lose(_ place: Int, _ life: Life) throws {
    guard let copy = life.copy else { return }
    let device = world.devices[place]
    _ = try world.worker.perform(.end, by: device)
    let witness = life.fate.keepsWitness ? device.witness.bytes : nil
    device.agenda.dies()
    for path in [device.storage.privatePath, device.storage.sharedPath] {
      try SimulatedFiles(device.disk).remove(path)
    }
    let next = try continueLife(place, as: life.name, copy, witness: witness)
    world.places[life.name] = next
    if plan.lostAt == .any { world.ledger.mayForget(place) }
    if !life.givenSince.isEmpty {
      let task = DeviceTask.record(life.givenSince, at: world.now)
      let turn = try world.worker.perform(task, by: world.devices[next])
      for (event, given) in zip(turn.journaled, life.givenSince) {
        world.ledger.record(event, device: next, time: world.now, line: given.line)
      }
    }
    life.successor = next
    life.givenSince = []
    life.copy = DeviceCopy(entryCount: copy.entryCount, engagementCount: copy.engagementCount)
    restoredCount += 1
  }

  // MARK: The cloud goes back

  private func copyCloud() throws {
    guard let cloud = world.localCloud else { return }
    cloudCopy = CloudCopy(
      snapshot: try cloud.makeSnapshot(now: world.now),
      receiptCounts: lives.mapValues(\.receipts.count))
  }

  private func restoreCloud() throws {
    guard let cloud = world.localCloud, let copy = cloudCopy else { return }
    try cloud.rewind(to: copy.snapshot, now: world.now)
    for (place, life) in lives { life.receipts.forget(after: copy.receiptCounts[place] ?? 0) }
    cloudCopy = nil
    cloudRestoreCount += 1
    world.ledger.cloudWentBack()
    lookAtCounts()
    world.everybodyBeginsAnew()
  }

  /// Whether all devices should sync again because the cloud still wants contents. The device that
  /// was asked for one may be lost, and another that has it may have nothing else to send. People
  /// open a device now and then; here they do while it helps.
  func callsForContents() -> Bool {
    let wanted = world.cloud?.projections.wantedCount ?? 0
    guard wanted > 0, wanted != wantedAtCall else { return false }
    wantedAtCall = wanted
    world.everybodyBeginsAnew()
    return true
  }

  /// Nothing may ever count more often than it happened.
  func lookAtCounts() {
    guard let cloud = world.cloud else { return }
    let bounds = world.ledger.bounds()
    for (tag, count) in cloud.projections.counts().sorted(by: { $0.key < $1.key }) {
      let bound = bounds[tag] ?? (0, 0)
      guard count.events > bound.events || Int(count.distinct) > bound.devices else { continue }
      tooHigh.append(
        "on \(world.now.day) tag \(tag) counted \(Figure.count(count.events, "engagement")) of "
          + "\(Figure.count(count.distinct, "device")), and \(bound.events) of "
          + "\(bound.devices) had happened")
    }
    lookCount += 1
  }

  // MARK: What is gone

  /// Takes out of the ledger what died with devices. Once, when the world has come to rest: until
  /// then the cloud may hear of it still.
  func settle() {
    var reports: [LostReport] = []
    for (place, life) in lives.sorted(by: { $0.key < $1.key }) where life.successor != nil {
      let first = max(life.copy?.engagementCount ?? 0, life.receipts.count)
      for (number, made) in world.ledger.strike(place, from: first).enumerated() {
        let words = world.ledger.words(of: made)
        reports.append(
          LostReport(
            line: made.line, device: life.name, app: words.app, key: words.key,
            day: made.engaged.day.description,
            wasAcknowledged: first + number < life.receipts.countMax))
      }
    }
    lostReports = reports.sorted { ($0.line, $0.device) < ($1.line, $1.device) }
  }

  /// Wanted contents that no device can send: the device that engaged with each was lost before the
  /// cloud had the words. A device that gets the same words from its app again does not report them
  /// before its person engages with them.
  func goneContents() -> Set<WantedContent> {
    guard let cloud = world.cloud else { return [] }
    let left = world.devices.indices.filter { !isGone($0) }
    return cloud.projections.wantedContents.subtracting(world.ledger.contents(endorsedBy: left))
  }

  /// What the apps of a device have; nil where nothing of it was lost or copied, or no app gave it
  /// anything.
  func apps(of device: TracedDevice) -> DeviceModel? {
    let model = world.ledger.state(of: device.place).model
    return model.keepsContents && !model.apps.isEmpty ? model : nil
  }

  /// Devices that were to be lost and are not, by their names.
  var spared: [String] {
    lives.values.filter { $0.fate.loss != nil && $0.successor == nil }.map(\.name)
  }
}

/// The engagements of one device that the cloud has given a receipt for, as they were seen between
/// the two, in the order in which people made them.
struct ReceiptedReports {
  struct Engagement: Hashable {
    let number: SequenceNumber
    let origin: Origin
  }

  private var origins: [Origin] = []
  private var known: Set<Origin> = []
  /// The most that there ever were: a cloud that goes back forgets some.
  private(set) var countMax = 0

  var count: Int { origins.count }

  mutating func add(_ engagements: [Engagement], upTo last: SequenceNumber) {
    for engagement in engagements
    where engagement.number <= last && known.insert(engagement.origin).inserted {
      origins.append(engagement.origin)
    }
    countMax = max(countMax, count)
  }

  mutating func forget(after count: Int) {
    guard count < origins.count else { return }
    known.subtract(origins[count...])
    origins.removeLast(origins.count - count)
  }

  /// What a request says that people engaged with.
  static func engagements(in request: [UInt8]) -> [Engagement] {
    SentReports(in: request).reports.compactMap { number, report in
      guard case .engaged(let engaged) = report else { return nil }
      return Engagement(number: number, origin: engaged.origin)
    }
  }
}

/// An engagement that nobody has any more: its device was lost, and the cloud does not have it.
package struct LostReport: Hashable, Sendable, Codable {
  /// Where it stands in the trace.
  package var line: Int
  package var device: String
  package var app: String
  /// What it was about: the address, or app and identity.
  package var key: String
  package var day: String
  /// The cloud had given a receipt for it, and forgot it when it went back.
  package var wasAcknowledged: Bool

  /// TSV with a header row, in the order given.
  package static func table(of reports: [LostReport]) -> String {
    var text = "line\tdevice\tapp\tkey\tday\twasAcknowledged\n"
    for report in reports {
      text += "\(report.line)\t\(report.device.printable)\t\(report.app.printable)"
      text += "\t\(report.key.printable)\t\(report.day)\t\(report.wasAcknowledged)\n"
    }
    return text
  }
}

extension DeviceTurn {
  fileprivate var isWaiting: Bool { if case .waiting = rest { true } else { false } }
}

extension TraceEvent {
  /// Whether an app gave it, and gives it again after a loss; else a person did it.
  fileprivate var isOfApp: Bool { if case .engage = action { false } else { true } }
}
