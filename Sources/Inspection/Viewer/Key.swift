extension JournalViewer {
  /// A key as a terminal sends it.
  public enum Key: Hashable, Sendable {
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, backspace, tab
    case character(Character)

    /// Takes keys out of what a terminal sent, and leaves what is not whole yet.
    ///
    /// - Parameters:
    ///   - bytes: what was sent and not taken yet.
    ///   - isAll: nothing follows: then an escape alone is the key of that name.
    public static func read(from bytes: inout [UInt8], isAll: Bool) -> [Key] {
      var keys: [Key] = []
      while let first = bytes.first {
        if first == 0x1B {
          guard let (key, count) = sequence(bytes, isAll: isAll) else { return keys }
          if let key { keys.append(key) }
          bytes.removeFirst(count)
          continue
        }
        switch first {
        case 0x0D, 0x0A: keys.append(.enter)
        case 0x7F, 0x08: keys.append(.backspace)
        case 0x09: keys.append(.tab)
        case 0x20...0x7E: keys.append(.character(Character(UnicodeScalar(first))))
        case 0xC2...0xF4:
          let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
          guard bytes.count >= count else { return keys }
          keys += String(decoding: bytes.prefix(count), as: UTF8.self).prefix(1).map(Key.character)
          bytes.removeFirst(count - 1)
        default: break
        }
        bytes.removeFirst()
      }
      return keys
    }

    private static let sequences: [(String, Key)] = [
      ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left), ("OA", .up), ("OB", .down),
      ("OC", .right), ("OD", .left), ("[H", .home), ("[F", .end), ("OH", .home), ("OF", .end),
      ("[1~", .home), ("[4~", .end), ("[5~", .pageUp), ("[6~", .pageDown), ("[7~", .home),
      ("[8~", .end),
    ]

    /// The key of an escape sequence and its bytes; nil where more bytes have to come.
    private static func sequence(_ bytes: [UInt8], isAll: Bool) -> (key: Key?, count: Int)? {
      guard bytes.count > 1 else { return isAll ? (.escape, 1) : nil }
      guard bytes[1] == 0x5B || bytes[1] == 0x4F else { return (.escape, 1) }
      for (text, key) in sequences where bytes.dropFirst().starts(with: text.utf8) {
        return (key, text.utf8.count + 1)
      }
      // An unknown one ends with a letter or a tilde.
      let end = bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }
      guard let end else { return isAll ? (nil, bytes.count) : nil }
      return (nil, end + 1)
    }
  }
}
