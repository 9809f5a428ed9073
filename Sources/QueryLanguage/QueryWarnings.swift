internal import CivilTime

extension Query {
  /// What may be meant otherwise, in sentences: attributes that nobody knows, comparisons that
  /// never hold, or always do. The query can be asked all the same.
  public func warnings(_ schema: QuerySchema) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    for warning in condition.warnings(schema, isNegated: false)
    where known.insert(warning).inserted { found.append(warning) }
    return found
  }
}

extension QueryCondition {
  /// - Parameter isNegated: whether a negation stands right before it, which the text begins with.
  fileprivate func warnings(_ schema: QuerySchema, isNegated: Bool) -> [String] {
    switch self {
    case .all(let parts), .any(let parts):
      return parts.flatMap { $0.warnings(schema, isNegated: false) }
    case .not(let inner): return inner.warnings(schema, isNegated: !isNegated)
    case .comparison(let comparison):
      let reason = comparison.reasonForNoMatch(schema)
      let doubt = reason == nil ? comparison.doubt(schema) : nil
      let isAlways = isNegated != (comparison.comparator == .notEqual)
      return comparison.attribute.warnings(schema)
        + (reason.map { [outcome(isNegated, isAlways) + $0] } ?? []) + (doubt.map { [$0] } ?? [])
    case .range(let range):
      let reason = range.reasonForNoMatch(schema)
      return range.attribute.warnings(schema)
        + (reason.map { [outcome(isNegated, isNegated) + $0] } ?? [])
    }
  }

  private func outcome(_ isNegated: Bool, _ isAlways: Bool) -> String {
    (isNegated ? "!" : "") + text + (isAlways ? " always holds: " : " never holds: ")
  }
}

extension QueryAttribute {
  fileprivate func kind(_ schema: QuerySchema) -> QuerySchema.Kind? {
    guard case .named(let name) = self else { return nil }
    return schema.kind(QueryAttributeName.property(name))
  }

  var isContent: Bool {
    guard case .named(let name) = self else { return false }
    return QueryAttributeName.content.contains(QueryAttributeName.property(name))
  }

  fileprivate func warnings(_ schema: QuerySchema) -> [String] {
    guard case .named(let name) = self else { return [] }
    let property = QueryAttributeName.property(name)
    guard schema.kind(property) == nil else { return [] }
    let unknown = "No attribute is called \(name), unless it is a key of an app's own."
    guard let near = schema.suggestion(for: property) else { return [unknown] }
    return ["\(unknown) Did you mean \(near)?"]
  }

  fileprivate var isOpaque: String {
    "\(text) is neither a text nor a number. Ask whether it is there: \(text) == *."
  }

  fileprivate var isUnordered: String { "\(text) is a text, and texts have no order." }
}

extension QueryComparison {
  /// Why no item is equal, or in that order.
  fileprivate func reasonForNoMatch(_ schema: QuerySchema) -> String? {
    let kind = attribute.kind(schema)
    switch value {
    case .present: return nil
    case .text(let pattern):
      switch kind {
      case .number: return "\(attribute.text) is not a text. Leave the quotes out."
      case .date:
        return "\(attribute.text) is a date. Write a time, such as $time.iso(2026-01-31)."
      case .other: return attribute.isOpaque
      case .text, nil: break
      }
      let isWords =
        attribute.isContent || !pattern.modifiers.isDisjoint(with: [.words, .eachWord])
      guard isWords, CompiledPattern(pattern).wordCount == 0 else { return nil }
      return "there is no word in the text."
    case .number:
      if kind == .other { return attribute.isOpaque }
      guard kind == .text else { return nil }
      guard case .number(let moment) = value, case .number = moment, !comparator.isOrdering else {
        return comparator.isOrdering ? attribute.isUnordered : "\(attribute.text) is a text."
      }
      return "\(attribute.text) is a text. Put the value in quotes."
    }
  }

  /// What can hold, and hardly is meant.
  fileprivate func doubt(_ schema: QuerySchema) -> String? {
    guard case .number(.time) = value, attribute.kind(schema) == .number else { return nil }
    return "\(text) compares a number with the seconds of a time: \(attribute.text) is not a date."
  }
}

extension QueryRange {
  fileprivate func reasonForNoMatch(_ schema: QuerySchema) -> String? {
    switch attribute.kind(schema) {
    case .text: return attribute.isUnordered
    case .other: return attribute.isOpaque
    case .number, .date, nil: break
    }
    return isEmpty ? "the lower bound is above the upper one." : nil
  }

  /// Whether nothing is in it, whenever it is asked.
  private var isEmpty: Bool {
    switch (lower, upper) {
    case (.number(let lower), .number(let upper)): lower > upper
    case (.time(.instant(let lower)), .time(.instant(let upper))): lower > upper
    case (.time(.period), .time(.period)): Self.days.allSatisfy { isEmpty($0) }
    default: false
    }
  }

  private func isEmpty(_ now: Int64) -> Bool {
    NumberTest(from: lower, to: upper, QueryClock(now: now)).range == nil
  }

  /// A noon of every day of 2024 and 2025: years and weeks begin on many days in them.
  private static let days = (0..<731).map { 1_704_110_400_000 + $0 * CivilDay.milliseconds }
}
