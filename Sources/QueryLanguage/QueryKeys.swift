/// The attributes of an item, to make a query of that the compiler reads:
///
/// `try Query { $0.title.begins(with: "paris", .ignoresCase) && $0.pageCount > 10 }`
///
/// Apple's attributes are properties of it, by their names, where `DeviceIndex` is imported.
public struct QueryKeys: Sendable {
  init() {}

  /// Any attribute that is searched by default, not the content.
  public var anyField: QueryKey<QueryTextKind> { QueryKey(.anyField) }
  /// Any attribute that is searched by default, or the content.
  public var anything: QueryKey<QueryTextKind> { QueryKey(.anything) }

  /// What the item is called by its app.
  public var uniqueIdentifier: QueryKey<QueryTextKind> { QueryKey("uniqueIdentifier") }
  /// The app.
  public var bundleIdentifier: QueryKey<QueryTextKind> { QueryKey("bundleIdentifier") }
  /// Of an activity.
  public var activityType: QueryKey<QueryTextKind> { QueryKey("activityType") }

  /// A key of an app's own, whose values are texts.
  public func text(_ name: String) -> QueryKey<QueryTextKind> { QueryKey(name) }
  /// A key of an app's own, whose values are numbers.
  public func number(_ name: String) -> QueryKey<QueryNumberKind> { QueryKey(name) }
  /// A key of an app's own, whose values are dates.
  public func date(_ name: String) -> QueryKey<QueryDateKind> { QueryKey(name) }
  /// A key of an app's own, whose values are true or false.
  public func boolean(_ name: String) -> QueryKey<QueryBooleanKind> { QueryKey(name) }
}

/// Texts: also people by their names, and addresses.
public enum QueryTextKind {}
/// Numbers.
public enum QueryNumberKind {}
/// Dates and times.
public enum QueryDateKind {}
/// True or false.
public enum QueryBooleanKind {}
/// What can be there or not, and is compared with nothing.
public enum QueryOpaqueKind {}

/// An attribute in a query, compared with values of its kind only. Of several values, one must
/// match.
public struct QueryKey<Kind>: Hashable, Sendable {
  /// The attribute that is compared.
  public let attribute: QueryAttribute

  /// A key for the attribute, which is taken to be of this kind.
  public init(_ attribute: QueryAttribute) { self.attribute = attribute }

  /// - Parameter name: that of the property, a `kMDItem` name, or a key of an app's own.
  public init(_ name: String) { attribute = .named(name) }

  /// The attribute is there, whatever it says.
  public var isPresent: QueryCondition {
    .comparison(QueryComparison(attribute, .equal, .present))
  }

  fileprivate func compare(
    _ comparator: QueryComparison.Operator, _ moment: QueryMoment
  ) -> QueryCondition {
    .comparison(QueryComparison(attribute, comparator, .number(moment)))
  }
}

extension Query {
  /// A query of what the closure says of an item's attributes.
  ///
  /// - Throws: `QueryError` as `init(validating:)`.
  public init(_ condition: (QueryKeys) -> QueryCondition) throws(QueryError) {
    try self.init(validating: condition(QueryKeys()))
  }
}

// MARK: Texts

extension QueryKey where Kind == QueryTextKind {
  /// The pattern fits, with its wildcards.
  public func matches(_ pattern: QueryPattern) -> QueryCondition {
    .comparison(QueryComparison(attribute, .equal, .text(pattern)))
  }

  /// It is the text, which has no wildcards.
  public func equals(_ text: String, _ modifiers: QueryModifiers = []) -> QueryCondition {
    matches(QueryPattern(literal: text, modifiers: modifiers))
  }

  /// It begins with the text, which has no wildcards.
  public func begins(with text: String, _ modifiers: QueryModifiers = []) -> QueryCondition {
    matches(QueryPattern(pieces: Self.literal(text) + [.any], modifiers: modifiers))
  }

  /// The text is somewhere in it, and has no wildcards.
  public func contains(_ text: String, _ modifiers: QueryModifiers = []) -> QueryCondition {
    matches(QueryPattern(pieces: [.any] + Self.literal(text) + [.any], modifiers: modifiers))
  }

  /// The words are in it, without regard to case and accents.
  ///
  /// - Parameter isInOrder: whether one has to follow the other.
  public func contains(words: String, isInOrder: Bool = false) -> QueryCondition {
    equals(words, [.ignoresCase, .ignoresAccents, isInOrder ? .words : .eachWord])
  }

  /// The whole text, with case and accents.
  public static func == (key: QueryKey, text: String) -> QueryCondition { key.equals(text) }
  /// The exact negation: also true of items without the attribute.
  public static func != (key: QueryKey, text: String) -> QueryCondition {
    .comparison(
      QueryComparison(key.attribute, .notEqual, .text(QueryPattern(literal: text))))
  }

