/// The words of a query: nothing else that a person typed has a meaning.
package enum QueryWords {
  /// How FTS5 takes words out of texts and queries: case and accents make no difference.
  package static let tokenizer = "unicode61 remove_diacritics 2"

  /// Runs of letters and numbers. The tokenizer may still take one for several words, which then
  /// have to follow each other.
  package static func all(in query: String) -> [Substring] {
    query.split { !$0.isLetter && !$0.isNumber }
  }
}

/// A query of FTS5 in which nothing that a person typed is an operator.
struct MatchExpression {
  let text: String

  /// Bounds what one query may cost.
  private static let wordsMax = 32

  /// Nil when there is no word to look for.
  init?(_ query: String) {
    let words = QueryWords.all(in: query).prefix(Self.wordsMax)
    guard !words.isEmpty else { return nil }
    text = words.map { "\"\($0)\"*" }.joined(separator: " ")
  }
}
