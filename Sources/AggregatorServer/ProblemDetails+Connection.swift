internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// What a connection says before there is a route, or when there is no time left for one.
extension ProblemDetails {
  static func tooSlow(_ timeout: TimeAmount) -> ProblemDetails {
    let seconds = Double(timeout.nanoseconds) / 1_000_000_000
    let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return ProblemDetails(
      .timeout,
      "The request was not complete within \(text) s. Send it again, faster or in smaller parts.")
  }

  static func tooSlow(byteRateMin: Int) -> ProblemDetails {
    ProblemDetails(
      .timeout,
      "The body arrives at fewer than \(byteRateMin) bytes a second. Send it again, faster.")
  }

  static let noHTTP = ProblemDetails(
    .malformed,
    "The request is not HTTP/1.1 as RFC 9112 has it. Check its head and its lengths.")

  static let smallPieces = ProblemDetails(
    .malformed,
    "The body arrives in many small pieces. Send it as one, or in pieces of "
      + "\(ExchangeMachine.pieceByteCountMin) bytes or more.")

  static let serverEnds = ProblemDetails(
    .retryLater, "The server is shutting down. Nothing was accepted; try again later.")

  /// - Parameter hasFirstLine: whether the first line of the request came whole.
  init(_ error: HTTPParserError, hasFirstLine: Bool) {
    switch error {
    case .headerOverflow where !hasFirstLine:
      self.init(.uriTooLong, "The path and its query are too long. Ask for less at once.")
    case .headerOverflow:
      self.init(
        .headersTooLarge, "The head of the request is too large. Send fewer or shorter fields.")
    case .invalidEOFState:
      self.init(.malformed, "The request ends before it is whole. Send it whole.")
    default: self = .noHTTP
    }
  }

  /// The whole answer, which ends its connection.
  var parts: [HTTPServerResponsePart] {
    let body = body
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: kind.status.code),
      headers: HTTPHeaders(headers.map { ($0.name.rawName, $0.value) }))
    head.headers.add(name: "Connection", value: "close")
    head.headers.add(name: "Content-Length", value: "\(body.count)")
    return [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)]
  }
}
