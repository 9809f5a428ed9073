import JournalFormat
import JournalStore
import Simulation
import TestSupport
import Testing

@Suite("A snapshot of a simulated disk") struct SimulatedSnapshotTests {
  private let disk = SimulatedDisk(name: "snapshots-\(UInt64.random(in: 0...UInt64.max))", seed: 1)
  private var files: SimulatedFiles { SimulatedFiles(disk) }
  private static let profile = SnapshotProfile(
    kind: .device, journals: [.init("private.journal", .private)], derivedFiles: ["index.sqlite"])

  private func append(_ count: Int) throws {
    let journal: Journal
    if disk.bytes(of: "d/private.journal") == nil {
      journal = try Journal.create(
        at: "d/private.journal",
        identity: JournalIdentity(kind: .private, name: Sample.journalName),
        created: Sample.day.start, options: disk.journalOptions)
    } else {
      journal = try Journal.open(
        at: "d/private.journal", for: .write, options: disk.journalOptions)
    }
    for _ in 0..<count {
      try journal.append([
        EntryDraft(kind: .event, time: Sample.day.start, payload: [1, 2, 3])
      ])
    }
  }

  private func head() throws -> UInt64 {
    try Journal.open(at: "d/private.journal", for: .write, options: disk.journalOptions).head()
      .number
  }

  /// Through the connection of the one that writes: nobody else can read on this disk.
  private func snapshot(_ hour: Int, isIncrement: Bool) throws -> String {
    let journal = try Journal.open(
      at: "d/private.journal", for: .write, options: disk.journalOptions)
    var snapshot = Snapshot(of: [("private.journal", journal)], kind: .device, to: "backups")
    snapshot.files = files
    var folder = SnapshotFolder("backups")
    folder.files = files
    var dice = Dice.seeded(UInt64(hour))
    return try folder.add(
      snapshot, isIncrement: isIncrement, retention: SnapshotRetention(),
      created: Sample.day.start.advanced(byMilliseconds: Int64(hour) * 3_600_000), dice: &dice
    ).made.path
  }

  private func restore(_ path: String) throws -> SnapshotRestore.Summary {
    var restore = SnapshotRestore(
      try SnapshotChain(path: path, files: files), Self.profile, to: "d")
    restore.files = files
    return try restore.run(now: Sample.day.start)
  }

  @Test func `restores what it holds, whatever change of the disk was the last`() throws {
    try append(5)
    _ = try snapshot(1, isIncrement: false)
    try append(5)
    let path = try snapshot(2, isIncrement: true)
    var completions = 0
    for changes in 0..<400 {
      try append(3)
      let before = try head()
      disk.fail(afterChanges: changes)
      let isComplete = (try? restore(path)) != nil
      disk.fail(afterChanges: nil)
      let plan = try RestorePlan.read(in: "d", files: files)
      if plan == nil {
        let found = try head()
        #expect(found == before || found == 10)
      } else if changes.isMultiple(of: 2), plan?.phase != .finishing {
        try SnapshotRestore.undo(in: "d", Self.profile, files: files)
        #expect(try head() == before)
      }
      _ = try restore(path)
      #expect(try head() == 10)
      completions += isComplete ? 1 : 0
      if completions > 3 { break }
    }
    #expect(completions > 3)
    #expect(disk.bytes(of: "d/restore.json") == nil)
  }
}
