/// Of what the score of a document is made: every number in thousandths.
package struct ScoreExplanation: Hashable, Sendable {
  package struct Word: Hashable, Sendable {
    package let text: String
    package let isPrefix: Bool
    /// How many documents have it.
    package let documentCount: Int
    /// The inverse document frequency.
    package let inverseDocumentFrequency: Int
    package let places: WordPlaces
    package let termScore: Int
  }

  package struct Part: Hashable, Sendable {
    package let name: String
    package let score: Int
  }

  package let words: [Word]
  /// The parts other than words; a part of 0 is left out.
  package private(set) var parts: [Part]
  package private(set) var score: Int

  /// Adds what is subtracted from a score; 0 is left out.
  package mutating func subtract(_ loss: Int, for name: String) {
    guard loss != 0 else { return }
    parts.append(Part(name: name, score: -loss))
    score -= loss
  }
}

extension Ranker {
  func explain(
    _ record: DocumentRecord, _ titleOrder: TitleOrder, name: Int, app: AppScore,
    _ query: WordQuery, _ places: Places
  ) -> ScoreExplanation {
    let words = query.terms.enumerated().map { index, term in
      ScoreExplanation.Word(
        text: term.text, isPrefix: term.isPrefix, documentCount: documentCounts[index],
        inverseDocumentFrequency: Int((1_000 * inverseDocumentFrequencies[index]).rounded()),
        places: WordPlaces(rawValue: places(index)), termScore: termScore(of: index, record, places)
      )
    }
    let bonus = bonuses(places)
    let engagement = Ranking.parts(ofEngagement: record.engagement)
    let parts: [(String, Int)] = [
      ("it is called exactly so", name),
      ("all words in the title", bonus.title), ("the title begins with them", bonus.opening),
      ("the title has few others", coverage(record, places)),
      ("in the title they follow each other", order(titleOrder, places)),
      ("the last word is whole", bonus.whole),
      ("engagement", engagement.odds), ("shown and never opened", engagement.neverOpened),
      ("engagement with the app", app.engagement),
      ("the app's hint", Int(record.hint) * Ranking.hintWeight),
      ("the app's hints together", app.hints), ("popularity", Int(record.popularity)),
      ("views", ranking.views(record)), ("recency", ranking.recency(record)),
      ("repetition", -Int(record.repetition)), ("duplicates", -Int(record.duplication)),
    ]
    return ScoreExplanation(
      words: words,
      parts: parts.filter { $0.1 != 0 }.map { ScoreExplanation.Part(name: $0.0, score: $0.1) },
      score: score(record, titleOrder, name: name, places) + app.sum)
  }
}
