package import WebAddress

/// Which addresses may be connected to: those that are routed in public, on the ports of the web,
/// and what is allowed by name. A page of a stranger then leads nobody into a private network.
package struct FetchRule: Hashable, Sendable {
  /// Blocks that may be connected to although they are not public, on any port.
  package let allowed: [AddressBlock]

  /// The ports of addresses that are not allowed by name.
  private static let ports: Set<UInt16> = [80, 443]

  package init(allowing allowed: [AddressBlock] = []) { self.allowed = allowed }

  /// What can be said before the name of the host is looked up.
  ///
  /// - Throws: `FetchProblem`: the address has a name or a password, a host that only a private
  ///   network knows, or a port that is not one of the web's.
  package func check(_ url: WebURL) throws(FetchProblem) {
    guard !url.hasCredentials else { throw .credentials }
    if let address = url.host.address { return try check([address], of: url) }
    guard allowed.isEmpty else { return }
    guard !url.host.isLocal else { throw .localName(url.host.description) }
    guard Self.ports.contains(url.connectionPort) else { throw .port(url.connectionPort) }
  }

  /// Checks every address of a host: one that may not be connected to refuses all.
  ///
  /// - Parameter addresses: of the host of `url`.
  /// - Throws: `FetchProblem`: there is none, or one is not public, or the port is not one of the
  ///   web's and an address is not allowed by name.
  package func check(
    _ addresses: [AddressBlock.Address], of url: WebURL
  ) throws(FetchProblem) {
    guard !addresses.isEmpty else { throw .noSuchHost(url.host.description) }
    for address in addresses where !allowed.contains(where: { $0.contains(address) }) {
      guard AddressBlock.isPublic(address) else {
        throw .notPublic(host: url.host.description, address: address.text)
      }
      guard Self.ports.contains(url.connectionPort) else { throw .port(url.connectionPort) }
    }
  }
}

extension WebURL {
  /// The port that is connected to.
  package var connectionPort: UInt16 { port ?? scheme.defaultPort }
}

extension WebHost {
  /// Nil for a domain.
  package var address: AddressBlock.Address? {
    switch self {
    case .domain: nil
    case .ipv4(let address): .ipv4(address)
    case .ipv6(let address): .ipv6(address)
    }
  }
}

extension AddressBlock.Address {
  /// Without brackets.
  package var text: String {
    switch self {
    case .ipv4(let address): address.description
    case .ipv6(let address): address.description
    }
  }
}
