/// The parser of the URL Standard, for http and https: one pass over the bytes of a text, which
/// writes the serialisation.
struct WebURLParser {
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private let input: Bytes
  private let base: WebURL?
  private var place: Int
  private var output: [UInt8] = []
  private var places = WebURL.Places()

  private init(_ input: Bytes, base: WebURL?) {
    (self.input, self.base, place) = (input, base, input.startIndex)
    output.reserveCapacity(input.count + 24 + (base?.places.query ?? 0))
  }

  static func parse(
    _ text: UnsafeBufferPointer<UInt8>, base: WebURL?
  ) throws(WebURLProblem) -> WebURL {
    var (start, end) = (0, text.count)
    while start < end, text[start] <= 0x20 { start += 1 }
    while start < end, text[end - 1] <= 0x20 { end -= 1 }
    guard text[start..<end].contains(where: isRemoved) else {
      var parser = WebURLParser(text[start..<end], base: base)
      return try parser.address()
    }
    let kept = text[start..<end].filter { !isRemoved($0) }
    let result = kept.withUnsafeBufferPointer { kept -> Result<WebURL, WebURLProblem> in
      do throws(WebURLProblem) {
        var parser = WebURLParser(kept[...], base: base)
        return .success(try parser.address())
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Tabs and line ends count nowhere.
  private static func isRemoved(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  // MARK: Scheme

  private mutating func address() throws(WebURLProblem) -> WebURL {
    guard let scheme = try readScheme() else {
      guard let base else { throw .notWeb }
      return try reference(to: base)
    }
    // "http:a" is relative to a base of the same scheme, and is "http://a" elsewhere.
    if let base, base.scheme == scheme, slashCount(from: place) < 2 || !isDoubleSlash {
      return try reference(to: base)
    }
    return try absolute(scheme)
  }

  private var isDoubleSlash: Bool {
    input[place...].starts(with: "//".utf8)
  }

  private func slashCount(from start: Int) -> Int {
    input[start...].prefix(while: Self.isSlash).count
  }

  /// Nil for a text without a scheme.
  private mutating func readScheme() throws(WebURLProblem) -> WebURL.Scheme? {
    guard let first = input.first, first.isLetter else { return nil }
    // As almost all are written.
    if input.starts(with: "https://".utf8) {
      place += 6
      return .https
    }
    let end = input.firstIndex {
      !($0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "."))
    }
    guard let end, input[end] == UInt8(ascii: ":") else { return nil }
    let name = input[..<end]
    place = end + 1
    if name.count == 4, name.lazy.map(\.lowered).elementsEqual("http".utf8) { return .http }
    if name.count == 5, name.lazy.map(\.lowered).elementsEqual("https".utf8) { return .https }
    throw .notWeb
  }

  private mutating func absolute(_ scheme: WebURL.Scheme) throws(WebURLProblem) -> WebURL {
    place += slashCount(from: place)
    output.append(contentsOf: scheme == .http ? "http://".utf8 : "https://".utf8)
    let (host, port) = try readAuthority(scheme)
    places.path = output.count
    readPath()
    return finish(scheme, host, port)
  }

  // MARK: References

  private mutating func reference(to base: WebURL) throws(WebURLProblem) -> WebURL {
    let slashes = slashCount(from: place)
    if slashes >= 2 { return try absolute(base.scheme) }
    places = base.places
    let next = place < input.endIndex ? input[place] : nil
    if slashes == 1 {
      copy(base, upTo: base.places.path)
      readPath()
    } else if next == nil || next == UInt8(ascii: "#") {
      copy(base, upTo: base.places.fragment)
      readFragment()
    } else if next == UInt8(ascii: "?") {
      copy(base, upTo: base.places.query)
      readQuery()
    } else {
      copy(base, upTo: base.places.query)
      removeSegment()
      readPath()
    }
    return finish(base.scheme, base.host, base.port)
  }

  private mutating func copy(_ base: WebURL, upTo end: Int) {
    output.append(contentsOf: base.href.utf8.prefix(end))
  }

  // MARK: Authority

  private mutating func readAuthority(
    _ scheme: WebURL.Scheme
  ) throws(WebURLProblem) -> (WebHost, UInt16?) {
    let isEnd = { (byte: UInt8) in
      Self.isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
    var end = place
    var at: Int?
    while end < input.endIndex, !isEnd(input[end]) {
      if input[end] == UInt8(ascii: "@") { at = end }
      end += 1
    }
    places.username = output.count
    places.usernameEnd = output.count
    if let at {
      writeCredentials(input[place..<at])
      place = at + 1
    }
    places.host = output.count
    let authority = input[place..<end]
    place = end
    let colon = Self.portColon(in: authority)
    let host = authority[..<(colon ?? authority.endIndex)]
    guard !host.isEmpty else { throw .noHost }
    guard let read = HostParser.parse(host, into: &output) else { throw .invalidHost }
    guard let colon, let port = try Self.port(authority[(colon + 1)...]), port != scheme.defaultPort
    else { return (read, nil) }
    output.append(UInt8(ascii: ":"))
    output.append(contentsOf: String(port).utf8)
    return (read, port)
  }

  private mutating func writeCredentials(_ text: Bytes) {
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    output.append(text[..<colon], encoding: .userinfo)
    places.usernameEnd = output.count
    let password = text[colon...].dropFirst()
    if !password.isEmpty {
      output.append(UInt8(ascii: ":"))
      output.append(password, encoding: .userinfo)
    }
    if output.count > places.username { output.append(UInt8(ascii: "@")) }
  }

  /// The first colon outside of brackets.
  private static func portColon(in authority: Bytes) -> Int? {
    var isInside = false
    for place in authority.startIndex..<authority.endIndex {
      switch authority[place] {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ":"): if !isInside { return place }
      default: break
      }
    }
    return nil
  }

  /// Nil for no digits.
  private static func port(_ digits: Bytes) throws(WebURLProblem) -> UInt16? {
    var port = 0
    for digit in digits {
      guard digit.isDigit else { throw .invalidPort }
      port = port * 10 + Int(digit - 0x30)
      guard port <= UInt16.max else { throw .invalidPort }
    }
    return digits.isEmpty ? nil : UInt16(port)
  }

  // MARK: Path, query, fragment

  /// Appends the segments up to a query, a fragment or the end; the first begins with a slash or
  /// without.
  private mutating func readPath() {
    let set = PercentEncodeSet.path
    if place < input.endIndex, Self.isSlash(input[place]) { place += 1 }
    while true {
      let start = output.count
      output.append(UInt8(ascii: "/"))
      var byte: UInt8?
      var run = place
      while run < input.endIndex {
        let next = input[run]
        if Self.isSlash(next) || next == UInt8(ascii: "?") || next == UInt8(ascii: "#") {
          byte = next
          break
        }
        run += 1
      }
      output.append(input[place..<run], encoding: set)
      place = run
      let isLast = byte.map { !Self.isSlash($0) } ?? true
      let dots = dotCount(from: start + 1)
      if dots > 0 {
        output.removeSubrange(start...)
        if dots == 2 { removeSegment() }
        if isLast { output.append(UInt8(ascii: "/")) }
      }
      if isLast { break }
      place += 1
    }
    readQuery()
  }

  /// 1 for ".", 2 for "..", also where a dot is escaped; 0 for all others.
  private func dotCount(from start: Int) -> Int {
    var (place, count) = (start, 0)
    guard output.count - start <= 6 else { return 0 }
    while place < output.count {
      if output[place] == UInt8(ascii: ".") {
        place += 1
      } else if place + 2 < output.count, output[place] == UInt8(ascii: "%"),
        output[place + 1] == UInt8(ascii: "2"), output[place + 2] | 0x20 == UInt8(ascii: "e")
      {
        place += 3
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  /// Removes the last segment of the path, with its slash.
  private mutating func removeSegment() {
    var end = output.count
    while end > places.path {
      end -= 1
      if output[end] == UInt8(ascii: "/") { break }
    }
    output.removeSubrange(end...)
  }

  private mutating func readQuery() {
    places.query = output.count
    if place < input.endIndex, input[place] == UInt8(ascii: "?") {
      let end = input[place...].firstIndex(of: UInt8(ascii: "#")) ?? input.endIndex
      output.append(UInt8(ascii: "?"))
      output.append(input[(place + 1)..<end], encoding: .query)
      place = end
    }
    readFragment()
  }

  private mutating func readFragment() {
    places.fragment = output.count
    guard place < input.endIndex else { return }
    output.append(UInt8(ascii: "#"))
    output.append(input[(place + 1)...], encoding: .fragment)
  }

  private func finish(_ scheme: WebURL.Scheme, _ host: WebHost, _ port: UInt16?) -> WebURL {
    WebURL(
      href: String(decoding: output, as: UTF8.self), scheme: scheme, host: host, port: port,
      places: places)
  }
}
