import TestSupport
import Testing

@testable import WebMarkup

@Suite("The encoding of a page") struct HTMLEncodingTests {
  private static let archive = RealData.webPath("html5lib-encoding.tar.gz")

  /// A script writes the `meta`, and nothing runs here.
  private static let givenUp: Set<String> = ["encoding/scripted/tests1.dat 1"]

  @Test(.enabled(if: archive != nil, "needs html5lib-encoding.tar.gz beside the real data"))
  func `is the one that html5lib expects`() throws {
    let archive = try Archive(path: try #require(Self.archive))
    var count = 0
    var wrong: Set<String> = []
    for file in archive.files where file.name.hasSuffix(".dat") {
      for (place, test) in Self.cases(file.bytes).enumerated() {
        count += 1
        // Where nothing is named, html5lib's default is that of western browsers.
        let named = TextDecoding.namedAnywhere(test.page) ?? .windows1252
        if named != test.encoding { wrong.insert("\(file.name) \(place + 1)") }
      }
    }
    #expect(count == 83)
    #expect(wrong == Self.givenUp)
  }

  private static func cases(
    _ bytes: [UInt8]
  ) -> [(page: [UInt8], encoding: CharacterEncoding?)] {
    let data = Array("#data\n".utf8)
    let mark = Array("\n#encoding\n".utf8)
    var cases: [([UInt8], CharacterEncoding?)] = []
    var at = 0
    while let start = bytes[at...].firstRange(of: data),
      let end = bytes[start.upperBound...].firstRange(of: mark)
    {
      let label = bytes[end.upperBound...].prefix { $0 != 0x0A }
      cases.append(
        (Array(bytes[start.upperBound..<end.lowerBound]), CharacterEncoding(label: label)))
      at = label.endIndex
    }
    return cases
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "iso-8859-2", "utf-8", "é", 0),
      ([0xFE, 0xFF, 0x00, 0xE9], nil, "utf-16be", "é", 0),
      ([0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE, 0xE9], nil, "utf-16le", "😀\u{FFFD}", 1),
      ([0x00, 0xD8, 0x41, 0x00], "utf-16", "utf-16le", "\u{FFFD}A", 1),
      ([0xE9, 0x80], nil, "windows-1252", "é€", 0), ([0xC3, 0xA9], nil, "utf-8", "é", 0),
      ([0xC3, 0xA9], "Latin1", "windows-1252", "Ã©", 0),
      ([0xC3, 0xA9], "no-such-label", "utf-8", "é", 0),
      ([0x41, 0xE2, 0x82, 0x41, 0xFF], "UTF-8", "utf-8", "A\u{FFFD}A\u{FFFD}", 2),
      ([0xF0, 0x9F, 0x98], "utf-8", "utf-8", "\u{FFFD}", 1),
      ([0xED, 0xA0, 0x80], "utf-8", "utf-8", "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
      ([0x41, 0x80], "x-user-defined", "x-user-defined", "A\u{F780}", 0),
      ([0x41, 0x42], "hz-gb-2312", "replacement", "\u{FFFD}", 1),
    ] as [([UInt8], String?, String, String, Int)])
  func `is that of the mark, the transport, the page or the bytes`(
    bytes: [UInt8], charset: String?, encoding: String, text: String, replacements: Int
  ) {
    let decoding = TextDecoding(bytes, charset: charset)
    #expect(decoding.encoding.rawValue == encoding)
    #expect(String(decoding: decoding.text, as: UTF8.self) == text)
    #expect(decoding.replacements == replacements)
    #expect(decoding.refused == nil)
  }

  @Test(
    arguments: [
      ([0xB1, 0xE6], "iso-8859-2", "ąć"), ([0xCF, 0xF0, 0xE8], "windows-1251", "При"),
      ([0x93, 0xFA], "shift_jis", "日"), ([0xC6, 0xFC], "euc-jp", "日"),
      ([0xC8, 0xD5], "gb2312", "日"), ([0xA4, 0xE9], "big5", "日"), ([0xB0, 0xA1], "euc-kr", "가"),
      ([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x21], "iso-2022-jp", "日!"),
      ([0xA1, 0xA1], "tis-620", "กก"), ([0xCE, 0xD2, 0xC9], "koi8-r", "нри"),
      ([0x41, 0xFF, 0x42], "euc-jp", "A\u{FFFD}B"),
    ] as [([UInt8], String, String)])
  func `can be one that the system decodes, else it is refused by name`(
    bytes: [UInt8], charset: String, text: String
  ) {
    let decoding = TextDecoding(bytes, charset: charset)
    if let refused = decoding.refused {
      #expect(refused == CharacterEncoding(label: charset.utf8))
      #expect(decoding.encoding == .windows1252)
      #expect(decoding.text == Windows1252.decode(bytes))
    } else {
      #expect(String(decoding: decoding.text, as: UTF8.self) == text)
    }
  }

  @Test func `is looked for in the first 1,024 bytes`() {
    let meta = Array("<meta charset=koi8-r>".utf8)
    func page(_ blanks: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: blanks) + meta }
    #expect(TextDecoding.named(page(1_024 - meta.count), charset: nil) == .koi8R)
    #expect(TextDecoding.named(page(1_025), charset: nil) == nil)
    #expect(TextDecoding(page(1_025), charset: nil).encoding == .utf8)
  }

  @Test func `is looked for in the whole page when it is not UTF-8`() {
    let blanks = [UInt8](repeating: 0x20, count: 2_000)
    let page = blanks + Array("<meta charset=koi8-u>".utf8) + [0xC1]
    let decoding = TextDecoding(page, charset: nil)
    #expect((decoding.refused ?? decoding.encoding) == .koi8U)
  }

  @Test(arguments: [
    "<meta charset=koi8-r", "<meta charset='koi8-r>", "<meta charset='koi8-r'", "<meta charset=>",
    "<meta content='text/html; charset=koi8-r'>", "<metacharset=koi8-r>",
    "<!--<meta charset=koi8-r>",
    "<a b='<meta charset=koi8-r>'>", "<meta http-equiv=x content='charset=koi8-r'>",
  ])
  func `is not named by what is no declaration`(page: String) {
    #expect(TextDecoding.named(Array(page.utf8), charset: nil) == nil)
  }

  @Test func `has labels that name one encoding each`() {
    for encoding in CharacterEncoding.allCases {
      #expect(CharacterEncoding(label: (" \t" + encoding.rawValue.uppercased()).utf8) == encoding)
    }
    #expect(CharacterEncoding(label: "".utf8) == nil)
  }
}
