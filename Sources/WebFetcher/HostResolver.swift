internal import Foundation
package import WebAddress
package import WebFetch

/// Tells the addresses of a host.
package protocol HostResolver: Sendable {
  /// May take long; the caller does not wait for ever.
  ///
  /// - Parameter name: a domain.
  /// - Returns: each address once, the best first.
  /// - Throws: `FetchProblem.noSuchHost` or `unreachable`.
  func addresses(of name: String) throws(FetchProblem) -> [AddressBlock.Address]
}

/// Asks the system.
package struct SystemResolver: HostResolver {
  package init() {}

  package func addresses(of name: String) throws(FetchProblem) -> [AddressBlock.Address] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Self.stream
    var first: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(name, nil, &hints, &first)
    guard result == 0 else {
      if result == EAI_NONAME { throw .noSuchHost(name) }
      throw .unreachable("its name cannot be looked up: \(String(cString: gai_strerror(result)))")
    }
    defer { freeaddrinfo(first) }
    var addresses: [AddressBlock.Address] = []
    var next = first
    while let info = next?.pointee {
      next = info.ai_next
      guard let address = Self.address(info), !addresses.contains(address) else { continue }
      addresses.append(address)
    }
    return addresses
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private static func address(_ info: addrinfo) -> AddressBlock.Address? {
    guard let place = UnsafeRawPointer(info.ai_addr) else { return nil }
    switch info.ai_family {
    case AF_INET:
      let value = place.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
      return .ipv4(IPv4Address(value: UInt32(bigEndian: value)))
    case AF_INET6:
      let address = place.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      let value = withUnsafeBytes(of: address) { $0.loadUnaligned(as: UInt128.self) }
      return .ipv6(IPv6Address(value: UInt128(bigEndian: value)))
    default: return nil
    }
  }
}
