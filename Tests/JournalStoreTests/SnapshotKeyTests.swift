import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("An encrypted snapshot") struct SnapshotKeyTests {
  let fixture: SnapshotFixture
  let key: SnapshotKey
  let made: Snapshot.Made

  init() throws {
    fixture = try SnapshotFixture()
    key = try SnapshotKey(bytes: Array(0..<32), path: "key")
    try fixture.append(20)
    made = try fixture.snapshot(key: key)
  }

  @Test func `restores with its key, and says nothing without it`() throws {
    try fixture.append(3)
    let increment = try fixture.snapshot(at: 1, isIncrement: true, key: key)
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(increment.path, to: target, key: key).run(now: SnapshotFixture.now)
    #expect(try fixture.contents(of: target) == fixture.contents(of: fixture.device))
    let bytes = try fixture.bytes(in: fixture.backups)
    for word in ["payload", "CREATE TABLE entries", Sample.journalName.description] {
      #expect(!bytes.contains(text: word))
    }
  }

  @Test func `is refused without its key, and with another`() throws {
    let other = try SnapshotKey(bytes: Array(1..<33), path: "key")
    for key in [nil, other] {
      let error = #expect(throws: SnapshotError.self) {
        try SnapshotChain(path: made.path, key: key)
      }
      #expect(error?.code == .key)
      #expect(error?.message.contains(self.key.identifier) == true)
    }
  }

  @Test func `is the only base and the only one that counts, for whom has a key`() throws {
    let bare = try fixture.snapshot(at: 1)
    try fixture.append(3)
    let error = #expect(throws: SnapshotError.self) { try SnapshotChain(path: bare.path, key: key) }
    #expect(error?.code == .unsealed && error?.message.contains("is not encrypted") == true)
    let leader = fixture.identity(.private)
    let folder = SnapshotFolder(fixture.backups, key: key)
    #expect(try folder.complete(of: leader).map { folder.path + "/" + $0.file } == [made.path])
    #expect(try folder.items().map(\.isUnsealed) == [false, true])
    #expect(try folder.items().map(\.isEncrypted) == [true, false])
    let increment = try fixture.snapshot(at: 2, isIncrement: true, key: key)
    #expect(increment.manifest.base?.name == made.manifest.name)
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(increment.path, to: target, key: key).run(now: SnapshotFixture.now)
    #expect(try fixture.contents(of: target) == fixture.contents(of: fixture.device))
  }

  @Test func `is whole where all others have no seal, and no rule removes those`() throws {
    try FileManager.default.removeItem(atPath: made.path)
    let bare = try fixture.snapshot(at: 1)
    try fixture.append(3)
    let sealed = try fixture.snapshot(
      at: 2, isIncrement: true, key: key, retention: SnapshotRetention(last: 1))
    #expect(sealed.manifest.base == nil && sealed.manifest.depth == 0)
    #expect(FileManager.default.fileExists(atPath: bare.path))
    _ = try SnapshotChain(path: sealed.path, key: key).verify()
  }

  @Test(arguments: [
    // A row under another row's name, a changed byte, a row of another snapshot.
    "UPDATE sqlar SET data = (SELECT data FROM sqlar WHERE name LIKE 'private%entries%'), "
      + "sz = (SELECT sz FROM sqlar WHERE name LIKE 'private%entries%') "
      + "WHERE name LIKE 'shared%entries%'",
    "UPDATE sqlar SET data = CAST(substr(data, 1, length(data) - 1) || x'00' AS BLOB) "
      + "WHERE name LIKE 'private%'",
    "UPDATE sqlar SET data = x'00', sz = 1 WHERE name LIKE 'private%'",
    "UPDATE sqlar SET data = CAST(replace(CAST(data AS TEXT), '\"snapshot\" : \"', "
      + "'\"snapshot\" : \"0') AS BLOB), sz = sz + 1 WHERE name = 'header.json'",
  ])
  func `of which a byte was changed or a row moved is refused`(sql: String) throws {
    try Connection(path: made.path, mode: .readWrite).execute(sql)
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotChain(path: made.path, key: key).verify()
    }
    #expect(error?.code == .damaged || error?.code == .refused, "\(error?.message ?? "")")
  }

  @Test(arguments: [0, 31, 33]) func `needs a key of 32 bytes`(count: Int) {
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotKey(bytes: [UInt8](repeating: 0, count: count), path: "a.key")
    }
    #expect(error?.message.contains("a.key has \(count) bytes") == true)
  }
}
