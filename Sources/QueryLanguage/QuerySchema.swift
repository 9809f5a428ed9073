internal import TextAnalysis

/// Which attributes there are, for who warns of queries that cannot find anything.
public struct QuerySchema: Sendable {
  public enum Kind: Hashable, Sendable { case text, number, date, other }

  private let kinds: [String: Kind]
  /// Sorted, so that the same name is suggested every time.
  private let names: [String]

  /// - Parameter kinds: by property name; custom keys are not among them.
  public init(_ kinds: [String: Kind]) {
    self.kinds = kinds
    names = kinds.keys.sorted()
  }

  func kind(_ name: String) -> Kind? { kinds[name] }

  /// The longest name for which another one is suggested, in bytes.
  private static let suggestedByteCountMax = 64

  /// Of the names that differ little the nearest; of several the first.
  func suggestion(for name: String) -> String? {
    let name = name.lowercased()
    // Names are short; what is longer is like none of them.
    guard name.utf8.count <= Self.suggestedByteCountMax else { return nil }
    var distance = EditDistance(to: name, isPrefix: false, max: max(1, name.utf8.count / 4))
    let near = names.compactMap { other in
      distance.edits(of: Array(other.lowercased().utf8)).map { (name: other, edits: $0) }
    }
    return near.min { $0.edits < $1.edits }?.name
  }
}

extension Query {
  /// What may be meant otherwise, in sentences: attributes that nobody knows, comparisons that
  /// never hold. The query can be asked all the same.
  public func warnings(_ schema: QuerySchema) -> [String] {
    var found: [String] = []
    for warning in condition.warnings(schema) where !found.contains(warning) {
      found.append(warning)
    }
    return found
  }
}

extension QueryCondition {
  fileprivate func warnings(_ schema: QuerySchema) -> [String] {
    switch self {
    case .all(let parts), .any(let parts): return parts.flatMap { $0.warnings(schema) }
    case .not(let inner): return inner.warnings(schema)
    case .comparison(let comparison):
      return comparison.attribute.warnings(schema) + comparison.warnings(schema)
    case .range(let range):
      var found = range.attribute.warnings(schema)
      if case .number(let lower) = range.lower, case .number(let upper) = range.upper,
        lower > upper
      {
        found.append("No number is in \(text): the lower bound is above the upper one.")
      }
      return found
    }
  }
}

extension QueryAttribute {
  fileprivate func kind(_ schema: QuerySchema) -> QuerySchema.Kind? {
    guard case .named(let name) = self else { return nil }
    return schema.kind(QueryAttributeName.property(name))
  }

  fileprivate func warnings(_ schema: QuerySchema) -> [String] {
    guard case .named(let name) = self else { return [] }
    let property = QueryAttributeName.property(name)
    guard schema.kind(property) == nil else { return [] }
    let unknown = "No attribute is called \(name), unless it is a key of an app's own."
    guard let near = schema.suggestion(for: property) else { return [unknown] }
    return ["\(unknown) Did you mean \(near)?"]
  }
}

extension QueryComparison {
  fileprivate func warnings(_ schema: QuerySchema) -> [String] {
    let kind = attribute.kind(schema)
    switch value {
    case .present: return []
    case .text(let pattern):
      if kind == .number || kind == .date {
        return ["\(text) never holds: \(attribute.text) is no text. Leave the quotes out."]
      }
      let isWords = !pattern.modifiers.isDisjoint(with: [.words, .eachWord])
      guard isWords, CompiledPattern(pattern).wordCount == 0 else { return [] }
      return ["\(text) never holds: there is no word in the text."]
    case .number:
      guard kind == .text else { return [] }
      return ["\(text) never holds: \(attribute.text) is a text. Put the value in quotes."]
    }
  }
}
