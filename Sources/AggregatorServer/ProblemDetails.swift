internal import CloudAggregator
internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import Sync

/// An answer that says what was wrong and what to do next, as RFC 9457 has it.
struct ProblemDetails: Error, Hashable {
  enum Kind: String, CaseIterable {
    case malformed, unauthorized, notFound = "not-found", methodNotAllowed = "method-not-allowed"
    case notAllowed = "not-allowed"
    case timeout, stale, erased, tooLarge = "too-large", uriTooLong = "uri-too-long"
    case unsupportedMediaType = "unsupported-media-type"
    case tooManyRequests = "too-many-requests", headersTooLarge = "headers-too-large"
    case internalError = "internal", retryLater = "retry-later"

    var status: HTTPResponse.Status {
      switch self {
      case .malformed: .badRequest
      case .unauthorized: .unauthorized
      case .notAllowed: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .timeout: .requestTimeout
      case .stale, .erased: .conflict
      case .tooLarge: .contentTooLarge
      case .uriTooLong: .uriTooLong
      case .unsupportedMediaType: .unsupportedMediaType
      case .tooManyRequests: .tooManyRequests
      case .headersTooLarge: .requestHeaderFieldsTooLarge
      case .internalError: .internalServerError
      case .retryLater: .serviceUnavailable
      }
    }

    var title: String {
      switch self {
      case .malformed: "The request cannot be read"
      case .unauthorized: "The operator's token is missing or wrong"
      case .notAllowed: "Not allowed"
      case .notFound: "Not found"
      case .methodNotAllowed: "The method is not for this path"
      case .timeout: "The request came too slowly"
      case .stale: "The request is of another time"
      case .erased: "What the device reported was erased"
      case .tooLarge: "The request is too large"
      case .uriTooLong: "The path and query are too long"
      case .unsupportedMediaType: "The body's type or encoding is not taken"
      case .tooManyRequests: "Too many requests"
      case .headersTooLarge: "The header fields are too large"
      case .internalError: "Something went wrong here"
      case .retryLater: "Try again later"
      }
    }
  }

  let kind: Kind
  /// What was wrong and what to do next.
  let detail: String
  var retryAfterMilliseconds: UInt32?
  /// Whether a browser is to ask the person who uses it for the token.
  var asksForPassword = false
  var cloudTimeMilliseconds: Int64?
  /// The cloud's, under a refusal that a device is to act on.
  var signature: AnswerSignature?
  /// Methods that the path has, where another one was tried.
  var allowedMethods: String?

  init(_ kind: Kind, _ detail: String, retryAfterMilliseconds: UInt32? = nil) {
    self.kind = kind
    self.detail = detail
    // Who is to try again is always told when.
    self.retryAfterMilliseconds = retryAfterMilliseconds ?? (kind == .retryLater ? 1_000 : nil)
  }

  init(_ refusal: Refusal) {
    let kind: Kind =
      switch refusal.code {
      case .retryLater: .retryLater
      case .tooLarge: .tooLarge
      case .malformed: .malformed
      case .notAllowed: .notAllowed
      case .stale: .stale
      }
    self.init(
      kind, refusal.message, retryAfterMilliseconds: refusal.retryAfterMilliseconds)
    cloudTimeMilliseconds = refusal.cloudTime?.milliseconds
    signature = refusal.signature
  }

  init(_ error: CloudError) {
    let kind: Kind =
      switch error.code {
      case .notReady, .log, .projections: .retryLater
      case .notFound: .notFound
      case .query: .malformed
      case .erased: .erased
      case .configuration, .newerLog: .internalError
      }
    self.init(kind, error.message, retryAfterMilliseconds: error.retryAfterMilliseconds)
  }

  private struct Document: Encodable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    let retryAfterMilliseconds: UInt32?
    let cloudTime: Int64?
    let signature: String?
  }

  static let mediaType = "application/problem+json"

  var body: [UInt8] {
    JSONBody.bytes(
      Document(
        type: "urn:spotlog:problem:\(kind.rawValue)", title: kind.title, status: kind.status.code,
        detail: detail, retryAfterMilliseconds: retryAfterMilliseconds,
        cloudTime: cloudTimeMilliseconds, signature: signature?.hex))
  }

  var headers: HTTPFields {
    var headers = HTTPFields.answerHeaders(Self.mediaType)
    if let retryAfterMilliseconds {
      headers[.retryAfter] = String((UInt64(retryAfterMilliseconds) + 999) / 1_000)
    }
    if kind == .unauthorized {
      headers[.wwwAuthenticate] = (asksForPassword ? "Basic" : "Bearer") + " realm=\"spotlog\""
    }
    if let allowedMethods { headers[.allow] = allowedMethods }
    return headers
  }

  var response: Response {
    Response(
      status: kind.status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

/// JSON with sorted keys, on one line.
enum JSONBody {
  /// What is in memory can always be encoded: no value holds a number that is not finite.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    (try? EscapedJSON.bytes(value)) ?? []
  }

  static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    response(bytes: bytes(value), status: status)
  }

  static func response(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: .answerHeaders("application/json"),
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
