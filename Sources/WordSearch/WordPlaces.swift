/// Where in a document a word stands, in the places that ranking distinguishes.
///
/// How often is counted in thermometers: a word that stands in a text twice has the mark of once as
/// well. So the union of the places of several words says of each field the largest count.
package struct WordPlaces: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The title begins with it.
  package static let opening = WordPlaces(rawValue: 1)
  package static let title = WordPlaces(rawValue: 2)
  /// Not of a document but of a question: it is the word in the title that was asked for, not only
  /// the beginning of it.
  package static let wholeInTitle = WordPlaces(rawValue: 4)
  package static let keywords = WordPlaces(rawValue: 8)
  package static let text = WordPlaces(rawValue: 16)
  package static let textTwice = WordPlaces(rawValue: 32)
  package static let textThrice = WordPlaces(rawValue: 64)
  /// The same of keywords or the text.
  package static let wholeElsewhere = WordPlaces(rawValue: 128)

  package var titleCount: Int { (rawValue & 2).nonzeroBitCount }
  package var keywordCount: Int { (rawValue & 8).nonzeroBitCount }
  package var textCount: Int { (rawValue & 112).nonzeroBitCount }

  /// The places of a word that is the one that was asked for.
  @inline(__always)
  var asWhole: WordPlaces {
    let elsewhere: UInt8 = rawValue & 120 != 0 ? 128 : 0
    return WordPlaces(rawValue: rawValue | (rawValue & 2) << 1 | elsewhere)
  }

  /// The word was met once more.
  mutating func add(in field: WordField, isOpening: Bool) {
    switch field {
    case .title:
      formUnion(.title)
      if isOpening { formUnion(.opening) }
    case .keywords: formUnion(.keywords)
    case .text:
      formUnion(contains(.textTwice) ? .textThrice : contains(.text) ? .textTwice : .text)
    }
  }
}

/// The parts of a document in which words are looked for.
package enum WordField: Int, CaseIterable, Hashable, Sendable {
  case title
  case keywords
  case text
}
