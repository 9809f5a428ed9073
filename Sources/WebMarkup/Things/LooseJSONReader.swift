internal import StrictJSON

/// Reads JSON as pages have it: RFC 8259, and each `JSONLeniency`.
///
/// Every sequence of bytes gives a value or an error, in time that grows with its length. Numbers
/// keep their text. Of a key that an object has twice the last value counts. Bytes that are not
/// UTF-8 become U+FFFD.
package struct LooseJSONReader {
  /// A text that was read.
  package struct Result: Hashable, Sendable {
    package let value: LooseJSON
    /// In alphabetical order, none twice.
    package let leniencies: [JSONLeniency]
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var line = 1
  private var depth = 0
  private var valueCount = 0
  private var leniencies: Set<JSONLeniency> = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// - Parameter text: of a script, whole.
  package static func read(_ text: String) throws(LooseJSONError) -> Result {
    try read(Array(text.utf8))
  }

  package static func read(_ bytes: [UInt8]) throws(LooseJSONError) -> Result {
    try bytes.withUnsafeBufferPointer { buffer throws(LooseJSONError) in
      var reader = LooseJSONReader(buffer)
      let value = try reader.document()
      return Result(value: value, leniencies: reader.leniencies.sorted())
    }
  }

  private mutating func document() throws(LooseJSONError) -> LooseJSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      leniencies.insert(.byteOrderMark)
    }
    let opened = try openWrappers()
    guard offset < bytes.count else { throw error(.empty) }
    let value = try value()
    skipSpace()
    try closeWrappers(opened)
    guard offset == bytes.count else { throw error(.trailingContent) }
    return value
  }

  // MARK: Around the value

  private enum Wrapper { case comment, section }

  /// What scripts had around them when browsers still read it: "<!--", "<![CDATA[", with or without
  /// a comment of JavaScript's before it.
  private mutating func openWrappers() throws(LooseJSONError) -> [Wrapper] {
    var opened: [Wrapper] = []
    while true {
      skipSpace()
      if skip("/*<![CDATA[*/") || skip("/* <![CDATA[ */") || skip("//<![CDATA[")
        || skip("// <![CDATA[") || skip("<![CDATA[")
      {
        opened.append(.section)
      } else if skip("<!--") || skip("//<!--") || skip("// <!--") {
        opened.append(.comment)
      } else {
        break
      }
    }
    if !opened.isEmpty { leniencies.insert(.wrapper) }
    return opened
  }

  /// Each that was opened has to end, in turn.
  private mutating func closeWrappers(_ opened: [Wrapper]) throws(LooseJSONError) {
    func skipSemicolons() {
      while skip(";") {
        leniencies.insert(.wrapper)
        skipSpace()
      }
    }
    skipSemicolons()
    for wrapper in opened.reversed() {
      switch wrapper {
      case .section:
        guard
          skip("/*]]>*/") || skip("/* ]]> */") || skip("//]]>") || skip("// ]]>") || skip("]]>")
        else { throw expected("\"]]>\"") }
      case .comment:
        guard skip("-->") || skip("//-->") || skip("// -->") else { throw expected("\"-->\"") }
      }
      skipSpace()
      skipSemicolons()
    }
  }

  private mutating func skip(_ sign: StaticString) -> Bool {
    let count = sign.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    for place in 0..<count where bytes[offset + place] != sign.utf8Start[place] { return false }
    offset += count
    return true
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x0A:
        line += 1
        offset += 1
      case 0x20, 0x09, 0x0D: offset += 1
      default: return
      }
    }
  }

  private func error(_ reason: LooseJSONError.Reason) -> LooseJSONError {
    LooseJSONError(reason: reason, line: line)
  }

  private func expected(_ what: String) -> LooseJSONError {
    error(offset == bytes.count ? .endsTooEarly : .expected(what))
  }

  // MARK: Values

  private mutating func value() throws(LooseJSONError) -> LooseJSON {
    guard offset < bytes.count else { throw error(.endsTooEarly) }
    valueCount += 1
    guard valueCount <= ThingBounds.valueCountMax else { throw error(.tooManyValues) }
    let start = line
    switch bytes[offset] {
    case UInt8(ascii: "{"): return LooseJSON(.object(try members()), line: start)
    case UInt8(ascii: "["): return LooseJSON(.array(try elements()), line: start)
    case UInt8(ascii: "\""): return LooseJSON(.string(try string()), line: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return LooseJSON(.number(try number()), line: start)
    case UInt8(ascii: "t") where skip("true"): return LooseJSON(.boolean(true), line: start)
    case UInt8(ascii: "f") where skip("false"): return LooseJSON(.boolean(false), line: start)
    case UInt8(ascii: "n") where skip("null"): return LooseJSON(.null, line: start)
    default: throw expected("a value")
    }
  }

  private mutating func open() throws(LooseJSONError) {
    guard depth < ThingBounds.depthMax else { throw error(.tooDeep) }
    depth += 1
    offset += 1
    skipSpace()
  }

  private mutating func close() {
    depth -= 1
    offset += 1
  }

  /// Whether another value follows a comma; false at the sign that ends the container.
  private mutating func hasNext(
    before end: UInt8, _ signs: String
  ) throws(LooseJSONError) -> Bool {
    skipSpace()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") {
      offset += 1
      skipSpace()
      guard offset < bytes.count, bytes[offset] == end else { return true }
      leniencies.insert(.trailingComma)
      return false
    }
    guard offset < bytes.count, bytes[offset] == end else { throw expected(signs) }
    return false
  }

  private mutating func elements() throws(LooseJSONError) -> [LooseJSON] {
    try open()
    var elements: [LooseJSON] = []
    var isOpen = offset == bytes.count || bytes[offset] != UInt8(ascii: "]")
    while isOpen {
      elements.append(try value())
      isOpen = try hasNext(before: UInt8(ascii: "]"), "\",\" or \"]\"")
    }
    close()
    return elements
  }

  private mutating func members() throws(LooseJSONError) -> [LooseJSON.Member] {
    try open()
    var members: [LooseJSON.Member] = []
    var places: [String: Int] = [:]
    var isOpen = offset == bytes.count || bytes[offset] != UInt8(ascii: "}")
    while isOpen {
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
        throw expected("a key in quotes")
      }
      let key = try string()
      skipSpace()
      guard skip(":") else { throw expected("\":\"") }
      skipSpace()
      let member = LooseJSON.Member(key, try value())
      if let place = places[key] {
        leniencies.insert(.duplicateKey)
        members[place] = member
      } else {
        places[key] = members.count
        members.append(member)
      }
      isOpen = try hasNext(before: UInt8(ascii: "}"), "\",\" or \"}\"")
    }
    close()
    return members
  }

  private mutating func number() throws(LooseJSONError) -> String {
    let start = offset
    _ = skip("-")
    let first = offset
    try digits()
    if offset - first > 1, bytes[first] == UInt8(ascii: "0") {
      throw error(.expected("a number without a zero at its beginning"))
    }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("-") { _ = skip("+") }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits() throws(LooseJSONError) {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) {
      offset += 1
    }
    guard offset > start else { throw expected("a digit") }
  }

  // MARK: Texts

  private mutating func string() throws(LooseJSONError) -> String {
    offset += 1
    var start = offset
    var text = ""
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        text += String(decoding: bytes[start..<offset], as: UTF8.self)
        offset += 1
        return text
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[start..<offset], as: UTF8.self)
        text.unicodeScalars.append(try escape())
        start = offset
      case let byte:
        if byte < 0x20 { leniencies.insert(.controlCharacter) }
        if byte == 0x0A { line += 1 }
        offset += 1
      }
    }
    throw error(.endsTooEarly)
  }

  /// Half of a pair becomes U+FFFD.
  private mutating func escape() throws(LooseJSONError) -> Unicode.Scalar {
    do {
      let escape = try JSONEscape(in: bytes, at: offset)
      offset = escape.end
      if let scalar = escape.scalar { return scalar }
    } catch {
      switch error {
      case .unknown: throw self.error(.unknownEscape)
      case .cutShort: throw self.error(.endsTooEarly)
      case .noDigit: throw self.error(.expected("a hexadecimal digit"))
      }
    }
    leniencies.insert(.loneSurrogate)
    return "\u{FFFD}"
  }
}
