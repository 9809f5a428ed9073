internal import JournalFormat

/// Which devices are lost or copied when, and where the cloud goes back: drawn from the seed, so
/// that equal plans of equal traces lose the same.
struct LossSchedule: Sendable {
  /// A moment in a device's life: so long after so many groups of its events.
  struct Moment: Hashable, Sendable {
    let group: Int
    let delayMilliseconds: Int64
  }

  struct Fate: Hashable, Sendable {
    /// When the copy is taken to which the device goes back, or which lives on.
    let copy: Moment
    /// Nil: the device is not lost, and its copy lives beside it.
    let loss: Moment?
    let keepsWitness: Bool
    /// It ends as its next request leaves, and hears no answer.
    let isLostAsItSends: Bool
  }

  /// Places of the trace, counted in groups.
  struct CloudFate: Hashable, Sendable {
    let copy: Int
    let restore: Int
  }

  /// Groups of the trace that there have to be for each time that the cloud goes back.
  static let groupsMin = 4

  let fates: [String: Fate]
  let cloudFates: [CloudFate]

  init(_ plan: WorldPlan, _ shape: TraceShape) {
    var dice = SplitMix64(plan.seed ^ 0x10_55E5)
    var names = shape.devices
    for place in names.indices.reversed() {
      names.swapAt(place, Int(dice.below(UInt64(place + 1))))
    }
    let restored = min(names.count, plan.losses.restoredDevices.count(of: names.count))
    let cloned = plan.losses.clonedDevices.count(of: names.count)
    var fates: [String: Fate] = [:]
    for (place, name) in names.prefix(restored + cloned).enumerated() {
      fates[name] = Fate(
        groups: shape.groupCounts[name] ?? 1, interval: plan.syncIntervalMilliseconds,
        isLost: place < restored, using: &dice)
    }
    self.fates = fates
    cloudFates = Self.cloudFates(plan.losses.cloudRestores, shape.groupCount, using: &dice)
  }

  /// The cloud goes back by at most a fiftieth of the trace, as far as a kept backup is old.
  private static func cloudFates(
    _ count: Int, _ groupCount: Int, using dice: inout SplitMix64
  ) -> [CloudFate] {
    let part = groupCount / max(1, count)
    guard part >= groupsMin else { return [] }
    return (0..<count).map { number in
      let back = 1 + Int(dice.below(UInt64(max(1, min(part / 2, groupCount / 50)))))
      let restore = number * part + back + 1 + Int(dice.below(UInt64(part - back - 1)))
      return CloudFate(copy: restore - back, restore: restore)
    }
  }
}

extension LossSchedule.Fate {
  fileprivate init(
    groups: Int, interval: Int64, isLost: Bool, using dice: inout SplitMix64
  ) {
    let delays = [dice.below(UInt64(interval)), dice.below(UInt64(interval))].map(Int64.init)
    let places = [dice.below(UInt64(groups)), dice.below(UInt64(groups))].map { Int($0) + 1 }
    let isLostAsItSends = dice.below(4) == 0
    keepsWitness = dice.below(2) == 0
    copy = LossSchedule.Moment(
      group: places.min() ?? 1, delayMilliseconds: isLostAsItSends ? 0 : delays.min() ?? 0)
    loss =
      isLost
      ? LossSchedule.Moment(
        group: places.max() ?? 1, delayMilliseconds: isLostAsItSends ? 0 : delays.max() ?? 0)
      : nil
    self.isLostAsItSends = isLostAsItSends
  }
}
