import Foundation
import JournalFormat
import SQLite
import TextAnalysis

@testable import WordSearch

/// A table of words, and a plain list of what was put into it.
final class WordFixture {
  static let now: Int64 = 1_767_225_600_000

  let connection: Connection
  private(set) var table: WordTable
  private(set) var documents: [UInt32: WordDocument] = [:]
  let ranking = Ranking(nowMilliseconds: now)

  init(path: String = ":memory:") throws {
    connection = try Connection(path: path, mode: .create)
    table = try WordTable(connection)
  }

  func put(_ document: WordDocument) throws {
    documents[document.row] = document
    try table.put(document, ranking)
  }

  func remove(_ row: UInt32) throws {
    documents[row] = nil
    try table.remove(row: row)
  }

  func flush(_ time: Ranking? = nil) throws { try table.flush(time ?? ranking) }

  /// As a program does that was restarted.
  func reopen() throws { table = try WordTable(connection) }

  func segmentCount() throws -> Int64 {
    try connection.integer("SELECT count(*) FROM word_segments")
  }

  func found(_ query: WordQuery, limit: Int = 10) throws -> [Reference.Hit] {
    try table.best(of: query, limit: limit, ranking).map {
      Reference.Hit(row: $0.row, score: $0.score)
    }
  }

  func reference() -> Reference {
    Reference(Array(documents.values), minute: Double(ranking.now))
  }

  static func document(
    _ row: UInt32, _ title: String, keywords: String = "", _ text: String = "", app: String = "app"
  ) -> WordDocument {
    WordDocument(
      row: row, app: app, tieBreaker: row &* 2_654_435_761, title: title, keywords: keywords,
      text: text)
  }

  static func query(_ terms: String..., app: String? = nil) -> WordQuery {
    WordQuery(
      terms.map { term in
        let isPrefix = term.hasSuffix("*")
        return WordQuery.Term(isPrefix ? String(term.dropLast()) : term, isPrefix: isPrefix)
      }, app: app)
  }
}

/// Scores every document by what docs/SEARCH.md says, without an index and without a short cut.
struct Reference {
  struct Hit: Hashable {
    var row: UInt32
    var score: Int
  }

  private struct Read {
    var document: WordDocument
    var title: [String: Int]
    var keywords: [String: Int]
    var text: [String: Int]
    var first: Set<String>
    var titleLength: Int
    var keywordLength: Int
    var textLength: Int
    /// The first words of the title, by what is kept of each.
    var titleMarks: [UInt8]

    init(_ document: WordDocument) {
      self.document = document
      let tokens = [document.title, document.keywords, document.text].map { Token.all(in: $0) }
      let counts = tokens.map { $0.reduce(into: [:]) { $0[$1.text, default: 0] += 1 } }
      (title, keywords, text) = (counts[0], counts[1], counts[2])
      first = Set(tokens[0].filter { $0.position == 0 }.map(\.text))
      let lengths = tokens.map { ($0.last?.position ?? -1) + 1 }
      (titleLength, keywordLength, textLength) = (lengths[0], lengths[1], lengths[2])
      titleMarks = (0..<min(8, lengths[0])).compactMap { place in
        tokens[0].first { $0.position == place }.map { token in
          var text = token.text
          return text.withUTF8 { TitleOrder.mark(of: $0) }
        }
      }
    }

    var words: Set<String> { Set(title.keys).union(keywords.keys).union(text.keys) }
  }

  private let all: [Read]
  private let minute: Double

  init(_ documents: [WordDocument], minute: Double) {
    all = documents.map { Read($0) }
    self.minute = minute
  }

  func best(of query: WordQuery, limit: Int) -> [Hit] {
    let matching = query.terms.map { term in
      all.map { read in read.words.filter { Self.fits($0, term) } }
    }
    let total = Double(all.count)
    let isOneLetter =
      query.partialMin == nil && query.terms.count == 1 && query.terms[0].isPrefix
      && query.terms[0].text.unicodeScalars.count == 1
    let inverseDocumentFrequencies = zip(matching, query.terms).map { words, term in
      let count = isOneLetter ? total : Double(words.count { !$0.isEmpty })
      return term.weight * log(1 + (total - count + 0.5) / (count + 0.5))
    }
    var hits: [(hit: Hit, tie: UInt32)] = []
    for (place, read) in all.enumerated() {
      let words = matching.map { $0[place] }
      guard Self.isFound(words, query), query.app ?? read.document.app == read.document.app else {
        continue
      }
      var score = staticRank(read) + (query.appScores[read.document.app]?.sum ?? 0)
      for (place, words) in words.enumerated() {
        score += termScore(
          words, of: query.terms[place].text, inverseDocumentFrequencies[place], read)
      }
      score += bonus(words, query, read) + name(query, read)
      score += Self.order(words, query, read)
      hits.append((Hit(row: read.document.row, score: score), read.document.tieBreaker))
    }
    hits.sort { ($1.hit.score, $0.tie) < ($0.hit.score, $1.tie) }
    return Array(hits.prefix(limit).map(\.hit))
  }

