import Foundation
import JournalFormat
import Testing

/// What an app wrote cannot pose as what the program says.
@Suite("Printable text") struct PrintableTests {
  @Test(arguments: [
    ("plain text, 1 + 1", "plain text, 1 + 1"), ("", ""), ("Größe 東京 สวัสดี", "Größe 東京 สวัสดี"),
    ("\u{1B}[2J", "\\u{1b}[2J"), ("a\nb\rc\td", "a\\u{a}b\\u{d}c\\u{9}d"), ("\u{0}", "\\u{0}"),
    ("\u{7F}", "\\u{7f}"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{202E}exe.txt", "\\u{202e}exe.txt"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{61C}", "\\u{61c}"),
    ("\u{200F}", "\\u{200f}"),
    ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"), ("\u{FEFF}", "\\u{feff}"),
    ("\u{200B}", "\\u{200b}"), ("\u{AD}", "\\u{ad}"), ("\u{E0041}", "\\u{e0041}"),
    ("\u{E000}", "\\u{e000}"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️ 1️⃣", "❤️ 1️⃣"),
    ("می\u{200C}خواهم क्\u{200D}ष", "می\u{200C}خواهم क्\u{200D}ष"),
    ("pay\u{200D}pal", "pay\\u{200d}pal"), ("\u{200C}", "\\u{200c}"),
    ("a\u{FE0F}", "a\\u{fe0f}"), ("a\u{E0100}", "a\\u{e0100}"), ("葛\u{E0100}", "葛\u{E0100}"),
    ("a\u{34F}b\u{2065}\u{3164}\u{2800}", "a\\u{34f}b\\u{2065}\\u{3164}\\u{2800}"),
    ("a\u{20DD}\u{20DD}\u{20DD}\u{20DD}\u{20DD}", "a\u{20DD}\u{20DD}\u{20DD}\u{20DD}\\u{20dd}"),
    ("e\u{301}", "e\u{301}"),
    (
      "a\u{301}\u{301}\u{301}\u{301}\u{301}",
      "a\u{301}\u{301}\u{301}\u{301}\\u{301}"
    ),
    (
      "a\u{301}\u{200D}\u{301}\u{200C}\u{301}\u{200D}\u{301}\u{200D}\u{301}",
      "a\u{301}\u{200D}\u{301}\u{200C}\u{301}\u{200D}\u{301}\u{200D}\\u{301}"
    ),
  ])
  func `shows what would hide, turn or move`(text: String, shown: String) {
    #expect(text.printable == shown)
  }

  @Test func `keeps line ends and tabs where there are lines`() {
    #expect("a\tb\n\u{1B}[2Jc\r\nü".printableLines == "a\tb\n\\u{1b}[2Jc\\u{d}\nü")
  }

  /// A line of JSON passes the last guard of a terminal as well, and has to come out as it was.
  @Test func `changes nothing more of JSON that was escaped`() throws {
    let words = "a" + String(repeating: "\u{301}", count: 9) + "\u{1B}\u{200D}\u{E0041}\u{202E}\tü"
    let json = try EscapedJSON.text([words])
    #expect(json.printableLines == json)
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [words])
  }

  @Test func `is the same in every key and value of JSON`() throws {
    let value = ["\u{202E}b": ["a/\u{2066}\u{1F600}\u{E0041}"], "a": []]
    let line = #"{"a":[],"\u202eb":["a/\u2066😀\udb40\udc41"]}"#
    #expect(try EscapedJSON.text(value) == line)
    #expect(try JSONDecoder().decode([String: [String]].self, from: Data(line.utf8)) == value)
    let pretty = try EscapedJSON.text(["\u{202E}"], isPretty: true)
    #expect(pretty == "[\n  \"\\u202e\"\n]")
  }

  @Test func `has no scalar left that a terminal acts on`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = String(scalar).printable.unicodeScalars
      let isBad = shown.contains {
        $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value)
      }
      if isBad { Issue.record("U+\(String(value, radix: 16)) is left as it is") }
    }
  }
}
