internal import JournalFormat
internal import StrictJSON
internal import Sync

/// The members of a problem document (RFC 9457) that devices and the command line read. Each may
/// be missing or of a wrong type.
struct ProblemDocument: Hashable, Sendable {
  var type: String?
  var detail: String?
  var retryAfterMilliseconds: Double?
  /// The cloud's time, where that is what the request was refused for.
  var cloudTime: Timestamp?
  /// The cloud's, under a refusal.
  var signature: AnswerSignature?

  static let ownTypePrefix = "urn:spotlog:problem:"

  /// Whether an aggregator said it, and not something on the way.
  var isOurs: Bool { type?.hasPrefix(Self.ownTypePrefix) ?? false }

  /// Nil when the bytes are no JSON object.
  init?(json: [UInt8]) {
    guard let members = try? StrictDecoder().decode(Members.self, from: json) else {
      return nil
    }
    type = members.type
    detail = members.detail
    retryAfterMilliseconds = members.retryAfterMilliseconds
    cloudTime = members.cloudTime
    signature = members.signature.flatMap(AnswerSignature.init(hex:))
  }

  private struct Members: Decodable {
    var type: String?
    var detail: String?
    var retryAfterMilliseconds: Double?
    var cloudTime: Timestamp?
    var signature: String?

    private enum Key: CodingKey {
      case type, detail, retryAfterMilliseconds, cloudTime, signature
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      type = try? values.decode(String.self, forKey: .type)
      detail = try? values.decode(String.self, forKey: .detail)
      retryAfterMilliseconds = try? values.decode(Double.self, forKey: .retryAfterMilliseconds)
      signature = try? values.decode(String.self, forKey: .signature)
      let milliseconds = try? values.decode(Int64.self, forKey: .cloudTime)
      // Outside of what calendars can write it is nobody's time.
      cloudTime = milliseconds.map { Timestamp(milliseconds: $0) }
        .flatMap { Timestamp.calendar.contains($0) ? $0 : nil }
    }
  }
}
