internal import DeviceIndex
internal import JournalFormat
internal import Sync

/// One device of a simulated world: the shipped code on a simulated disk. Parked while it is idle:
/// its files are closed, and little more than they remain.
final class SimulatedDevice {
  let name: String
  private let storage: DeviceStorage
  private let configuration: DeviceConfiguration
  private var dice: Dice
  private var running: Device?
  private var suspendedMachine: DeviceSyncMachine?
  /// The one wake-up that counts; others that are still scheduled are stale.
  var nextWake: Timestamp?
  /// Reports wait for the privacy gate.
  var hasNews = false
  /// When the oldest engagement that has not been acknowledged was made.
  var oldestWaiting: Timestamp?
  var lastUsed: UInt64 = 0
  private(set) var entryCount: UInt64 = 0
  private(set) var openings = 0

  init(name: String, storage: DeviceStorage, configuration: DeviceConfiguration, seed: UInt64) {
    self.name = name
    self.storage = storage
    self.configuration = configuration
    dice = .seeded(seed)
  }

  var isRunning: Bool { running != nil }

  /// The device, opened if it was parked.
  func device(now: Timestamp) throws(DeviceError) -> Device {
    if let running { return running }
    let opened =
      storage.holdsDevice
      ? try Device.open(storage, configuration, random: dice)
      : try Device.create(storage, configuration, now: now, random: dice)
    running = opened
    openings += 1
    return opened
  }

  func record(_ events: [JournalEvent], at time: Timestamp) throws(DeviceError) {
    entryCount = try device(now: time).record(events, at: time)
  }

  func sync(now: Timestamp) throws(DeviceError) -> DeviceSync {
    try device(now: now).sync(now: now, resuming: suspendedMachine)
  }

  /// Closes everything; the process is suspended, not ended, so its machine stays as it is.
  func park() {
    guard let running else { return }
    dice = running.random
    suspendedMachine = running.openedMachine ?? suspendedMachine
    self.running = nil
  }

  /// The state of the conversation; nil before the device first spoke.
  var machine: DeviceSyncMachine? { running?.openedMachine ?? suspendedMachine }

  /// What a witness file would hold.
  var witnessBytes: [UInt8]? { try? storage.witness.read() }
}
