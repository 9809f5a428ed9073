/// A node of a page's structured data: one value for JSON-LD, Microdata and RDFa.
///
/// Types and names of schema.org are short ("Recipe", "name"), however a page spells the host and
/// the scheme of schema.org. Those of other vocabularies are whole addresses. A name of Microdata
/// in an item without a type is as the page has it.
package struct Thing: Hashable, Sendable {
  /// How a page writes structured data, the most trusted one first.
  package enum Syntax: String, Hashable, Sendable, CaseIterable, Comparable {
    case jsonLD = "JSON-LD"
    case microdata = "Microdata"
    case rdfa = "RDFa"

    package static func < (one: Syntax, other: Syntax) -> Bool {
      one.rank < other.rank
    }

    private var rank: Int {
      switch self {
      case .jsonLD: 0
      case .microdata: 1
      case .rdfa: 2
      }
    }
  }

  /// What a property says.
  package enum Value: Hashable, Sendable {
    /// A text, a number as it is written, "true", "false", or an address. Runs of spaces and line
    /// ends are one space.
    case text(String)
    case thing(Thing)
  }

  /// One value of a property. A property with several values occurs several times.
  package struct Property: Hashable, Sendable {
    package let name: String
    package let value: Value
    /// Of the page's text, from 1.
    package let line: Int

    package init(_ name: String, _ value: Value, line: Int) {
      (self.name, self.value, self.line) = (name, value, line)
    }
  }

  package let syntax: Syntax
  /// In the order of the page, without repeats; empty for a node without a type.
  package internal(set) var types: [String]
  /// Its absolute address, or what the page gives as one; nil without one and for blank nodes.
  package internal(set) var id: String?
  /// In the order of the page.
  package internal(set) var properties: [Property]
  /// Where it begins in the page's text, from 1.
  package let line: Int

  package init(
    _ syntax: Syntax, types: [String] = [], id: String? = nil, properties: [Property] = [],
    line: Int
  ) {
    self.syntax = syntax
    self.types = types
    self.id = id
    self.properties = properties
    self.line = line
  }
}

extension Thing {
  /// The values of a property, in the order of the page.
  package func values(_ name: String) -> [Property] { properties.filter { $0.name == name } }

  /// The first text of a property.
  package func text(_ name: String) -> String? {
    for property in properties where property.name == name {
      if case .text(let text) = property.value { return text }
    }
    return nil
  }

  /// The things that are values of a property.
  package func things(_ name: String) -> [Thing] {
    properties.compactMap {
      guard $0.name == name, case .thing(let thing) = $0.value else { return nil }
      return thing
    }
  }
}

/// Bounds of what is read of a page. What is beyond them is left out and reported.
package enum ThingBounds {
  /// Things within things, and arrays and objects within each other in JSON.
  package static let depthMax = 64
  /// Values of all things of a page, those that are read through references too.
  package static let valueCountMax = 1 << 16
  /// UTF-8 bytes of one text.
  package static let textByteCountMax = 1 << 14
  /// UTF-8 bytes of all texts of a page.
  package static let textByteCountTotalMax = 1 << 22
  /// Reports of one page.
  package static let problemCountMax = 64
}
