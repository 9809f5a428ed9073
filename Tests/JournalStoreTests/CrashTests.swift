import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@Suite("After a crash") struct CrashTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func copy(to crashed: Fixture, walByteCount: Int? = nil) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: crashed.path + suffix)
    }
    try FileManager.default.copyItem(atPath: fixture.path, toPath: crashed.path)
    let wal = try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal"))
    try wal.prefix(walByteCount ?? wal.count).write(to: URL(fileURLWithPath: crashed.path + "-wal"))
  }

  @Test func `everything that was acknowledged is there`() throws {
    let journal = try fixture.create()
    let crashed = try Fixture()
    for number in 1...10 {
      try journal.append([Fixture.draft(number)])
      try copy(to: crashed)
      let survivor = try crashed.open()
      #expect(try survivor.head() == journal.head())
      #expect(survivor.verify().isWhole)
    }
  }

  @Test func `a log that was cut anywhere gives an exact prefix`() throws {
    let journal = try fixture.create()
    for start in stride(from: 1, to: 16, by: 3) {
      try journal.append(Fixture.drafts(start...(start + 2)))
    }
    let entries = try journal.entries(from: 1, atMost: 99)
    let size = try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal")).count
    let crashed = try Fixture()
    var heads: Set<UInt64> = []
    var unmadeCount = 0
    for count in stride(from: 0, through: size, by: 499) {
      try copy(to: crashed, walByteCount: count)
      let survivor: Journal
      do throws(JournalError) {
        survivor = try crashed.open()
      } catch {
        // Cut before it was a journal: everybody who makes one where there is none makes it again.
        try #require(error.code == .notFound, "\(count) bytes: \(error)")
        survivor = try crashed.create()
        unmadeCount += 1
      }
      let found = try survivor.entries(from: 1, atMost: 99)
      #expect(found == Array(entries.prefix(found.count)))
      #expect(survivor.verify().isWhole)
      heads.insert(UInt64(found.count))
      try survivor.append([Fixture.draft(found.count + 1)])
      #expect(survivor.verify().isWhole)
    }
    // Nothing at all, and the tables without an identity.
    #expect(unmadeCount > 10)
    // Whole transactions only, and more of them the more of the log there is.
    #expect(heads.isSuperset(of: [0, 3, 6, 9, 12]))
    #expect(heads.isSubset(of: [0, 3, 6, 9, 12, 15]))
  }
}
