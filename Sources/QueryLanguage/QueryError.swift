/// Why a text is not a query, and where.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the text.
  public enum Reason: Hashable, Sendable {
    /// Nothing but blanks.
    case empty
    /// More bytes than `Query.byteCountMax`.
    case tooLong
    case notUTF8
    /// Deeper than `Query.depthMax`.
    case tooDeep
    /// More comparisons than `Query.comparisonCountMax`.
    case tooManyComparisons
    /// More characters than `Query.patternCountMax`.
    case patternTooLong
    /// Something else than what has to stand there: what that is.
    case expected(String)
    case unterminatedText
    case unknownModifier(Character)
    case repeatedModifier(Character)
    /// Letters behind what is not a text.
    case modifierOfNumber
    /// Texts have no order here: `<` and the like, and ranges.
    case orderedText
    case orderedPresence
    case unknownPeriod(String)
    /// Why it is not a time, as a sentence.
    case invalidTime(String)
    /// Not a number, or beyond what a `Double` holds.
    case invalidNumber
    /// Further away than a period can be moved.
    case offsetTooLarge(QueryTime.Period)
    /// In a query that was made in code: a name that no text of a query can have.
    case invalidName(String)
    /// In a query that was made in code: no condition is joined.
    case nothingJoined
  }

  /// What is wrong with the text.
  public let reason: Reason
  /// Bytes of UTF-8 before the place.
  public let offset: Int
  /// From 1 on; 0: the query was made in code, and has no places.
  public let line: Int
  /// From 1 on, in characters; 0 where `line` is.
  public let column: Int

  init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
    (self.reason, self.offset) = (reason, offset)
    let before = bytes.prefix(offset)
    line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    column = String(decoding: before[start...], as: UTF8.self).count + 1
  }

  /// Of a query that was made in code.
  init(_ reason: Reason) {
    (self.reason, offset, line, column) = (reason, 0, 0, 0)
  }

  /// The place, then what is wrong there.
  public var description: String {
    guard line > 0 else { return message }
    return (line > 1 ? "Line \(line), character \(column): " : "Character \(column): ") + message
  }

  /// What is wrong, and what to do, without the place.
  public var message: String {
    switch reason {
    case .empty: "The query is empty. Write a condition, such as title == \"Paris\"."
    case .tooLong:
      "The query is longer than \(Query.byteCountMax) bytes. Ask several shorter ones."
    case .notUTF8: "This is not a text in UTF-8. Encode the query as UTF-8."
    case .tooDeep:
      "Parentheses and negations are nested deeper than \(Query.depthMax) times. Leave out those "
        + "that change nothing: a && (b && c) is a && b && c."
    case .tooManyComparisons:
      "There are more than \(Query.comparisonCountMax) comparisons. Ask several shorter queries."
    case .patternTooLong:
      "The text is longer than \(Query.patternCountMax) characters. Compare with its beginning "
        + "and a * behind it, or with some of its words."
    case .expected(let what): "\(what) has to stand here."
    case .unterminatedText: "The text that begins here has no closing quote."
    case .unknownModifier(let letter):
      "\"\(letter)\" is not a modifier. There are c (case), d (accents), w (words), t (each word)."
    case .repeatedModifier(let letter): "The modifier \"\(letter)\" is given twice."
    case .modifierOfNumber: "Modifiers are for texts; this is a number or a time."
    case .orderedText: "Texts have no order: compare them with == or !=, numbers and dates with <."
    case .orderedPresence: "* says that an attribute is there: compare it with == or !=."
    case .unknownPeriod(let name):
      "$time has no \"\(name)\". There are \(QueryTime.Period.names), and iso(...)."
    case .invalidTime(let reason): "This is not a time of ISO 8601. \(reason)"
    case .invalidNumber: "This is not a number, or a larger one than can be compared."
    case .offsetTooLarge(let period):
      "$time.\(period.rawValue) can be moved by \(QueryTime.offsetMax(period)) at most. Write "
        + "$time.iso(...) for a time that is further away."
    case .invalidName(let name):
      "\"\(name)\" is not a name of an attribute: use letters, digits and underscores of ASCII, "
        + "and no digit first."
    case .nothingJoined: "No condition is joined here. Leave it out, or join at least one."
    }
  }
}
