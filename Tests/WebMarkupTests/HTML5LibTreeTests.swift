import TestSupport
import Testing

@testable import WebMarkup

/// A tree as html5lib's tests write it, without what a document does not keep: comments, the
/// document type, the case of foreign names, and where the content of a template begins.
private struct DumpedTree: Equatable {
  private(set) var lines: [String] = []

  init(_ document: HTMLDocument) { add(document.root, depth: 0) }

  private mutating func add(_ element: HTMLElement, depth: Int) {
    let space =
      switch element.namespace {
      case .html: ""
      case .svg: "svg "
      case .mathML: "math "
      }
    lines.append(indent(depth) + "<\(space)\(element.name)>")
    let attributes = element.attributes.map {
      "\(indent(depth + 1))\($0.name)=\"\($0.value)\""
    }
    lines += attributes.sorted()
    let (tree, text) = (element.tree, element.textBytes)
    var at = text.startIndex
    for child in element.children {
      let inside = child.textBytes
      addText(tree.text[at..<inside.startIndex], depth + 1)
      add(child, depth: depth + 1)
      at = inside.endIndex
    }
    addText(tree.text[at..<text.endIndex], depth + 1)
  }

  private mutating func addText(_ bytes: ArraySlice<UInt8>, _ depth: Int) {
    guard !bytes.isEmpty else { return }
    lines.append("\(indent(depth))\"\(String(decoding: bytes, as: UTF8.self))\"")
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  init(expected: [String]) {
    // A line that does not begin so goes on with the text before.
    var whole: [String] = []
    for line in expected {
      if line.hasPrefix("| ") {
        whole.append(String(line.dropFirst(2)))
      } else if !whole.isEmpty {
        whole[whole.count - 1] += "\n" + line
      }
    }
    var templates: [Int] = []
    var attributes: [String] = []
    for line in whole {
      let depth = line.prefix { $0 == " " }.count
      let content = line.dropFirst(depth)
      while let last = templates.last, depth <= last { templates.removeLast() }
      let shown = depth - 2 * templates.count
      let isAttribute = !content.hasPrefix("<") && !content.hasPrefix("\"") && content.contains("=")
      if !isAttribute {
        lines += attributes.sorted()
        attributes = []
      }
      if content == "content" {
        templates.append(depth)
      } else if content.hasPrefix("<!") || content.hasPrefix("<?") {
        continue
      } else if isAttribute {
        attributes.append(indent(shown / 2) + Self.lowercasedName(content))
      } else if content.hasPrefix("<") {
        lines.append(indent(shown / 2) + content.lowercased())
      } else {
        addExpected(text: content, depth: shown / 2)
      }
    }
    lines += attributes.sorted()
  }

  /// Texts around a comment are one.
  private mutating func addExpected(text: Substring, depth: Int) {
    let start = indent(depth) + "\""
    if let last = lines.last, last.hasPrefix(start), last.hasSuffix("\"") {
      lines[lines.count - 1] = String(last.dropLast() + text.dropFirst())
    } else {
      lines.append(indent(depth) + String(text))
    }
  }

  private static func lowercasedName(_ attribute: Substring) -> String {
    let (name, value) = (attribute.prefix { $0 != "=" }, attribute.drop { $0 != "=" })
    let plain = name.replacing("xlink ", with: "xlink:").replacing("xml ", with: "xml:")
      .replacing("xmlns ", with: "xmlns:")
    return plain.lowercased() + value
  }
}

@Suite("The tree of html5lib's pages") struct HTML5LibTreeTests {
  private static let archive = RealData.webPath("html5lib-tree.tar.gz")

  /// The others need the adoption agency, foster parents, or a frameset that replaces the body.
  private static let agreedMin = 1_357

  private struct Page {
    let text: String
    let expected: DumpedTree
  }

  /// Whole pages; those of fragments need a context that no document has, those with scripts run
  /// them.
  private static func pages(_ bytes: [UInt8]) -> [Page] {
    var sections: [String: [String]] = [:]
    var pages: [Page] = []
    func end() {
      defer { sections = [:] }
      guard let data = sections["data"], var document = sections["document"],
        sections["document-fragment"] == nil, sections["script-on"] == nil
      else { return }
      // The blank line between cases.
      if document.last == "" { document.removeLast() }
      pages.append(
        Page(text: data.joined(separator: "\n"), expected: DumpedTree(expected: document)))
    }
    var section = ""
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line == "#data" { end() }
      let isMark =
        ["#data", "#errors", "#new-errors", "#document", "#script-on", "#script-off"].contains(line)
        || line == "#document-fragment"
      if isMark {
        section = String(line.dropFirst())
        sections[section] = []
      } else {
        sections[section, default: []].append(String(line))
      }
    }
    end()
    return pages
  }

  @Test(.enabled(if: archive != nil, "needs html5lib-tree.tar.gz beside the real data"))
  func `agrees on most, and is made of all of them`() throws {
    let archive = try Archive(path: try #require(Self.archive))
    var (count, agreed) = (0, 0)
    for file in archive.files
    where file.name.hasSuffix(".dat") && !file.name.contains("/scripted/") {
      for page in Self.pages(file.bytes) {
        let document = HTMLDocument(Array(page.text.utf8), charset: "utf-8")
        count += 1
        if DumpedTree(document) == page.expected { agreed += 1 }
      }
    }
    print("html5lib: \(agreed) of \(count) trees agree")
    #expect(agreed >= Self.agreedMin)
  }
}
