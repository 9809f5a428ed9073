/// An address of the web, http or https, parsed as the URL Standard has it.
///
/// It holds what the standard's parser makes of a text, and nothing else: two are equal when their
/// serialisations are. Parsing takes linear time, touches nothing, and accepts any text.
package struct WebURL: Hashable, Sendable {
  package enum Scheme: String, Hashable, Sendable {
    case http, https

    /// The port of an address that names none.
    package var defaultPort: UInt16 { self == .http ? 80 : 443 }
  }

  /// The serialisation; never empty.
  package let href: String
  package let scheme: Scheme
  package let host: WebHost
  /// Nil for the scheme's own.
  package let port: UInt16?
  let places: Places

  /// Where the parts begin in `href`, in bytes.
  struct Places: Sendable {
    /// Behind "//".
    var username = 0
    /// At ":" before the password, or where the username ends.
    var usernameEnd = 0
    /// Behind "@", if there is one.
    var host = 0
    var path = 0
    /// At "?", or where the path ends.
    var query = 0
    /// At "#", or where all ends.
    var fragment = 0
  }

  /// Bytes of a text that is parsed, and of the base.
  package static let byteCountMax = 1 << 16

  /// - Parameters:
  ///   - text: an address, or a reference relative to the base. Blanks around it and line ends in
  ///     it do not count, and "\" counts as "/", as in browsers.
  ///   - base: what a relative reference is relative to.
  package init(
    parsing text: String, relativeTo base: WebURL? = nil
  ) throws(WebURLProblem) {
    guard text.utf8.count <= Self.byteCountMax else { throw .tooLong }
    var text = text
    let parsed = text.withUTF8 { bytes -> Result<WebURL, WebURLProblem> in
      do throws(WebURLProblem) { return .success(try WebURLParser.parse(bytes, base: base)) } catch
      {
        return .failure(error)
      }
    }
    self = try parsed.get()
  }

  /// Nil for what is no http or https address.
  package init?(_ text: String, relativeTo base: WebURL? = nil) {
    do throws(WebURLProblem) { try self.init(parsing: text, relativeTo: base) } catch { return nil }
  }

  init(href: String, scheme: Scheme, host: WebHost, port: UInt16?, places: Places) {
    (self.href, self.scheme, self.host, self.port) = (href, scheme, host, port)
    self.places = places
  }

  package static func == (one: WebURL, other: WebURL) -> Bool { one.href == other.href }
  package func hash(into hasher: inout Hasher) { hasher.combine(href) }

  // MARK: Parts

  private func part(_ start: Int, _ end: Int) -> Substring {
    let bytes = href.utf8
    return href[
      bytes.index(bytes.startIndex, offsetBy: start)..<bytes.index(bytes.startIndex, offsetBy: end)]
  }

  /// With escapes; empty where there is none.
  package var username: Substring { part(places.username, places.usernameEnd) }

  /// With escapes; empty where there is none.
  package var password: Substring {
    let start = places.usernameEnd + 1
    return start < places.host ? part(start, places.host - 1) : ""
  }

  package var hasCredentials: Bool { places.host > places.username }

  /// Host and port, as the address has them.
  package var authority: Substring { part(places.host, places.path) }

  /// Scheme, host and port: what pages of one site share.
  package var origin: String { scheme.rawValue + "://" + authority }

  /// Begins with "/".
  package var path: Substring { part(places.path, places.query) }

  /// Without "?"; nil where there is none.
  package var query: Substring? {
    places.query < places.fragment ? part(places.query + 1, places.fragment) : nil
  }

  /// Without "#"; nil where there is none.
  package var fragment: Substring? {
    places.fragment < href.utf8.count ? part(places.fragment + 1, href.utf8.count) : nil
  }

  /// From the path up to the fragment: what a server is asked for.
  package var requestTarget: Substring { part(places.path, places.fragment) }
}

/// Why a text is no address of the web.
package enum WebURLProblem: Error, Hashable, Sendable {
  /// Of another scheme, or relative to nothing.
  case notWeb
  case tooLong
  case noHost
  /// One that no name and no address can be read from.
  case invalidHost
  case invalidPort

  /// After "an address that".
  package var reason: String {
    switch self {
    case .notWeb: "is not an http or https address"
    case .tooLong: "has more than \(WebURL.byteCountMax) bytes"
    case .noHost: "has no host"
    case .invalidHost: "has a host that is neither a domain nor an IP address"
    case .invalidPort: "has a port that is not a number up to 65535"
    }
  }
}
