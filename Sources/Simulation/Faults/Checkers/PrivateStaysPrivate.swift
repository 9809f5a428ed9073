internal import JournalFormat
internal import Sync

/// No word of a private item leaves its device: every one of them has a word that nothing else
/// has, and that is looked for in every message and in all that the cloud keeps. No word of a
/// protected item is on a disk at all: those of one app have another such word. And of what the
/// operator erased no batch is in a file of the cloud.
final class PrivateStaysPrivate: InvariantChecker {
  /// No page and no public word has it.
  static let canary = "zanzibarcanary"
  /// What only items have that are always protected.
  static let sealedCanary = "quaggacanary"

  private let needle = Array(canary.utf8)
  /// By person: the last bytes of each batch that the cloud took, which are like nothing else.
  private var taken: [Int: Set<[UInt8]>] = [:]
  private static let endByteCount = 32
  private var hasErasure: Bool?

  func requestLeft(_ request: [UInt8], of device: FaultDevice, in world: FaultWorld) {
    // What a batch says travels compressed.
    let texts = [request] + SentReports(in: request).entries.compactMap(\.payload)
    world.expect(
      .privateStaysPrivate, !texts.contains { $0.holds(needle) }, device: device.place,
      "a word of a private item is in a message to the cloud")
  }

  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    let isKept = hasErasure ?? world.plan.steps.contains { $0.kind == .erase }
    hasErasure = isKept
    guard isKept, let device = exchange.device, case .received? = exchange.answer,
      let batch = (try? SyncRequest(bytes: exchange.request))?.batch
    else { return }
    let person = world.devices[device].person
    taken[person, default: []].insert(Array(batch.suffix(Self.endByteCount)))
  }

  func operatorErased(_ person: Int, in world: FaultWorld) {
    for path in world.cloud.disk.paths.sorted() {
      let bytes = world.cloud.disk.bytes(of: path) ?? []
      world.expect(
        .privateStaysPrivate, !(taken[person] ?? []).contains { bytes.holds($0) },
        "what device \(person) reported was erased, and is in \(path)")
    }
  }

  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    for path in world.cloud.disk.paths.sorted() {
      let bytes = world.cloud.disk.bytes(of: path) ?? []
      world.expect(
        .privateStaysPrivate, !bytes.holds(needle), "a word of a private item is in \(path)")
    }
    // A power cut may bring back what SQLite took out of a write-ahead log (docs/LIMITS.md).
    if world.counts[.cloudPowerCut] == 0 {
      for person in taken.keys.sorted() where world.ledger.operators.isGone(person) {
        operatorErased(person, in: world)
      }
    }
    guard world.apps.contains(ExactText(VaultDice.app)) else { return }
    for device in world.devices where device.isAlive { look(at: device, in: world) }
  }

  private func look(at device: FaultDevice, in world: FaultWorld) {
    for path in device.disk.paths.sorted() {
      let bytes = device.disk.bytes(of: path) ?? []
      world.expect(
        .privateStaysPrivate, !bytes.holds(Array(Self.sealedCanary.utf8)), device: device.place,
        "a word of a protected item is readable in \(path)")
    }
  }
}

extension [UInt8] {
  /// Whether the bytes are somewhere in these.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return false }
    return withUnsafeBufferPointer { bytes in
      var start = 0
      while let found = bytes[start...].firstIndex(of: first) {
        guard found + other.count <= bytes.count else { return false }
        if bytes[found..<found + other.count].elementsEqual(other) { return true }
        start = found + 1
      }
      return false
    }
  }
}
