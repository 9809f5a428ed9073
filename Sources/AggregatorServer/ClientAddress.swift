internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The network address that a request counts for.
struct ClientAddress: Sendable {
  /// Proxies whose word about where a request came from is believed; each in its one spelling.
  private let trustedProxies: Set<String>

  private static let forwarded = HTTPField.Name("X-Forwarded-For")!

  /// - Parameter trustedProxies: IP addresses, in any of their spellings.
  init(trustedProxies: Set<String>) {
    self.trustedProxies = Set(trustedProxies.compactMap(Self.spelling))
  }

  /// The address of whoever is in front of the trusted proxies; an IPv6 address counts as its /64
  /// network, of which one person has as many addresses as they like.
  func name(of request: Request, _ context: EdgeContext) -> String {
    guard var address = context.peer?.ipAddress else { return "local" }
    if isTrusted(address), let header = request.headers[Self.forwarded] {
      // Each proxy appends who it heard: from the right, the first that is not trusted is it.
      let hops = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      address = hops.last { !isTrusted($0) } ?? address
    }
    return Self.network(of: address)
  }

  private func isTrusted(_ address: String) -> Bool {
    !trustedProxies.isEmpty && Self.spelling(address).map(trustedProxies.contains) ?? false
  }

  static func network(of address: String) -> String {
    guard let bytes = bytes(of: address) else { return "unknown" }
    return bytes.count == 4 ? spelling(bytes) : spelling(Array(bytes[..<8])) + "/64"
  }

  static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

  /// One spelling for each address: a proxy that listens to both kinds is told in IPv6's clothes.
  private static func spelling(_ address: String) -> String? { bytes(of: address).map(spelling) }

  private static func spelling(_ bytes: [UInt8]) -> String {
    bytes.count == 4
      ? bytes.map { String($0) }.joined(separator: ".")
      : bytes.map { String($0, radix: 16) }.joined(separator: ":")
  }

  /// The 4 or 16 bytes of an address; an IPv4 address in IPv6's clothes is one.
  private static func bytes(of address: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, address, &bytes) == 1 { return Array(bytes[..<4]) }
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
    let clothes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return bytes.starts(with: clothes) ? Array(bytes[clothes.count...]) : bytes
  }
}
