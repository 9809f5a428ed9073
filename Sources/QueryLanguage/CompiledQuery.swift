/// A query that is ready to be asked of many items, at one moment.
///
/// The one truth about what a query means: an index may only leave items out that this refuses.
public struct CompiledQuery {
  private indirect enum Node {
    case all([Node])
    case any([Node])
    case not(Node)
    case text(QueryAttribute, [String], CompiledPattern)
    case present([String])
    /// Numbers, or seconds since the start of 2001: whole spans for `==` with a period.
    case number([String], NumberTest)
    case never
  }

  private let root: Node

  public init(_ query: Query, clock: QueryClock) {
    root = Self.compile(query.condition, clock)
  }

  private static func compile(_ condition: QueryCondition, _ clock: QueryClock) -> Node {
    switch condition {
    case .all(let parts): .all(parts.map { compile($0, clock) })
    case .any(let parts): .any(parts.map { compile($0, clock) })
    case .not(let inner): .not(compile(inner, clock))
    case .range(let range):
      .number(names(range.attribute), NumberTest(from: range.lower, to: range.upper, clock))
    case .comparison(let comparison): compile(comparison, clock)
    }
  }

  private static func compile(_ comparison: QueryComparison, _ clock: QueryClock) -> Node {
    let names = names(comparison.attribute)
    let node: Node
    switch comparison.value {
    case .present: node = .present(names)
    case .text(let pattern):
      // Texts have no order: a query that was built by hand may say so.
      node =
        comparison.comparator.isOrdering
        ? .never : .text(comparison.attribute, names, CompiledPattern(pattern))
    case .number(let moment):
      node = .number(names, NumberTest(comparison.comparator, moment, clock))
    }
    return comparison.comparator == .notEqual ? .not(node) : node
  }

  /// The names of one attribute, as items know it; none for wildcards.
  private static func names(_ attribute: QueryAttribute) -> [String] {
    guard case .named(let name) = attribute else { return [] }
    return [QueryAttributeName.property(name)]
  }

  // MARK: Asking

  public func matches(_ item: some QueryableItem) -> Bool { Self.holds(root, item) }

  private static func holds(_ node: Node, _ item: some QueryableItem) -> Bool {
    switch node {
    case .all(let parts): return parts.allSatisfy { holds($0, item) }
    case .any(let parts): return parts.contains { holds($0, item) }
    case .not(let inner): return !holds(inner, item)
    case .never: return false
    case .present(let names):
      let names = names.isEmpty ? item.searchedAttributes : names
      return names.contains { !item.values(of: $0).isEmpty }
    case .number(let names, let test):
      let names = names.isEmpty ? item.searchedAttributes : names
      return names.contains { item.values(of: $0).contains(where: test.holds) }
    case .text(let attribute, let names, let pattern):
      return isFound(pattern, attribute, names, item)
    }
  }

  private static func isFound(
    _ pattern: CompiledPattern, _ attribute: QueryAttribute, _ names: [String],
    _ item: some QueryableItem
  ) -> Bool {
    if case .named = attribute, !pattern.isEachWord {
      return isFound(pattern, names, item)
    }
    let fields = names.isEmpty ? item.searchedAttributes : names
    let content = attribute == .anything ? QueryAttributeName.content : []
    guard pattern.isEachWord else {
      return isFound(pattern, fields, item) || isFound(pattern, content, item)
    }
    var missing = pattern.words.indices.map { _ in true }
    guard !missing.isEmpty else { return false }
    for name in fields + content {
      for case .text(let text) in item.values(of: name) {
        for (place, isFound) in pattern.wordsFound(in: text).enumerated() where isFound {
          missing[place] = false
        }
        if !missing.contains(true) { return true }
      }
    }
    return false
  }

  private static func isFound(
    _ pattern: CompiledPattern, _ names: [String], _ item: some QueryableItem
  ) -> Bool {
    names.contains { name in
      let isContent = QueryAttributeName.content.contains(name)
      return item.values(of: name).contains { value in
        guard case .text(let text) = value else { return false }
        return pattern.matches(text, isContent: isContent)
      }
    }
  }
}
