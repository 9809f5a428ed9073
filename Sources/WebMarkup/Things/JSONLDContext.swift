/// What the names of a JSON-LD block mean: the rules of its `@context`, which is never fetched.
///
/// A context of schema.org, by any of its addresses, makes names those of schema.org. Names that
/// are defined in the block itself are honoured as far as pages need them: an address, an alias of
/// a keyword, `@type` of `@id` or `@vocab`, and containers of lists, sets, languages and indexes.
struct JSONLDContext {
  enum Coercion { case none, address, name }
  enum Container { case none, languageMap, indexMap }

  /// A name that the block defines.
  struct Term {
    /// An address or a keyword; nil if the name means nothing.
    var name: String?
    /// Whether it stands for the beginning of addresses.
    var isPrefix = false
    var coercion = Coercion.none
    var container = Container.none
    /// Whether it has a rule that is not read.
    var isUnread = false
  }

  static let termCountMax = 256
  static let keywords: Set<String> = [
    "@base", "@container", "@context", "@direction", "@graph", "@id", "@import", "@included",
    "@index", "@json", "@language", "@list", "@nest", "@none", "@prefix", "@propagate",
    "@protected", "@reverse", "@set", "@type", "@value", "@version", "@vocab",
  ]

  private(set) var vocabulary: String?
  private(set) var terms: [String: Term] = [:]
  private(set) var base: MarkupBase
  /// Whether names without a vocabulary of their own are schema.org's.
  private(set) var isSchema = false
  private let documentBase: MarkupBase

  init(base: MarkupBase) { (self.base, documentBase) = (base, base) }

  /// What a block's context has that is not read.
  enum Refusal: Hashable {
    case remote(String)
    case tooManyTerms
    case malformed
  }

  /// The context with a local one within it.
  func adding(_ local: LooseJSON, _ refusals: inout [Refusal]) -> JSONLDContext {
    var context = self
    for element in local.elements {
      switch element.kind {
      case .null: context = JSONLDContext(base: documentBase)
      case .string(let address):
        if SchemaName.isSchema(address) {
          context.useSchema()
        } else {
          refusals.append(.remote(address))
        }
      case .object(let members): context.add(members, &refusals)
      case .boolean, .number, .array: refusals.append(.malformed)
      }
    }
    return context
  }

  private mutating func useSchema() {
    vocabulary = SchemaName.vocabulary
    isSchema = true
    terms["schema"] = Term(name: SchemaName.vocabulary, isPrefix: true)
    // schema.org's own context has both.
    terms["id"] = Term(name: "@id")
    terms["type"] = Term(name: "@type")
  }

  private mutating func add(_ members: [LooseJSON.Member], _ refusals: inout [Refusal]) {
    if let member = members.last(where: { $0.key == "@base" }) {
      switch member.value.kind {
      case .string(let text): base = base.within(text)
      default: base = MarkupBase(nil)
      }
    }
    if let member = members.last(where: { $0.key == "@vocab" }) { setVocabulary(member.value) }
    let local = Dictionary(
      members.filter { $0.key == "@type" || !Self.looksLikeKeyword($0.key) }
        .map { ($0.key, $0.value) }
    ) { $1 }
    guard terms.count + local.count <= Self.termCountMax else {
      refusals.append(.tooManyTerms)
      return
    }
    var defined: [String: Bool] = [:]
    for member in members where local[member.key] != nil {
      define(member.key, local, &defined)
    }
  }

  private mutating func setVocabulary(_ value: LooseJSON) {
    guard case .string(let text) = value.kind else {
      (vocabulary, isSchema) = (nil, false)
      return
    }
    isSchema = SchemaName.isSchema(text)
    if isSchema {
      vocabulary = SchemaName.vocabulary
    } else if text.isEmpty {
      vocabulary = base.absolute("")
    } else {
      vocabulary = expandedName(text) ?? text
    }
  }

  /// - Parameter defined: false while a name is being defined, whose definition may use others.
  private mutating func define(
    _ name: String, _ local: [String: LooseJSON], _ defined: inout [String: Bool]
  ) {
    guard defined[name] == nil, let value = local[name], !name.isEmpty else { return }
    defined[name] = false
    defer { defined[name] = true }
    terms[name] = nil
    switch value.kind {
    case .null: terms[name] = Term(name: nil)
    case .string(let text):
      guard Self.keywords.contains(text) || !Self.looksLikeKeyword(text) else { return }
      let meaning = definedName(text, of: name, local, &defined)
      let isPrefix = meaning?.last.map { ":/?#[]@".contains($0) } == true
      terms[name] = Term(name: meaning, isPrefix: isPrefix)
    case .object(let members): terms[name] = term(name, members, local, &defined)
    case .boolean, .number, .array: break
    }
  }

