internal import TextAnalysis

/// A pattern that is ready to be compared.
struct CompiledPattern {
  enum Form {
    /// The whole value.
    case whole(Glob)
    /// Words that follow each other.
    case phrase([Glob])
  }

  let folding: TextFolding
  let form: Form
  /// Whether each word is looked for by itself.
  let isEachWord: Bool
  /// The words, whatever the form: content is searched by them.
  let words: [Glob]

  init(_ pattern: QueryPattern) {
    var folding: TextFolding = []
    if pattern.modifiers.contains(.ignoresCase) { folding.insert(.ignoresCase) }
    if pattern.modifiers.contains(.ignoresAccents) { folding.insert(.ignoresAccents) }
    self.folding = folding
    words = Self.words(pattern.pieces, folding)
    isEachWord = pattern.modifiers.contains(.eachWord)
    let isWords = isEachWord || pattern.modifiers.contains(.words)
    form = isWords ? .phrase(words) : .whole(Glob(pattern.pieces, folding))
  }

  /// A pattern taken apart at what is neither letter, number nor wildcard.
  private static func words(
    _ pieces: [QueryPattern.Piece], _ folding: TextFolding
  ) -> [Glob] {
    var words: [Glob] = []
    var elements: [UInt32] = []
    func end() {
      if !elements.isEmpty { words.append(Glob(elements)) }
      elements = []
    }
    for piece in pieces {
      switch piece {
      case .any: elements.append(Glob.any)
      case .one: elements.append(Glob.one)
      case .literal(let text):
        var literal = String.UnicodeScalarView()
        func take() {
          elements += folding.folded(String(literal)).map(\.value)
          literal = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
          let kind = WordCharacter(scalar)
          if kind.isWord {
            literal.append(scalar)
          } else if !kind.isInvisible {
            take()
            end()
          }
        }
        take()
      }
    }
    end()
    return words
  }

  // MARK: Comparing

  /// Whether one value says it.
  ///
  /// - Parameter isContent: of content, words are looked for whatever the modifiers.
  func matches(_ text: String, isContent: Bool) -> Bool {
    if case .whole(let glob) = form, !isContent {
      let scalars = folding.folded(text).map(\.value)
      return glob.matches(scalars, 0..<scalars.count)
    }
    guard !words.isEmpty else { return false }
    let text = WordText(text, folding)
    return isEachWord ? words.allSatisfy { Self.holds(text, [$0]) } : Self.holds(text, words)
  }

  /// Which of the words one value has: with the modifier `t` they may be spread over several.
  func wordsFound(in text: String) -> [Bool] {
    let text = WordText(text, folding)
    return words.map { Self.holds(text, [$0]) }
  }

  /// Whether the words follow each other somewhere.
  private static func holds(_ text: WordText, _ words: [Glob]) -> Bool {
    guard text.runs.count >= words.count else { return false }
    return (0...(text.runs.count - words.count)).contains { first in
      words.indices.allSatisfy { place in
        words[place].isFound(
          in: text, run: text.runs[first + place], fromStart: place > 0,
          toEnd: place < words.count - 1)
      }
    }
  }
}
