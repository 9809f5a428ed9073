import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import Simulation

@Suite("A world in which files are damaged") struct DamageWorldTests {
  private static let hour: Int64 = 3_600_000
  /// The first bit of what says which kind of file of SQLite a file is.
  private static let identifier = 68 * 8

  private static func step(
    _ kind: FaultStep.Kind, atHour hour: Int64, device: Int? = nil,
    _ edit: (inout FaultStep) -> Void = { _ in }
  ) -> FaultStep {
    var step = FaultStep(at: hour * Self.hour, kind, device: device)
    edit(&step)
    return step
  }

  /// Three devices speak every minute; each engages with a page and has an item, and the first one
  /// does so again a day later.
  private static func world(_ steps: [FaultStep]) throws -> FaultWorld {
    var knobs = FaultKnobs()
    knobs.devices = 3
    knobs.syncIntervalMilliseconds = 60_000
    var all = steps
    for device in 0..<3 {
      all.append(step(.engage, atHour: 0, device: device) { $0.page = "p1" })
      all.append(step(.keep, atHour: 0, device: device) { $0.page = "k1" })
    }
    all.append(step(.engage, atHour: 24, device: 0) { $0.page = "p2" })
    let order = all.indices.sorted { (all[$0].at, $0) < (all[$1].at, $1) }
    return try FaultWorldTests.world(FaultPlan(seed: 1, knobs: knobs, steps: order.map { all[$0] }))
  }

  private static func run(_ steps: [FaultStep]) throws -> FaultWorld {
    let world = try world(steps)
    try world.run()
    return world
  }

  private static func rot(_ file: FaultStep.File) -> FaultStep {
    let isOfCloud = [.log, .projections, .cloudWitness].contains(file)
    return step(isOfCloud ? .cloudBitRot : .bitRot, atHour: 3, device: isOfCloud ? nil : 0) {
      ($0.file, $0.count, $0.name) = (file, identifier, "sound")
    }
  }

  @Test(arguments: LongRun.seeds(12, of: 60))
  func `keeps every promise`(seed: UInt64) throws {
    let world = try FaultWorldTests.world(FaultPlan(seed: seed, profile: .damage))
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
  }

  @Test func `has each of its faults in a few seeds, and the ones of others`() {
    let plans = (1...60 as ClosedRange<UInt64>).map { FaultPlan(seed: $0, profile: .damage) }
    let kinds = Set(plans.flatMap(\.steps).map(\.kind))
    #expect(kinds.isSuperset(of: FaultStep.Kind.damages))
    for plan in plans {
      let small = FaultPlan(seed: plan.seed, profile: .small)
      let others = plan.steps.filter { step in
        !FaultStep.Kind.damages.contains(step.kind) && !step.kind.isOfApps
          && step.name?.hasPrefix("sound") != true
      }
      #expect(others == small.steps && plan.steps.count > others.count && !small.hasDamage)
    }
  }

  @Test(arguments: [FaultStep.File.privateJournal, .sharedJournal])
  func `a device whose journal is damaged goes back to its snapshot`(file: FaultStep.File) throws {
    let world = try Self.run([
      Self.step(.snapshot, atHour: 2, device: 0) { $0.name = "sound" }, Self.rot(file),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.bitRot] == 1 && world.counts[.restore] == 1 && world.counts[.death] == 0)
  }

