internal import TextAnalysis

/// One word of what a person typed, which has to begin a word of a text.
package struct QueryWord: Hashable, Sendable {
  /// Of a compound the whole as it is joined, else as it stands in the query.
  package let text: String
  /// The index's words that have to follow each other; the last one is the beginning of a word.
  package let parts: [String]
  /// Of a compound that is written with spaces as well ("f-droid", "covid-19") its parts, each of
  /// which may stand anywhere; of a name that is written without its signs as well ("disney+") the
  /// word; else none.
  package let pieces: [String]
  /// The number of positions it has in a text that contains it as typed.
  let length: Int
  /// Of a script that puts nothing between words: where one ends, nobody says.
  let isRun: Bool
  /// The first of the pieces is what is left of a word before an apostrophe, as of the article in
  /// "l'hôtel".
  private var beginsElided = false
  /// It is that first piece, alone.
  private var isElided = false
  /// It stands for what was typed, and is looked for whole.
  private(set) var isSynonym = false

  private init(
    _ text: String, parts: [String], pieces: [String] = [], length: Int, isRun: Bool = false
  ) {
    (self.text, self.parts, self.pieces) = (text, parts, pieces)
    (self.length, self.isRun) = (length, isRun)
  }

  /// Whether it says little of what is meant.
  var isFunctionWord: Bool { isElided || FunctionWords.contain(text) }

  /// What is left of an elided word, and what it stands before; else the word itself.
  var apartFromElided: [QueryWord] {
    guard beginsElided else { return [self] }
    var words = pieces.map { QueryWord($0) }
    words[0].isElided = true
    return words
  }

  /// The same word in the place of one that was typed.
  var asSynonym: QueryWord {
    var word = self
    word.isSynonym = true
    return word
  }

  /// A word as the index has it.
  package init(_ word: String) { self.init(word, parts: [word], length: 1) }

  /// Bound what one query may cost: words, and parts of all of them.
  private static let wordsMax = 32
  private static let partsMax = 64

  /// The words that a query is searched for by: the first ones, and of a long run its beginning.
  package static func searched(in query: String) -> [QueryWord] {
    var left = partsMax
    var words: [QueryWord] = []
    for word in all(in: query).prefix(wordsMax) where left > 0 {
      let parts = Array(word.parts.prefix(left))
      let pieces = word.pieces.count <= left ? word.pieces : []
      var searched = QueryWord(
        word.text, parts: parts, pieces: pieces, length: word.length, isRun: word.isRun)
      searched.beginsElided = word.beginsElided && !pieces.isEmpty
      words.append(searched)
      left -= max(parts.count, pieces.count)
    }
    return words
  }

  /// The words of a query: nothing else that a person typed has a meaning.
  ///
  /// A compound ("MyWindow", "don't", "f-droid") is looked for as a whole, which is found in its
  /// parts as well; a name with signs ("c++") with them; a run without blanks by its pairs.
  package static func all(in query: String) -> [QueryWord] {
    let bytes = Array(query.utf8)
    var words: [QueryWord] = []
    var group: [Token] = []
    var end = 0
    func close() {
      guard !group.isEmpty else { return }
      words.append(QueryWord(group, in: bytes, to: end))
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

  private init(_ group: [Token], in bytes: [UInt8], to end: Int) {
    var words: [Token] = []
    var others: [Token] = []
    for token in group {
      if token.position == words.last?.position {
        others.append(token)
      } else {
        words.append(token)
      }
    }
    let signed = others.first { $0.isSigned && $0.position == words[words.count - 1].position }
    if let joined = others.first(where: { !$0.isSigned }) {
      let gaps = zip(words, words.dropFirst()).map {
        String(decoding: bytes[$0.range.upperBound..<$1.range.lowerBound], as: UTF8.self)
      }
      let isApart = Self.mayBeApart(words, gaps)
      let pieces = words.dropLast().map(\.text) + [(signed ?? words[words.count - 1]).text]
      self.init(
        joined.text, parts: [joined.text], pieces: isApart ? pieces : [], length: words.count)
      beginsElided =
        isApart && words.count == 2 && !Self.hasSpaceSign(gaps[0])
        && FunctionWords.elided.contains(pieces[0])
    } else if let signed, words.count == 1 {
      // "C++" is another thing than "C"; "Disney+" is what many call "Disney".
      let isOneLetter = words[0].text.unicodeScalars.count == 1
      self.init(
        signed.text, parts: [signed.text], pieces: isOneLetter ? [] : [words[0].text], length: 1)
    } else {
      self.init(
        String(decoding: bytes[group[0].range.lowerBound..<end], as: UTF8.self),
        parts: Self.parts(group), length: words.count,
        isRun: group[0].text.unicodeScalars.first.map { WordCharacter($0).isDense } ?? false)
    }
  }

  /// Parts of fewer letters at the end, behind an apostrophe, are endings: "don't", "we'll".
  private static let lettersBehindApostrophe = 3

  /// Whether people write a space as well between parts of a compound: where a sign stands for one,
  /// and where an apostrophe stands between two words ("l'hôtel", "rock'n'roll") and not before an
  /// ending ("don't").
  ///
  /// - Parameter gaps: what stands between the parts; empty where a capital or digit divides them.
  private static func mayBeApart(_ parts: [Token], _ gaps: [String]) -> Bool {
    if gaps.contains(where: hasSpaceSign) { return true }
    guard !gaps.contains(""), let last = parts.last else { return false }
    return parts.count > 2 || last.text.unicodeScalars.count >= lettersBehindApostrophe
  }

  private static func hasSpaceSign(_ gap: String) -> Bool {
    gap.unicodeScalars.contains(where: mayBeSpace)
  }

  /// Whether people write a space as well for what stands between parts of a compound: for hyphens,
  /// low lines, dots, ampersands and the joint of Persian, not for every apostrophe.
  private static func mayBeSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation, .spaceSeparator: true
    default: [".", "\u{B7}", "\u{2027}", "\u{2212}", "&", "\u{FF06}", "\u{200C}"].contains(scalar)
    }
  }

  /// The last character of a run alone says nothing that its last pair does not, unless it is all.
  private static func parts(_ group: [Token]) -> [String] {
    group.count > 1 ? group.dropLast().map(\.text) : group.map(\.text)
  }

  /// Whether the text has the parts one after the other, or of a compound all pieces.
  func isFound(in tokens: [Token]) -> Bool {
    tokens.indices.contains { end(in: tokens, from: $0) != nil }
      || (!pieces.isEmpty && pieces.allSatisfy { QueryWord($0).isFound(in: tokens) })
  }

  /// Where a text has the parts one after the other: in UTF-8, from the first to the last of them.
  /// Of a compound that it does not have so, where it has the pieces.
  func places(in tokens: [Token]) -> [Range<Int>] {
    let places = tokens.indices.compactMap { start in
      end(in: tokens, from: start).map {
        tokens[start].range.lowerBound..<tokens[$0].range.upperBound
      }
    }
    return places.isEmpty ? pieces.flatMap { QueryWord($0).places(in: tokens) } : places
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

  // MARK: Spelling

  /// Compounds of which a search tries both ways of writing them; of others the pieces.
  private static let spelledMax = 2

  /// The ways to look for some words: each compound as it is joined and by its pieces. What each
  /// of them finds is found.
  static func spellings(of words: [QueryWord]) -> [[QueryWord]] {
    var spellings: [[QueryWord]] = [[]]
    var compounds = 0
    for word in words {
      let apart = word.pieces.map { word.isSynonym ? QueryWord($0).asSynonym : QueryWord($0) }
      var joined = QueryWord(
        word.text, parts: word.parts, length: word.length, isRun: word.isRun)
      joined.isSynonym = word.isSynonym
      guard !apart.isEmpty else {
        spellings = spellings.map { $0 + [joined] }
        continue
      }
      compounds += 1
      spellings = spellings.flatMap { spelling in
        (compounds > spelledMax ? [] : [spelling + [joined]]) + [spelling + apart]
      }
    }
    return spellings
  }
}
