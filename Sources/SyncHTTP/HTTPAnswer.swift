package import JournalFormat
package import Sync

/// What came back over HTTP, and what it means. Pure.
package struct HTTPAnswer: Hashable, Sendable {
  package var status: Int
  /// By their names in lower case.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static let syncMediaType = "application/vnd.spotlog.sync"
  package static let problemMediaType = "application/problem+json"
  /// What a proxy asks for by mistake must not silence a device for years.
  package static let retryAfterMillisecondsMax: Double = 86_400_000
  /// As a refusal's message has it in the conversation's bytes.
  private static let messageByteCountMax = 2_000

  /// What the server says to a device.
  ///
  /// - Parameter now: by the device's clock; a date in `Retry-After` is compared with the answer's
  ///   own date, and with this where it has none.
  package func response(now: Timestamp) -> SyncResponse {
    guard status == 200, mediaType == Self.syncMediaType else {
      return .refused(refusal(now: now))
    }
    do throws(FormatError) {
      let response = try SyncResponse(bytes: body)
      // Refusals come with their own status: only there is checked who refuses.
      guard case .refused(let refusal) = response else { return response }
      return .refused(Refusal(.retryLater, refusal.message))
    } catch {
      return .refused(
        Refusal(.retryLater, "The server's answer cannot be read: \(error.message)"))
    }
  }

  /// The media type without its parameters, in lower case.
  var mediaType: String {
    let value = headers["content-type"] ?? ""
    return String(value.prefix { $0 != ";" && $0 != " " }).lowercased()
  }

  /// The problem document; nil when the body is not one.
  var problem: ProblemDocument? {
    mediaType == Self.problemMediaType ? ProblemDocument(json: body) : nil
  }

  /// What the server says of its refusal.
  var message: String {
    guard let detail = problem?.detail, !detail.isEmpty else {
      return "The server answered \(status)."
    }
    return String(decoding: detail.utf8.prefix(Self.messageByteCountMax), as: UTF8.self)
  }

  private func refusal(now: Timestamp) -> Refusal {
    let problem = problem
    let code = code(isOurs: problem?.isOurs ?? false)
    var refusal = Refusal(
      code, message, retryAfterMilliseconds: retryAfter(problem, now: now),
      cloudTime: code == .stale ? problem?.cloudTime ?? date : nil)
    refusal.signature = problem?.signature
    return refusal
  }

  private func code(isOurs: Bool) -> Refusal.Code {
    switch status {
    case 413: .tooLarge
    case 409: .stale
    case 400, 404, 405, 415: .malformed
    // Also said by a proxy, or by the page at which a hotel asks for a name: only our own words
    // may stop a device.
    case 401, 403: isOurs ? .notAllowed : .retryLater
    default: .retryLater
    }
  }

  private var date: Timestamp? { headers["date"].flatMap(HTTPDate.parse) }

  /// Milliseconds to wait at least; nil when the server asks for nothing that makes sense.
  private func retryAfter(_ problem: ProblemDocument?, now: Timestamp) -> UInt32? {
    guard let asked = problem?.retryAfterMilliseconds ?? headerDelay(now: now), asked >= 0 else {
      return nil
    }
    return UInt32(min(asked, Self.retryAfterMillisecondsMax))
  }

  private func headerDelay(now: Timestamp) -> Double? {
    guard let header = headers["retry-after"] else { return nil }
    if let time = HTTPDate.parse(header) {
      return max(0, Double(time.milliseconds) - Double((date ?? now).milliseconds))
    }
    guard !header.isEmpty, header.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    // More digits than any number has are a number that is too large.
    return (Double(header) ?? .infinity) * 1_000
  }
}
