/// Reads a query by recursive descent: `||` of `&&` of negations of comparisons and parentheses.
struct QueryParser {
  var scanner: QueryScanner
  private var depth = 0
  private var comparisonCount = 0

  init(_ bytes: [UInt8]) throws(QueryError) {
    guard bytes.count <= Query.byteCountMax else {
      throw QueryError(.tooLong, at: Query.byteCountMax, in: bytes)
    }
    scanner = QueryScanner(bytes)
    try scanner.checkText()
  }

  mutating func parse() throws(QueryError) -> QueryCondition {
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { throw scanner.error(.empty, at: 0) }
    let condition = try any()
    guard scanner.isAtEnd else { throw scanner.error(.expected("&&, || or the end")) }
    return condition
  }

  private mutating func any() throws(QueryError) -> QueryCondition {
    var parts = [try all()]
    while scanner.consume("||") { parts.append(try all()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func all() throws(QueryError) -> QueryCondition {
    var parts = [try unary()]
    while scanner.consume("&&") { parts.append(try unary()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func unary() throws(QueryError) -> QueryCondition {
    scanner.skipBlanks()
    let start = scanner.offset
    if scanner.consume("!") {
      try enter(from: start)
      defer { depth -= 1 }
      return .not(try unary())
    }
    if scanner.consume("(") {
      try enter(from: start)
      defer { depth -= 1 }
      let inner = try any()
      guard scanner.consume(")") else { throw scanner.error(.expected("&&, || or )")) }
      return inner
    }
    return try comparison()
  }

  private mutating func enter(from start: Int) throws(QueryError) {
    depth += 1
    guard depth <= Query.depthMax else { throw scanner.error(.tooDeep, at: start) }
  }

  // MARK: Comparisons

  private mutating func comparison() throws(QueryError) -> QueryCondition {
    let start = scanner.offset
    comparisonCount += 1
    guard comparisonCount <= Query.comparisonCountMax else {
      throw scanner.error(.tooManyComparisons, at: start)
    }
    let attribute = try self.attribute()
    if [.named("InRange"), .named("inRange")].contains(attribute), scanner.consume("(") {
      return try range()
    }
    var modifiers = try bracketed([])
    scanner.skipBlanks()
    let place = scanner.offset
    guard let comparator = comparator() else {
      throw scanner.error(.expected("==, !=, <, <=, > or >="), at: place)
    }
    modifiers = try bracketed(modifiers)
    scanner.skipBlanks()
    let value = try self.value(modifiers, comparator, at: place)
    scanner.skipBlanks()
    return .comparison(QueryComparison(attribute, comparator, value))
  }

  private mutating func attribute() throws(QueryError) -> QueryAttribute {
    if scanner.consume("**") { return .anything }
    if scanner.consume("*") { return .anyField }
    guard let name = scanner.name() else {
      throw scanner.error(.expected("The name of an attribute, * or **"))
    }
    return .named(name)
  }

  private mutating func comparator() -> QueryComparison.Operator? {
    // Longer ones first: "<" begins "<=".
    for (text, comparator) in Self.comparators where scanner.consume(text) { return comparator }
    return nil
  }

  private static let comparators: [(String, QueryComparison.Operator)] = [
    ("==", .equal), ("!=", .notEqual), ("<=", .lessOrEqual), (">=", .greaterOrEqual),
    ("=", .equal), ("<", .less), (">", .greater),
  ]

  private mutating func value(
    _ modifiers: QueryModifiers, _ comparator: QueryComparison.Operator, at place: Int
  ) throws(QueryError) -> QueryValue {
    if let quote = scanner.peek, quote == 0x22 || quote == 0x27 {
      guard !comparator.isOrdering else { throw scanner.error(.orderedText, at: place) }
      let pieces = try scanner.quoted(quote)
      let pattern = QueryPattern(pieces: pieces, modifiers: try behind(modifiers))
      // As many stars as there are say the same as one.
      return pattern.normalized.pieces == [.any] ? .present : .text(pattern)
    }
    if scanner.consume("*") {
      guard !comparator.isOrdering else { throw scanner.error(.orderedPresence, at: place) }
      return .present
    }
    guard let moment = try scanner.moment() else {
      throw scanner.error(.expected("A text in quotes, a number, a time or *"))
    }
    if let next = scanner.peek, QueryScanner.isNamePart(next) {
      throw scanner.error(.modifierOfNumber)
    }
    guard modifiers.isEmpty else { throw scanner.error(.modifierOfNumber, at: place) }
    return .number(moment)
  }

  private mutating func range() throws(QueryError) -> QueryCondition {
    scanner.skipBlanks()
    let attribute = try self.attribute()
    guard scanner.consume(",") else { throw scanner.error(.expected("A comma")) }
    let lower = try bound()
    guard scanner.consume(",") else {
      throw scanner.error(.expected("A comma and the upper bound"))
    }
    let upper = try bound()
    guard scanner.consume(")") else { throw scanner.error(.expected("A closing parenthesis")) }
    return .range(QueryRange(attribute, lower, upper))
  }

  private mutating func bound() throws(QueryError) -> QueryMoment {
    scanner.skipBlanks()
    if let next = scanner.peek, next == 0x22 || next == 0x27 { throw scanner.error(.orderedText) }
    guard let moment = try scanner.moment() else {
      throw scanner.error(.expected("A number or a time"))
    }
    return moment
  }

  // MARK: Modifiers

  /// `[cd]`, as predicates have them.
  private mutating func bracketed(
    _ before: QueryModifiers
  ) throws(QueryError) -> QueryModifiers {
    guard scanner.consume("[") else { return before }
    var modifiers = before
    while let next = scanner.peek, QueryScanner.isNamePart(next) { try add(to: &modifiers) }
    guard scanner.consume("]") else { throw scanner.error(.expected("A modifier or ]")) }
    return modifiers
  }

  /// Letters right behind a text; each further one may stand apart.
  private mutating func behind(_ before: QueryModifiers) throws(QueryError) -> QueryModifiers {
    var modifiers = before
    while let next = scanner.peek, QueryScanner.isNamePart(next) { try add(to: &modifiers) }
    while let place = scanner.loneLetter(of: "cdwt") {
      scanner.move(to: place)
      try add(to: &modifiers)
    }
    return modifiers
  }

  private mutating func add(to modifiers: inout QueryModifiers) throws(QueryError) {
    let place = scanner.offset
    let letter = scanner.character()
    guard let found = QueryModifiers.letters.first(where: { $0.letter == letter }) else {
      throw scanner.error(.unknownModifier(letter), at: place)
    }
    guard modifiers.insert(found.modifier).inserted else {
      throw scanner.error(.repeatedModifier(letter), at: place)
    }
  }
}
