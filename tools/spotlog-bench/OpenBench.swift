import DeviceIndex
import Foundation
import JournalFormat
import JournalStore

/// Opening devices, and a device of a million entries after a restore, by what its owner waits for.
enum OpenBench {
  private static let sizes = [1_000, 100_000, 1_000_000]
  private static let openings = 200
  private static let configuration = DeviceConfiguration(
    tagSalt: [UInt8](repeating: 1, count: 16), cloudKeys: [])
  private static let now = Timestamp(milliseconds: 0)

  static func run() throws -> [Measurement] {
    let folder = try BenchFolder()
    let device = BenchDevice(path: folder.path + "/device", configuration)
    let path = device.path
    var opened: [Double] = []
    for size in sizes {
      try device.grow(to: UInt64(size))
      opened.append(try openingSeconds(path))
    }
    var results = zip(sizes, opened).map { size, seconds in
      let isShort = size == sizes[0]
      return Measurement(
        name: "opening a device of \(size) entries", ours: seconds * 1_000, unit: "ms",
        limitName: isShort ? nil : "of \(sizes[0])", limit: isShort ? nil : opened[0] * 1_000,
        target: isShort ? nil : 1.5, targetIsRatio: !isShort, smallerIsBetter: true)
    }
    results += try restoring(path, in: folder)
    return results
  }

  private static func open(_ path: String) throws -> Device {
    try Device.open(.folder(path), configuration, random: .system)
  }

  /// The best of many: an opening is disturbed by others, never helped.
  private static func openingSeconds(_ path: String) throws -> Double {
    var best = Double.infinity
    for _ in 0..<openings {
      best = min(
        best,
        try BenchClock.cpuSeconds {
          let device = try open(path)
          _ = try device.sync(now: now).next(now: now)
        })
    }
    return best
  }

  // MARK: After a restore

  private static var engagement: JournalEvent {
    var event = JournalEvent()
    event.resultEngaged.result.app = "com.example.museum"
    event.resultEngaged.result.id = "item 1"
    return event
  }

  private static func restoring(_ path: String, in folder: BenchFolder) throws -> [Measurement] {
    var dice = Dice.seeded(1)
    let snapshot = try Snapshot(
      of: [
        (
          file: "private.journal",
          journal: Journal.open(at: path + "/private.journal", kind: .private, for: .read)
        )
      ], kind: .device, to: folder.path + "/backups")
    let made = try SnapshotFolder(folder.path + "/backups").add(
      snapshot, isIncrement: false, retention: SnapshotRetention(), created: now, dice: &dice
    ).made.path
    let target = folder.path + "/restored"
    var clock = PhaseClock()
    var restore = SnapshotRestore(try SnapshotChain(path: made), .device, to: target)
    restore.phase = { clock.enter($0.rawValue) }
    _ = try restore.run(now: now)
    clock.enter("opening")
    let device = try open(target)
    clock.enter("first entry and request")
    try device.record([engagement], at: now)
    _ = try device.sync(now: now).next(now: now)
    clock.enter("first search, partial")
    _ = try device.queries.searchMeanwhile("water", now: now)
    clock.enter("index usable")
    var longest = 0.0
    while try !device.index.read(atMost: 0).isComplete {
      longest = max(longest, try BenchClock.wallSeconds { try device.index.read() })
    }
    clock.enter("")
    return clock.phases.map { name, seconds in
      Measurement(
        name: "RTO, 1,000,000 entries: \(name)", ours: seconds * 1_000, unit: "ms", target: nil)
    } + [
      Measurement(
        name: "longest step of an index that is rebuilt", ours: longest * 1_000, unit: "ms",
        target: nil)
    ]
  }
}

/// Adds up wall seconds by phase, in the order in which phases were first entered.
private struct PhaseClock {
  private(set) var phases: [(name: String, seconds: Double)] = []
  private var current = "reading"
  private var since = BenchClock.wall

  mutating func enter(_ next: String) {
    let now = BenchClock.wall
    if let place = phases.firstIndex(where: { $0.name == current }) {
      phases[place].seconds += now - since
    } else {
      phases.append((current, now - since))
    }
    (current, since) = (next, now)
  }
}
