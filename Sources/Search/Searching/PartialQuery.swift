internal import TextAnalysis
internal import WordSearch

/// What is looked for where hardly a document has all words of a query, as of a question in plain
/// words: documents that have some of them.
struct PartialQuery {
  let query: WordQuery
  private let words: [Word]

  private struct Word {
    let text: String
    /// Its terms, among those of the query.
    let terms: Range<Int>
    let isRun: Bool

    /// Whether a document has all of it or none: the parts of a compound.
    var isWhole: Bool { !isRun && terms.count > 1 }
  }

  /// More terms are not looked for: each costs a byte for each document, for a moment.
  private static let termsMax = 16
  /// Of the words that say something, a document has one of so many at least.
  private static let foundShare = 3
  /// The weight of a word like "how" or "the"; others have 1.
  private static let functionWeight = 0.1
  /// Shorter words begin so many others that they are looked for as they are.
  private static let beginningMin = 3

  /// - Parameter isApart: whether to look for compounds by their pieces, else as they are joined.
  /// - Returns: nil where nothing could be left out of the query.
  init?(_ words: [QueryWord], isApart: Bool, _ bare: WordQuery) {
    var terms: [WordQuery.Term] = []
    var kept: [Word] = []
    let words = isApart ? words.flatMap(\.apartFromElided) : words
    let isTelling = words.contains { !$0.isFunctionWord }
    // Where there are too many, those that say something go first.
    let room = max(0, Self.termsMax - words.count { !$0.isFunctionWord })
    var functionCount = 0
    for (place, word) in words.enumerated() where !kept.contains(where: { $0.text == word.text }) {
      let isFunction = isTelling && word.isFunctionWord
      if isFunction { functionCount += 1 }
      guard terms.count < Self.termsMax, !isFunction || functionCount <= room else { continue }
      let isLast = place == words.count - 1
      let all = isApart && !word.pieces.isEmpty ? word.pieces : word.parts
      let parts = all.prefix(Self.termsMax - terms.count)
      // The beginning of a run is a part of it; that of a compound is another word.
      guard word.isRun || parts.count == all.count else { continue }
      kept.append(
        Word(text: word.text, terms: terms.count..<terms.count + parts.count, isRun: word.isRun))
      terms += parts.enumerated().map { number, part in
        let isLast = isLast && number == parts.count - 1
        let isLong = part.unicodeScalars.count >= Self.beginningMin
        return WordQuery.Term(
          part, isPrefix: !word.isRun && !isFunction && (isLong || isLast),
          weight: isFunction ? Self.functionWeight : 1)
      }
    }
    guard kept.count > 1 || (terms.count > 1 && kept.allSatisfy(\.isRun)) else { return nil }
    var query = bare.asking(terms)
    query.name = nil
    query.partialMin = max(1, terms.count { $0.weight == 1 } / Self.foundShare)
    query.compounds = kept.filter(\.isWhole).map(\.terms)
    (self.query, self.words) = (query, kept)
  }

  /// The words of which a document has not all terms: of a run without blanks the characters that
  /// no pair has.
  ///
  /// - Parameter missing: a bit for each term that it has not.
  func omitted(_ missing: UInt64) -> [String] {
    words.flatMap { word -> [String] in
      let isMissing = word.terms.map { missing >> UInt64($0) & 1 == 1 }
      guard isMissing.contains(true) else { return [] }
      guard word.isRun, isMissing.contains(false) else { return [word.text] }
      let characters = Array(word.text)
      // Character n is in the pairs n - 1 and n.
      return characters.indices.split { place in
        [place - 1, place].contains { isMissing.indices.contains($0) && !isMissing[$0] }
      }.map { String(characters[$0.first!...$0.last!]) }
    }
  }
}
