internal import DeviceIndex
internal import Foundation
package import JournalFormat
internal import Sync

/// What one sync has done so far.
struct SyncRun: Sendable {
  private var summary = SyncSummary()
  /// Requests that are on their way.
  var pending: Set<RequestNumber> = []
  var wakeUps: Set<Timestamp> = []
  /// The device has nothing more to say.
  var isQuiet = false

  mutating func recordSent(_ request: DeviceSync.Outgoing) {
    summary.requests += 1
    summary.bytes += request.bytes.count
    pending.insert(request.number)
  }

  /// Whether nothing wakes the driver up before that time; from then on something does.
  mutating func needsWakeUp(at time: Timestamp) -> Bool {
    if let first = wakeUps.min(), first <= time { return false }
    return wakeUps.insert(time).inserted
  }

  func summary(of state: DeviceSyncState) -> SyncSummary {
    var summary = summary
    let machine = state.machine
    summary.acknowledged = machine.acknowledged
    summary.reports = machine.head
    summary.phase = machine.phase.name
    summary.lastError = machine.lastError ?? state.lastDisbelief
    summary.explanation = machine.phase.explanation
    summary.nextAttempt = machine.earliest
    summary.parked = machine.parked.sorted()
    if case .stopped = machine.phase {
      summary.ending = .stopped
    } else if isQuiet, machine.phase == .ready, machine.acknowledged == machine.head {
      summary.ending = state.isOutboxFull ? .outboxFull : .acknowledged
      if state.isOutboxFull { summary.explanation = DeviceSync.outboxIsFull }
    } else if pending.isEmpty, machine.isCollecting {
      summary.ending = .collecting
      summary.nextAttempt = machine.batchDue
    }
    return summary
  }
}

extension Timestamp {
  /// What this device's clock says.
  package static var system: Timestamp { Timestamp(nearestTo: Date.now.timeIntervalSince1970) }
}
