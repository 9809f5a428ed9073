internal import TextAnalysis

/// A text as the modifier `w` sees it: where words begin and end in it.
///
/// Words are runs of letters and numbers. A capital after a small letter begins a word inside of
/// one, and so does every character of a script without blanks: "Window" is in "MyWindow" and not
/// in "NSWindow", and any part of "東京都" is in it.
struct WordText {
  private(set) var scalars: [UInt32] = []
  /// Whether a word may begin or end before the scalar.
  private(set) var isBoundary: [Bool] = []
  /// Runs of letters and numbers.
  private(set) var runs: [Range<Int>] = []

  init(_ text: String, _ folding: TextFolding) {
    var folded: [Unicode.Scalar] = []
    var isLower = false
    var start: Int?
    for scalar in text.unicodeScalars {
      let kind = WordCharacter(scalar)
      if kind.isInvisible { continue }
      guard kind.isWord else {
        if let begun = start { runs.append(begun..<folded.count) }
        (start, isLower) = (nil, false)
        continue
      }
      let begins = start == nil || kind.isDense || (kind.isUpper && isLower)
      if start == nil { start = folded.count }
      if begins, !kind.isMark { mark(folded.count) }
      folding.append(scalar, to: &folded)
      if kind.isDense { mark(folded.count) }
      if !kind.isMark { isLower = kind.isLower }
    }
    if let begun = start { runs.append(begun..<folded.count) }
    scalars = folded.map(\.value)
    for run in runs { mark(run.upperBound) }
    mark(scalars.count)
    isBoundary.removeLast(isBoundary.count - scalars.count - 1)
  }

  private mutating func mark(_ place: Int) {
    while isBoundary.count <= place { isBoundary.append(false) }
    isBoundary[place] = true
  }
}
