import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A file with checked pages") struct CheckedPagesTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("a.db") }
  private static let pageByteCount = 4_096

  init() throws {
    folder = try TemporaryFolder()
    try Self.fill(try Connection(path: path, mode: .create, hasCheckedPages: true))
  }

  private static func fill(_ connection: Connection) throws {
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE numbers (number INTEGER PRIMARY KEY, word TEXT);
      CREATE INDEX words ON numbers (word);
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 2000)
        INSERT INTO numbers SELECT n, 'some word ' || (n * 7919 % 2000) FROM counted;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }

  /// Reads every page of the table and of the index.
  private func sum(_ path: String, hasCheckedPages: Bool = true) throws -> Int64 {
    let connection = try Connection(
      path: path, mode: .readWrite, hasCheckedPages: hasCheckedPages)
    return try connection.integer("SELECT sum(number + length(word)) FROM numbers NOT INDEXED")
      + connection.integer("SELECT sum(length(word)) FROM numbers INDEXED BY words")
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private func write(_ bytes: Data) throws -> String {
    let changed = folder.file("changed.db")
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: changed + suffix)
    }
    try bytes.write(to: URL(fileURLWithPath: changed))
    return changed
  }

  private func isDamaged(_ path: String) -> Bool {
    do { _ = try sum(path) } catch let error as SQLiteError { return error.code == .damaged } catch
    {
    }
    return false
  }

  @Test func `is read as it was written, also after more was, and after it was rewritten`() throws {
    let first = try sum(path)
    #expect(try sum(try write(bytes())) == first)
    do {
      let connection = try Connection(path: path, mode: .readWrite, hasCheckedPages: true)
      try connection.execute("DELETE FROM numbers WHERE number > 100")
      try connection.vacuum()
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    #expect(try sum(path) < first)
    let whole = try bytes()
    #expect(whole[20] == 8, "what is reserved in each page")
    var changed = whole
    changed[changed.count - 100] ^= 1
    #expect(isDamaged(try write(changed)))
  }

  @Test func `is damaged by any bit of it that is another`() throws {
    let whole = try bytes()
    let pages = whole.count / Self.pageByteCount
    #expect(pages > 10)
    var unseen: [Int] = []
    for page in 0..<pages {
      for place in [
        0, 1, 7, 8, 16, 17, 18, 19, 20, 25, 90, 111, 1_000, 2_047, 4_000, 4_087, 4_088, 4_092,
        4_095,
      ] {
        var changed = whole
        changed[page * Self.pageByteCount + place] ^= UInt8(1 << (place % 8))
        if !isDamaged(try write(changed)) { unseen.append(page * Self.pageByteCount + place) }
      }
    }
    #expect(unseen.isEmpty, "\(unseen)")
  }

  @Test func `is damaged by bits that nothing else sees`() throws {
    let plain = folder.file("plain.db")
    try Self.fill(try Connection(path: plain, mode: .create))
    var changed = try Data(contentsOf: URL(fileURLWithPath: plain))
    let text = try #require(changed.range(of: Data("some word 19".utf8)))
    changed[text.lowerBound] = UInt8(ascii: "S")
    let before = try sum(plain, hasCheckedPages: false)
    #expect(try sum(try write(changed), hasCheckedPages: false) == before)
  }

  @Test func `is damaged by pages that stand at each other's place, are doubled or missing`() throws
  {
    let whole = try bytes()
    func page(_ number: Int) -> Data {
      whole.subdata(in: number * Self.pageByteCount..<(number + 1) * Self.pageByteCount)
    }
    let pages = whole.count / Self.pageByteCount
    var swapped = whole
    swapped.replaceSubrange(
      3 * Self.pageByteCount..<5 * Self.pageByteCount, with: page(4) + page(3))
    #expect(isDamaged(try write(swapped)))
    var empty = whole
    empty.replaceSubrange(
      4 * Self.pageByteCount..<5 * Self.pageByteCount, with: Data(count: Self.pageByteCount))
    #expect(isDamaged(try write(empty)))
    for count in [1, pages / 2, pages - 1] {
      #expect(isDamaged(try write(whole.prefix(count * Self.pageByteCount))), "\(count) pages")
      #expect(isDamaged(try write(whole.prefix(count * Self.pageByteCount + 1_000))))
    }
  }

  @Test func `that was made without them is none, and is read by who asks for none`() throws {
    let plain = folder.file("plain.db")
    try Self.fill(try Connection(path: plain, mode: .create))
    #expect(isDamaged(plain))
    #expect(try sum(plain, hasCheckedPages: false) == sum(path, hasCheckedPages: false))
  }

  @Test func `is damaged by what becomes of its log while it is open`() throws {
    for isCut in [false, true] {
      let connection = try Connection(path: path, mode: .readWrite, hasCheckedPages: true)
      try connection.execute(
        "PRAGMA cache_size = 1; UPDATE numbers SET word = word || ' and more';")
      let words = "SELECT sum(length(word)) FROM numbers NOT INDEXED"
      #expect(try connection.integer(words) > 0)
      let log = try FileHandle(forUpdating: URL(fileURLWithPath: path + "-wal"))
      let size = try log.seekToEnd()
      #expect(size > 100_000)
      if isCut {
        try log.truncate(atOffset: 50_000)
      } else {
        for place in stride(from: 3_000, to: size, by: 4_120) {
          try log.seek(toOffset: place)
          let byte = try #require(try log.read(upToCount: 1)?.first)
          try log.seek(toOffset: place)
          try log.write(contentsOf: [byte ^ 4])
        }
      }
      try log.close()
      try connection.execute("PRAGMA shrink_memory")
      let error = #expect(throws: SQLiteError.self) { try connection.integer(words) }
      #expect(error?.code == .damaged, "\(error.map { $0.message } ?? "")")
    }
  }
}
