internal import CUnicode

/// Character references of HTML: `&amp;`, `&#38;`, `&#x26;`.
enum CharacterReferences {
  /// What a reference stands for: one code point or two, and how many bytes it is long.
  struct Match {
    var first: UInt32
    var second: UInt32 = 0
    var count: Int
  }

  private static let byFirstLetter: [Range<UInt32>] = (0..<128).map { letter in
    let names = 0..<UInt32(spotlog_reference_count)
    let start = bound(in: names, at: 0, of: UInt8(letter))
    return start..<bound(in: names, at: 0, of: UInt8(letter) + 1)
  }

  /// The longest named reference with which the bytes begin; they are what follows `&`.
  static func named(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> Match? {
    guard let first = bytes.first, first < 128 else { return nil }
    var names = byFirstLetter[Int(first)]
    var match: Match?
    var length: UInt32 = 1
    while !names.isEmpty {
      // The shortest of those with a common beginning comes first.
      if spotlog_reference_length(names.lowerBound) == length {
        match = Match(
          first: spotlog_reference_point(names.lowerBound, 0),
          second: spotlog_reference_point(names.lowerBound, 1), count: Int(length))
      }
      let next = bytes.startIndex + Int(length)
      guard next < bytes.endIndex, bytes[next] < 128 else { break }
      let start = bound(in: names, at: length, of: max(1, bytes[next]))
      names = start..<bound(in: start..<names.upperBound, at: length, of: bytes[next] + 1)
      length += 1
    }
    return match
  }

  /// The first of names with a common beginning whose next letter is not below this one.
  private static func bound(in names: Range<UInt32>, at place: UInt32, of letter: UInt8) -> UInt32 {
    var (low, high) = (names.lowerBound, names.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      let isBelow = spotlog_reference_letter(middle, place) < letter
      (low, high) = isBelow ? (middle + 1, high) : (low, middle)
    }
    return low
  }

  /// A numeric reference; the bytes are what follows `&#`, and its count is of them. Nil without
  /// a digit.
  static func numeric(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> Match? {
    guard let first = bytes.first else { return nil }
    let isHexadecimal = first | 0x20 == UInt8(ascii: "x")
    var place = bytes.startIndex + (isHexadecimal ? 1 : 0)
    let digits = place
    var point: UInt32 = 0
    while place < bytes.endIndex, let digit = digit(bytes[place], isHexadecimal) {
      point = min(point * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      place += 1
    }
    guard place > digits else { return nil }
    if place < bytes.endIndex, bytes[place] == UInt8(ascii: ";") { place += 1 }
    return Match(first: scalar(point), count: place - bytes.startIndex)
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46 where isHexadecimal: UInt32(byte - 0x41 + 10)
    case 0x61...0x66 where isHexadecimal: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// The code point for which a number stands: some are those of windows-1252.
  private static func scalar(_ point: UInt32) -> UInt32 {
    switch point {
    case 0x80...0x9F: UInt32(Windows1252.high[Int(point) - 0x80])
    case 0, 0xD800...0xDFFF, 0x110000...: 0xFFFD
    default: point
    }
  }
}
