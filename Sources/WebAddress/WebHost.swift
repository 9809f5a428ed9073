/// The host of an address: a domain in ASCII, or an IP address.
package enum WebHost: Hashable, Sendable, CustomStringConvertible {
  /// Lower case, international labels in Punycode. A dot at its end is kept.
  case domain(String)
  case ipv4(IPv4Address)
  case ipv6(IPv6Address)

  /// - Parameter text: a host as an address has it, IPv6 in brackets.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= WebURL.byteCountMax else { return nil }
    var text = text
    let host = text.withUTF8 { bytes in
      var written: [UInt8] = []
      return HostParser.parse(bytes[...], into: &written)
    }
    guard let host else { return nil }
    self = host
  }

  /// As an address has it.
  package var description: String {
    switch self {
    case .domain(let name): name
    case .ipv4(let address): address.description
    case .ipv6(let address): "[\(address)]"
    }
  }

  /// Whether only the user's machine, or a network around it, knows the host: a name without a
  /// domain, one of those that networks give themselves, an address that is not routed in public.
  package var isLocal: Bool {
    switch self {
    case .ipv4(let address): return !address.isPublic
    case .ipv6(let address): return !address.isPublic
    case .domain(let name):
      let labels = (name.hasSuffix(".") ? name.dropLast() : name[...])
        .split(separator: ".", omittingEmptySubsequences: false)
      guard labels.count > 1, let last = labels.last, !labels.contains("") else { return true }
      return Self.localDomains.contains(String(last)) || labels.suffix(2) == ["home", "arpa"]
    }
  }

  /// Reserved for one machine, one network or tests (RFC 2606, 6761, 6762, 8375, and ICANN for
  /// "internal"), or given by common routers and never delegated.
  private static let localDomains: Set<String> = [
    "localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan",
    "test", "invalid",
  ]
}

/// The host parser of the URL Standard.
enum HostParser {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Appends the host as it is serialised; nil for what is none, with some bytes appended perhaps.
  ///
  /// - Parameter text: not empty.
  static func parse(_ text: Bytes, into output: inout [UInt8]) -> WebHost? {
    let start = output.count
    if text.first == UInt8(ascii: "[") {
      guard text.count > 2, text.last == UInt8(ascii: "]"),
        let address = IPv6Address(text.dropFirst().dropLast())
      else { return nil }
      output.append(contentsOf: "[\(address)]".utf8)
      return .ipv6(address)
    }
    if text.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) {
      guard append(text, to: &output) else { return nil }
    } else {
      let decoded = [UInt8](decodingEscapesOf: text)
      if decoded.allSatisfy({ $0 < 0x80 }) {
        guard append(decoded, to: &output) else { return nil }
      } else {
        guard let text = String(validating: decoded, as: UTF8.self),
          let name = InternationalName.ascii(text), append(name.utf8, to: &output)
        else { return nil }
      }
    }
    guard output.count > start else { return nil }
    if endsInNumber(output[start...]) {
      guard let address = IPv4Address(output[start...]) else { return nil }
      output.removeSubrange(start...)
      output.append(contentsOf: address.description.utf8)
      return .ipv4(address)
    }
    return .domain(String(decoding: output[start...], as: UTF8.self))
  }

  /// A domain in ASCII, in lower case; false for one that no host has.
  private static func append(_ text: some Collection<UInt8>, to output: inout [UInt8]) -> Bool {
    let forbidden = PercentEncodeSet.forbiddenInDomain
    let start = output.count
    // The last four bytes, and whether a label may be Punycode.
    var (recent, hasPunycode, hasUpper) = (UInt32(0), false, false)
    for byte in text {
      guard !forbidden.contains(byte) else { return false }
      let lowered = byte.lowered
      if lowered != byte { hasUpper = true }
      recent = recent << 8 | UInt32(lowered)
      // "xn--"
      if recent == 0x786E_2D2D { hasPunycode = true }
    }
    output.append(contentsOf: text)
    if hasUpper {
      for place in start..<output.count { output[place] = output[place].lowered }
    }
    guard hasPunycode else { return true }
    return output[start...].split(separator: UInt8(ascii: "."))
      .allSatisfy { !$0.starts(with: "xn--".utf8) || InternationalName.isValid(encoded: $0) }
  }

  /// Whether the last label can only be one of an IPv4 address.
  private static func endsInNumber(_ name: ArraySlice<UInt8>) -> Bool {
    var name = name
    if name.count > 1, name.last == UInt8(ascii: ".") { name = name.dropLast() }
    let dot = name.lastIndex(of: UInt8(ascii: "."))
    let last = name[(dot.map { $0 + 1 } ?? name.startIndex)...]
    guard let first = last.first, first.isDigit else { return false }
    return last.allSatisfy(\.isDigit) || IPv4Address.number(last) != nil
  }
}
