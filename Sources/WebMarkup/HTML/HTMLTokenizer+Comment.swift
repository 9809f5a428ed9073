extension HTMLTokenizer {
  /// Reads a comment from behind `<!--`.
  mutating func readComment() -> Token {
    let start = at
    if byte(at) == 0x3E {
      at += 1
      return setComment(start, start)
    }
    if isHere("->") {
      at += 2
      return setComment(start, start)
    }
    while at < input.count {
      if input[at] == 0x2D, byte(at + 1) == 0x2D {
        let end = at
        if byte(at + 2) == 0x3E {
          at += 3
          return setComment(start, end)
        }
        if byte(at + 2) == 0x21, byte(at + 3) == 0x3E {
          at += 4
          return setComment(start, end)
        }
      }
      at += 1
    }
    // The page ends in what may be the end of the comment.
    var end = at
    for ending in ["--!", "--", "-"]
    where input[start...].reversed().starts(
      with: ending.utf8.reversed())
    {
      end -= ending.utf8.count
      break
    }
    return setComment(start, end)
  }

  /// Reads up to the next `>` as a comment.
  mutating func bogusComment() -> Token {
    let start = at
    while at < input.count, input[at] != 0x3E { at += 1 }
    let end = at
    at = min(at + 1, input.count)
    return setComment(start, end)
  }

  private mutating func setComment(_ start: Int, _ end: Int) -> Token {
    comment = Self.replacingNull(input[start..<end])
    return .comment
  }

  fileprivate static func replacingNull(
    _ bytes: UnsafeBufferPointer<UInt8>.SubSequence
  ) -> [UInt8] {
    guard bytes.contains(0) else { return Array(bytes) }
    return bytes.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
  }

  // MARK: Doctype

  /// Reads a document type from behind the word that begins it.
  mutating func readDoctype() {
    doctype = HTMLDoctype()
    skipBlanks()
    guard at < input.count, input[at] != 0x3E else { return endDoctype(forcesQuirks: true) }
    let start = at
    while at < input.count, !input[at].isBlank, input[at] != 0x3E { at += 1 }
    doctype.name = Self.replacingNull(input[start..<at]).map(HTMLNames.lowercase)
    skipBlanks()
    guard at < input.count else { return endDoctype(forcesQuirks: true) }
    if input[at] == 0x3E { return endDoctype() }
    if isHereInAnyCase("public") {
      at += 6
      skipBlanks()
      guard let id = identifier() else { return endDoctype(forcesQuirks: true) }
      doctype.publicID = id.text
      guard id.isWhole else { return endDoctype(forcesQuirks: true) }
      skipBlanks()
      guard at < input.count else { return endDoctype(forcesQuirks: true) }
      if input[at] == 0x3E { return endDoctype() }
    } else if isHereInAnyCase("system") {
      at += 6
      skipBlanks()
    } else {
      return endDoctype(forcesQuirks: true)
    }
    guard let id = identifier() else { return endDoctype(forcesQuirks: true) }
    doctype.systemID = id.text
    guard id.isWhole else { return endDoctype(forcesQuirks: true) }
    skipBlanks()
    endDoctype(forcesQuirks: at == input.count)
  }

  private mutating func skipBlanks() {
    while at < input.count, input[at].isBlank { at += 1 }
  }

  /// The identifier in quotes here; nil when none is. It is not whole when `>` or the end of the
  /// page cut it.
  private mutating func identifier() -> (text: [UInt8], isWhole: Bool)? {
    guard let quote = byte(at), quote == 0x22 || quote == 0x27 else { return nil }
    at += 1
    let start = at
    while at < input.count, input[at] != quote, input[at] != 0x3E { at += 1 }
    let text = Self.replacingNull(input[start..<at])
    guard byte(at) == quote else { return (text, false) }
    at += 1
    return (text, true)
  }

  private mutating func endDoctype(forcesQuirks: Bool = false) {
    doctype.forcesQuirks = forcesQuirks
    while at < input.count, input[at] != 0x3E { at += 1 }
    at = min(at + 1, input.count)
  }
}
