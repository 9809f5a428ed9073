/// Makes the tree of a page from its tokens, by the rules of the HTML Standard but for two.
///
/// A formatting element whose end tag comes too early (`<b><p></b>`) stays around what is open in
/// it until that closes; the standard's adoption agency would split it. What stands in a table
/// outside its cells stays there; the standard would foster it before the table. So elements come
/// in document order, and the text of each is one stretch. Content of a `template` is that of an
/// ordinary element, and scripts count as switched off: what is in `noscript` is read.
struct HTMLTreeBuilder {
  /// How far the page is. What the standard has modes for in tables follows from what is open.
  enum Phase { case beforeHead, inHead, afterHead, inBody, inFrameset }

  var tokenizer: HTMLTokenizer
  var nodes: [HTMLTree.Node] = []
  var open = HTMLOpenElements()
  var phase = Phase.beforeHead
  /// Where text begins that no element has yet.
  var textPlaced = 0
  var bodyNode: Int?
  var headNode = 0
  var isQuirky = true
  var skipsLineFeed = false
  var cuts: Set<HTMLBound> = []
  /// Tokens, elements and attributes so far: what a page costs.
  var steps = 0

  /// Reads a page of any bytes.
  static func read(_ bytes: [UInt8], charset: String?) -> HTMLTree {
    let isCut = bytes.count > HTMLDocument.bytesMax
    let decoding = TextDecoding(
      isCut ? Array(bytes[..<HTMLDocument.bytesMax]) : bytes, charset: charset)
    let text = LineFeeds.normalized(decoding.text)
    return text.withUnsafeBufferPointer { text in
      var builder = HTMLTreeBuilder(HTMLTokenizer(text))
      if isCut { builder.cuts.insert(.bytes) }
      builder.build()
      return builder.tree(decoding)
    }
  }

  private init(_ tokenizer: HTMLTokenizer) {
    self.tokenizer = tokenizer
    self.tokenizer.text.reserveCapacity(tokenizer.input.count / 2)
  }

  private mutating func build() {
    insert(.html)
    while true {
      tokenizer.allowsCDATA = open.last.namespace != .html
      let token = tokenizer.next()
      steps += 1
      switch token {
      case .text: placeText()
      case .startTag:
        // A tag may imply three elements more.
        guard nodes.count + 4 <= HTMLDocument.elementsMax else {
          cuts.insert(.elements)
          tokenizer.discardAttributes()
          return finish()
        }
        startTag()
      case .endTag:
        tokenizer.discardAttributes()
        endTag()
      case .comment: continue
      case .doctype:
        isQuirky =
          tokenizer.doctype.forcesQuirks || tokenizer.doctype.name != Array("html".utf8)
      case .end: return finish()
      }
    }
  }

  private mutating func finish() {
    if bodyNode == nil, phase != .inFrameset {
      beginBody()
    }
    while open.count > 0 { pop() }
    if tokenizer.hasDroppedAttributes { cuts.insert(.attributes) }
  }

  private func tree(_ decoding: TextDecoding) -> HTMLTree {
    HTMLTree(
      decoding: decoding, cuts: HTMLBound.allCases.filter(cuts.contains), names: tokenizer.names,
      nodes: nodes, attributes: tokenizer.attributes, values: tokenizer.values,
      text: tokenizer.text, lineFeeds: LineFeeds.places(in: tokenizer.input),
      steps: steps + nodes.count + tokenizer.attributes.count)
  }

  // MARK: Elements

  func traits(_ name: UInt32) -> HTMLTraits {
    Int(name) < HTMLTraits.all.count ? HTMLTraits.all[Int(name)] : []
  }

  /// Inserts an element that the page implies.
  mutating func insert(_ name: HTMLKnownName) { insert(name.rawValue, attributes: 0) }

  /// Inserts the element of the start tag, under a name.
  mutating func insertTag(_ name: UInt32, _ namespace: HTMLNamespace = .html) {
    insert(
      name, namespace, attributes: tokenizer.attributes.count - tokenizer.firstAttribute,
      isEmpty: namespace != .html && tokenizer.isSelfClosing)
  }

  /// Inserts an element as the last of the innermost open one, and opens it unless it is empty.
  private mutating func insert(
    _ name: UInt32, _ namespace: HTMLNamespace = .html, attributes: Int, isEmpty: Bool = false
  ) {
    let traits = namespace == .html ? traits(name) : []
    let node = nodes.count
    let first = attributes == 0 ? 0 : tokenizer.firstAttribute
    nodes.append(
      .init(
        name: name, parent: open.count == 0 ? -1 : Int32(open.last.node), end: Int32(node + 1),
        start: UInt32(tokenizer.tagStart),
        textStart: UInt32(textPlaced), textEnd: UInt32(textPlaced),
        firstAttribute: UInt32(first), attributeCount: UInt16(attributes), namespace: namespace))
    if isEmpty || traits.contains(.void) { return }
    let hasOnlyText =
      !traits.isDisjoint(with: [.rcdata, .rawtext])
      || name == HTMLKnownName.script.rawValue
    guard open.count < HTMLDocument.depthMax || hasOnlyText else {
      cuts.insert(.depth)
      return
    }
    open.push(
      node, name, namespace, traits,
      integration: integration(name, namespace, node: node))
  }

