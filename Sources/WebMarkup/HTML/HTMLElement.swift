/// An element of a document. Two are equal when they have the same place in their documents.
package struct HTMLElement: Sendable, Hashable, Identifiable {
  let tree: HTMLTree
  /// Its place in document order; 0 is the root.
  package let index: Int

  package var id: Int { index }

  package static func == (one: HTMLElement, other: HTMLElement) -> Bool {
    one.index == other.index
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(index) }

  private var node: HTMLTree.Node { tree.nodes[index] }

  /// In lower case, also in SVG: `foreignobject`.
  package var name: String { tree.names[node.name] }

  /// Whether it has this name (in lower case) in any namespace. Makes no String.
  package func isNamed(_ name: String) -> Bool { tree.names.number(node.name, is: name) }

  package var namespace: HTMLNamespace { node.namespace }
  /// Whether it is an element of SVG or MathML: `title` in `svg` is no title of the page.
  package var isForeign: Bool { node.namespace != .html }

  /// The line of its start tag, from 1; for an implied element, of what implied it.
  package var line: Int { tree.line(of: node.start) }

  // MARK: Relatives

  /// Nil for the root.
  package var parent: HTMLElement? {
    node.parent < 0 ? nil : HTMLElement(tree: tree, index: Int(node.parent))
  }

  /// From the parent up to the root.
  package var ancestors: some Sequence<HTMLElement> {
    sequence(state: self) { element in
      guard let parent = element.parent else { return nil }
      element = parent
      return parent
    }
  }

  /// The elements directly inside, in order.
  package var children: [HTMLElement] {
    var children: [HTMLElement] = []
    var next = index + 1
    while next < node.end {
      children.append(HTMLElement(tree: tree, index: next))
      next = Int(tree.nodes[next].end)
    }
    return children
  }

  /// All elements inside, in document order.
  package var descendants: HTMLElements {
    HTMLElements(tree: tree, range: index + 1..<Int(node.end))
  }

  /// Whether the element is inside this one.
  package func contains(_ other: HTMLElement) -> Bool {
    other.index > index && other.index < node.end
  }

  // MARK: Attributes

  /// In their order, each name once, names in lower case.
  package var attributes: [HTMLAttribute] {
    node.attributes.map { place in
      let attribute = tree.attributes[place]
      return HTMLAttribute(name: tree.names[attribute.name], value: tree.value(attribute))
    }
  }

  /// The value of an attribute, named in lower case; empty when it has none, nil when it is absent.
  package subscript(name: String) -> String? {
    for place in node.attributes where tree.names.number(tree.attributes[place].name, is: name) {
      return tree.value(tree.attributes[place])
    }
    return nil
  }

  package func hasAttribute(_ name: String) -> Bool {
    node.attributes.contains { tree.names.number(tree.attributes[$0].name, is: name) }
  }

  // MARK: Text

  /// All text inside in document order, as `textContent` of the DOM: with that of scripts and
  /// styles, without comments.
  package var text: String { String(decoding: textBytes, as: UTF8.self) }

  /// The same as UTF-8: of a `script`, `style` or `title`, its content.
  package var textBytes: ArraySlice<UInt8> { tree.text[Int(node.textStart)..<Int(node.textEnd)] }
}

/// An attribute: name in lower case, value with its character references replaced.
package struct HTMLAttribute: Hashable, Sendable {
  package let name: String
  package let value: String
}

/// Elements that follow one another in document order.
package struct HTMLElements: RandomAccessCollection, Sendable {
  let tree: HTMLTree
  let range: Range<Int>

  package var startIndex: Int { range.lowerBound }
  package var endIndex: Int { range.upperBound }
  package subscript(index: Int) -> HTMLElement { HTMLElement(tree: tree, index: index) }
}
