internal import Foundation

/// The host of a web address, and whether everybody can reach it.
///
/// It is read as browsers read it, since what counts is where an address leads: percent-escapes and
/// compatibility characters are taken for what they stand for, and "127.1", "0x7f000001" and
/// "[::ffff:7f00:1]" for the loopback address that they are.
package struct PageHost: Hashable, Sendable {
  /// Lower case, without the dot that may end a name.
  private let name: String

  /// - Parameter authority: a host and perhaps a port, without a name or a password.
  package init(authority: some StringProtocol) {
    var host = String(authority)
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      host = String(host[..<colon])
    }
    host = host.removingPercentEncoding ?? host
    host = host.precomposedStringWithCompatibilityMapping.lowercased()
    host.unicodeScalars.removeAll { Self.isIgnored($0) }
    host = host.replacing("\u{3002}", with: ".")
    if host.hasSuffix(".") { host.removeLast() }
    name = host
  }

  /// Whether only the user's machine, or a network around it, knows the host: a name without a
  /// domain, one of those that networks give themselves, an address that is not routed in public.
  /// What cannot be read for certain counts as such.
  package var isLocal: Bool {
    if name.hasPrefix("[") { return !(IPv6Address(literal: name)?.isPublic ?? false) }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, !labels.contains("") else {
      // One number is an address too.
      return !(IPv4Address(labels)?.isPublic ?? false)
    }
    if IPv4Address.isNumber(last) { return !(IPv4Address(labels)?.isPublic ?? false) }
    guard name.unicodeScalars.allSatisfy({ $0.value > 0x20 && !Self.forbidden.contains($0) }) else {
      return true
    }
    return Self.localDomains.contains(String(last)) || name == "home.arpa"
      || name.hasSuffix(".home.arpa")
  }

  /// Reserved for one machine, one network or tests (RFC 2606, 6761, 6762, 8375, and ICANN for
  /// "internal"), or given by common routers and never delegated.
  private static let localDomains: Set<String> = [
    "localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan",
    "test", "invalid",
  ]

  /// Code points that no host has, whatever they were meant for.
  private static let forbidden = Set("#%/:<>?@[\\]^|`{}\"\u{7F}".unicodeScalars)

  /// Left out of names by everybody who resolves them: soft hyphens, joiners, variation selectors.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
  }
}

/// Four bytes.
private struct IPv4Address {
  let value: UInt32

  init(value: UInt32) { self.value = value }

  /// As the URL standard reads it: one to four numbers, decimal, octal or hexadecimal, of which the
  /// last one fills what is left.
  init?(_ labels: [Substring]) {
    guard (1...4).contains(labels.count) else { return nil }
    var numbers: [UInt64] = []
    for label in labels {
      guard let number = Self.number(label) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    guard numbers.allSatisfy({ $0 <= 255 }), last < 1 << (8 * (4 - numbers.count)) else {
      return nil
    }
    var value = last
    for (place, number) in numbers.enumerated() { value |= number << (8 * (3 - place)) }
    self.value = UInt32(truncatingIfNeeded: value)
  }

  /// Whether a name that ends so is an address.
  static func isNumber(_ label: Substring) -> Bool {
    label.utf8.allSatisfy { (0x30...0x39).contains($0) } || number(label) != nil
  }

  private static func number(_ label: Substring) -> UInt64? {
    if label.hasPrefix("0x") {
      let digits = label.dropFirst(2)
      return digits.isEmpty ? 0 : digits.first == "+" ? nil : UInt64(digits, radix: 16)
    }
    guard !label.isEmpty, label.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(label, radix: label.count > 1 && label.hasPrefix("0") ? 8 : 10)
  }

  /// Blocks that are not routed in public (the IANA registry of special-purpose addresses).
  private static let local: [(first: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
    (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
    (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
  ]

  var isPublic: Bool {
    !Self.local.contains { value >> (32 - $0.bits) == $0.first >> (32 - $0.bits) }
  }
}

/// Eight groups of 16 bits.
private struct IPv6Address {
  let groups: [UInt16]

  /// - Parameter literal: in brackets.
  init?(literal: String) {
    guard literal.hasSuffix("]") else { return nil }
    let halves = literal.dropFirst().dropLast().split(
      separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count), let first = Self.groups(halves[0]),
      let second = halves.count == 2 ? Self.groups(halves[1]) : []
    else { return nil }
    let missing = 8 - first.count - second.count
    guard halves.count == 2 ? missing > 0 : missing == 0 else { return nil }
    groups = first + [UInt16](repeating: 0, count: missing) + second
  }

  private static func groups(_ text: Substring) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      if place == parts.count - 1, part.contains(".") {
        let labels = part.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count == 4, let address = IPv4Address(labels) else { return nil }
        groups += [UInt16(address.value >> 16), UInt16(address.value & 0xFFFF)]
      } else {
        guard (1...4).contains(part.utf8.count), part.first != "+",
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  private func ipv4(at place: Int) -> IPv4Address {
    IPv4Address(value: UInt32(groups[place]) << 16 | UInt32(groups[place + 1]))
  }

  /// Whether it is of the global unicast block, or stands for a public address of version 4.
  var isPublic: Bool {
    let mapped: [UInt16] = [0, 0, 0, 0, 0, 0xFFFF]
    let translated: [UInt16] = [0x64, 0xFF9B, 0, 0, 0, 0]
    if groups.starts(with: mapped) || groups.starts(with: translated) {
      return ipv4(at: 6).isPublic
    }
    if groups[0] == 0x2002 { return ipv4(at: 1).isPublic }
    let isDocumentation =
      groups[0] == 0x2001 && groups[1] == 0xDB8 || groups[0] == 0x3FFF && groups[1] < 0x1000
    return groups[0] & 0xE000 == 0x2000 && !isDocumentation
  }
}
