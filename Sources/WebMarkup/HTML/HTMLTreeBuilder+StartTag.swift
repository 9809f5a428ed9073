extension HTMLTreeBuilder {
  mutating func startTag() {
    skipsLineFeed = false
    let name = tokenizer.tagName
    if isForeignStart(name) {
      guard breaksOut(name) else { return insertForeign(name) }
      leaveForeign()
    }
    if !open.isOpen(.template), phase != .inBody, readBeforeBody(name) { return }
    readInBody(name)
  }

  private func known(_ name: UInt32) -> HTMLKnownName? { HTMLKnownName(rawValue: name) }

  // MARK: Foreign elements

  /// Whether a start tag is read as one of SVG or MathML.
  private func isForeignStart(_ name: UInt32) -> Bool {
    let last = open.last
    guard last.namespace != .html else { return false }
    switch last.integration {
    case .html: return false
    case .text:
      return name == HTMLKnownName.mglyph.rawValue || name == HTMLKnownName.malignmark.rawValue
    case .none:
      return
        !(last.namespace == .mathML && name == HTMLKnownName.svg.rawValue
        && last.name == HTMLKnownName.annotationXml.rawValue)
    }
  }

  private func breaksOut(_ name: UInt32) -> Bool {
    if traits(name).contains(.breakout) { return true }
    guard name == HTMLKnownName.font.rawValue else { return false }
    return tokenizer.attributes[tokenizer.firstAttribute...].contains {
      [HTMLKnownName.color, .face, .size].map(\.rawValue).contains($0.name)
    }
  }

  /// Closes foreign elements up to one whose content is HTML.
  mutating func leaveForeign() {
    while open.last.namespace != .html, open.last.integration == .none { pop() }
  }

  private mutating func insertForeign(_ name: UInt32) {
    insertTag(name, open.last.namespace)
  }

  // MARK: Before the body

  /// Reads a tag where the body has not begun. False when the body begins with it.
  private mutating func readBeforeBody(_ name: UInt32) -> Bool {
    let known = known(name)
    if known == .html {
      adoptAttributes(0)
      return true
    }
    if phase == .inFrameset {
      readInFrameset(known)
      return true
    }
    if known == .head {
      if phase == .beforeHead {
        beginHead()
        adoptAttributes(headNode)
      } else {
        tokenizer.discardAttributes()
      }
      return true
    }
    let isNoscript = phase == .inHead && open.last.name == HTMLKnownName.noscript.rawValue
    if isNoscript, known == .noscript {
      tokenizer.discardAttributes()
      return true
    }
    if traits(name).contains(.headContent), !(isNoscript && !Self.isKeptInNoscript(known)) {
      if phase == .beforeHead { beginHead() }
      if phase == .afterHead { reopenHead() }
      insertContent(name)
      return true
    }
    if isNoscript {
      // What a head cannot hold ends it; a script or a title goes on in it.
      pop()
      return readBeforeBody(name)
    }
    endHead()
    switch known {
    case .body?:
      beginBody()
      adoptAttributes(bodyNode)
      return true
    case .frameset?:
      phase = .inFrameset
      insertTag(name)
      return true
    default:
      beginBody()
      return false
    }
  }

  private static func isKeptInNoscript(_ name: HTMLKnownName?) -> Bool {
    switch name {
    case .basefont?, .bgsound?, .link?, .meta?, .noframes?, .style?: true
    default: false
    }
  }

  private mutating func readInFrameset(_ name: HTMLKnownName?) {
    switch name {
    case .frameset?, .frame?, .noframes?: insertContent(tokenizer.tagName)
    default: tokenizer.discardAttributes()
    }
  }

  /// Inserts the element of a tag, and says how its text is read.
  private mutating func insertContent(_ name: UInt32) {
    let traits = traits(name)
    insertTag(name)
    if traits.contains(.rcdata) {
      tokenizer.content = .rcdata
    } else if traits.contains(.rawtext) {
      tokenizer.content = .rawtext
    } else if name == HTMLKnownName.script.rawValue {
      tokenizer.content = .script
    } else if name == HTMLKnownName.plaintext.rawValue {
      tokenizer.content = .plaintext
    }
    tokenizer.lastStartTag = name
    skipsLineFeed = traits.contains(.skipsLineFeed)
  }

  // MARK: In the body

  private mutating func readInBody(_ name: UInt32) {
    let traits = traits(name)
    switch known(name) {
    case .html?: return adoptAttributes(0)
    case .body?: return adoptAttributes(bodyNode)
    case .head?, .frame?, .frameset?: return tokenizer.discardAttributes()
    case .form? where open.isOpen(.form) && !open.isOpen(.template):
      return tokenizer.discardAttributes()
    case .svg?: return insertTag(name, .svg)
    case .math?: return insertTag(name, .mathML)
    case .image?: return insertTag(HTMLKnownName.img.rawValue)
    default: break
    }
    if open.last.name == HTMLKnownName.colgroup.rawValue, name != HTMLKnownName.col.rawValue,
      name != HTMLKnownName.template.rawValue
    {
      pop()
    }
    if traits.contains(.tablePart) {
      guard openTable(for: name) else { return tokenizer.discardAttributes() }
    } else {
      if traits.contains(.closesParagraph) { closeListItem(before: name) }
      closeBefore(name)
    }
    insertContent(name)
  }

  /// Closes a paragraph, an item and a heading that a tag ends.
  private mutating func closeListItem(before name: UInt32) {
    switch known(name) {
    case .li?: closeItem([.li])
    case .dd?, .dt?: closeItem([.dd, .dt])
    default: break
    }
    popThrough(open.inButtonScope(.p))
    if traits(name).contains(.heading), open.last.traits.contains(.heading) { pop() }
  }

  private mutating func closeItem(_ names: [HTMLKnownName]) {
    let bound = open.last.listBound
    guard bound >= 0, open.frames[bound].namespace == .html else { return }
    if names.contains(where: { $0.rawValue == open.frames[bound].name }) { popThrough(bound) }
  }

  private mutating func closeBefore(_ name: UInt32) {
    switch known(name) {
    case .button?: popThrough(open.inScope(name))
    case .a?, .nobr?:
      let place = open.place(name)
      if place > open.last.special {
        popThrough(place)
      } else if place >= open.last.scope {
        open.end(at: place)
      }
    case .option?, .optgroup?, .hr?:
      if open.last.name == HTMLKnownName.option.rawValue { pop() }
      if name != HTMLKnownName.option.rawValue,
        open.last.name == HTMLKnownName.optgroup.rawValue
      {
        pop()
      }
    case .select?, .input?, .keygen?, .textarea?: popThrough(open.place(.select))
    case .table?:
      if !isQuirky { popThrough(open.inButtonScope(.p)) }
      // A table in a table outside its cells ends it.
      if open.isOpen(.table), open.tableBound == open.place(.table), open.cell < 0 {
        popThrough(open.place(.table))
      }
    case .rb?, .rtc?, .rp?, .rt?:
      guard open.inScope(HTMLKnownName.ruby.rawValue) >= 0 else { return }
      let keepsContainer = name == HTMLKnownName.rp.rawValue || name == HTMLKnownName.rt.rawValue
      while open.last.traits.contains(.impliedEnd),
        !(keepsContainer && open.last.name == HTMLKnownName.rtc.rawValue)
      {
        pop()
      }
    default: break
    }
  }

  // MARK: Tables

  /// Opens what a part of a table belongs into. False outside of tables.
  private mutating func openTable(for name: UInt32) -> Bool {
    let bound = open.tableBound
    guard bound >= 0 else { return false }
    switch known(name) {
    case .tr?: openGroup(bound)
    case .td?, .th?:
      let row = open.place(.tr)
      if row > bound {
        popTo(row)
      } else {
        openGroup(bound)
        if !isTemplate(open.count - 1) { insert(.tr) }
      }
    case .col?:
      let group = open.place(.colgroup)
      popTo(max(group, bound))
      if group < bound, !isTemplate(bound) { insert(.colgroup) }
    default: popTo(bound)
    }
    return true
  }

  /// Closes up to the group of rows, which is implied in a table.
  private mutating func openGroup(_ bound: Int) {
    let group = max(open.place(.tbody), open.place(.thead), open.place(.tfoot))
    popTo(max(group, bound))
    if group < bound, !isTemplate(bound) { insert(.tbody) }
  }

  private func isTemplate(_ place: Int) -> Bool {
    open.frames[place].name == HTMLKnownName.template.rawValue
  }
}
