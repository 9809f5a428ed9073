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
}
