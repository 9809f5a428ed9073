internal import JournalFormat

/// RULES, "Public pages": an address that others can open, in its one spelling.
///
/// A ledger of its own: it reads addresses as traces have them, "scheme://", a host in ASCII and a
/// port, and refuses others that browsers take.
enum PublicAddress {
  /// Nil: others cannot open it.
  static func spelling(of address: String) -> ExactText? {
    guard let slashes = address.firstRange(of: "://"),
      let port = ["http": ":80", "https": ":443"][address[..<slashes.lowerBound].lowercased()]
    else { return nil }
    let rest = address[slashes.upperBound...]
    let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    var authority = rest[..<end].lowercased()
    if authority.hasSuffix(port) { authority.removeLast(port.count) }
    if authority.hasSuffix(":") { authority.removeLast() }
    guard !authority.contains("@"), authority.allSatisfy({ $0.isASCII && $0 > " " }),
      isHostOfOthers(authority)
    else { return nil }
    let spelling =
      address[..<slashes.lowerBound].lowercased() + "://" + authority + tail(rest[end...])
    return spelling.utf8.count <= 2_048 ? ExactText(withUpperEscapes(spelling)) : nil
  }

  /// Path, query and fragment: dots resolved, and escaped where they hold what an address cannot.
  private static func tail(_ text: Substring) -> String {
    let hash = text.firstIndex(of: "#") ?? text.endIndex
    let question = text[..<hash].firstIndex(of: "?") ?? hash
    var segments: [Substring] = []
    let path = text[..<question].split(
      omittingEmptySubsequences: false, whereSeparator: { "/\\".contains($0) })
    for (place, segment) in path.enumerated() where place > 0 {
      let dots = segment.lowercased().replacing("%2e", with: ".")
      if dots == ".." { _ = segments.popLast() }
      if dots != "." && dots != ".." {
        segments.append(segment)
      } else if place == path.count - 1 {
        segments.append("")
      }
    }
    return escaped("/" + segments.joined(separator: "/"), "\"<>^`{}")
      + escaped(String(text[question..<hash]), "\"<>'")
      + escaped(String(text[hash...]), "\"<>`")
  }

  private static func escaped(_ text: String, _ others: String) -> String {
    text.utf8.map { byte in
      let isKept = byte > 0x20 && byte < 0x7F && !others.utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isKept ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  private static func withUpperEscapes(_ text: String) -> String {
    text.replacing(/%[0-9A-Fa-f][0-9A-Fa-f]/) { $0.output.uppercased() }
  }

  /// What machines and networks call themselves.
  private static let localNames: Set<Substring> = [
    "localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan",
    "test", "invalid",
  ]

  /// Of a host in numbers only four decimal ones are read: the pages of traces have names.
  private static func isHostOfOthers(_ authority: String) -> Bool {
    var host = authority.prefix { $0 != ":" }
    if host.hasSuffix(".") { host.removeLast() }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, !labels.contains("") else { return false }
    if last.allSatisfy(\.isNumber) { return isRouted(labels.compactMap { UInt8($0) }) }
    return !localNames.contains(last) && host != "home.arpa" && !host.hasSuffix(".home.arpa")
  }

  private static func isRouted(_ numbers: [UInt8]) -> Bool {
    guard numbers.count == 4 else { return false }
    switch (numbers[0], numbers[1], numbers[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _), (100, 64...127, _), (169, 254, _),
      (172, 16...31, _), (192, 0, 0), (192, 0, 2), (192, 168, _), (198, 18...19, _),
      (198, 51, 100), (203, 0, 113):
      return false
    default: return true
    }
  }
}
