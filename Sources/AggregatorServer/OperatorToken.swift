internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import Sync

/// Who may see more than the public: anyone who has a token. Only digests are kept in memory.
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
  func check(_ request: Request, for access: Endpoint.Access) throws(ProblemDetails) {
    let digests: [Digest]
    switch access {
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
    let scheme = "bearer "
    // Digests are compared, so how long it takes says nothing about the token.
    guard let header = request.headers[.authorization], header.lowercased().hasPrefix(scheme),
      digests.contains(Digest(of: Array(header.utf8.dropFirst(scheme.utf8.count))))
    else {
      throw ProblemDetails(
        .unauthorized,
        "This is for the operator: send the header Authorization: Bearer TOKEN with the token "
          + "that the server was given.")
    }
  }
}
