/// Reads Microdata (HTML Standard, section 5).
///
/// `itemref` is followed; a cycle is cut. An element that has a `content` attribute says that, as
/// schema.org's own examples have it and the standard does not.
struct Microdata {
  private var graph = ThingGraph(.microdata)
  private let document: HTMLDocument
  private let base: MarkupBase
  private let attributes: MarkupAttributes
  private var elementByIdentifier: [String: HTMLElement] = [:]
  /// The nodes of items that were met.
  private var nodeByItem: [Int: Int] = [:]
  /// Items within items that are being read.
  private var depth = 0
  /// Elements that `itemref` led through.
  private var referencedElementCount = 0

  private static let names = [
    "itemscope", "itemprop", "itemtype", "itemid", "itemref", "content", "src", "href", "data",
    "value", "datetime", "id",
  ]
  private static let referencedElementCountMax = 1 << 20

  /// Values that are addresses, by the names of elements.
  private static let addressAttributes: [(element: String, attribute: String)] = [
    ("a", "href"), ("link", "href"), ("img", "src"), ("area", "href"), ("audio", "src"),
    ("embed", "src"), ("iframe", "src"), ("source", "src"), ("track", "src"), ("video", "src"),
    ("object", "data"),
  ]

  private init(_ document: HTMLDocument, base: MarkupBase) {
    (self.document, self.base) = (document, base)
    attributes = MarkupAttributes(document, Self.names)
  }

  static func read(
    _ document: HTMLDocument, base: MarkupBase
  ) -> (things: [Thing], problems: [MarkupProblem]) {
    var reader = Microdata(document, base: base)
    guard reader.attributes.occurs("itemscope") else { return ([], []) }
    if reader.attributes.occurs("itemref") { reader.findIdentifiers() }
    for element in document.elements where reader.attributes.has("itemscope", element) {
      guard !reader.attributes.has("itemprop", element) else { continue }
      _ = reader.readItem(element, vocabulary: "", isTop: true)
    }
    let things = reader.graph.things()
    return (things, reader.graph.problems)
  }

  /// Of elements with the same identifier the first one counts.
  private mutating func findIdentifiers() {
    for element in document.elements {
      guard let id = attributes.value("id", of: element), !id.isEmpty else { continue }
      if elementByIdentifier[id] == nil { elementByIdentifier[id] = element }
    }
  }

  // MARK: Items

  /// - Parameter vocabulary: that of the item around it, for an item without a type.
  private mutating func readItem(
    _ item: HTMLElement, vocabulary: String, isTop: Bool
  ) -> (node: Int, isNew: Bool) {
    if let node = nodeByItem[item.index] { return (node, false) }
    let id = attributes.value("itemid", of: item).map { base.absolute($0) }
    // Items with the same identifier are still two items.
    let (node, _) = graph.add(nil, line: item.line, isTop: isTop)
    graph.setIdentifier(id, of: node)
    nodeByItem[item.index] = node
    let types = (attributes.value("itemtype", of: item) ?? "").markupTokens()
    for type in types { graph.addType(type, to: node) }
    guard depth < ThingBounds.depthMax else {
      graph.report("what is nested deeper is not read", line: item.line)
      return (node, true)
    }
    depth += 1
    defer { depth -= 1 }
    let own = types.first.map(Self.vocabulary) ?? vocabulary
    for element in properties(of: item) {
      guard graph.hasRoom else { break }
      add(element, to: node, vocabulary: own)
    }
    return (node, true)
  }

  /// "https://schema.org/" of "https://schema.org/Recipe".
  private static func vocabulary(of type: String) -> String {
    if SchemaName.short(type) != nil { return SchemaName.vocabulary }
    guard let end = type.lastIndex(where: { $0 == "#" || $0 == "/" }) else { return "" }
    return String(type[...end])
  }

  /// The elements that are properties of an item, in the order of the page.
  private mutating func properties(of item: HTMLElement) -> [HTMLElement] {
    var found: [HTMLElement] = []
    collect(in: item.descendants, &found)
    let references = attributes.value("itemref", of: item)?.markupTokens() ?? []
    guard !references.isEmpty else { return found }
    var seen = Set(found.map(\.index))
    for reference in references {
      guard let element = elementByIdentifier[reference] else {
        graph.report(
          "itemref names \(BoundedText.shown(reference)), which no element is called",
          line: item.line)
        continue
      }
      // What is inside the item is its own already, and an item is no property of itself.
      guard element != item, !element.contains(item), !item.contains(element) else { continue }
      referencedElementCount += element.descendants.count + 1
      guard referencedElementCount <= Self.referencedElementCountMax else {
        graph.report("itemref leads through too many elements", line: item.line)
        break
      }
      var referenced: [HTMLElement] = []
      if attributes.has("itemprop", element) { referenced.append(element) }
      if !attributes.has("itemscope", element) { collect(in: element.descendants, &referenced) }
      found += referenced.filter { seen.insert($0.index).inserted }
    }
    return found.sorted { $0.index < $1.index }
  }

  /// Those with `itemprop`, without what is inside another item.
  private func collect(in elements: HTMLElements, _ found: inout [HTMLElement]) {
    var next = elements.startIndex
    while next < elements.endIndex {
      let element = elements[next]
      if attributes.has("itemprop", element) { found.append(element) }
      next = attributes.has("itemscope", element) ? element.descendants.endIndex : next + 1
    }
  }

  // MARK: Values

  private mutating func add(_ element: HTMLElement, to node: Int, vocabulary: String) {
    let names = (attributes.value("itemprop", of: element) ?? "").markupTokens()
    guard !names.isEmpty else { return }
    let value: ThingGraph.Value
    if attributes.has("itemscope", element) {
      let item = readItem(element, vocabulary: vocabulary, isTop: false)
      value = item.isNew ? .child(item.node) : .node(item.node)
    } else {
      value = .text(text(of: element))
    }
    for (place, name) in names.enumerated() {
      var value = value
      // A node is a child once.
      if place > 0, case .child(let child) = value { value = .node(child) }
      graph.add(
        name.contains(":") ? name : vocabulary + name, value, line: element.line, to: node)
    }
  }

  private mutating func text(of element: HTMLElement) -> String {
    if element.isNamed("meta") {
      return graph.text(attributes.value("content", of: element) ?? "")
    }
    if let (_, attribute) = Self.addressAttributes.first(where: { element.isNamed($0.element) }),
      let address = attributes.value(attribute, of: element)
    {
      return graph.text(base.absolute(address))
    }
    if element.isNamed("data") || element.isNamed("meter"),
      let value = attributes.value("value", of: element)
    {
      return graph.text(value)
    }
    if element.isNamed("time"), let time = attributes.value("datetime", of: element) {
      return graph.text(time)
    }
    if let content = attributes.value("content", of: element) { return graph.text(content) }
    return graph.text(element.textBytes)
  }
}
