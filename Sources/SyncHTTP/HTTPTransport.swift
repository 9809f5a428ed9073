public import Foundation
internal import JournalFormat
internal import Sync

/// Carries a device's requests to an aggregator over HTTP.
public struct HTTPTransport: SyncTransport {
  private let address: ServerAddress
  private let session: HTTPSession

  /// - Parameters:
  ///   - url: the aggregator's address, http or https; a path is kept, as a proxy may want it.
  ///   - timeout: from the beginning of a request to the last byte of its answer. 30 seconds by
  ///     default.
  ///   - connections: at a time, at most; from 1 on. 6 by default.
  /// - Throws: `TransportError.Code.invalidURL` for another scheme, and for an address with a user,
  ///   a query or a fragment.
  public init(
    url: URL, timeout: Duration = .seconds(30), connections: Int = 6
  ) throws(TransportError) {
    address = try ServerAddress(url)
    session = HTTPSession(timeout: timeout, connections: max(1, connections))
  }

  /// The aggregator's address as it is used.
  public var text: String { address.text }

  package func send(_ request: [UInt8]) async -> SyncOutcome {
    guard let wanted = httpRequest(for: request) else { return Self.noRequest }
    return Self.outcome(await session.perform(wanted))
  }

  /// Begins to carry a request. `end` is called once, on a thread of its own, and must not wait.
  package func send(_ request: [UInt8], end: @escaping @Sendable (SyncOutcome) -> Void) {
    guard let wanted = httpRequest(for: request) else { return end(Self.noRequest) }
    session.start(wanted) { end(Self.outcome($0)) }
  }

  private static let noRequest = SyncOutcome.failed("the bytes are not a device's request")

  private func httpRequest(for request: [UInt8]) -> HTTPRequest? {
    guard let kind = request.first.flatMap(SyncRequest.Kind.init(rawValue:)),
      let endpoint = Endpoint(kind), let url = address.url(endpoint.path)
    else { return nil }
    let headers = [
      "Content-Type": HTTPAnswer.syncMediaType,
      "Accept": "\(HTTPAnswer.syncMediaType), \(HTTPAnswer.problemMediaType)",
    ]
    return HTTPRequest(method: endpoint.method.rawValue, url: url, headers: headers, body: request)
  }

  private static func outcome(_ result: HTTPResult) -> SyncOutcome {
    switch result {
    case .answer(let answer):
      .answer(answer.response(now: .system))
    case .failed(let reason): .failed(reason)
    }
  }
}
