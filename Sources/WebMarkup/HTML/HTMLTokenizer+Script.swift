extension HTMLTokenizer {
  /// What a script hides from its end tag: `<!--` hides nothing by itself, but a start tag of a
  /// script behind it hides the next end tag.
  private enum Escape { case none, comment, script }

  /// The text of a script up to its end tag.
  mutating func script() -> Token {
    let start = at
    var escape = Escape.none
    var dashes = 0
    while at < input.count {
      let byte = input[at]
      if byte == 0x3C {
        dashes = 0
        if escape != .script, isEndTag {
          appendReplacingNull(from: start, to: at)
          return text.count > textStart ? .text : endOfContent()
        }
        scriptLessThan(&escape, &dashes)
        continue
      }
      if escape != .none {
        if byte == 0x3E, dashes >= 2 { escape = .none }
        dashes = byte == 0x2D ? dashes + 1 : 0
      }
      at += 1
    }
    appendReplacingNull(from: start, to: at)
    return text.count > textStart ? .text : .end
  }

  /// Goes on behind the `<` here and what it changes.
  private mutating func scriptLessThan(_ escape: inout Escape, _ dashes: inout Int) {
    switch escape {
    case .none:
      guard isHere("<!--") else {
        at += 1
        return
      }
      at += 4
      (escape, dashes) = (.comment, 2)
    case .comment:
      at += 1
      if isScriptName {
        at += 7
        escape = .script
      }
    case .script:
      at += 1
      guard byte(at) == 0x2F else { return }
      at += 1
      if isScriptName {
        at += 7
        escape = .comment
      }
    }
  }

  /// Whether `script` is here, and then what ends a name.
  private var isScriptName: Bool {
    guard isHereInAnyCase("script"), let behind = byte(at + 6) else { return false }
    return behind.isBlank || behind == 0x2F || behind == 0x3E
  }
}
