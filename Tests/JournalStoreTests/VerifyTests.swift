import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Verifying a journal") struct VerifyTests {
  let fixture: Fixture
  let entries: [Entry]

  init() throws {
    fixture = try Fixture()
    entries = try fixture.make(6)
  }

  /// A copy of the first entry, under a number that no entry has.
  private static func added(_ number: Int64) -> String {
    "INSERT INTO entries SELECT \(number), kind, encryption, time, digest, payload, "
      + "redacted_size, redacted_digest FROM entries WHERE number = 1"
  }

  private func findings(
    known: [Journal.Position] = [], checksPayloads: Bool = false
  ) throws -> [String] {
    try fixture.open(.read).verify(known: known, checksPayloads: checksPayloads).findings
      .map { "\($0.kind) \($0.number ?? 0)" }
  }

  @Test func `finds nothing in a whole one, and says where it ends`() throws {
    let known = entries.map {
      Journal.Position(number: $0.header.number.rawValue, digest: $0.digest)
    }
    let verification = try fixture.open(.read).verify(known: known)
    #expect(verification.isWhole)
    #expect(verification.entryCount == 6)
    #expect(verification.head == known.last)
  }

  @Test(arguments: [
    ("DELETE FROM entries WHERE number = 3", ["gap 3", "unprovenEntry 4"]),
    ("DELETE FROM entries WHERE number IN (2, 3)", ["gap 2", "unprovenEntry 4"]),
    ("DELETE FROM entries WHERE number = 1", ["gap 1", "unprovenEntry 2"]),
    // One byte of a payload, of the time, of the kind: the entry is not what the chain says.
    ("UPDATE entries SET payload = x'00' WHERE number = 3", ["brokenChain 3"]),
    ("UPDATE entries SET time = time + 1 WHERE number = 3", ["brokenChain 3"]),
    ("UPDATE entries SET kind = 2 WHERE number = 3", ["brokenChain 3"]),
    ("UPDATE entries SET encryption = 1 WHERE number = 3", ["brokenChain 3"]),
    // Another digest is no damage to the entry after it.
    ("UPDATE entries SET digest = zeroblob(32) WHERE number = 3", ["brokenChain 3"]),
    (
      "UPDATE entries SET number = -number; UPDATE entries SET number = 4 WHERE number = -3; "
        + "UPDATE entries SET number = 3 WHERE number = -4; "
        + "UPDATE entries SET number = -number WHERE number < 0",
      ["brokenChain 3", "unprovenEntry 4"]
    ),
    ("UPDATE entries SET digest = x'' WHERE number = 6", ["unreadableEntry 6"]),
    ("UPDATE journal SET name = zeroblob(16)", ["foreignBeginning 0"]),
    ("UPDATE journal SET lineage = randomblob(16)", ["foreignBeginning 0"]),
    ("UPDATE journal SET floor_digest = zeroblob(32)", ["foreignBeginning 0"]),
    ("UPDATE journal SET floor_number = 1", ["foreignBeginning 0"]),
    ("UPDATE journal SET floor_number = 3", ["foreignBeginning 0"]),
    ("UPDATE journal SET floor_number = 6", ["foreignBeginning 0"]),
    ("UPDATE journal SET floor_number = 9223372036854775806", ["foreignBeginning 0"]),
    (added(0), ["foreignBeginning 0"]), (added(-1), ["foreignBeginning 0"]),
    (added(.min), ["foreignBeginning 0"]), (added(0) + "; " + added(-1), ["foreignBeginning 0"]),
  ])
  func `finds what was changed`(change: String, found: [String]) throws {
    try fixture.change(change)
    #expect(try findings() == found)
  }

  /// A reader that begins above the floor finds nothing up to the head, or passes over entries.
  @Test(arguments: [1, 3, 6, 32] as [UInt64])
  func `finds a wrong floor, beside which nothing is written`(floor: UInt64) throws {
    try fixture.change("UPDATE journal SET floor_number = \(floor)")
    let error = #expect(throws: JournalError.self) { try fixture.open(.write) }
    #expect(error?.code == .damaged)
    #expect(
      error?.message
        == "\(fixture.path): The file says that entries up to \(floor) were pruned, and has entry "
        + "1: what it says of itself was changed. Restore this journal from a snapshot; `spotlog "
        + "journal salvage` writes what can be read.")
    try fixture.change("UPDATE journal SET floor_number = 0")
    #expect(try fixture.open(.write).head().number == 6)
  }

  @Test func `finds pages that contradict each other`() throws {
    let root = try Int(
      fixture.open(.read).connection.integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'entries'"))
    try fixture.changeBytes { bytes in
      // The count of cells of the page of entries.
      bytes[(root - 1) * 4_096 + 4] ^= 0x01
    }
    let verification = try fixture.open(.read).verify()
    #expect(verification.findings.first?.kind == .damagedPages)
    #expect(verification.findings.first?.meaning.hasPrefix("SQLite reports: ") == true)
    #expect(verification.findings.first?.number == nil)
  }

  @Test func `finds that it went back, by what is known outside`() throws {
    let last = try #require(entries.last)
    let known = Journal.Position(number: 6, digest: last.digest)
    #expect(try findings(known: [known]) == [])
    try fixture.change("DELETE FROM entries WHERE number > 4")
    #expect(try findings(known: [known]) == ["rewound 6"])
    let finding = try fixture.open(.read).verify(known: [known]).findings.first
    #expect(
      finding?.meaning
        == "The journal ends at entry 4, but entry 6 is known outside it: the file went back in "
        + "time.")
    #expect(
      finding?.nextStep
        == "If you have a later copy of the file, put it back. If not, `spotlog device sync` "
        + "continues in a new epoch by itself, without what this file lacks.")
    // Said once, by who knows most.
    let earlier = Journal.Position(number: 5, digest: entries[4].digest)
    #expect(try findings(known: [earlier, known, known]) == ["rewound 6"])
  }

  @Test func `finds that an entry is known with another content, by any who know it`() throws {
    let right = Journal.Position(number: 3, digest: entries[2].digest)
    let wrong = Journal.Position(number: 3, digest: .zero)
    #expect(try findings(known: [wrong]) == ["forked 3"])
    #expect(try findings(known: [right, wrong]) == ["forked 3"])
  }

  @Test func `finds payloads that their kind cannot have, when it is asked to`() throws {
    // The fixture's payloads are text and no event; of entry 1 the chain says so too.
    #expect(try findings() == [])
    #expect(try findings(checksPayloads: true) == (1...6).map { "unreadablePayload \($0)" })
  }

  static let payloads: [(JournalKind, EntryDraft, String?)] = [
    (.shared, EntryDraft(Sample.engaged, on: Sample.day), nil),
    (.shared, EntryDraft(Sample.content, on: Sample.day), nil),
    (
      .shared, Fixture.draft(1, kind: .event),
      "Entry 1: A shared journal has an entry of event, which is not a report. Use a newer spotlog."
    ),
    (
      .private, EntryDraft(Sample.engaged, on: Sample.day),
      "Entry 1: A private journal has an entry of engaged, which is not an event."
    ),
    (
      .private, EntryDraft(kind: .event, time: Sample.day.start, payload: [1]),
      "Entry 1: An event's payload of 1 byte ends within its 16 random bytes."
    ),
    (
      .cloud,
      EntryDraft(
        ControlEntry.threshold(3), at: Sample.day.start), nil
    ),
    (
      .cloud, EntryDraft(kind: .batch, time: Sample.day.start, payload: Array("SLX".utf8)),
      "Entry 1: A batch has to begin with \"SLB\"; this is something else."
    ),
    (
      .cloud, Fixture.draft(1, kind: .event),
      "Entry 1: A control entry (event) of version 116; this program knows version 1. "
        + "Use a newer spotlog."
    ),
  ]

  @Test(arguments: 0..<payloads.count)
  func `decodes each payload as what its journal holds`(row: Int) throws {
    let (kind, draft, meaning) = Self.payloads[row]
    let journal = try Journal.create(
      at: ":memory:", identity: JournalIdentity(kind: kind, name: Sample.journalName),
      created: Sample.day.start)
    try journal.append([draft])
    #expect(journal.verify(checksPayloads: true).findings.first?.meaning == meaning)
  }

  @Test func `keeps only so many findings, and counts the others`() throws {
    let journal = try Journal.create(
      at: ":memory:", identity: fixture.identity, created: Sample.day.start)
    try journal.append(Fixture.drafts(1...1_100))
    try journal.connection.execute("UPDATE entries SET payload = x'00'")
    let verification = journal.verify(checksPages: false)
    #expect(verification.findings.count == Verification.findingsKept)
    #expect(verification.findingCount == 1_100)
    #expect(!verification.isWhole)
  }

  @Test func `says how far it is`() throws {
    let journal = try Journal.create(
      at: ":memory:", identity: fixture.identity, created: Sample.day.start)
    try journal.write { appender throws(JournalError) in
      for _ in 1...65_600 { try appender.append(Fixture.draft(1)) }
    }
    var reached: [UInt64] = []
    #expect(journal.verify { reached.append($0) }.isWhole)
    #expect(reached == [65_536])
  }

  @Test func `can make every kind of finding`() {
    // Each is made by a test above; a new kind needs one.
    #expect(
      Finding.Kind.allCases == [
        .gap, .brokenChain, .unreadableEntry, .unprovenEntry, .damagedPages, .cutShort,
        .foreignBeginning, .rewound, .forked, .unreadablePayload,
      ])
  }
}

@Suite("A journal with a damaged last entry") struct DamagedEndTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.make(4)
    try fixture.changeBytes { bytes in
      let place = try #require(bytes.firstIndex(ofText: "the payload of entry 4"))
      bytes[place] ^= 0x20
    }
  }

  private var message: String {
    "The last entry of \(fixture.path) is damaged. Run `spotlog journal verify \(fixture.path)` "
      + Fixture.adviceOnDamage
  }

  @Test func `takes no writer`() throws {
    let error = #expect(throws: JournalError.self) { try fixture.open() }
    #expect(error?.code == .damaged)
    #expect(error?.message == message)
  }

  @Test func `can be verified, and read to where it is whole`() throws {
    let reader = try fixture.open(.read)
    #expect(reader.verify().findings.map(\.kind) == [.brokenChain])
    #expect(reader.verify().findings.map(\.number) == [4])
    #expect(try reader.entries(from: 1, atMost: 3).count == 3)
    let error = #expect(throws: JournalError.self) { try reader.head() }
    #expect(error?.message == message)
  }
}
