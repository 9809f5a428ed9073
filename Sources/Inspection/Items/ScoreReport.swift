public import DeviceIndex
internal import JournalFormat

/// Of what the score of a result is made, for `--json`. Every number in thousandths.
package struct ScoreReport: Encodable {
  struct Word: Encodable {
    let text: String
    let isPrefix: Bool
    let documentCount: Int
    let inverseDocumentFrequency: Int
    let title: Int
    let keywords: Int
    let text_: Int
    let termScore: Int

    enum CodingKeys: String, CodingKey {
      case text, isPrefix, documentCount, inverseDocumentFrequency, title, keywords, termScore
      case text_ = "body"
    }
  }

  struct Part: Encodable {
    let name: String
    let score: Int
  }

  let score: Int
  let version: Int
  let words: [Word]
  let parts: [Part]

  package init(_ found: SearchScore, isRedacted: Bool) {
    score = found.total
    version = found.rankingVersion
    words = found.words.map { word in
      Word(
        text: isRedacted ? "" : word.text, isPrefix: word.isPrefix,
        documentCount: word.documentCount,
        inverseDocumentFrequency: word.inverseDocumentFrequency,
        title: word.titleCount, keywords: word.keywordCount, text_: word.textCount,
        termScore: word.termScore)
    }
    parts = found.parts.map { Part(name: $0.name, score: $0.score) }
  }
}

extension SearchScore {
  /// The sum first, then a line for each thing that it is the sum of, for people.
  ///
  ///     for line in try phone.search("milk", isExplained: true)[0].score?.lines() ?? [] {
  ///       print(line)
  ///     }
  ///
  /// - Parameter withoutWords: whether the query's words are replaced by their lengths.
  public func lines(withoutWords: Bool = false) -> [String] {
    let words = self.words.map { word in
      let name = withoutWords ? word.text.hiddenWords : "\"\(word.text.printable)\""
      return (
        word.termScore,
        "\(name)\(word.isPrefix ? ", as a beginning," : "") \(Self.places(of: word)), "
          + "in \(Figure.plainCount(word.documentCount, "document"))"
      )
    }
    let parts = self.parts.map { ($0.score, $0.name) }
    let width = ([total] + (words + parts).map(\.0)).map { Self.points($0).count }.max() ?? 0
    return ["score \(Self.points(total)) by ranking \(rankingVersion):"]
      + (words + parts).map { score, name in
        let number = Self.points(score)
        return String(repeating: " ", count: width - number.count) + number + "  " + name
      }
  }

  private static func places(of word: Word) -> String {
    let counts = [
      (word.titleCount, "title"), (word.keywordCount, "keywords"), (word.textCount, "text"),
    ].filter { $0.0 > 0 }
    guard !counts.isEmpty else { return "nowhere" }
    return
      counts
      .map { $0.0 == 1 ? "in the \($0.1)" : "\($0.0) times in the \($0.1)" }
      .joined(separator: " and ")
  }

  /// Thousandths as a number with three decimals.
  private static func points(_ thousandths: Int) -> String {
    let rest = String(abs(thousandths) % 1_000)
    let decimals = String(repeating: "0", count: 3 - rest.count) + rest
    return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1_000).\(decimals)"
  }
}
