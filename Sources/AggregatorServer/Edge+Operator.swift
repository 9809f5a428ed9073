internal import CloudAggregator
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import StrictJSON
internal import Sync

/// What only the operator may ask: lists, metrics, and what becomes of devices and items.
extension Edge {
  func list(_ endpoint: Endpoint, _ request: Request) async throws -> Response {
    let limit = try number(
      "limit", of: request, standard: CloudProjections.pageRowsStandard,
      1...CloudProjections.pageRowsMax)
    let after = try parameter("after", of: request)
    switch endpoint {
    case .devices:
      let last = try cursor(after) { LineageName(hex: $0) }
      return try await page("devices", next: \.lineage) { aggregator, _ throws(CloudError) in
        aggregator.devices(after: last, limit: limit)
      }
    case .incidents:
      let last = try cursor(after) { UInt64($0) } ?? 0
      return try await page("incidents", next: { "\($0.number)" }) {
        aggregator, _ throws(CloudError) in
        aggregator.incidents(after: last, limit: limit)
      }
    case .candidates:
      let last = try cursor(after) { WantedContent(cursor: $0) }
      return try await page("candidates", next: { "\($0.tag):\($0.content)" }) {
        aggregator, now throws(CloudError) in
        aggregator.candidates(after: last, limit: limit, now: now)
      }
    default: return JSONBody.response(try await status())
    }
  }

  private func status() async throws(CloudError) -> CloudStatus {
    var status = try await host.ask { aggregator, _ throws(CloudError) in
      try aggregator.status()
    }
    status.add(host.backupFigures)
    status.publicItems -= host.search.withheldCount
    return status
  }

  func statusPage() async throws(CloudError) -> Response {
    StatusPage(
      try await status(), host.health, oldestRequestAge: oldestRequestAge, day: clock().day
    ).page.response()
  }

  func cursor<Value>(
    _ text: String?, _ parse: (String) -> Value?
  ) throws(ProblemDetails) -> Value? {
    guard let text else { return nil }
    guard let value = parse(text) else {
      throw ProblemDetails(
        .malformed,
        "The parameter after is not a place in this list. Give what the page before gave as next.")
    }
    return value
  }

  private func page<Row>(
    _ name: String, next: (Row) -> String,
    _ body: @escaping @Sendable (Aggregator, Timestamp) throws(CloudError) -> CloudPage<Row>
  ) async throws(CloudError) -> Response {
    let page = try await host.ask(body)
    return JSONBody.response(
      ListBody(name: name, rows: page.rows, next: page.hasMore ? page.rows.last.map(next) : nil))
  }

  func metricsPage() -> Response {
    let page = MetricsPage(
      edge: metrics.snapshot, cloud: host.statistics, health: host.health,
      memoryByteCount: Self.residentByteCount,
      startedSeconds: Double(started.milliseconds) / 1_000,
      oldestRequestSeconds: oldestRequestAge / .seconds(1))
    return Response(
      status: .ok, headers: .answerHeaders(MetricsPage.mediaType),
      body: ResponseBody(byteBuffer: ByteBuffer(string: page.text)))
  }

  /// Linux tells it in pages; other systems are not asked.
  private static var residentByteCount: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
  }

  // MARK: Acting

  private struct Revocation: Decodable { let counts: String }

  /// Reports of one epoch, and what becomes of what they were counted for.
  private struct Retraction {
    private struct Body: Decodable {
      let counts: String
      let epoch: String
      let first: UInt64
      let last: UInt64
    }

    let range: ReportRange
    let counts: RevokedCounts

    init(_ bytes: [UInt8]) throws(ProblemDetails) {
      guard let body = try? StrictDecoder().decode(Body.self, from: bytes),
        let counts = RevokedCounts(rawValue: body.counts), let epoch = EpochName(hex: body.epoch),
        let range = ReportRange(epoch: epoch, first: body.first, last: body.last)
      else {
        throw ProblemDetails(
          .malformed,
          "The body does not name reports. Send {\"counts\": \"retracted\", \"epoch\": \"...\", "
            + "\"first\": 1, \"last\": 9}: the epoch has 32 hexadecimal digits, the numbers begin "
            + "with 1, and the first is not above the last.")
      }
      (self.range, self.counts) = (range, counts)
    }
  }

  struct Outcome: Encodable {
    let subject: String
    let controlEntries: Int
    let redactedBatches: Int
  }

  func act(
    _ endpoint: Endpoint, _ request: Request, _ context: EdgeContext
  ) async throws -> Response {
    try await reader.forOperator.withBody(of: request) { bytes in
      switch endpoint {
      case .takeDownItem, .restoreItem:
        let tag = try name("tag", of: context) { Tag(hex: $0) }
        return try await outcome(tag) { aggregator, now throws(CloudError) in
          try aggregator.takeDown(tag, isUndone: endpoint == .restoreItem, now: now)
        }
      case .retractReports:
        let lineage = try name("lineage", of: context) { LineageName(hex: $0) }
        let body = try Retraction(bytes)
        return try await outcome(lineage) { aggregator, now throws(CloudError) in
          try aggregator.retract(body.range, of: lineage, counts: body.counts, now: now)
        }
      default:
        let lineage = try name("lineage", of: context) { LineageName(hex: $0) }
        let counts = endpoint == .revokeDevice ? try Self.counts(bytes) : .kept
        return try await outcome(lineage) { aggregator, now throws(CloudError) in
          switch endpoint {
          case .revokeDevice: try aggregator.revoke(lineage, counts: counts, now: now)
          case .reinstateDevice: try aggregator.reinstate(lineage, now: now)
          default: try aggregator.erase(lineage, now: now)
          }
        }
      }
    }
  }

  private func outcome(
    _ subject: some CustomStringConvertible,
    _ body: @escaping @Sendable (Aggregator, Timestamp) throws(CloudError) -> OperatorChange
  ) async throws(CloudError) -> Response {
    let change = try await host.ask(body)
    return JSONBody.response(
      Outcome(
        subject: subject.description, controlEntries: change.controlEntries,
        redactedBatches: change.redactedBatches))
  }

  private static func counts(_ bytes: [UInt8]) throws(ProblemDetails) -> RevokedCounts {
    guard let body = try? StrictDecoder().decode(Revocation.self, from: bytes),
      let counts = RevokedCounts(rawValue: body.counts)
    else {
      throw ProblemDetails(
        .malformed,
        "The body does not say what becomes of the device's counts. Send {\"counts\": \"kept\"} "
          + "or {\"counts\": \"retracted\"}.")
    }
    return counts
  }

  /// A name in the path.
  func name<Value>(
    _ parameter: String, of context: EdgeContext, _ parse: (String) -> Value?
  ) throws(ProblemDetails) -> Value {
    guard let text = context.parameters.get(parameter), let value = parse(text) else {
      throw ProblemDetails(
        .notFound, "The path has no valid \(parameter): take it from a list or a search.")
    }
    return value
  }
}

/// A page of a list under its own name.
struct ListBody<Row: Encodable>: Encodable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let name: String
  let rows: [Row]
  let next: String?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rows, forKey: Key(stringValue: name))
    try container.encode(next, forKey: Key(stringValue: "next"))
  }
}

extension WantedContent {
  fileprivate init?(cursor: String) {
    let parts = cursor.split(separator: ":").map(String.init)
    guard parts.count == 2, let tag = Tag(hex: parts[0]), let content = ContentDigest(hex: parts[1])
    else { return nil }
    self.init(tag: tag, content: content)
  }
}
