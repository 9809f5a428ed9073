import Foundation
import JournalFormat
import JournalStore
import SQLite
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A journal whose making did not come to its end") struct DeviceUnmadeTests {
  /// What a crash leaves of a file that was about to be made: nothing, or tables alone.
  enum Unmade: CaseIterable { case empty, unfinished }

  private let home: TestHome

  init() throws { home = try TestHome() }

  private func leave(
    _ unmade: Unmade, _ name: String, identity: JournalIdentity, localTables: String
  ) throws {
    let path = home.folder.file(name)
    switch unmade {
    case .empty:
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      try Connection(path: path, mode: .create).execute("PRAGMA journal_mode = WAL")
    case .unfinished:
      try UnfinishedJournal.leave(at: path, identity: identity, localTables: localTables)
    }
  }

  @Test(arguments: Unmade.allCases) func `is made again as an outbox`(unmade: Unmade) throws {
    do {
      let device = try home.device()
      _ = try home.enrol(device)
    }
    try leave(
      unmade, "shared.journal", identity: Sample.identity, localTables: FilterTables.statements)
    let device = try home.device(seed: 2)
    let sync = try device.sync(now: home.now)
    _ = try sync.next(now: home.now)
    #expect(sync.machine.phase == .needsOpen)
    #expect(sync.shared?.identity.epoch == Sample.epoch)
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    #expect(try home.reports(sync).count == 1)
  }

  @Test(arguments: Unmade.allCases) func `is made again as a device`(unmade: Unmade) throws {
    try leave(
      unmade, "private.journal",
      identity: JournalIdentity(kind: .private, name: Sample.journalName),
      localTables: SharedJournal.epochTable)
    let device = try home.device()
    #expect(try device.journaledNumber == 1)
    try device.record([try TestHome.item("1", "water")], at: home.now)
    #expect(try home.titles("water", device) == ["water"])
  }

  /// Before the first checkpoint all of a device lies in the log, and the file looks unfinished.
  @Test(arguments: [4..<5, 20..<21, 0..<32, 0..<200, 0..<4_096])
  func `is no free place where its log has entries and a damaged header`(damage: Range<Int>) throws
  {
    let device = try home.device()
    try device.record([try TestHome.item("1", "water")], at: home.now)
    let left = try TestHome()
    let path = left.folder.file("private.journal")
    let (file, log) = try withExtendedLifetime(device) {
      let source = home.folder.file("private.journal")
      return (
        try Data(contentsOf: URL(fileURLWithPath: source)),
        try Data(contentsOf: URL(fileURLWithPath: source + "-wal"))
      )
    }
    #expect(file.count == 4_096)
    var damaged = log
    if damage.count == 1 {
      damaged[damage.lowerBound] ^= 1
    } else {
      damaged.replaceSubrange(damage, with: Data(count: damage.count))
    }
    try file.write(to: URL(fileURLWithPath: path))
    try damaged.write(to: URL(fileURLWithPath: path + "-wal"))
    let error = #expect(throws: DeviceError.self) { try left.device(seed: 2) }
    #expect((error?.cause as? JournalError)?.code == .damaged)
    #expect(error?.message.contains("journal salvage") == true)
    #expect(throws: (any Error).self) {
      try Snapshot(ofFolder: left.folder.path, .device, to: left.folder.file("backups"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == damaged)
    // The header alone is no loss to a salvage.
    if damage.upperBound <= 32 {
      var recovered = 0
      try EntrySurvey(path).forEach { _ in recovered += 1 }
      #expect(recovered == 2)
    }
  }
}
