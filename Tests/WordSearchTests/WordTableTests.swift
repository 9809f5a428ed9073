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

  @Test func `ranks for no time before what it holds was written`() throws {
    let fixture = try WordFixture()
    for row in 1...2 as ClosedRange<UInt32> {
      var document = WordFixture.document(row, "word")
      document.signals.date = fixture.ranking.now - Int32(row) * 100_000
      try fixture.put(document)
    }
    let now = try fixture.found(WordFixture.query("word"))
    let past = try fixture.table.best(
      of: WordFixture.query("word"), limit: 10, Ranking(nowMilliseconds: 0))
    #expect(past.map(\.score) == now.map(\.score))
    let later = try fixture.table.best(
      of: WordFixture.query("word"), limit: 10,
      Ranking(nowMilliseconds: WordFixture.now + 90 * 86_400_000))
    #expect(later.map(\.row) == now.map(\.row))
    #expect(later[0].score < now[0].score)
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
          parts.words.reduce(0) { $0 + $1.worth } + parts.parts.reduce(0) { $0 + $1.worth }
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
