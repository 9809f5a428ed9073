#if canImport(Glibc)
  internal import Glibc
#endif

/// The bytes of a page as UTF-8.
///
/// The encoding is, in this order: that of a byte order mark, that of the transport, that of a
/// `meta` among the first 1,024 bytes, UTF-8 if the bytes are, that of a later `meta`,
/// windows-1252. Labels are those of the WHATWG Encoding Standard; an unknown one counts as none.
struct TextDecoding {
  /// By which the text was decoded.
  private(set) var encoding: CharacterEncoding
  /// What the page or the transport named and no decoder of this system reads. The text is then
  /// decoded as windows-1252: markup is ASCII in most encodings, words are not.
  private(set) var refused: CharacterEncoding?
  /// Valid UTF-8, without byte order mark.
  private(set) var text: [UInt8] = []
  /// Places where bytes were none of the encoding; each is U+FFFD in the text.
  private(set) var replacements = 0

  init(_ bytes: [UInt8], charset: String?) {
    let body = bytes[(Self.byteOrderMark(of: bytes)?.length ?? 0)...]
    if let named = Self.named(bytes, charset: charset) {
      encoding = named
    } else if UTF8Repair.isValid(body) {
      encoding = .utf8
    } else {
      encoding = Self.namedAnywhere(bytes) ?? .windows1252
    }
    switch encoding {
    case .utf8:
      if UTF8Repair.isValid(body) {
        text = body.startIndex == 0 ? bytes : Array(body)
      } else {
        (text, replacements) = UTF8Repair.repaired(body)
      }
    case .windows1252: text = Windows1252.decode(body)
    case .utf16LE, .utf16BE: decodeUTF16(body, isBigEndian: encoding == .utf16BE)
    case .userDefined:
      for byte in body { text.append(point: byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte)) }
    case .replacement:
      if !body.isEmpty { replace() }
    default: decodeBySystem(body)
    }
  }

  /// The encoding that a page or its transport names.
  static func named(_ bytes: [UInt8], charset: String?) -> CharacterEncoding? {
    byteOrderMark(of: bytes)?.encoding ?? charset.flatMap { CharacterEncoding(label: $0.utf8) }
      ?? EncodingPrescan.encoding(in: bytes.prefix(EncodingPrescan.bytesMax))
  }

  /// The encoding that a page names, wherever.
  static func namedAnywhere(_ bytes: [UInt8]) -> CharacterEncoding? {
    named(bytes, charset: nil) ?? EncodingPrescan.encoding(in: bytes)
  }

  private static func byteOrderMark(
    of bytes: [UInt8]
  ) -> (encoding: CharacterEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
    return nil
  }

  private mutating func replace() {
    text.appendReplacement()
    replacements += 1
  }

  private mutating func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    func unit(_ place: Int) -> UInt32 {
      let (one, two) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
      return isBigEndian ? one << 8 | two : two << 8 | one
    }
    var at = bytes.startIndex
    while at + 1 < bytes.endIndex {
      let first = unit(at)
      at += 2
      switch first {
      case 0xD800...0xDBFF where at + 1 < bytes.endIndex && (0xDC00...0xDFFF).contains(unit(at)):
        text.append(point: 0x10000 + (first - 0xD800) << 10 + (unit(at) - 0xDC00))
        at += 2
      case 0xD800...0xDFFF: replace()
      default: text.append(point: first)
      }
    }
    if at < bytes.endIndex { replace() }
  }

  private mutating func decodeBySystem(_ bytes: ArraySlice<UInt8>) {
    #if canImport(Glibc)
      if let name = encoding.iconvName, convert(bytes, from: name) { return }
    #endif
    refused = encoding
    encoding = .windows1252
    text = Windows1252.decode(bytes)
  }

  #if canImport(Glibc)
    /// Decodes by iconv(3). False when the system has no such decoder.
    private mutating func convert(_ bytes: ArraySlice<UInt8>, from name: String) -> Bool {
      let descriptor = iconv_open("UTF-8", name)
      guard Int(bitPattern: descriptor) != -1 else { return false }
      defer { iconv_close(descriptor) }
      var input = bytes.map(CChar.init(bitPattern:))
      var room = [CChar](repeating: 0, count: 1 << 16)
      var at = 0
      while at < input.count {
        let (read, written) = input.withUnsafeMutableBufferPointer { input in
          room.withUnsafeMutableBufferPointer { room in
            var (from, fromCount) = (input.baseAddress.map { $0 + at }, input.count - at)
            var (to, toCount) = (room.baseAddress, room.count)
            iconv(descriptor, &from, &fromCount, &to, &toCount)
            return (input.count - at - fromCount, room.count - toCount)
          }
        }
        text += room[..<written].lazy.map(UInt8.init(bitPattern:))
        at += read
        // Room is for thousands of characters, so what it stopped at is no character.
        if at < input.count, written < room.count - 16 {
          replace()
          at += 1
        }
      }
      return true
    }
  #endif
}
