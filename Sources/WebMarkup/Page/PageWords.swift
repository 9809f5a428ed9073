/// The words of a page that a result shows: its own where several things say the same.
package struct PageWords: Hashable, Sendable {
  /// Characters of a title and of a description that a result has room for.
  package static let (titleLength, descriptionLength) = (90, 300)

  /// `og:title`, else the title element.
  package let title: PageFact?
  /// `og:description`, else the meta description.
  package let description: PageFact?

  init(_ facts: PageFacts) {
    title = Self.first([facts.openGraph("og:title"), facts.title])
    description = Self.first([facts.openGraph("og:description"), facts.description])
  }

  /// The first that shows something.
  private static func first(_ facts: [PageFact?]) -> PageFact? {
    facts.lazy.compactMap { $0 }.map { $0.with($0.text.shownOnOneLine) }.first { !$0.text.isEmpty }
  }
}