  private static func literal(_ text: String) -> [QueryPattern.Piece] {
    text.isEmpty ? [] : [.literal(text)]
  }
}

// MARK: Numbers

extension QueryKey where Kind == QueryNumberKind {
  /// Equal to the number.
  public static func == (key: QueryKey, number: Double) -> QueryCondition {
    key.compare(.equal, .number(number))
  }
  /// The exact negation: also true of items without the attribute.
  public static func != (key: QueryKey, number: Double) -> QueryCondition {
    key.compare(.notEqual, .number(number))
  }
  /// Less than the number.
  public static func < (key: QueryKey, number: Double) -> QueryCondition {
    key.compare(.less, .number(number))
  }
  /// At most the number.
  public static func <= (key: QueryKey, number: Double) -> QueryCondition {
    key.compare(.lessOrEqual, .number(number))
  }
  /// Greater than the number.
  public static func > (key: QueryKey, number: Double) -> QueryCondition {
    key.compare(.greater, .number(number))
  }
  /// At least the number.
  public static func >= (key: QueryKey, number: Double) -> QueryCondition {
    key.compare(.greaterOrEqual, .number(number))
  }

  /// Both bounds are in the range.
  public func isIn(_ range: ClosedRange<Double>) -> QueryCondition {
    .range(QueryRange(attribute, .number(range.lowerBound), .number(range.upperBound)))
  }
}

extension QueryKey where Kind == QueryBooleanKind {
  /// True, or false.
  public static func == (key: QueryKey, isTrue: Bool) -> QueryCondition {
    key.compare(.equal, .number(isTrue ? 1 : 0))
  }
}

// MARK: Dates

extension QueryKey where Kind == QueryDateKind {
  /// Inside of a period, or at the moment.
  public static func == (key: QueryKey, time: QueryTime) -> QueryCondition {
    key.compare(.equal, .time(time))
  }
  /// Before the start of a period, or the moment.
  public static func < (key: QueryKey, time: QueryTime) -> QueryCondition {
    key.compare(.less, .time(time))
  }
  /// Before the end of a period, or not after the moment.
  public static func <= (key: QueryKey, time: QueryTime) -> QueryCondition {
    key.compare(.lessOrEqual, .time(time))
  }
  /// After the end of a period, or the moment.
  public static func > (key: QueryKey, time: QueryTime) -> QueryCondition {
    key.compare(.greater, .time(time))
  }
  /// From the start of a period on, or not before the moment.
  public static func >= (key: QueryKey, time: QueryTime) -> QueryCondition {
    key.compare(.greaterOrEqual, .time(time))
  }

  /// From one to the other, both of them in it.
  public func isIn(_ lower: QueryTime, _ upper: QueryTime) -> QueryCondition {
    .range(QueryRange(attribute, .time(lower), .time(upper)))
  }
}

extension QueryTime {
  /// The second at which the query is asked.
  public static var now: QueryTime { .period(.now, offset: 0) }
  /// The day on which the query is asked.
  public static var today: QueryTime { .period(.today, offset: 0) }
  /// The day before.
  public static var yesterday: QueryTime { .period(.yesterday, offset: 0) }
  /// The day after.
  public static var tomorrow: QueryTime { .period(.tomorrow, offset: 0) }
  /// The week before this one.
  public static var lastWeek: QueryTime { .period(.lastWeek, offset: 0) }
  /// The week in which the query is asked; the clock says with which day weeks begin.
  public static var thisWeek: QueryTime { .period(.thisWeek, offset: 0) }
  /// The week after this one.
  public static var nextWeek: QueryTime { .period(.nextWeek, offset: 0) }
  /// The month in which the query is asked.
  public static var thisMonth: QueryTime { .period(.thisMonth, offset: 0) }
  /// The month after this one.
  public static var nextMonth: QueryTime { .period(.nextMonth, offset: 0) }
  /// The year in which the query is asked.
  public static var thisYear: QueryTime { .period(.thisYear, offset: 0) }
  /// The year after this one.
  public static var nextYear: QueryTime { .period(.nextYear, offset: 0) }
}

// MARK: Joining

extension QueryCondition {
  /// Both hold.
  public static func && (first: QueryCondition, second: QueryCondition) -> QueryCondition {
    // Flattened as the parser does: each nested condition would add a level.
    if case .all(let parts) = first { return .all(parts + [second]) }
    return .all([first, second])
  }

  /// One of them holds, or both.
  public static func || (first: QueryCondition, second: QueryCondition) -> QueryCondition {
    if case .any(let parts) = first { return .any(parts + [second]) }
    return .any([first, second])
  }

  /// It does not hold.
  public static prefix func ! (condition: QueryCondition) -> QueryCondition { .not(condition) }
}
