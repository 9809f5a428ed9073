internal import Foundation
package import Loopback

/// A refusal or an error as the server says it (RFC 9457).
package struct ReceivedProblem: Decodable, Sendable {
  package let type: String
  package let title: String
  package let status: Int
  package let detail: String
  package let retryAfterMilliseconds: Int?
  /// Milliseconds since 1970.
  package let cloudTime: Int64?

  package static let mediaType = "application/problem+json"
  private static let typeStart = "urn:spotlog:problem:"

  /// Nil when the answer is none.
  package init?(_ answer: RawAnswer) {
    guard answer.mediaType == Self.mediaType,
      let problem = try? JSONDecoder().decode(ReceivedProblem.self, from: Data(answer.body))
    else { return nil }
    self = problem
  }

  /// The last part of its type; nil when that is of others.
  package var name: String? {
    type.hasPrefix(Self.typeStart) ? String(type.dropFirst(Self.typeStart.count)) : nil
  }
}
