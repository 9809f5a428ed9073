internal import JournalFormat
internal import Sync

/// One intruder, as it has enrolled: its device, and who it is for the ledger.
struct Intruder {
  var device: KeyedDevice
  /// Its number in the ledger, as a person and as that person's only device.
  let person: Int
  /// Origins that it reported: each counts once.
  var origins: Set<Origin> = []
}

/// The intruders of a world of faults, and what they hear.
final class Intruders {
  /// How many the plan has.
  let count: Int
  private var known: [Int: Intruder] = [:]
  private var dice: SplitMix64
  private var nextPerson = Intruders.firstPerson
  /// What devices sent last, the oldest first.
  private(set) var heard: [FaultMessage] = []
  /// A device that the cloud has enrolled since it went back last.
  private(set) var victim: HostileClient.Victim?
  /// Pages of which intruders alone know the words.
  var pages: Set<String> = []
  /// What the ledger calls words of devices that intruders endorsed.
  var endorsed: [ContentDigest: String] = [:]
  /// Words that the cloud has taken since it went back last, by their pages.
  var delivered: [String: PublicItem] = [:]

  /// Greater than every number of a person who uses a device.
  static let firstPerson = 1 << 20
  private static let heardMax = 64

  init(_ plan: FaultPlan) {
    count = plan.intruderCount
    dice = SplitMix64(plan.seed ^ 0x17_4D_E2)
  }

  // MARK: Who they are

  /// The intruder of a place; nil: it has not enrolled, or begins again as another one.
  subscript(place: Int) -> Intruder? {
    get { known[place] }
    set { known[place] = newValue }
  }

  /// Somebody whom no cloud knows.
  func newcomer() -> Intruder {
    nextPerson += 1
    return Intruder(device: KeyedDevice(using: &dice), person: nextPerson)
  }

  /// How many ever began.
  var newcomerCount: Int { nextPerson - Self.firstPerson }

  func number() -> UInt64 { dice.next() }

  func name<Subject>() -> Name<Subject> { Name(using: &dice) }

  /// The cloud may have forgotten them: nobody comes back, and others begin.
  func cloudWentBack(in world: FaultWorld) {
    for intruder in known.values { world.ledger.died(intruder.person, at: world.now) }
    (known, delivered, victim) = ([:], [:], nil)
  }

  // MARK: What they hear

  func hear(_ message: FaultMessage) {
    guard count > 0 else { return }
    heard = (heard + [message]).suffix(Self.heardMax)
  }

  func hear(_ answer: SyncResponse?, to request: [UInt8]) {
    guard count > 0, case .enrolled(let grant, _)? = answer,
      case .enrol(let enrolment)? = try? SyncRequest(bytes: request)
    else { return }
    victim = HostileClient.Victim(
      lineageKey: enrolment.lineageKey, deviceKey: enrolment.deviceKey, epoch: grant.epoch)
  }

  /// The engagements among what they heard.
  var heardEngagements: [Report.Engaged] {
    heard.flatMap { SentReports(in: $0.bytes ?? []).reports }.compactMap { _, report in
      if case .engaged(let engaged) = report { engaged } else { nil }
    }
  }

  // MARK: What is public

  /// What decides whether a page is public. Nobody but an intruder has the words of its pages. Of
  /// other pages intruders may endorse the words of devices, and count like everybody else then;
  /// what else they report of them are words that nobody has.
  func bounds(ofWordsIn rest: FaultRest, in world: FaultWorld) -> [String: DrillLedger.Bounds] {
    guard count > 0 else { return rest.bounds }
    let titles = Set(endorsed.values)
    let ofDevices = world.ledger.bounds { fact in
      fact.person < Self.firstPerson || titles.contains(fact.title)
        || !titles.isEmpty && fact.kind == .deleted
    }
    return Dictionary(
      uniqueKeysWithValues: rest.bounds.map { page, bounds in
        (page, pages.contains(page) ? bounds : ofDevices[page] ?? .nothing)
      })
  }
}
