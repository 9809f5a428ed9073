/// A first reader; the whole one replaces it.
struct HTMLTreeBuilder {
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]
  private let bytes: [UInt8]
  private var at = 0
  private var line: UInt32 = 1
  private var names = HTMLNames()
  private var nodes: [HTMLTree.Node] = []
  private var attributes: [HTMLTree.Attribute] = []
  private var values: [UInt8] = []
  private var text: [UInt8] = []
  private var stack: [Int] = []

  static func read(_ bytes: [UInt8], charset: String?) -> HTMLTree {
    var builder = HTMLTreeBuilder(bytes: Array(String(decoding: bytes, as: UTF8.self).utf8))
    builder.build()
    return HTMLTree(
      encoding: "utf-8", cuts: [], names: builder.names, nodes: builder.nodes,
      attributes: builder.attributes, values: builder.values, text: builder.text)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func build() {
    open("html", [])
    while at < bytes.count {
      if bytes[at] == 0x3C, at + 1 < bytes.count {
        if bytes[at...].starts(with: "<!--".utf8) { skip(past: "-->"); continue }
        if bytes[at + 1] == 0x21 || bytes[at + 1] == 0x3F { skip(past: ">"); continue }
        if bytes[at + 1] == 0x2F { endTag(); continue }
        if isLetter(bytes[at + 1]) { startTag(); continue }
      }
      if bytes[at] == 10 { line += 1 }
      text.append(bytes[at])
      at += 1
    }
    while !stack.isEmpty { close() }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
  private func isSpace(_ byte: UInt8) -> Bool { [9, 10, 12, 13, 32].contains(byte) }

  private mutating func skip(past end: String) {
    while at < bytes.count, !bytes[at...].starts(with: end.utf8) {
      if bytes[at] == 10 { line += 1 }
      at += 1
    }
    at = min(bytes.count, at + end.utf8.count)
  }

  private mutating func word(_ stops: [UInt8]) -> String {
    let start = at
    while at < bytes.count, !stops.contains(bytes[at]) {
      if bytes[at] == 10 { line += 1 }
      at += 1
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func endTag() {
    at += 2
    let name = word([9, 10, 12, 13, 32, 0x3E]).lowercased()
    skip(past: ">")
    guard let number = names.number(of: name), name != "html", name != "body",
      let place = stack.lastIndex(where: { nodes[$0].name == number })
    else { return }
    while stack.count > place { close() }
  }

  private mutating func startTag() {
    at += 1
    let name = word([9, 10, 12, 13, 32, 0x3E, 0x2F]).lowercased()
    var found: [(String, String)] = []
    while at < bytes.count, bytes[at] != 0x3E {
      if isSpace(bytes[at]) || bytes[at] == 0x2F {
        if bytes[at] == 10 { line += 1 }
        at += 1
        continue
      }
      let key = word([9, 10, 12, 13, 32, 0x3E, 0x2F, 0x3D]).lowercased()
      var value = ""
      if at < bytes.count, bytes[at] == 0x3D {
        at += 1
        if at < bytes.count, bytes[at] == 34 || bytes[at] == 39 {
          let quote = bytes[at]
          at += 1
          value = word([quote])
          at += 1
        } else {
          value = word([9, 10, 12, 13, 32, 0x3E])
        }
      }
      if !found.contains(where: { $0.0 == key }) { found.append((key, value)) }
    }
    at = min(bytes.count, at + 1)
    if name == "html" { return setRoot(found) }
    open(name, found)
    if Self.void.contains(name) { return close() }
    guard ["script", "style", "title", "textarea"].contains(name) else { return }
    let end = Array("</\(name)".utf8)
    let start = at
    while at < bytes.count, !bytes[at...].prefix(end.count).map({ $0 | 32 }).elementsEqual(
      end.map { $0 | 32 }) {
      if bytes[at] == 10 { line += 1 }
      at += 1
    }
    text += bytes[start..<at]
  }

  private mutating func setRoot(_ found: [(String, String)]) {
    nodes[0].firstAttribute = UInt32(attributes.count)
    nodes[0].attributeCount = UInt16(found.count)
    add(found)
  }

  private mutating func add(_ found: [(String, String)]) {
    for (key, value) in found {
      let bytes = Array(decoded(value).utf8)
      attributes.append(
        .init(
          name: names.intern(key), start: UInt32(values.count), count: UInt32(bytes.count)))
      values += bytes
    }
  }

  private func decoded(_ value: String) -> String {
    var result = value
    for (from, to) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      result = result.split(separator: from, omittingEmptySubsequences: false)
        .joined(separator: to)
    }
    return result
  }

  private mutating func open(_ name: String, _ found: [(String, String)]) {
    let first = attributes.count
    add(found)
    nodes.append(
      .init(
        name: names.intern(name), parent: Int32(stack.last ?? -1), end: 0, line: line,
        textStart: UInt32(text.count), textEnd: 0, firstAttribute: UInt32(first),
        attributeCount: UInt16(found.count), namespace: .html))
    stack.append(nodes.count - 1)
  }

  private mutating func close() {
    let place = stack.removeLast()
    nodes[place].end = Int32(nodes.count)
    nodes[place].textEnd = UInt32(text.count)
  }
}
