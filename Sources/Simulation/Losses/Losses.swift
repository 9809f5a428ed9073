internal import JournalFormat
internal import Sync
internal import TraceLines

/// What a run that loses things remembers of them.
struct Losses {
  let plan: LossPlan
  let schedule: LossSchedule
  /// Groups after which counts are looked at.
  let lookInterval: Int
  /// Deals what people do between a device and its copy.
  var dice: SplitMix64
  var groupCount = 0
  /// Devices that are to be lost or copied, by the place of their first life.
  var lives: [Int: Life] = [:]
  /// The copy that lives beside a device, by the device's place.
  var twins: [Int: Int] = [:]
  /// What the apps of each of these devices have, by the device's name.
  var apps: [String: AppData] = [:]
  var cloudCopy: CloudCopy?
  var restoredCount = 0
  var clonedCount = 0
  var cloudRestoreCount = 0
  /// How many contents were wanted when everybody was called for them, the last time.
  var wantedAtCall: Int?
  /// How often counts were looked at on the way, and what was too high then.
  var lookCount = 0
  var tooHigh: [String] = []
  /// Devices whose index was compared in the end, and those whose index was not.
  var comparedCount = 0
  var leftOutCount = 0

  /// A device from its beginning up to its loss.
  struct Life {
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
  }

  /// A consistent copy of a device's journals.
  struct DeviceCopy {
    var files: SimulatedDevice.Files = [:]
    var entryCount: UInt64
    /// Engagements that it holds, of all that people made on the device.
    var engagementCount: Int
    /// What the ledger knew of the device then; nil once the copy has continued.
    var known: Ledger.DeviceState?
  }

  /// A snapshot of the cloud's log.
  struct CloudCopy {
    let snapshot: SimulatedCloud.Snapshot
    /// By device: how many of its engagements the log holds.
    let receiptCounts: [Int: Int]
  }

  init(_ plan: WorldPlan, _ shape: TraceShape) {
    self.plan = plan.losses
    schedule = LossSchedule(plan, shape)
    lookInterval = max(1, shape.groupCount / 64)
    dice = SplitMix64(plan.seed ^ 0xDEA1)
  }

  /// Whether the device is to be lost or copied.
  func touches(_ name: String) -> Bool { schedule.fates[name] != nil }

  /// An answer of the cloud on its way to a device: what it acknowledges is not lost with the
  /// device.
  mutating func heard(_ answer: [UInt8], to request: [UInt8], of place: Int) {
    guard lives[place]?.fate.loss != nil,
      case .received(let receipt, _)? = try? SyncResponse(bytes: answer)
    else { return }
    lives[place]?.receipts.add(ReceiptedReports.engagements(in: request), upTo: receipt.last)
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
    guard let batch = (try? SyncRequest(bytes: request))?.batch else { return [] }
    let entries = (try? BatchReader().entries(of: batch)) ?? []
    return entries.compactMap { entry in
      guard let payload = entry.payload,
        case .engaged(let report)? = try? Report(kind: entry.header.kind, payload: payload)
      else { return nil }
      return Engagement(number: entry.header.number, origin: report.origin)
    }
  }
}
