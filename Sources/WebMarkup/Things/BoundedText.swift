/// Texts of a page as values: spaces and line ends collapsed, and no more of them than the bounds
/// allow.
struct BoundedText {
  private(set) var byteCount = 0
  /// Whether something was cut off.
  private(set) var isCut = false

  /// - Parameter bytes: UTF-8.
  mutating func text(_ bytes: some Sequence<UInt8>) -> String {
    let room = min(
      ThingBounds.textByteCountMax, ThingBounds.textByteCountTotalMax - byteCount)
    var kept: [UInt8] = []
    var hasSpace = false
    for byte in bytes {
      if Self.isSpace(byte) {
        hasSpace = true
        continue
      }
      guard kept.count + (hasSpace ? 1 : 0) < room else {
        isCut = true
        Self.removePartOfScalar(&kept, before: byte)
        break
      }
      if hasSpace, !kept.isEmpty { kept.append(0x20) }
      hasSpace = false
      kept.append(byte)
    }
    byteCount += kept.count
    return String(decoding: kept, as: UTF8.self)
  }

  mutating func text(_ text: String) -> String {
    var text = text
    return text.withUTF8 { self.text($0) }
  }

  /// ASCII whitespace of HTML.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  private static func removePartOfScalar(_ kept: inout [UInt8], before next: UInt8) {
    guard next & 0xC0 == 0x80 else { return }
    while let last = kept.popLast(), last & 0xC0 == 0x80 {}
  }
}

extension BoundedText {
  /// A text of the page within a report: short, and on one line.
  static func shown(_ text: String) -> String {
    var bounded = BoundedText()
    let line = bounded.text(text.unicodeScalars.prefix(120).lazy.flatMap { Character($0).utf8 })
    return line.unicodeScalars.count < 80 ? line : String(line.prefix(80)) + "..."
  }
}
