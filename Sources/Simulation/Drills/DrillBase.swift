internal import JournalFormat

/// What all drills of a plan begin with, made once: devices that have lived for some days, on a
/// simulated disk that nobody changes any more, and a cloud that has their reports.
///
/// Each drill forks it, so nothing that one drill does is seen by another, on whatever thread.
package final class DrillBase: Sendable {
  let plan: DrillPlan
  let disk: SimulatedDisk
  let cloud: SimulatedCloud.Image
  let devices: [SimulatedDevice.Image]
  let castCount: Int
  let cloudSetbacks: Int
  let ledger: DrillLedger
  let dice: Dice
  let now: Timestamp
  let story: DrillStory

  /// - Parameter diskName: of its own in this process.
  package convenience init(_ plan: DrillPlan, diskName: String) throws {
    let fleet = try DrillFleet(plan, diskName: diskName)
    try fleet.live(days: Self.days)
    try DrillJudge(fleet: fleet).judgeIndexes()
    try self.init(freezing: fleet, castCount: plan.castCount)
  }

  /// A moment of a fleet, which is of no use afterwards.
  init(freezing fleet: DrillFleet, castCount: Int) throws {
    for device in fleet.devices { device.end() }
    plan = fleet.plan
    disk = fleet.disk
    cloud = try fleet.cloud.retire()
    devices = fleet.everybody.map(\.image)
    self.castCount = castCount
    cloudSetbacks = fleet.cloudSetbacks
    ledger = fleet.ledger
    dice = fleet.dice
    now = fleet.now
    story = fleet.story.continued
  }

  private static let days: Int64 = 1
}
