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
  /// What comes with every answer but a refusal and an enrolment.
  package var news: CloudNews? {
    switch self {
    case .opened(_, let news), .received(_, let news), .notReceived(_, let news),
      .news(let news), .granted(_, _, _, _, let news):
      news
    case .enrolled, .refused: nil
    }
  }
}
