#if canImport(Glibc)
  import Foundation
  import Glibc
  import JournalFormat
  import JournalStore
  import TestSupport
  import Testing

  /// A disk of half a megabyte, in memory.
  private final class TinyDisk {
    let folder: TemporaryFolder

    /// Nil where this process may not mount.
    init?() {
      guard let folder = try? TemporaryFolder(),
        mount("tmpfs", folder.path, "tmpfs", 0, "size=512k") == 0
      else { return nil }
      self.folder = folder
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    static let canBeMade = TinyDisk() != nil
  }

  @Suite("A journal on a full disk") struct FullDiskTests {
    @Test(.enabled(if: TinyDisk.canBeMade, "only root may mount a small disk"))
    func `loses nothing, and goes on in the same connection when there is room`() throws {
      let disk = try #require(TinyDisk())
      let ballast = disk.folder.file("ballast")
      try Data(count: 200_000).write(to: URL(fileURLWithPath: ballast))
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
      try FileManager.default.removeItem(atPath: ballast)
      try journal.append([Fixture.draft(acknowledged + 1)])
      #expect(try journal.head().number == UInt64(acknowledged + 1))
      #expect(journal.verify().isWhole)
    }
  }
#endif
