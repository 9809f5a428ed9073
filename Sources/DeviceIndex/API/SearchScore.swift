package import WordSearch

/// What the score of a search result is made of, by the formula in `docs/SEARCH.md`.
///
///     let results = try await host.search("milk", isExplained: true)
///     if let score = results.first?.score {
///       for word in score.words { print(word.termScore, word.text) }
///       for part in score.parts { print(part.score, part.name) }
///       print(score.total)
///     }
///
/// All scores are in thousandths of a point. They compare results of one search only.
public struct SearchScore: Hashable, Sendable {
  /// A word of the query, and where the result has it.
  public struct Word: Hashable, Sendable {
    /// As it was looked for: without case and accents.
    public let text: String
    /// Whether words that begin with it count too.
    public let isPrefix: Bool
    /// The number of indexed documents that have it, from 1 on for a word that was found.
    public let documentCount: Int
    /// In thousandths: the rarer a word is, the more it counts.
    public let inverseDocumentFrequency: Int
    /// Occurrences in the title.
    public let titleCount: Int
    /// Occurrences in the keywords.
    public let keywordCount: Int
    /// Occurrences in the other texts.
    public let textCount: Int
    /// What the word adds to the score, in thousandths.
    public let termScore: Int
  }

  /// What is not a word's, such as "recency" or "duplicates".
  public struct Part: Hashable, Sendable {
    /// In words for people.
    public let name: String
    /// What it adds to the score, in thousandths; negative for what it takes away, and never 0.
    public let score: Int
  }

  /// The sum of all words and parts, in thousandths.
  public let total: Int
  /// The version of the formula, from 1 on. Scores by different versions cannot be compared.
  public let rankingVersion: Int
  /// In the order of the query.
  public let words: [Word]
  /// What counts besides words, such as the item's engagements.
  public let parts: [Part]

  package init(_ explanation: ScoreExplanation) {
    total = explanation.score
    rankingVersion = Ranking.version
    words = explanation.words.map { word in
      Word(
        text: word.text, isPrefix: word.isPrefix, documentCount: word.documentCount,
        inverseDocumentFrequency: word.inverseDocumentFrequency,
        titleCount: word.places.titleCount, keywordCount: word.places.keywordCount,
        textCount: word.places.textCount, termScore: word.termScore)
    }
    parts = explanation.parts.map { Part(name: $0.name, score: $0.score) }
  }
}
