internal import Foundation

/// Where a server is: an address that was checked, below which the routes lie.
struct ServerAddress: Hashable, Sendable {
  /// Scheme, host and port, and the path that a proxy may put before ours; no slash at the end.
  let text: String

  init(_ url: URL) throws(TransportError) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = parts.percentEncodedHost, !host.isEmpty
    else {
      throw TransportError(
        .invalidURL,
        "This is not the address of a server. Give one that begins with http:// or https:// and "
          + "names a host.")
    }
    // Not shown: somebody's password may stand in it.
    guard parts.user == nil, parts.password == nil else {
      throw TransportError(
        .invalidURL, "The address of \(host) names a user. Leave user and password out.")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw TransportError(
        .invalidURL,
        "The address of \(host) has a query or a fragment. Leave out what begins with ? or #.")
    }
    guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw TransportError(
        .invalidURL, "The address of \(host) has an invalid port. Give 1 to 65535.")
    }
    var text = "\(scheme)://\(host)"
    if let port = parts.port { text += ":\(port)" }
    text += parts.percentEncodedPath
    while text.hasSuffix("/") { text.removeLast() }
    self.text = text
  }

  /// Whether others on the way can read and change what is said: HTTP without TLS to another
  /// machine than this one.
  var isExposed: Bool {
    guard let parts = URLComponents(string: text), parts.scheme == "http",
      let host = parts.host?.lowercased()
    else { return false }
    return !Self.isLoopback(host)
  }

  private static func isLoopback(_ host: String) -> Bool {
    var name =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if name.hasSuffix(".") { name.removeLast() }
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    var four = in_addr()
    if inet_aton(name, &four) != 0 { return withUnsafeBytes(of: &four) { $0[0] == 127 } }
    var six = in6_addr()
    guard inet_pton(AF_INET6, name, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
    return isMapped ? bytes[12] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
  }

  /// The address of a route.
  ///
  /// - Parameters:
  ///   - path: from "/v1" on, of characters that need no escape.
  ///   - query: names, and values as people write them.
  func url(_ path: String, _ query: [(name: String, value: String)] = []) -> URL? {
    let fields = query.map { "\($0.name)=\(Self.escaped($0.value))" }
    return URL(string: text + path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&")))
  }

  /// Everything but letters, digits and four marks is escaped: "+" too, which some take for a
  /// space.
  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        escaped.unicodeScalars.append(UnicodeScalar(byte))
      default:
        escaped += byte < 16 ? "%0" : "%"
        escaped += String(byte, radix: 16, uppercase: true)
      }
    }
    return escaped
  }
}
