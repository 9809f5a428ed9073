/// Which of its requests a device means. An answer belongs to one, as a response does over HTTP;
/// numbers never travel.
package struct RequestNumber: Hashable, Sendable {
  package let rawValue: UInt64
}

extension SyncResponse {
  /// Whether the answer speaks of the moment only. Late, it says nothing about now: by then the
  /// cloud may have what it said it lacked. Grants and receipts prove what they say at any time.
  package var isOfTheMoment: Bool {
    switch self {
    case .enrolled, .received, .granted: false
    case .opened, .notReceived, .refused, .news: true
    }
  }
}
