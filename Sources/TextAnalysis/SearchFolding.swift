internal import CUnicode

/// Folds what an index holds: compatible forms, without case, accents and widths, katakana as
/// hiragana, syllables of Hangul and voiced kana composed, digits of all scripts as those of ASCII,
/// Arabic letters as they are typed on any keyboard.
///
/// "Ｆｒéｄ" is "fred", "ｶﾞ" is "が", "٤٥" is "45".
///
/// Source: Unicode 15; which marks are accents: `tools/generate-unicode`.
struct SearchFolding {
  /// What was appended, folded; after `end` all of it.
  private(set) var bytes: [UInt8] = []
  /// The last letter, as long as something may become part of it, and where its bytes begin.
  private var base: (scalar: Unicode.Scalar, start: Int)?
  /// Whether the letter stood there as it is, with nothing behind it: a syllable of Hangul may go
  /// on then.
  private var isBare = false
  /// Marks of the last character, which have to be put in their order before they are bytes.
  private var marks: [Unicode.Scalar] = []

  var isEmpty: Bool { bytes.isEmpty && marks.isEmpty }

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      end()
      let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
      bytes.append(UInt8(isUpper ? scalar.value + 0x20 : scalar.value))
      return
    }
    guard let parts = spotlog_search_folded(scalar.value) else {
      return add(scalar)
    }
    // What stands for another letter is not part of a syllable with its neighbours; nor is what
    // stands behind an accent, though it is nothing.
    isBare = false
    for place in 0..<Int(parts[0]) {
      if let part = Unicode.Scalar(parts[place + 1]) { add(part) }
    }
    isBare = false
  }

  /// Letters from "a" to "z", of which one alone would be appended as it is.
  mutating func append(smallLetters letters: UnsafeBufferPointer<UInt8>) {
    end()
    bytes.append(contentsOf: letters)
  }

  /// Whether a letter continues with the syllable that was appended last.
  func isContinued(by scalar: Unicode.Scalar) -> Bool { syllable(with: scalar) != nil }

  /// Says that the last character is at its end.
  mutating func end() {
    defer { (base, isBare) = (nil, false) }
    guard !marks.isEmpty else { return }
    marks.orderMarks(from: 0)
    // A sound mark becomes part of the kana, whatever stands between them.
    if let base, let place = marks.firstIndex(where: { $0.combiningClass == VoicedKana.markClass }),
      let whole = VoicedKana.composedOfFolded(base.scalar, marks[place])
    {
      marks.remove(at: place)
      replaceBase(by: whole)
    }
    for mark in marks { bytes.append(contentsOf: UTF8.encode(mark)!) }
    marks.removeAll(keepingCapacity: true)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    (base, isBare) = (nil, false)
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if let whole = syllable(with: scalar) { return replaceBase(by: whole) }
    if scalar.flags.contains(.accent) {
      isBare = false
    } else if scalar.combiningClass > 0 {
      marks.append(scalar)
      isBare = false
    } else {
      end()
      put(scalar)
      isBare = true
    }
  }

  private func syllable(with scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard isBare, let base else { return nil }
    return HangulSyllable.composed(base.scalar, scalar)
  }

  /// The bytes from where the base begins are its own alone: what follows it is in `marks`.
  private mutating func replaceBase(by scalar: Unicode.Scalar) {
    if let base { bytes.removeSubrange(base.start...) }
    put(scalar)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    base = (scalar, bytes.count)
    bytes.append(contentsOf: UTF8.encode(scalar)!)
  }
}

extension [Unicode.Scalar] {
  /// Puts the marks from a place on in their canonical order: by class, those of one class as they
  /// came. Source: Unicode 15, chapter 3.11.
  mutating func orderMarks(from start: Int) {
    guard count - start > 1 else { return }
    let isOrdered = (start + 1..<count).allSatisfy {
      self[$0 - 1].combiningClass <= self[$0].combiningClass
    }
    if isOrdered { return }
    let marks = self[start...].enumerated().sorted {
      ($0.element.combiningClass, $0.offset) < ($1.element.combiningClass, $1.offset)
    }
    replaceSubrange(start..., with: marks.map(\.element))
  }
}

/// Kana with a sound mark. Source: Unicode 15, UnicodeData.txt.
enum VoicedKana {
  /// The combining class of both sound marks.
  static let markClass: UInt8 = 8

  /// The same of kana that were folded: わ, ゐ, ゑ and を stand for katakana, which alone have a
  /// letter with the mark.
  static func composedOfFolded(
    _ first: Unicode.Scalar, _ mark: Unicode.Scalar
  ) -> Unicode.Scalar? {
    let isFolded = (0x308F...0x3092).contains(first.value) && mark.value == 0x3099
    return isFolded ? Unicode.Scalar(first.value + 0x68) : composed(first, mark)
  }

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
