import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A damaged or hostile snapshot") struct SnapshotDamageTests {
  let fixture: SnapshotFixture
  let made: Snapshot.Made
  let contents: [String]

  init() throws {
    fixture = try SnapshotFixture()
    try fixture.append(20)
    made = try fixture.snapshot()
    contents = try fixture.contents(of: fixture.device)
  }

  private func changeFile(_ sql: String) throws {
    try Connection(path: made.path, mode: .readWrite).execute(sql)
  }

  private func refusal() -> SnapshotError? {
    do throws(SnapshotError) {
      _ = try SnapshotChain(path: made.path).verify()
      return nil
    } catch {
      return error
    }
  }

  static let changes: [(sql: String, code: SnapshotError.Code, words: String)] = [
    (
      "UPDATE sqlar SET name = '../../etc/passwd' WHERE name LIKE 'shared%local%'",
      .refused, "could leave the folder"
    ),
    (
      "INSERT INTO sqlar SELECT '/x', mode, mtime, sz, data FROM sqlar LIMIT 1",
      .refused, "could leave the folder"
    ),
    (
      "INSERT INTO sqlar SELECT 'x', 41471, mtime, sz, data FROM sqlar LIMIT 1",
      .refused, "a symbolic link"
    ),
    (
      "UPDATE sqlar SET mode = 16877 WHERE name LIKE 'shared%local%'",
      .refused, "not an ordinary file"
    ),
    (
      "INSERT INTO sqlar SELECT 'x', mode, mtime, sz, data FROM sqlar LIMIT 1",
      .refused, "a row x that its manifest does not name"
    ),
    ("UPDATE sqlar SET mtime = 7 WHERE name = 'manifest.json'", .damaged, "of another time"),
    ("DELETE FROM sqlar WHERE name LIKE 'private%'", .damaged, "lacks the row private"),
    ("DELETE FROM sqlar WHERE name = 'header.json'", .damaged, "lacks the row header.json"),
    ("UPDATE sqlar SET sz = 4000000000 WHERE name LIKE 'private%'", .refused, "more than it may"),
    ("UPDATE sqlar SET sz = -1 WHERE name LIKE 'private%'", .refused, "more than it may"),
    ("UPDATE sqlar SET sz = sz + 1 WHERE name LIKE 'private%'", .refused, "more than it may"),
    ("UPDATE sqlar SET sz = sz - 1 WHERE name LIKE 'private%'", .damaged, "does not inflate"),
    ("UPDATE sqlar SET sz = 99999999 WHERE name = 'manifest.json'", .refused, "more than it may"),
    (
      "UPDATE sqlar SET sz = 99999, data = zeroblob(99999) WHERE name = 'header.json'",
      .refused, "more than it may"
    ),
    (
      "UPDATE sqlar SET data = x'00', sz = 1 WHERE name = 'manifest.json'",
      .damaged, "a manifest.json that cannot be read"
    ),
    ("UPDATE sqlar SET data = x'00' WHERE name LIKE 'private%'", .damaged, "does not inflate"),
    ("CREATE TABLE other (a)", .notASnapshot, "is not a snapshot"),
    ("ALTER TABLE sqlar RENAME TO sqlar2", .notASnapshot, "is not a snapshot"),
    (
      "ALTER TABLE sqlar RENAME TO a; CREATE VIEW sqlar AS SELECT * FROM a",
      .notASnapshot, "is not a snapshot"
    ),
  ]

  @Test(arguments: changes.indices) func `is refused by name`(place: Int) throws {
    let change = Self.changes[place]
    try changeFile(change.sql)
    let error = try #require(refusal(), "\(change.sql) was not noticed")
    #expect(error.code == change.code, "\(change.sql): \(error)")
    #expect(error.message.contains(change.words), "\(change.sql): \(error)")
    #expect(error.message.contains(made.path))
    let target = fixture.folder.file("target")
    #expect(throws: SnapshotError.self) {
      try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
    }
    #expect((try? fixture.files(in: target)) ?? [] == [])
  }

  /// Changes to the manifest, by the text that is replaced.
  static let manifests: [(from: String, to: String, code: SnapshotError.Code)] = [
    ("\"format\" : 1", "\"format\" : 2", .damaged),
    ("\"isWhole\" : true", "\"isWhole\" : false", .damaged),
    ("\"number\" : 20", "\"number\" : 21", .damaged),
    ("\"last\" : 20", "\"last\" : 19", .damaged),
    ("private.journal", "../private.jo", .refused),
    ("private.journal", ".private.jour", .refused),
    ("\"kind\" : \"private\"", "\"kind\" : \"foreign\"", .damaged),
    ("\"redactionCount\" : 0", "\"redactionCount\" : 1", .damaged),
    ("\"depth\" : 0", "\"depth\" : 1", .damaged),
    ("\"depth\" : 0", "\"depth\" : -9223372036854775808", .damaged),
    ("\"created\" : ", "\"created\" : 9", .damaged),
    ("\"bytes\" : ", "\"bytes\" : -", .refused),
    ("\"bytes\" : ", "\"bytes\" : 999999999", .refused),
  ]

  @Test(arguments: manifests.indices)
  func `whose manifest was changed is refused`(place: Int) throws {
    let change = Self.manifests[place]
    let text = String(decoding: try encodedManifest(), as: UTF8.self)
    let changed = text.replacing(change.from, with: change.to)
    try #require(changed != text)
    try put(manifest: changed)
    #expect(refusal()?.code == change.code, "\(change): \(refusal()?.message ?? "was not noticed")")
  }

  static let tooLarge: [UInt64] = [.max, 1 << 63, (1 << 63) - 1, (1 << 63) - 2]

  /// Of a number that is larger than a journal can have, nobody may ask which comes next.
  @Test(arguments: tooLarge)
  func `whose manifest has a number that no journal has is refused`(number: UInt64) throws {
    let text = String(decoding: try encodedManifest(), as: UTF8.self)
    for (place, keys) in Self.numbers.enumerated() {
      var changed = text
      for key in keys {
        let before = changed
        changed = before.replacing(
          try Regex("\"\(key)\" : [0-9]+"), with: "\"\(key)\" : \(number)")
        try #require(changed != before)
      }
      try put(manifest: changed)
      #expect(refusal()?.code == .damaged, "\(keys): \(refusal()?.message ?? "not noticed")")
      let next = try fixture.snapshot(at: Int64(place + 1), isIncrement: true)
      #expect(next.manifest.base?.name != made.manifest.name)
    }
  }

  static let numbers: [[String]] = [
    ["number"], ["first"], ["last"], ["number", "last"], ["number", "first", "last"],
    ["redactionCount"],
  ]

  private func put(manifest: String) throws {
    let file = try Connection(path: made.path, mode: .readWrite)
    let update = try file.statement(
      "UPDATE sqlar SET sz = ?, data = ? WHERE name = 'manifest.json'")
    update.bind(1, Int64(manifest.utf8.count))
    update.bind(2, Array(manifest.utf8))
    try update.run()
  }

  private func encodedManifest() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(try SnapshotArchive(path: made.path).manifest))
  }

  @Test func `that is a bomb costs what it claims`() throws {
    let row = try #require(made.manifest.rows.first)
    let bomb = Compressed.deflateBomb(mebibytes: 64)
    let file = try Connection(path: made.path, mode: .readWrite)
    let update = try file.statement("UPDATE sqlar SET data = ? WHERE name = ?")
    update.bind(1, bomb)
    update.bind(2, row.name)
    try update.run()
    #expect(refusal()?.code == .refused)
    try changeFile("UPDATE sqlar SET sz = 60000000 WHERE name = '\(row.name)'")
    #expect(refusal()?.code == .refused)
  }

  @Test func `of a later format is refused as such`() throws {
    try changeFile(
      "UPDATE sqlar SET data = CAST('{\"format\":2}' AS BLOB), sz = 12 WHERE name = 'header.json'")
    #expect(refusal()?.code == .newerFormat(2))
    #expect(refusal()?.message.contains("Use a newer spotlog") == true)
  }

  @Test func `that is cut off anywhere is refused`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: made.path))
    for count in stride(from: 0, to: whole.count, by: 511) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: made.path))
      #expect(refusal() != nil, "\(count) of \(whole.count) bytes were taken")
    }
  }

  @Test func `with a flipped bit is refused, or restores as if there were none`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: made.path))
    var random = SplitMix64(7)
    var refused = 0
    for round in 0..<300 {
      var bytes = whole
      bytes[Int(random.below(UInt64(bytes.count)))] ^= 1 << UInt8(random.below(8))
      try bytes.write(to: URL(fileURLWithPath: made.path))
      if refusal() != nil {
        refused += 1
        continue
      }
      let target = fixture.folder.file("target-\(round)")
      _ = try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
      #expect(try fixture.contents(of: target) == contents)
    }
    #expect(refused > 50)
  }

  @Test(arguments: ["not a file", "SQLite format 3\u{0}"])
  func `that is none is refused as such`(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: made.path))
    #expect(refusal()?.code == .notASnapshot)
    try FileManager.default.removeItem(atPath: made.path)
    #expect(refusal()?.code == .notFound)
  }

  /// A segment of its maker's own, under a manifest that agrees with it.
  @Test func `whose segment runs code when it is read is refused`() throws {
    let journals = try fixture.openAll(.write)
    // What a hostile maker puts in place of a table of the filter's.
    try journals.shared.write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        try connection.execute("CREATE VIRTUAL TABLE local_words USING fts5(a)")
      }
    }
    // Who opens the journal sees it before anything is copied.
    let error = #expect(throws: JournalError.self) { try fixture.snapshot(at: 1) }
    #expect(error?.message.contains("virtual table") == true)
  }
}
