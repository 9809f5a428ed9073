internal import Foundation

/// An IPv4 or IPv6 address, in whatever spelling it came. An IPv4 address in IPv6's clothes, as a
/// socket that listens to both kinds tells it, is one.
struct NetworkAddress: Hashable {
  /// 4 or 16.
  let bytes: [UInt8]

  /// What stands before an IPv4 address in IPv6's clothes.
  fileprivate static let clothes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  init?(_ text: some StringProtocol) {
    guard let bytes = Self.writtenBytes(of: text) else { return nil }
    self.bytes =
      bytes.starts(with: Self.clothes) ? Array(bytes[Self.clothes.count...]) : bytes
  }

  /// - Parameter hop: an address as proxies write it: some with the port, and an IPv6 address then
  ///   in brackets.
  init?(hop: String) {
    if hop.hasPrefix("[") {
      guard let end = hop.firstIndex(of: "]") else { return nil }
      let (address, rest) = (hop[..<end].dropFirst(), hop[end...].dropFirst())
      guard address.contains(":"),
        rest.isEmpty || rest.first == ":" && Self.isPort(rest.dropFirst())
      else { return nil }
      self.init(address)
    } else {
      // More than one colon is IPv6's own.
      let parts = hop.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        self.init(hop)
        return
      }
      guard Self.isPort(parts[1]) else { return nil }
      self.init(parts[0])
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    isNumber(text) && UInt16(text) != nil
  }

  /// Digits alone, as many as an address can need.
  fileprivate static func isNumber(_ text: Substring) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Without taking off any clothes.
  fileprivate static func writtenBytes(of text: some StringProtocol) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(text), &bytes) == 1 { return Array(bytes[..<4]) }
    return inet_pton(AF_INET6, String(text), &bytes) == 1 ? bytes : nil
  }

  /// Whose it is, for who counts requests: of an IPv6 address its /64 network, of which one person
  /// has as many addresses as they like.
  var network: String {
    bytes.count == 4
      ? bytes.map { String($0) }.joined(separator: ".")
      : bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }
}

/// All addresses that begin with the same bits; one address alone is such a block too.
struct NetworkBlock: Hashable {
  private let bytes: [UInt8]
  private let bitCount: Int

  /// - Parameter text: an address, or one with a slash and the number of bits that count, such as
  ///   "10.0.0.0/8". The other bits have to be 0: who wrote them otherwise meant something else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let bytes = NetworkAddress.writtenBytes(of: parts[0]), parts.count <= 2 else {
      return nil
    }
    guard parts.count == 1 || NetworkAddress.isNumber(parts[1]),
      let bitCount = parts.count == 1 ? bytes.count * 8 : Int(parts[1]),
      bitCount <= bytes.count * 8, Self.isZero(bytes, after: bitCount)
    else { return nil }
    let clothes = NetworkAddress.clothes
    let isDressed = bytes.starts(with: clothes) && bitCount >= clothes.count * 8
    self.bytes = isDressed ? Array(bytes[clothes.count...]) : bytes
    self.bitCount = isDressed ? bitCount - clothes.count * 8 : bitCount
  }

  private static func isZero(_ bytes: [UInt8], after bitCount: Int) -> Bool {
    bytes.indices.allSatisfy { bytes[$0] & ~mask(of: $0, bitCount) == 0 }
  }

  /// The bits of a byte that count.
  private static func mask(of place: Int, _ bitCount: Int) -> UInt8 {
    ~(UInt8.max >> UInt8(max(0, min(8, bitCount - place * 8))))
  }

  func contains(_ address: NetworkAddress) -> Bool {
    bytes.count == address.bytes.count
      && bytes.indices.allSatisfy {
        (bytes[$0] ^ address.bytes[$0]) & Self.mask(of: $0, bitCount) == 0
      }
  }
}