  private static func fits(_ word: String, _ term: WordQuery.Term) -> Bool {
    term.isPrefix ? Array(word.utf8).starts(with: term.text.utf8) : word == term.text
  }

  private static func isFound(_ words: [Set<String>], _ query: WordQuery) -> Bool {
    guard let least = query.partialMin else { return words.allSatisfy { !$0.isEmpty } }
    let found = zip(words, query.terms).count { !$0.isEmpty && $1.weight == 1 }
    return found >= max(1, least)
  }

  /// Where all terms are asked for, also what they could give to a document that is called
  /// otherwise.
  private func name(_ query: WordQuery, _ read: Read) -> Int {
    guard let name = query.name else { return 0 }
    let termCount = Double(max(query.terms.count, query.spelledTermsMax))
    let words = (2_200 * termCount * log(2 * Double(all.count) + 2)).rounded(.up)
    let tier = query.partialMin == nil ? Int(words) + 2_800 : 0
    if NameTerm(read.document.title) == name { return tier + 4_000 }
    return read.document.names.contains { NameTerm($0) == name } ? tier + 3_000 : 0
  }

  /// For each two terms that follow each other 2 where they do so in the title, 1 where they are
  /// in that order.
  private static func order(_ words: [Set<String>], _ query: WordQuery, _ read: Read) -> Int {
    guard query.terms.count > 1 else { return 0 }
    let places = zip(words, query.terms).map { words, term -> [Int] in
      guard words.contains(where: { read.title[$0] != nil }) else { return [] }
      let mark = TitleOrder.mark(of: term)
      return read.titleMarks.indices.filter { mark == nil || read.titleMarks[$0] == mark }
    }
    let points = zip(places, places.dropFirst()).map { before, own in
      if before.contains(where: { own.contains($0 + 1) }) { return 2 }
      guard let first = before.min(), let last = own.max() else { return 0 }
      return first < last ? 1 : 0
    }
    return 500 * points.reduce(0, +) / (2 * (query.terms.count - 1))
  }

  /// Of all words that fit, the one that stands oftenest in a field counts there; a quarter of it
  /// where none of them is the term.
  private func termScore(
    _ words: Set<String>, of term: String, _ idf: Double, _ read: Read
  ) -> Int {
    guard !words.isEmpty else { return Int((-1_000 * idf).rounded()) }
    let inTitle = read.title[term] != nil ? 1 : 0.25
    let elsewhere = read.keywords[term] ?? read.text[term] != nil ? 1 : 0.25
    func largest(_ counts: [String: Int], _ bound: Int) -> Double {
      Double(words.map { min(bound, counts[$0] ?? 0) }.max() ?? 0)
    }
    func norm(_ length: Int, _ mean: Double) -> Double {
      0.25 + 0.75 * Double(max(1, length)) / mean
    }
    let titleMean = max(
      1, all.reduce(0) { $0 + Double(min(255, $1.titleLength)) } / Double(all.count))
    let textMean = max(1, all.reduce(0) { $0 + Double($1.textLength) } / Double(all.count))
    let frequency =
      5 * inTitle * largest(read.title, 1) / norm(min(255, read.titleLength), titleMean)
      + 2 * elsewhere * largest(read.keywords, 1)
      + elsewhere * largest(read.text, 3) / norm(read.textLength, textMean)
    return Int((1_000 * idf * frequency * 2.2 / (frequency + 1.2)).rounded())
  }

