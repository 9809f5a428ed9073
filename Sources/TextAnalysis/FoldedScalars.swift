internal import CUnicode

/// A text that is being folded, scalar by scalar.
package struct FoldedScalars {
  /// What was appended, folded; after `end` all of it in its order.
  package private(set) var scalars: [Unicode.Scalar] = []
  private let folding: TextFolding
  /// Where the marks of the last character begin.
  private var marksStart = 0
  /// Whether nothing stands behind the last letter, also no accent that makes no difference.
  private var isBare = false

  package init(_ folding: TextFolding) { self.folding = folding }

  package mutating func append(_ scalar: Unicode.Scalar) {
    let ignoresCase = folding.contains(.ignoresCase)
    if scalar.value < 0x80 {
      let isUpper = ignoresCase && scalar.value >= 0x41 && scalar.value <= 0x5A
      return add(isUpper ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar)
    }
    guard ignoresCase, let folded = spotlog_case_folded(scalar.value) else {
      return addDecomposed(scalar.value)
    }
    for place in 1...Int(folded[0]) { addDecomposed(folded[place]) }
  }

  /// Says that the last character is at its end: its marks are put in their order, and a sound mark
  /// becomes part of its kana, whatever stands between them.
  package mutating func end() {
    guard marksStart < scalars.count else { return }
    scalars.orderMarks(from: marksStart)
    if marksStart > 0,
      let place = scalars[marksStart...].firstIndex(where: {
        $0.combiningClass == VoicedKana.markClass
      }), let whole = VoicedKana.composed(scalars[marksStart - 1], scalars[place])
    {
      scalars[marksStart - 1] = whole
      scalars.remove(at: place)
    }
    marksStart = scalars.count
    isBare = false
  }

  private mutating func addDecomposed(_ value: UInt32) {
    guard let parts = spotlog_canonical(value) else {
      if let scalar = Unicode.Scalar(value) { add(scalar) }
      return
    }
    for place in 1...Int(parts[0]) {
      // Some letters without a case of their own are made of one that has: "ΐ" and the like.
      let folded = folding.contains(.ignoresCase) ? spotlog_case_folded(parts[place]) : nil
      guard let folded else {
        if let scalar = Unicode.Scalar(parts[place]) { add(scalar) }
        continue
      }
      for place in 1...Int(folded[0]) {
        if let scalar = Unicode.Scalar(folded[place]) { add(scalar) }
      }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x80 {
      if folding.contains(.ignoresAccents), scalar.flags.contains(.accent) {
        isBare = false
        return
      }
      if scalar.combiningClass > 0 {
        scalars.append(scalar)
        isBare = false
        return
      }
      if isBare, let last = scalars.last, let whole = HangulSyllable.composed(last, scalar) {
        scalars[scalars.count - 1] = whole
        marksStart = scalars.count
        return
      }
    }
    end()
    scalars.append(scalar)
    marksStart = scalars.count
    isBare = true
  }
}
