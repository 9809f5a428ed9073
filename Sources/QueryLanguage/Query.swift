internal import CivilTime

/// A query in the language of Core Spotlight: conditions on the attributes of items.
///
/// `title == "paris*"c && (pageCount > 10 || contentCreationDate >= $time.this_week)`
///
/// Source of the language: Apple's documentation of CSSearchQuery, talks 223 of WWDC 2016 and 231
/// of 2017, and the older file metadata query syntax. Where they are silent, docs/SEARCH.md
/// decides.
public struct Query: Hashable, Sendable {
  /// What an item has to fulfil.
  public let condition: QueryCondition

  /// Of parts that were read, or whose bounds do not matter: nothing is refused.
  package init(_ condition: QueryCondition) { self.condition = condition.normalized }

  /// A query that was made in code: exactly what its text reads as.
  ///
  /// - Throws: `QueryError` where no text says the same: names that none has, numbers that are not
  ///   finite, times outside of the years 1 to 9999, an order of texts, and what is larger than a
  ///   text may be.
  public init(validating condition: QueryCondition) throws(QueryError) {
    var validation = QueryValidation()
    try validation.check(condition)
    self.init(condition)
    guard description.utf8.count <= Self.byteCountMax else { throw QueryError(.tooLong) }
  }

  /// - Throws: `QueryError` with the place of what cannot be read.
  public init(_ text: String) throws(QueryError) {
    try self.init(utf8: Array(text.utf8))
  }

  /// - Parameter bytes: a query in UTF-8, not checked before.
  /// - Throws: `QueryError` with the place of what cannot be read, or is not UTF-8.
  public init(utf8 bytes: [UInt8]) throws(QueryError) {
    var parser = try QueryParser(bytes)
    self.init(try parser.parse())
  }

  /// Bytes of a query at most.
  public static let byteCountMax = 1 << 20
  /// Comparisons in a query at most.
  public static let comparisonCountMax = 10_000
  /// How deep parentheses and negations may be nested.
  public static let depthMax = 200
  /// Characters of one text at most, wildcards among them.
  public static let patternCountMax = 4_096
}

/// A condition, or several that are joined.
public indirect enum QueryCondition: Hashable, Sendable {
  /// `&&`, of two or more.
  case all([QueryCondition])
  /// `||`, of two or more.
  case any([QueryCondition])
  /// `!`
  case not(QueryCondition)
  case comparison(QueryComparison)
  case range(QueryRange)
}

/// `attribute == value` and the like.
public struct QueryComparison: Hashable, Sendable {
  /// How an attribute is compared with a value.
  public enum Operator: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    /// The exact negation of `equal`: also true of items that lack the attribute.
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    var isOrdering: Bool { self != .equal && self != .notEqual }
  }

  /// What is compared.
  public var attribute: QueryAttribute
  /// How it is compared.
  public var comparator: Operator
  /// What it is compared with.
  public var value: QueryValue

  /// `attribute comparator value`.
  public init(_ attribute: QueryAttribute, _ comparator: Operator, _ value: QueryValue) {
    (self.attribute, self.comparator, self.value) = (attribute, comparator, value)
  }
}

/// `InRange(attribute, lower, upper)`: both bounds are in the range.
public struct QueryRange: Hashable, Sendable {
  /// What is compared.
  public var attribute: QueryAttribute
  /// The lower bound, which is in the range.
  public var lower: QueryMoment
  /// The upper bound, which is in the range.
  public var upper: QueryMoment

  /// `InRange(attribute, lower, upper)`.
  public init(_ attribute: QueryAttribute, _ lower: QueryMoment, _ upper: QueryMoment) {
    (self.attribute, self.lower, self.upper) = (attribute, lower, upper)
  }
}

/// What is compared.
public enum QueryAttribute: Hashable, Sendable {
  /// `*`: any attribute that is searched by default, not the content.
  case anyField
  /// `**`: the same, or the content.
  case anything
  /// By its property name, a `kMDItem` name or a custom key.
  case named(String)
}

/// What it is compared with.
public enum QueryValue: Hashable, Sendable {
  case text(QueryPattern)
  case number(QueryMoment)
  /// `*`: the attribute is there, whatever it says.
  case present
}

/// A number, or a time: dates are compared with numbers as seconds since the start of 2001 in UTC.
public enum QueryMoment: Hashable, Sendable {
  /// Finite.
  case number(Double)
  case time(QueryTime)
}

// MARK: As text

extension Query: CustomStringConvertible {
  /// The query as a text, which reads as the same query.
  public var description: String { condition.text }
}

extension QueryCondition {
  var text: String {
    switch self {
    case .all(let parts): parts.map { $0.part(isOfAll: true) }.joined(separator: " && ")
    case .any(let parts): parts.map { $0.part(isOfAll: false) }.joined(separator: " || ")
    case .not(let inner):
      switch inner {
      case .all, .any: "!(\(inner.text))"
      case .not, .comparison, .range: "!" + inner.text
      }
    case .comparison(let comparison): comparison.text
    case .range(let range):
      "InRange(\(range.attribute.text), \(range.lower.text), \(range.upper.text))"
    }
  }

  private func part(isOfAll: Bool) -> String {
    switch self {
    case .any: "(\(text))"
    case .all: isOfAll ? "(\(text))" : text
    case .not, .comparison, .range: text
    }
  }
}

extension QueryComparison {
  var text: String { "\(attribute.text) \(comparator.rawValue) \(value.text)" }
}

extension QueryAttribute {
  var text: String {
    switch self {
    case .anyField: "*"
    case .anything: "**"
    case .named(let name): name
    }
  }
}

extension QueryValue {
  var text: String {
    switch self {
    case .text(let pattern): pattern.text
    case .number(let moment): moment.text
    case .present: "*"
    }
  }
}

extension QueryMoment {
  var text: String {
    switch self {
    case .number(let number):
      number.magnitude < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
    case .time(.instant(let instant)): "$time.iso(\(ISOTime.text(instant)))"
    case .time(.period(let period, let offset)):
      "$time.\(period.rawValue)" + (offset == 0 ? "" : "(\(offset))")
    }
  }
}
