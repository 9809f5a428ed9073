internal import TextAnalysis

/// What an index of words can say of a query without looking at an item: a condition that every
/// item fulfils of which the query holds. So it may only be too wide.
package indirect enum QueryNarrowing: Hashable, Sendable {
  /// Nothing that an index of words knows.
  case everything
  /// Each is a text with which words of the item begin, somewhere in what is searched by words.
  case beginnings([String])
  /// One of them.
  case any([QueryNarrowing])

  /// Bounds what one query looks up.
  private static let beginningsMax = 16

  /// - Parameter isSearched: whether words are indexed of all texts of an attribute, by its name.
  package init(_ query: Query, isSearched: (String) -> Bool) {
    self.init(query.condition, isSearched)
  }

  private init(_ condition: QueryCondition, _ isSearched: (String) -> Bool) {
    switch condition {
    case .all(let parts): self.init(all: parts.map { QueryNarrowing($0, isSearched) })
    case .any(let parts):
      let parts = parts.map { QueryNarrowing($0, isSearched) }
      self = parts.contains(.everything) ? .everything : .any(parts)
    case .not, .range: self = .everything
    case .comparison(let comparison): self.init(comparison, isSearched)
    }
  }

  private init(all parts: [QueryNarrowing]) {
    let beginnings = parts.flatMap { part in
      if case .beginnings(let beginnings) = part { beginnings } else { [] as [String] }
    }
    if !beginnings.isEmpty {
      self = .beginnings(Array(beginnings.prefix(Self.beginningsMax)))
    } else {
      self = parts.first { $0 != .everything } ?? .everything
    }
  }

  private init(_ comparison: QueryComparison, _ isSearched: (String) -> Bool) {
    guard comparison.comparator == .equal, case .text(let pattern) = comparison.value else {
      self = .everything
      return
    }
    if case .named(let name) = comparison.attribute,
      !isSearched(QueryAttributeName.property(name))
    {
      self = .everything
      return
    }
    let beginnings = Self.beginnings(of: pattern)
    self =
      beginnings.isEmpty
      ? .everything : .beginnings(Array(beginnings.prefix(Self.beginningsMax)))
  }

  // MARK: Patterns

  /// The words of a pattern as far as nothing stands before them that could be anything: whether
  /// the whole value is compared or words of it, an item's word begins like each of them.
  private static func beginnings(of pattern: QueryPattern) -> [String] {
    var beginnings: [String] = []
    var literal = String.UnicodeScalarView()
    /// A wildcard stood before what follows, with no separator between them.
    var isOpen = false
    func end(beforeWildcard: Bool) {
      if !literal.isEmpty, !isOpen {
        beginnings += Self.words(of: String(literal), isCut: beforeWildcard)
      }
      literal = String.UnicodeScalarView()
    }
    for piece in pattern.pieces {
      guard case .literal(let text) = piece else {
        end(beforeWildcard: true)
        isOpen = true
        continue
      }
      for scalar in text.unicodeScalars {
        let kind = WordCharacter(scalar)
        if kind.isWord {
          literal.append(scalar)
        } else if !kind.isInvisible {
          end(beforeWildcard: false)
          isOpen = false
        }
      }
    }
    end(beforeWildcard: false)
    return beginnings
  }

  /// The index's words in a run of letters and numbers.
  ///
  /// - Parameter isCut: whether anything may follow, also what makes the last character another.
  private static func words(of text: String, isCut: Bool) -> [String] {
    let isDense = text.unicodeScalars.contains { WordCharacter($0).isDense }
    let text = isCut && isDense ? String(text.dropLast()) : text
    let tokens = Token.all(in: text)
    guard isDense else {
      // What a capital splits here need not be split in an item: only the whole is.
      return tokens.last { $0.position == 0 }.map { [$0.text] } ?? []
    }
    // The last one of a run without blanks stands there alone only where the text ends.
    return (tokens.count > 1 ? tokens.dropLast() : tokens[...]).map(\.text)
  }
}
