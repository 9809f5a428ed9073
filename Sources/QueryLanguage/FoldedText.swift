internal import TextAnalysis

/// What a pattern may do at a place of a text.
struct PatternPlace: OptionSet {
  let rawValue: UInt8

  /// A character begins, or the text ends.
  static let character = PatternPlace(rawValue: 1)
  /// A wildcard or the end of a literal may be here: also inside of what one character folds to,
  /// as "ss" for "ß".
  static let split = PatternPlace(rawValue: 2)
  /// A word begins or ends.
  static let word = PatternPlace(rawValue: 4)

  static let end: PatternPlace = [.character, .split, .word]
}

/// A text as patterns see it: folded, with what may begin and end where.
struct FoldedText {
  /// Stands between two runs of letters and numbers: beyond every scalar.
  static let separator = UInt32.max - 2

  private(set) var scalars: [UInt32] = []
  /// One for each scalar, and one for the end.
  private(set) var places: [PatternPlace] = []

  /// The text as it is, from its beginning to its end.
  init(whole text: String, _ folding: TextFolding) {
    var folded = FoldedScalars(folding)
    var breaks = CharacterBreaks()
    for scalar in text.unicodeScalars {
      if breaks.isBreak(before: scalar) {
        folded.end()
        mark(folded.scalars.count, [.character, .split])
      }
      append(scalar, to: &folded)
    }
    folded.end()
    mark(folded.scalars.count, .end)
    scalars = folded.scalars.map(\.value)
  }

  /// The text as the modifier `w` sees it: runs of letters and numbers. A capital after a small
  /// letter begins a word inside of one, and so does every character of a script without blanks:
  /// "Window" is in "MyWindow" and not in "NSWindow", and any part of "東京都" is in it.
  init(words text: String, _ folding: TextFolding) {
    var folded = FoldedScalars(folding)
    var breaks = CharacterBreaks()
    var (isInRun, wasLower, wasDense) = (false, false, false)
    for scalar in text.unicodeScalars {
      let kind = WordCharacter(scalar)
      // What extends nothing that is a word is part of what is between words.
      if kind.isInvisible || (kind.extends && !isInRun) { continue }
      guard kind.isWord else {
        isInRun = false
        continue
      }
      if !isInRun {
        breaks = CharacterBreaks()
        (wasLower, wasDense) = (false, false)
        endRun(&folded)
      }
      if breaks.isBreak(before: scalar) {
        folded.end()
        let isWord = !isInRun || kind.isDense || wasDense || (kind.isUpper && wasLower)
        mark(folded.scalars.count, isWord ? .end : [.character, .split])
      }
      isInRun = true
      append(scalar, to: &folded)
      if !kind.extends { (wasLower, wasDense) = (kind.isLower, kind.isDense) }
    }
    folded.end()
    // Without a word nothing begins and nothing ends.
    if !folded.scalars.isEmpty { mark(folded.scalars.count, .end) }
    scalars = folded.scalars.map { $0 == Self.blank ? Self.separator : $0.value }
    mark(scalars.count, [])
  }

  /// No word has one.
  private static let blank: Unicode.Scalar = " "

  private mutating func endRun(_ folded: inout FoldedScalars) {
    folded.end()
    guard !folded.scalars.isEmpty else { return }
    mark(folded.scalars.count, .end)
    folded.append(Self.blank)
  }

  private mutating func append(_ scalar: Unicode.Scalar, to folded: inout FoldedScalars) {
    let count = folded.scalars.count
    folded.append(scalar)
    guard folded.scalars.count > count + 1 else { return }
    for place in count + 1..<folded.scalars.count
    where !WordCharacter(folded.scalars[place]).extends {
      mark(place, .split)
    }
  }

  private mutating func mark(_ place: Int, _ what: PatternPlace) {
    while places.count <= place { places.append([]) }
    places[place].formUnion(what)
  }
}
