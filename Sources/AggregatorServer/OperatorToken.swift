internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat

/// Who may see more than the public: whoever has the token. Only its digest is kept in memory.
struct OperatorToken: Sendable {
  private let digest: Digest?

  /// - Parameter token: nil: nobody is an operator over the network.
  init(_ token: [UInt8]?) { digest = token.map { Digest(of: $0) } }

  func check(_ request: Request) throws(Problem) {
    guard let digest else {
      throw Problem(
        .unauthorized,
        "This server has no operator's token, so nobody may ask this over the network. Set one "
          + "with --operator-token-file.")
    }
    let scheme = "bearer "
    // Digests are compared, so how long it takes says nothing about the token.
    guard let header = request.headers[.authorization],
      header.lowercased().hasPrefix(scheme),
      Digest(of: Array(header.utf8.dropFirst(scheme.utf8.count))) == digest
    else {
      throw Problem(
        .unauthorized,
        "This is for the operator: send the header Authorization: Bearer TOKEN with the token "
          + "that the server was given.")
    }
  }
}
