public import Foundation

/// The same calls, awaited.
extension CSSearchableIndex {
  /// - Throws: `CSIndexError`; then none of the items was taken.
  public func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    try await awaited { indexSearchableItems(items, completionHandler: $0) }
  }

  public func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    try await awaited { deleteSearchableItems(withIdentifiers: identifiers, completionHandler: $0) }
  }

  public func deleteSearchableItems(withDomainIdentifiers domains: [String]) async throws {
    try await awaited {
      deleteSearchableItems(withDomainIdentifiers: domains, completionHandler: $0)
    }
  }

  public func deleteAllSearchableItems() async throws {
    try await awaited { deleteAllSearchableItems(completionHandler: $0) }
  }

  public func endBatch(withClientState state: Data) async throws {
    try await awaited { endBatch(withClientState: state, completionHandler: $0) }
  }

  public func endIndexBatch(
    expectedClientState expected: Data?, newClientState state: Data
  ) async throws {
    try await awaited {
      endIndexBatch(expectedClientState: expected, newClientState: state, completionHandler: $0)
    }
  }

  public func fetchLastClientState() async throws -> Data? {
    try await withCheckedThrowingContinuation { continuation in
      fetchLastClientState { state, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: state)
        }
      }
    }
  }

  private func awaited(
    _ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      call { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }
}
