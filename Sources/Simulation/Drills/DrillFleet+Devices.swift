internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// What devices of a drill do, and what is done to them.
extension DrillFleet {
  // MARK: Living

  /// A person finds a page and opens it.
  func engage(_ device: SimulatedDevice, _ pages: String...) throws {
    for page in pages { try perform(PageActs.engagement(page), device) }
    device.end()
  }

  /// What an app does, or a person, at once; the process continues.
  func perform(_ acts: [AppAct], _ device: SimulatedDevice) throws {
    try device.process(now: now).record(acts.flatMap(AppEvent.events), at: now)
    ledger.record(acts, person: device.person, device: device.place, at: now)
  }

  /// A page that is not public when a person opens it.
  func engagePrivately(_ device: SimulatedDevice, _ page: String) throws {
    try perform(PageActs.engagement(page, isPublic: false), device)
    device.end()
  }

  /// The app gives a page again with another title, now public; nobody opens it.
  func reindex(_ device: SimulatedDevice, _ page: String) throws {
    let activity = PageActs.activity(page, title: PageActs.laterTitle(of: page))
    try perform([.recorded(activity)], device)
    device.end()
  }

  func delete(_ device: SimulatedDevice, _ page: String) throws {
    try perform([PageActs.deletion(page)], device)
    recordMoment("\(device.name) deletes page \(page)")
    device.end()
  }

  /// Everybody who is alive engages with some pages, at chance.
  func live(days: Int64 = 1) throws {
    for _ in 0..<days {
      for device in living {
        try engage(device, "common", "p\(Int(dice.next() as UInt64 % 7))")
      }
      wait(days: 1)
      try settle()
    }
    let count = Figure.count(living.count, "device has", "devices have")
    recordMoment("\(count) lived for \(Figure.count(days, "day"))")
  }

  /// Back in use: it speaks, is used, and speaks again.
  func engageAndSync(_ device: SimulatedDevice, _ page: String) throws {
    try measure("open and first sync") { try sync(device) }
    try engage(device, page)
    try sync(device)
    try DrillJudge(fleet: self).expectNothingTooHigh()
  }

  /// A page that was opened, reported, deleted, and taken back: only journals know that it was.
  func comeAndGo(_ device: SimulatedDevice, _ page: String) throws {
    try engage(device, page)
    try sync(device)
    try delete(device, page)
    try sync(device)
  }

  /// Everybody engages with a page, which becomes public.
  func publish() throws {
    for device in devices { try engage(device, "secret", "kept") }
    for _ in 0..<3 {
      try settle()
      wait(days: 1)
    }
  }

  /// - Returns: snapshots of all devices from between.
  func publishAndDelete() throws -> [DeviceSnapshot] {
    try publish()
    let snapshots = try snapshotAll()
    for device in devices { try delete(device, "secret") }
    try settle()
    return snapshots
  }

  /// A person sees a public page in lists of results, and opens it in the last ones.
  func see(_ device: SimulatedDevice, _ page: String, times: Int, opening: Int = 0) throws {
    for place in 0..<times {
      let event = PublicResults.event(
        [page], isOpened: place >= times - opening, salt: configuration.tagSalt)
      try device.process(now: now).record([event], at: now)
    }
    recordMoment(
      "\(device.name) is shown page \(page) \(Figure.count(times, "time")) and opens it "
        + Figure.count(opening, "time"))
    device.end()
  }

  /// The cloud counts exactly these lists with a page, and these openings.
  func expectFeedback(_ page: String, shown: UInt64, engaged: UInt64) throws {
    let tag = PageActs.tag(of: page, salt: configuration.tagSalt)
    let found = try cloud.running.projections.figures(of: tag).feedback
    guard found.shown != shown || found.engaged != engaged else { return }
    find(
      "page \(page) counts as shown \(found.shown) times and opened \(found.engaged), in the "
        + "end, expected \(shown) and \(engaged)")
  }

  // MARK: Speaking

  /// Where a device's outbox ends, once its gate has read all; nil: it has none yet.
  func head(of device: SimulatedDevice) throws -> Journal.Position? {
    defer { device.end() }
    let sync = try device.process(now: now).sync(now: now)
    try sync.runFilter(now: now)
    return try sync.shared?.head()
  }

  /// What becomes of a request and of its answer.
  enum Delivery { case arrives, isLost, answerIsLost }

