/// The markup of a page as a browser takes it: byte by byte, without the program's own reading.
package struct PageScan {
  /// Words that become markup, or hide, where an escape is forgotten. Scalars of the kinds that
  /// join the next one into one character of Swift stand before, between and behind.
  package static let hostile = [
    "<img src=x onerror=alert(1)>", "\u{600}<img src=x onerror=alert(1)>", "<\u{301}script>",
    "&\u{200D}lt;", "\"\u{FE0F} onclick=alert(1) x=\"", "'\u{20DD} onfocus=alert(1) x='",
    "</title><script>alert(1)</script>", "</style><svg onload=alert(1)>", "\u{D}\u{A}<iframe>",
    "\u{202E}<b>\u{2066}", "\u{1B}[31m", "<!--",
  ]

  /// Names of elements, and of attributes.
  package private(set) var elements: Set<String> = []
  package private(set) var attributes: Set<String> = []
  package let text: String

  /// Elements that the program's pages are made of.
  private static let expected: Set<String> = [
    "!doctype", "html", "head", "meta", "title", "style", "body", "main", "header", "h1", "h2",
    "h3", "footer", "p", "br", "table", "tr", "td", "th", "div", "span", "b", "i", "u", "code",
    "pre", "svg", "rect", "line", "text", "polyline", "circle", "nav", "a", "section", "details",
    "summary", "ul", "ol", "li", "time",
  ]

  /// Elements that this page alone may have.
  private let ownElements: Set<String>

  /// What is wrong with it; empty where words of others stayed words.
  package var findings: [String] {
    var findings = elements.subtracting(Self.expected).subtracting(ownElements).map {
      "element \($0)"
    }
    findings += attributes.filter {
      $0.hasPrefix("on") || ["src", "action", "srcdoc"].contains($0)
    }
    .map { "attribute \($0)" }
    if !text.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';") {
      findings.append("no policy")
    }
    if text.unicodeScalars.contains(where: { 0x202A...0x202E ~= $0.value || $0 == "\u{1B}" }) {
      findings.append("marks that turn text, or controls")
    }
    return findings.sorted()
  }

  /// - Parameter own: elements that this page alone may have, beside those of every page.
  package init(_ text: String, expecting own: Set<String> = []) {
    self.text = text
    ownElements = own
    let bytes = Array(text.utf8)
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = start + 1
      guard place < bytes.count else { return }
      if bytes[place] == UInt8(ascii: "/") { place += 1 }
      guard place < bytes.count, Self.isLetter(bytes[place]) || bytes[place] == UInt8(ascii: "!")
      else { continue }
      let name = Self.name(in: bytes, at: &place)
      elements.insert(name)
      skipAttributes(bytes, &place)
      if ["script", "style"].contains(name), bytes[start + 1] != UInt8(ascii: "/") {
        // Raw to its end.
        let end = "</" + name
        while place < bytes.count, !bytes[place...].starts(with: end.utf8) { place += 1 }
      }
    }
  }

  private mutating func skipAttributes(_ bytes: [UInt8], _ place: inout Int) {
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      guard Self.isLetter(bytes[place]) else {
        place += 1
        continue
      }
      attributes.insert(Self.name(in: bytes, at: &place))
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
      place += 1
      guard place < bytes.count else { return }
      let quote = bytes[place]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        place = (bytes[(place + 1)...].firstIndex(of: quote) ?? bytes.count - 1) + 1
      } else {
        while place < bytes.count, !" >\n".utf8.contains(bytes[place]) { place += 1 }
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
  }

  private static func name(in bytes: [UInt8], at place: inout Int) -> String {
    let start = place
    while place < bytes.count, !" \n\t/>=".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
  }
}
