package import WebAddress

/// Why an address gives no page.
package enum FetchProblem: Error, Hashable, Sendable {
  // MARK: May not be asked
  /// The address has a name or a password.
  case credentials
  /// Only a machine or a private network knows the host.
  case localName(String)
  case port(UInt16)
  case notPublic(host: String, address: String)
  case tooManyRedirects(Int)
  case redirectLoop(String)
  /// From https to http.
  case insecureRedirect(String)
  case badRedirect(String, WebURLProblem)

  // MARK: Cannot be asked now
  case noSuchHost(String)
  /// With the system's reason.
  case unreachable(String)
  /// TLS, with the reason.
  case insecure(String)
  /// Milliseconds for all.
  case timeout(Int64)
  /// Milliseconds in which nothing came.
  case silence(Int64)
  /// The connection ended before the answer did.
  case brokenOff
  case noMemory

  // MARK: Answers with what is no page
  case headTooLarge(Int)
  case bodyTooLarge(Int)
  /// With the reason.
  case notHTTP(String)
  case unknownEncoding(String)
  case badEncoding(String)
  case status(Int)
  /// Empty: the answer has none, and does not begin like HTML.
  case mediaType(String)

  /// Whether another attempt may succeed with nothing changed here: the network or the server
  /// failed.
  package var isPassing: Bool {
    switch self {
    case .noSuchHost, .unreachable, .insecure, .timeout, .silence, .brokenOff, .noMemory: true
    case .status(let status): status == 429 || status >= 500
    case .credentials, .localName, .port, .notPublic, .tooManyRedirects, .redirectLoop,
      .insecureRedirect, .badRedirect, .headTooLarge, .bodyTooLarge, .notHTTP, .unknownEncoding,
      .badEncoding, .mediaType:
      false
    }
  }

  /// What is the matter and what to do, in sentences that follow an address and a colon.
  package var reason: String {
    switch self {
    case .credentials: "it has a name or a password, which is never sent. Leave them out."
    case .localName(let host):
      "only this machine or its network knows \(host). Allow its address, such as "
        + "--allow-address 127.0.0.1."
    case .port(let port):
      "port \(port) is not one of the web's. Use 80 or 443, or allow the host's address with "
        + "--allow-address."
    case .notPublic(let host, let address):
      (host == address || host == "[\(address)]" ? "\(address)" : "\(host) is at \(address), which")
        + " is not a public address. Allow it with --allow-address \(address)."
    case .tooManyRedirects(let count):
      "it redirects more than \(count) times. Give the address where the page is."
    case .redirectLoop(let address):
      "it redirects in a circle, to \(address) again. Correct the site's redirects."
    case .insecureRedirect(let address):
      "it redirects from https to \(address), without TLS. Redirect to https."
    case .badRedirect(let location, let problem):
      "it redirects to \"\(location)\", which \(problem.reason). Correct the Location."
    case .noSuchHost(let host): "the host \(host) has no address. Check the name."
    case .unreachable(let reason): "it cannot be reached (\(reason)). Try again later."
    case .insecure(let reason): "\(reason). Correct the site's TLS settings."
    case .timeout(let milliseconds):
      "it took more than \(Self.seconds(milliseconds)). Try again later."
    case .silence(let milliseconds):
      "nothing came for \(Self.seconds(milliseconds)). Try again later."
    case .brokenOff: "the connection ended before the answer did. Try again later."
    case .noMemory: "out of memory. Try again later."
    case .headTooLarge(let count):
      "the head of its answer has more than \(count) bytes. Send fewer header fields."
    case .bodyTooLarge(let count): "it has more than \(count) bytes. Make the page smaller."
    case .notHTTP(let reason): "its answer is not HTTP/1.1 (\(reason)). Check the address."
    case .unknownEncoding(let name):
      "its Content-Encoding is \"\(name)\", and only gzip is accepted. Send gzip or none."
    case .badEncoding(let name):
      "its bytes are not what its Content-Encoding, \(name), says. Correct the server."
    case .status(let status): Self.reason(status)
    case .mediaType(""): "it has no Content-Type, and does not begin like HTML. Send text/html."
    case .mediaType(let type): "it is \"\(type)\" and not HTML. Send text/html."
    }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 401, 403: "it answers \(status): the page is not for everybody. Save it in a browser."
    case 404, 410: "it answers \(status): there is no such page. Check the address."
    case 429: "it answers 429: it was asked too often. Try again later."
    case 500...: "it answers \(status): the server failed. Try again later."
    case ..<400: "it answers \(status), which is not a page. Answer 200 with the page."
    default: "it answers \(status), which is not a page. Check the address."
    }
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    milliseconds.isMultiple(of: 1_000)
      ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
