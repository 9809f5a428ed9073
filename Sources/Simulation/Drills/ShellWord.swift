internal import JournalFormat

extension String {
  /// The text as one word of a command line, for a shell and for a terminal.
  ///
  /// What could move a cursor, or turn a line around, is written as its bytes.
  var asShellWord: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      "/._-+,:@%=".unicodeScalars.contains(scalar) || Character(scalar).isLetter
        || ("0"..."9").contains(Character(scalar))
    }
    if isPlain, !isEmpty { return self }
    guard unicodeScalars.contains(where: \.isUnprintable) else {
      return "'"
        + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    return "$'" + unicodeScalars.map(Self.escaped).joined() + "'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
    guard scalar.isUnprintable else { return String(scalar) }
    return Array(String(scalar).utf8).map { "\\x" + [$0].hex }.joined()
  }
}

extension Unicode.Scalar {
  /// Control characters, and marks that change the direction of a line.
  var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
