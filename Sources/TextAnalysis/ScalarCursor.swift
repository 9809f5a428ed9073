internal import CUnicode

/// Reads UTF-8 a scalar at a time. Each byte that does not begin or go on as it should is U+FFFD.
struct ScalarCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Of what comes next.
  private(set) var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> (scalar: Unicode.Scalar, offset: Int)? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let first = bytes[start]
    guard first >= 0x80 else {
      offset += 1
      return (Unicode.Scalar(first), start)
    }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, start + count <= bytes.count else { return broken(start) }
    var value = UInt32(first) & (0xFF >> UInt32(count + 1))
    for place in start + 1..<start + count {
      guard UTF8.isContinuation(bytes[place]) else { return broken(start) }
      value = value << 6 | UInt32(bytes[place] & 0x3F)
    }
    // Longer than it has to be, a surrogate, or beyond the last one.
    let least: UInt32 = count == 4 ? 0x1_0000 : count == 3 ? 0x800 : 0x80
    guard value >= least, let scalar = Unicode.Scalar(value) else { return broken(start) }
    offset += count
    return (scalar, start)
  }

  /// All letters from "a" to "z" that come next; nil: another scalar does.
  mutating func nextSmallLetters() -> Range<Int>? {
    let start = offset
    while offset < bytes.count, bytes[offset] &- UInt8(ascii: "a") < 26 { offset += 1 }
    return offset > start ? start..<offset : nil
  }

  private mutating func broken(_ start: Int) -> (scalar: Unicode.Scalar, offset: Int) {
    offset = start + 1
    return ("\u{FFFD}", start)
  }

  /// What comes next and does not only extend what was before it.
  func firstThatDoesNotExtend() -> Unicode.Scalar? {
    var ahead = self
    return ahead.nextThatDoesNotExtend()
  }

  /// Whether as many letters come next, whatever marks are on them: of scripts that have blanks
  /// between words.
  ///
  /// - Parameter flags: what each of them has to be.
  func hasLetters(_ count: Int, that flags: CharacterFlags = []) -> Bool {
    var ahead = self
    return (0..<count).allSatisfy { _ in
      ahead.nextThatDoesNotExtend().map {
        WordBreaks.isSpacedLetter($0) && $0.flags.isSuperset(of: flags)
      } ?? false
    }
  }

  private mutating func nextThatDoesNotExtend() -> Unicode.Scalar? {
    while let (scalar, _) = next() {
      if !WordBreaks.isExtending(scalar) { return scalar }
    }
    return nil
  }
}
