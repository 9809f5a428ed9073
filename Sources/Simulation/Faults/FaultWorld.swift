internal import CloudAggregator
internal import DeviceIndex
package import JournalFormat
internal import Sync

/// A world in which everything goes wrong that can: the shipped code, on disks that fail, over a
/// network that loses, repeats and garbles, by clocks that step. What happens is a plan's; what is
/// right is a ledger's, which is kept outside and knows nothing of epochs, origins or journals.
///
/// One synchronous loop, with one place where the next thing is chosen. First the plan, with
/// faults; then calm, in which everything has to come to rest.
package final class FaultWorld {
  enum Happening {
    case step(Int)
    case wake(device: Int)
    /// A device's process begins.
    case begin(device: Int)
    case beginCloud
    /// An app gives what it was asked for a while ago.
    case lateAnswer(device: Int)
    /// Somebody has seen what a program said of damage.
    case replace(device: Int, said: String)
    /// There may be room on a disk again; nil: on the cloud's.
    case room(device: Int?)
    case toCloud(FaultMessage)
    case toDevice(FaultMessage)
  }

  package let plan: FaultPlan
  let diskName: String
  let configuration: DeviceConfiguration
  let cloud: FaultCloud
  var devices: [FaultDevice] = []
  var queue = EventQueue<Happening>()
  var now = FaultWorld.start
  var ledger = DrillLedger()
  /// Public results that people saw.
  var seen = SeenResults()
  /// By name: a device's files, and what it held.
  var snapshots: [String: DeviceCopy] = [:]
  /// By name: what people keep of devices.
  var archives: [String: SnapshotSteps.Archive] = [:]
  let batchWriter = BatchWriter()
  /// By tag: the pages of the plan.
  private(set) var pages: [Tag: String] = [:]
  /// By their names.
  private(set) var appPages: [String: AppPage] = [:]
  /// The apps, sorted.
  private(set) var apps: [ExactText] = []
  /// By person: what the cloud calls all their devices.
  var lineages: [Int: LineageName] = [:]
  /// Signs what a stranger says.
  let strangersKey: SigningKey
  let intruders: Intruders
  var stormUntil: Timestamp?
  var busyUntil: Timestamp?
  var isCalm = false
  /// When the last device had nothing more to say.
  var restedAt: Timestamp?
  package internal(set) var counts = FaultCounts()
  package private(set) var steps = StepCounts()
  package private(set) var acts = Tallies<IntruderAct>()
  package internal(set) var violations: [FaultViolation] = []
  package internal(set) var checks = CheckCounts()
  package internal(set) var measures = FaultMeasures()
  /// Tests have some of their own look as well.
  var checkers = InvariantCheckers.all()
  /// Things that were chosen.
  package private(set) var eventCount = 0
  /// Projections what was chosen, in order: equal runs have equal hashes.
  package var traceHash: UInt64 { chosen.value }
  private var chosen = TraceHash()
  /// Is told of everything that happens; nil: nobody listens.
  package var listener: ((FaultMoment) -> Void)?

  static let start = Day(20_000).start

  /// The files of a device at a moment at which its process did not run.
  struct DeviceCopy {
    let device: Int
    /// Larger in later ones.
    let number: Int
    let files: FaultDevice.Files
    let facts: FactSet
    let damage: FaultDevice.Damage
  }

  /// - Parameter diskName: worlds that run at a time need different ones.
  package init(_ plan: FaultPlan, diskName: String) throws {
    self.plan = plan
    self.diskName = diskName
    var seeds = SplitMix64(plan.seed)
    cloud = FaultCloud(plan, diskName: diskName + "-cloud", dice: .seeded(seeds.next()))
    var made = cloud.deviceConfiguration(plan)
    made.policy.window = plan.knobs.window
    configuration = made
    var dice = Dice.seeded(plan.seed)
    strangersKey = SigningKey(using: &dice)
    intruders = Intruders(plan)
    knowApps()
    for _ in 0..<plan.knobs.devices { addDevice(of: nil) }
  }

  private func knowApps() {
    let acts = plan.steps.flatMap { AppAct.acts(of: $0, number: 0, at: Self.start) }
    apps = Set(acts.map(\.app)).sorted()
    for case .recorded(let activity) in acts {
      guard let page = activity.page, appPages[page.name] == nil else { continue }
      appPages[page.name] = page
      pages[page.tag(salt: configuration.tagSalt)] = page.name
    }
  }

  // MARK: The loop

  /// The plan, then calm; what was found is in `violations`.
  package func run() throws {
    try cloud.start(now: now)
    for (place, step) in plan.steps.enumerated() {
      queue.schedule(.step(place), at: Self.start.advanced(byMilliseconds: step.at))
    }
    while violations.isEmpty, let next = queue.nextTime, next <= lastStep { try proceed() }
    if violations.isEmpty { try comeToRest() }
    if violations.isEmpty { try judgeRest() }
  }

  /// One thing more of those that are to happen.
  package func proceed() throws {
    guard let (time, happening) = queue.popFirst() else { return }
    now = max(now, time)
    eventCount += 1
    guard eventCount <= eventCountMax else {
      return violate(.comesToRest, "there is no end to it, after \(eventCount) events")
    }
    switch happening {
    case .step(let place): try perform(plan.steps[place], number: place)
    case .wake(let place):
      guard devices[place].nextWake == time else { return }
      devices[place].nextWake = nil
      mix(2, place, 0)
      wake(devices[place])
    case .begin(let place):
      mix(3, place, 0)
      begin(devices[place])
    case .beginCloud:
      mix(4, 0, 0)
      beginCloud()
    case .lateAnswer(let place):
      mix(7, place, 0)
      AppSteps(world: self).answerRequests(devices[place], forgetting: false)
    case .replace(let place, let said):
      mix(9, place, 0)
      guard devices[place].isAlive, devices[place].isDamaged else { return }
      DamageSteps(world: self).replace(devices[place], because: said)
    case .room(let place):
      mix(8, place ?? -1, 0)
      FullDiskSteps(world: self).end(on: place.map { devices[$0] })
    case .toCloud(let message):
      mix(5, message.device, message.hash)
      arrive(message)
    case .toDevice(let message):
      mix(6, message.device, message.hash)
      hear(message)
    }
  }

  /// Far more than a busy world has, which is about ten for a step: those who ask each other
  /// the same again and again would never end.
  private var eventCountMax: Int {
    50_000 + 1_000 * plan.knobs.devices + 100 * plan.steps.count
  }

  private var lastStep: Timestamp {
    Self.start.advanced(byMilliseconds: plan.steps.last?.at ?? 0)
  }

  func mix(_ kind: UInt64, _ place: Int, _ value: UInt64) {
    chosen.mix(kind, place, value, at: now)
  }

  // MARK: What is seen

  /// Tells the listener; the text is made only for one.
  func tell(_ device: Int?, _ what: @autoclosure () -> String) {
    listener?(FaultMoment(time: now, device: device, what: what()))
  }

  func violate(_ invariant: Invariant, _ what: String, device: Int? = nil) {
    violations.append(
      FaultViolation(invariant: invariant, what: what, device: device, time: now))
    tell(device, "VIOLATES promise \(invariant.promise): \(what)")
  }

  /// Looks at an invariant once.
  func expect(
    _ invariant: Invariant, _ holds: Bool, device: Int? = nil, _ what: @autoclosure () -> String
  ) {
    checks.count(invariant)
    if !holds { violate(invariant, what(), device: device) }
  }

  func count(_ fault: Fault) { counts.count(fault) }

  func performed(_ step: FaultStep) {
    steps.count(step.kind)
    if let act = step.act { acts.count(act) }
  }
}

