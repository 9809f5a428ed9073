import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("The files of a journal") struct PrivateFileTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func `are their owner's alone from the moment they are made`() throws {
    // Under the umask of these tests, which lets others read.
    let journal = try fixture.create()
    try journal.append([Fixture.draft(1)])
    try withExtendedLifetime(journal) {
      for suffix in ["", "-wal", "-shm", "-writer"] {
        let found = try FileManager.default.attributesOfItem(atPath: fixture.path + suffix)
        #expect(found[.posixPermissions] as? Int == 0o600, "\(suffix)")
      }
    }
  }

  /// It kept the mode of the empty file, and so did all that SQLite makes beside it.
  @Test(arguments: [0o644, 0o666, 0o640])
  func `are their owner's alone also where an empty file lay in their place`(mode: Int) throws {
    #expect(
      FileManager.default.createFile(
        atPath: fixture.path, contents: nil, attributes: [.posixPermissions: mode]))
    // Whatever the umask is.
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.path)
    let journal = try fixture.create()
    try journal.append([Fixture.draft(1)])
    try withExtendedLifetime(journal) {
      for suffix in ["", "-wal", "-shm", "-writer"] {
        let found = try FileManager.default.attributesOfItem(atPath: fixture.path + suffix)
        #expect(found[.posixPermissions] as? Int == 0o600, "\(suffix)")
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["", "-wal", "-shm", "-writer"])
  func `are refused where a pipe lies in their place`(suffix: String) throws {
    try fixture.make(3)
    FileSystem.remove(fixture.path + suffix)
    #expect(mkfifo(fixture.path + suffix, 0o600) == 0)
    let error = #expect(throws: JournalError.self) { try fixture.open() }
    #expect(error?.message.contains("ordinary file") == true, "\(String(describing: error))")
  }

  @Test(arguments: ["", "-writer"])
  func `are not written through a link`(suffix: String) throws {
    try fixture.make(3)
    let place = fixture.path + suffix
    let other = fixture.folder.file("other")
    try FileManager.default.moveItem(atPath: place, toPath: other)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: other)
    let before = try Data(contentsOf: URL(fileURLWithPath: other))
    #expect(throws: JournalError.self) { try fixture.open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
  }

  @Test func `are not made where a link leads`() throws {
    let other = fixture.folder.file("other")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path, withDestinationPath: other)
    #expect(throws: JournalError.self) { try fixture.create() }
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test func `lie in a folder of which is said that others may look into it`() throws {
    let path = fixture.folder.file("open")
    try FileSystem.makeFolder(path, isPrivate: true)
    #expect(FileSystem.warning(ofFolder: path) == nil)
    for mode in [0o750, 0o701, 0o755] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      #expect(FileSystem.warning(ofFolder: path)?.hasSuffix("chmod 700 \(path)") == true)
    }
  }
}
