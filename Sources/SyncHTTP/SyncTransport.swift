internal import JournalFormat
package import Sync

/// What carries a device's requests to its cloud.
package protocol SyncTransport: Sendable {
  /// Carries one request; gives up when the task is cancelled.
  func send(_ request: [UInt8]) async -> SyncOutcome
}

/// A way to the cloud that is a function of the app's.
struct OwnTransport: SyncTransport {
  let carry: @Sendable (_ request: [UInt8]) async throws -> [UInt8]

  func send(_ request: [UInt8]) async -> SyncOutcome {
    do {
      return .answer(try SyncResponse(bytes: try await carry(request)))
    } catch let error as FormatError {
      return .failed("the answer cannot be read: \(error.message)")
    } catch {
      return .failed("\(error)")
    }
  }
}

/// What came of a request.
package enum SyncOutcome: Hashable, Sendable {
  case answer(SyncResponse)
  /// Why there is no answer, in a sentence.
  case failed(String)
}
