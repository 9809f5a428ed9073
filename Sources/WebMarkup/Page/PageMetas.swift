/// The meta elements of a page, by their names.
package struct PageMetas: Sendable {
  private var byName: [String: [PageFact]] = [:]
  /// In the order in which they begin, each once.
  private(set) var names: [String] = []

  init() {}

  /// Adds what one element says. The name is compared without regard to case, and an element may
  /// have two: Open Graph is written with `property`, everything else with `name`.
  mutating func add(names: [String], content: String, line: Int?) {
    var added: Set<String> = []
    for name in names.map(Self.folded) where !name.isEmpty && added.insert(name).inserted {
      let fact = PageFact(
        HeaderParts.trimmed(content.unicodeScalars), source: name, line: line)
      if byName[name] == nil { self.names.append(name) }
      byName[name, default: []].append(fact)
    }
  }

  private static func folded(_ name: String) -> String {
    HeaderParts.trimmed(name.unicodeScalars).lowercased()
  }

  /// All of a name, in the order of the page.
  func all(_ name: String) -> [PageFact] { byName[name] ?? [] }

  /// The first that says something.
  func first(_ name: String) -> PageFact? { byName[name]?.first { !$0.text.isEmpty } }
}
