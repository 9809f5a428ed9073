internal import TextAnalysis

/// A pattern of characters and wildcards, folded as what it is compared with.
struct Glob: Hashable {
  /// Beyond every scalar.
  static let any = UInt32.max
  static let one = UInt32.max - 1

  /// Scalars, `any` and `one`; never two `any` in a row.
  private(set) var elements: [UInt32] = []
  let hasWildcards: Bool

  init(_ elements: [UInt32]) {
    for element in elements where element != Self.any || self.elements.last != Self.any {
      self.elements.append(element)
    }
    hasWildcards = elements.contains { $0 >= Self.one }
  }

  init(_ pieces: [QueryPattern.Piece], _ folding: TextFolding) {
    self.init(
      pieces.flatMap { piece in
        switch piece {
        case .literal(let text): folding.folded(text).map(\.value)
        case .any: [Self.any]
        case .one: [Self.one]
        }
      })
  }

  /// Whether it stands for the whole of a part of a text.
  ///
  /// Between two stars the first place that fits is as good as any later one, so nothing is tried
  /// again: the cost is at most the product of both lengths.
  func matches(_ text: [UInt32], _ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    var element = 0
    // Where to go on when what follows a star does not fit: one scalar later.
    var retry: (place: Int, element: Int)?
    while place < range.upperBound {
      if element < elements.count, elements[element] == Self.any {
        element += 1
        if element == elements.count { return true }
        retry = (place, element)
      } else if element < elements.count,
        elements[element] == Self.one || elements[element] == text[place]
      {
        (place, element) = (place + 1, element + 1)
      } else if let last = retry {
        retry = (last.place + 1, last.element)
        (place, element) = (last.place + 1, last.element)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == Self.any }
  }

  /// Whether it stands for a part of a run that begins and ends at boundaries.
  func isFound(in text: WordText, run: Range<Int>, fromStart: Bool, toEnd: Bool) -> Bool {
    let starts = fromStart ? run.lowerBound..<run.lowerBound + 1 : run
    for start in starts where text.isBoundary[start] {
      if toEnd || elements.last == Self.any {
        // A star at the end reaches the run's end if it reaches anything.
        if matches(text.scalars, start..<run.upperBound) { return true }
      } else if !hasWildcards {
        let end = start + elements.count
        guard end <= run.upperBound, text.isBoundary[end] else { continue }
        if text.scalars[start..<end].elementsEqual(elements) { return true }
      } else {
        let last = min(run.upperBound, start + Self.reach)
        for end in start...last where text.isBoundary[end] && end > start {
          if matches(text.scalars, start..<end) { return true }
        }
      }
    }
    return false
  }

  /// How far a wildcard inside of a word reaches: no word is longer, and runs of scripts without
  /// blanks may be as long as a book.
  private static let reach = 256
}
