package import WebAddress

/// All that a page and its headers say of the page itself, each fact with its source and line.
///
/// Facts are what strangers wrote: a reader of facts decides what is shown. Reading is pure, total
/// on any bytes, and takes linear time.
package struct PageFacts: Sendable {
  /// Directives for search engines, and what said them.
  package struct RobotsFact: Hashable, Sendable {
    package let directives: RobotsDirectives
    package let fact: PageFact
  }

  /// The address that the page was read from; nil if it is not known.
  package let address: WebURL?
  /// What relative addresses are relative to: `<base href>`, else the address.
  package let base: WebURL?
  /// The encoding by which the bytes were read.
  package let encoding: String
  /// The first title element outside of SVG.
  package let title: PageFact?
  /// `<meta name="description">`.
  package let description: PageFact?
  /// As they are written: those of Link headers, then those of the page.
  package let canonicals: [PageFact]
  /// Those of the page, then those of headers.
  package let robotsFacts: [RobotsFact]
  /// The first of each property that begins with "og:" or "article:" and is not empty, in the order
  /// of the page. The source is the property.
  package let openGraph: [PageFact]
  /// Apps that show the same content.
  package let apps: [AppReference]
  /// References to apps that cannot be used; the text says why.
  package let appProblems: [PageFact]
  /// `<html lang>`, else `xml:lang`, else a Content-Language of the page or a header.
  package let language: PageFact?
  package let structuredData: StructuredData
  /// What was lost in reading the page; the text says what.
  package let problems: [PageFact]

  /// - Parameters:
  ///   - bytes: of the page, in any encoding.
  ///   - headers: that came with the page.
  ///   - agent: whose robots directives count beside those for all and for this reader.
  package init(
    _ bytes: [UInt8], address: WebURL?, headers: ResponseHeaders = ResponseHeaders(),
    agent: String? = nil
  ) {
    let document = HTMLDocument(bytes, charset: headers.charset)
    self.init(document, address: address, headers: headers, agent: agent)
  }

  package init(
    _ document: HTMLDocument, address: WebURL?, headers: ResponseHeaders = ResponseHeaders(),
    agent: String? = nil
  ) {
    var head = PageHead()
    for element in document.elements { head.read(element) }
    let agents = RobotsDirectives.agents.union(agent.map { [$0.lowercased()] } ?? [])
    self.address = address
    base = head.base.flatMap { WebURL($0, relativeTo: address) } ?? address
    encoding = document.encoding
    title = head.title
    description = head.metas.first("description")
    canonicals =
      headers.links("canonical").map { PageFact($0, source: "Link header", line: nil) }
      + head.canonicals
    robotsFacts = Self.robots(head.metas, headers, agents)
    openGraph = head.metas.names
      .filter { $0.hasPrefix("og:") || $0.hasPrefix("article:") }
      .compactMap(head.metas.first)
    let references = AppReferences(head.metas, alternates: head.alternates)
    (apps, appProblems) = (references.references, references.problems)
    language =
      head.language
      ?? headers.values(of: "content-language").first.map {
        PageFact(Self.firstLanguage($0), source: "Content-Language header", line: nil)
      }
    structuredData = StructuredData(document, base: base)
    problems = document.cuts.map(Self.problem) + Self.encodingProblems(document)
  }

  private static func encodingProblems(_ document: HTMLDocument) -> [PageFact] {
    var problems: [String] = []
    if let encoding = document.refusedEncoding {
      problems.append(
        "The encoding \(encoding) cannot be read here, so letters beyond ASCII are wrong. Save the "
          + "page as UTF-8.")
    }
    if document.replacements > 0 {
      problems.append(
        "At \(document.replacements) places the bytes are not \(document.encoding), and their "
          + "letters are lost. Name the page's encoding in <meta charset>.")
    }
    return problems.map { PageFact($0, source: "HTML", line: nil) }
  }

  private static func robots(
    _ metas: PageMetas, _ headers: ResponseHeaders, _ agents: Set<String>
  ) -> [RobotsFact] {
    let ofPage = agents.sorted().flatMap(metas.all).map {
      RobotsFact(
        directives: RobotsDirectives(metaName: $0.source, content: $0.text, agents: agents),
        fact: $0)
    }
    let ofHeaders = headers.values(of: "x-robots-tag").map {
      RobotsFact(
        directives: RobotsDirectives(header: $0, agents: agents),
        fact: PageFact($0, source: "X-Robots-Tag header", line: nil))
    }
    return ofPage + ofHeaders
  }

  static func firstLanguage(_ text: String) -> String {
    HeaderParts.trimmed(text.prefix { $0 != "," }.unicodeScalars)
  }

  private static func problem(_ bound: HTMLBound) -> PageFact {
    let text =
      switch bound {
      case .bytes:
        "The page has more than \(HTMLDocument.bytesMax >> 20) MiB. What is behind is not read."
      case .depth:
        "Elements are nested more than \(HTMLDocument.depthMax) deep. Deeper ones are read as if "
          + "they were not nested."
      case .attributes:
        "An element has more than \(HTMLDocument.attributesMax) attributes. The others are not "
          + "read."
      case .elements:
        "The page has more than \(HTMLDocument.elementsMax) elements. What is behind is not read."
      }
    return PageFact(text, source: "HTML", line: nil)
  }

  // MARK: Answers

  /// The first of a property of Open Graph; nil if the page does not have it.
  package func openGraph(_ property: String) -> PageFact? {
    openGraph.first { $0.source == property }
  }

  /// Everything that the page and its headers ask together.
  package var directives: RobotsDirectives {
    robotsFacts.reduce(into: []) { $0.formUnion($1.directives) }
  }

  /// The whole address of what the page refers to; nil for what is not http or https.
  package func absolute(_ reference: String) -> String? {
    WebURL(reference, relativeTo: base)?.href
  }

  /// Whether a reference is a whole address, and needs no other one to be understood.
  package func isWhole(_ reference: String) -> Bool { WebURL(reference) != nil }

  /// The first canonical address; nil if there is none, or it is not http or https.
  package var canonicalAddress: WebURL? {
    canonicals.first.flatMap { WebURL($0.text, relativeTo: base) }
  }

  /// The address that the page has in a search: the canonical one if the page may name it, which
  /// it may on its own host.
  package var ownAddress: WebURL? {
    guard let canonical = canonicalAddress else { return address }
    return address == nil || address?.host == canonical.host ? canonical : address
  }
}