  private func integration(
    _ name: UInt32, _ namespace: HTMLNamespace, node: Int
  ) -> HTMLOpenElements.Integration {
    switch (namespace, HTMLKnownName(rawValue: name)) {
    case (.mathML, .mi?), (.mathML, .mo?), (.mathML, .mn?), (.mathML, .ms?), (.mathML, .mtext?):
      .text
    case (.svg, .foreignobject?), (.svg, .desc?), (.svg, .title?): .html
    case (.mathML, .annotationXml?): isHTMLAnnotation(nodes[node]) ? .html : .none
    default: .none
    }
  }

  private func isHTMLAnnotation(_ node: HTMLTree.Node) -> Bool {
    node.attributes.contains {
      let attribute = tokenizer.attributes[$0]
      guard attribute.name == HTMLKnownName.encoding.rawValue else { return false }
      let start = Int(attribute.start)
      let value = tokenizer.values[start..<start + Int(attribute.count)].map(HTMLNames.lowercase)
      return value.elementsEqual("text/html".utf8)
        || value.elementsEqual("application/xhtml+xml".utf8)
    }
  }

  mutating func pop() {
    repeat {
      let frame = open.pop()
      nodes[frame.node].end = Int32(nodes.count)
      nodes[frame.node].textEnd = UInt32(textPlaced)
    } while open.count > 0 && open.last.isEnded
  }

  /// Closes the element at a place, with all that is open in it. Nothing for -1.
  mutating func popThrough(_ place: Int) {
    guard place >= 0 else { return }
    while open.count > place { pop() }
  }

  /// Closes what is open inside the element at a place.
  mutating func popTo(_ place: Int) {
    while open.count > place + 1 { pop() }
  }

  // MARK: Text

  private mutating func placeText() {
    defer {
      textPlaced = tokenizer.text.count
      skipsLineFeed = false
    }
    let start = tokenizer.textStart
    if skipsLineFeed, tokenizer.text[start] == 0x0A { tokenizer.text.remove(at: start) }
    let isRaw =
      !open.last.traits.isDisjoint(with: [.rcdata, .rawtext])
      || open.last.name == HTMLKnownName.script.rawValue
    if tokenizer.textHasNull { mendNull(from: start) }
    if isRaw || open.last.namespace != .html || open.isOpen(.template) { return }
    if phase == .inFrameset { return keepBlanks(from: start) }
    if phase == .inBody { return closeColumns(beforeTextAt: start) }
    let end = tokenizer.text[start...].firstIndex { !$0.isBlank } ?? tokenizer.text.count
    if phase == .beforeHead {
      tokenizer.text.removeSubrange(start..<end)
    } else {
      textPlaced = end
    }
    if textPlaced < tokenizer.text.count { beginBody() }
  }

  /// U+0000 of text is dropped, and in foreign elements replaced.
  private mutating func mendNull(from start: Int) {
    let isForeign = open.last.namespace != .html && open.last.integration == .none
    let mended = tokenizer.text[start...].flatMap { byte -> [UInt8] in
      byte != 0 ? [byte] : isForeign ? [0xEF, 0xBF, 0xBD] : []
    }
    tokenizer.text.replaceSubrange(start..., with: mended)
  }

  /// A group of columns ends before text.
  private mutating func closeColumns(beforeTextAt start: Int) {
    guard open.last.name == HTMLKnownName.colgroup.rawValue else { return }
    guard let end = tokenizer.text[start...].firstIndex(where: { !$0.isBlank }) else { return }
    textPlaced = end
    pop()
  }

  private mutating func keepBlanks(from start: Int) {
    tokenizer.text.replaceSubrange(start..., with: tokenizer.text[start...].filter(\.isBlank))
  }

  // MARK: Head and body

  /// Closes the head, implied or not, and opens the body, implied.
  mutating func beginBody() {
    endHead()
    bodyNode = nodes.count
    insert(.body)
    phase = .inBody
  }

  mutating func beginHead() {
    headNode = nodes.count
    insert(.head)
    phase = .inHead
  }

  mutating func endHead() {
    if phase == .beforeHead { beginHead() }
    if phase == .inHead {
      popTo(0)
      phase = .afterHead
    }
  }

  /// Opens the head again for an element behind it that belongs there.
  mutating func reopenHead() {
    let name = HTMLKnownName.head.rawValue
    open.push(headNode, name, .html, traits(name), integration: .none)
    phase = .inHead
  }

  /// Gives the attributes of the tag to an element that has none yet.
  mutating func adoptAttributes(_ node: Int?) {
    guard let node, nodes[node].attributeCount == 0 else { return tokenizer.discardAttributes() }
    nodes[node].firstAttribute = UInt32(tokenizer.firstAttribute)
    nodes[node].attributeCount = UInt16(tokenizer.attributes.count - tokenizer.firstAttribute)
  }
}
