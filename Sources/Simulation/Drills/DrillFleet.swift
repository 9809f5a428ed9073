internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// A small world for drills: devices and one cloud on a simulated disk, which hear each other at
/// once. Every device's process ends after each thing that it does, so each of its conversations
/// begins with what its files say.
///
/// A drill is about the first devices, the cast, and copies of them. The crowd has lived before:
/// it speaks when the cloud has gone back, or when words are missing that it can have.
final class DrillFleet: DrillStage {
  let plan: DrillPlan
  private(set) var disk: SimulatedDisk
  private(set) var cloud: SimulatedCloud
  private(set) var configuration: DeviceConfiguration
  let clock: () -> Double
  private let batchWriter = BatchWriter()
  var dice: Dice
  /// The cast: the first devices of the fleet, and copies.
  var devices: [SimulatedDevice] = []
  private(set) var crowd: [SimulatedDevice] = []
  var ledger = DrillLedger()
  /// How often the cloud has gone back.
  var cloudSetbacks = 0
  private(set) var now = Day(20_000).start
  var story = DrillStory()
  var threshold: Int { Int(plan.threshold) }
  private var pagesByTag: [Tag: String] = [:]
  /// All that any device was seen to begin: no two lives have one name.
  private var epochs: Set<EpochName> = []
  /// By epoch: the first grant of it that any device got.
  private var grants: [EpochName: Grant] = [:]

  /// A fleet of devices that have not lived yet, all of them its cast.
  init(_ plan: DrillPlan, diskName: String) throws {
    self.plan = plan
    clock = { 0 }
    dice = .seeded(plan.seed)
    disk = SimulatedDisk(name: diskName, seed: dice.next())
    var made = CloudConfiguration(tagSalt: Array("the salt of a drill's cloud".utf8))
    made.threshold = plan.threshold
    plan.breakPromises(of: &made)
    cloud = SimulatedCloud(
      made, on: disk, disk.journalOptions(plan).ofServer, dice: .seeded(dice.next()))
    configuration = cloud.deviceConfiguration(plan)
    #if Sabotage
      if plan.sabotage == .startsNoCloud { throw CloudIsDown() }
    #endif
    try cloud.start(now: now)
    for _ in 0..<plan.devices { addDevice() }
  }

  /// A fleet that continues from a base, of which nothing changes.
  init(_ base: DrillBase, diskName: String, clock: @escaping () -> Double) throws {
    plan = base.plan
    self.clock = clock
    dice = base.dice
    now = base.now
    ledger = base.ledger
    story = base.story
    cloudSetbacks = base.cloudSetbacks
    disk = SimulatedDisk(name: diskName, forking: base.disk)
    disk.setTime(now)
    cloud = SimulatedCloud(base.cloud, on: disk, disk.journalOptions(plan).ofServer)
    try cloud.start(now: now)
    configuration = cloud.deviceConfiguration(plan)
    let all = try base.devices.map {
      try SimulatedDevice(
        $0, on: disk, disk.journalOptions(plan), folder: Self.folder($0.place),
        writer: batchWriter, configuration: configuration)
    }
    devices = Array(all.prefix(base.castCount))
    crowd = Array(all.dropFirst(base.castCount))
    epochs = Set(all.compactMap(\.epoch))
  }

  /// Continues as a fork of this fleet.
  func become(_ fork: DrillFleet) {
    disk = fork.disk
    cloud = fork.cloud
    configuration = fork.configuration
    dice = fork.dice
    devices = fork.devices
    crowd = fork.crowd
    ledger = fork.ledger
    cloudSetbacks = fork.cloudSetbacks
    now = fork.now
    pagesByTag = [:]
    epochs = fork.epochs
    grants = fork.grants
    story.become(fork.story)
  }

  /// Forgets what was seen while nothing could go well.
  func forget(since before: DrillStory) { story.forget(since: before) }

  private static func folder(_ place: Int) -> String { "/devices/\(place)" }

  @discardableResult
  func addDevice(of person: Int? = nil) -> SimulatedDevice {
    let place = devices.count + crowd.count
    let device = SimulatedDevice(
      place: place, person: person ?? place, on: disk, disk.journalOptions(plan),
      folder: Self.folder(place), writer: batchWriter, configuration: configuration,
      dice: .seeded(dice.next()))
    devices.append(device)
    return device
  }

  var files: SimulatedFiles { SimulatedFiles(disk) }
  var living: [SimulatedDevice] { devices.filter(\.isAlive) }
  /// All devices, anyone who the drill is about.
  var everybody: [SimulatedDevice] { devices + crowd }

  /// The page that has a tag, among all that the ledger knows.
  func page(of tag: Tag) throws -> String? {
    if pagesByTag.count != ledger.pages.count {
      for page in ledger.pages {
        pagesByTag[PageActs.tag(of: page, salt: configuration.tagSalt)] = page
      }
    }
    return pagesByTag[tag]
  }

  // MARK: Time

  func wait(minutes: Int64 = 0, days: Int64 = 0) {
    now = now.advanced(byMilliseconds: (minutes + days * 1_440) * 60_000)
    disk.setTime(now)
  }

  func wait(until time: Timestamp) { if time > now { now = time } }

  // MARK: What people see

  /// A device begins an epoch, which no other life may have had.
  func noteEpoch(_ epoch: EpochName, of device: SimulatedDevice) {
    guard !epochs.insert(epoch).inserted else { return }
    find("\(device.name) continues in an epoch that another life had before it")
  }

  /// Each epoch is granted once: the same request gets the same grant, and no other request one of
  /// that name.
  func noteGrant(_ grant: Grant, of device: SimulatedDevice) {
    guard let known = grants[grant.epoch] else { return grants[grant.epoch] = grant }
    if known != grant { find("\(device.name) was granted an epoch that another life was granted") }
  }

  func compare(head: String, inCloud: String, of device: SimulatedDevice) {
    story.compare(head: head, inCloud: inCloud, of: device.name, at: now)
  }

  // MARK: Coming to rest

  /// Lets everything that is left speak until nobody has anything more to say.
  func converge() throws {
    #if Sabotage
      if plan.sabotage == .inventsReports { try inventReports() }
    #endif
    try measure("converge") {
      for _ in 0..<8 {
        try settle()
        // Words that nobody of the cast has.
        if try cloud.running.projections.wantedCount > 0 {
          for device in crowd { try sync(device) }
        }
        // Anyone who was asked for words and is gone is waited for no longer than a day.
        wait(minutes: 1_500)
        if try cloud.running.projections.wantedCount == 0 { break }
      }
      // What became public last came after others had spoken.
      try settle()
    }
    recordMoment("everything that is left has spoken", .recovered)
  }

  /// Every living device of the cast speaks once, and who of the crowd has not yet heard that the
  /// cloud went back.
  func settle() throws {
    for device in living { try sync(device) }
    for device in crowd where device.heardSetbacks < cloudSetbacks { try sync(device) }
    try DrillJudge(fleet: self).expectNothingTooHigh()
  }

  func run(_ script: (DrillFleet) throws -> Void, into report: inout DrillReport) {
    do {
      try script(self)
      try converge()
    } catch {
      // A device or a cloud that gives up is what a drill is there to find.
      find("the drill came to no end: \(error)")
    }
    do { try DrillJudge(fleet: self).judge(into: &report) } catch {
      find("what there is cannot be judged: \(error)")
    }
    story.conclude(&report, by: ledger)
  }
}
