#if canImport(Glibc)
  import Foundation
  import JournalFormat
  import JournalStore
  import TestSupport
  import Testing

  @Suite("A journal on a full disk") struct FullDiskTests {
    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `loses nothing, and continues in the same connection when there is room`() throws {
      let disk = try #require(TinyDisk())
      try disk.fill(leaving: 324_288)
      let path = disk.folder.file("a.journal")
      let journal = try Journal.create(
        at: path, identity: JournalIdentity(kind: .private, name: Sample.journalName),
        created: Sample.day.start)
      var acknowledged = 0
      let refused = #expect(throws: JournalError.self) {
        while acknowledged < 10_000 {
          try journal.append([Fixture.draft(acknowledged + 1)])
          acknowledged += 1
        }
      }
      #expect(refused?.code == .diskFull)
      #expect(acknowledged > 0)
      for access in [journal, try Journal.open(at: path, for: .read)] {
        #expect(try access.head().number == UInt64(acknowledged))
        #expect(access.verify().isWhole)
      }
      try disk.makeRoom()
      try journal.append([Fixture.draft(acknowledged + 1)])
      #expect(try journal.head().number == UInt64(acknowledged + 1))
      #expect(journal.verify().isWhole)
    }
  }
#endif
