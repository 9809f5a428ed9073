import Foundation
import TestSupport
import Testing

@testable import WebMarkup

@Suite("JSON of strangers") struct LooseJSONTests {
  private static let suite = RealData.webPath("json-test-suite.jsonl.gz")

  private struct Case: Decodable {
    let name: String
    let expected: String
    let base64: String
  }

  /// What the grammar refuses and is read all the same, by the suite's names.
  private static let forgiven: Set<String> = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json",
    "n_object_lone_continuation_byte_in_key_and_trailing_comma.json",
    "n_object_trailing_comma.json", "n_string_unescaped_ctrl_char.json",
    "n_string_unescaped_newline.json", "n_string_unescaped_tab.json",
  ]

  @Test(.enabled(if: suite != nil, "needs json-test-suite.jsonl.gz beside the real data"))
  func `is what JSONTestSuite accepts, and what is forgiven`() throws {
    let packed = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.suite)))
    let cases = try Data(try Archive.inflated([UInt8](packed))).split(separator: 0x0A).map {
      try JSONDecoder().decode(Case.self, from: $0)
    }
    #expect(cases.count == 318)
    var wrong: [String] = []
    var forgiven: Set<String> = []
    for test in cases {
      let bytes = [UInt8](try #require(Data(base64Encoded: test.base64)))
      let result = try? LooseJSONReader.read(bytes)
      if test.expected == "y", result == nil { wrong.append(test.name) }
      if test.expected == "n", let result {
        forgiven.insert(test.name)
        if result.leniencies.isEmpty { wrong.append(test.name) }
      }
    }
    #expect(wrong == [])
    #expect(forgiven == Self.forgiven)
  }

  @Test(arguments: [
    ("", LooseJSONError.Reason.empty, 1), (" \n ", .empty, 2), ("[1,\n2", .endsTooEarly, 2),
    ("{\n\"a\"\n1}", .expected("\":\""), 3), ("[1]\n[2]", .trailingContent, 2),
    ("[\"\n\\q\"]", .unknownEscape, 2), ("<!-- {}", .endsTooEarly, 1),
    ("{}\n-->", .trailingContent, 2),
    ("[01]", .expected("a number without a zero at its beginning"), 1),
    (String(repeating: "[", count: 65), .tooDeep, 1),
    (String(repeating: "{\"\":", count: 100_000), .tooDeep, 1),
  ])
  func `is refused with its line`(text: String, reason: LooseJSONError.Reason, line: Int) {
    #expect(throws: LooseJSONError(reason: reason, line: line)) { try LooseJSONReader.read(text) }
  }

  @Test(arguments: [
    ("\u{FEFF}{}", [JSONLeniency.byteOrderMark]), ("{\"a\":1,}", [.trailingComma]),
    ("[\"a\nb\"]", [.controlCharacter]), ("//<![CDATA[\n{}\n//]]>", [.wrapper]),
    ("{};", [.wrapper]),
    ("<!--{}-->", [.wrapper]), ("[\"\\ud800\"]", [.loneSurrogate]),
    ("{\"a\":1,\"a\":2}", [.duplicateKey]), ("{\"a\":[1,{}]}", []),
  ])
  func `is read with what it forgave`(text: String, leniencies: [JSONLeniency]) throws {
    #expect(try LooseJSONReader.read(text).leniencies == leniencies)
  }

  @Test func `keeps numbers as text, and the last value of a key`() throws {
    let value = try LooseJSONReader.read("{\"a\":1e999,\"b\":\n0.10,\"a\":123456789012345678901}")
      .value
    #expect(value["a"]?.kind == .number("123456789012345678901"))
    #expect(value["b"] == LooseJSON(.number("0.10"), line: 2))
    #expect(value["c"] == nil)
  }
}
