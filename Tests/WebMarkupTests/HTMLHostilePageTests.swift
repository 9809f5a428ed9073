import Testing

@testable import WebMarkup

/// Pages that make other readers take the square of their size, or run out of their stack.
struct HostilePage: CustomTestStringConvertible, Sendable {
  let name: String
  /// Bytes that it begins with, repeats, and ends with.
  let start: String
  let piece: String
  let cuts: Set<HTMLBound>

  init(_ name: String, _ piece: String, start: String = "", cuts: Set<HTMLBound> = []) {
    (self.name, self.piece, self.start, self.cuts) = (name, piece, start, cuts)
  }

  var testDescription: String { name }

  func bytes(count: Int) -> [UInt8] {
    var bytes = Array(start.utf8)
    bytes.reserveCapacity(count)
    let piece = Array(piece.utf8)
    while bytes.count + piece.count <= count { bytes += piece }
    return bytes
  }

  private static let manyOpen = String(repeating: "<span>", count: 500)

  static let all = [
    HostilePage("divs", "<div>", cuts: [.depth]),
    HostilePage("formatting", "<a><b><i>", cuts: [.elements]),
    HostilePage("short tags", "<b>", cuts: [.depth, .elements]),
    HostilePage("attributes", " a=1", start: "<p"),
    HostilePage("open comments", "<!--"), HostilePage("dashes", "-", start: "<!--"),
    HostilePage("ampersands", "&a"), HostilePage("zeros", "0", start: "&#"),
    HostilePage("references", "&CounterClockwiseContourIntegra"),
    HostilePage("references in an attribute", "&notin", start: "<p a='"),
    HostilePage("item scopes", "<div itemscope itemprop=a>", cuts: [.depth]),
    HostilePage("unclosed end tags", "</"), HostilePage("less-than signs", "<"),
    HostilePage("misnested", "<b><p></b></p>"),
    HostilePage("end tags below a bound", "</i>", start: "<i><div>" + manyOpen),
    HostilePage("ends of what is not open", "</x>", start: manyOpen),
    HostilePage("items deep below", "<li></li>", start: "<ul>" + manyOpen),
    HostilePage("paragraph ends", "</p>", start: manyOpen),
    HostilePage("tables", "<table>"),
    HostilePage("tables in cells", "<table><td>", cuts: [.depth, .elements]),
    HostilePage("cells", "<td>", start: "<table>", cuts: [.elements]),
    HostilePage("selections", "<select><option>"),
    HostilePage("foreign", "<svg><g>", cuts: [.depth, .elements]),
    HostilePage("foreign ends", "</g>", start: "<svg>" + String(repeating: "<p0>", count: 500)),
    HostilePage("scripts", "<script></script", start: ""),
    HostilePage("escapes in a script", "<!--<script>", start: "<script>"),
    HostilePage("cut titles", "</titl", start: "<title>"),
    HostilePage("attributes of the root", "<html a=1 b=2>"),
    HostilePage("forms", "<form></form>"), HostilePage("templates", "<template>", cuts: [.depth]),
    HostilePage("carriage returns", "\r"), HostilePage("zero bytes", "\0a"),
    HostilePage("open quotes", "<a b=\"c'>"), HostilePage("sections", "<![CDATA["),
    HostilePage("sections in foreign", "<![CDATA[]]>", start: "<svg>"),
    HostilePage("types", "<!doctype"), HostilePage("broken UTF-8", "\u{E9}\u{FF}a"),
  ]

  /// Attributes that no other page has: 110,000 in a megabyte.
  static func attributes(count: Int) -> [UInt8] {
    var bytes = Array("<p".utf8)
    var number = 0
    while bytes.count + 10 < count {
      bytes += " a\(number)=1".utf8
      number += 1
    }
    return bytes + Array(">".utf8)
  }
}

@Suite("A hostile page") struct HTMLHostilePageTests {
  /// The depth of what is open is bounded, and no question walks through it: a page costs what it
  /// has of tokens, elements and attributes, and these cost bytes.
  @Test(arguments: HostilePage.all)
  func `takes steps in proportion to its size`(page: HostilePage) {
    let half = HTMLDocument(page.bytes(count: 1 << 19))
    let whole = HTMLDocument(page.bytes(count: 1 << 20))
    #expect(half.tree.steps <= 1 << 19 && whole.tree.steps <= 1 << 20)
    #expect(whole.tree.steps <= 2 * half.tree.steps + 4_096)
    #expect(Set(whole.cuts) == page.cuts)
    #expect(whole.elements.count <= HTMLDocument.elementsMax)
    #expect(Self.depth(of: whole) <= HTMLDocument.depthMax + 1)
  }

  private static func depth(of document: HTMLDocument) -> Int {
    var depths: [Int] = []
    for element in document.elements {
      depths.append(element.parent.map { depths[$0.index] + 1 } ?? 1)
    }
    return depths.max() ?? 0
  }

  @Test func `keeps the first attributes of an element`() {
    let document = HTMLDocument(HostilePage.attributes(count: 1 << 20))
    let paragraph = document.elements(named: "p").first
    #expect(paragraph?.attributes.map(\.name) == (0..<HTMLDocument.attributesMax).map { "a\($0)" })
    #expect(document.cuts == [.attributes])
  }

  @Test func `is read up to four mebibytes`() {
    let text = [UInt8](repeating: 0x61, count: HTMLDocument.bytesMax)
    #expect(HTMLDocument(text).cuts == [])
    let document = HTMLDocument(text + text)
    #expect(document.cuts == [.bytes] && document.root.textBytes.count == HTMLDocument.bytesMax)
  }

  @Test func `has scripts and titles at any depth`() {
    let page = String(repeating: "<div>", count: 600) + "<script>a<b</script><title>t</title>"
    let document = HTMLDocument(Array(page.utf8))
    #expect(document.elements(named: "script").map(\.text) == ["a<b"])
    #expect(document.elements(named: "title").map(\.text) == ["t"])
  }
}
