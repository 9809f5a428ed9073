internal import CivilTime

/// What a query that was made in code may not say, as no text of a query says it.
struct QueryValidation {
  /// What a condition stands in, which decides whether it has parentheses.
  private enum Place { case query, all, any, not }

  private var comparisonCount = 0

  mutating func check(_ condition: QueryCondition) throws(QueryError) {
    try check(condition, in: .query, depth: 0, level: 0)
  }

  /// - Parameters:
  ///   - depth: the parentheses and negations around the condition, as they are printed.
  ///   - level: the values around it.
  private mutating func check(
    _ condition: QueryCondition, in place: Place, depth: Int, level: Int
  ) throws(QueryError) {
    guard depth <= Query.depthMax, level <= 4 * Query.depthMax else {
      throw QueryError(.tooDeep)
    }
    switch condition {
    case .all(let parts): try check(parts, isOfAll: true, in: place, depth: depth, level: level)
    case .any(let parts): try check(parts, isOfAll: false, in: place, depth: depth, level: level)
    case .not(let inner): try check(inner, in: .not, depth: depth + 1, level: level + 1)
    case .comparison(let comparison): try check(comparison)
    case .range(let range):
      try count()
      try check(range.attribute)
      try check(range.lower)
      try check(range.upper)
    }
  }

  private mutating func check(
    _ parts: [QueryCondition], isOfAll: Bool, in place: Place, depth: Int, level: Int
  ) throws(QueryError) {
    guard let first = parts.first else { throw QueryError(.nothingJoined) }
    // One alone is not joined.
    guard parts.count > 1 else {
      return try check(first, in: place, depth: depth, level: level + 1)
    }
    let hasParentheses = place != .query && !(place == .any && isOfAll)
    for part in parts {
      try check(
        part, in: isOfAll ? .all : .any, depth: depth + (hasParentheses ? 1 : 0), level: level + 1)
    }
  }

  private mutating func check(_ comparison: QueryComparison) throws(QueryError) {
    try count()
    try check(comparison.attribute)
    let isOrdering = comparison.comparator.isOrdering
    switch comparison.value {
    case .present:
      if isOrdering { throw QueryError(.orderedPresence) }
    case .text(let pattern):
      if isOrdering { throw QueryError(.orderedText) }
      let count = pattern.normalized.inside.unicodeScalars.count
      guard count <= Query.patternCountMax else { throw QueryError(.patternTooLong) }
    case .number(let moment): try check(moment)
    }
  }

  private mutating func count() throws(QueryError) {
    comparisonCount += 1
    guard comparisonCount <= Query.comparisonCountMax else {
      throw QueryError(.tooManyComparisons)
    }
  }

  private func check(_ attribute: QueryAttribute) throws(QueryError) {
    guard case .named(let name) = attribute else { return }
    let isName = name.utf8.allSatisfy { QueryScanner.isNamePart($0) && $0 < 0x80 }
    guard isName, let first = name.utf8.first, !QueryScanner.isDigit(first) else {
      throw QueryError(.invalidName(name))
    }
  }

  private func check(_ moment: QueryMoment) throws(QueryError) {
    switch moment {
    case .number(let number):
      guard number.isFinite else { throw QueryError(.invalidNumber) }
    case .time(.instant(let instant)):
      guard QueryTime.instants.contains(instant) else {
        throw QueryError(.invalidTime("\(ISOTimeError.outOfRange)"))
      }
    case .time(.period(let period, let offset)):
      let most = QueryTime.offsetMax(period)
      guard (-most...most).contains(offset) else { throw QueryError(.offsetTooLarge(period)) }
    }
  }
}

// MARK: One form for what is the same

extension QueryCondition {
  /// As it is read from its text.
  var normalized: QueryCondition {
    switch self {
    case .all(let parts): parts.count == 1 ? parts[0].normalized : .all(parts.map(\.normalized))
    case .any(let parts): parts.count == 1 ? parts[0].normalized : .any(parts.map(\.normalized))
    case .not(let inner): .not(inner.normalized)
    case .comparison(let comparison): .comparison(comparison.normalized)
    case .range: self
    }
  }
}

extension QueryComparison {
  fileprivate var normalized: QueryComparison {
    guard case .text(let pattern) = value else { return self }
    let normalized = pattern.normalized
    // A star alone asks whether the attribute is there, in quotes or not.
    return QueryComparison(
      attribute, comparator, normalized.pieces == [.any] ? .present : .text(normalized))
  }
}

extension QueryPattern {
  /// Without empty pieces, and no text and no star behind another.
  var normalized: QueryPattern {
    var joined: [Piece] = []
    for piece in pieces {
      switch (joined.last, piece) {
      case (_, .literal("")): break
      case (.any?, .any): break
      case (.literal(let before)?, .literal(let text)):
        joined[joined.count - 1] = .literal(before + text)
      default: joined.append(piece)
      }
    }
    return QueryPattern(
      pieces: joined,
      modifiers: modifiers.intersection([.ignoresCase, .ignoresAccents, .words, .eachWord]))
  }
}
