/// Takes comments and the insides of strings out of Swift, and leaves every line in its place.
/// What stands in an interpolation is code and stays.
struct CodeScanner {
  /// What the scanner is inside of.
  private enum Place {
    /// Of the file, or of an interpolation: then with the number of open parentheses.
    case code(depth: Int)
    case string(quotes: Int, hashes: Int)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let newline = UInt8(ascii: "\n")

  private let bytes: [UInt8]
  private var position = 0
  private var code: [UInt8] = []
  private var places: [Place] = [.code(depth: 0)]

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func codeLines(of text: String) -> [String] {
    var scanner = CodeScanner(text)
    while scanner.position < scanner.bytes.count { scanner.step() }
    return scanner.code.split(separator: newline, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func step() {
    switch places.last {
    case .code(let depth): stepInCode(depth: depth)
    case .string(let quotes, let hashes): stepInString(quotes: quotes, hashes: hashes)
    case nil: position = bytes.count
    }
  }

  private func has(_ text: String, at start: Int) -> Bool {
    bytes[start...].starts(with: text.utf8)
  }

  private func count(of byte: UInt8, from start: Int) -> Int {
    bytes[start...].prefix { $0 == byte }.count
  }

  private mutating func keep(_ count: Int = 1) {
    code += bytes[position..<position + count]
    position += count
  }

  private mutating func stepInCode(depth: Int) {
    let hashes = count(of: Self.hash, from: position)
    let quotes = count(of: Self.quote, from: position + hashes)
    if has("//", at: position) {
      while position < bytes.count, bytes[position] != Self.newline { position += 1 }
    } else if quotes > 0 {
      // Two quotes alone are an empty string: the second one is met as its end.
      let opening = quotes >= 3 ? 3 : 1
      keep(hashes + opening)
      places.append(.string(quotes: opening, hashes: hashes))
    } else if bytes[position] == UInt8(ascii: "("), places.count > 1 {
      places[places.count - 1] = .code(depth: depth + 1)
      keep()
    } else if bytes[position] == UInt8(ascii: ")"), places.count > 1 {
      if depth == 1 {
        places.removeLast()
      } else {
        places[places.count - 1] = .code(depth: depth - 1)
      }
      keep()
    } else {
      keep()
    }
  }

  private mutating func stepInString(quotes: Int, hashes: Int) {
    let escape = "\\" + String(repeating: "#", count: hashes)
    let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes)
    if has(escape + "(", at: position) {
      keep(escape.utf8.count + 1)
      places.append(.code(depth: 1))
    } else if has(escape, at: position) {
      // What is escaped is no end. A line that ends so continues below, and is kept as a line.
      position += escape.utf8.count
      if position < bytes.count, bytes[position] != Self.newline { position += 1 }
    } else if has(end, at: position) {
      keep(end.utf8.count)
      places.removeLast()
    } else if bytes[position] == Self.newline {
      keep()
      // A string of one line that is still open here is no Swift: a quote in a regular expression.
      if quotes == 1 { places.removeLast() }
    } else {
      position += 1
    }
  }
}
