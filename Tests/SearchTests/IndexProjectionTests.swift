import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@Suite("An index's projection") struct IndexProjectionTests {
  /// Every kind of event that the index has to do with, and some that it has not.
  private static let history: [JournalEvent] =
    (1...40).map { number in
      switch number % 10 {
      case 0: IndexFile.deletion(ids: ["\(number - 9)"])
      case 5: IndexFile.activity("activity \(number)", related: "\(number - 1)")
      case 6: IndexFile.engagement("\(number - 3)")
      case 7: IndexFile.clientState("\(number)")
      case 8: IndexFile.item("\(number - 5)", ["comment": .text("merged")], merge: true)
      case 9: JournalEvent()
      default: IndexFile.item("\(number)", ["title": .text("word \(number)")], domain: "d")
      }
    }

  private func contents(after count: Int) throws -> [String] {
    let projection = try IndexFile().create()
    try projection.apply(Array(Self.history.prefix(count)))
    return try projection.contents()
  }

  @Test(arguments: [1, 3, 7, 40])
  func `is the same however the entries are divided into transactions`(size: Int) throws {
    let projection = try IndexFile().create()
    for start in stride(from: 0, to: Self.history.count, by: size) {
      try projection.apply(Array(Self.history[start..<min(start + size, Self.history.count)]))
    }
    #expect(try projection.contents() == contents(after: 40))
    #expect(projection.checkpoint.number == 40)
  }

  @Test func `is where it was when it is opened again`() throws {
    let file = try IndexFile()
    try file.create().apply(Self.history)
    let projection = try #require(try file.open())
    #expect(
      projection.checkpoint
        == IndexProjection.Checkpoint(
          journal: Sample.journalName, number: 40, digest: IndexFile.digest(40)))
    #expect(try projection.contents() == contents(after: 40))
  }

  /// What a crash leaves: the files as they are while the writer is still at work, and of the log
  /// that was written last any part.
  @Test func `has after a crash what its checkpoint says, neither less nor more`() throws {
    let file = try IndexFile()
    let projection = try file.create()
    for event in Self.history { try projection.apply([event]) }
    let log = try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal"))
    var seen: Set<UInt64> = []
    for count in Array(stride(from: 0, to: log.count, by: log.count / 30)) + [log.count] {
      let copy = try IndexFile()
      for suffix in ["", "-settled"] {
        try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
      }
      try log.prefix(count).write(to: URL(fileURLWithPath: copy.path + "-wal"))
      // So little can be there that it is not an index yet: then it is rebuilt.
      guard let found = (try? copy.open()).flatMap({ $0 }) else { continue }
      let number = Int(found.checkpoint.number)
      seen.insert(found.checkpoint.number)
      #expect(number == 0 || found.checkpoint.digest == IndexFile.digest(number))
      #expect(try found.contents() == contents(after: number))
      try found.apply(Array(Self.history[number...]))
      #expect(try found.contents() == contents(after: 40))
    }
    #expect(seen.count > 10 && seen.contains(40))
  }

  @Test func `changes nothing by entries that its disk has no room for`() throws {
    let file = try IndexFile()
    let projection = try file.create()
    try projection.apply(Array(Self.history.prefix(20)))
    let before = projection.checkpoint
    let pages = try projection.connection.integer("PRAGMA page_count")
    try projection.connection.execute("PRAGMA max_page_count = \(pages)")
    let large = IndexFile.item("large", ["title": .text(String(repeating: "w ", count: 50_000))])
    let error = #expect(throws: SQLiteError.self) {
      try projection.apply([Self.history[20], large])
    }
    #expect(error?.code == .full)
    #expect(projection.checkpoint == before)
    #expect(try projection.contents() == contents(after: 20))
    try projection.connection.execute("PRAGMA max_page_count = 1000000")
    try projection.apply(Array(Self.history[20...]))
    #expect(try projection.contents() == contents(after: 40))
  }

  @Test(arguments: [
    "PRAGMA user_version = \(IndexProjection.formatVersion - 1)",
    "PRAGMA user_version = \(IndexProjection.formatVersion + 1)", "PRAGMA user_version = -1",
    "PRAGMA application_id = 7", "DELETE FROM checkpoint", "DROP TABLE checkpoint",
    "UPDATE checkpoint SET digest = x'00'", "UPDATE checkpoint SET journal = x''",
  ])
  func `is not opened when it is of another version or says not where it is`(
    change: String
  ) throws {
    let file = try IndexFile()
    try file.create().apply(Self.history)
    #expect(try file.open() != nil)
    try Connection(path: file.path, mode: .readWrite).execute(change)
    #expect((try? file.open()).flatMap { $0 } == nil)
  }

  @Test(arguments: [0, 1, 99, 4_095, 4_096, 5_000, 8_192])
  func `is not opened when only its first bytes are left`(count: Int) throws {
    let file = try IndexFile()
    try file.create().apply(Self.history)
    let url = URL(fileURLWithPath: file.path)
    try Data(contentsOf: url).prefix(count).write(to: url)
    #expect((try? file.open()).flatMap { $0 } == nil)
  }

  @Test func `is not opened when its journal does not have the checkpoint`() throws {
    let file = try IndexFile()
    try file.create().apply(Self.history)
    var asked: [IndexProjection.Checkpoint] = []
    let projection = try file.open {
      asked.append($0)
      return false
    }
    #expect(projection == nil)
    #expect(asked.map(\.number) == [40])
  }
}
