internal import DeviceIndex
public import Foundation

/// Marks what was typed of a suggestion.
public enum CSTypedTextAttribute: AttributedStringKey {
  /// Whether the run of text was typed.
  public typealias Value = Bool
  /// The name under which the attribute is encoded.
  public static var name: String { "CSTypedText" }
}

/// A query that led somewhere before, and continues from what is being typed.
public final class CSSuggestion: Hashable, Sendable {
  /// What kind of suggestion it is. All of this index are `default`.
  public enum SuggestionKind: Int, Sendable {
    case none, custom, `default`
  }

  let suggestion: SearchSuggestion
  let rank: Int

  init(_ suggestion: SearchSuggestion, rank: Int) {
    (self.suggestion, self.rank) = (suggestion, rank)
  }

  /// Always `default`.
  public var suggestionKind: SuggestionKind { .default }

  /// The whole query; what was typed of it by now has the `CSTypedTextAttribute`.
  public var localizedAttributedSuggestion: AttributedString {
    var text = AttributedString(suggestion.text)
    let end = text.characters.index(text.startIndex, offsetBy: suggestion.typedCount)
    text[text.startIndex..<end][CSTypedTextAttribute.self] = true
    return text
  }

  /// By their texts.
  public func compare(_ other: CSSuggestion) -> ComparisonResult {
    let (own, others) = (suggestion.text, other.suggestion.text)
    return own == others ? .orderedSame : own < others ? .orderedAscending : .orderedDescending
  }

  /// Whether the query gave this one before another.
  public func compare(byRank other: CSSuggestion) -> ComparisonResult {
    rank == other.rank
      ? .orderedSame : rank < other.rank ? .orderedAscending : .orderedDescending
  }

  public static func == (first: CSSuggestion, second: CSSuggestion) -> Bool {
    (first.suggestion, first.rank) == (second.suggestion, second.rank)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(suggestion) }
}
