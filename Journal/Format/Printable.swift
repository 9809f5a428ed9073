extension String {
  /// The text with everything made visible that could move a cursor, turn a line around, hide
  /// itself or end a line: what an app or another device wrote cannot pose as something else.
  package var printable: String {
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return self }
    var result = ""
    var marks = 0
    for scalar in unicodeScalars {
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      marks = isMark ? marks + 1 : 0
      if scalar.isHidden || marks > Self.marksMax {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text of JSON with the same characters escaped, as JSON does it: the same values, and nothing
  /// that a terminal could take for something else.
  package var escapedJSON: String {
    if utf8.allSatisfy({ $0 == 0x0A || 0x20 <= $0 && $0 < 0x7F }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isHidden, scalar != "\n" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Marks on one letter; no language needs more, and a hundred of them cover the lines around.
  private static let marksMax = 4
}

extension Unicode.Scalar {
  /// Whether it has an effect on a line and no form of its own.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    // Two of them join letters and emoji; all others turn, hide or mark text.
    case .format: value != 0x200C && value != 0x200D
    default: Self.blankLetters.contains(value)
    }
  }

  /// Letters and symbols by their category, blanks by their looks: the fillers of Hangul and a
  /// Braille cell without dots.
  private static let blankLetters: [UInt32] = [0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800]
}
