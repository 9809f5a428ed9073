internal import CUnicode

/// Folds what an index holds: compatible forms, without case, accents and widths, katakana as
/// hiragana, syllables of Hangul and voiced kana composed.
///
/// "Ｆｒéｄ" is "fred", "ｶﾞ" is "が".
///
/// Source: Unicode 15; which marks are accents: `tools/generate-unicode`.
struct SearchFolding {
  private var last: Unicode.Scalar?
  private var lastByteCount = 0

  /// Whether what was appended last became part of the character before it.
  private(set) var isJoined = false

  mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.value < 0x80 {
      let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
      bytes.append(UInt8(isUpper ? scalar.value + 0x20 : scalar.value))
      (last, lastByteCount) = (nil, 0)
      return
    }
    guard let parts = spotlog_search_folded(scalar.value) else {
      return add(scalar, to: &bytes)
    }
    for place in 0..<Int(parts[0]) {
      if let part = Unicode.Scalar(parts[place + 1]) { add(part, to: &bytes) }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let flags = scalar.flags
    if flags.contains(.accent) {
      isJoined = true
      return
    }
    let whole = last.flatMap { Self.composed($0, scalar) }
    isJoined = whole != nil || (last != nil && flags.contains(.mark))
    if whole != nil { bytes.removeLast(lastByteCount) }
    put(whole ?? scalar, to: &bytes)
  }

  private mutating func put(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let count = bytes.count
    bytes.append(contentsOf: UTF8.encode(scalar)!)
    (last, lastByteCount) = (scalar, bytes.count - count)
  }

  private static func composed(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    HangulSyllable.composed(first, second) ?? VoicedKana.composed(first, second)
  }
}

/// Kana with a sound mark. Source: Unicode 15, UnicodeData.txt.
enum VoicedKana {
  static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    guard second.value == 0x3099 || second.value == 0x309A else { return nil }
    // Katakana stand in the same order.
    let isKatakana = (0x30A1...0x30FD).contains(first.value)
    let kana = isKatakana ? first.value - 0x60 : first.value
    let isH = (0x306F...0x307B).contains(kana) && kana % 3 == 0
    if second.value == 0x309A { return isH ? Unicode.Scalar(first.value + 2) : nil }
    if kana == 0x3046 { return isKatakana ? "\u{30F4}" : "\u{3094}" }
    // From か to ち, and from つ to と, each letter is followed by the one with the mark.
    let isBefore = (0x304B...0x3061).contains(kana) && kana % 2 == 1
    let isAfter = (0x3064...0x3068).contains(kana) && kana % 2 == 0
    if isBefore || isAfter || isH || kana == 0x309D { return Unicode.Scalar(first.value + 1) }
    // ワ, ヰ, ヱ and ヲ have voiced forms among katakana alone.
    return (0x30EF...0x30F2).contains(first.value) ? Unicode.Scalar(first.value + 8) : nil
  }
}
