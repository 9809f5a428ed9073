internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The network address that a request counts for.
struct ClientAddress: Sendable {
  /// Proxies whose word about where a request came from is believed.
  let trustedProxies: [NetworkBlock]

  private static let forwarded = HTTPField.Name("X-Forwarded-For")!

  /// The address of anyone who is in front of the trusted proxies.
  func name(of request: Request, _ context: EdgeContext) -> String {
    guard let peer = context.peer?.ipAddress else { return "local" }
    var address = NetworkAddress(peer)
    if isTrusted(address), let header = request.headers[Self.forwarded] {
      // Each proxy appends who it heard: from the right, the first that is not trusted is it.
      let hops = header.split(separator: ",").reversed().lazy.map {
        NetworkAddress(hop: $0.trimmingCharacters(in: .whitespaces))
      }
      if let client = hops.first(where: { !isTrusted($0) }) { address = client }
    }
    return address?.network ?? "unknown"
  }

  /// The address that a connection counts for; nil: a trusted proxy's, whose connections carry
  /// requests of many, or one without an address.
  func name(ofConnectionFrom peer: SocketAddress?) -> String? {
    guard let address = peer?.ipAddress.flatMap({ NetworkAddress($0) }), !isTrusted(address) else {
      return nil
    }
    return address.network
  }

  private func isTrusted(_ address: NetworkAddress?) -> Bool {
    address.map { address in trustedProxies.contains { $0.contains(address) } } ?? false
  }
}
