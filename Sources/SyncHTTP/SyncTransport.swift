package import Sync

/// What carries a device's requests to its cloud.
package protocol SyncTransport: Sendable {
  /// Carries one request; gives up when the task is cancelled.
  func send(_ request: [UInt8]) async -> SyncOutcome
}

/// What came of a request.
package enum SyncOutcome: Hashable, Sendable {
  case answer(SyncResponse)
  /// Why there is no answer, in a sentence.
  case failed(String)
}
