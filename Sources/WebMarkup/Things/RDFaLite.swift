/// Reads RDFa Lite 1.1 by the rules of HTML+RDFa: `vocab`, `typeof`, `property`, `resource`,
/// `prefix`, and values of `content`, `datetime`, `href` and `src`.
///
/// What RDFa has beyond Lite (`rel`, `about`, `datatype`, `inlist`, patterns) is not read.
struct RDFaLite {
  /// What an element hands to those inside it.
  private struct Scope {
    /// Behind the last element inside it.
    var end: Int
    var vocabulary: String
    var prefixes: [String: String]
    /// What properties belong to.
    var subject: Subject
  }

  /// A node that begins to exist when something is said about it.
  private enum Subject {
    case node(Int)
    case identifier(String)
  }

  private var graph = ThingGraph(.rdfa)
  private let document: HTMLDocument
  private let base: MarkupBase
  private let attributes: MarkupAttributes
  private var scopes: [Scope] = []

  private static let names = [
    "vocab", "typeof", "property", "resource", "prefix", "content", "datetime", "href", "src",
    "value",
  ]
  private static let main = ["vocab", "typeof", "property", "resource", "prefix"]
  private static let prefixCountMax = 64

  private init(_ document: HTMLDocument, base: MarkupBase) {
    (self.document, self.base) = (document, base)
    attributes = MarkupAttributes(document, Self.names, main: Self.main)
  }

  /// - Returns: also what the page says of itself without a type, such as its Open Graph.
  static func read(
    _ document: HTMLDocument, base: MarkupBase
  ) -> (things: [Thing], problems: [MarkupProblem]) {
    var reader = RDFaLite(document, base: base)
    guard reader.attributes.occurs("property") || reader.attributes.occurs("typeof") else {
      return ([], [])
    }
    let page = Subject.identifier(Self.withoutFragment(base.absolute("")))
    reader.scopes = [
      Scope(end: document.elements.endIndex, vocabulary: "", prefixes: [:], subject: page)
    ]
    for element in document.elements where reader.attributes.hasMain(element) {
      while reader.scopes[reader.scopes.count - 1].end <= element.index {
        reader.scopes.removeLast()
      }
      reader.read(element)
    }
    let things = reader.graph.things()
    return (things, reader.graph.problems)
  }

  private static func withoutFragment(_ address: String) -> String {
    String(address.prefix { $0 != "#" })
  }

  // MARK: Elements

  private mutating func read(_ element: HTMLElement) {
    guard graph.hasRoom else { return }
    var scope = scopes[scopes.count - 1]
    scope.end = element.descendants.endIndex
    if let vocabulary = attributes.value("vocab", of: element) {
      scope.vocabulary = vocabulary.isEmpty ? "" : base.absolute(vocabulary)
    }
    if let prefixes = attributes.value("prefix", of: element) { add(prefixes, to: &scope) }
    let names = (attributes.value("property", of: element) ?? "").markupTokens()
      .compactMap { name($0, scope) }
    let types = attributes.value("typeof", of: element)?.markupTokens()
    let content = attributes.value("content", of: element)
    let resource = resource(of: element, scope).map { graph.text($0) }
    if names.isEmpty || content != nil {
      readSubject(element, types, resource, hasProperty: !names.isEmpty, &scope)
      if !names.isEmpty { add(names, .text(literal(of: element)), element, to: scope.subject) }
    } else if let types {
      // A parent begins before its child.
      let subject = Subject.node(node(scope.subject, element, isTop: true).node)
      let typed = node(resource.map(Subject.identifier), element, isTop: false)
      add(types, to: typed.node, scope)
      scope.subject = .node(typed.node)
      add(names, typed.isNew ? .child(typed.node) : .node(typed.node), element, to: subject)
    } else {
      let isLiteral = literalAttribute(of: element) != nil
      let value = isLiteral ? nil : resource.map(ThingGraph.Value.identifier)
      add(names, value ?? .text(literal(of: element)), element, to: scope.subject)
    }
    scopes.append(scope)
  }

