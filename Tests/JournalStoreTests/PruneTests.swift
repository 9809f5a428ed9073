import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Pruning a journal") struct PruneTests {
  let fixture: Fixture
  let entries: [Entry]

  init() throws {
    fixture = try Fixture()
    entries = try fixture.make(10)
  }

  private func floor(_ number: Int) -> Journal.Position {
    Journal.Position(
      number: UInt64(number),
      digest: number == 0 ? fixture.identity.genesis : entries[number - 1].digest)
  }

  @Test(arguments: [0, 1, 4, 9, 10])
  func `lets entries go, keeps the floor, and the chain verifies`(count: Int) throws {
    do {
      let journal = try fixture.open()
      try journal.prune(through: UInt64(count))
      #expect(journal.floor == floor(count))
      #expect(try journal.entries(from: 1, atMost: 20) == Array(entries[count...]))
      #expect(try journal.head().digest == entries[9].digest)
      #expect(journal.verify().isWhole)
      #expect(journal.verify().entryCount == 10 - count)
    }
    let again = try fixture.open()
    #expect(again.floor == floor(count))
    try again.append([Fixture.draft(11)])
    #expect(try again.head().number == 11)
    #expect(again.verify().isWhole)
  }

  @Test func `below the floor changes nothing`() throws {
    let journal = try fixture.open()
    try journal.prune(through: 5)
    try journal.prune(through: 3)
    #expect(journal.floor == floor(5))
  }

  @Test func `beyond the head is refused`() throws {
    let journal = try fixture.open()
    let error = #expect(throws: JournalError.self) { try journal.prune(through: 11) }
    #expect(error?.code == .notFound)
    #expect(
      error?.message
        == "\(fixture.path) ends at entry 10, so it cannot be pruned up to 11.")
    #expect(try journal.entries(from: 1, atMost: 20) == entries)
  }

  @Test func `keeps what is damaged, and says so`() throws {
    try fixture.change("UPDATE entries SET payload = x'00' WHERE number = 4")
    let journal = try fixture.open()
    let error = #expect(throws: JournalError.self) { try journal.prune(through: 6) }
    #expect(error?.code == .damaged)
    #expect(journal.floor == floor(0))
    #expect(journal.verify().findings.map(\.number) == [4])
  }

  @Test func `is not for readers`() throws {
    let error = #expect(throws: JournalError.self) { try fixture.open(.read).prune(through: 1) }
    #expect(error?.code == .stopped)
  }

  @Test func `is seen by readers beside the writer`() throws {
    let reader = try fixture.open(.read)
    #expect(reader.floor == floor(0))
    let journal = try fixture.open()
    try journal.prune(through: 6)
    #expect(reader.floor == floor(6))
    #expect(try reader.head() == journal.head())
    #expect(try reader.digest(at: 6) == entries[5].digest)
    #expect(try reader.digest(at: 5) == nil)
    #expect(try reader.entries(from: 1, atMost: 20) == Array(entries[6...]))
    #expect(reader.verify().isWhole)
    try journal.prune(through: 10)
    #expect(try reader.head() == Journal.Position(number: 10, digest: entries[9].digest))
  }

  @Test func `does not disturb a reading that has begun`() throws {
    let reader = try fixture.open(.read)
    let journal = try fixture.open()
    var seen: [Entry] = []
    try reader.forEach(from: 1) { row throws(JournalError) in
      seen.append(row.entry)
      if seen.count == 2 {
        try journal.prune(through: 8)
        try journal.append([Fixture.draft(11)])
      }
      return .next
    }
    #expect(seen == entries)
    #expect(try reader.entries(from: 1, atMost: 20).map(\.header.number.rawValue) == [9, 10, 11])
  }
}
