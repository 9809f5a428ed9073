internal import CloudAggregator
internal import DeviceIndex
internal import JournalStore
internal import Sync

/// Looks at a world of faults whenever something happens that its invariant speaks of.
///
/// A checker may remember what it saw. It asks the shipped code only what people can ask it.
protocol InvariantChecker: AnyObject {
  /// A device's process has begun, and has not done anything.
  func processBegan(_ process: Device, of device: FaultDevice, in world: FaultWorld) throws
  func requestLeft(_ request: [UInt8], of device: FaultDevice, in world: FaultWorld)
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld)
  func answerHeard(
    _ answer: [UInt8], by device: FaultDevice, _ sync: DeviceSync, in world: FaultWorld)
  /// The cloud's log is that of a snapshot.
  func cloudWentBack(in world: FaultWorld)
  /// The operator took out all that the devices of a person reported.
  func operatorErased(_ person: Int, in world: FaultWorld)
  /// The faults are over, and everything came to rest.
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws
}

extension InvariantChecker {
  func processBegan(_ process: Device, of device: FaultDevice, in world: FaultWorld) throws {}
  func requestLeft(_ request: [UInt8], of device: FaultDevice, in world: FaultWorld) {}
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {}
  func answerHeard(
    _ answer: [UInt8], by device: FaultDevice, _ sync: DeviceSync, in world: FaultWorld
  ) {}
  func cloudWentBack(in world: FaultWorld) {}
  func operatorErased(_ person: Int, in world: FaultWorld) {}
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {}
}

/// A world that has come to rest, and what is to be there.
struct FaultRest {
  let cloud: Aggregator
  /// What the cloud counts of each page that it knows.
  let figures: [String: DrillFigures]
  /// Pages that are public.
  let shown: Set<String>
  let bounds: [String: DrillLedger.Bounds]
}

/// A request that the cloud answered.
struct FaultExchange {
  /// Nil: an intruder sent it.
  let device: Int?
  let request: [UInt8]
  let answerBytes: [UInt8]
  /// Nil: the answer cannot be read.
  let answer: SyncResponse?
  let cloud: Aggregator
  /// What the cloud had before it.
  let before: CloudLoad

  init(
    device: Int?, request: [UInt8], answerBytes: [UInt8], cloud: Aggregator, before: CloudLoad
  ) {
    self.device = device
    self.request = request
    self.answerBytes = answerBytes
    answer = try? SyncResponse(bytes: answerBytes)
    self.cloud = cloud
    self.before = before
  }
}

/// What a cloud has and did, in numbers that do not depend on the machine.
struct CloudLoad: Hashable {
  /// The last entry of the log.
  var logNumber: UInt64
  var rowCount: Int
  /// Steps in which it found out what lives of what lineages reported.
  var workCount: UInt64

  init(_ cloud: Aggregator) {
    logNumber = cloud.projections.position.number
    rowCount = cloud.projections.rowCount
    workCount = cloud.projections.settledWork
  }
}

/// All checkers of a world, one for each invariant but for those of coming to rest and of one
/// writer, which the world itself decides.
enum InvariantCheckers {
  static func all() -> [any InvariantChecker] {
    [
      DurableCommits(), ExactPrefix(), WholeChains(), NoAcknowledgedLoss(), BoundedReceipts(),
      NothingInvented(), EffectOnce(), SoundSums(), BoundedFeedback(), ForksAreSeen(),
      GrowingEpochs(), DeletesStayDeleted(), FencedEpochs(), EqualRebuild(),
      PrivateStaysPrivate(), OpenResults(), RightIndexes(), PureRefusals(), BoundedMessages(),
      Explained(), SafeCodecs(), SoundAnswers(),
      BoundedWork(), CountedOrders(),
    ]
  }
}
