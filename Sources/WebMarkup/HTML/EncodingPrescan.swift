/// The encoding that a page declares in a `meta`: the prescan of the HTML Standard, which reads
/// tags and comments and nothing else.
struct EncodingPrescan {
  /// How much of a page is looked at before its encoding is guessed.
  static let bytesMax = 1_024

  private let bytes: [UInt8]
  private var at = 0

  static func encoding(in bytes: some Collection<UInt8>) -> CharacterEncoding? {
    var scan = EncodingPrescan(bytes: Array(bytes))
    return scan.run()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte)
  }

  /// Whether a text in lower case is here, in any case.
  private func isHere(_ text: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return at + text.count <= bytes.count
      && text.indices.allSatisfy { HTMLNames.lowercase(bytes[at + $0]) == text[$0] }
  }

  private mutating func run() -> CharacterEncoding? {
    while let byte {
      if byte != UInt8(ascii: "<") {
        at += 1
      } else if isHere("<!--") {
        // The dashes that begin a comment may end it.
        at += 2
        while at < bytes.count, !isHere("-->") { at += 1 }
        at += 3
      } else if isHere("<meta"), let behind = self[at + 5], Self.isBlank(behind) || behind == 0x2F {
        at += 6
        if let encoding = meta() { return encoding }
      } else if let letter = self[at + 1], isLetter(letter) {
        skipTag(from: at + 1)
      } else if self[at + 1] == UInt8(ascii: "/"), let letter = self[at + 2], isLetter(letter) {
        skipTag(from: at + 2)
      } else if let sign = self[at + 1], [0x21, 0x2F, 0x3F].contains(sign) {
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") { at += 1 }
      } else {
        at += 1
      }
    }
    return nil
  }

  private subscript(place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private mutating func skipTag(from start: Int) {
    at = start
    while let byte, !Self.isBlank(byte), byte != UInt8(ascii: ">") { at += 1 }
    while attribute() != nil {}
  }

  // MARK: meta

  private mutating func meta() -> CharacterEncoding? {
    var seen: Set<[UInt8]> = []
    var hasPragma = false
    var needsPragma: Bool?
    var encoding: CharacterEncoding?
    while let (name, value) = attribute() {
      guard seen.insert(name).inserted else { continue }
      switch String(decoding: name, as: UTF8.self) {
      case "http-equiv": hasPragma = hasPragma || value.elementsEqual("content-type".utf8)
      case "content":
        if encoding == nil, let found = Self.charset(in: value) {
          (encoding, needsPragma) = (found, true)
        }
      case "charset": (encoding, needsPragma) = (CharacterEncoding(label: value), false)
      default: break
      }
    }
    // A tag that the bytes cut off declares nothing.
    guard byte != nil, let needsPragma, hasPragma || !needsPragma, let encoding else { return nil }
    switch encoding {
    // What can be read as ASCII so far is neither.
    case .utf16BE, .utf16LE: return .utf8
    case .userDefined: return .windows1252
    default: return encoding
    }
  }

  /// The encoding that the `content` of a `meta` names behind `charset=`.
  static func charset(in content: [UInt8]) -> CharacterEncoding? {
    let letters = content.map(HTMLNames.lowercase)
    let word = Array("charset".utf8)
    var at = 0
    while at + word.count <= letters.count {
      guard letters[at..<at + word.count].elementsEqual(word) else {
        at += 1
        continue
      }
      at += word.count
      while at < letters.count, isBlank(letters[at]) { at += 1 }
      guard at < letters.count, letters[at] == UInt8(ascii: "=") else { continue }
      at += 1
      while at < letters.count, isBlank(letters[at]) { at += 1 }
      guard at < letters.count else { return nil }
      let rest = letters[at...]
      if let quote = rest.first, quote == 0x22 || quote == 0x27 {
        guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
        return CharacterEncoding(label: rest[(at + 1)..<end])
      }
      return CharacterEncoding(label: rest.prefix { !isBlank($0) && $0 != UInt8(ascii: ";") })
    }
    return nil
  }

  // MARK: Attributes

  /// The next attribute in lower case; nil at the end of the tag, behind which the scan goes on.
  private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
    while let byte, Self.isBlank(byte) || byte == 0x2F { at += 1 }
    guard let first = byte, first != UInt8(ascii: ">") else { return nil }
    var name: [UInt8] = []
    while let byte, byte != 0x2F, byte != UInt8(ascii: ">"), !Self.isBlank(byte) {
      if byte == UInt8(ascii: "="), !name.isEmpty { break }
      name.append(HTMLNames.lowercase(byte))
      at += 1
    }
    while let byte, Self.isBlank(byte) { at += 1 }
    guard byte == UInt8(ascii: "=") else { return (name, []) }
    at += 1
    while let byte, Self.isBlank(byte) { at += 1 }
    return (name, value())
  }

  private mutating func value() -> [UInt8] {
    var value: [UInt8] = []
    if let quote = byte, quote == 0x22 || quote == 0x27 {
      at += 1
      while let byte, byte != quote {
        value.append(HTMLNames.lowercase(byte))
        at += 1
      }
      at += 1
      return value
    }
    while let byte, !Self.isBlank(byte), byte != UInt8(ascii: ">") {
      value.append(HTMLNames.lowercase(byte))
      at += 1
    }
    return value
  }
}
