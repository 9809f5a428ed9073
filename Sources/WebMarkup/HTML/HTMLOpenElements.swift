/// The elements that are open, the innermost last.
///
/// What the standard finds by walking up this stack is kept with each element, so that every
/// question takes the same time however deep a page is: the nearest bound of a scope, and for each
/// name where the innermost open element of that name is.
struct HTMLOpenElements {
  struct Frame {
    let node: Int
    let name: UInt32
    let namespace: HTMLNamespace
    let traits: HTMLTraits
    /// The next outer open element of the same name, or -1.
    fileprivate(set) var outerSame: Int
    /// The innermost frames up to this one that bound a scope, that are special, that end the
    /// search for an open list item, and that are of HTML; -1 for none.
    fileprivate(set) var scope: Int
    fileprivate(set) var special: Int
    fileprivate(set) var listBound: Int
    fileprivate(set) var html: Int
    /// Whether text and start tags inside a foreign element are read as HTML.
    fileprivate(set) var integration: Integration
    /// Whether its end tag came while others were open in it: it closes with the last of them.
    fileprivate(set) var isEnded = false
  }

  /// What a foreign element has inside.
  enum Integration { case none, text, html }

  private(set) var frames: [Frame] = []
  /// By twice the name, plus 1 for foreign elements: the innermost open one, or -1.
  private var innermost: [Int32] = []

  var count: Int { frames.count }
  var last: Frame { frames[frames.count - 1] }

  private func slot(_ name: UInt32, isForeign: Bool) -> Int { 2 * Int(name) + (isForeign ? 1 : 0) }

  /// Where the innermost open element of a name is, or -1.
  func place(_ name: UInt32, isForeign: Bool = false) -> Int {
    let slot = slot(name, isForeign: isForeign)
    return slot < innermost.count ? Int(innermost[slot]) : -1
  }

  func place(_ name: HTMLKnownName) -> Int { place(name.rawValue) }

  func isOpen(_ name: HTMLKnownName) -> Bool { place(name) >= 0 }

  mutating func push(
    _ node: Int, _ name: UInt32, _ namespace: HTMLNamespace, _ traits: HTMLTraits,
    integration: Integration
  ) {
    let isForeign = namespace != .html
    let slot = slot(name, isForeign: isForeign)
    if slot >= innermost.count {
      innermost += repeatElement(-1, count: max(slot + 1, 2 * innermost.count) - innermost.count)
    }
    let place = frames.count
    let outer = frames.last
    let isSpecial = isForeign ? integration != .none : traits.contains(.special)
    let isScope = isForeign ? integration != .none : traits.contains(.scope)
    // Those three may stand between a list item and its end.
    let isListBound =
      isSpecial
      && !(name == HTMLKnownName.address.rawValue || name == HTMLKnownName.div.rawValue
        || name == HTMLKnownName.p.rawValue)
    frames.append(
      Frame(
        node: node, name: name, namespace: namespace, traits: traits,
        outerSame: Int(innermost[slot]), scope: isScope ? place : outer?.scope ?? -1,
        special: isSpecial ? place : outer?.special ?? -1,
        listBound: isListBound ? place : outer?.listBound ?? -1,
        html: isForeign ? outer?.html ?? -1 : place, integration: integration))
    innermost[slot] = Int32(place)
  }

  mutating func pop() -> Frame {
    let frame = frames.removeLast()
    if !frame.isEnded {
      innermost[slot(frame.name, isForeign: frame.namespace != .html)] = Int32(frame.outerSame)
    }
    return frame
  }

  /// Ends the innermost open element of a name of HTML, and leaves what is open inside it.
  mutating func end(at place: Int) {
    innermost[slot(frames[place].name, isForeign: false)] = Int32(frames[place].outerSame)
    frames[place].isEnded = true
  }

  // MARK: Scopes

  /// The place of an open element in scope, or -1.
  func inScope(_ name: UInt32) -> Int {
    let place = place(name)
    return place >= last.scope ? place : -1
  }

  func inButtonScope(_ name: HTMLKnownName) -> Int {
    let place = inScope(name.rawValue)
    return place > self.place(.button) ? place : -1
  }

  func inListScope(_ name: HTMLKnownName) -> Int {
    let place = inScope(name.rawValue)
    return place > self.place(.ol) && place > self.place(.ul) ? place : -1
  }

  /// The bound of what belongs to the innermost table: the table, or a template in it; -1 outside.
  var tableBound: Int { max(place(.table), place(.template)) }

  /// The innermost cell or caption of the innermost table, or -1.
  var cell: Int {
    let place = max(self.place(.td), self.place(.th), self.place(.caption))
    return place > tableBound ? place : -1
  }
}
