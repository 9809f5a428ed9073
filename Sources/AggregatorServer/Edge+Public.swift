internal import CloudAggregator
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import Sync

/// What everybody may ask: nothing here knows of anything below the threshold.
extension Edge {
  /// A public item, as searches show it.
  struct Item: Encodable {
    let tag: String
    let key: String
    let app: String
    let activityType: String
    let title: String
    let contentDescription: String
    let keywords: [String]
    let thumbnailURL: String
    let events: UInt64
    let distinctDevices: UInt32

    init(_ entry: PublicEntry) {
      tag = entry.tag.description
      key = entry.item.key
      app = entry.item.app
      activityType = entry.item.activityType
      title = entry.item.title
      contentDescription = entry.item.contentDescription
      keywords = entry.item.keywords
      thumbnailURL = entry.item.thumbnailURL
      events = entry.events
      distinctDevices = entry.distinctDevices
    }
  }

  private struct Items: Encodable { let items: [Item] }

  func health() -> Response {
    let health = host.health
    return JSONBody.response(
      health, status: health.status == .recovering ? .serviceUnavailable : .ok)
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
      let keys = aggregator.keys
      return Deployment(
        cloudLife: aggregator.folds.life.description, tagSalt: aggregator.folds.tagSalt.hex,
        threshold: aggregator.configuration.threshold, keys: keys.trusted.map(\.description),
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

  /// A whole number of the query, within bounds.
  func number(
    _ name: String, of request: Request, standard: Int, _ range: ClosedRange<Int>
  ) throws(Problem) -> Int {
    guard let text = request.uri.queryParameters[Substring(name)] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw Problem(
        .malformed,
        "The parameter \(name) has to be a whole number from \(range.lowerBound) to "
          + "\(range.upperBound).")
    }
    return number
  }
}

extension Edge {
  func search(_ request: Request) throws -> Response { throw Problem(.notFound, "x") }
  func item(_ context: EdgeContext) throws -> Response { throw Problem(.notFound, "x") }
  func popularity(_ request: Request) throws -> Response { throw Problem(.notFound, "x") }
}
