/// A web address in the one spelling that names a page for all devices.
///
/// It is the serialisation of the URL Standard, with percent-escapes in upper case. Query and
/// fragment take part in naming the page, as Apple says of webpageURL.
package struct CanonicalURL: Hashable, Sendable {
  package let text: String
  package let host: WebHost
  /// The host, and a port that is not the scheme's own.
  private let authority: String

  /// Nil for anything but http and https with a host, for an address with a name or a password, and
  /// for one whose canonical spelling has more than 2,048 bytes.
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
      guard url.host.isLocal else { return nil }
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
    let url: WebURL
    do throws(WebURLProblem) { url = try WebURL(parsing: address) } catch {
      throw InvalidAddress(reason: error.reason)
    }
    // Names and passwords in an address are somebody's own: such a page is not public.
    guard !url.hasCredentials else { throw InvalidAddress(reason: "has a name or a password") }
    guard url.href.utf8.count <= Self.byteCountMax else {
      throw InvalidAddress(reason: "has more than \(Self.byteCountMax) bytes")
    }
    (host, authority) = (url.host, String(url.authority))
    text = Self.withUpperEscapes(url.href)
  }

  private static func withUpperEscapes(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes = Array(text.utf8)
    for index in bytes.indices.dropLast(2) where bytes[index] == UInt8(ascii: "%") {
      guard let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue else {
        continue
      }
      (bytes[index + 1], bytes[index + 2]) = (.hexDigit(high), .hexDigit(low))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
