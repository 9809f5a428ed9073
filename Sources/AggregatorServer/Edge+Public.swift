internal import CloudAggregator
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import Sync

/// What everybody may ask: nothing here knows of anything below the threshold.
extension Edge {
  func search(_ request: Request) throws -> Response {
    guard let found = try find(request) else {
      throw ProblemDetails(
        .malformed, "The parameter q is missing. Say with it which words to look for: ?q=words.")
    }
    return JSONBody.response(bytes: ItemsBody(found.entries, on: clock().day).bytes)
  }

  /// The same for people: what is wrong with a search is a page too.
  func searchPage(_ request: Request) throws -> Response {
    let day = clock().day
    func refused(_ problem: ProblemDetails) -> Response {
      let query = (try? parameter("q", of: request)) ?? ""
      return SearchPage(.refused(problem.detail), of: query, day: day).page.response(of: problem)
    }
    do {
      guard let found = try find(request) else {
        return SearchPage(.notAsked, of: "", day: day).page.response()
      }
      return SearchPage(.found(found.entries, limit: found.limit), of: found.query, day: day)
        .page.response()
    } catch let problem as ProblemDetails {
      return refused(problem)
    } catch let error as CloudError {
      return refused(ProblemDetails(error))
    }
  }

  /// What is asked for and what is found; nil: no words are given.
  private func find(
    _ request: Request
  ) throws -> (query: String, limit: Int, entries: [PublicEntry])? {
    let index = try host.publicSearch()
    let limit = try number(
      "limit", of: request, standard: PublicSearch.resultsStandard, 1...PublicSearch.resultsMax)
    guard let query = try parameter("q", of: request), !query.isEmpty else { return nil }
    let installed = try installedApps(of: request)
    return (query, limit, try index.search(query, limit: limit, installed: installed))
  }

  private func installedApps(of request: Request) throws(ProblemDetails) -> InstalledApps {
    guard let names = QueryText(text: request.uri.query ?? "").values(of: "installed") else {
      throw Self.unreadable("installed")
    }
    do throws(FormatError) { return try InstalledApps(names) } catch {
      throw ProblemDetails(.malformed, error.message)
    }
  }

  func item(_ context: EdgeContext) throws -> Response {
    let index = try host.publicSearch()
    let tag = try name("tag", of: context) { Tag(hex: $0) }
    guard let found = index.item(tag) else {
      throw ProblemDetails(
        .notFound, "No public item has this tag. Search for it, and take the tag from there.")
    }
    return JSONBody.response(bytes: ItemsBody(found, on: clock().day).bytes)
  }

  private struct Count: Encodable {
    let key: String
    let tag: String
    let app: String
    let events: UInt64
    let distinctDevices: UInt32
    let firstDay: String
    let lastDay: String

    init(_ entry: PublicEntry) {
      key = entry.item.key
      tag = entry.tag.description
      app = entry.item.app
      events = entry.events
      distinctDevices = entry.distinctDevices
      firstDay = "\(entry.firstDay)"
      lastDay = "\(entry.lastDay)"
    }
  }

  func popularity(_ request: Request) throws -> Response {
    let index = try host.publicSearch()
    let limit = try number(
      "limit", of: request, standard: PublicSearch.pageItemsStandard,
      1...PublicSearch.pageItemsMax)
    let after = try cursor(try parameter("after", of: request)) {
      PopularityCursor($0)
    }
    let found = try index.popular(after: after.map { ($0.key, $0.tag) }, limit: limit)
    let last = found.count == limit ? found.last : nil
    return JSONBody.response(
      ListBody(
        name: "items",
        rows: found.map { Count($0) },
        next: last.map { PopularityCursor(key: $0.item.key, tag: $0.tag).text }))
  }

  /// What the aggregator says of itself, and what of its edge.
  struct HealthBody: Encodable {
    let status: CloudHealth.Status
    let reasons: [String]
    /// Of the oldest request that waits for its answer; 0: none waits.
    let oldestRequestMilliseconds: Int

    init(_ health: CloudHealth, oldestRequestAge: Duration) {
      (status, reasons) = (health.status, health.reasons)
      oldestRequestMilliseconds = Int((oldestRequestAge / .milliseconds(1)).rounded())
    }
  }

  func health() -> Response {
    let health = host.health
    return JSONBody.response(
      HealthBody(health, oldestRequestAge: oldestRequestAge),
      status: health.status == .recovering ? .serviceUnavailable : .ok)
  }

  private struct Deployment: Encodable {
    struct Endorsement: Encodable {
      let key: String
      let endorser: String
      let signature: String
    }

    struct Limits: Encodable {
      let batchEntryCount: UInt32
      let batchByteCount: UInt32
      let retryDelayMilliseconds: UInt32
      let retryDelayMaxMilliseconds: UInt32
      let requestTimeoutMilliseconds: UInt32
    }

    let cloudLife: String
    let tagSalt: String
    let threshold: UInt32
    let signature: String
    let keys: [String]
    let endorsements: [Endorsement]
    let admission: String
    let limits: Limits
  }

  func deployment() async throws -> Response {
    let admission =
      switch configuration.admission {
      case .open: "open"
      case .token: "token"
      case .attestation: "attestation"
      }
    let document = try await host.ask { aggregator, _ throws(CloudError) in
      let limits = aggregator.configuration.limits
      let (identity, keys) = (aggregator.identity, aggregator.keys)
      return Deployment(
        cloudLife: identity.cloudLife.description, tagSalt: identity.tagSalt.hex,
        threshold: identity.threshold, signature: aggregator.identitySignature().bytes.hex,
        keys: keys.trusted.map(\.description),
        endorsements: keys.endorsements.map {
          Deployment.Endorsement(
            key: $0.key.description, endorser: $0.endorser.description,
            signature: $0.signature.bytes.hex)
        }, admission: admission,
        limits: Deployment.Limits(
          batchEntryCount: limits.batchEntryCount, batchByteCount: limits.batchByteCount,
          retryDelayMilliseconds: limits.retryDelayMilliseconds,
          retryDelayMaxMilliseconds: limits.retryDelayMaxMilliseconds,
          requestTimeoutMilliseconds: limits.requestTimeoutMilliseconds))
    }
    return JSONBody.response(document)
  }

  // MARK: Queries

  /// A parameter of the query; the first where there are several.
  func parameter(_ name: String, of request: Request) throws(ProblemDetails) -> String? {
    switch QueryText(text: request.uri.query ?? "").value(of: name) {
    case .value(let value): return value
    case .unreadable: throw Self.unreadable(name)
    }
  }

  private static func unreadable(_ name: String) -> ProblemDetails {
    ProblemDetails(
      .malformed,
      "The parameter \(name) is not a text in UTF-8. Encode it as percent-encoded UTF-8.")
  }

  /// A whole number of the query, within bounds.
  func number(
    _ name: String, of request: Request, standard: Int, _ range: ClosedRange<Int>
  ) throws(ProblemDetails) -> Int {
    guard let text = try parameter(name, of: request) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw ProblemDetails(
        .malformed,
        "The parameter \(name) is not valid. Give a whole number from "
          + "\(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}

/// Where a page of the popularity list ended: a tag, and the item's key in hex, since a key can
/// hold anything.
struct PopularityCursor: Equatable {
  let key: String
  let tag: Tag

  init(key: String, tag: Tag) {
    self.key = key
    self.tag = tag
  }

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let tag = Tag(hex: parts[0]), let bytes = [UInt8](hex: parts[1]),
      let key = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.init(key: key, tag: tag)
  }

  var text: String { "\(tag)-\(Array(key.utf8).hex)" }
}
