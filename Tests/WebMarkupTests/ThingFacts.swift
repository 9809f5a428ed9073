import Foundation
import WebAddress

@testable import WebMarkup

/// What things say, as sorted lines that tests compare: one for each thing with an identifier, and
/// one for each other thing that is no value. Order, lines of the page and syntax do not count.
struct ThingFacts {
  private(set) var lines: [String] = []

  init(_ things: [Thing]) {
    var known: [String: Set<String>] = [:]
    var blank: [String] = []
    for thing in things {
      let facts = Self.facts(of: thing, &known)
      if thing.id == nil, !facts.isEmpty { blank.append(Self.line(facts)) }
    }
    lines = (blank + known.map { "<\($0.key)> " + Self.line($0.value) }).sorted()
  }

  private static func line(_ facts: Set<String>) -> String {
    "[" + facts.sorted().joined(separator: "; ") + "]"
  }

  private static func facts(
    of thing: Thing, _ known: inout [String: Set<String>]
  ) -> Set<String> {
    var facts = Set(thing.types.map { "a " + $0 })
    for property in thing.properties {
      let value: String
      switch property.value {
      case .text(let text): value = text
      case .thing(let inner):
        let innerFacts = Self.facts(of: inner, &known)
        value = inner.id ?? Self.line(innerFacts)
      }
      facts.insert(property.name + "=" + value)
    }
    if let id = thing.id, !facts.isEmpty { known[id, default: []].formUnion(facts) }
    return facts
  }
}

/// A case of a public suite, with what its expected output says in the form of `ThingFacts`. The
/// expected outputs were converted by another program.
struct ThingCase: Decodable {
  let id: String
  let base: String
  let text: String
  /// Nil where reading has to fail.
  let facts: [String]?
  /// Whether all blocks of the page are read, and not only the first.
  let all: Bool?
  /// Whether one block of the page is named.
  let fragment: Bool?

  /// What addresses of the page are relative to.
  func markupBase(in document: HTMLDocument) -> MarkupBase {
    let own = document.elements(named: "base").first?["href"] ?? ""
    let page = WebURL(base)
    return MarkupBase(WebURL(own, relativeTo: page) ?? page)
  }

  /// - Parameter name: of a file of Tests/WebCases.
  static func read(_ name: String) throws -> [ThingCase] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../WebCases/\(name)").standardizedFileURL
    return try Data(contentsOf: url).split(separator: 0x0A).map {
      try JSONDecoder().decode(ThingCase.self, from: $0)
    }
  }

  /// Says of each case that differs how it does.
  static func differences(
    _ name: String, expected: Set<String>, _ read: (ThingCase) -> [String]?
  ) throws -> [String] {
    try self.read(name).compactMap { test in
      let found = read(test)
      let isEqual = found == test.facts
      guard isEqual == expected.contains(test.id) else { return nil }
      return isEqual
        ? "\(test.id) passes" : "\(test.id): \(found ?? []) is not \(test.facts ?? [])"
    }
  }
}
