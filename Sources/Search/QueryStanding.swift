package import WordSearch

/// Why a query finds a document or does not.
package struct QueryStanding: Hashable, Sendable {
  package struct Word: Hashable, Sendable {
    package let text: String
    /// Whether a word of the document begins like this.
    package let isFound: Bool
  }

  package let words: [Word]
  /// The document expired before the query was asked.
  package let isExpired: Bool
  /// All words of the query were taken for beginnings of words: too few documents have them whole.
  package let isWide: Bool
  /// Its place among all results, from 1 on; nil where it is not found.
  package let place: Int?
  package let resultCount: Int
  /// Words of the query that it has not, where it is found by the others.
  package internal(set) var omitted: [String] = []
  /// Why it stands at its place; nil where it is not found.
  package internal(set) var score: ScoreExplanation?
}
