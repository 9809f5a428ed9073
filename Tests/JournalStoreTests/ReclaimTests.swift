import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Reclaiming space") struct ReclaimTests {
  let fixture: Fixture
  /// Payloads that overflow their page and others that share one.
  let entryCount = 3_000

  init() throws {
    fixture = try Fixture()
    let journal = try fixture.create()
    try journal.append(
      (1...entryCount).map { number in
        var draft = Fixture.draft(number)
        draft.payload = Self.words(number)
        return draft
      })
  }

  private static func words(_ number: Int) -> [UInt8] {
    let word = Array("secret-\(number)-".utf8)
    var words: [UInt8] = []
    for _ in 0..<(number % 50 == 0 ? 600 : 4) { words += word }
    return words
  }

  /// The words that are in any byte of any file, of the entries with these numbers.
  private func found(_ numbers: [Int]) throws -> [Int] {
    let bytes = Data(try fixture.allBytes())
    let word = Data("secret-".utf8)
    var (found, place): (Set<Int>, Int) = ([], 0)
    // Once through the bytes, which are megabytes, whatever is looked for.
    while let next = bytes.range(of: word, in: place..<bytes.endIndex) {
      place = next.upperBound
      let digits = bytes[place...].prefix(8).prefix { (0x30...0x39).contains($0) }
      if bytes[place...].dropFirst(digits.count).first == UInt8(ascii: "-") {
        found.insert(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
      }
    }
    return numbers.filter { found.contains($0) }
  }

  private func numbers(_ values: some Sequence<Int>) -> [SequenceNumber] {
    values.compactMap { SequenceNumber(UInt64($0)) }
  }

  @Test func `leaves no byte of what was redacted or pruned, while the journal is open`() throws {
    let journal = try fixture.open()
    let redacted = Array(stride(from: 1_001, through: entryCount, by: 3))
    try journal.redact(numbers(redacted))
    try journal.prune(through: 1_000)
    try journal.reclaimSpace()
    #expect(try found(Array(1...1_000) + redacted).isEmpty)
    #expect(try found([1_001, 1_002, 1_003, 3_000]) == [1_002, 1_003, 3_000])
    let verification = journal.verify()
    #expect(verification.isWhole)
    #expect(verification.redactedCount == redacted.count)
    #expect(journal.floor.number == 1_000)
    #expect(try journal.connection.integer("PRAGMA freelist_count") == 0)
    let log = try FileManager.default.attributesOfItem(atPath: fixture.path + "-wal")
    #expect(log[.size] as? Int == 0)
    try journal.append([Fixture.draft(entryCount + 1)])
    #expect(try fixture.open(.read).verify().isWhole)
  }

  @Test func `says that a reader keeps the log, disturbs nobody, and succeeds afterwards`() throws {
    let journal = try fixture.open()
    let reader = try fixture.open(.read)
    try journal.redact(numbers(1...100))
    var count = 0
    try reader.forEach(from: 1) { _ throws(JournalError) in
      count += 1
      if count == 2_000 {
        let error = #expect(throws: JournalError.self) { try journal.reclaimSpace() }
        #expect(error?.code == .secondWriter)
      }
      return .next
    }
    #expect(count == entryCount)
    #expect(reader.verify().isWhole)
    try journal.reclaimSpace()
    #expect(try found(Array(1...100)).isEmpty)
    #expect(reader.verify().isWhole)
  }

  @Test func `remembers in which order entries were redacted, each once`() throws {
    do {
      let journal = try fixture.open()
      try journal.redact(numbers([7, 3]))
      try journal.redact(numbers([3, 9, 7]))
    }
    try fixture.open().redact(SequenceNumber(1)!)
    #expect(try redactions() == [7, 3, 9, 1])
  }

  @Test func `remembers from now on in a file that was made without the table`() throws {
    try fixture.change("DROP TABLE local_redactions")
    let journal = try fixture.open()
    try journal.redact(.first)
    #expect(try redactions() == [1])
  }

  @Test func `adds no table to a journal of another kind than it should be`() throws {
    try fixture.change("DROP TABLE local_redactions")
    let error = #expect(throws: JournalError.self) {
      try Journal.open(at: fixture.path, kind: .cloud, for: .write)
    }
    #expect(error?.code == .wrongKind)
    let connection = try Connection(path: fixture.path, mode: .readOnly)
    #expect(try !connection.hasTable("local_redactions"))
  }

  @Test func `redacts none of a step in which one is missing`() throws {
    let journal = try fixture.open()
    let error = #expect(throws: JournalError.self) {
      try journal.redact(numbers([1, entryCount + 1]))
    }
    #expect(error?.code == .notFound)
    #expect(journal.verify().redactedCount == 0)
    #expect(try redactions().isEmpty)
  }

  private func redactions() throws -> [Int64] {
    let connection = try Connection(path: fixture.path, mode: .readOnly)
    let select = try connection.statement("SELECT number FROM local_redactions ORDER BY sequence")
    var found: [Int64] = []
    while try select.step() { found.append(select.integer(0)) }
    return found
  }
}
