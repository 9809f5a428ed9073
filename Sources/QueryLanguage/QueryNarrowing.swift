internal import TextAnalysis

/// What an index can say of a query without looking at an item: a condition that every item fulfils
/// of which the query holds. So it may only be too wide.
package indirect enum QueryNarrowing: Hashable, Sendable {
  /// Nothing that an index knows.
  case everything
  /// With each of these texts a word of the item begins: of the attribute, or, where none is named,
  /// somewhere in what is searched by words.
  case beginnings([String], of: String? = nil)
  /// A number of the attribute is in the range. A date is the seconds since the start of 2001.
  case numbers(of: String, ClosedRange<Double>)
  /// All of them.
  case all([QueryNarrowing])
  /// One of them.
  case any([QueryNarrowing])

  /// Bounds what one query looks up.
  private static let beginningsMax = 16

  /// How an index knows the texts of an attribute.
  package enum TextIndex: Hashable, Sendable {
    /// Their words are among those that every search looks at.
    case searched
    /// Their words are kept beside the attribute's name.
    case named
    case none
  }

  /// - Parameter index: how the texts of an attribute are known, by its name.
  package init(_ query: Query, clock: QueryClock, index: (String) -> TextIndex) {
    self.init(query.condition, clock, index)
  }

  private init(
    _ condition: QueryCondition, _ clock: QueryClock, _ index: (String) -> TextIndex
  ) {
    switch condition {
    case .all(let parts): self.init(all: parts.map { QueryNarrowing($0, clock, index) })
    case .any(let parts):
      let parts = parts.map { QueryNarrowing($0, clock, index) }
      self = parts.contains(.everything) ? .everything : .any(parts)
    case .not: self = .everything
    case .range(let range):
      self.init(range.attribute, NumberTest(from: range.lower, to: range.upper, clock))
    case .comparison(let comparison): self.init(comparison, clock, index)
    }
  }

  private init(all parts: [QueryNarrowing]) {
    var narrower: [QueryNarrowing] = []
    var searched: [String] = []
    for part in parts {
      switch part {
      case .everything: break
      // Looked up together, the rarest first.
      case .beginnings(let beginnings, of: nil): searched += beginnings
      case .beginnings, .numbers, .all, .any: narrower.append(part)
      }
    }
    if !searched.isEmpty {
      narrower.insert(.beginnings(Array(searched.prefix(Self.beginningsMax))), at: 0)
    }
    self = narrower.count > 1 ? .all(narrower) : narrower.first ?? .everything
  }

  private init(
    _ comparison: QueryComparison, _ clock: QueryClock, _ index: (String) -> TextIndex
  ) {
    guard comparison.comparator != .notEqual else {
      self = .everything
      return
    }
    switch comparison.value {
    case .present: self = .everything
    case .number(let moment):
      self.init(comparison.attribute, NumberTest(comparison.comparator, moment, clock))
    case .text(let pattern):
      self =
        comparison.comparator == .equal
        ? Self.words(of: pattern, in: comparison.attribute, index) : .everything
    }
  }

  private init(_ attribute: QueryAttribute, _ test: NumberTest) {
    guard case .named(let name) = attribute else {
      self = .everything
      return
    }
    // Where no number is in the range, no item is left.
    self = test.range.map { .numbers(of: QueryAttributeName.property(name), $0) } ?? .any([])
  }

  private static func words(
    of pattern: QueryPattern, in attribute: QueryAttribute, _ index: (String) -> TextIndex
  ) -> QueryNarrowing {
    let beginnings = Array(beginnings(of: pattern).prefix(beginningsMax))
    guard !beginnings.isEmpty else { return .everything }
    guard case .named(let name) = attribute else { return .beginnings(beginnings) }
    let property = QueryAttributeName.property(name)
    switch index(property) {
    case .searched: return .beginnings(beginnings)
    case .named: return .beginnings(beginnings, of: property)
    case .none: return .everything
    }
  }

  // MARK: Patterns

  /// The words of a pattern that no wildcard precedes: whether the whole value is compared or words
  /// of it, an item's word begins like each of them.
  private static func beginnings(of pattern: QueryPattern) -> [String] {
    var beginnings: [String] = []
    var literal = String.UnicodeScalarView()
    /// A wildcard stood before what follows, with no separator between them.
    var isOpen = false
    func end() {
      if !literal.isEmpty, !isOpen { beginnings += Self.words(of: String(literal)) }
      literal = String.UnicodeScalarView()
    }
    for piece in pattern.pieces {
      guard case .literal(let text) = piece else {
        end()
        isOpen = true
        continue
      }
      for scalar in text.unicodeScalars {
        let kind = WordCharacter(scalar)
        if kind.isWord {
          literal.append(scalar)
        } else if !kind.isInvisible {
          end()
          isOpen = false
        }
      }
    }
    end()
    return beginnings
  }

  /// The index's words in a run of letters and numbers, as far as they surely begin words of
  /// whatever the run is found in: it ends where a character does, so each pair of a script without
  /// blanks does, and its last character. What a capital splits here need not be split in an item,
  /// so of other words only the whole is, where such a word begins.
  private static func words(of text: String) -> [String] {
    let tokens = Token.all(in: text)
    let areDense = tokens.map { token in
      token.text.unicodeScalars.first.map { WordCharacter($0).isDense } ?? false
    }
    var words: [String] = []
    for (place, token) in tokens.enumerated() {
      let isBehindDense = place > 0 && areDense[place - 1]
      let isBeforeDense = place + 1 < tokens.count && areDense[place + 1]
      if areDense[place] {
        // The last character alone says nothing that its pair does not.
        if isBeforeDense || !isBehindDense { words.append(token.text) }
      } else if place == 0 || isBehindDense {
        // What is joined follows the part with which it begins.
        let joined = tokens[place...].prefix { $0.position == token.position }.last
        words.append((joined ?? token).text)
      }
    }
    return words
  }
}
