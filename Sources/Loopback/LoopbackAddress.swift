#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port of this machine. There is no way to name another one: nothing here can be turned on
/// somebody else's server.
package struct LoopbackAddress: Hashable, Sendable, CustomStringConvertible {
  package let port: UInt16

  /// One of the addresses of this machine that a client can have: 127.0.0.1 and those after it.
  package struct Client: Hashable, Sendable {
    /// 1 to 254, the last part of the address.
    let number: UInt8

    package static let first = Client(number: 1)

    /// - Parameter number: from 1 on.
    package static func other(_ number: UInt8) -> Client { Client(number: max(1, number)) }
  }

  package init(port: UInt16) { self.port = port }

  /// Reads `http://127.0.0.1:PORT`.
  package init(url: some StringProtocol) throws(LoopbackError) {
    guard url.hasPrefix("http://") else {
      throw LoopbackError(
        .notLoopback, "\(url) does not begin with http://. Give http://HOST:PORT.")
    }
    let parts = url.dropFirst("http://".count).split(separator: ":")
    guard parts.count == 2, ["127.0.0.1", "localhost"].contains(String(parts[0])) else {
      throw LoopbackError(
        .notLoopback, "\(url) is not of this machine. Only servers on 127.0.0.1 are measured.")
    }
    guard let port = UInt16(parts[1].prefix { $0 != "/" }), port > 0 else {
      throw LoopbackError(.notLoopback, "\(url) names no port. Give http://127.0.0.1:PORT.")
    }
    self.port = port
  }

  package var description: String { "http://127.0.0.1:\(port)" }

  /// Any port of a client.
  static func system(of client: Client) -> sockaddr_in {
    var address = LoopbackAddress(port: 0).system
    address.sin_addr.s_addr = (UInt32(0x7F00_0001) + UInt32(client.number - 1)).bigEndian
    return address
  }

  var system: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