/// What the elements of a page say, gathered in one pass.
private struct PageHead {
  var metas = PageMetas()
  var base: String?
  var title: PageFact?
  var canonicals: [PageFact] = []
  var alternates: [PageFact] = []
  var language: PageFact?

  /// Links that one page can give.
  private static let linkCountMax = 256

  mutating func read(_ element: HTMLElement) {
    guard !element.isForeign else { return }
    if element.isNamed("meta") {
      readMeta(element)
    } else if element.isNamed("link") {
      readLink(element)
    } else if element.isNamed("title") {
      guard title == nil else { return }
      title = PageFact(element.text.collapsedSpaces, source: "<title>", line: element.line)
    } else if element.isNamed("base") {
      if base == nil { base = element["href"].map { HeaderParts.trimmed($0.unicodeScalars) } }
    } else if element.isNamed("html") {
      readLanguage(element)
    }
  }

  private mutating func readMeta(_ element: HTMLElement) {
    guard let content = element["content"] else { return }
    let names = [element["property"], element["name"]].compactMap(\.self)
    if !names.isEmpty { metas.add(names: names, content: content, line: element.line) }
    if language == nil, element["http-equiv"]?.lowercased() == "content-language" {
      let name = PageFacts.firstLanguage(content)
      if !name.isEmpty {
        language = PageFact(name, source: "Content-Language", line: element.line)
      }
    }
  }

  private mutating func readLink(_ element: HTMLElement) {
    guard let kinds = element["rel"]?.lowercased(), let target = element["href"] else { return }
    let words = kinds.unicodeScalars.split(whereSeparator: \.isPageSpace).map(String.init)
    let fact = PageFact(
      HeaderParts.trimmed(target.unicodeScalars), source: "<link>", line: element.line)
    guard !fact.text.isEmpty else { return }
    if words.contains("canonical"), canonicals.count < Self.linkCountMax {
      canonicals.append(fact)
    }
    if words.contains("alternate"), alternates.count < Self.linkCountMax,
      fact.text.prefix(8).lowercased() == "ios-app:"
    {
      alternates.append(fact)
    }
  }

  private mutating func readLanguage(_ element: HTMLElement) {
    for name in ["lang", "xml:lang"] {
      guard let value = element[name] else { continue }
      let text = HeaderParts.trimmed(value.unicodeScalars)
      guard !text.isEmpty else { continue }
      language = PageFact(text, source: "<html \(name)>", line: element.line)
      return
    }
  }
}
