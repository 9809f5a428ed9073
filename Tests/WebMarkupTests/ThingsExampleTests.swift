import Foundation
import TestSupport
import Testing
import WebAddress

@testable import WebMarkup

/// schema.org's examples have one fact in three syntaxes, most of them written by hand.
@Suite("Examples of schema.org") struct ThingsExampleTests {
  private static let archive = RealData.path("schemaorg.examples.jsonl.gz")

  private struct Example: Decodable {
    let id: String
    let microdata: String?
    let rdfa: String?
    let jsonld: String?
  }

  /// Examples whose RDFa differs from their Microdata, each looked at.
  private static let rdfaExceptions: [String: Set<String>] = [
    "other values, or properties that the other syntax does not have": [
      "0007", "0023", "0208", "0341", "0372", "0374", "0375", "0379", "0380", "0384", "0426",
      "0436", "0444", "0446", "0457",
    ],
    "RDFa on the body is about the page, and has its address": [
      "0207", "0235", "0353", "0355", "0447", "0448", "0449", "0450", "0462",
    ],
    "identifiers and resources that the other syntax spells otherwise or does not have": [
      "0230", "0231", "0256", "0377", "0393", "0395", "0397", "0398", "0399",
    ],
    "things that are nested in the one syntax and stand beside each other in the other": [
      "0328", "0329", "0438",
    ],
  ]

  /// Examples whose JSON-LD has other words, values, types or properties than their Microdata and
  /// their RDFa, each looked at: shortened descriptions, prices of another year, authors with and
  /// without a type.
  private static let jsonExceptions: Set<String> = [
    "0001", "0003", "0007", "0009", "0010", "0013", "0023", "0028", "0166", "0167", "0172",
    "0175", "0177", "0186", "0189", "0190", "0192", "0195", "0197", "0198", "0208", "0209",
    "0210", "0211", "0230", "0231", "0233", "0234", "0256", "0328", "0329", "0349", "0350",
    "0351", "0352", "0353", "0354", "0355", "0357", "0358", "0371", "0374", "0375", "0376",
    "0377", "0378", "0380", "0381", "0383", "0393", "0395", "0396", "0397", "0398", "0399",
    "0400", "0401", "0402", "0419", "0424", "0426", "0436", "0444", "0446", "0447", "0448",
    "0449", "0450", "0452", "0454", "0455", "0456", "0457", "0462",
  ]
  /// The same for one of the two alone.
  private static let microdataAlone: Set<String> = [
    "0254", "0255", "0258", "0324", "0382", "0476", "3475",
  ]
  private static let rdfaAlone: Set<String> = [
    "0207", "0235", "0332", "0333", "0334", "0335", "0337", "0341", "0379", "0394", "0427",
    "0429", "0438",
  ]

  private static func facts(_ markup: String?) -> [String]? {
    guard let markup else { return nil }
    let page = HTMLDocument(Array(markup.utf8))
    let things = StructuredData(page, base: WebURL("https://example.com/page")).things
    return things.isEmpty ? nil : ThingFacts(things).lines
  }

  @Test(.enabled(if: archive != nil, "\(RealData.howToGet)"))
  func `give the same value in each syntax, or are named`() throws {
    let packed = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.archive)))
    let examples = try Data(try Archive.inflated([UInt8](packed))).split(separator: 0x0A).map {
      try JSONDecoder().decode(Example.self, from: $0)
    }
    #expect(examples.count == 448)
    var pairCount = 0
    var different: [Set<String>] = [[], [], []]
    for example in examples {
      let microdata = Self.facts(example.microdata)
      let rdfa = Self.facts(example.rdfa)
      let json = Self.facts(example.jsonld)
      let pairs = [(microdata, rdfa), (microdata, json), (rdfa, json)]
      for (place, pair) in pairs.enumerated() {
        guard let one = pair.0, let other = pair.1 else { continue }
        pairCount += 1
        if one != other { different[place].insert(String(example.id.dropFirst(3))) }
      }
    }
    #expect(pairCount == 436)
    #expect(different[0] == Self.rdfaExceptions.values.reduce([]) { $0.union($1) })
    #expect(different[1] == Self.jsonExceptions.union(Self.microdataAlone))
    #expect(different[2] == Self.jsonExceptions.union(Self.rdfaAlone))
    let equalCount = pairCount - different.reduce(0) { $0 + $1.count }
    #expect(equalCount == 232)
  }
}
