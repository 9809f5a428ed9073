import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Appending to a journal") struct AppendTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func `gives numbers without a gap, chained from the genesis`() throws {
    let journal = try fixture.create()
    #expect(try journal.head() == Journal.Position(number: 0, digest: fixture.identity.genesis))
    for group in [1...3, 4...4, 5...9] { try journal.append(Fixture.drafts(group)) }
    let entries = try journal.entries(from: 1, atMost: 100)
    #expect(entries.map(\.header.number.rawValue) == Array(1...9))
    var previous = fixture.identity.genesis
    for (entry, draft) in zip(entries, Fixture.drafts(1...9)) {
      #expect(entry.payload == draft.payload)
      #expect(entry.header.time == draft.time)
      #expect(entry.header.kind == draft.kind)
      #expect(entry.header.payloadDigest == Digest(of: draft.payload))
      #expect(entry.header.digest(after: previous) == entry.digest)
      previous = entry.digest
    }
    #expect(try journal.head() == Journal.Position(number: 9, digest: previous))
  }

  @Test func `outlives the journal that did it`() throws {
    let entries = try fixture.make(5)
    let journal = try fixture.open()
    #expect(try journal.entries(from: 1, atMost: 10) == entries)
    #expect(journal.identity == fixture.identity)
    #expect(journal.created == Sample.day.start)
    try journal.append(Fixture.drafts(6...6))
    #expect(try journal.head().number == 6)
    #expect(journal.verify().isWhole)
  }

  @Test func `of nothing changes nothing`() throws {
    let journal = try fixture.create()
    let head = try journal.head()
    #expect(try journal.append([]) == head)
    #expect(try journal.head() == head)
  }

  @Test func `keeps a payload of no bytes apart from one that is gone`() throws {
    let journal = try fixture.create()
    try journal.append([EntryDraft(kind: .event, time: Sample.day.start, payload: [])])
    let entry = try #require(try journal.entry(.first))
    #expect(entry.payload == [])
    #expect(journal.verify().redactedCount == 0)
    #expect(journal.verify().isWhole)
  }

  @Test func `takes a payload of 16 MiB and refuses one byte more`() throws {
    let journal = try fixture.create()
    var draft = Fixture.draft(1)
    draft.payload = [UInt8](repeating: 7, count: FormatLimits.payloadByteCount)
    try journal.append([draft])
    draft.payload.append(7)
    let error = #expect(throws: JournalError.self) {
      try journal.append([Fixture.draft(2), draft])
    }
    #expect(error?.code == .entryTooLarge)
    #expect(try journal.head().number == 1)
    #expect(try journal.entry(SequenceNumber(2)!) == nil)
    try journal.append([Fixture.draft(2)])
    #expect(journal.verify().isWhole)
  }

  @Test func `goes with local tables in one transaction, or not at all`() throws {
    let journal = try fixture.create { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        try connection.execute("CREATE TABLE local_marks (number INTEGER) STRICT")
      }
    }
    try journal.write { appender throws(JournalError) in
      try appender.append(Fixture.draft(1))
      let number = appender.head.number
      try appender.local { connection throws(SQLiteError) in
        try connection.execute("INSERT INTO local_marks VALUES (\(number))")
      }
    }
    let refused = #expect(throws: JournalError.self) {
      try journal.write { appender throws(JournalError) in
        try appender.append(Fixture.draft(2))
        try appender.local { connection throws(SQLiteError) in
          try connection.execute("INSERT INTO local_marks VALUES ('no number')")
        }
      }
    }
    #expect(refused?.code == .storage)
    #expect(try journal.head().number == 1)
    #expect(try journal.connection.integer("SELECT sum(number) FROM local_marks") == 1)
    #expect(journal.verify().isWhole)
    try journal.append([Fixture.draft(2)])
    let payloads = try journal.entries(from: 1, atMost: 9).map(\.payload)
    #expect(payloads == [Fixture.draft(1).payload, Fixture.draft(2).payload])
  }

  @Test func `that throws after some entries leaves none of them`() throws {
    let entries = try fixture.make(3)
    let journal = try fixture.open()
    let stop = JournalError(.storage, "enough")
    let error = #expect(throws: JournalError.self) {
      try journal.write { appender throws(JournalError) in
        try appender.append(Fixture.draft(4))
        throw stop
      }
    }
    #expect(error?.message == "enough")
    #expect(try journal.entries(from: 1, atMost: 9) == entries)
    #expect(try journal.head().digest == entries.last?.digest)
  }

  @Test func `is refused when the journal was opened for reading`() throws {
    try fixture.make(1)
    let journal = try fixture.open(.read)
    let appending = #expect(throws: JournalError.self) { try journal.append([Fixture.draft(2)]) }
    let redacting = #expect(throws: JournalError.self) { try journal.redact(.first) }
    for error in [appending, redacting] {
      #expect(error?.code == .stopped)
      #expect(error?.message == "\(fixture.path) was opened for reading only.")
    }
  }

  @Test func `uses the settings that survive a power cut`() throws {
    let journal = try fixture.create()
    #expect(try journal.connection.text("PRAGMA journal_mode") == "wal")
    #expect(try journal.connection.integer("PRAGMA synchronous") == 2)
    #expect(try journal.connection.integer("PRAGMA secure_delete") == 1)
    #expect(try journal.connection.integer("PRAGMA application_id") == 0x534C_4A31)
    #expect(try journal.connection.integer("PRAGMA user_version") == 1)
  }
}
