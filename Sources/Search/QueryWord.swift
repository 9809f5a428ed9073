internal import TextAnalysis

/// One word of what a person typed, which has to begin a word of a text.
package struct QueryWord: Hashable, Sendable {
  /// Of several parts the whole as it is joined, else as it stands in the query.
  package let text: String
  /// The index's words that have to follow each other; the last one is the beginning of a word.
  package let parts: [String]
  /// Of a script that puts nothing between words: where one ends, nobody says.
  let isRun: Bool

  /// Bound what one query may cost: words, and parts of all of them.
  private static let wordsMax = 32
  private static let partsMax = 64

  /// The words that a query is searched for by: the first ones, and of a long run its beginning.
  package static func searched(in query: String) -> [QueryWord] {
    var left = partsMax
    var words: [QueryWord] = []
    for word in all(in: query).prefix(wordsMax) where left > 0 {
      let parts = Array(word.parts.prefix(left))
      words.append(QueryWord(text: word.text, parts: parts, isRun: word.isRun))
      left -= parts.count
    }
    return words
  }

  /// The words of a query: nothing else that a person typed has a meaning.
  ///
  /// A word of several parts ("MyWindow", "don't") is looked for as a whole, which is found in the
  /// parts as well; a run without blanks by its pairs.
  package static func all(in query: String) -> [QueryWord] {
    let bytes = Array(query.utf8)
    var words: [QueryWord] = []
    var group: [Token] = []
    var end = 0
    func close() {
      guard let first = group.first else { return }
      let joined = group.dropFirst().first.flatMap { $0.position == first.position ? $0 : nil }
      if let joined {
        words.append(QueryWord(text: joined.text, parts: [joined.text], isRun: false))
      } else {
        let range = first.range.lowerBound..<end
        words.append(
          QueryWord(
            text: String(decoding: bytes[range], as: UTF8.self), parts: Self.parts(group),
            isRun: first.text.unicodeScalars.first.map { WordCharacter($0).isDense } ?? false))
      }
      group = []
    }
    // What belongs together overlaps.
    for token in Token.all(in: query) {
      if token.range.lowerBound >= end { close() }
      group.append(token)
      end = max(end, token.range.upperBound)
    }
    close()
    return words
  }

  /// The last character of a run alone says nothing that its last pair does not, unless it is all.
  private static func parts(_ group: [Token]) -> [String] {
    group.count > 1 ? group.dropLast().map(\.text) : group.map(\.text)
  }

  /// Whether the text has the parts one after the other.
  func isFound(in tokens: [Token]) -> Bool {
    tokens.indices.contains { end(in: tokens, from: $0) != nil }
  }

  /// Where a text has the parts one after the other: in UTF-8, from the first to the last of them.
  func places(in tokens: [Token]) -> [Range<Int>] {
    tokens.indices.compactMap { start in
      end(in: tokens, from: start).map {
        tokens[start].range.lowerBound..<tokens[$0].range.upperBound
      }
    }
  }

  /// The last token of the parts, where the first of them is at a place.
  private func end(in tokens: [Token], from start: Int) -> Int? {
    guard let last = parts.last else { return nil }
    var index = start
    for part in parts.dropLast() {
      guard index + 1 < tokens.count, tokens[index].text == part,
        tokens[index + 1].position == tokens[index].position + 1
      else { return nil }
      index += 1
    }
    return tokens[index].text.utf8.starts(with: last.utf8) ? index : nil
  }

  /// The same word with another text, where it is a single one that somebody can have mistyped.
  func taken(for text: String) -> QueryWord { QueryWord(text: text, parts: [text], isRun: false) }
}
