/// The attributes of elements that structured data is written in.
///
/// A page has far more elements without any than with them, so elements are asked for each name by
/// its number.
struct MarkupAttributes {
  private let tree: HTMLTree
  private let numbers: [String: UInt32]
  private let mainNumbers: [UInt32]

  /// - Parameter main: those for whose sake an element is looked at.
  init(_ document: HTMLDocument, _ names: [String], main: [String] = []) {
    tree = document.tree
    let found = names.compactMap { name in
      document.tree.names.number(of: name).map { (name, $0) }
    }
    numbers = Dictionary(found) { first, _ in first }
    mainNumbers = main.compactMap(document.tree.names.number)
  }

  /// Whether any element of the page has it, or is called so.
  func occurs(_ name: String) -> Bool { numbers[name] != nil }

  /// Whether the element has one of the main ones.
  func hasMain(_ element: HTMLElement) -> Bool {
    tree.nodes[element.index].attributes.contains { place in
      mainNumbers.contains(tree.attributes[place].name)
    }
  }

  /// Nil if the element does not have it; empty if it has no value.
  func value(_ name: String, of element: HTMLElement) -> String? {
    guard let number = numbers[name] else { return nil }
    let node = tree.nodes[element.index]
    for place in node.attributes where tree.attributes[place].name == number {
      return tree.value(tree.attributes[place])
    }
    return nil
  }

  func has(_ name: String, _ element: HTMLElement) -> Bool {
    guard let number = numbers[name] else { return false }
    return tree.nodes[element.index].attributes.contains { tree.attributes[$0].name == number }
  }
}

extension String {
  /// Words between ASCII whitespace, at most so many.
  func markupTokens(max: Int = 64) -> [String] {
    utf8.split(maxSplits: max, whereSeparator: BoundedText.isSpace).prefix(max)
      .map { String(Substring($0)) }
  }
}
