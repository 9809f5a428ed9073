extension String {
  /// The text as one word of a command line, for a shell and for a terminal.
  ///
  /// What is not `printable` is written as its bytes.
  package var asShellWord: String {
    guard printable == self else { return "$'" + unicodeScalars.map(Self.escaped).joined() + "'" }
    let isPlain = unicodeScalars.allSatisfy { scalar in
      "/._-+,:@%=".unicodeScalars.contains(scalar) || Character(scalar).isLetter
        || ("0"..."9").contains(Character(scalar))
    }
    if isPlain, !isEmpty { return self }
    return "'"
      + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
    let text = String(scalar)
    guard text.printable != text else { return text }
    return Array(text.utf8).map { "\\x" + [$0].hex }.joined()
  }
}
