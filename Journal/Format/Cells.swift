/// Text in a terminal's cells: a letter of Han takes two, a mark none.
package enum Cells {
  /// Cells that a character takes.
  static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isEmoji = character.unicodeScalars.contains { $0.properties.isEmojiPresentation }
    return isEmoji || wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The blocks of East Asian wide and full-width letters (Unicode's EastAsianWidth, W and F).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The text's beginning, filled up with spaces to exactly so many cells.
  package static func fit(_ text: String, _ cells: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
      let width = width(character)
      guard used + width <= cells else { break }
      result.append(character)
      used += width
    }
    return result + String(repeating: " ", count: max(0, cells - used))
  }

  /// The text in lines of so many cells at most, cut at spaces, and within a word that is longer
  /// than a line. A text without words has no lines.
  package static func wrapped(_ text: String, to cells: Int) -> [String] {
    var lines: [String] = []
    // Of the last line; of none, more than fits.
    var used = cells
    for word in text.split(separator: " ") {
      for (place, piece) in pieces(of: word, cells).enumerated() {
        if place == 0, used + 1 + piece.width <= cells {
          lines[lines.count - 1] += " " + piece.text
          used += 1 + piece.width
        } else {
          lines.append(piece.text)
          used = piece.width
        }
      }
    }
    return lines
  }

  private static func pieces(of word: Substring, _ cells: Int) -> [(text: String, width: Int)] {
    var pieces = [(text: "", width: 0)]
    for character in word {
      let width = width(character)
      if pieces[pieces.count - 1].width + width > cells { pieces.append(("", 0)) }
      pieces[pieces.count - 1].text.append(character)
      pieces[pieces.count - 1].width += width
    }
    return pieces
  }
}
