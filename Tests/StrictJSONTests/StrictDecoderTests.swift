import StrictJSON
import Testing

@Suite("The strict decoder") struct StrictDecoderTests {
  private struct Sample: Decodable, Equatable {
    struct Part: Decodable, Equatable { let name: String }

    let text: String
    let small: UInt8
    let large: UInt64?
    let share: Double?
    let isOn: Bool?
    let parts: [Part]?
    let table: [String: [Int]]?
  }

  private func read(
    _ text: String, unknownKeys: StrictDecoder.UnknownKeys = .skipped
  ) throws -> Sample {
    try StrictDecoder(unknownKeys: unknownKeys).decode(from: Array(text.utf8))
  }

  @Test func `gives what a text says`() throws {
    let whole = try read(
      #"""
      {"text": "a\u0041é", "small": 255, "large": 18446744073709551615, "share": 0.5, "isOn": true,
       "parts": [{"name": "x"}, {"name": ""}], "table": {"a": [1, -2], "é": []}}
      """#)
    #expect(
      whole
        == Sample(
          text: "aAé", small: 255, large: .max, share: 0.5, isOn: true,
          parts: [.init(name: "x"), .init(name: "")], table: ["a": [1, -2], "é": []]))
    let bare = try read(#"{"text": "", "small": 0, "large": null, "share": 3}"#)
    #expect(bare.large == nil && bare.parts == nil && bare.share == 3)
  }

  @Test(arguments: [
    ("", "at line 1, column 1 it is not JSON: it is empty"),
    (#"{"text": "a", "text": "b"}"#, #"at line 1, column 15 it has the key "text" twice"#),
    ("[]", "the file cannot be what it is"), ("null", "the file cannot be what it is"),
    ("{}", #"the file has no "text""#), (#"{"text": 1}"#, "text cannot be what it is"),
    (#"{"text": null}"#, "text cannot be what it is"),
    (#"{"text": "a", "small": 256}"#, "small cannot be what it is"),
    (#"{"text": "a", "small": 9223372036854775808}"#, "small cannot be what it is"),
    (#"{"text": "a", "small": -1}"#, "small cannot be what it is"),
    (#"{"text": "a", "small": 1.0}"#, "small cannot be what it is"),
    (#"{"text": "a", "small": "1"}"#, "small cannot be what it is"),
    (#"{"text": "a", "small": true}"#, "small cannot be what it is"),
    (#"{"text": "a", "small": 1, "isOn": 1}"#, "isOn cannot be what it is"),
    (#"{"text": "a", "small": 1, "share": "1"}"#, "share cannot be what it is"),
    (#"{"text": "a", "small": 1, "share": 9007199254740993}"#, "share cannot be what it is"),
    (
      #"{"text": "a", "small": 1, "parts": [{"name": "x"}, {}]}"#, #"parts[1] has no "name""#
    ),
    (#"{"text": "a", "small": 1, "parts": {}}"#, "parts cannot be what it is"),
    (#"{"text": "a", "small": 1, "table": {"a": [1, 2.5]}}"#, "table.a[1] cannot be what it is"),
    (
      #"{"text": "a", "small": 1, "large": 18446744073709551616}"#,
      "at line 1, column 36 it has the number 18446744073709551616, which is out of range"
    ),
  ])
  func `says what a text has instead`(text: String, reason: String) {
    do {
      let found = try read(text)
      Issue.record("\(found) is no sample")
    } catch {
      #expect(StrictDecoder.reason(error) == reason)
    }
  }

  @Test func `skips or refuses what a type does not have`() throws {
    let texts = [
      (#"{"text": "a", "small": 1, "new": 2}"#, #"the file has the unknown key "new""#),
      (
        #"{"text": "a", "small": 1, "parts": [{"name": "x", "Name": ""}]}"#,
        #"parts[0] has the unknown key "Name""#
      ),
    ]
    for (text, reason) in texts {
      #expect(throws: Never.self) { try read(text) }
      do {
        _ = try read(text, unknownKeys: .refused)
        Issue.record("\(text) has an unknown key")
      } catch {
        #expect(StrictDecoder.reason(error) == reason)
      }
    }
    #expect(throws: Never.self) {
      try read(#"{"text": "a", "small": 1, "table": {"any": []}}"#, unknownKeys: .refused)
    }
  }
}