/// A message on its way.
struct FaultMessage {
  let device: Int
  /// Which of the device's processes asked.
  let process: Int
  let number: RequestNumber
  /// Nil: nothing comes, and the device is told why.
  var bytes: [UInt8]?
  var failure = ""
  /// Whether it is a whole request of an older build.
  var isOlder = false
  /// What the device held as it asked.
  let facts: FactSet
  /// How often the cloud had gone back when it answered.
  var setbacks = 0

  var hash: UInt64 {
    bytes.map(TraceHash.hash) ?? 1
  }
}

/// A promise that did not hold.
package struct FaultViolation: Hashable, Sendable {
  package let invariant: Invariant
  package let what: String
  package let device: Int?
  package let time: Timestamp

  package var promise: Int { invariant.promise }

  /// Which failure it is, whatever the names and numbers in it: a smaller plan shows the same.
  package var kind: String {
    var words: [String] = ["\(invariant)"]
    // A number is followed by its noun, which is another word where it is one thing.
    var isNoun = false
    for word in what.split(separator: " ") {
      if !isNoun { words.append(word.map { $0.isNumber ? "#" : String($0) }.joined()) }
      isNoun = !isNoun && word.allSatisfy { $0.isNumber || $0 == "," }
    }
    return words.joined(separator: " ")
  }
}

/// Something that happened, for people.
package struct FaultMoment: Sendable {
  package let time: Timestamp
  package let device: Int?
  package let what: String

  /// For people: how long after the world began.
  static func text(of time: Timestamp) -> String {
    let milliseconds = time.milliseconds - FaultWorld.start.milliseconds
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = "\(value)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = milliseconds / 1_000
    let parts = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return "\(seconds / 86_400)d " + parts.joined(separator: ":")
      + ".\(digits(milliseconds % 1_000, 3))"
  }

  /// One line for people.
  package var line: String {
    let who = device.map { "device \($0)" } ?? "all"
    let time = Self.text(of: time)
    return String(repeating: " ", count: max(0, 16 - time.count)) + time + "  " + who
      + String(repeating: " ", count: max(1, 11 - who.count)) + what
  }
}
