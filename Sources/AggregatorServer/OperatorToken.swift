internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import Sync

/// Who may see more than the public: anyone who has a token. Only digests are kept in memory.
///
/// A person can give it to a browser as a password, for the status page alone.
///
/// There are two, so that what watches a server need not be able to erase: the viewer's reads the
/// status and the metrics, the operator's may do everything.
struct OperatorToken: Sendable {
  private let operatorDigest: Digest?
  private let viewerDigest: Digest?

  /// - Parameters:
  ///   - operatorToken: nil: nobody is an operator over the network.
  ///   - viewerToken: nil: the operator alone is a viewer.
  init(_ operatorToken: [UInt8]?, viewer viewerToken: [UInt8]? = nil) {
    operatorDigest = operatorToken.map { Digest(of: $0) }
    viewerDigest = viewerToken.map { Digest(of: $0) }
  }

  /// - Throws: `ProblemDetails` if the endpoint needs a token that the request does not have.
  func check(_ request: Request, for endpoint: Endpoint) throws(ProblemDetails) {
    let digests: [Digest]
    switch endpoint.access {
    case .everyone, .device: return
    case .viewer: digests = [operatorDigest, viewerDigest].compactMap { $0 }
    case .operator: digests = [operatorDigest].compactMap { $0 }
    }
    guard !digests.isEmpty else {
      throw ProblemDetails(
        .unauthorized,
        "This server has no operator's token, so nobody may ask this over the network. Set one "
          + "with --operator-token-file.")
    }
    // Digests are compared, so how long it takes says nothing about the token.
    guard let token = Self.token(of: request, for: endpoint), digests.contains(Digest(of: token))
    else {
      var problem = ProblemDetails(
        .unauthorized,
        "This is for the operator: send the header Authorization: Bearer TOKEN with the token "
          + "that the server was given.")
      problem.asksForPassword = endpoint == .statusPage
      throw problem
    }
  }

  /// A browser asks a person for a password, and sends it with what it asks of the server from then
  /// on, also where another site has it ask. So it opens the one page alone, which changes nothing.
  private static func token(of request: Request, for endpoint: Endpoint) -> [UInt8]? {
    guard let header = request.headers[.authorization] else { return nil }
    let scheme = header.prefix { $0 != " " }.lowercased()
    let given = Array(header.utf8.dropFirst(scheme.utf8.count + 1))
    if scheme == "bearer", header.utf8.count > scheme.utf8.count { return given }
    guard scheme == "basic", endpoint == .statusPage,
      let decoded = Data(base64Encoded: Data(given)),
      // Whatever name stands before it (RFC 7617, 2).
      let colon = decoded.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return Array(decoded[(colon + 1)...])
  }
}
