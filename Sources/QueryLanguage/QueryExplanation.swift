internal import CivilTime

/// A query in words, part by part, and what each part says of an item.
public struct QueryExplanation: Hashable, Sendable {
  /// A part of the query.
  public struct Line: Hashable, Sendable {
    /// How many parts it is inside of.
    public let depth: Int
    /// The part in words.
    public let text: String
    /// Whether it holds for the item; nil where none was given.
    public let holds: Bool?
  }

  /// Each part, before the parts inside of it.
  public private(set) var lines: [Line] = []

  /// Explains the query alone.
  public init(_ query: Query, clock: QueryClock) {
    self.init(query, clock) { _ in nil }
  }

  /// Explains the query, and says of each part whether it holds for the item.
  public init(_ query: Query, of item: some QueryableItem, clock: QueryClock) {
    self.init(query, clock) { condition in
      CompiledQuery(Query(condition), clock: clock).matches(item)
    }
  }

  private init(
    _ query: Query, _ clock: QueryClock, holds: (QueryCondition) -> Bool?
  ) {
    add(query.condition, 0, clock, holds)
  }

  private mutating func add(
    _ condition: QueryCondition, _ depth: Int, _ clock: QueryClock,
    _ holds: (QueryCondition) -> Bool?
  ) {
    let parts: [QueryCondition]
    let text: String
    switch condition {
    case .all(let inner): (text, parts) = ("all of these:", inner)
    case .any(let inner): (text, parts) = ("any of these:", inner)
    case .not(let inner): (text, parts) = ("not:", [inner])
    case .comparison(let comparison): (text, parts) = (comparison.sentence(clock), [])
    case .range(let range):
      text =
        "\(range.attribute.words) is from \(range.lower.words(clock)) to "
        + "\(range.upper.words(clock)), both included"
      parts = []
    }
    lines.append(Line(depth: depth, text: text, holds: holds(condition)))
    for part in parts { add(part, depth + 1, clock, holds) }
  }
}

extension QueryAttribute {
  fileprivate var words: String {
    switch self {
    case .anyField: "one of the attributes that are searched"
    case .anything: "one of the attributes that are searched, or the content,"
    case .named(let name): QueryAttributeName.property(name)
    }
  }

  /// What has nothing of something. Of several values and attributes none may have it.
  fileprivate var nothing: String {
    switch self {
    case .anyField: "none of the attributes that are searched"
    case .anything: "none of the attributes that are searched, nor the content,"
    case .named(let name): "no value of " + QueryAttributeName.property(name)
    }
  }
}

extension QueryComparison {
  fileprivate func sentence(_ clock: QueryClock) -> String {
    let isNegated = comparator == .notEqual
    let subject = isNegated ? attribute.nothing : attribute.words
    switch value {
    case .present: return subject + " is there"
    case .text(let pattern) where pattern.modifiers.contains(.eachWord):
      return eachWord(of: pattern, isNegated)
    case .text(let pattern): return subject + " " + phrase(pattern)
    case .number(let moment): return subject + " " + compares(moment, clock)
    }
  }

  /// The words may be in several values, and of a wildcard in several attributes.
  private func eachWord(of pattern: QueryPattern, _ isNegated: Bool) -> String {
    let text = QueryPattern(pieces: pattern.pieces).text
    let place =
      switch attribute {
      case .anyField: "in an attribute that is searched"
      case .anything: "in an attribute that is searched or in the content"
      case .named: "in " + attribute.words
      }
    return (isNegated ? "not each word of " : "each word of ") + text + " is " + place
      + ignored(pattern)
  }

  private func phrase(_ pattern: QueryPattern) -> String {
    let text = QueryPattern(pieces: pattern.pieces).text
    let isWords = attribute.isContent || pattern.modifiers.contains(.words)
    let verb: String
    if isWords {
      verb = "holds the words "
    } else if pattern.pieces.contains(.any) || pattern.pieces.contains(.one) {
      verb = "is of the form "
    } else {
      verb = "is exactly "
    }
    return verb + text + ignored(pattern)
  }

  private func ignored(_ pattern: QueryPattern) -> String {
    var ignored: [String] = []
    if pattern.modifiers.contains(.ignoresCase) { ignored.append("case") }
    if pattern.modifiers.contains(.ignoresAccents) { ignored.append("accents") }
    return ignored.isEmpty ? "" : ", whatever its " + ignored.joined(separator: " and ")
  }

  private func compares(_ moment: QueryMoment, _ clock: QueryClock) -> String {
    let value = moment.words(clock)
    if case .time(let time) = moment, !comparator.isOrdering {
      let span = clock.span(of: time)
      if span.upperBound - span.lowerBound > 1 {
        return "is within " + moment.text + ", from " + ISOTime.text(span.lowerBound)
          + " to before " + ISOTime.text(span.upperBound)
      }
    }
    switch comparator {
    case .equal, .notEqual: return "is " + value
    case .less: return "is less than " + value
    case .lessOrEqual: return "is at most " + value
    case .greater: return "is more than " + value
    case .greaterOrEqual: return "is at least " + value
    }
  }
}

extension QueryMoment {
  fileprivate func words(_ clock: QueryClock) -> String {
    switch self {
    case .number: text
    case .time(let time): ISOTime.text(clock.span(of: time).lowerBound)
    }
  }
}