  @Test func `a device without a snapshot is given up`() throws {
    let world = try Self.run([Self.rot(.privateJournal)])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.bitRot] == 1 && world.counts[.death] == 1)
    #expect(!world.devices[0].isAlive)
  }

  @Test func `a snapshot with the damage in it is not what it goes back to`() throws {
    let world = try Self.world([Self.step(.snapshot, atHour: 2, device: 0) { $0.name = "sound" }])
    try world.run()
    let device = world.devices[0]
    device.damage = .bits
    world.snapshot(device, as: "damaged")
    world.guarding(device) { throw DamageSaid(description: "it is broken") }
    while device.isDamaged, world.violations.isEmpty { try world.proceed() }
    #expect(world.violations.isEmpty && device.isAlive)
    #expect(world.counts[.restore] == 1)
  }

  @Test(arguments: [FaultStep.File.index, .witness])
  func `what a device can make again heals`(file: FaultStep.File) throws {
    // A request of everything has the index read.
    let world = try Self.run([
      Self.step(.reindex, atHour: 2, device: 0) { $0.answer = .right }, Self.rot(file),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.bitRot] == 1 && world.devices[0].isAlive)
    #expect(world.counts[.restore] == 0)
  }

  @Test func `a cloud whose log is damaged goes back`() throws {
    let world = try Self.run([
      Self.step(.cloudSnapshot, atHour: 2) { $0.name = "sound" }, Self.rot(.log),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.cloudBitRot] == 1 && world.counts[.cloudRestore] == 1)
  }

  @Test func `a log without a way back does not rot`() throws {
    let world = try Self.run([Self.rot(.log)])
    #expect(world.violations.isEmpty && world.counts[.cloudBitRot] == 0)
  }

  @Test(arguments: [FaultStep.File.projections, .cloudWitness])
  func `what a cloud can do without heals`(file: FaultStep.File) throws {
    let world = try Self.run([Self.rot(file)])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.cloudBitRot] == 1 && world.counts[.cloudRestore] == 0)
    // What is wrong with it was seen, and is over.
    #expect(world.cloud.rightWitness == nil && world.cloud.process != nil)
  }

  /// Damage behind what the readers have read is said by nobody but a verification.
  @Test(arguments: [true, false])
  func `damage that no program meets is found by a verification`(isKnown: Bool) throws {
    let world = try Self.run([])
    try #require(world.violations.isEmpty, "\(world.violations)")
    let device = world.devices[0]
    device.end()
    let path = device.storage.privatePath
    let bytes = Data(try #require(device.disk.bytes(of: path)))
    let place = try #require(bytes.range(of: Data(PrivateStaysPrivate.canary.utf8))).lowerBound
    #expect(device.disk.flipBit(place * 8, of: path))
    device.damage = isKnown ? .bits : .none
    DamageSteps(world: world).verifyAll()
    #expect(device.isAlive != isKnown && world.violations.isEmpty)
    guard !isKnown, let process = world.cloud.process else { return }
    // Nobody knew that a bit had turned over: then it is a finding.
    _ = try device.process(now: world.now)
    let rest = FaultRest(cloud: process, figures: [:], shown: [], bounds: [:])
    try WholeChains().atRest(rest, in: world)
    #expect(world.violations.first?.invariant == .wholeChains)
  }

  // MARK: Full disks

  @Test func `a device goes on when its disk was full`() throws {
    let world = try Self.run([
      Self.step(.diskFills, atHour: 20, device: 0) { $0.milliseconds = 10 * Self.hour }
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.fullDisk] == 1 && world.counts[.kill] + world.counts[.powerCut] == 0)
    // What it could not journal did not happen, and was told to nobody.
    #expect(world.ledger.everything["p2"] == nil && world.ledger.everything["p1"]?.events == 3)
  }

  @Test func `a cloud goes on when its disk was full`() throws {
    let world = try Self.run([
      Self.step(.cloudDiskFills, atHour: 20) { $0.milliseconds = 10 * Self.hour },
      Self.step(.keep, atHour: 29, device: 1) { $0.page = "k2" },
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.cloudFullDisk] == 1 && world.counts[.cloudKill] == 0)
    #expect(world.ledger.everything["p2"]?.events == 1)
  }

  @Test func `a failure after there is room again is a finding`() throws {
    let world = try Self.run([])
    let device = world.devices[0]
    FullDiskSteps(world: world).fill(device, Self.step(.diskFills, atHour: 0))
    world.guarding(device) { throw DamageSaid(description: "there is no room") }
    #expect(world.violations.isEmpty && device.process != nil)
    FullDiskSteps(world: world).endAll()
    world.guarding(device) { throw DamageSaid(description: "there is no room") }
    #expect(world.violations.first?.invariant == .comesToRest)
  }

  @Test func `a journal that lost something on a full disk is a finding`() throws {
    let world = try Self.run([])
    let device = world.devices[0]
    let head = try #require(device.committed)
    FullDiskSteps(world: world).fill(device, Self.step(.diskFills, atHour: 0))
    device.committed = Journal.Position(number: head.number + 1, digest: head.digest)
    FullDiskSteps(world: world).end(on: device)
    #expect(world.violations.first?.invariant == .durableCommits)
  }

  // MARK: Pages that go astray

  @Test(arguments: [FaultStep.Kind.writeLost, .writeMisdirected])
  func `a device that lost a page is replaced`(kind: FaultStep.Kind) throws {
    let world = try Self.run([
      Self.step(.snapshot, atHour: 2, device: 0) { $0.name = "sound" },
      Self.step(kind, atHour: 3, device: 0) { ($0.file, $0.count) = (.privateJournal, 0) },
      Self.step(.restart, atHour: 25, device: 0),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    let fault: Fault = kind == .writeLost ? .writeLost : .writeMisdirected
    #expect(world.counts[fault] == 1 && world.counts[.restore] == 1)
  }

  @Test(arguments: [FaultStep.File.privateLog, .sharedLog])
  func `a device whose log is damaged is replaced`(file: FaultStep.File) throws {
    // The log begins with its header, of which each byte counts.
    var rot = Self.rot(file)
    (rot.count, rot.at) = (3, 4 * Self.hour)
    let world = try Self.run([
      Self.step(.snapshot, atHour: 2, device: 0) { $0.name = "sound" },
      Self.step(.engage, atHour: 3, device: 0) { $0.page = "p5" }, rot,
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.logRot] == 1 && world.counts[.bitRot] == 0)
    #expect(world.counts[.restore] == 1 && world.devices[0].isAlive)
  }

  // MARK: Older builds

  /// Of the first to speak each second message has a batch of another version.
  @Test func `a device goes on when it was of an older build`() throws {
    let world = try Self.run([
      Self.step(.olderBuild, atHour: 1, device: 0) { $0.milliseconds = 30 * Self.hour },
      Self.step(.engage, atHour: 2, device: 0) { $0.page = "p3" },
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.olderBuild] > 1 && world.checks[.pureRefusals] > 0)
  }

  @Test(arguments: [true, false])
  func `a request of an older build is refused as one, and changes nothing`(
    isOfBatch: Bool
  ) throws {
    let world = try Self.world([])
    let spy = InvariantTests.Spy()
    world.checkers.append(spy)
    try world.run()
    let process = try #require(world.cloud.process)
    let before = process.projections.position
    let batches = spy.requests.filter { (try? SyncRequest(bytes: $0))?.batch != nil }
    let request = try #require(batches.first)
    let older = OlderBuild.request(request, isOfBatch: isOfBatch)
    #expect(older.count == request.count && older != request)
    let answer = try SyncResponse(bytes: process.handle(older, now: world.now))
    guard case .refused(let refusal) = answer else {
      Issue.record("it is answered: \(answer)")
      return
    }
    #expect(refusal.code == .malformed && OlderBuild.isClear(refusal), "\(refusal)")
    #expect(refusal.message.contains("of version 0"))
    #expect(process.projections.position == before)
  }

  @Test(arguments: [
    (Refusal(.malformed, "It has no end."), false), (Refusal(.malformed, "of version 0"), true),
    (Refusal(.retryLater, "Later."), true), (Refusal(.notAllowed, "of version 0"), false),
  ])
  func `a refusal has to say that it is the version`(refusal: Refusal, isClear: Bool) {
    #expect(OlderBuild.isClear(refusal) == isClear)
  }

  // MARK: Second processes

  private static let second = [
    step(.secondProcess, atHour: 3, device: 0), step(.cloudSecondProcess, atHour: 3),
  ]

  @Test func `a second process is refused`() throws {
    let world = try Self.run(Self.second)
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.secondProcess] == 1 && world.counts[.cloudSecondProcess] == 1)
    #expect(world.checks[.oneWriter] == 4)
  }

  /// What held a lock when its process was killed holds nothing any more.
  @Test func `a process that was killed leaves no lock`() throws {
    let world = try Self.run(
      Self.second + [
        Self.step(.kill, atHour: 4, device: 0), Self.step(.powerCut, atHour: 5, device: 0),
        Self.step(.restart, atHour: 6, device: 0), Self.step(.cloudKill, atHour: 4),
        Self.step(.cloudSnapshot, atHour: 5) { $0.name = "copy" },
      ])
    #expect(world.violations.isEmpty, "\(world.violations)")
  }

  /// In a plan without such a step nobody locks anything.
  @Test(arguments: [true, false])
  func `oneWriter: a second process that nothing refuses is a finding`(isOfCloud: Bool) throws {
    let world = try Self.run([])
    let steps = SecondProcessSteps(world: world)
    if isOfCloud { steps.openBesideCloud() } else { steps.open(beside: world.devices[0]) }
    #expect(world.violations.first?.invariant == .oneWriter)
    #expect(world.violations.first?.what == "a second process opened its files")
  }

  // MARK: Witnesses

  private static func swap(_ age: Int) -> FaultStep {
    step(.witnessSwapped, atHour: 3, device: 0) { $0.count = age }
  }

  @Test(arguments: [0, 1, 3])
  func `a device goes on when its witness was exchanged`(age: Int) throws {
    let world = try Self.run([
      Self.step(.restart, atHour: 1, device: 0),
      Self.step(.engage, atHour: 2, device: 0) { $0.page = "p3" }, Self.swap(age),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.witnessSwapped] == 1 && world.devices[0].ownWitness == nil)
  }

  /// One that has never spoken has nothing but its secret to tell a witness by.
  @Test func `a device that never spoke refuses another one's witness`() throws {
    let world = try Self.run([
      Self.step(.partition, atHour: 0, device: 0) { $0.milliseconds = 10 * Self.hour },
      Self.swap(0),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.witnessSwapped] == 1 && world.devices[0].ownWitness == nil)
  }

  @Test(arguments: [0, 1, 3])
  func `a cloud goes on when its witness was exchanged`(age: Int) throws {
    let world = try Self.run([
      Self.step(.cloudKill, atHour: 1),
      Self.step(.cloudWitnessSwapped, atHour: 3) { $0.count = age },
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.counts[.cloudWitnessSwapped] == 1)
    #expect(world.cloud.putRightCount == (age == 0 ? 1 : 0))
  }

  /// What was taken back after the log's copy, and is in no device any more, is known to the
  /// witness alone when the log goes back: so one that was lost or is an older one has to learn it.
  @Test(arguments: [FaultStep.Kind.cloudWitnessLost, .cloudWitnessSwapped, .cloudBitRot])
  func `a page that was taken back stays hidden, whatever became of the witness`(
    kind: FaultStep.Kind
  ) throws {
    let world = try Self.run([
      Self.step(.cloudSnapshot, atHour: 1) { $0.name = "early" },
      Self.step(.delete, atHour: 2, device: 2) { $0.page = "p1" },
      Self.step(.death, atHour: 3, device: 2),
      Self.step(kind, atHour: 4) {
        ($0.count, $0.file) = (kind == .cloudBitRot ? Self.identifier : 3, .cloudWitness)
      },
      Self.step(.cloudRestore, atHour: 5) { $0.name = "early" },
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    let process = try #require(world.cloud.process)
    #expect(world.figures(of: process)["p1"]?.people == 2)
  }

  @Test func `a witness that another one's device believes is a finding`() throws {
    let world = try Self.run([])
    let device = world.devices[0]
    device.exchangeWitness(by: try #require(world.devices[1].witness.bytes))
    WitnessSteps(world: world).syncBegan(on: device)
    #expect(world.violations.first?.invariant == .wholeChains)
  }

  // MARK: Findings

  @Test func `a failure that no damage explains is a finding`() throws {
    let world = try Self.run([])
    world.guarding(world.devices[0]) { throw DamageSaid(description: "it is broken") }
    #expect(world.violations.first?.invariant == .comesToRest)
  }
}

@Suite("A simulated disk that rots") struct RottenDiskTests {
  private let disk = SimulatedDisk(name: "rotten-\(UUID())", seed: 1)
  private let identity: JournalIdentity

  init() {
    var dice = Dice.seeded(1)
    identity = JournalIdentity(kind: .private, name: JournalName(using: &dice))
  }

  @Test func `turns one bit over`() {
    #expect(disk.put([1, 2, 3], at: "/file"))
    #expect(disk.flipBit(9, of: "/file") && disk.bytes(of: "/file") == [1, 0, 3])
    // Counted from the beginning again.
    #expect(disk.flipBit(24, of: "/file") && disk.bytes(of: "/file") == [0, 0, 3])
    #expect(!disk.flipBit(0, of: "/none"))
    #expect(disk.put([], at: "/empty") && !disk.flipBit(0, of: "/empty"))
  }

  @Test func `takes nothing while it is full, and can be read`() throws {
    let journal = try Journal.create(
      at: "/journal", identity: identity, created: Day(20_000).start,
      options: disk.journalOptions)
    let draft = EntryDraft(kind: .event, time: Day(20_000).start, payload: [1])
    try journal.append([draft])
    disk.isFull = true
    for _ in 0..<2 {
      let error = #expect(throws: JournalError.self) { try journal.append([draft]) }
      #expect(error?.code == .diskFull, "\(error)")
    }
    #expect(disk.refusedCount > 0 && journal.verify().isWhole)
    #expect(throws: FileFailure.self) { try MemoryWitnessStore(on: disk).write([1]) }
    #expect(throws: FileFailure.self) { try MemoryCloudWitnessStore(on: disk).append([1]) }
    disk.isFull = false
    #expect(try journal.append([draft]).number == 2)
  }

  /// Its log goes into the file only when it is told to.
  private func journal() throws -> Journal {
    var options = disk.journalOptions
    options.checkpointPageCount = 1_000
    return try Journal.create(
      at: "/journal", identity: identity, created: Day(20_000).start, options: options)
  }

  private func fill(_ journal: Journal, _ count: Int) throws {
    let payload = [UInt8](repeating: 7, count: 300)
    for number in 0..<count {
      try journal.append([
        EntryDraft(kind: .event, time: Day(20_000).start, payload: payload)
      ])
      if number % 10 == 9 { try journal.flushWriteAheadLog() }
    }
  }

  @Test(arguments: [SimulatedDisk.Stray.lost, .misdirected])
  func `says that it has written a page that goes astray`(stray: SimulatedDisk.Stray) throws {
    do {
      let journal = try journal()
      try fill(journal, 20)
      disk.stray(stray, of: "/other", afterPages: 0)
      try fill(journal, 10)
      #expect(disk.strayedCount == 0 && journal.verify().isWhole)
      // Of ten entries some pages in the middle, which nothing writes once more.
      disk.stray(stray, of: "/journal", afterPages: 2)
      try fill(journal, 10)
      #expect(disk.strayedCount == 1)
    }
    // Whoever opens it sees that something is wrong, or verifies it.
    guard
      let again = try? Journal.open(at: "/journal", for: .write, options: disk.journalOptions)
    else { return }
    let found = again.verify()
    #expect(!found.isWhole || found.head.number < 40)
  }

  @Test func `fails to read what rotted in a file with checksums`() throws {
    func make() throws {
      _ = try Journal.create(
        at: "/journal", identity: identity, created: Day(20_000).start,
        options: disk.journalOptions)
    }
    try make()
    #expect(disk.flipBit(68 * 8, of: "/journal", isChecked: true))
    let error = #expect(throws: JournalError.self) {
      _ = try Journal.open(at: "/journal", for: .write, options: disk.journalOptions)
    }
    #expect(error?.code == .damaged)
  }
}
