/// A pattern of bytes with "*" for any run of them, which a text begins with; behind a "$" at its
/// end the text has to end too.
///
/// Each piece between two stars is looked for where the last one ended, and the first place is as
/// good as any. So a match takes at most 32 comparisons for a byte of the text, and linear time for
/// a longer piece, whatever the pattern is.
struct ByteWildcard {
  private let pattern: ArraySlice<UInt8>
  private let isAnchored: Bool

  /// - Parameter pattern: as a rule has it; "$" stands for itself anywhere but at the end.
  init(_ pattern: ArraySlice<UInt8>) {
    isAnchored = pattern.last == UInt8(ascii: "$")
    self.pattern = isAnchored ? pattern.dropLast() : pattern
  }

  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    let star = UInt8(ascii: "*")
    let firstEnd = pattern.firstIndex(of: star) ?? pattern.endIndex
    let first = pattern[..<firstEnd]
    guard text.starts(with: first) else { return false }
    var rest = text.dropFirst(first.count)
    guard firstEnd < pattern.endIndex else { return !isAnchored || rest.isEmpty }
    var start = firstEnd + 1
    while true {
      let end = pattern[start...].firstIndex(of: star) ?? pattern.endIndex
      let piece = pattern[start..<end]
      if end == pattern.endIndex, isAnchored {
        return rest.count >= piece.count && rest.suffix(piece.count).elementsEqual(piece)
      }
      guard let found = Self.firstEnd(of: piece, in: rest) else { return false }
      rest = rest[found...]
      guard end < pattern.endIndex else { return true }
      start = end + 1
    }
  }

  /// Where the first occurrence of a piece ends.
  private static func firstEnd(
    of piece: ArraySlice<UInt8>, in text: ArraySlice<UInt8>
  ) -> Int? {
    guard let head = piece.first else { return text.startIndex }
    guard piece.count <= text.count else { return nil }
    guard piece.count <= 32 else { return longFirstEnd(of: piece, in: text) }
    for place in text.startIndex...(text.endIndex - piece.count)
    where text[place] == head && text[place...].starts(with: piece) {
      return place + piece.count
    }
    return nil
  }

  /// Knuth, Morris and Pratt: linear in the text and the piece.
  private static func longFirstEnd(
    of piece: ArraySlice<UInt8>, in text: ArraySlice<UInt8>
  ) -> Int? {
    let piece = Array(piece)
    // How many bytes before each place are the beginning of the piece too.
    var borders = [0]
    var border = 0
    for byte in piece.dropFirst() {
      while border > 0, byte != piece[border] { border = borders[border - 1] }
      if byte == piece[border] { border += 1 }
      borders.append(border)
    }
    var matched = 0
    for place in text.indices {
      while matched > 0, text[place] != piece[matched] { matched = borders[matched - 1] }
      if text[place] == piece[matched] { matched += 1 }
      if matched == piece.count { return place + 1 }
    }
    return nil
  }
}
