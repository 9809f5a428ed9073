/// Reads JSON-LD (W3C JSON-LD 1.1) as far as structured data of pages goes: nodes with types and
/// properties, in trees and graphs.
///
/// All blocks of a page are one graph, so a node may be written in one block and used in another.
/// Not read: contexts of others than schema.org, `@reverse`, `@nest`, `@included`, JSON as a value,
/// maps of identifiers, types and graphs, contexts for one name or type. A block that has such is
/// read without it, and reported.
struct JSONLD {
  private var graph = ThingGraph(.jsonLD)
  private let base: MarkupBase
  /// Of the block's first line in the page, less one.
  private var lineBefore = 0

  private init(base: MarkupBase) { self.base = base }

  /// Reads the blocks of a page.
  static func read(
    _ document: HTMLDocument, base: MarkupBase
  ) -> (things: [Thing], problems: [MarkupProblem]) {
    var reader = JSONLD(base: base)
    for script in document.elements(named: "script") where isBlock(script) {
      reader.read(script.textBytes, line: script.line)
    }
    let things = reader.graph.things()
    return (things, reader.graph.problems)
  }

  /// Reads one block that stands alone.
  static func read(
    _ block: String, base: MarkupBase
  ) -> (things: [Thing], problems: [MarkupProblem]) {
    var reader = JSONLD(base: base)
    reader.read(Array(block.utf8)[...], line: 1)
    let things = reader.graph.things()
    return (things, reader.graph.problems)
  }

  /// Parameters of the type do not count.
  private static func isBlock(_ script: HTMLElement) -> Bool {
    guard !script.isForeign, let type = script["type"] else { return false }
    let name = type.prefix { $0 != ";" }.utf8.filter { !BoundedText.isSpace($0) }
    return String(decoding: name, as: UTF8.self).lowercased() == "application/ld+json"
  }

  // MARK: A block

  private mutating func read(_ text: ArraySlice<UInt8>, line: Int) {
    lineBefore = line - 1
    let json: LooseJSONReader.Result
    do throws(LooseJSONError) {
      json = try Self.json(Array(text))
    } catch {
      graph.report("the block is not read: \(error)", line: lineBefore + error.line)
      return
    }
    for leniency in json.leniencies {
      graph.report("the block has \(leniency.rawValue)", line: line, isLoss: false)
    }
    let before = graph.nodes.count
    read(top: json.value, JSONLDContext(base: base))
    if graph.nodes.count == before {
      graph.report("the block says nothing: no @context says what its names mean", line: line)
    }
  }

  /// Some pages have `&quot;` where quotes belong.
  private static func json(
    _ text: [UInt8]
  ) throws(LooseJSONError) -> LooseJSONReader.Result {
    do throws(LooseJSONError) {
      return try LooseJSONReader.read(text)
    } catch {
      let quotes = "&quot;"
      let source = String(decoding: text, as: UTF8.self)
      guard source.utf8.count <= 1 << 20, source.contains(quotes),
        let mended = try? LooseJSONReader.read(source.replacing(quotes, with: "\""))
      else { throw error }
      return LooseJSONReader.Result(
        value: mended.value,
        leniencies: (mended.leniencies + [.characterReferences]).sorted())
    }
  }

  private mutating func read(top value: LooseJSON, _ context: JSONLDContext) {
    for element in value.elements {
      switch element.kind {
      case .object: readTopNode(element, context)
      case .array: read(top: element, context)
      case .null, .boolean, .number, .string: continue
      }
    }
  }

  private func line(_ value: LooseJSON) -> Int { lineBefore + value.line }

  // MARK: Nodes

  /// The members of an object by what their keys mean, and the context that says so.
  private struct Members {
    var context: JSONLDContext
    var keywords: [String: LooseJSON] = [:]
    var types: [String] = []
    var properties: [(key: String, name: String, value: LooseJSON)] = []
  }

  private mutating func members(_ object: LooseJSON, _ outer: JSONLDContext) -> Members {
    guard case .object(let all) = object.kind else { return Members(context: outer) }
    var members = Members(context: context(of: object, within: outer))
    var types: [String] = []
    for member in all where member.key != "@context" {
      guard let name = members.context.expandedName(member.key) else { continue }
      if members.context.terms[member.key]?.isUnread == true, name != "@type" {
        graph.report("\"\(member.key)\" has a rule that is not read", line: line(member.value))
      } else if name == "@type" {
        types += member.value.elements.compactMap(\.string)
      } else if name.hasPrefix("@") {
        if members.keywords[name] == nil { members.keywords[name] = member.value }
      } else if name.contains(":") {
        members.properties.append((member.key, name, member.value))
      }
    }
    members.types = types.compactMap(members.context.expandedName)
    for keyword in ["@reverse", "@nest", "@included"] {
      guard let value = members.keywords[keyword] else { continue }
      graph.report("\(keyword) is not read", line: line(value))
    }
    return members
  }

