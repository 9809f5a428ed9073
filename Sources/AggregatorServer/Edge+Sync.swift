internal import CloudAggregator
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Sync

/// The conversation with devices.
extension Edge {
  static let syncMediaType = "application/vnd.spotlog.sync"

  func sync(
    _ endpoint: Endpoint, _ request: Request, _ context: EdgeContext
  ) async throws -> Response {
    try Self.checkMediaType(request)
    if endpoint == .enrol || endpoint == .recover { try admitEnrolment(request, context) }
    let address = addresses.name(of: request, context)
    return try await reader.from(address).withBody(of: request) { bytes in
      guard let kind = endpoint.requestKind, bytes.first == kind.rawValue else {
        throw ProblemDetails(
          .malformed,
          "The body is not a request of this path: the first byte says what it is. Send it to the "
            + "path of its kind, as GET /v1/openapi.json lists them.")
      }
      let isBelieved =
        endpoint == .enrol
        ? try await isAttestationBelieved(bytes, from: address, context.logger) : nil
      let answer = await host.process(
        Aggregator.Call(bytes, isAttestationBelieved: isBelieved))
      if case .refused(let refusal) = answer { throw ProblemDetails(refusal) }
      return Self.response(answer)
    }
  }

  /// What the hook says of an enrolment; nil: there is none, or nothing depends on it.
  private func isAttestationBelieved(
    _ bytes: [UInt8], from address: String, _ logger: Logger
  ) async throws -> Bool? {
    guard let hook else { return nil }
    let enrolment = try await host.ask { aggregator, now throws(CloudError) in
      try aggregator.enrolmentToLookAt(bytes, now: now)
    }
    guard let enrolment else { return nil }
    return try await hook.isBelieved(enrolment, from: address, logger: logger)
  }

  private static func checkMediaType(_ request: Request) throws(ProblemDetails) {
    // Parameters may follow, and white space before them.
    let found = request.headers[.contentType]?.prefix { $0 != ";" } ?? ""
    let end = found.lastIndex { $0 != " " && $0 != "\t" }
    let type = end.map { found[...$0].lowercased() }
    guard type == syncMediaType || type == "application/octet-stream" else {
      throw ProblemDetails(
        .unsupportedMediaType,
        "The content type is not supported. Send it as \(syncMediaType).")
    }
  }

  private static func response(_ answer: SyncResponse) -> Response {
    Response(
      status: .ok, headers: .answerHeaders(syncMediaType),
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.bytes)))
  }
}