  /// One run of a device's process: it speaks until it has nothing more to say.
  ///
  /// - Parameter delivery: what becomes of a request, by the reports that it carries.
  func sync(
    _ device: SimulatedDevice, _ delivery: (SentReports) -> Delivery = { _ in .arrives }
  ) throws {
    defer { device.end() }
    let sync = try device.process(now: now).sync(now: now)
    try sync.runFilter(now: now)
    var count = 0
    while count < 200 {
      switch try sync.next(now: now) {
      case .send(let request):
        let reports = SentReports(in: request.bytes)
        let fate = delivery(reports)
        count += 1
        if fate != .isLost { try leave(reports, device) }
        try deliver(request, device, sync, fate)
        // The process ends where its answer got lost.
        if fate != .arrives { return }
      case .wait(let time): wait(until: time)
      case .nothing: return noteRest(of: device, sync)
      case .stopped(let reason): return find("\(device.name) stopped: \(reason.explanation)")
      }
    }
    find("\(device.name) and the cloud do not come to an end")
  }

  private func deliver(
    _ request: DeviceSync.Outgoing, _ device: SimulatedDevice, _ sync: DeviceSync, _ fate: Delivery
  ) throws {
    guard fate != .isLost else { return }
    let answer = try cloud.running.handle(request.bytes, now: now)
    guard fate == .arrives else { return }
    try sync.received(answer, to: request.number, now: now)
    if let grant = sync.witness.grant { noteGrant(grant, of: device) }
    // Enrolled or granted: what waited for it becomes reports.
    try sync.runFilter(now: now)
  }

  /// The cloud may have these reports from now on.
  private func leave(_ reports: SentReports, _ device: SimulatedDevice) throws {
    let (engaged, withdrawn) = reports.counted
    let pages = (Set(try engaged.compactMap(page)), Set(try withdrawn.compactMap(page)))
    ledger.left(device.place) { ($0.kind == .deleted ? pages.1 : pages.0).contains($0.page) }
  }

  private func noteRest(of device: SimulatedDevice, _ sync: DeviceSync) {
    let machine = sync.machine
    guard machine.phase == .ready, machine.acknowledged == machine.head else {
      return find(
        "\(device.name) rests with \(machine.acknowledged) of \(machine.head) reports "
          + "acknowledged: \(machine.lastError ?? sync.lastDisbelief ?? machine.phase.name)")
    }
    let epoch = sync.witness.grant?.epoch
    let isNew = epoch != device.epoch
    if isNew, device.epoch != nil || sync.witness.grant?.parent != nil {
      recordMoment("\(device.name) continues in a new epoch", .recovered)
    }
    if isNew, let epoch { noteEpoch(epoch, of: device) }
    device.epoch = epoch
    device.heardSetbacks = cloudSetbacks
    ledger.acknowledged(by: device.place, person: device.person, wasTold: isNew)
  }

  // MARK: Losing and restoring

  /// Everything of the device is gone, for good.
  func kill(_ device: SimulatedDevice) {
    device.end()
    device.isAlive = false
    ledger.died(device.place, at: now)
    recordMoment("\(device.name) dies", .lost)
  }

  /// A snapshot of a device, and what it holds.
  struct DeviceSnapshot {
    let path: String
    let facts: FactSet
    let taken: Timestamp
  }

  /// A snapshot of each device.
  func snapshotAll() throws -> [DeviceSnapshot] { try devices.map { try snapshot($0) } }

  /// Restores each device to its snapshot.
  func restoreAll(to snapshots: [DeviceSnapshot]) throws {
    for (device, snapshot) in zip(devices, snapshots) { try restore(device, to: snapshot) }
  }

  func snapshot(_ device: SimulatedDevice, runsFilter: Bool = true) throws -> DeviceSnapshot {
    defer { device.end() }
    let process = try device.process(now: now)
    var journals: [(file: String, journal: Journal)] = []
    let sync = try process.sync(now: now)
    if runsFilter { try sync.runFilter(now: now) }
    if let shared = sync.shared { journals.append(("shared.journal", shared)) }
    journals.append(("private.journal", process.privateJournal))
    var snapshot = Snapshot(of: journals, kind: .device, to: "/backups")
    snapshot.files = files
    let made = try snapshot.make(created: now, dice: &dice)
    recordMoment("a snapshot of \(device.name) is taken", .saved)
    return DeviceSnapshot(path: made.path, facts: ledger.held[device.place] ?? [], taken: now)
  }

