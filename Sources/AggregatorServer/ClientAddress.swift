internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The network address that a request counts for.
struct ClientAddress: Sendable {
  /// Proxies whose word about where a request came from is believed.
  let trustedProxies: Set<String>

  private static let forwarded = HTTPField.Name("X-Forwarded-For")!

  /// The address of whoever is in front of the trusted proxies; an IPv6 address counts as its /64
  /// network, of which one person has as many addresses as they like.
  func name(of request: Request, _ context: EdgeContext) -> String {
    guard var address = context.peer?.ipAddress else { return "local" }
    if trustedProxies.contains(address), let header = request.headers[Self.forwarded] {
      // Each proxy appends who it heard: from the right, the first that is not trusted is it.
      let hops = header.split(separator: ",").map { $0.trimming }
      address = hops.last { !trustedProxies.contains($0) } ?? address
    }
    return Self.network(of: address)
  }

  static func network(of address: String) -> String {
    guard let parsed = try? SocketAddress(ipAddress: address, port: 0) else { return "unknown" }
    guard case .v6(let v6) = parsed else { return parsed.ipAddress ?? "unknown" }
    return withUnsafeBytes(of: v6.address.sin6_addr) { bytes in
      // An IPv4 address in IPv6's clothes is one.
      if bytes[..<12].elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
        return bytes[12...].map { String($0) }.joined(separator: ".")
      }
      return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
  }
}

extension Substring {
  fileprivate var trimming: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension ClientAddress {
  static func isAddress(_ text: String) -> Bool {
    (try? SocketAddress(ipAddress: text, port: 0)) != nil
  }
}
