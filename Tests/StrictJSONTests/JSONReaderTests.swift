import StrictJSON
import Testing

/// A value with the places left out.
private func plain(_ value: JSONValue) -> String {
  switch value.kind {
  case .null: "null"
  case .boolean(let flag): "\(flag)"
  case .integer(let number): "\(number)"
  case .natural(let number): "\(number)n"
  case .number(let number): "\(number)d"
  case .string(let text): "'" + text + "'"
  case .array(let values): "[" + values.map(plain).joined(separator: " ") + "]"
  case .object(let members):
    "{" + members.map { $0.key + ":" + plain($0.value) }.joined(separator: " ") + "}"
  }
}

@Suite("The JSON reader") struct JSONReaderTests {
  private func read(_ text: String, depthMax: Int = JSONReader.depthMax) throws -> JSONValue {
    try JSONReader.read(Array(text.utf8), depthMax: depthMax)
  }

  @Test(arguments: [
    (" null ", "null"), ("true", "true"), ("\t\r\n false", "false"), ("[]", "[]"), ("{}", "{}"),
    (#""""#, "''"), (#""a\"\\\/\b\f\n\r\t""#, "'a\"\\/\u{8}\u{C}\n\r\t'"),
    (#""\u0041\u00e9\u00E9\uD83D\uDE00""#, "'Aéé😀'"), (#""\u0000\uFFFF""#, "'\u{0}\u{FFFF}'"),
    ("\"\u{7F}\u{2028}😀\"", "'\u{7F}\u{2028}😀'"), ("[ [ ] , { } ]", "[[] {}]"),
    (#"{"a":[1,{"b":null}],"c":""}"#, "{a:[1 {b:null}] c:''}"),
    (#"{"":1,"é":2,"e\#u{301}":3}"#, "{:1 é:2 e\u{301}:3}"),
  ])
  func `gives what a text says`(text: String, value: String) throws {
    #expect(plain(try read(text)).utf8.elementsEqual(value.utf8))
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("9007199254740993", "9007199254740993"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("738529527931269425", "738529527931269425"),
    ("1.0", "1.0d"), ("-0.0", "-0.0d"), ("0.1", "0.1d"), ("1e2", "100.0d"), ("1E+2", "100.0d"),
    ("1.5e-3", "0.0015d"), ("123456789.123456789", "123456789.12345679d"),
    ("9007199254740993.0", "9007199254740992.0d"), ("1e23", "1e+23d"),
    ("0.000001", "1e-06d"), ("1.7976931348623157e308", "1.7976931348623157e+308d"),
    ("5e-324", "5e-324d"), ("0e999999999999", "0.0d"), ("0.0e-999999999999", "0.0d"),
    ("3.14159265358979323846264338327950288", "3.141592653589793d"),
  ])
  func `keeps numbers as they are written`(text: String, value: String) throws {
    #expect(plain(try read(text)) == value)
    #expect(plain(try read("[\(text)]")) == "[\(value)]")
  }

  /// What two roundings would change is left to the one that knows all digits.
  @Test func `gives the nearest double of any decimal`() throws {
    var state: UInt64 = 7
    for _ in 0..<4_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = state >> UInt64(4 + state % 50)
      let exponent = Int(state >> 40 % 60) - 30
      let text = "\(digits).\(state % 1_000)e\(exponent)"
      #expect(plain(try read(text)) == "\(Double(text)!)d")
    }
  }

  @Test(arguments: [
    ("", "is not JSON: it is empty", 1, 1), (" \n ", "is not JSON: it is empty", 2, 2),
    ("nope", "is not JSON: a value is expected here", 1, 1),
    ("nul", "is not JSON: it ends too early", 1, 4),
    ("[1,]", "is not JSON: a value is expected here", 1, 4),
    ("[1 2]", "is not JSON: \",\" or \"]\" is expected here", 1, 4),
    ("[1", "is not JSON: it ends too early", 1, 3),
    ("{\"a\":1,}", "is not JSON: a key in quotes is expected here", 1, 8),
    ("{\"a\" 1}", "is not JSON: \":\" is expected here", 1, 6),
    ("{\"a\":1 \"b\":2}", "is not JSON: \",\" or \"}\" is expected here", 1, 8),
    ("{a:1}", "is not JSON: a key in quotes is expected here", 1, 2),
    ("[1]]", "is not JSON: something follows the value", 1, 4),
    ("{}\n\nx", "is not JSON: something follows the value", 3, 1),
    ("\u{FEFF}{}", "is not JSON: it begins with a byte order mark", 1, 1),
    ("\"é\n\"", "is not JSON: a control character in a text is not escaped", 1, 3),
    ("\"a\\x\"", "is not JSON: it has no such escape", 1, 3),
    ("\"\\u12g4\"", "is not JSON: a hexadecimal digit is expected here", 1, 6),
    ("\"\\uD800\"", "is not JSON: half of a surrogate pair stands alone", 1, 2),
    ("\"\\uDC00\\uD800\"", "is not JSON: half of a surrogate pair stands alone", 1, 2),
    ("\"\\uD800\\u0041\"", "is not JSON: half of a surrogate pair stands alone", 1, 2),
    ("\"\\uD800\\n\"", "is not JSON: half of a surrogate pair stands alone", 1, 2),
    ("01", "is not JSON: a number begins with a zero that is not needed", 1, 1),
    ("-01", "is not JSON: a number begins with a zero that is not needed", 1, 2),
    ("1.", "is not JSON: it ends too early", 1, 3),
    ("[1.]", "is not JSON: a digit is expected here", 1, 4),
    ("[.5]", "is not JSON: a value is expected here", 1, 2),
    ("[+1]", "is not JSON: a value is expected here", 1, 2),
    ("[1e]", "is not JSON: a digit is expected here", 1, 4),
    ("[NaN]", "is not JSON: a value is expected here", 1, 2),
    (
      "[9223372036854775808]",
      "has the number 9223372036854775808, which is out of range", 1, 2
    ),
    ("-9223372036854775809", "has the number -9223372036854775809, which is out of range", 1, 1),
    ("[0, 1e999]", "has the number 1e999, which is out of range", 1, 5),
    ("[1e-999]", "has the number 1e-999, which is out of range", 1, 2),
    ("{\"a\":1,\"a\":2}", "has the key \"a\" twice", 1, 8),
    ("{\"a\":1,\"b\":{\"c\":1,\n\"\\u0063\":1}}", "has the key \"c\" twice", 2, 1),
  ])
  func `says what is wrong and where`(text: String, reason: String, line: Int, column: Int) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.description == reason)
    #expect(error?.place.line == line && error?.place.column == column, "\(text)")
  }

  @Test(
    arguments: [
      [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC0, 0x80],
      [0xE2], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func `refuses bytes that are not UTF-8`(bytes: [UInt8]) {
    for (before, after) in [("[\"é", "\"]"), ("{\"é", "\":1}"), ("[\"\\n", "\"]")] {
      let text = Array(before.utf8) + bytes + Array(after.utf8)
      let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
      #expect(error?.reason == .notUTF8 && error?.offset == before.utf8.count)
    }
    #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
  }

  /// Sequences of up to four bytes, near every bound of a second byte.
  @Test func `takes what the standard library takes for UTF-8, and nothing else`() {
    let seconds: [UInt8] = [0x22 + 1, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0x7F)...0xFF {
      for second in seconds {
        for third in seconds {
          for bytes in [[first, second], [first, second, third], [first, second, third, 0x80]] {
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let text = [0x22] + bytes + [0x22]
            let read = try? JSONReader.read(text)
            #expect((read != nil) == isValid, "\(bytes)")
          }
        }
      }
    }
  }

  @Test func `takes apart a half of a scalar before an escape and one behind it`() {
    let text = Array("[\"".utf8) + [0xC3] + Array("\\n".utf8) + [0xA9] + Array("\"]".utf8)
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.reason == .notUTF8 && error?.offset == 2)
  }

  @Test(arguments: [2, 12, 13, 5_000])
  func `refuses a key that an object has twice, however many it has`(count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    guard case .object(let found) = try read("{\(members)}").kind else {
      Issue.record("no object")
      return
    }
    #expect(found.map(\.key) == (0..<count).map { "k\($0)" })
    let error = #expect(throws: JSONError.self) { try read("{\(members),\"\\u006b1\":0}") }
    #expect(error?.reason == .duplicateKey("k1"))
  }

  @Test(arguments: [0, 1, 2, 512]) func `nests as deep as it is told`(depth: Int) throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func text(_ count: Int) -> String {
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
      }
      _ = try read(text(depth), depthMax: depth)
      let error = #expect(throws: JSONError.self) { try read(text(depth + 1), depthMax: depth) }
      #expect(error?.description == "is nested more than \(depth) levels deep")
    }
  }

  @Test func `ends with an error in a text of a million beginnings`() {
    let error = #expect(throws: JSONError.self) {
      try read(String(repeating: "[", count: 1_000_000))
    }
    #expect(error?.reason == .tooDeep(512))
  }

  @Test func `says where values and keys begin`() throws {
    guard case .object(let members) = try read(" {\"a\" : [ 1 , \"é\", true ] } ").kind,
      case .array(let values) = members.first?.value.kind
    else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.offset) == [2] && members[0].value.offset == 8)
    #expect(values.map(\.offset) == [10, 14, 20])
  }
}
