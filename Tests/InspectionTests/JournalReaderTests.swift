import Foundation
import Inspection
import JournalFormat
import JournalStore
import TestSupport
import Testing

@Suite("A journal reader") struct JournalReaderTests {
  private let folder: TemporaryFolder
  private let inspector: JournalInspector

  /// Items 1 to 5, and the deletion of the second.
  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.source(
      (1...5).map { SampleEvents.indexed("\($0)", title: "word \($0)") }
        + [SampleEvents.deleted(ids: ["2"])])
    inspector = try JournalInspector(folder.path)
  }

  private func numbers(
    _ reader: JournalReader, limit: Int = .max, backwards: Bool = false
  ) throws -> [UInt64] {
    var numbers: [UInt64] = []
    try reader.forEach(limit: limit, backwards: backwards) { numbers.append($0.number) }
    return numbers
  }

  @Test func `reads entries in order and backwards, as many as are asked for`() throws {
    let reader = try inspector.reader()
    #expect(reader.path == folder.file("private.journal") && reader.folder == folder.path)
    #expect(reader.kind == .private && reader.lastEntry == 6 && reader.doubts == [])
    #expect(try reader.restoreSentence() == nil)
    #expect(try numbers(reader) == [1, 2, 3, 4, 5, 6])
    #expect(try numbers(reader, limit: 2) == [1, 2])
    #expect(try numbers(reader, limit: 2, backwards: true) == [6, 5])
    #expect(try numbers(reader, limit: 0) == [])
    #expect(try numbers(inspector.reader(from: .entry(3), until: .entry(4))) == [3, 4])
    let error = #expect(throws: InspectionError.self) { try inspector.reader(until: .entry(7)) }
    #expect(error?.code == .outOfRange)
  }

  @Test(
    arguments: [
      (nil, 2, [5, 6], [1, 2]), (nil, 9, [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
      ("2", 1, [6], [2]), ("2", 3, [2, 6], [2, 6]), ("7", 1, [], []),
    ] as [(String?, Int, [UInt64], [UInt64])])
  func `keeps the last and the first entries that its filter wants`(
    item: String?, count: Int, last: [UInt64], first: [UInt64]
  ) throws {
    var reader = try inspector.reader()
    reader.filter.item = item
    var end = reader
    try end.keepLast(count)
    #expect(try numbers(end) == last)
    try reader.keepFirst(count)
    #expect(try numbers(reader, backwards: true) == first.reversed())
  }

  @Test func `is told of numbers that are missing, once and in their place`() throws {
    try RawDatabase.run(
      "DELETE FROM entries WHERE number IN (3, 4)", on: folder.file("private.journal"))
    var reader = try inspector.reader()
    var found: [ClosedRange<UInt64>] = []
    reader.unreadable = { found.append($0) }
    reader.filter.words = ["word"]
    try reader.keepLast(3)
    #expect(found == [])
    try reader.forEach { found.append($0.number...$0.number) }
    #expect(found == [1...1, 2...2, 3...4, 5...5])
  }

  private struct Stop: Error {}

  @Test func `ends with the error of who reads`() throws {
    var count = 0
    #expect(throws: Stop.self) {
      try inspector.reader().forEach { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: [(false, " 2  word 2"), (true, "")])
  func `writes short lines with words or without`(withoutWords: Bool, words: String) throws {
    let reader = try inspector.reader(from: .entry(2))
    var lines: [String] = []
    try reader.forEachShortLine(limit: 1, withoutWords: withoutWords) {
      lines.append(String(decoding: $0, as: UTF8.self))
    }
    #expect(lines == ["2 2026-01-01T00:00:01.000Z item indexed app\(words)\n"])
    try reader.forEachShortLine(limit: 2, backwards: true) {
      lines.append(String(decoding: $0.prefix(2), as: UTF8.self))
    }
    #expect(lines.dropFirst() == ["6 ", "5 "])
  }

  @Test func `follows what is journaled meanwhile`() throws {
    let other = try TemporaryFolder()
    let journal = try Journal.create(
      at: other.file("private.journal"),
      identity: JournalIdentity(kind: .private, name: Sample.journalName),
      created: Sample.day.start)
    var dice = Dice.seeded(9)
    func append(_ ids: String...) throws {
      try journal.append(
        ids.map {
          EntryDraft(
            kind: .event, time: Sample.day.start,
            payload: try SampleEvents.indexed($0).payload(using: &dice))
        })
    }
    try append("1")
    var reader = try JournalInspector(other.path).reader(isFollowed: true)
    #expect(try numbers(reader) == [1])
    try reader.advance()
    #expect(try numbers(reader) == [] && reader.lastEntry == 1)
    try append("2", "3")
    try reader.advance()
    #expect(try numbers(reader) == [2, 3] && reader.lastEntry == 3)
    try reader.advance()
    #expect(try numbers(reader) == [])
  }

  @Test func `shares its journal with a viewer of at least 20 by 6 cells`() throws {
    var viewer = try inspector.viewer(width: 10, height: 2)
    #expect(viewer.width == 20 && viewer.height == 6 && viewer.lines().count == 6)
    viewer.resize(width: 100, height: 24)
    #expect(viewer.lines().contains { $0.text.contains("title=word 5") })
    let bare = try inspector.viewer(width: 100, height: 24, withoutWords: true)
    #expect(bare.lines().contains { $0.text.contains("title=[6 bytes]") })
    viewer.press(.character("q"))
    #expect(viewer.isFinished)
  }
}
