internal import CloudAggregator
internal import ContentEncoding
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Reads bodies: bounded in size, counted against what may wait, inflated if they say so.
struct BodyReader: Sendable {
  let host: CloudHost
  let load: ClientLoad
  /// Bytes of a body as it travels, and inflated.
  var byteCountMax: Int
  let inflatedByteCountMax: Int
  private(set) var asker = IngestQueue.Asker.anybody
  /// The address whose share the bytes are taken of.
  private(set) var client = "local"

  /// A body of no more than that has room which larger ones leave free.
  static let smallByteCountMax = 64 << 10

  /// The same, for the operator, whose bodies are never large.
  var forOperator: BodyReader {
    var reader = self
    reader.byteCountMax = min(byteCountMax, 16 << 10)
    reader.asker = .operator
    return reader
  }

  /// The same, for the request of an address.
  func from(_ client: String) -> BodyReader {
    var reader = self
    reader.client = client
    return reader
  }

  /// Calls `use` with the body's bytes, for which there is room until it returns.
  func withBody(
    of request: Request, _ use: ([UInt8]) async throws -> Response
  ) async throws -> Response {
    var reserved = 0
    defer { release(reserved) }
    let bytes = try await read(request, reserved: &reserved)
    // Who has not sent all of it takes nobody's place.
    if case .full(let delay) = host.admitRequest(for: asker) { throw Self.busy(delay) }
    defer { host.finishRequest() }
    return try await use(try inflate(bytes, of: request, reserved: &reserved))
  }

  private func read(_ request: Request, reserved: inout Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= byteCountMax else { throw tooLarge }
    for try await part in request.body {
      let count = bytes.count + part.readableBytes
      guard count <= byteCountMax else { throw tooLarge }
      try reserve(part.readableBytes, &reserved)
      if count > bytes.capacity { bytes.reserveCapacity(Self.capacity(for: count, of: length)) }
      part.withUnsafeReadableBytes { bytes.append(contentsOf: $0) }
    }
    // The end of a connection ends a body too: what somebody broke off is nobody's request.
    guard bytes.count >= length else {
      throw ProblemDetails(.malformed, "The body ends before its Content-Length. Send it whole.")
    }
    return bytes
  }

  /// Memory for what has come, and for what is said to come as far as it is no more than that
  /// again: what is only said has no room of its own.
  ///
  /// - Parameter length: as it was said; 0: it was not.
  static func capacity(for count: Int, of length: Int) -> Int {
    max(count, length > 0 ? min(length, 2 * count) : 2 * count)
  }

  private func inflate(
    _ bytes: [UInt8], of request: Request, reserved: inout Int
  ) throws(ProblemDetails) -> [UInt8] {
    let encoding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
    switch encoding {
    case "identity": return bytes
    case "gzip", "x-gzip", "deflate":
      try reserve(inflatedByteCountMax, &reserved)
      return try inflated(bytes)
    default:
      throw ProblemDetails(
        .unsupportedMediaType,
        "The body's Content-Encoding is not supported. Send it as it is, or as gzip or deflate, "
          + "once.")
    }
  }

  private func inflated(_ bytes: [UInt8]) throws(ProblemDetails) -> [UInt8] {
    let inflated: [UInt8]?
    do throws(ContentEncodingProblem) {
      inflated = try BodyInflater.inflate(bytes, atMost: inflatedByteCountMax)
    } catch {
      switch error {
      case .tooLarge:
        throw ProblemDetails(
          .tooLarge,
          "The body inflates to more than the \(inflatedByteCountMax) bytes that are taken. Send "
            + "fewer entries.")
      case .noMemory:
        throw ProblemDetails(.retryLater, "Out of memory. Try again later.")
      }
    }
    guard let inflated else {
      throw ProblemDetails(
        .malformed, "The body is not what its Content-Encoding says. Send it as it is.")
    }
    return inflated
  }

  private func reserve(_ count: Int, _ reserved: inout Int) throws(ProblemDetails) {
    let isLarge = reserved + count > Self.smallByteCountMax
    let asker = asker == .anybody && isLarge ? .largeBody : asker
    // The operator acts while an address that they share is full.
    guard asker == .operator || load.reserveBytes(count, for: client) else {
      throw ProblemDetails(
        .tooManyRequests,
        "Too many bytes of this address wait. Try again after the time that Retry-After says.",
        retryAfterMilliseconds: 1_000)
    }
    if case .full(let delay) = host.reserve(count, for: asker) {
      if asker != .operator { load.releaseBytes(count, for: client) }
      throw Self.busy(delay)
    }
    reserved += count
  }

  private func release(_ reserved: Int) {
    host.releaseBytes(reserved)
    if asker != .operator { load.releaseBytes(reserved, for: client) }
  }

  private var tooLarge: ProblemDetails {
    ProblemDetails(
      .tooLarge,
      "The body has more than the \(byteCountMax) bytes that are taken. Send less at once.")
  }

  private static func busy(_ delay: UInt32) -> ProblemDetails {
    ProblemDetails(
      .retryLater, "Too many requests wait. Nothing was accepted; try again later.",
      retryAfterMilliseconds: delay)
  }
}
