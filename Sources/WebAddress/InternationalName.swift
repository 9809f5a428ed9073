internal import Foundation

/// Domains beyond ASCII, in the part of Unicode Standard Annex 46 that is the same in every
/// version: lower case, full-width forms, characters that count nowhere, canonical composition.
///
/// A label that compatibility mapping or case folding would still change is refused, as are joiners
/// and code points without a meaning of their own: nobody has to guess which name is meant.
enum InternationalName {
  /// The domain in ASCII, labels beyond that in Punycode; nil for one that is refused.
  static func ascii(_ name: String) -> String? {
    var mapped = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !isIgnored(scalar) {
      let narrow = narrowed(scalar)
      if narrow.isASCII {
        mapped.append(Unicode.Scalar(UInt8(narrow.value).lowered))
      } else {
        mapped.append(contentsOf: narrow.properties.lowercaseMapping.unicodeScalars)
      }
    }
    let composed = String(mapped).precomposedStringWithCanonicalMapping.unicodeScalars
    var labels: [String] = []
    for label in composed.split(separator: ".", omittingEmptySubsequences: false) {
      if label.allSatisfy(\.isASCII) {
        labels.append(String(label))
      } else {
        guard isValid(label), let encoded = Punycode.encoded(label) else { return nil }
        labels.append("xn--" + String(decoding: encoded, as: UTF8.self))
      }
    }
    return labels.joined(separator: ".")
  }

  /// Whether a label that begins with "xn--" stands for one that could have been encoded.
  static func isValid(encoded label: ArraySlice<UInt8>) -> Bool {
    guard let scalars = Punycode.decoded(label.dropFirst(4)), !scalars.allSatisfy(\.isASCII),
      isValid(scalars),
      Punycode.encoded(scalars).map({ label.dropFirst(4).elementsEqual($0) }) ?? false
    else { return false }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars)
  }

  /// - Parameter label: composed, in lower case.
  private static func isValid(_ label: some Collection<Unicode.Scalar>) -> Bool {
    guard let first = label.first, !isMark(first),
      !label.starts(with: "xn--".unicodeScalars)
    else { return false }
    return label.allSatisfy { scalar in
      // Case folding would make two letters, or another, of these two; names may have them.
      let isKept = scalar == "\u{DF}" || scalar == "\u{3C2}"
      return isAssigned(scalar) && (isKept || !scalar.properties.changesWhenNFKCCaseFolded)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    // Object and general replacement.
    default: scalar != "\u{FFFC}" && scalar != "\u{FFFD}"
    }
  }

  /// Full-width forms as the ASCII that they are, ideographic full stops as dots.
  private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
    case 0x3002, 0xFF61: "."
    default: scalar
    }
  }

  /// Soft hyphen, joiner of graphemes, word joiner, byte order mark, zero-width space, variation
  /// selectors: mapped to nothing.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x180B...0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFE00...0xFE0F, 0xFEFF,
      0xE0100...0xE01EF:
      true
    default: false
    }
  }
}
