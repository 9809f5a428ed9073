/// A page of a stranger as a tree: elements in document order, in flat arrays.
///
/// Reading is total: any bytes give a document, in linear time, within the bounds below. What a
/// bound cut off is named in `cuts`. The value is immutable and cheap to copy.
package struct HTMLDocument: Sendable {
  /// Bytes of a page that are read; what lies behind them is cut off.
  package static let bytesMax = 4 << 20
  /// Elements that are open at a time. Deeper ones become children of the deepest.
  package static let depthMax = 512
  /// Attributes of an element; later ones are dropped.
  package static let attributesMax = 256
  /// Elements of a page; reading ends before the next.
  package static let elementsMax = 1 << 18

  let tree: HTMLTree

  /// - Parameters:
  ///   - bytes: the body of an answer or a file, of any content.
  ///   - charset: what the transport says of the encoding (`Content-Type: text/html; charset=...`).
  package init(_ bytes: [UInt8], charset: String? = nil) {
    tree = HTMLTreeBuilder.read(bytes, charset: charset)
  }

  /// The encoding by which the bytes were read, by its name in the WHATWG Encoding Standard, in
  /// lower case: `utf-8`, `windows-1252`.
  package var encoding: String { tree.encoding.rawValue }

  /// The encoding that the page or the transport named and that this system cannot decode. The page
  /// is then read as windows-1252: its markup is right, words beyond ASCII are not.
  package var refusedEncoding: String? { tree.refusedEncoding?.rawValue }

  /// Places whose bytes are not of the encoding: each became U+FFFD.
  package var replacements: Int { tree.replacements }

  /// Bounds that the page reached, in the order of the cases.
  package var cuts: [HTMLBound] { tree.cuts }

  /// The `html` element, implied where the page has none.
  package var root: HTMLElement { HTMLElement(tree: tree, index: 0) }

  /// Every element in document order; the first is the root, and `elements[n].index == n`.
  package var elements: HTMLElements { HTMLElements(tree: tree, range: 0..<tree.nodes.count) }

  /// Elements of a name in document order, in every namespace.
  package func elements(named name: String) -> [HTMLElement] {
    guard let number = tree.names.number(of: name) else { return [] }
    return tree.nodes.indices.lazy.filter { tree.nodes[$0].name == number }
      .map { HTMLElement(tree: tree, index: $0) }
  }
}

/// A bound of `HTMLDocument` that a page reached.
package enum HTMLBound: String, Sendable, CaseIterable {
  case bytes, depth, attributes, elements
}

/// The namespace of an element.
package enum HTMLNamespace: UInt8, Sendable {
  case html, svg, mathML
}
