public import DeviceIndex
public import Foundation
public import JournalFormat
internal import StrictJSON
package import Sync

/// Asks an aggregator's routes that answer with JSON.
public struct CloudClient: Sendable {
  private let address: ServerAddress
  private let session: HTTPSession
  private let token: String?

  /// A page of a list, or a hundred items with all their words, is less.
  private static let answerByteCountMax = 16 << 20

  /// - Parameters:
  ///   - url: the aggregator's address, as for `HTTPTransport`.
  ///   - token: the operator's, for routes that want one.
  ///   - timeout: from the beginning of a request to the last byte of its answer.
  ///   - connections: at a time, at most; from 1 on.
  /// - Throws: `TransportError.Code.invalidURL`, `invalidToken`.
  public init(
    url: URL, token: String? = nil, timeout: Duration = .seconds(30), connections: Int = 6
  ) throws(TransportError) {
    address = try ServerAddress(url)
    guard token.map({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !$0.isEmpty }) ?? true
    else {
      throw TransportError(
        .invalidToken,
        "The token holds a space, or what is not an ASCII character. Give it as it was issued.")
    }
    self.token = token
    session = HTTPSession(timeout: timeout, connections: max(1, connections))
  }

  /// The aggregator's address as it is used.
  public var text: String { address.text }

  /// Whether others on the way can read and change what is said: the address begins with `http://`
  /// and is of another machine.
  public var isExposed: Bool { address.isExposed }

  /// What the deployment says of itself: its salt and its keys.
  ///
  /// - Throws: `TransportError.Code.unreachable`, `refused` or `unreadable`. Whether the keys are
  ///   to be trusted is `CloudTrust`'s business.
  public func deployment() async throws(TransportError) -> DeploymentDocument {
    try DeploymentDocument(json: try await ask(.deployment))
  }

  /// Finds public items in which every word of the query begins a word, highest ranked first: by
  /// devices, then by engagements, then by key.
  ///
  ///     let client = try CloudClient(url: url)
  ///     let found = try await client.search("dune", limit: 100)
  ///     let results = try await host.search("dune", blending: found)
  ///
  /// - Parameters:
  ///   - query: at most 256 bytes and 16 words. Nothing is found without a word.
  ///   - limit: the largest number of results, from 1 to 100.
  ///   - installed: what opens only in these apps is found as well; the server hears their names.
  /// - Throws: `TransportError.Code.unreachable`; `refused` for another query or limit;
  ///   `unreadable`.
  public func search(
    _ query: String, limit: Int = 20, installed: InstalledApps = InstalledApps()
  ) async throws(TransportError) -> [PublicResult] {
    let apps = installed.parameters
    let body = try await ask(.search, [("q", query), ("limit", "\(limit)")] + apps)
    let found: FoundItems = try Self.decode(body, from: text + Endpoint.search.path)
    return found.items.map(\.result)
  }

  /// Whether the aggregator takes requests now.
  package func isReady() async -> Bool { (try? await ask(.health)) != nil }

  /// The body of an endpoint's answer.
  ///
  /// - Parameters:
  ///   - subject: the lineage or the tag that the path names, of characters that need no escape.
  ///   - json: the body of the request; nil: it has none.
  package func ask(
    _ endpoint: Endpoint, of subject: String? = nil,
    _ query: [(name: String, value: String)] = [], json: [UInt8]? = nil
  ) async throws(TransportError) -> [UInt8] {
    let path = endpoint.path(of: subject)
    guard let url = address.url(path, query) else {
      throw TransportError(
        .invalidURL, "\(path) is not a path of a server. Give names as the lists print them.")
    }
    var headers = ["Accept": "application/json, \(HTTPAnswer.problemMediaType)"]
    if json != nil { headers["Content-Type"] = "application/json" }
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let request = HTTPRequest(
      method: endpoint.method.rawValue, url: url, headers: headers, body: json,
      answerByteCountMax: Self.answerByteCountMax)
    switch await session.perform(request) {
    case .answer(let answer): return try Self.body(of: answer, from: address.text + path)
    case .failed(let reason):
      throw TransportError(
        .unreachable,
        "The server at \(address.text) cannot be reached: \(reason). Check the address, and "
          + "whether it runs.")
    }
  }

  /// What the body of an answer says.
  ///
  /// - Parameter place: what answered, for the error's sentence.
  package static func decode<Value: Decodable>(
    _ body: [UInt8], from place: String
  ) throws(TransportError) -> Value {
    do { return try StrictDecoder().decode(from: body) } catch {
      throw unreadable(place, cause: error)
    }
  }

  package static func unreadable(_ place: String, cause: (any Error)? = nil) -> TransportError {
    TransportError(
      .unreadable,
      "\(place) answers with other members than this program knows. Check that the server is an "
        + "aggregator, and no older or newer than this program.",
      cause: cause)
  }

  /// The body of an answer that is JSON; any other is an error.
  static func body(of answer: HTTPAnswer, from place: String) throws(TransportError) -> [UInt8] {
    guard answer.status == 200 else {
      let isOurs = answer.problem?.isOurs ?? false
      let message = answer.message
      throw TransportError(
        .refused(status: answer.status),
        isOurs ? message : "\(place): \(message) Check that it is the address of an aggregator.")
    }
    guard answer.mediaType == "application/json" else {
      throw TransportError(
        .unreadable,
        "\(place) answers with something else than JSON. Check that it is the address of an "
          + "aggregator.")
    }
    return answer.body
  }
}

extension InstalledApps {
  /// As a search names them to a server, in one order.
  package var parameters: [(name: String, value: String)] {
    names.sorted().map { ("installed", $0) }
  }
}

/// For `UserQuery.Context.cloud`.
extension CloudClient: PublicSearching {
  /// What `search` finds, for a device that names no apps to the server.
  public func publicResults(for query: String, limit: Int) async throws -> [PublicResult] {
    try await search(query, limit: limit)
  }
}

/// What a search answers: of each item what a result shows.
private struct FoundItems: Decodable {
  struct Item: Decodable {
    let key: String
    let tag: String
    let app: String
    let activityType: String?
    let title: String
    let contentDescription: String
    let keywords: [String]
    let thumbnailURL: String?
    let details: PublicDetails?
    let events: UInt64
    let shown: UInt64?
    let engaged: UInt64?

    var result: PublicResult {
      // What has no page is called by its app and an identifier.
      let isPage = key.hasPrefix("http://") || key.hasPrefix("https://")
      var result = PublicResult(
        bundleIdentifier: app, uniqueIdentifier: key, title: title,
        contentDescription: contentDescription, keywords: keywords, url: isPage ? key : "",
        engagedCount: events)
      result.activityType = activityType ?? ""
      result.thumbnailURL = thumbnailURL ?? ""
      result.tag = Tag(hex: tag)
      result.details = details ?? PublicDetails()
      result.feedback = ResultFeedback(shown: shown ?? 0, engaged: engaged ?? 0)
      return result
    }
  }

  let items: [Item]
}
