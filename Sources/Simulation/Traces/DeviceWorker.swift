internal import Foundation
internal import JournalFormat

/// Performs tasks of devices ahead of the world, on a second thread.
///
/// A device's tasks are performed one after the other in the order in which they were given, by
/// whichever thread comes first: what comes of them does not depend on which one it was.
final class DeviceWorker: @unchecked Sendable {
  /// The tasks of one device.
  struct Lane {
    fileprivate var tasks: [DeviceTask] = []
    fileprivate var turns: [Result<DeviceTurn, any Error>] = []
    fileprivate var isBusy = false
  }

  private let condition = NSCondition()
  // Guarded by `condition`, as all lanes are.
  private var waiting: [TracedDevice] = []
  private var nextWaiting = 0
  private var isStarted = false
  private var isOver = false
  private var isBusy = false

  /// Gives the device something to do, at any time until its turn is asked for.
  func add(_ task: DeviceTask, for device: TracedDevice) {
    condition.lock()
    device.lane.tasks.append(task)
    waiting.append(device)
    if !isStarted { start() }
    condition.signal()
    condition.unlock()
  }

  /// What came of the device's first task whose turn was not taken yet.
  func turn(of device: TracedDevice) throws -> DeviceTurn {
    condition.lock()
    while device.lane.turns.isEmpty { proceed(device) }
    let turn = device.lane.turns.removeFirst()
    condition.unlock()
    return try turn.get()
  }

  /// Performs a task now, after those that the device was given before.
  func perform(_ task: DeviceTask, by device: TracedDevice) throws -> DeviceTurn {
    finish(device)
    return try device.perform(task)
  }

  /// Returns when the device has nothing left to do.
  func finish(_ device: TracedDevice) {
    condition.lock()
    while device.lane.isBusy || !device.lane.tasks.isEmpty { proceed(device) }
    condition.unlock()
  }

  /// Ends the second thread; what it has not begun is not done.
  func giveUp() {
    condition.lock()
    isOver = true
    waiting = []
    nextWaiting = 0
    condition.broadcast()
    while isBusy { condition.wait() }
    condition.unlock()
  }

  /// One step forward: a task of the device, here, or waiting for the one that is being performed.
  private func proceed(_ device: TracedDevice) {
    if device.lane.isBusy { return condition.wait() }
    performNext(device)
  }

  /// Performs the device's next task, without the lock meanwhile.
  private func performNext(_ device: TracedDevice) {
    let task = device.lane.tasks.removeFirst()
    device.lane.isBusy = true
    condition.unlock()
    let turn = Result { try device.perform(task) }
    condition.lock()
    device.lane.isBusy = false
    // Nobody asks what came of parking.
    if case .park = task { return condition.broadcast() }
    device.lane.turns.append(turn)
    condition.broadcast()
  }

  private func start() {
    isStarted = true
    let thread = Thread { [self] in work() }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func work() {
    condition.lock()
    while !isOver {
      guard let device = nextDevice() else {
        condition.wait()
        continue
      }
      // The world's thread may have been faster, or be at it now.
      guard !device.lane.isBusy, !device.lane.tasks.isEmpty else { continue }
      isBusy = true
      performNext(device)
      isBusy = false
      if isOver { condition.broadcast() }
    }
    condition.unlock()
  }

  private func nextDevice() -> TracedDevice? {
    guard nextWaiting < waiting.count else {
      waiting.removeAll(keepingCapacity: true)
      nextWaiting = 0
      return nil
    }
    defer { nextWaiting += 1 }
    return waiting[nextWaiting]
  }
}