  private mutating func term(
    _ name: String, _ members: [LooseJSON.Member], _ local: [String: LooseJSON],
    _ defined: inout [String: Bool]
  ) -> Term {
    var term = Term()
    let values = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
    if let id = values["@id"], !(id.string.map(Self.isIgnored) ?? false) {
      term.name = id.string.flatMap { definedName($0, of: name, local, &defined) }
    } else if name == "@type" {
      term.name = name
    } else {
      let meaning = definedName(name, of: name, local, &defined)
      // "a:b" is defined by "a", whether that is a prefix elsewhere or not.
      let parts = name.split(separator: ":", maxSplits: 1)
      let start = parts.count == 2 ? terms[String(parts[0])]?.name : nil
      term.name = start.map { $0 + parts[1] } ?? meaning
    }
    if case .boolean(true)? = values["@prefix"]?.kind { term.isPrefix = true }
    switch values["@type"]?.string {
    case "@id": term.coercion = .address
    case "@vocab": term.coercion = .name
    default: break
    }
    let containers = values["@container"]?.elements.compactMap(\.string) ?? []
    for container in containers {
      switch container {
      case "@list", "@set": break
      case "@language": term.container = .languageMap
      case "@index": term.container = .indexMap
      default: term.isUnread = true
      }
    }
    // A name for the other direction, names that depend on where they stand, and JSON as a value.
    let unread = ["@reverse", "@context", "@nest", "@index"]
    if unread.contains(where: { values[$0] != nil }) || values["@type"]?.string == "@json" {
      term.isUnread = true
    }
    return term
  }

  /// What a definition says that a name means; names that it uses are defined before it.
  private mutating func definedName(
    _ text: String, of name: String, _ local: [String: LooseJSON], _ defined: inout [String: Bool]
  ) -> String? {
    if Self.keywords.contains(text) { return text }
    let prefix = text.firstIndex(of: ":").map { String(text[..<$0]) }
    for used in [text, prefix ?? text] where used != name { define(used, local, &defined) }
    return expandedName(text)
  }

  // MARK: Names

  /// The address or the keyword that a name of a property or a type means; nil if it means nothing.
  func expandedName(_ name: String) -> String? {
    if Self.keywords.contains(name) { return name }
    if let term = terms[name] { return term.name }
    if Self.looksLikeKeyword(name) { return nil }
    if let address = compact(name) { return address }
    return vocabulary.map { $0 + name }
  }

  /// The address that an identifier means; nil for what looks like a keyword.
  func expandedAddress(_ text: String) -> String? {
    if Self.looksLikeKeyword(text) { return nil }
    if let colon = text.firstIndex(of: ":"), colon != text.startIndex {
      let prefix = text[..<colon], rest = text[text.index(after: colon)...]
      if prefix == "_" { return text }
      if !rest.hasPrefix("//"), let start = start(of: prefix) { return start + rest }
    }
    return base.absolute(text)
  }

  /// What a prefix stands for; nil if it is none.
  private func start(of prefix: Substring) -> String? {
    guard let term = terms[String(prefix)], term.isPrefix, let name = term.name,
      !name.hasPrefix("@")
    else { return nil }
    return name
  }

  /// A definition by what looks like a keyword and is none does not count.
  private static func isIgnored(_ text: String) -> Bool {
    looksLikeKeyword(text) && !keywords.contains(text)
  }

  /// "@" and letters alone.
  private static func looksLikeKeyword(_ text: String) -> Bool {
    text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "@")
      && text.utf8.dropFirst().allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
  }

  /// "prefix:rest", or an address as it is; nil for a name without a colon.
  private func compact(_ name: String) -> String? {
    guard let colon = name.firstIndex(of: ":"), colon != name.startIndex else { return nil }
    let prefix = name[..<colon], rest = name[name.index(after: colon)...]
    if prefix == "_" || rest.hasPrefix("//") { return name }
    return start(of: prefix).map { $0 + rest } ?? name
  }
}
