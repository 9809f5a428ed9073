internal import TextAnalysis

/// How what is being typed could continue, by a name of what is indexed.
package struct Completion: Hashable, Sendable {
  /// The whole query.
  package let text: String
  /// Characters at its beginning that were typed by now.
  package let typedCount: Int
  /// How many of the results have it in their names.
  package let resultCount: Int
  /// The title of the best of them.
  package let title: String

  /// Of two suggestions that are equal one is enough.
  package var folded: String { PastQueryTable.folded(text) }
}

/// Collects completions from the names of results, best first: the word that is being typed, and
/// the words that follow it. Each ends with a word.
package struct Completions {
  /// As it was typed, up to its last word.
  private let before: String
  private let wordsBefore: [String]
  private let last: QueryWord
  private let typed: String
  private var found: [String: Found] = [:]
  private var resultCount = 0

  private struct Found {
    let text: String
    let title: String
    /// The place of the best result that has it.
    let place: Int
    var resultCount = 0
  }

  /// Results whose names are looked at.
  package static let resultsMax = 64
  /// Names of a result, its title the first.
  private static let namesMax = 9
  /// Bytes of a name that are looked at, and of a text that is completed.
  private static let nameByteCountMax = 512
  private static let typedByteCountMax = 256
  /// What follows a word ends with the fourth one, and within so many bytes.
  private static let wordsMax = 4
  private static let byteCountMax = 48

  /// Nil: there is nothing to complete.
  package init?(_ typed: String) {
    let words = QueryWord.searched(in: typed)
    guard typed.utf8.count <= Self.typedByteCountMax, let last = words.last,
      let token = Token.all(in: typed).last(where: { last.isFound(in: [$0]) })
    else { return nil }
    (self.typed, self.last) = (typed, last)
    let bytes = Array(typed.utf8)
    before = String(decoding: bytes[..<token.range.lowerBound], as: UTF8.self)
    wordsBefore = Token.all(in: before).map(\.text)
  }

  /// Looks at the names of the next result.
  package mutating func add(title: String, keywords: [String]) {
    guard resultCount < Self.resultsMax else { return }
    resultCount += 1
    var own: Set<String> = []
    for name in ([title] + keywords).prefix(Self.namesMax)
    where name.utf8.count <= Self.nameByteCountMax {
      for text in continuations(in: name) {
        let folded = PastQueryTable.folded(text)
        guard folded != PastQueryTable.folded(typed), own.insert(folded).inserted else { continue }
        found[folded, default: Found(text: text, title: title, place: resultCount)].resultCount += 1
      }
    }
  }

  /// What most results have first, of these what the best result has.
  package func best(limit: Int) -> [Completion] {
    let sorted = found.sorted { first, second in
      (second.value.resultCount, first.value.place, first.key)
        < (first.value.resultCount, second.value.place, second.key)
    }
    return sorted.prefix(max(0, limit)).map { _, found in
      Completion(
        text: found.text, typedCount: Self.typedCount(typed, in: found.text),
        resultCount: found.resultCount, title: found.title)
    }
  }

  // MARK: Names

  /// The word of a name that begins as the last typed one does, and the same with what follows.
  private func continuations(in name: String) -> [String] {
    let tokens = Token.all(in: name)
    let bytes = Array(name.utf8)
    var ends: [Int: Int] = [:]
    for place in last.places(in: tokens) {
      ends[place.lowerBound] = max(ends[place.lowerBound] ?? 0, place.upperBound)
    }
    return ends.sorted { $0.key < $1.key }.flatMap { start, end -> [String] in
      let word = before + String(decoding: bytes[start..<end], as: UTF8.self)
      guard follows(wordsBefore, tokens, start) else { return [word] }
      let end = self.end(of: tokens, from: start, after: end)
      return [word, before + String(decoding: bytes[start..<end], as: UTF8.self)]
    }
  }

  /// Whether the words stand before the place, one after the other.
  private func follows(_ words: [String], _ tokens: [Token], _ start: Int) -> Bool {
    let earlier = tokens.filter { $0.range.upperBound <= start }.map(\.text)
    return earlier.suffix(words.count).elementsEqual(words)
  }

  /// The end of the words that follow, as many as there is room for.
  private func end(of tokens: [Token], from start: Int, after end: Int) -> Int {
    var (end, count) = (end, 0)
    for token in tokens where token.range.lowerBound >= end && count < Self.wordsMax {
      guard token.range.upperBound - start <= Self.byteCountMax else { break }
      (end, count) = (token.range.upperBound, count + 1)
    }
    return end
  }

  /// Characters at the beginning of a text that say what was typed.
  private static func typedCount(_ typed: String, in text: String) -> Int {
    let count = PastQueryTable.folded(typed).unicodeScalars.count
    var begun = ""
    for (place, character) in text.enumerated() {
      if PastQueryTable.folded(begun).unicodeScalars.count >= count { return place }
      begun.append(character)
    }
    return text.count
  }
}
