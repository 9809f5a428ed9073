import Testing
import WebAddress

@testable import WebMarkup

@Suite("Microdata and RDFa of a page") struct ThingsMarkupTests {
  private static let microdataExceptions: [String: String] = [:]

  @Test func `are what the standard's examples of Microdata expect`() throws {
    let names = Set(Self.microdataExceptions.keys)
    let differences = try ThingCase.differences("microdata-w3c.jsonl", expected: names) { test in
      let document = HTMLDocument(Array(test.text.utf8))
      return ThingFacts(Microdata.read(document, base: MarkupBase(WebURL(test.base))).things).lines
    }
    #expect(differences == [])
  }

  private static let rdfaExceptions: [String: String] = [:]

  @Test func `are what W3C's cases of RDFa Lite expect`() throws {
    let names = Set(Self.rdfaExceptions.keys)
    let differences = try ThingCase.differences("rdfa-lite.jsonl", expected: names) { test in
      let document = HTMLDocument(Array(test.text.utf8))
      let base = document.elements(named: "base").first?["href"] ?? ""
      let page = WebURL(test.base)
      let url = WebURL(base, relativeTo: page) ?? page
      return ThingFacts(RDFaLite.read(document, base: MarkupBase(url)).things).lines
    }
    #expect(differences == [])
  }
}
