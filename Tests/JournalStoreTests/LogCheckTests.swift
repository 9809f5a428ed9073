import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Each journal has lived three times: closed, closed again, and ended by force with a log.
@Suite("A journal beside a write-ahead log") struct LogCheckTests {
  /// The files of a journal as they lay there at one moment.
  private typealias Files = [String: Data]

  private let folder: TemporaryFolder
  private let fixture: Fixture
  private static let kinds: [JournalKind] = [.private, .shared, .cloud]

  init() throws {
    folder = try TemporaryFolder()
    fixture = try Fixture()
  }

  private func files(_ fixture: Fixture) throws -> Files {
    var found: Files = [:]
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: fixture.path + suffix) {
      found[suffix] = try Data(contentsOf: URL(fileURLWithPath: fixture.path + suffix))
    }
    return found
  }

  private func place(_ file: Data?, beside log: Data?) throws -> String {
    let path = folder.file("b.journal")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    try file?.write(to: URL(fileURLWithPath: path))
    try log?.write(to: URL(fileURLWithPath: path + "-wal"))
    return path
  }

  private func append(_ numbers: ClosedRange<Int>, to journal: Journal) throws {
    for number in numbers { try journal.append([Fixture.draft(number)]) }
  }

  /// A journal of three lives: the file after the first two, and all files in the third.
  private func lives(
    _ kind: JournalKind = .private, name: JournalName = Sample.journalName
  ) throws -> (first: Data, second: Data, third: Files) {
    let fixture = try Fixture(
      JournalIdentity(
        kind: kind, name: name, lineage: kind == .shared ? Sample.lineage : .zero, parent: nil))
    var closed: [Data] = []
    for numbers in [1...80, 81...150] {
      let journal = try closed.isEmpty ? fixture.create() : fixture.open()
      try append(numbers, to: journal)
      withExtendedLifetime(journal) {}
      closed.append(try #require(try closing(journal, fixture)))
    }
    let journal = try fixture.open()
    try append(151...170, to: journal)
    let files = try withExtendedLifetime(journal) { try self.files(fixture) }
    return (closed[0], closed[1], files)
  }

  /// The file of a journal that brought its log in.
  private func closing(_ journal: Journal, _ fixture: Fixture) throws -> Data? {
    try journal.flushWriteAheadLog()
    return try files(fixture)[""]
  }

  private func check(
    _ path: String, holds count: UInt64, file: Data?, log: Data?, isRenamed: Bool = true
  ) throws {
    let reader = try Journal.open(at: path, for: .read)
    #expect(try reader.head().number == count)
    #expect(reader.verify().isWhole)
    #expect((reader.foreignLog != nil) == isRenamed)
    if isRenamed {
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == file)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
    }
    do {
      let writer = try Journal.open(at: path, for: .write)
      #expect((writer.foreignLog != nil) == isRenamed)
      #expect(try writer.head().number == count)
      try writer.append([Fixture.draft(Int(count) + 1)])
      #expect(writer.verify().isWhole)
    }
    let again = try Journal.open(at: path, for: .read)
    #expect(again.foreignLog == nil)
    #expect(try again.head().number == count + 1)
    #expect(again.verify().isWhole)
    guard isRenamed else { return }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal.foreign")) == log)
  }

  @Test(arguments: kinds)
  func `reads its own after a crash`(kind: JournalKind) throws {
    let (_, _, third) = try lives(kind)
    let path = try place(third[""], beside: third["-wal"])
    try check(path, holds: 170, file: third[""], log: third["-wal"], isRenamed: false)
  }

  @Test(arguments: kinds)
  func `of a later life renames it, and a reader passes over it`(kind: JournalKind) throws {
    let (first, second, third) = try lives(kind)
    let path = try place(first, beside: third["-wal"])
    try check(path, holds: 80, file: first, log: third["-wal"])
    // The life before the log's is what the log continues.
    let same = try place(second, beside: third["-wal"])
    try check(same, holds: 170, file: second, log: third["-wal"], isRenamed: false)
  }

  @Test func `of another journal renames it`() throws {
    let (first, _, _) = try lives()
    let (_, _, other) = try lives(name: JournalName(hex: String(repeating: "e", count: 32))!)
    let path = try place(first, beside: other["-wal"])
    try check(path, holds: 80, file: first, log: other["-wal"])
  }

  @Test func `of an earlier life renames it`() throws {
    let journal = try fixture.create()
    try append(1...40, to: journal)
    let early = try files(fixture)["-wal"]
    try append(41...60, to: journal)
    _ = try closing(journal, fixture)
    try append(61...70, to: journal)
    let file = try closing(journal, fixture)
    let path = try place(file, beside: early)
    try check(path, holds: 70, file: file, log: early)
  }

  /// The file has all that the log had, so what is left of the log would only take it back.
  @Test func `that lost its end after a checkpoint renames it`() throws {
    let journal = try fixture.create()
    try append(1...200, to: journal)
    _ = try closing(journal, fixture)
    try append(201...300, to: journal)
    // Brought in, and left where it is until something more is written.
    try journal.connection.checkpointLog("PASSIVE")
    let files = try withExtendedLifetime(journal) { try self.files(fixture) }
    let log = try #require(files["-wal"])
    try check(
      place(files[""], beside: log), holds: 300, file: files[""], log: log, isRenamed: false)
    for part in [9, 5, 2] {
      let cut = log.prefix(log.count * part / 10)
      let path = try place(files[""], beside: cut)
      do {
        try check(path, holds: 300, file: files[""], log: cut)
      } catch is JournalError {
        // Where it cannot be told from a log that was never brought in, nothing is changed.
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == files[""], "\(part)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == cut, "\(part)")
      }
    }
  }

  @Test func `that lost its end before a checkpoint reads what is left`() throws {
    let (_, _, third) = try lives()
    let log = try #require(third["-wal"])
    let path = try place(third[""], beside: log.prefix(log.count / 2))
    let journal = try Journal.open(at: path, for: .write)
    #expect(try (151..<170).contains(journal.head().number))
    #expect(journal.foreignLog == nil)
    #expect(journal.verify().isWhole)
  }

  @Test func `is not disturbed by the index of a log alone`() throws {
    let (first, _, _) = try lives()
    let path = try place(first, beside: nil)
    try Data(repeating: 7, count: 32_768).write(to: URL(fileURLWithPath: path + "-shm"))
    let journal = try Journal.open(at: path, for: .write)
    try journal.append([Fixture.draft(81)])
    #expect(journal.verify().isWhole)
  }

  /// The first page says where all tables are, so SQLite can read nothing of such a file.
  @Test func `beside a file without its first page is compared with the file's mark`() throws {
    let (first, _, third) = try lives()
    let (_, _, other) = try lives(name: JournalName(hex: String(repeating: "e", count: 32))!)
    for (file, log, count, isForeign) in [
      (third[""], third["-wal"], 170, false), (first, third["-wal"], 80, true),
      (first, other["-wal"], 80, true),
    ] {
      for byteCount in [100, 4_096] {
        var damaged = try #require(file)
        damaged.replaceSubrange(..<byteCount, with: Data(count: byteCount))
        let survey = try EntrySurvey(place(damaged, beside: log))
        var recovered = 0
        survey.forEach { _ in recovered += 1 }
        #expect(recovered == count && survey.losses.isEmpty, "\(byteCount)")
        #expect((survey.foreignLog != nil) == isForeign, "\(byteCount)")
        #expect(survey.identity?.name == Sample.journalName)
      }
    }
  }

  /// As a program of another's leaves one: nothing in it says which file it continues.
  @Test func `without a mark tries it`() throws {
    let (first, _, _) = try lives()
    let path = try place(first, beside: nil)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE local_note (a INTEGER)")
    let log = try withExtendedLifetime(connection) {
      try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    }
    try check(
      place(first, beside: log), holds: 80, file: first, log: log, isRenamed: false)
  }

  @Test func `keeps every log that it renames`() throws {
    let (first, _, third) = try lives()
    let path = try place(first, beside: third["-wal"])
    for name in ["b.journal-wal.foreign", "b.journal-wal.foreign-2"] {
      try third["-wal"]?.write(to: URL(fileURLWithPath: path + "-wal"))
      let said = try #require(try Journal.open(at: path, for: .write).foreignLog)
      #expect(said.aside == folder.file(name))
      #expect(said.message.hasSuffix("renamed to \(folder.file(name))."))
    }
  }

  @Test func `beside which a writer works is read`() throws {
    let journal = try fixture.create()
    for number in 1...60 {
      try journal.append([Fixture.draft(number)])
      if number % 7 == 0 { try journal.connection.checkpointLog("PASSIVE") }
      let reader = try fixture.open(.read)
      #expect(reader.foreignLog == nil)
      #expect(try reader.head().number == UInt64(number))
    }
  }

  /// A frame and whether it ends a commit, as the log's layout says.
  private func frames(_ log: Data) -> [(place: Int, isCommit: Bool)] {
    func number(_ place: Int) -> Int { log[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = 24 + number(8)
    return stride(from: 32, to: log.count - size + 1, by: size).map { ($0, number($0 + 4) > 0) }
  }

  /// Only the last commit can be a torn end: the one before it was durable when it began.
  @Test func `behind whose damage acknowledged entries lie is refused, and its end is not`() throws
  {
    let (_, _, third) = try lives()
    let (file, whole) = (try #require(third[""]), try #require(third["-wal"]))
    let frames = frames(whole)
    let commits = frames.indices.filter { frames[$0].isCommit }
    let last = try #require(commits.last)
    #expect(last == frames.count - 1 && commits.count >= 20)
    let begin = commits[commits.count - 2]
    for (place, byte) in [(0, 30), (0, 3_000), (4, 25), (begin, 24), (begin, 4_119)] {
      var log = whole
      log[frames[place].place + byte] ^= 16
      let path = try self.place(file, beside: log)
      #expect(throws: JournalError.self) { try Journal.open(at: path, for: .write) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
      let reader = try Journal.open(at: path, for: .read)
      let found = reader.verify().findings
      #expect(found.contains { $0.meaning.contains("acknowledged lie behind the damage") })
      // A salvage continues behind the frame, and each entry has to follow from the chain.
      var recovered = 0
      try EntrySurvey(path).forEach { _ in recovered += 1 }
      #expect(recovered >= 165)
    }
    for place in [begin + 1, last] {
      var log = whole
      log[frames[place].place + 400] ^= 16
      let path = try self.place(file, beside: log)
      try check(path, holds: 169, file: file, log: log, isRenamed: false)
    }
  }

  @Test func `that is none renames it, but for what a power cut leaves`() throws {
    let (first, _, _) = try lives()
    for (log, isRenamed) in [
      (Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }), true),
      (Data(count: 40_000), false), (Data(count: 7), false),
    ] {
      let path = try place(first, beside: log)
      try check(path, holds: 80, file: first, log: log, isRenamed: isRenamed)
    }
  }
}
