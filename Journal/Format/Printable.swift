extension String {
  /// The text with everything made visible that could move a cursor, turn a line around, hide
  /// itself or end a line: what an app or another device wrote cannot pose as something else.
  package var printable: String { shown(Self.braced) { 0x20 <= $0 && $0 < 0x7F } }

  /// The same for a text of several lines: line ends and tabs stay.
  package var printableLines: String {
    shown(Self.braced) { 0x20 <= $0 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
  }

  /// A text of JSON with the same characters escaped, as JSON does it: the same values, and nothing
  /// that a terminal could take for something else.
  package var escapedJSON: String {
    shown(Self.inJSON) { 0x20 <= $0 && $0 < 0x7F || $0 == 0x0A }
  }

  /// What stands for words that are not shown: how long they are.
  package var hiddenWords: String { "[\(Figure.plainCount(utf8.count, "byte"))]" }

  private static func braced(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  private static func inJSON(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// - Parameters:
  ///   - escape: what stands for a scalar that has an effect and no form.
  ///   - isKept: whether an ASCII byte stays as it is.
  private func shown(
    _ escape: (Unicode.Scalar) -> String, keeping isKept: (UInt8) -> Bool
  ) -> String {
    if utf8.allSatisfy(isKept) { return self }
    var result = ""
    var marks = 0
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      defer { before = scalar }
      if scalar.isASCII, isKept(UInt8(scalar.value)) {
        marks = 0
        result.unicodeScalars.append(scalar)
        continue
      }
      // A joiner stands between marks, and ends none of them.
      if scalar.isMark { marks += 1 } else if !scalar.isJoiner { marks = 0 }
      if scalar.isHidden(after: before, before: rest.first) || marks > Self.marksMax {
        result += escape(scalar)
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
  fileprivate var isMark: Bool {
    let category = properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether it has an effect on a line and no form of its own.
  fileprivate func isHidden(after: Unicode.Scalar?, before: Unicode.Scalar?) -> Bool {
    switch value {
    // The joiners form letters of some scripts, and emoji; elsewhere they only hide in a word.
    case 0x200C, 0x200D:
      return !(after?.canBeJoined == true && before?.canBeJoined == true)
    // A selector changes the form of what stands before it.
    case 0xFE0E, 0xFE0F: return after?.properties.isEmoji != true
    case 0x180B...0x180D, 0xE0100...0xE01EF:
      return after?.properties.generalCategory != .otherLetter
    default: break
    }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .format:
      return true
    default: return properties.isDefaultIgnorableCodePoint || value == Self.emptyBraille
    }
  }

  /// Letters of scripts that join, emoji, and what is added to either.
  private var canBeJoined: Bool {
    switch properties.generalCategory {
    case .otherLetter, .nonspacingMark, .spacingMark: true
    default: value > 0x7F && properties.isEmoji
    }
  }

  /// A cell without dots: a symbol that looks like a space.
  private static let emptyBraille: UInt32 = 0x2800
}
