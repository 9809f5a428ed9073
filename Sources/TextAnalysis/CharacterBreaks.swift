/// Where characters begin, as people see them: a letter with its marks, a syllable of Hangul, a
/// flag, a picture that is joined of several.
///
/// Source: Unicode Standard Annex 29, version 15, rules GB3 and GB6 to GB13.
package struct CharacterBreaks {
  private enum Kind {
    case other, carriageReturn, joiner, regional, leading, vowel, trailing
  }

  /// Nil at the beginning of a text.
  private var last: Kind?

  package init() {}

  /// Takes the next scalar of a text.
  ///
  /// - Returns: whether a character begins with it.
  package mutating func isBreak(before scalar: Unicode.Scalar) -> Bool {
    let before = last
    if scalar.value < 0x300 {
      last = scalar == "\r" ? .carriageReturn : .other
      return !(before == .carriageReturn && scalar == "\n")
    }
    if scalar.flags.contains(.mark) || WordBreaks.isJoining(scalar) {
      last = scalar == "\u{200D}" ? .joiner : .other
      return before == nil
    }
    let kind = Self.kind(scalar)
    last = kind
    switch before {
    case .joiner: return !scalar.flags.contains(.picture)
    case .regional where kind == .regional:
      // The next one begins another flag.
      last = .other
      return false
    case .leading: return kind != .leading && kind != .vowel && !Self.isSyllable(scalar)
    case .vowel: return kind != .vowel && kind != .trailing || Self.isSyllable(scalar)
    case .trailing: return kind != .trailing || Self.isSyllable(scalar)
    case .other, .carriageReturn, .regional, nil: return true
    }
  }

  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0xAC00..<0xD7A4).contains(scalar.value)
  }

  /// A syllable counts as what it ends with.
  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x1100...0x115F, 0xA960...0xA97C: .leading
    case 0x1160...0x11A7, 0xD7B0...0xD7C6: .vowel
    case 0x11A8...0x11FF, 0xD7CB...0xD7FB: .trailing
    case 0xAC00..<0xD7A4: (scalar.value - 0xAC00) % 28 == 0 ? .vowel : .trailing
    case 0x1F1E6...0x1F1FF: .regional
    default: .other
    }
  }
}
