import Testing
import WebAddress

@testable import WebMarkup

@Suite("JSON-LD of a page") struct ThingsJSONLDTests {
  /// Cases of W3C's suite that are read otherwise, and why. The file has those that use nothing of
  /// what is left out: containers of identifiers, types and graphs, reverse properties, nests,
  /// includes, imports, JSON as a value, directions, protected names, contexts of one name.
  static let exceptions: [String: String] = [
    "t0016": "an object that says nothing is no thing",
    "t0020": "a graph as a value is not read", "t0021": "a graph as a value is not read",
    "t0029": "a type without a vocabulary is not read",
    "t0059": "a type without a vocabulary is not read",
    "t0060": "a type without a vocabulary is not read",
    "t0062": "a type without a vocabulary is not read",
    "t0110": "a relative vocabulary is not read", "t0112": "a relative vocabulary is not read",
    "t0118": "schema.org's vocabulary has one spelling",
  ]

  @Test func `is what W3C's cases expect`() throws {
    let names = Set(Self.exceptions.keys)
    let differences = try ThingCase.differences("json-ld-expand.jsonl", expected: names) { test in
      ThingFacts(JSONLD.read(test.text, base: MarkupBase(WebURL(test.base))).things).lines
    }
    #expect(differences == [])
  }

  static let pageExceptions: [String: String] = [
    "te002": "all blocks are read, not the first alone",
    "te003": "all blocks are read, not one that is named",
    "te006": "a page without a block is no error", "te011": "a named block is not looked for",
    "te012": "a named block is not looked for", "te013": "a named block is not looked for",
    "te014": "signs of a comment within a text are text",
    "te022": "all blocks are read, not one that is named",
  ]

  @Test func `is found in pages as W3C's cases expect`() throws {
    let names = Set(Self.pageExceptions.keys)
    let differences = try ThingCase.differences("json-ld-html.jsonl", expected: names) { test in
      let document = HTMLDocument(Array(test.text.utf8))
      let read = JSONLD.read(document, base: test.markupBase(in: document))
      guard !read.problems.contains(where: \.isLoss) else { return nil }
      return ThingFacts(read.things).lines
    }
    #expect(differences == [])
  }

  private static func read(_ block: String) -> (things: [Thing], problems: [MarkupProblem]) {
    JSONLD.read(block, base: MarkupBase(WebURL("https://a.example/p")))
  }

  @Test(arguments: [
    #"{"@context":"http://schema.org","@type":"Recipe","name":"x"}"#,
    #"{"@context":"https://www.schema.org/docs/jsonldcontext.json","type":"Recipe","name":"x"}"#,
    #"{"@context":["https://schema.org/",{"n":"name"}],"@type":["Recipe"],"n":["x"]}"#,
    #"{"@context":{"@vocab":"HTTP://Schema.org"},"@type":"http://schema.org/Recipe","#
      + #""name":{"@value":"x"}}"#,
    #"{"@context":{"s":"http://schema.org/"},"@type":"s:Recipe","s:name":"  x "}"#,
    #"{"@context":"https://schema.org","@graph":[{"@type":"Recipe","name":"x"}]}"#,
  ])
  func `knows schema.org by each of its spellings`(block: String) {
    #expect(ThingFacts(Self.read(block).things).lines == ["[a Recipe; name=x]"])
    #expect(Self.read(block).problems.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"@type":"Recipe","name":"x"}"#,
      "the block says nothing: no @context says what its names mean"
    ),
    (
      #"{"@context":"https://other.example/c","name":"x"}"#,
      "the context https://other.example/c is not read"
    ),
    (
      #"{"@context":"https://schema.org","@reverse":{"author":{"name":"x"}}}"#,
      "@reverse is not read"
    ),
    ("{\"@context\":", "the block is not read: it ends too early"),
    ("", "the block is not read: it is empty"),
  ])
  func `is reported where it is not read`(block: String, problem: String) {
    let read = Self.read(block)
    #expect(read.things.isEmpty)
    #expect(read.problems.first?.text == problem)
  }

  @Test func `joins nodes by their identifier, and cuts cycles`() throws {
    let read = Self.read(
      #"""
      {"@context":"https://schema.org","@graph":[
      {"@id":"#a","@type":"Article","author":{"@id":"#b"},"image":{"@id":"#none"}},
      {"@id":"#b","@type":"Person","knows":{"@id":"#a"},"knowsAbout":{"@id":"_:x"}}]}
      """#)
    let author = try #require(read.things.first?.things("author").first)
    #expect(author.types == ["Person"])
    #expect(author.line == 3)
    #expect(author.text("knows") == "https://a.example/p#a")
    #expect(author.values("knowsAbout").isEmpty)
    #expect(read.things.first?.text("image") == "https://a.example/p#none")
    #expect(read.things.count == 2)
  }

  /// Each node refers twice to the next one, so all that a tree could show doubles at each step.
  @Test(.timeLimit(.minutes(1))) func `does not grow beyond its bounds`() {
    let nodes = (0..<8_000).map {
      "{\"@id\":\"#\($0)\",\"name\":\"n\",\"knows\":[{\"@id\":\"#\($0 + 1)\"},"
        + "{\"@id\":\"#\($0 * 7 % 8000)\"}]}"
    }
    let read = Self.read(
      #"{"@context":"https://schema.org","@graph":[\#(nodes.joined(separator: ","))]}"#)
    #expect(read.things.count == 8_000)
    func count(_ thing: Thing) -> Int {
      thing.properties.reduce(1) { sum, property in
        guard case .thing(let inner) = property.value else { return sum + 1 }
        return sum + 1 + count(inner)
      }
    }
    #expect(read.things.reduce(0) { $0 + count($1) } <= ThingBounds.valueCountMax)
  }
}