  /// An element without a property says what those inside it are about.
  private mutating func readSubject(
    _ element: HTMLElement, _ types: [String]?, _ resource: String?, hasProperty: Bool,
    _ scope: inout Scope
  ) {
    let isPage = element.isNamed("html") || element.isNamed("head") || element.isNamed("body")
    if let types {
      let subject = resource.map(Subject.identifier) ?? (isPage ? scope.subject : nil)
      let typed = node(subject, element, isTop: true)
      add(types, to: typed.node, scope)
      scope.subject = .node(typed.node)
    } else if let resource, hasProperty || attributes.has("resource", element) {
      // The standard takes each link for a subject; of a link alone nothing is said.
      scope.subject = .identifier(resource)
    }
  }

  private mutating func node(
    _ subject: Subject?, _ element: HTMLElement, isTop: Bool
  ) -> (node: Int, isNew: Bool) {
    switch subject {
    case .node(let node): (node, false)
    case .identifier(let id): graph.add(id, line: element.line, isTop: isTop)
    case nil: graph.add(nil, line: element.line, isTop: isTop)
    }
  }

  private mutating func add(_ types: [String], to node: Int, _ scope: Scope) {
    for type in types {
      if let name = name(type, scope) { graph.addType(name, to: node) }
    }
  }

  private mutating func add(
    _ names: [String], _ value: ThingGraph.Value, _ element: HTMLElement, to subject: Subject
  ) {
    let (node, _) = node(subject, element, isTop: true)
    for (place, name) in names.enumerated() {
      var value = value
      if place > 0, case .child(let child) = value { value = .node(child) }
      graph.add(name, value, line: element.line, to: node)
    }
  }

  // MARK: Values

  private func literalAttribute(of element: HTMLElement) -> String? {
    if let content = attributes.value("content", of: element) { return content }
    if let time = attributes.value("datetime", of: element), element.isNamed("time") { return time }
    if let value = attributes.value("value", of: element), element.isNamed("data") { return value }
    return nil
  }

  private mutating func literal(of element: HTMLElement) -> String {
    if let text = literalAttribute(of: element) { return graph.text(text) }
    return graph.text(element.textBytes)
  }

  /// What `resource`, `href` or `src` lead to.
  private func resource(of element: HTMLElement, _ scope: Scope) -> String? {
    if var text = attributes.value("resource", of: element) {
      if text.hasPrefix("["), text.hasSuffix("]") {
        text = String(text.dropFirst().dropLast())
        return compact(text, scope)
      }
      if text.hasPrefix("_:") { return text }
      return compact(text, scope) ?? base.absolute(text)
    }
    return (attributes.value("href", of: element) ?? attributes.value("src", of: element))
      .map { base.absolute($0) }
  }

  // MARK: Names

  /// "a: https://a.example/ b: ..."
  private func add(_ text: String, to scope: inout Scope) {
    let tokens = text.markupTokens(max: 2 * Self.prefixCountMax)
    for place in stride(from: 0, to: tokens.count - 1, by: 2) where tokens[place].hasSuffix(":") {
      let prefix = tokens[place].dropLast().lowercased()
      guard prefix != "_", scope.prefixes.count < Self.prefixCountMax else { continue }
      scope.prefixes[prefix] = tokens[place + 1]
    }
  }

  /// The address that a name of a property or a type means; nil if it means nothing.
  private func name(_ text: String, _ scope: Scope) -> String? {
    if text.contains(":") {
      return text.hasPrefix("_:") ? nil : compact(text, scope) ?? text
    }
    if !scope.vocabulary.isEmpty { return scope.vocabulary + text }
    return RDFaPrefixes.terms[text.lowercased()]
  }

  /// "prefix:rest", of a prefix that is known.
  private func compact(_ text: String, _ scope: Scope) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let prefix = text[..<colon].lowercased(), rest = text[text.index(after: colon)...]
    guard !rest.hasPrefix("//") else { return nil }
    if let start = scope.prefixes[prefix] { return start + rest }
    return RDFaPrefixes.initial[prefix].map { $0 + rest }
  }
}
