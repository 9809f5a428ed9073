/// The tokenizer of the HTML Standard, over a whole page in memory.
///
/// It gives one token at a time; what belongs to it stays in properties until the next: text at the
/// end of `text`, attributes at the end of `attributes`. Who reads the tokens sets `content` after
/// the start tag of an element whose text has no tags. Every byte is looked at a bounded number of
/// times.
struct HTMLTokenizer {
  enum Token { case text, startTag, endTag, comment, doctype, end }

  /// How text is read: what the standard calls the state.
  enum Content: String {
    case data, rcdata, rawtext, script, plaintext, cdata
  }

  /// UTF-8 with line feeds as the only ends of lines.
  let input: UnsafeBufferPointer<UInt8>
  var at = 0
  var names = HTMLNames()

  var content = Content.data
  /// The element whose end tag ends the text of `content`.
  var lastStartTag: UInt32?
  /// Whether `<![CDATA[` begins a section: the reader is in SVG or MathML.
  var allowsCDATA = false

  /// Where a tag begins.
  private(set) var tagStart = 0
  var tagName: UInt32 = 0
  var isSelfClosing = false
  var attributes: [HTMLTree.Attribute] = []
  var values: [UInt8] = []
  var firstAttribute = 0
  /// Whether an element had more attributes than are kept.
  var hasDroppedAttributes = false
  /// By name the number of the last tag that has it as an attribute.
  var attributeTags: [UInt32] = []
  var tagNumber: UInt32 = 0

  var text: [UInt8] = []
  var textStart = 0
  /// Whether the text of the token has U+0000, which only `data` keeps.
  var textHasNull = false

  var comment: [UInt8] = []
  var doctype = HTMLDoctype()

  init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

  mutating func next() -> Token {
    textStart = text.count
    textHasNull = false
    switch content {
    case .data: return data()
    case .rcdata, .rawtext: return rawText()
    case .script: return script()
    case .plaintext: return plainText()
    case .cdata:
      cdata()
      return text.count > textStart ? .text : data()
    }
  }

  // MARK: Text

  func byte(_ place: Int) -> UInt8? { place < input.count ? input[place] : nil }

  mutating func append(_ start: Int, _ end: Int) {
    if start < end { text.append(contentsOf: UnsafeBufferPointer(rebasing: input[start..<end])) }
  }

  private var textOrEnd: Token { text.count > textStart ? .text : .end }

  private mutating func data() -> Token {
    while at < input.count {
      let start = at
      var place = at
      while place < input.count {
        let byte = input[place]
        if byte == 0x3C || byte == 0x26 || byte == 0 { break }
        place += 1
      }
      at = place
      append(start, at)
      guard at < input.count else { break }
      switch input[at] {
      case 0x26: appendReference()
      case 0x3C:
        if !isMarkup {
          text.append(0x3C)
          at += 1
        } else if allowsCDATA, isHere("<![CDATA[") {
          at += 9
          content = .cdata
          cdata()
        } else if text.count > textStart {
          return .text
        } else if let token = markup() {
          return token
        }
      default:
        text.append(0)
        textHasNull = true
        at += 1
      }
    }
    return textOrEnd
  }

  /// Whether the `<` here begins anything but text.
  private var isMarkup: Bool {
    guard let next = byte(at + 1) else { return false }
    return next.isLetter || next == 0x21 || next == 0x3F || (next == 0x2F && at + 2 < input.count)
  }

  /// The rest of a CDATA section; it is text as it stands.
  private mutating func cdata() {
    let start = at
    while at < input.count, !(input[at] == 0x5D && isHere("]]>")) {
      if input[at] == 0 { textHasNull = true }
      at += 1
    }
    append(start, at)
    at = min(at + 3, input.count)
    content = .data
  }

  private mutating func plainText() -> Token {
    appendReplacingNull(from: at, to: input.count)
    at = input.count
    return textOrEnd
  }

  mutating func appendReplacingNull(from start: Int, to end: Int) {
    var start = start
    for place in start..<end where input[place] == 0 {
      append(start, place)
      text.appendReplacement()
      start = place + 1
    }
    append(start, end)
  }

  /// Text up to the end tag of its element, with character references in `rcdata`.
  private mutating func rawText() -> Token {
    let hasReferences = content == .rcdata
    while at < input.count {
      let start = at
      while at < input.count {
        let byte = input[at]
        if byte == 0x3C || byte == 0 || (byte == 0x26 && hasReferences) { break }
        at += 1
      }
      append(start, at)
      guard at < input.count else { break }
      switch input[at] {
      case 0x26: appendReference()
      case 0x3C:
        if isEndTag {
          if text.count > textStart { return .text }
          return endOfContent()
        }
        text.append(0x3C)
        at += 1
      default:
        text.appendReplacement()
        at += 1
      }
    }
    return textOrEnd
  }

