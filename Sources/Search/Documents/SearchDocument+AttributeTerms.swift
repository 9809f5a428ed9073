internal import JournalFormat
internal import QueryLanguage
internal import TextAnalysis
internal import WordSearch

/// What queries find a document by besides its words: numbers, dates, and the words of attributes
/// that are not searched by default.
extension SearchDocument {
  /// Of an attribute that says more than so many things only that is kept.
  private static let termsPerAttribute = 16
  /// Nor is a longer text taken apart.
  private static let textByteCountMax = 1_024

  var attributeTerms: [AttributeTerm] {
    var terms = attributes.values.filter { !$0.hasCustom || $0.custom.searchable }
      .flatMap { attribute in
        // Of one attribute all values are taken together, or that there are many of them.
        let own = attribute.name == "url" ? ownURL : []
        return Self.terms(of: attribute.name, attribute.value.queried + own.map { .text($0) })
      }
    if attributes.values.allSatisfy({ $0.name != "url" }) {
      terms += Self.terms(of: "url", ownURL.map { .text($0) })
    }
    // What the item itself says goes before what its attributes repeat.
    if !domain.isEmpty { terms += Self.terms(of: "domainIdentifier", [.text(domain)]) }
    if kind == .activity { terms += Self.terms(of: "activityType", [.text(activityType)]) }
    return terms
  }

  private static func terms(of name: String, _ values: [QueryItemValue]) -> [AttributeTerm] {
    let isNamed = QueryNarrowing.TextIndex(ofAttribute: name) == .named
    var terms: Set<AttributeTerm> = []
    for value in values {
      if let number = value.compared {
        terms.insert(AttributeTerm(name, number: number))
      } else if isNamed, case .text(let text) = value {
        guard text.utf8.count <= textByteCountMax else { return [AttributeTerm(manyOf: name)] }
        for word in words(of: text) { terms.insert(AttributeTerm(name, word: word)) }
      }
      if terms.count > termsPerAttribute { return [AttributeTerm(manyOf: name)] }
    }
    return Array(terms)
  }

  /// The words by which the query language may find the text: it takes no word for one that
  /// continues behind a sign, so what is joined there is left out, and names with their signs are.
  private static func words(of text: String) -> [String] {
    let tokens = Token.all(in: text)
    let scalars = text.unicodeScalars
    return tokens.indices.filter { place in
      guard !tokens[place].isSigned else { return false }
      guard place > 0, tokens[place].position == tokens[place - 1].position else { return true }
      let end = text.utf8.index(text.startIndex, offsetBy: tokens[place - 1].range.upperBound)
      let following = WordCharacter(scalars[end])
      return following.isWord || following.isInvisible
    }.map { tokens[$0].text }
  }
}

extension QueryNarrowing.TextIndex {
  /// Of identifiers and apps no words are kept.
  private static let unindexed: Set = ["uniqueIdentifier", "bundleIdentifier"]

  init(ofAttribute name: String) {
    if Self.unindexed.contains(name) {
      self = .none
    } else {
      self = DocumentedAttribute.byName[name]?.isSearched ?? false ? .searched : .named
    }
  }
}