  private func bonus(_ words: [Set<String>], _ query: WordQuery, _ read: Read) -> Int {
    var bonus = 0
    let isWhole = query.terms.map { read.title[$0.text] != nil }
    if words.allSatisfy({ $0.contains { read.title[$0] != nil } }) {
      bonus += isWhole.contains(false) ? 500 : 1_000
      bonus += 300 * query.length / max(query.length, min(255, read.titleLength))
    }
    if let first = words.firstIndex(where: { !$0.isEmpty }),
      words[first].contains(where: { read.first.contains($0) })
    {
      bonus += isWhole[first] ? 500 : 250
    }
    let last = query.terms[query.terms.count - 1].text
    if isWhole.last == true {
      bonus += 500
    } else if read.keywords[last] ?? read.text[last] != nil {
      bonus += 400
    }
    return bonus
  }

  private func staticRank(_ read: Read) -> Int {
    let signals = read.document.signals
    var staticRank = Int(signals.engagement) + 10 * Int(signals.hint) + Int(signals.popularity)
    staticRank -= Int(signals.duplication)
    if signals.viewsFadeToOne != 0 {
      let views = exp2((Double(signals.viewsFadeToOne) - minute) / 43_200)
      staticRank += Int((800 * views / (views + 10)).rounded())
    }
    if signals.date != 0 {
      staticRank += Int((500 * exp2(-max(0, minute - Double(signals.date)) / 43_200)).rounded())
    }
    let length = read.titleLength + read.keywordLength + read.textLength
    if length >= 20 {
      let repeated = Double(length) / Double(read.words.count)
      staticRank -= Int(
        min(3_000, max(0, 500 * (repeated - 1.5 - Double(length).squareRoot() / 10))))
    }
    return staticRank
  }
}

/// Documents of a small language, in which a few words are frequent.
struct DocumentMaker {
  var random: SplitMix64
  private let words: [String]

  init(seed: UInt64, wordCount: Int = 400) {
    var drawn = SplitMix64(seed)
    let syllables = ["ka", "lo", "mi", "s", "ta", "re", "ß", "東", "京都", "é", "n", "Do"]
    var made: [String] = []
    for _ in 0..<wordCount {
      made.append(
        (0...drawn.below(3)).map { _ in syllables[Int(drawn.below(12))] }.joined())
    }
    (random, words) = (drawn, made)
  }

  mutating func word() -> String {
    // The square of an even draw: the first words come oftener.
    let (one, other) = (random.below(UInt64(words.count)), random.below(UInt64(words.count)))
    return words[Int(one * other / UInt64(words.count))]
  }

  mutating func text(_ count: UInt64) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }

  mutating func document(row: UInt32) -> WordDocument {
    var document = WordFixture.document(
      row, text(random.below(6)), keywords: text(random.below(3)), text(random.below(30)),
      app: "app\(random.below(3))")
    document.tieBreaker = UInt32(truncatingIfNeeded: random.next())
    let minute = Int32(WordFixture.now / 60_000)
    if random.below(2) == 0 {
      document.signals.viewsFadeToOne = minute + Int32(random.below(400_000)) - 100_000
    }
    if random.below(2) == 0 {
      document.signals.date = minute + 20_000 - Int32(random.below(200_000))
    }
    if random.below(3) == 0 { document.names = (0...random.below(3)).map { _ in word() } }
    if random.below(4) == 0 { document.signals.hint = Int8(Int(random.below(131)) - 50) }
    if random.below(8) == 0 { document.signals.popularity = UInt16(random.below(2_001)) }
    if random.below(4) == 0 { document.signals.engagement = Int16(random.below(6_000)) - 3_000 }
    return document
  }

  mutating func query() -> WordQuery {
    var terms: [WordQuery.Term] = []
    for place in 0...random.below(3) {
      guard let token = Token.all(in: word()).first else { continue }
      let isPrefix = place == 0 || random.below(3) == 0
      let length = 1 + Int(random.below(UInt64(token.text.count)))
      let text = isPrefix ? String(token.text.prefix(length)) : token.text
      terms.append(WordQuery.Term(text, isPrefix: isPrefix))
    }
    var query = WordQuery(terms, app: random.below(4) == 0 ? "app\(random.below(4))" : nil)
    query.length = terms.count + Int(random.below(2))
    if random.below(2) == 0 { query.name = NameTerm(text(1 + random.below(2))) }
    query.spelledTermsMax = Int(random.below(5))
    if random.below(3) == 0, !terms.isEmpty {
      query.partialMin = Int(random.below(3))
      if terms.count > 1 { query.terms[0].weight = 0.1 }
    }
    if random.below(3) == 0 {
      query.appScores = [
        "app0": AppScore(engagement: -2_000, hints: 100), "app1": AppScore(engagement: 1_500),
      ]
    }
    return query
  }
}
