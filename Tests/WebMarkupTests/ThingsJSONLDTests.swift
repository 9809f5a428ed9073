import Testing
import WebAddress

@testable import WebMarkup

@Suite("JSON-LD of a page") struct ThingsJSONLDTests {
  /// Cases of W3C's suite that are read otherwise, and why. The file has those that use nothing of
  /// what is left out: containers of identifiers, types and graphs, reverse properties, nests,
  /// includes, imports, JSON as a value, directions, protected names, contexts for one name or type.
  static let exceptions: [String: String] = [:]

  @Test func `is what W3C's cases expect`() throws {
    let names = Set(Self.exceptions.keys)
    let differences = try ThingCase.differences("json-ld-expand.jsonl", expected: names) { test in
      ThingFacts(JSONLD.read(test.text, base: MarkupBase(WebURL(test.base))).things).lines
    }
    #expect(differences == [])
  }

  static let pageExceptions: [String: String] = [:]

  @Test func `is found in pages as W3C's cases expect`() throws {
    let names = Set(Self.pageExceptions.keys)
    let differences = try ThingCase.differences("json-ld-html.jsonl", expected: names) { test in
      let document = HTMLDocument(Array(test.text.utf8))
      let read = JSONLD.read(document, base: MarkupBase(WebURL(test.base)))
      guard !read.problems.contains(where: \.isLoss) else { return nil }
      return ThingFacts(read.things).lines
    }
    #expect(differences == [])
  }
}
