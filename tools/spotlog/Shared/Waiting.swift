import Dispatch
import Foundation

/// Runs asynchronous work to its end. Commands are synchronous, and this is where they wait.
func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let outcome = Outcome<Value>()
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
    isDone.signal()
  }
  isDone.wait()
  // Set before the signal.
  return try outcome.result!.get()
}

/// Written once, before it is read: the semaphore says so.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
