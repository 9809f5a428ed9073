package import WebAddress

/// What is wrong with structured data, for the page's author.
package struct MarkupProblem: Hashable, Sendable {
  package let syntax: Thing.Syntax
  /// Of the page's text, from 1.
  package let line: Int
  /// A sentence without its full stop, such as "the block is not read: ..."
  package let text: String
  /// Whether something was left out; false where it was read all the same.
  package let isLoss: Bool

  package init(_ syntax: Thing.Syntax, line: Int, _ text: String, isLoss: Bool = true) {
    (self.syntax, self.line, self.text, self.isLoss) = (syntax, line, text, isLoss)
  }
}

/// The structured data of a page, in all three syntaxes.
package struct StructuredData: Hashable, Sendable {
  /// Those that are no value of another one's property: JSON-LD, then Microdata, then RDFa, each in
  /// the order of the page.
  package let things: [Thing]
  /// At most `ThingBounds.problemCountMax`, in the same order.
  package let problems: [MarkupProblem]

  /// - Parameter base: what relative addresses are relative to, after `<base href>`; nil leaves
  ///   them as they are.
  package init(_ document: HTMLDocument, base: WebURL?) {
    let base = MarkupBase(base)
    let parts = [
      JSONLD.read(document, base: base), Microdata.read(document, base: base),
      RDFaLite.read(document, base: base),
    ]
    // What a page says of itself without a type is read elsewhere: its Open Graph.
    things = parts.flatMap(\.things).filter { $0.syntax != .rdfa || !$0.types.isEmpty }
    problems = Array(parts.flatMap(\.problems).prefix(ThingBounds.problemCountMax))
  }
}
