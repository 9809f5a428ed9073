import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device whose index is damaged") struct IndexDamageTests {
  private let home: TestHome
  private var path: String { home.folder.file("index.sqlite") }

  /// What the device has to say, whatever happened to its index.
  private struct Answers: Equatable {
    var items: [String] = []
    var found: [String] = []
    var count = 0
    var state: [UInt8]?
  }

  private static func state(_ bytes: [UInt8]) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = "app"
    event.batchEnded.indexName = "named"
    event.batchEnded.clientState = Data(bytes)
    return event
  }

  init() throws {
    home = try TestHome()
    let device = try home.device()
    var events: [JournalEvent] = []
    for number in 0..<300 {
      events.append(
        try TestHome.item("\(number)", "common word\(number)", domain: "d\(number % 7)"))
    }
    events += [TestHome.delete(ids: ["17"]), Self.state([7])]
    try device.record(events, at: home.now)
    _ = try device.queries.itemCount()
  }

  private func answers(_ device: Device) throws -> Answers {
    var answers = Answers()
    answers.found = try device.queries.search("common", now: home.now, limit: 1_000)
      .map(\.uniqueIdentifier)
    try device.queries.forEachItem { _, id, _, set in
      answers.items.append("\(id) \(set.title ?? "")")
    }
    answers.count = try device.queries.itemCount()
    answers.state = try device.queries.clientState(app: "app", indexName: "named")
    return answers
  }

  private func expectedAnswers() throws -> Answers {
    let answers = try answers(try home.device())
    #expect(answers.found.count == 299 && answers.count == 299 && answers.items.count == 299)
    #expect(answers.state == [7])
    return answers
  }

  @Test func `answers as before, whichever page of it was overwritten`() throws {
    let expected = try expectedAnswers()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let pages = whole.count / 4_096
    var rebuilt = 0
    for page in 0..<pages {
      var bytes = whole
      for place in page * 4_096..<(page + 1) * 4_096 { bytes[place] ^= 0xA5 }
      try bytes.write(to: URL(fileURLWithPath: path))
      let device = try home.device(seed: UInt64(page) + 2)
      #expect(try answers(device) == expected, "page \(page + 1)")
      rebuilt += device.index.rebuildReason == nil ? 0 : 1
    }
    #expect(pages > 10 && rebuilt > pages / 2)
    let aside = try Data(contentsOf: URL(fileURLWithPath: path + ".damaged"))
    #expect(aside.count >= whole.count - 4_096, "the last one is kept")
    _ = try home.device(seed: 1).compact(CompactionLimits(), now: home.now)
    #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
  }

  @Test func `answers as before, whichever bit of it was another`() throws {
    let expected = try expectedAnswers()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SplitMix64(11)
    var rebuilt = 0
    for round in 0..<150 {
      var bytes = whole
      bytes[Int(random.next() % UInt64(whole.count))] ^= UInt8(1 << (random.next() % 8))
      try bytes.write(to: URL(fileURLWithPath: path))
      let device = try home.device(seed: UInt64(round) + 2)
      #expect(try answers(device) == expected)
      rebuilt += device.index.rebuildReason == nil ? 0 : 1
    }
    // In pages that no answer was made of it is not noticed, and changes nothing.
    #expect(rebuilt > 100)
  }

  @Test func `answers as before, wherever it was cut off`() throws {
    let expected = try expectedAnswers()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in stride(from: 0, to: whole.count, by: 6_000) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      let device = try home.device(seed: UInt64(count) + 2)
      #expect(try answers(device) == expected, "\(count) bytes")
      #expect(device.index.rebuildReason != nil)
    }
  }

  @Test func `answers as before when the damage comes while it is open`() throws {
    let expected = try expectedAnswers()
    let device = try home.device()
    #expect(try answers(device) == expected)
    #expect(device.index.rebuildReason == nil)
    try device.index.asking { projection throws(SQLiteError) in
      // Frees what SQLite remembers of the pages, so that it reads them again.
      try projection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory")
    }
    let url = URL(fileURLWithPath: path)
    let size = try Data(contentsOf: url).count
    let handle = try FileHandle(forWritingTo: url)
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size - 4_096))
    try handle.close()
    try device.record([try TestHome.item("new", "common new")], at: home.now)
    #expect(try answers(device).count == 300)
    #expect(device.index.rebuildReason == "the index was damaged")
    #expect(try answers(device).found.count == 300)
  }

  @Test(arguments: [
    "PRAGMA user_version = \(IndexProjection.formatVersion - 1)",
    "PRAGMA user_version = \(IndexProjection.formatVersion + 1)", "PRAGMA application_id = 1",
    "DELETE FROM checkpoint", "UPDATE checkpoint SET number = number + 1",
    "UPDATE checkpoint SET number = 9000", "UPDATE checkpoint SET digest = zeroblob(32)",
  ])
  func `answers as before after a change from outside`(change: String) throws {
    let expected = try expectedAnswers()
    try Connection(path: path, mode: .readWrite).execute(change)
    #expect(try answers(try home.device()) == expected)
  }

  @Test func `says so when it cannot be rebuilt either`() throws {
    // Full folders in both places, of which neither can take that of the other.
    try FileManager.default.removeItem(atPath: path)
    for folder in [path, path + ".damaged"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/inside", withIntermediateDirectories: true)
    }
    let device = try home.device()
    let error = #expect(throws: DeviceError.self) { try device.queries.itemCount() }
    #expect(error?.code == .index)
    #expect(error?.message.hasPrefix(path) == true, "\(error?.message ?? "")")
    // The truth is elsewhere, and continues.
    try device.record([TestHome.delete(all: true)], at: home.now)
    try FileManager.default.removeItem(atPath: path)
    #expect(try device.queries.itemCount() == 0)
  }
}