  /// The end tag here, which ends the content.
  mutating func endOfContent() -> Token {
    content = .data
    return markup() ?? .end
  }

  /// Whether the end tag of the element whose content is read is here.
  var isEndTag: Bool {
    guard let lastStartTag, byte(at + 1) == 0x2F else { return false }
    let name = names.spelling(lastStartTag)
    let end = at + 2 + name.count
    guard let behind = byte(end), behind.isBlank || behind == 0x2F || behind == 0x3E else {
      return false
    }
    return zip(input[(at + 2)..<end], name).allSatisfy { HTMLNames.lowercase($0) == $1 }
  }

  // MARK: Character references

  private mutating func appendReference() {
    let reference = reference(inAttribute: false)
    reference.append(to: &text, input)
    at += reference.count
  }

  /// What the `&` here stands for: with what follows it, or for itself.
  func reference(inAttribute: Bool) -> HTMLReference {
    guard let next = byte(at + 1) else { return .literal(at, 1) }
    if next == UInt8(ascii: "#") {
      guard let match = CharacterReferences.numeric(input[(at + 2)...]) else {
        return .literal(at, 2)
      }
      return HTMLReference(match, length: match.count + 2)
    }
    guard next.isLetter, let match = CharacterReferences.named(input[(at + 1)...]) else {
      return .literal(at, 1)
    }
    let end = at + 1 + match.count
    if inAttribute, input[end - 1] != UInt8(ascii: ";"), let behind = byte(end),
      behind == UInt8(ascii: "=") || behind.isLetter || behind.isDigit
    {
      return .literal(at, match.count + 1)
    }
    return HTMLReference(match, length: match.count + 1)
  }

  // MARK: Markup

  /// Whether a text is here, as it stands.
  func isHere(_ text: StaticString) -> Bool { isHere(text) { $0 } }

  /// Whether a text in lower case is here, in any case.
  func isHereInAnyCase(_ text: StaticString) -> Bool { isHere(text, HTMLNames.lowercase) }

  private func isHere(_ text: StaticString, _ change: (UInt8) -> UInt8) -> Bool {
    let count = text.utf8CodeUnitCount
    return at + count <= input.count
      && (0..<count).allSatisfy { change(input[at + $0]) == text.utf8Start[$0] }
  }

  /// The tag, comment or doctype here; nil when nothing comes of it.
  private mutating func markup() -> Token? {
    tagStart = at
    let next = input[at + 1]
    if next.isLetter {
      at += 1
      return tag() ? .startTag : nil
    }
    if next == 0x2F {
      guard let third = byte(at + 2) else { return nil }
      at += 2
      if third.isLetter { return tag() ? .endTag : nil }
      if third == 0x3E {
        at += 1
        return nil
      }
      return bogusComment()
    }
    if isHere("<!--") {
      at += 4
      return readComment()
    }
    at += next == 0x21 ? 2 : 1
    if next == 0x21, isHereInAnyCase("doctype") {
      at += 7
      readDoctype()
      return .doctype
    }
    return bogusComment()
  }
}

/// What stands for an `&` and what follows it.
struct HTMLReference {
  /// Bytes of the input.
  let count: Int
  private let first: UInt32
  private let second: UInt32
  /// Where the bytes stand that stand for themselves; -1 for a reference.
  private let literalStart: Int

  init(_ match: CharacterReferences.Match, length: Int) {
    (count, first, second, literalStart) = (length, match.first, match.second, -1)
  }

  private init(literalStart: Int, count: Int) {
    (self.count, first, second, self.literalStart) = (count, 0, 0, literalStart)
  }

  static func literal(_ start: Int, _ count: Int) -> HTMLReference {
    HTMLReference(literalStart: start, count: count)
  }

  func append(to bytes: inout [UInt8], _ input: UnsafeBufferPointer<UInt8>) {
    if literalStart >= 0 {
      bytes += input[literalStart..<literalStart + count]
    } else {
      bytes.append(point: first)
      if second != 0 { bytes.append(point: second) }
    }
  }
}

/// The document type that a page declares.
struct HTMLDoctype: Equatable {
  var name: [UInt8]?
  var publicID: [UInt8]?
  var systemID: [UInt8]?
  var forcesQuirks = false
}

extension UInt8 {
  @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
  /// White space of HTML, once line ends are line feeds.
  @inline(__always) var isBlank: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C
  }
}
