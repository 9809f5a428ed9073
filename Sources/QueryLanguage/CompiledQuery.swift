/// A query that is ready to be asked of many items, at one moment.
///
/// The one truth about what a query means: an index may only leave items out that this refuses.
public struct CompiledQuery {
  private indirect enum Node {
    case all([Node])
    case any([Node])
    case not(Node)
    case text(QueryAttribute, CompiledPattern)
    case present(QueryAttribute)
    /// Numbers, or seconds since the start of 2001: whole spans for `==` with a period.
    case number(QueryAttribute, NumberTest)
    case never
  }

  private let root: Node
  /// Comparisons of texts, each of which looks through all texts of an attribute.
  package let textCount: Int

  /// - Parameter clock: what `$time` in the query means, frozen here.
  public init(_ query: Query, clock: QueryClock) {
    root = Self.compile(query.condition, clock)
    textCount = Self.textCount(root)
  }

  private static func textCount(_ node: Node) -> Int {
    switch node {
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + textCount($1) }
    case .not(let inner): textCount(inner)
    case .text: 1
    case .present, .number, .never: 0
    }
  }

  private static func compile(_ condition: QueryCondition, _ clock: QueryClock) -> Node {
    switch condition {
    case .all(let parts): .all(parts.map { compile($0, clock) })
    case .any(let parts): .any(parts.map { compile($0, clock) })
    case .not(let inner): .not(compile(inner, clock))
    case .range(let range):
      .number(property(range.attribute), NumberTest(from: range.lower, to: range.upper, clock))
    case .comparison(let comparison): compile(comparison, clock)
    }
  }

  private static func compile(_ comparison: QueryComparison, _ clock: QueryClock) -> Node {
    let attribute = property(comparison.attribute)
    let node: Node
    switch comparison.value {
    case .present: node = .present(attribute)
    case .text(let pattern):
      // Texts have no order: a query that was built by hand may say so.
      node = comparison.comparator.isOrdering ? .never : .text(attribute, CompiledPattern(pattern))
    case .number(let moment):
      node = .number(attribute, NumberTest(comparison.comparator, moment, clock))
    }
    return comparison.comparator == .notEqual ? .not(node) : node
  }

  /// The attribute, by the name that items know it by.
  private static func property(_ attribute: QueryAttribute) -> QueryAttribute {
    guard case .named(let name) = attribute else { return attribute }
    return .named(QueryAttributeName.property(name))
  }

  // MARK: Asking

  /// Whether the item fulfils the query.
  public func matches(_ item: some QueryableItem) -> Bool {
    Self.holds(root, ItemTexts(item, keeps: textCount > 1))
  }

  /// - Parameter isGivenUp: whether nobody waits for the answer, asked before every comparison.
  /// - Returns: nil where nobody does.
  package func matches(_ item: some QueryableItem, isGivenUp: () -> Bool) -> Bool? {
    withoutActuallyEscaping(isGivenUp) { isGivenUp in
      let texts = ItemTexts(item, keeps: textCount > 1, isGivenUp: isGivenUp)
      let holds = Self.holds(root, texts)
      return texts.wasGivenUp ? nil : holds
    }
  }

  private static func holds(_ node: Node, _ texts: ItemTexts<some QueryableItem>) -> Bool {
    switch node {
    case .all(let parts): return parts.allSatisfy { holds($0, texts) }
    case .any(let parts): return parts.contains { holds($0, texts) }
    case .not(let inner): return !holds(inner, texts)
    case .never: return false
    case .present(let attribute):
      return names(attribute, texts.item).contains { !texts.item.values(of: $0).isEmpty }
    case .number(let attribute, let test):
      return names(attribute, texts.item).contains {
        texts.item.values(of: $0).contains(where: test.holds)
      }
    case .text(let attribute, let pattern):
      guard !texts.asksWhetherGivenUp() else { return false }
      let names = names(attribute, texts.item)
      return pattern.isEachWord
        ? isEachWordFound(pattern, names, texts) : isFound(pattern, names, texts)
    }
  }

  private static func names(_ attribute: QueryAttribute, _ item: some QueryableItem) -> [String] {
    switch attribute {
    case .named(let name): [name]
    case .anyField: item.searchedAttributes
    case .anything: item.searchedAttributes + QueryAttributeName.content
    }
  }

  private static func isFound(
    _ pattern: CompiledPattern, _ names: [String], _ texts: ItemTexts<some QueryableItem>
  ) -> Bool {
    names.contains { name in
      let isContent = QueryAttributeName.content.contains(name)
      let isWords = pattern.isOfWords(isContent: isContent)
      return texts.texts(of: name, pattern.folding, isWords: isWords)
        .contains { pattern.matches($0, isContent: isContent) }
    }
  }

  /// Each word is a separate query, as in Apple's: another value may have it, and for a wildcard
  /// another attribute.
  private static func isEachWordFound(
    _ pattern: CompiledPattern, _ names: [String], _ texts: ItemTexts<some QueryableItem>
  ) -> Bool {
    guard pattern.wordCount > 0 else { return false }
    var found = [Bool](repeating: false, count: pattern.wordCount)
    for name in names {
      for text in texts.texts(of: name, pattern.folding, isWords: true) {
        for (place, isFound) in pattern.wordsFound(in: text).enumerated() where isFound {
          found[place] = true
        }
        if !found.contains(false) { return true }
      }
    }
    return false
  }
}
