/// Hexadecimal as people write it: in lines, with spaces, and with remarks after a "#".
package enum HexText {
  private static let bytesPerLine = 32

  /// Nil when there is anything but digits, spaces and remarks, or half a byte.
  package static func bytes(of text: String) -> [UInt8]? {
    var digits: [UInt8] = []
    for line in text.split(separator: "\n") {
      for character in line.prefix(while: { $0 != "#" }) where !character.isWhitespace {
        guard let digit = character.hexDigitValue, character.isASCII else { return nil }
        digits.append(UInt8(digit))
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  package static func text(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: bytesPerLine) {
      for byte in bytes[start..<min(start + bytesPerLine, bytes.count)] {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      text.append("\n")
    }
    return text
  }
}
