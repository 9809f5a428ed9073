/// An attribute of an item that Apple's developers know by name.
///
/// Source: Apple's documentation of CSSearchableItemAttributeSet as of April 2025, 190 attributes.
package struct DocumentedAttribute: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case string, number, boolean, strings, date, dates, people, url, data, map
  }

  package let name: String
  package let kind: Kind
  /// Whether a word that a person types is looked for in it: texts, names, places and keywords, not
  /// identifiers, paths or camera settings. Apple does not publish its list; this one is ours.
  package let isSearched: Bool

  init(_ name: String, _ kind: Kind, isSearched: Bool = false) {
    self.name = name
    self.kind = kind
    self.isSearched = isSearched
  }

  package static let byName: [String: DocumentedAttribute] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })
}
