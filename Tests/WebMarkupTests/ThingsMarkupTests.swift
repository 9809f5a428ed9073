import Testing
import WebAddress

@testable import WebMarkup

@Suite("Microdata and RDFa of a page") struct ThingsMarkupTests {
  private static let microdataExceptions: [String: String] = [
    "microdata.4.2.strings.unclean": "the text of an element has that of its scripts, as in the DOM"
  ]

  @Test func `are what the standard's examples of Microdata expect`() throws {
    let names = Set(Self.microdataExceptions.keys)
    let differences = try ThingCase.differences("microdata-w3c.jsonl", expected: names) { test in
      let document = HTMLDocument(Array(test.text.utf8))
      return ThingFacts(Microdata.read(document, base: MarkupBase(WebURL(test.base))).things).lines
    }
    #expect(differences == [])
  }

  private static let rdfaExceptions: [String: String] = [
    "0015": rel, "0030": rel, "0071": rel, "0074": rel, "0075": rel, "0134": rel,
    "0235": processor, "0238": processor, "0239": processor, "0313": processor,
    "0240": entailment, "0241": entailment, "0242": entailment,
    "0263": "addresses are spelled as the URL Standard has it",
    "0264": "addresses are spelled as the URL Standard has it",
    "0296": "addresses are spelled as the URL Standard has it",
    "0305": role, "0306": role, "0307": role,
    "0321": copying, "0322": copying, "0323": copying, "0324": copying, "0325": copying,
    "0326": copying, "0327": copying,
  ]
  private static let rel = "rel is not of RDFa Lite"
  private static let processor = "what is expected is the log of a processor"
  private static let entailment = "a vocabulary is not fetched"
  private static let role = "role is not read"
  private static let copying = "patterns are not copied"

  @Test func `are what W3C's cases of RDFa Lite expect`() throws {
    let names = Set(Self.rdfaExceptions.keys)
    let differences = try ThingCase.differences("rdfa-lite.jsonl", expected: names) { test in
      let document = HTMLDocument(Array(test.text.utf8))
      return ThingFacts(RDFaLite.read(document, base: test.markupBase(in: document)).things).lines
    }
    #expect(differences == [])
  }

  private static func things(_ html: String) -> StructuredData {
    StructuredData(HTMLDocument(Array(html.utf8)), base: WebURL("https://a.example/p/"))
  }

  @Test(arguments: [
    ("<meta itemprop=x content=v>", "v"),
    ("<img itemprop=x src=a.png>", "https://a.example/p/a.png"),
    ("<a itemprop=x href=../b>c</a>", "https://a.example/b"),
    ("<data itemprop=x value=7>c</data>", "7"),
    ("<object itemprop=x data=/o></object>", "https://a.example/o"), ("<a itemprop=x>c</a>", "c"),
    ("<time itemprop=x datetime=PT5M>c</time>", "PT5M"), ("<time itemprop=x>2026</time>", "2026"),
    ("<meter itemprop=x value=3.5>c</meter>", "3.5"), ("<b itemprop=x content=v>c</b>", "v"),
    ("<b itemprop=x> a <i>b</i>\n c</b>", "a b c"), ("<b itemprop='x'>&amp;&#65;</b>", "&A"),
    ("<a itemprop=x href='mailto:a@b.example'>c</a>", "mailto:a@b.example"),
    ("<b itemprop=x></b>", nil),
    ("<link itemprop=x href=http://schema.org/InStock>", "https://schema.org/InStock"),
  ])
  func `say a value by the element that has it`(element: String, value: String?) {
    let data = Self.things("<div itemscope itemtype=http://schema.org/Thing>\(element)</div>")
    #expect(data.things.first?.text("x") == value)
  }

  @Test func `follow itemref, and cut its cycles`() {
    let data = Self.things(
      """
      <p id=n itemprop=name>N</p>
      <div itemscope itemref="n c none"></div>
      <div id=c itemprop=knows itemscope itemref=d></div>
      <div id=d itemprop=knows itemscope itemref=c></div>
      """)
    #expect(data.things.count == 1)
    #expect(data.things.first?.text("name") == "N")
    #expect(data.things.first?.things("knows").first?.things("knows").first?.properties == [])
    #expect(
      data.problems.map(\.text) == [
        "itemref names none, which no element is called",
        "knows leads back, or too far: it is left out",
      ])
  }

  /// Pages of a megabyte that a reader could choke on.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "<div itemscope itemprop=a>", count: 40_000),
      String(repeating: "<b itemprop=a>x", count: 70_000),
      "<div itemscope>" + String(repeating: "<b itemprop=a>x", count: 70_000),
      "<p id=a>" + String(repeating: "<b>", count: 60_000)
        + String(repeating: "<div itemscope itemref=a></div>", count: 30_000),
      (0..<20_000).map { "<i id=x\($0) itemprop=a itemscope itemref=x\($0 + 1)></i>" }.joined()
        + "<div itemscope itemref=x0></div>",
      (0..<12_000).map { "<i id=x\($0) itemprop=a itemscope itemref='x\($0 + 1) x\($0 + 2)'></i>" }
        .joined() + "<div itemscope itemref=x0></div>",
      String(repeating: "<div vocab=http://schema.org/ property=a typeof=B>", count: 20_000),
      String(repeating: "<div prefix='a: b c: d e: f' property=a:b>", count: 20_000),
      String(repeating: "<meta property=og:title content=x>", count: 30_000),
      "<script type=application/ld+json>" + String(repeating: "[", count: 1_000_000),
      "<script type=application/ld+json>["
        + String(repeating: "{\"@id\":\"a\",\"b:c\":1},", count: 40_000),
    ])
  func `are read of any page within their bounds`(html: String) {
    let data = Self.things(html)
    #expect(data.problems.count <= ThingBounds.problemCountMax)
    #expect(data.things.allSatisfy { Self.depth($0) <= ThingBounds.depthMax })
  }

  private static func depth(_ thing: Thing) -> Int {
    1
      + (thing.properties.map { property in
        if case .thing(let inner) = property.value { depth(inner) } else { 0 }
      }.max() ?? 0)
  }
}