  /// Everything that the device has sent leaves its shared journal.
  func prune(_ device: SimulatedDevice) throws {
    defer { device.end() }
    guard let shared = try device.process(now: now).sync(now: now).shared else { return }
    try shared.prune(through: try shared.head().number)
    recordMoment("\(device.name) lets go of what it has sent")
  }

  /// Takes the words that nothing needs any more out of the device's files, and the reports that
  /// the cloud's backups hold.
  func compact(_ device: SimulatedDevice) throws {
    defer { device.end() }
    let process = try device.process(now: now)
    let sync = try process.sync(now: now)
    guard let shared = sync.shared else { return }
    let limits = CompactionLimits(sync.witness, epoch: shared.identity.epoch)
    let plan = try process.compact(limits, now: now)
    recordMoment(
      "\(device.name) compacts: \(Figure.count(plan.redactions.count, "payload")) and "
        + "\(Figure.count(plan.prunedCount, "report")) go")
  }

  /// A restore alone, about which the ledger is not told.
  func putBack(_ device: SimulatedDevice, _ snapshot: DeviceSnapshot) throws(SnapshotError) {
    device.end()
    var restore = SnapshotRestore(
      try SnapshotChain(path: snapshot.path, files: files), .device, to: device.folder)
    restore.files = files
    _ = try restore.run(now: now)
  }

  func restore(
    _ device: SimulatedDevice, to snapshot: DeviceSnapshot, surviving: Set<Scenario.Part> = []
  ) throws {
    device.end()
    let index = surviving.contains(.index) ? disk.bytes(of: device.storage.indexPath) : nil
    if !surviving.contains(.witness) { device.replaceWitness(by: nil) }
    try measure("restore") { try putBack(device, snapshot) }
    if let index { _ = disk.put(index, at: device.storage.indexPath) }
    ledger.restored(device.place, to: snapshot.facts, at: now)
    let age = Figure.age(of: snapshot.taken, at: now)
    recordMoment("\(device.name) is restored from a snapshot made \(age)", .recovered)
  }

  /// A copy of a device's files, byte by byte; both go on.
  func clone(_ device: SimulatedDevice, withWitness: Bool = true) throws -> SimulatedDevice {
    let copy = addDevice(of: device.person)
    try copy.becomeCopy(of: device, withWitness: withWitness)
    ledger.copied(device.place, to: copy.place)
    recordMoment("\(copy.name) is a copy of \(device.name)")
    return copy
  }

  func loseWitness(_ device: SimulatedDevice) throws {
    device.end()
    device.replaceWitness(by: nil)
    recordMoment("the witness of \(device.name) is lost", .lost)
  }

  func loseIndex(_ device: SimulatedDevice) throws {
    device.end()
    try files.remove(device.storage.indexPath)
    recordMoment("the index of \(device.name) is deleted", .lost)
  }

  func loseOutbox(_ device: SimulatedDevice) throws {
    device.end()
    try files.remove(device.storage.sharedPath)
    recordMoment("the shared journal of \(device.name) is lost", .lost)
  }

  // MARK: Snapshots that are wrong

  /// Changes what is written in a snapshot, as another version of the program would have.
  func edit(_ snapshot: DeviceSnapshot, _ statement: String) throws {
    let archive = try Connection(path: snapshot.path, mode: .readWrite, vfs: disk.name)
    try archive.execute(statement)
  }

  /// The snapshot is refused, by name, and nothing of the device is touched.
  func expectRefusal(of snapshot: DeviceSnapshot, for device: SimulatedDevice) throws {
    if try !isRefused(snapshot, for: device) {
      find("\(snapshot.path) was restored to \(device.name)")
    }
  }

  /// Whether the snapshot is refused; then nothing of the device may be touched.
  func isRefused(_ snapshot: DeviceSnapshot, for device: SimulatedDevice) throws -> Bool {
    device.end()
    let paths = [device.storage.sharedPath, device.storage.privatePath]
    let before = paths.map { disk.bytes(of: $0) }
    do throws(SnapshotError) {
      try putBack(device, snapshot)
      return false
    } catch {
      recordMoment("refused: \(error.message)")
      #if Sabotage
        if plan.sabotage == .touchesRefused { _ = disk.put([], at: device.storage.privatePath) }
      #endif
    }
    if paths.map({ disk.bytes(of: $0) }) != before {
      find("a refused restore touched the journals")
    }
    return true
  }
}
