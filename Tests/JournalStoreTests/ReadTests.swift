import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Reading a journal") struct ReadTests {
  let fixture: Fixture
  let entries: [Entry]

  init() throws {
    fixture = try Fixture()
    entries = try fixture.make(10)
  }

  @Test(
    arguments: [
      (0, 100, 1, 10), (1, 3, 1, 3), (4, 3, 4, 6), (9, 5, 9, 10), (10, 1, 10, 10), (1, 0, 1, 0),
      (11, 5, 11, 10), (UInt64.max, 5, 11, 10),
    ] as [(UInt64, Int, Int, Int)])
  func `gives the entries from a number on`(
    from: UInt64, count: Int, first: Int, last: Int
  ) throws {
    let found = try fixture.open(.read).entries(from: from, atMost: count)
    #expect(found == (first <= last ? Array(entries[(first - 1)..<last]) : []))
  }

  @Test func `stops where it is told to`() throws {
    var seen: [UInt64] = []
    try fixture.open(.read).forEach(from: 3) { row in
      seen.append(row.number.rawValue)
      return row.number.rawValue == 5 ? .stop : .next
    }
    #expect(seen == [3, 4, 5])
  }

  @Test func `gives one entry, or none`() throws {
    let journal = try fixture.open(.read)
    #expect(try journal.entry(SequenceNumber(7)!) == entries[6])
    #expect(try journal.entry(SequenceNumber(11)!) == nil)
  }

  @Test func `gives the digest at a number, before the first too`() throws {
    let journal = try fixture.open(.read)
    #expect(try journal.digest(at: 0) == fixture.identity.genesis)
    #expect(try journal.digest(at: 10) == entries[9].digest)
    #expect(try journal.digest(at: 11) == nil)
    #expect(try journal.digest(at: .max) == nil)
  }

  @Test(arguments: [(0, 0), (999, 0), (1_000, 1), (5_500, 5), (10_000, 10), (.max, 10)])
  func `finds the last entry of a time`(milliseconds: Int64, number: UInt64) throws {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(try fixture.open(.read).lastNumber(notAfter: time) == number)
  }

  @Test func `begins at the floor, and never below`() throws {
    let floor = entries[3]
    try fixture.change(
      """
      DELETE FROM entries WHERE number <= 4;
      UPDATE journal SET floor_number = 4, floor_digest = x'\(floor.digest)';
      """)
    let journal = try fixture.open()
    #expect(journal.floor == Journal.Position(number: 4, digest: floor.digest))
    #expect(try journal.entries(from: 1, atMost: 20) == Array(entries[4...]))
    #expect(try journal.digest(at: 4) == floor.digest)
    #expect(try journal.digest(at: 3) == nil)
    #expect(try journal.lastNumber(notAfter: Timestamp(milliseconds: 0)) == 4)
    #expect(journal.verify().isWhole)
    try journal.append([Fixture.draft(11)])
    #expect(try journal.head().number == 11)
  }

  /// Damage of entry 4.
  @Test(arguments: [
    "DELETE FROM entries WHERE number = 4",
    "UPDATE entries SET payload = zeroblob(length(payload)) WHERE number = 4",
    "UPDATE entries SET encryption = 1 WHERE number = 4",
  ])
  func `is required before a writer appends behind what its readers have not read`(
    damage: String
  ) throws {
    var askedCount = 0
    func requireReadable(_ journal: Journal, after reached: UInt64) throws(JournalError) {
      try journal.requireReadable {
        askedCount += 1
        return reached
      }
    }
    for reached in [0, 3, 10, 11, .max] as [UInt64] {
      let journal = try fixture.open()
      askedCount = 0
      try requireReadable(journal, after: reached)
      try requireReadable(journal, after: reached)
      #expect(askedCount == 1, "it is read once")
    }
    try fixture.change(damage)
    for reached in [0, 3] as [UInt64] {
      let journal = try fixture.open()
      for _ in 0..<2 {
        #expect(throws: JournalError.self) { try requireReadable(journal, after: reached) }
      }
    }
    // What lies in front of the readers is not read.
    for reached in [5, 10] as [UInt64] {
      try requireReadable(try fixture.open(), after: reached)
    }
  }

  @Test func `is not required of who has made the journal`() throws {
    let journal = try Fixture().create()
    try journal.append(Fixture.drafts(1...3))
    try journal.requireReadable {
      Issue.record("this process has written all of it")
      return 0
    }
  }

  @Test func `never passes over a hole`() throws {
    try fixture.change("DELETE FROM entries WHERE number = 4")
    let journal = try fixture.open(.read)
    #expect(try journal.entries(from: 1, atMost: 3) == Array(entries[..<3]))
    #expect(try journal.entries(from: 6, atMost: 9) == Array(entries[5...]))
    let error = #expect(throws: JournalError.self) { try journal.entries(from: 1, atMost: 4) }
    #expect(error?.code == .damaged)
    #expect(
      error?.message
        == "Entry 4 of \(fixture.path) is missing or cannot be read. Run `spotlog journal verify "
        + "\(fixture.path)` \(Fixture.adviceOnDamage)")
    // What the one after it follows is not known.
    #expect(throws: JournalError.self) { try journal.entries(from: 5, atMost: 1) }
  }

  @Test(arguments: [
    "payload = zeroblob(length(payload))", "time = time + 1", "kind = kind + 1",
    "digest = zeroblob(32)",
  ])
  func `gives nothing that is not what the chain says, but to who looks at damage`(
    change: String
  ) throws {
    try fixture.change("UPDATE entries SET \(change) WHERE number = 4")
    let journal = try fixture.open(.read)
    #expect(try journal.entries(from: 1, atMost: 3) == Array(entries[..<3]))
    var found: [UInt64] = []
    let error = #expect(throws: JournalError.self) {
      try journal.forEach(from: 1) { row in
        found.append(row.number.rawValue)
        return .next
      }
    }
    #expect(found == [1, 2, 3])
    #expect(error?.code == .damaged)
    #expect(
      error?.message
        == "Entry 4 of \(fixture.path) is not what the chain says. Run `spotlog journal verify "
        + "\(fixture.path)` \(Fixture.adviceOnDamage)")
    found = []
    try journal.forEach(from: 1, isChecked: false) { row in
      found.append(row.number.rawValue)
      return .next
    }
    #expect(found == Array(1...10))
  }

  @Test(arguments: [
    "digest = x'00'", "kind = 257", "kind = -1", "encryption = 256",
    "payload = NULL", "payload = NULL, redacted_size = 5, redacted_digest = x'00'",
    "payload = NULL, redacted_size = -1, redacted_digest = zeroblob(32)",
    "payload = NULL, redacted_size = 4294967296, redacted_digest = zeroblob(32)",
  ])
  func `does not take for an entry what cannot be one`(change: String) throws {
    try fixture.change("UPDATE entries SET \(change) WHERE number = 4")
    let journal = try fixture.open(.read)
    let error = #expect(throws: JournalError.self) { try journal.entries(from: 1, atMost: 9) }
    #expect(error?.code == .damaged)
    #expect(try journal.entry(SequenceNumber(4)!) == nil)
    #expect(journal.verify().findings.first?.kind == .unreadableEntry)
  }

  @Test func `refuses an entry that is encrypted in an unknown way, by name`() throws {
    try fixture.change("UPDATE entries SET encryption = 3 WHERE number = 4")
    let error = #expect(throws: JournalError.self) {
      try fixture.open(.read).entries(from: 1, atMost: 9)
    }
    #expect(error?.code == .format)
    #expect((error?.cause as? FormatError)?.code == .unknownEncryption(3))
    #expect(
      error?.message
        == "\(fixture.path): Entry 4 is encrypted in way 3; this program knows only "
        + "0, not encrypted. "
        + "Use a newer spotlog.")
  }

  @Test func `sees what the writer has added since`() throws {
    let writer = try fixture.open()
    let reader = try fixture.open(.read)
    #expect(try reader.head().number == 10)
    try writer.append(Fixture.drafts(11...12))
    #expect(try reader.head() == writer.head())
    #expect(try reader.entries(from: 11, atMost: 5).count == 2)
  }

  @Test func `never sees half of a write`() throws {
    let writer = try fixture.open()
    let reader = try fixture.open(.read)
    try writer.write { appender throws(JournalError) in
      try appender.append(Fixture.draft(11))
      #expect(try reader.head().number == 10)
    }
    #expect(try reader.head().number == 11)
  }

  @Test func `continues while another connection writes`() async throws {
    let path = fixture.path
    async let writing: Void = Task.detached {
      let writer = try Journal.open(at: path, for: .write)
      for number in 0..<60 {
        try writer.append(Fixture.drafts((11 + number * 2)...(12 + number * 2)))
      }
    }.value
    async let reading: UInt64 = Task.detached {
      let reader = try Journal.open(at: path, for: .read)
      var last: UInt64 = 10
      while last < 130 {
        let verification = reader.verify()
        #expect(verification.isWhole)
        #expect(verification.head.number >= last)
        // Two entries a transaction: an odd number would be half of one.
        #expect(verification.head.number.isMultiple(of: 2))
        last = verification.head.number
      }
      return last
    }.value
    try await writing
    #expect(try await reading == 130)
  }

  @Test func `changes no byte of the journal`() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let reader = try fixture.open(.read)
    #expect(reader.verify().isWhole)
    _ = try reader.entries(from: 1, atMost: 10)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
  }
}
