internal import JournalFormat

/// RULES, "Public pages": an address that others can open, in its one spelling.
enum PublicAddress {
  /// Nil: others cannot open it.
  static func spelling(of address: String) -> ExactText? {
    guard address.utf8.count <= 2_048, address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let slashes = address.firstRange(of: "://"),
      let port = ["http": ":80", "https": ":443"][address[..<slashes.lowerBound].lowercased()]
    else { return nil }
    let rest = address[slashes.upperBound...]
    let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    var authority = rest[..<end].lowercased()
    if authority.hasSuffix(port) { authority.removeLast(port.count) }
    if authority.hasSuffix(":") { authority.removeLast() }
    guard !authority.contains("@"), isHostOfOthers(authority) else { return nil }
    let path = rest[end...]
    return ExactText(
      address[..<slashes.lowerBound].lowercased() + "://" + authority
        + (path.hasPrefix("/") ? "" : "/") + withUpperEscapes(path))
  }

  private static func withUpperEscapes(_ text: Substring) -> String {
    var parts = text.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
    for place in parts.indices.dropFirst() {
      let digits = parts[place].prefix(2).map { "abcdef".contains($0) ? $0.uppercased() : "\($0)" }
      parts[place] = digits.joined() + parts[place].dropFirst(2)
    }
    return parts.joined(separator: "%")
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
