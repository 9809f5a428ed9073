extension HTMLTreeBuilder {
  mutating func endTag() {
    skipsLineFeed = false
    let name = tokenizer.tagName
    let known = HTMLKnownName(rawValue: name)
    if open.last.namespace != .html, endForeign(name, known) { return }
    if !open.isOpen(.template), phase != .inBody {
      guard endBeforeBody(name, known) else { return }
    }
    if known == .body || known == .html || known == .head { return }
    if open.last.name == name, open.last.namespace == .html { return pop() }
    endInBody(name, known)
  }

  /// Reads an end tag inside SVG or MathML. False when it is one of HTML.
  private mutating func endForeign(_ name: UInt32, _ known: HTMLKnownName?) -> Bool {
    if known == .p || known == .br, open.last.integration == .none {
      leaveForeign()
      return false
    }
    let place = open.place(name, isForeign: true)
    guard place > open.last.html else { return false }
    popThrough(place)
    return true
  }

  /// Reads an end tag where the body has not begun. False when that was all.
  private mutating func endBeforeBody(_ name: UInt32, _ known: HTMLKnownName?) -> Bool {
    if phase == .inFrameset {
      if known == .frameset, open.last.name == name, open.count > 1 { pop() }
      return known == .noframes
    }
    switch known {
    case .head?:
      if phase != .afterHead { endHead() }
      return false
    case .body?, .html?, .br?:
      beginBody()
      return true
    default:
      // Of what is open in the head.
      return phase == .inHead && open.last.name == name
    }
  }

  private mutating func endInBody(_ name: UInt32, _ known: HTMLKnownName?) {
    let traits = traits(name)
    switch known {
    case .p?:
      let place = open.inButtonScope(.p)
      if place < 0 {
        insert(.p)
        pop()
      } else {
        popThrough(place)
      }
    case .br?: insert(.br)
    case .li?: popThrough(open.inListScope(.li))
    case .template?: popThrough(open.place(.template))
    case .table?, .caption?, .colgroup?, .tbody?, .tfoot?, .thead?, .tr?, .td?, .th?:
      let place = open.place(name)
      if place >= open.tableBound { popThrough(place) }
    default:
      if traits.contains(.heading) {
        endHeading()
      } else if traits.contains(.block) {
        popThrough(open.inScope(name))
      } else {
        endOther(name, mayStayAround: traits.contains(.formatting))
      }
    }
  }

  /// The end tag of any heading ends any other.
  private mutating func endHeading() {
    let headings: [HTMLKnownName] = [.h1, .h2, .h3, .h4, .h5, .h6]
    popThrough(headings.map { open.inScope($0.rawValue) }.max() ?? -1)
  }

  private mutating func endOther(_ name: UInt32, mayStayAround: Bool) {
    let place = open.place(name)
    guard place >= 0 else { return }
    if place >= open.last.special {
      popThrough(place)
    } else if mayStayAround, place >= open.last.scope {
      open.end(at: place)
    }
  }
}
