import JournalFormat
import SQLite
import Testing

@testable import WordSearch

@Suite("A table of words") struct WordTableTests {
  /// Everything that the engine takes a short cut for: rows replaced and removed, segments merged,
  /// lists of beginnings, early ends.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `gives the same best as scoring everything does`(seed: UInt64) throws {
    let fixture = try WordFixture()
    var maker = DocumentMaker(seed: seed)
    let rowCount: UInt64 = seed % 3 == 0 ? 900 : 150
    var compared = 0
    for _ in 0..<(seed % 3 == 0 ? 1_200 : 500) {
      switch maker.random.below(40) {
      case 0: try fixture.flush()
      case 1...6: try fixture.remove(UInt32(1 + maker.random.below(rowCount)))
      default:
        try fixture.put(maker.document(row: UInt32(1 + maker.random.below(rowCount))))
      }
    }
    let reference = fixture.reference()
    for round in 0..<40 {
      if round == 20 { try fixture.reopen() }
      if round == 30 { try fixture.table.rewrite(fixture.ranking) }
      let query = maker.query()
      let limit = 1 + Int(maker.random.below(30))
      let wanted = reference.best(of: query, limit: limit)
      #expect(try fixture.found(query, limit: limit) == wanted, "\(query)")
      compared += wanted.count
    }
    #expect(compared > 100)
    #expect(try fixture.segmentCount() == 1)
  }

  @Test func `is the same whenever its segments were written and merged`() throws {
    var makers = [DocumentMaker(seed: 7), DocumentMaker(seed: 7)]
    let fixtures = [try WordFixture(), try WordFixture()]
    for row in 1...300 as ClosedRange<UInt32> {
      for (index, fixture) in fixtures.enumerated() {
        try fixture.put(makers[index].document(row: row))
        if index == 0 { try fixture.flush() }
      }
    }
    #expect(try fixtures[0].segmentCount() > 1)
    for _ in 0..<40 {
      let query = makers[0].query()
      #expect(try fixtures[0].found(query) == fixtures[1].found(query), "\(query)")
    }
    #expect(try fixtures[1].segmentCount() == 1)
  }

  @Test func `has few segments, however many documents come one by one`() throws {
    let fixture = try WordFixture()
    for row in 1...700 as ClosedRange<UInt32> {
      try fixture.put(WordFixture.document(row, "word \(row)"))
      try fixture.flush()
    }
    #expect(try fixture.segmentCount() <= 7 * 4)
    #expect(try fixture.table.documentCount(fixture.ranking) == 700)
    #expect(try fixture.found(WordFixture.query("word", "699")).map(\.row) == [699])
  }

  @Test func `keeps no word of what was removed once it was rewritten`() throws {
    let fixture = try WordFixture()
    for row in 1...100 as ClosedRange<UInt32> {
      try fixture.put(WordFixture.document(row, "public word", "secret\(row)"))
    }
    try fixture.flush()
    for row in 1...99 as ClosedRange<UInt32> where row % 10 != 0 { try fixture.remove(row) }
    try fixture.table.rewrite(fixture.ranking)
    let select = try fixture.connection.statement("SELECT bytes FROM word_chunks")
    var bytes: [UInt8] = []
    while try select.step() { bytes += select.bytes(0) }
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    // Words are written as what they have not in common with the one before.
    #expect(text.contains("secret10"))
    for row in 1...99 as ClosedRange<UInt32> where row % 10 != 0 {
      #expect(try fixture.found(WordFixture.query("secret\(row)")).isEmpty)
    }
    #expect(try fixture.connection.integer("SELECT count(*) FROM word_dead") == 0)
    for row in 1...100 as ClosedRange<UInt32> { try fixture.remove(row) }
    try fixture.flush()
    #expect(try fixture.connection.integer("SELECT count(*) FROM word_chunks") == 0)
    #expect(try fixture.segmentCount() == 0)
  }

  @Test func `begins again from the file after a transaction that was rolled back`() throws {
    let fixture = try WordFixture()
    try fixture.put(WordFixture.document(1, "first"))
    try fixture.put(WordFixture.document(2, "second"))
    try fixture.flush()
    try fixture.connection.execute("BEGIN")
    try fixture.remove(1)
    try fixture.put(WordFixture.document(3, "third"))
    try fixture.flush()
    try fixture.put(WordFixture.document(4, "fourth"))
    try fixture.connection.execute("ROLLBACK")
    fixture.table.forget()
    for (word, rows) in [("first", [1]), ("second", [2]), ("third", []), ("fourth", [])] {
      #expect(try fixture.found(WordFixture.query(word)).map(\.row) == rows.map { UInt32($0) })
    }
  }

  @Test func `asks of those alone whether they count that would be among the best`() throws {
    let fixture = try WordFixture()
    for row in 1...5_000 as ClosedRange<UInt32> {
      var document = WordFixture.document(row, "word")
      document.signals.engagement = Int16(row % 3_000)
      try fixture.put(document)
    }
    var asked: [UInt32] = []
    let hits = try fixture.table.best(of: WordFixture.query("word"), limit: 10, fixture.ranking) {
      asked.append($0)
      return $0 % 2 == 0
    }
    #expect(hits.map(\.row) == stride(from: 2_998, to: 2_978, by: -2).map { UInt32($0) })
    #expect(asked.count < 200)
  }

  /// Also for a time before that: a clock may have been set back.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `ranks for the time that is asked, whenever its words were written`(seed: UInt64) throws {
    let fixture = try WordFixture()
    var maker = DocumentMaker(seed: seed)
    for row in 1...300 as ClosedRange<UInt32> {
      let days = Int64(maker.random.below(20_000)) - 10_000
      try fixture.put(maker.document(row: row))
      if row % 30 == 0 {
        try fixture.flush(Ranking(nowMilliseconds: WordFixture.now + days * 86_400_000))
      }
    }
    for days in [-30_000, -400, -30, 0, 30, 4_000] as [Int64] {
      let ranking = Ranking(nowMilliseconds: WordFixture.now + days * 86_400_000)
      let reference = Reference(Array(fixture.documents.values), minute: Double(ranking.now))
      for _ in 0..<10 {
        let query = maker.query()
        let found = try fixture.table.best(of: query, limit: 5, ranking)
          .map { Reference.Hit(row: $0.row, score: $0.score) }
        #expect(found == reference.best(of: query, limit: 5), "\(query) \(days)")
      }
    }
  }

  @Test func `takes what words are worth from its documents, and not from guests`() throws {
    let fixture = try WordFixture()
    var maker = DocumentMaker(seed: 11)
    for row in 1...200 as ClosedRange<UInt32> { try fixture.put(maker.document(row: row)) }
    let guests = (1...50 as ClosedRange<UInt32>).map { maker.document(row: 1_000_000 + $0) }
    var seen = 0
    for _ in 0..<60 {
      let query = maker.query()
      let own = try fixture.found(query, limit: 1_000)
      let blended = try fixture.table.withGuests(guests, fixture.ranking) {
        () throws(SQLiteError) in
        try fixture.table.best(of: query, limit: 1_000, fixture.ranking)
      }
      #expect(
        blended.filter { $0.row <= 200 }.map { Reference.Hit(row: $0.row, score: $0.score) } == own)
      // Of fewer guests each is worth the same.
      let fewer = try fixture.table.withGuests(Array(guests.prefix(20)), fixture.ranking) {
        () throws(SQLiteError) in
        try fixture.table.best(of: query, limit: 1_000, fixture.ranking)
      }
      #expect(fewer == blended.filter { $0.row <= 1_000_020 })
      seen += blended.count - own.count
    }
    #expect(seen > 20)
    #expect(try fixture.table.documentCount(fixture.ranking) == 200)
    let after = try fixture.found(WordFixture.query("k*"), limit: 1_000)
    #expect(after.allSatisfy { $0.row <= 200 })
  }

  @Test func `says which terms a document has not that has only some of them`() throws {
    let fixture = try WordFixture()
    try fixture.put(WordFixture.document(1, "vegetable curry", "with rice"))
    try fixture.put(WordFixture.document(2, "curry"))
    try fixture.put(WordFixture.document(3, "rice"))
    var query = WordFixture.query("vegetable", "curry", "rice")
    query.partialMin = 2
    let hits = try fixture.table.best(of: query, limit: 10, fixture.ranking)
    #expect(hits.map(\.row) == [1])
    query.partialMin = 1
    let more = try fixture.table.best(of: query, limit: 10, fixture.ranking)
    // The last word is whole in the third.
    #expect(more.map(\.row) == [1, 3, 2])
    #expect(more.map(\.missing) == [0, 0b011, 0b101])
    query.terms[1].weight = 0.1
    let told = try fixture.table.best(of: query, limit: 10, fixture.ranking)
    #expect(told.map(\.row) == [1, 3])
  }

  @Test func `explains a score as the sum of its parts`() throws {
    let fixture = try WordFixture()
    var maker = DocumentMaker(seed: 5)
    for row in 1...500 as ClosedRange<UInt32> { try fixture.put(maker.document(row: row)) }
    var explained = 0
    for _ in 0..<100 {
      let query = maker.query()
      for hit in try fixture.found(query, limit: 3) {
        let parts = try #require(try fixture.table.explain(query, row: hit.row, fixture.ranking))
        #expect(parts.score == hit.score)
        let sum =
          parts.words.reduce(0) { $0 + $1.termScore } + parts.parts.reduce(0) { $0 + $1.score }
        #expect(sum == hit.score)
        explained += 1
      }
    }
    #expect(explained > 100)
    #expect(try fixture.table.explain(WordFixture.query("nothing"), row: 1, fixture.ranking) == nil)
    #expect(try fixture.table.explain(maker.query(), row: 900, fixture.ranking) == nil)
  }

  @Test(arguments: [
    (WordFixture.query(), []), (WordFixture.query("*"), [1, 2] as [UInt32]),
    (WordFixture.query("wor"), []), (WordFixture.query("wor*"), [1, 2]),
    (WordFixture.query("word"), [1, 2]), (WordFixture.query("word*", app: "other"), [2]),
    (WordFixture.query("word*", app: "nobody"), []), (WordFixture.query("words*"), []),
    (WordFixture.query("word", "word", "word*"), [1, 2]), (WordFixture.query("zebra*"), []),
    (WordFixture.query("\u{10FFFF}*"), []), (WordFixture.query("a\0*"), []),
  ])
  func `finds what is asked for`(query: WordQuery, rows: [UInt32]) throws {
    let fixture = try WordFixture()
    #expect(try fixture.found(query).isEmpty)
    try fixture.put(WordFixture.document(1, "word"))
    try fixture.put(WordFixture.document(2, "a word", app: "other"))
    #expect(try fixture.found(query).map(\.row).sorted() == rows)
    #expect(try fixture.found(query, limit: 0).isEmpty)
  }
}
