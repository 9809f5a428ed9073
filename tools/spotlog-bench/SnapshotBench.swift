import CZlib
import Foundation
import JournalFormat
import JournalStore
import SQLite

/// Making and restoring snapshots of a journal of a million entries.
enum SnapshotBench {
  private static let entryCount = 1_000_000
  private static let newCount = 10_000
  private static let incrementCount = 10

  private static let profile = SnapshotProfile(
    kind: .device, journals: [.init("private.journal", .private)], derivedFiles: [])

  static func run() throws -> [Measurement] {
    let folder = try BenchFolder()
    let journal = try makeJournal(in: folder)
    let backups = SnapshotFolder(folder.path + "/backups")
    let full = try make(of: journal, in: backups, hour: 0)
    let bare = try bareCopy(of: journal.path, in: folder)
    let whole = try restore(full.path, in: folder)
    var increments: [(path: String, seconds: Double)] = []
    for hour in 1...incrementCount {
      try fill(journal, entries: newCount)
      increments.append(try make(of: journal, in: backups, hour: hour))
    }
    let chain = try restore(increments[incrementCount - 1].path, in: folder)
    return [
      Measurement(
        name: "snapshot create, 1,000,000 entries", ours: full.seconds, unit: "s",
        limitName: "VACUUM INTO and zlib", limit: bare, target: 1.3, targetIsRatio: true,
        smallerIsBetter: true),
      Measurement(
        name: "snapshot create --incremental, 10,000 new entries",
        ours: increments.map(\.seconds).min() ?? 0, unit: "s",
        limitName: "a hundredth of a full one", limit: full.seconds / 100, target: 2,
        targetIsRatio: true, smallerIsBetter: true),
    ] + lines(whole, "snapshot", target: 3) + lines(chain, "chain of 11", target: 6)
  }

  /// The first is full, all others are increments.
  private static func make(
    of journal: Journal, in backups: SnapshotFolder, hour: Int
  ) throws -> (path: String, seconds: Double) {
    let snapshot = Snapshot(
      of: [("private.journal", journal)], kind: .device, to: backups.path)
    var dice = Dice.seeded(UInt64(hour))
    var path = ""
    let seconds = try BenchClock.wallSeconds {
      path =
        try backups.add(
          snapshot, isIncrement: hour > 0, retention: SnapshotRetention(),
          created: Timestamp(milliseconds: Int64(hour) * 3_600_000), dice: &dice
        ).made.path
    }
    return (path, seconds)
  }

  // MARK: Restoring

  /// Seconds by what they went into.
  private struct Phases {
    var seconds: [SnapshotPhase: Double]
    var opening = 0.0

    /// What is not inflating and writing, which any restore has to do.
    var rest: Double {
      opening + seconds.filter { $0.key != .inflating && $0.key != .writing }.values.reduce(0, +)
    }
  }

  private static func restore(_ path: String, in folder: BenchFolder) throws -> Phases {
    let target = folder.path + "/restored"
    try? FileManager.default.removeItem(atPath: target)
    let timer = SnapshotPhaseTimer { BenchClock.wall }
    var restore = SnapshotRestore(try SnapshotChain(path: path), profile, to: target)
    restore.phase = { timer.enter($0) }
    _ = try restore.run(now: Timestamp(milliseconds: 0))
    timer.end()
    var phases = Phases(seconds: timer.seconds)
    phases.opening = try BenchClock.wallSeconds {
      _ = try Journal.open(at: target + "/private.journal", for: .write).head()
    }
    return phases
  }

  private static func lines(
    _ phases: Phases, _ name: String, target: Double
  ) -> [Measurement] {
    let parts: [(String, Double)] = [
      ("inflating", phases.seconds[.inflating] ?? 0), ("writing", phases.seconds[.writing] ?? 0),
      ("verifying", phases.seconds[.verifying] ?? 0), ("opening", phases.opening),
    ]
    return parts.map { part, seconds in
      Measurement(name: "restore of a \(name), \(part)", ours: seconds, unit: "s", target: nil)
    } + [
      Measurement(
        name: "restore of a \(name) to verified and open, besides inflating and writing",
        ours: phases.rest, unit: "s", target: target, smallerIsBetter: true)
    ]
  }

  // MARK: What is measured

  private static func makeJournal(in folder: BenchFolder) throws -> Journal {
    var dice = Dice.seeded(1)
    let journal = try Journal.create(
      at: folder.path + "/private.journal",
      identity: JournalIdentity(kind: .private, name: JournalName(using: &dice)),
      created: Timestamp(milliseconds: 0))
    try fill(journal, entries: entryCount)
    return journal
  }

  private static let words = [
    "water", "lilies", "painted", "by", "the", "river", "museum", "of", "modern", "art", "oil",
    "canvas", "garden", "bridge", "light", "morning",
  ]

  /// Events as they are: 16 random bytes, then words.
  private static func fill(_ journal: Journal, entries: Int) throws {
    var random = SplitMix64(try journal.head().number)
    for _ in 0..<(entries / 1_000) {
      try journal.append(
        (0..<1_000).map { _ in
          var payload = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          while payload.count < 160 {
            payload += Array(words[Int(random.below(16))].utf8) + [UInt8(random.below(256))]
          }
          return EntryDraft(kind: .event, time: Timestamp(milliseconds: 0), payload: payload)
        })
    }
  }

  /// The copy that SQLite makes, compressed in pieces of 64 MiB, in a file.
  private static func bareCopy(of path: String, in folder: BenchFolder) throws -> Double {
    let copy = folder.path + "/copy.sqlite"
    return try BenchClock.wallSeconds {
      try Connection(path: path, mode: .readOnly).vacuum(into: copy)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: copy), options: .mappedIfSafe)
      var packed = Data()
      for start in stride(from: 0, to: bytes.count, by: 64 << 20) {
        let piece = [UInt8](bytes[start..<min(start + 64 << 20, bytes.count)])
        var size = compressBound(UInt(piece.count))
        packed.append(
          contentsOf: [UInt8](unsafeUninitializedCapacity: Int(size)) { output, count in
            compress(output.baseAddress, &size, piece, UInt(piece.count))
            count = Int(size)
          })
      }
      try packed.write(to: URL(fileURLWithPath: copy + ".z"))
    }
  }
}
