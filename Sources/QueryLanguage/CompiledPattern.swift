internal import TextAnalysis

/// A pattern that is ready to be compared.
struct CompiledPattern {
  let folding: TextFolding
  /// Whether each word is looked for by itself.
  let isEachWord: Bool
  /// How many are looked for, each by itself; 0: nothing is found.
  let wordCount: Int
  /// Of the whole value; nil: words are looked for.
  private let whole: Glob?
  /// The words, whatever the form, as content is searched by them: one after the other as one
  /// pattern, or a pattern each.
  private let words: Glob

  init(_ pattern: QueryPattern) {
    var folding: TextFolding = []
    if pattern.modifiers.contains(.ignoresCase) { folding.insert(.ignoresCase) }
    if pattern.modifiers.contains(.ignoresAccents) { folding.insert(.ignoresAccents) }
    self.folding = folding
    isEachWord = pattern.modifiers.contains(.eachWord)
    let words = Self.words(pattern.pieces, folding)
    let phrase = Array(words.joined(separator: [FoldedText.separator]))
    let patterns = isEachWord ? words : words.isEmpty ? [] : [phrase]
    self.words = Glob(patterns)
    wordCount = patterns.count
    let isWords = isEachWord || pattern.modifiers.contains(.words)
    whole = isWords ? nil : Glob([Self.elements(pattern.pieces, folding)])
  }

  private static func elements(
    _ pieces: [QueryPattern.Piece], _ folding: TextFolding
  ) -> [UInt32] {
    pieces.reduce(into: []) { elements, piece in
      switch piece {
      case .literal(let text): elements += folding.folded(text).map(\.value)
      case .any: if elements.last != Glob.any { elements.append(Glob.any) }
      case .one: elements.append(Glob.one)
      }
    }
  }

  /// A pattern taken apart at what is neither letter, number nor wildcard.
  private static func words(
    _ pieces: [QueryPattern.Piece], _ folding: TextFolding
  ) -> [[UInt32]] {
    var words: [[UInt32]] = []
    var word: [QueryPattern.Piece] = []
    func end() {
      if !word.isEmpty { words.append(elements(word, folding)) }
      word = []
    }
    for piece in pieces {
      guard case .literal(let text) = piece else {
        word.append(piece)
        continue
      }
      var literal = String.UnicodeScalarView()
      func flushLiteral() {
        if !literal.isEmpty { word.append(.literal(String(literal))) }
        literal = String.UnicodeScalarView()
      }
      for scalar in text.unicodeScalars {
        let kind = WordCharacter(scalar)
        let extendsNothing = kind.extends && word.isEmpty && literal.isEmpty
        if kind.isInvisible || extendsNothing { continue }
        if kind.isWord {
          literal.append(scalar)
        } else {
          flushLiteral()
          end()
        }
      }
      flushLiteral()
    }
    end()
    return words
  }

  // MARK: Comparing

  /// Whether one value is looked through for words, and not compared from end to end.
  ///
  /// - Parameter isContent: of content, words are looked for whatever the modifiers.
  func isOfWords(isContent: Bool) -> Bool { whole == nil || isContent }

  /// Whether a value says it, as `isOfWords` has it.
  func matches(_ text: FoldedText, isContent: Bool) -> Bool {
    if let whole, !isContent { return whole.found(in: text, isWhole: true) == [true] }
    let found = wordsFound(in: text)
    return !found.isEmpty && !found.contains(false)
  }

  /// Which of the words a value has: with the modifier `t` they may be spread over several.
  func wordsFound(in text: FoldedText) -> [Bool] {
    wordCount == 0 ? [] : words.found(in: text, isWhole: false)
  }
}
