internal import WebAddress

/// All that was read of a page, for programs: with sorted keys, equal facts are equal bytes.
package struct PageExtract: Encodable {
  private let facts: PageFacts
  private let result: RichResult

  package init(_ facts: PageFacts) {
    self.facts = facts
    result = RichResult(facts.structuredData, page: facts.ownAddress)
  }

  private enum Key: String, CodingKey {
    case address, apps, base, canonical, description, encoding, language, openGraph, problems
    case result, robots, things, title
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(facts.address?.href, forKey: .address)
    try values.encodeIfPresent(facts.base?.href, forKey: .base)
    try values.encode(facts.encoding, forKey: .encoding)
    try values.encodeIfPresent(facts.title, forKey: .title)
    try values.encodeIfPresent(facts.description, forKey: .description)
    try values.encodeIfPresent(canonical, forKey: .canonical)
    try values.encode(Robots(facts), forKey: .robots)
    let properties = facts.openGraph.map { ($0.source, $0) }
    try values.encode(
      Dictionary(properties) { first, _ in first }, forKey: .openGraph)
    try values.encode(facts.apps, forKey: .apps)
    try values.encodeIfPresent(facts.language, forKey: .language)
    try values.encode(facts.structuredData.things, forKey: .things)
    try values.encode(result, forKey: .result)
    try values.encode(problems, forKey: .problems)
  }

  /// The whole address, or the text as it is written where it is none.
  private var canonical: PageFact? {
    facts.canonicals.first.map { $0.with(facts.canonicalAddress?.href ?? $0.text) }
  }

  private var problems: [PageFact] {
    let ofMarkup = facts.structuredData.problems + result.problems
    return facts.problems + facts.appProblems
      + ofMarkup.map { PageFact($0.text, source: $0.syntax.rawValue, line: $0.line) }
  }

  private struct Robots: Encodable {
    let directives: [String]
    let said: [PageFact]

    init(_ facts: PageFacts) {
      let all: [(String, RobotsDirectives)] = [
        ("nofollow", .noFollow), ("noimageindex", .noImageIndex), ("noindex", .noIndex),
        ("nosnippet", .noSnippet),
      ]
      directives = all.filter { facts.directives.contains($0.1) }.map(\.0)
      said = facts.robotsFacts.map(\.fact)
    }
  }
}

extension AppReference: Encodable {
  private enum Key: String, CodingKey {
    case kind, device, name, storeNumber, argument, source, line
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(kind.rawValue, forKey: .kind)
    try values.encode(device, forKey: .device)
    try values.encode(name, forKey: .name)
    try values.encode(storeNumber, forKey: .storeNumber)
    try values.encode(argument, forKey: .argument)
    try values.encode(source, forKey: .source)
    try values.encodeIfPresent(line, forKey: .line)
  }
}

extension Thing: Encodable {
  private enum Key: String, CodingKey { case syntax, types, id, line, properties }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(syntax.rawValue, forKey: .syntax)
    try values.encode(types, forKey: .types)
    try values.encodeIfPresent(id, forKey: .id)
    try values.encode(line, forKey: .line)
    try values.encode(
      Dictionary(grouping: properties, by: \.name).mapValues { $0.map(\.value) },
      forKey: .properties)
  }
}

extension Thing.Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .thing(let thing): try thing.encode(to: encoder)
    }
  }
}

extension RichResult: Encodable {
  private enum Key: String, CodingKey {
    case kind, types, fields, ingredients, image, isSearchPage, attributes
  }

  private struct Said: Encodable {
    let value: String
    let syntax: String
    let line: Int
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(choice?.kind.rawValue, forKey: .kind)
    try values.encodeIfPresent(choice?.thing.types, forKey: .types)
    let said = fields.map {
      ("\($0.name)", Said(value: $0.value, syntax: $0.syntax.rawValue, line: $0.line))
    }
    try values.encode(Dictionary(said) { first, _ in first }, forKey: .fields)
    try values.encode(ingredients, forKey: .ingredients)
    try values.encodeIfPresent(image?.address, forKey: .image)
    try values.encode(isSearchPage, forKey: .isSearchPage)
    let mapped = attributes.map { ($0.name, [$0.value]) }
    try values.encode(Dictionary(mapped, uniquingKeysWith: +), forKey: .attributes)
  }
}
