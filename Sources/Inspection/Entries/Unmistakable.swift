extension String {
  /// Its beginning with three dots, where it has more characters. Looks no further than that: a
  /// value may have megabytes.
  package func cut(to width: Int) -> String {
    guard let end = index(startIndex, offsetBy: width, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return prefix(max(0, width - 3)) + "..."
  }

  /// In quotes where a reader could take it for another field of the line: fields are two blanks
  /// apart.
  package var unmistakable: String {
    // By bytes: a value may have megabytes, and characters take seconds.
    let (space, quote, backslash) = (UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let isTwoFields = zip(utf8, utf8.dropFirst()).contains { $0 == space && $1 == space }
    guard isTwoFields || utf8.first == quote || utf8.first == space || utf8.last == space else {
      return self
    }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte == quote || byte == backslash { escaped.append(backslash) }
      escaped.append(byte)
    }
    return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
  }
}
