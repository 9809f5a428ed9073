/// A block of IP addresses: those that share their first bits.
package struct AddressBlock: Hashable, Sendable {
  package enum Address: Hashable, Sendable {
    case ipv4(IPv4Address)
    case ipv6(IPv6Address)
  }

  private let first: Address
  private let bitCount: Int

  /// - Parameter text: an address, "/" and how many bits count: "127.0.0.0/8", "fc00::/7".
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy(\.isDigit),
      let bitCount = Int(parts[1])
    else { return nil }
    let isIPv6 = parts[0].contains(":")
    switch WebHost(isIPv6 ? "[\(parts[0])]" : String(parts[0])) {
    case .ipv4(let address): self.init(.ipv4(address), bitCount, of: 32)
    case .ipv6(let address): self.init(.ipv6(address), bitCount, of: 128)
    case .domain, nil: return nil
    }
  }

  private init?(_ first: Address, _ bitCount: Int, of bitCountMax: Int) {
    guard bitCount <= bitCountMax else { return nil }
    (self.first, self.bitCount) = (first, bitCount)
  }

  private init(_ first: UInt32, _ bitCount: Int) {
    (self.first, self.bitCount) = (.ipv4(IPv4Address(value: first)), bitCount)
  }

  package func contains(_ address: Address) -> Bool {
    switch (first, address) {
    case (.ipv4(let first), .ipv4(let address)):
      (first.value ^ address.value) >> (32 - bitCount) == 0
    case (.ipv6(let first), .ipv6(let address)):
      (first.value ^ address.value) >> (128 - bitCount) == 0
    case (.ipv4, .ipv6), (.ipv6, .ipv4): false
    }
  }

  // MARK: Public addresses

  /// IPv4 blocks that are not routed in public (the IANA registry of special-purpose addresses).
  private static let local = [
    AddressBlock(0x0000_0000, 8), AddressBlock(0x0A00_0000, 8), AddressBlock(0x6440_0000, 10),
    AddressBlock(0x7F00_0000, 8), AddressBlock(0xA9FE_0000, 16), AddressBlock(0xAC10_0000, 12),
    AddressBlock(0xC000_0000, 24), AddressBlock(0xC000_0200, 24), AddressBlock(0xC0A8_0000, 16),
    AddressBlock(0xC612_0000, 15), AddressBlock(0xC633_6400, 24), AddressBlock(0xCB00_7100, 24),
    AddressBlock(0xE000_0000, 3),
  ]

  /// Whether an address is routed in public: an IPv4 address outside of all special blocks, an IPv6
  /// address of the global unicast block that is reserved for nothing else, or one that stands for
  /// such an IPv4 address (mapped, NAT64, 6to4).
  package static func isPublic(_ address: Address) -> Bool {
    switch address {
    case .ipv4: return !local.contains { $0.contains(address) }
    case .ipv6(let address):
      let value = address.value
      // ::ffff:0:0/96 and 64:ff9b::/96
      if value >> 32 == 0xFFFF || value >> 32 == 0x64_FF9B << 64 {
        return IPv4Address(value: UInt32(truncatingIfNeeded: value)).isPublic
      }
      // 2002::/16
      if value >> 112 == 0x2002 {
        return IPv4Address(value: UInt32(truncatingIfNeeded: value >> 80)).isPublic
      }
      // Of 2000::/3: 2001::/23 is for protocols, 2001:db8::/32 and 3fff::/20 are for documents.
      return value >> 125 == 1 && value >> 105 != 0x2001 << 7 && value >> 96 != 0x2001_0DB8
        && value >> 108 != 0x3FFF0
    }
  }
}
