internal import StrictJSON

extension Decoder {
  /// A JSON text: written again it is read as the same value, each part of it begins where it is
  /// said to, and what is wrong with one is at a place in it.
  package static let json = Decoder("json", samples: Samples.jsonTexts) { bytes in
    let value: JSONValue
    do throws(JSONError) { value = try JSONReader.read(bytes) } catch {
      try error.checkPlace(in: bytes)
      return false
    }
    try value.checkPlaces(in: bytes)
    return try survives(
      bytes, decode: { try JSONReader.read($0).unplaced },
      encode: { value in
        var written: [UInt8] = []
        value.write(to: &written)
        return written
      })
  }
}

extension JSONError {
  fileprivate func checkPlace(in bytes: [UInt8]) throws(Violation) {
    // Lines and columns again, the slow way.
    let lines = bytes.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = (lines.last ?? []).count { $0 & 0xC0 != 0x80 }
    guard (0...bytes.count).contains(offset), place.line == lines.count,
      place.column == column + 1, !description.isEmpty
    else { throw Violation(description: "\(self) at \(offset) of \(bytes.count) bytes: \(place)") }
  }
}

extension JSONValue {
  /// The same value without its places.
  fileprivate var unplaced: JSONValue {
    switch kind {
    case .null, .boolean, .integer, .natural, .number, .string: JSONValue(kind)
    case .array(let values): JSONValue(.array(values.map(\.unplaced)))
    case .object(let members):
      JSONValue(.object(members.map { JSONMember($0.key, $0.value.unplaced) }))
    }
  }

  /// Each value begins with a byte of its kind, and what is in a container lies behind what came
  /// before.
  @discardableResult
  fileprivate func checkPlaces(in bytes: [UInt8], after last: Int = -1) throws(Violation) -> Int {
    let first: Set<UInt8> =
      switch kind {
      case .null: [0x6E]
      case .boolean(let flag): [flag ? 0x74 : 0x66]
      case .integer, .natural, .number: Set("-0123456789".utf8)
      case .string: [0x22]
      case .array: [0x5B]
      case .object: [0x7B]
      }
    guard offset > last, bytes.indices.contains(offset), first.contains(bytes[offset]) else {
      throw Violation(description: "\(kind) at \(offset), behind \(last)")
    }
    var place = offset
    switch kind {
    case .null, .boolean, .integer, .natural, .number, .string: break
    case .array(let values):
      for value in values { place = try value.checkPlaces(in: bytes, after: place) }
    case .object(let members):
      for member in members {
        guard member.offset > place, bytes[member.offset] == 0x22 else {
          throw Violation(description: "the key \(member.key) at \(member.offset)")
        }
        place = try member.value.checkPlaces(in: bytes, after: member.offset)
      }
    }
    return place
  }

  /// A writer of the test's own.
  fileprivate func write(to bytes: inout [UInt8]) {
    switch kind {
    case .null: bytes += "null".utf8
    case .boolean(let flag): bytes += "\(flag)".utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .natural(let number): bytes += "\(number)".utf8
    // With a fraction or an exponent, as Swift prints every double, so that it is read as one.
    case .number(let number): bytes += "\(number)".utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let values):
      bytes.append(0x5B)
      for (place, value) in values.enumerated() {
        if place > 0 { bytes.append(0x2C) }
        value.write(to: &bytes)
      }
      bytes.append(0x5D)
    case .object(let members):
      bytes.append(0x7B)
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(0x2C) }
        Self.write(member.key, to: &bytes)
        bytes.append(0x3A)
        member.value.write(to: &bytes)
      }
      bytes.append(0x7D)
    }
  }

  /// Every other scalar is escaped, in UTF-16: another way than most writers have.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for (place, scalar) in text.unicodeScalars.enumerated() {
      let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
      if isPlain && place % 2 == 0 {
        bytes += String(scalar).utf8
        continue
      }
      for unit in UTF16.encode(scalar)! {
        let digits = String(unit, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      }
    }
    bytes.append(0x22)
  }
}

extension Samples {
  /// Values of every kind, in containers and alone.
  @Sendable static func jsonTexts() -> [[UInt8]] {
    [
      #"{"port":9000,"data":"/srv/cloud","a":[1,-2.5e-3,true,false,null,{}],"#
        + #""\u00e9\ud83d\ude00":""}"#,
      "[\n\t\"é😀\\\"\\\\\\/\\b\\f\\n\\r\\t\", [[]], {\"\":0}\r\n]",
      #"[9223372036854775807,-9223372036854775808,1.7976931348623157e308,5e-324,-0.0,1E+2]"#,
      #"{"a":{"a":{"a":[{"b":1,"c":2}]}}}"#,
    ].map { Array($0.utf8) }
  }
}
