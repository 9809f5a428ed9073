/// Reads a JSON text exactly as RFC 8259 has it, or refuses it and says where.
///
/// Beyond the grammar it refuses what other readers change in silence: a key that an object has
/// twice (compared byte by byte after escapes are decoded), half of a surrogate pair, bytes that
/// are not UTF-8, whole numbers beyond 64 bits, and numbers that a double has no place for.
///
/// It keeps its own stack, so a text needs no more of the caller's however deep it is nested.
package struct JSONReader {
  /// Levels of arrays and objects, unless the caller has a bound of its own.
  package static let depthMax = 512

  /// A container that has begun and not ended.
  private struct Frame {
    let offset: Int
    let isObject: Bool
    /// Where its elements or members begin among those of all open containers.
    let first: Int
    /// Of the member whose value is read.
    var key = ""
    var keyOffset = 0
  }

  var scanner: JSONScanner
  private let depthMax: Int
  private var frames: [Frame] = []
  private var values: [JSONValue] = []
  private var members: [JSONMember] = []

  private init(_ scanner: JSONScanner, depthMax: Int) {
    (self.scanner, self.depthMax) = (scanner, depthMax)
  }

  /// - Parameters:
  ///   - depthMax: levels of arrays and objects, at least 0.
  ///   - takesNaturals: whether whole numbers from 2^63 up to 2^64-1 are taken too.
  package static func read(
    _ bytes: [UInt8], depthMax: Int = JSONReader.depthMax, takesNaturals: Bool = false
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      let scanner = JSONScanner(buffer, takesNaturals: takesNaturals)
      var reader = JSONReader(scanner, depthMax: depthMax)
      return try reader.document()
    }
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    try scanner.readTextStart()
    while true {
      guard let value = try value() else { continue }
      if let whole = try attach(value) { return whole }
    }
  }

  /// The value that begins here; nil after the beginning of a container that is not empty.
  private mutating func value() throws(JSONError) -> JSONValue? {
    let start = scanner.offset
    switch scanner.peek {
    case UInt8(ascii: "["):
      try open(isObject: false)
      return scanner.consume(UInt8(ascii: "]")) ? close() : nil
    case UInt8(ascii: "{"):
      try open(isObject: true)
      if scanner.consume(UInt8(ascii: "}")) { return try closeObject() }
      try readKey()
      return nil
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return try scanner.number()
    default: return JSONValue(try scanner.scalar(), offset: start)
    }
  }

  /// Hands a value to the container around it, and that to the one around it when it ends here;
  /// nil when another value follows.
  private mutating func attach(_ value: JSONValue) throws(JSONError) -> JSONValue? {
    var value = value
    while let frame = frames.last {
      scanner.skipSpace()
      if frame.isObject {
        members.append(JSONMember(frame.key, value, offset: frame.keyOffset))
        if scanner.consume(UInt8(ascii: ",")) {
          scanner.skipSpace()
          try readKey()
          return nil
        }
        guard scanner.consume(UInt8(ascii: "}")) else { throw scanner.expected("\",\" or \"}\"") }
        value = try closeObject()
      } else {
        values.append(value)
        if scanner.consume(UInt8(ascii: ",")) {
          scanner.skipSpace()
          return nil
        }
        guard scanner.consume(UInt8(ascii: "]")) else { throw scanner.expected("\",\" or \"]\"") }
        value = close()
      }
    }
    try scanner.readTextEnd()
    return value
  }

  private mutating func open(isObject: Bool) throws(JSONError) {
    guard frames.count < depthMax else { throw scanner.error(.tooDeep(depthMax)) }
    frames.append(
      Frame(
        offset: scanner.offset, isObject: isObject, first: isObject ? members.count : values.count))
    scanner.skip(1)
    scanner.skipSpace()
  }

  /// The key of a member and the colon behind it.
  private mutating func readKey() throws(JSONError) {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.expected("a key in quotes") }
    let key = try scanner.string()
    scanner.skipSpace()
    guard scanner.consume(UInt8(ascii: ":")) else { throw scanner.expected("\":\"") }
    scanner.skipSpace()
    frames[frames.count - 1].key = key
    frames[frames.count - 1].keyOffset = start
  }

  private mutating func close() -> JSONValue {
    let frame = frames.removeLast()
    let elements = Array(values[frame.first...])
    values.removeSubrange(frame.first...)
    return JSONValue(.array(elements), offset: frame.offset)
  }

  private mutating func closeObject() throws(JSONError) -> JSONValue {
    let frame = frames.removeLast()
    let own = Array(members[frame.first...])
    members.removeSubrange(frame.first...)
    if let second = Self.duplicate(among: own) {
      throw scanner.error(.duplicateKey(second.key), at: second.offset)
    }
    return JSONValue(.object(own), offset: frame.offset)
  }

  // MARK: Keys

  /// Two keys are one when their bytes are. Swift takes texts for equal that only look alike.
  private struct KeyBytes: Hashable {
    let key: String

    static func == (one: KeyBytes, other: KeyBytes) -> Bool {
      one.key.utf8.count == other.key.utf8.count && one.key.utf8.elementsEqual(other.key.utf8)
    }

    func hash(into hasher: inout Hasher) {
      var key = key
      key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Up to so many keys are compared with each other, which is faster than a set.
  private static let comparedMax = 12

  /// The first member whose key an earlier one has.
  private static func duplicate(among members: [JSONMember]) -> JSONMember? {
    guard members.count > comparedMax else {
      return members.indices.dropFirst().first { place in
        members[..<place].contains { KeyBytes(key: $0.key) == KeyBytes(key: members[place].key) }
      }.map { members[$0] }
    }
    var known: Set<KeyBytes> = []
    return members.first { !known.insert(KeyBytes(key: $0.key)).inserted }
  }
}
