/// Escapes of HTML within texts that are not HTML, as JSON-LD of many pages has them.
enum MarkupEscapes {
  private static let names: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "rsquo": "\u{2019}",
    "lsquo": "\u{2018}", "rdquo": "\u{201D}", "ldquo": "\u{201C}", "ndash": "\u{2013}",
    "mdash": "\u{2014}", "deg": "\u{B0}", "frac12": "\u{BD}", "frac14": "\u{BC}",
    "frac34": "\u{BE}", "eacute": "\u{E9}", "egrave": "\u{E8}", "ntilde": "\u{F1}",
  ]
  /// Letters between "&" and ";".
  private static let lengthMax = 8

  /// The text with its escapes replaced, once.
  static func replaced(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let name = rest[rest.index(after: start)...].prefix(lengthMax + 1).prefix { $0 != ";" }
      if name.count <= lengthMax, name.endIndex < rest.endIndex, rest[name.endIndex] == ";",
        let value = value(of: name)
      {
        result += value
        rest = rest[rest.index(after: name.endIndex)...]
      } else {
        result += "&"
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
  }

  private static func value(of name: Substring) -> String? {
    guard name.first == "#" else { return names[name] }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 0x20, let scalar = Unicode.Scalar(number) else { return nil }
    return String(Character(scalar))
  }
}
