internal import JournalFormat
package import TraceLines

/// What has to be known of a trace before losses can be put at random places of it.
package struct TraceShape: Sendable {
  /// In the order in which the trace names them.
  private(set) var devices: [String] = []
  /// Groups of events of one device at one time.
  private(set) var groupCounts: [String: Int] = [:]
  private(set) var groupCount = 0

  package init() {}

  package mutating func add(_ groups: [[TraceEvent]]) {
    for group in groups {
      guard let name = group.first?.device else { continue }
      if groupCounts[name] == nil { devices.append(name) }
      groupCounts[name, default: 0] += 1
      groupCount += 1
    }
  }

  /// Why the trace has no room for so many losses; nil: it has.
  func problem(with plan: LossPlan) -> String? {
    let count =
      plan.restoredDevices.count(of: devices.count) + plan.clonedDevices.count(of: devices.count)
    if count > devices.count {
      return "names \(Figure.count(devices.count, "device")), and \(count) are to be restored or "
        + "copied"
    }
    if plan.cloudRestores > 0, groupCount / plan.cloudRestores < LossSchedule.groupsMin {
      return "is too short for the cloud to go back \(Figure.count(plan.cloudRestores, "time"))"
    }
    return nil
  }
}
