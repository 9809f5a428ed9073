/// A web address in the one spelling that names a page for all devices.
///
/// Scheme and host in lower case, the scheme's own port left out, an empty path written "/",
/// percent-escapes in upper case. Path, query and fragment stay as they are: they take part in
/// naming the page, as Apple says of webpageURL.
package struct CanonicalURL: Hashable, Sendable {
  package let text: String
  /// The host, and a port that is not the scheme's own.
  private let authority: String

  /// Nil for anything but http and https with a host, or longer than 2,048 bytes.
  package init?(_ address: String) {
    do throws(InvalidAddress) { try self.init(checking: address) } catch { return nil }
  }

  /// Why an address names no page; nil: it does.
  package static func problem(_ address: String) -> String? {
    do throws(InvalidAddress) { _ = try CanonicalURL(checking: address) } catch {
      return error.reason
    }
    return nil
  }

  /// Why the page of an address cannot be one for everybody, after "it"; nil: it can.
  ///
  /// An address names a page on any host, also on a machine of the user's own. Only one that others
  /// can open, and that says nothing of the network around the user, may become public.
  package static func publicProblem(_ address: String) -> String? {
    do throws(InvalidAddress) {
      let url = try CanonicalURL(checking: address)
      guard PageHost(authority: url.authority).isLocal else { return nil }
      return "has an address that only this device or a network around it can open: the host is "
        + "\"\(url.authority)\""
    } catch {
      return "has an address that \(error.reason)"
    }
  }

  private struct InvalidAddress: Error {
    let reason: String
  }

  private static let byteCountMax = 2_048

  private init(checking address: String) throws(InvalidAddress) {
    let schemes = [("http://", "80"), ("https://", "443")]
    let lowered = address.prefix(8).lowercased()
    guard let (scheme, port) = schemes.first(where: { lowered.hasPrefix($0.0) }) else {
      throw InvalidAddress(reason: "is not an http or https address")
    }
    guard address.utf8.count <= Self.byteCountMax else {
      throw InvalidAddress(reason: "has more than \(Self.byteCountMax) bytes")
    }
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw InvalidAddress(reason: "has a blank or a control character")
    }
    let rest = address.dropFirst(scheme.count)
    let authorityEnd = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    var authority = rest[..<authorityEnd].lowercased()
    // Names and passwords in an address are somebody's own: such a page is not public.
    guard !authority.contains("@") else { throw InvalidAddress(reason: "has a name or a password") }
    if authority.hasSuffix(":" + port) { authority.removeLast(port.count + 1) }
    if authority.hasSuffix(":") { authority.removeLast() }
    guard !authority.isEmpty, !authority.hasPrefix(":") else {
      throw InvalidAddress(reason: "has no host")
    }
    self.authority = authority
    let tail = rest[authorityEnd...]
    let path = tail.hasPrefix("/") ? "" : "/"
    text = scheme + authority + path + Self.withUpperEscapes(tail)
  }

  private static func withUpperEscapes(_ text: Substring) -> String {
    guard text.contains("%") else { return String(text) }
    var bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
      for digit in index + 1..<min(index + 3, bytes.count)
      where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[digit]) {
        bytes[digit] -= 0x20
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