  private mutating func context(
    of object: LooseJSON, within outer: JSONLDContext
  ) -> JSONLDContext {
    guard let local = object["@context"] else { return outer }
    var refusals: [JSONLDContext.Refusal] = []
    let context = outer.adding(local, &refusals)
    for refusal in refusals {
      let text =
        switch refusal {
        case .remote(let address): "the context \(BoundedText.shown(address)) is not read"
        case .tooManyTerms:
          "a context of more than \(JSONLDContext.termCountMax) names is not read"
        case .malformed: "a context is neither an address nor an object"
        }
      graph.report(text, line: line(local))
    }
    return context
  }

  /// A node of the top level or of a `@graph`. One with nothing but an identifier says nothing.
  private mutating func readTopNode(_ object: LooseJSON, _ context: JSONLDContext) {
    let members = members(object, context)
    guard members.keywords["@value"] == nil else { return }
    if !members.types.isEmpty || !members.properties.isEmpty {
      _ = node(members, line: line(object), isTop: true)
    }
    if let graph = members.keywords["@graph"] { read(top: graph, members.context) }
    if let values = members.keywords["@set"] { read(top: values, members.context) }
  }

  private mutating func node(
    _ members: Members, line: Int, isTop: Bool
  ) -> (node: Int, isNew: Bool) {
    let id = members.keywords["@id"]?.string.flatMap(members.context.expandedAddress)
      .map { graph.text($0) }
    let (node, isNew) = graph.add(id, line: line, isTop: isTop)
    for type in members.types { graph.addType(type, to: node) }
    for (key, name, value) in members.properties {
      guard graph.hasRoom else { break }
      add(value, named: name, key, members.context, to: node)
    }
    return (node, isNew)
  }

  // MARK: Values

  private mutating func add(
    _ value: LooseJSON, named name: String, _ key: String, _ context: JSONLDContext, to node: Int
  ) {
    let line = line(value)
    switch value.kind {
    case .null: return
    case .boolean(let flag): graph.add(name, .text(flag ? "true" : "false"), line: line, to: node)
    case .number(let text): graph.add(name, .text(graph.text(text)), line: line, to: node)
    case .string(let text):
      graph.add(name, self.value(text, name, key, context), line: line, to: node)
    case .array(let elements):
      for element in elements {
        // A map of languages or indexes is no element of an array.
        if case .object = element.kind {
          addObject(element, named: name, key, context, to: node)
        } else {
          add(element, named: name, key, context, to: node)
        }
      }
    case .object(let members):
      switch context.terms[key]?.container ?? .none {
      case .none: addObject(value, named: name, key, context, to: node)
      case .languageMap:
        for text in members.flatMap(\.value.elements).compactMap(\.string) {
          graph.add(name, .text(graph.text(text)), line: line, to: node)
        }
      case .indexMap:
        for element in members.flatMap(\.value.elements) {
          if case .object = element.kind {
            addObject(element, named: name, key, context, to: node)
          } else {
            add(element, named: name, key, context, to: node)
          }
        }
      }
    }
  }

  private mutating func value(
    _ text: String, _ name: String, _ key: String, _ context: JSONLDContext
  ) -> ThingGraph.Value {
    switch context.terms[key]?.coercion ?? .none {
    case .address:
      return .identifier(graph.text(context.expandedAddress(text) ?? ""))
    case .name:
      let address = context.expandedName(text).flatMap { $0.contains(":") ? $0 : nil }
      return .identifier(graph.text(address ?? context.expandedAddress(text) ?? ""))
    case .none: break
    }
    let isAddress =
      context.isSchema && SchemaName.short(name).map(SchemaName.addresses.contains) == true
    let text = graph.text(text)
    return .text(isAddress && !text.isEmpty ? context.base.absolute(text) : text)
  }

  private mutating func addObject(
    _ object: LooseJSON, named name: String, _ key: String, _ context: JSONLDContext, to node: Int
  ) {
    let members = members(object, context)
    let line = line(object)
    if let value = members.keywords["@value"] {
      // Its type and its language do not count.
      let text: String
      switch value.kind {
      case .string(let string): text = graph.text(string)
      case .number(let number): text = graph.text(number)
      case .boolean(let flag): text = flag ? "true" : "false"
      case .null, .array, .object: return
      }
      graph.add(name, .text(text), line: line, to: node)
    } else if let list = members.keywords["@list"] ?? members.keywords["@set"] {
      for element in list.elements { add(element, named: name, key, members.context, to: node) }
    } else if members.types.isEmpty, members.properties.isEmpty, let id = members.keywords["@id"] {
      let address = id.string.flatMap(members.context.expandedAddress) ?? ""
      graph.add(name, .identifier(graph.text(address)), line: line, to: node)
    } else if members.types.isEmpty, members.properties.isEmpty,
      members.keywords["@graph"] == nil
    {
      return
    } else if members.keywords["@graph"] == nil {
      let (child, isNew) = self.node(members, line: line, isTop: false)
      graph.add(name, isNew ? .child(child) : .node(child), line: line, to: node)
    } else {
      graph.report("a graph as a value is not read", line: line)
    }
  }
}
