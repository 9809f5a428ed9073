internal import DeviceIndex

/// What was given between `beginBatch` and the batch's end.
struct PendingBatch: Sendable {
  /// One call, as it is made by itself and as it is made in a batch.
  struct Step: Sendable {
    let perform: @Sendable (SearchableIndex) async throws(DeviceError) -> Void
    let put: @Sendable (inout SearchableIndexBatch) throws(DeviceError) -> Void
  }

  var steps: [Step] = []

  /// - Parameter expected: nil: whatever the client state is.
  func end(
    in index: SearchableIndex, expecting expected: [UInt8]??, _ state: [UInt8]
  ) async throws(DeviceError) {
    var batch = try index.beginBatch()
    for step in steps { try step.put(&batch) }
    guard let expected else {
      try await batch.end(withClientState: state)
      return
    }
    try await batch.end(expectedClientState: expected, newClientState: state)
  }
}

extension PendingBatch.Step {
  static func items(_ items: [SearchableItem]) -> Self {
    Self { index throws(DeviceError) in
      try await index.indexSearchableItems(items)
    } put: { batch throws(DeviceError) in
      try batch.indexSearchableItems(items)
    }
  }

  static func deletion(identifiers: [String]) -> Self {
    Self { index throws(DeviceError) in
      try await index.deleteSearchableItems(withIdentifiers: identifiers)
    } put: {
      $0.deleteSearchableItems(withIdentifiers: identifiers)
    }
  }

  static func domainDeletion(_ domains: [String]) -> Self {
    Self { index throws(DeviceError) in
      try await index.deleteSearchableItems(withDomainIdentifiers: domains)
    } put: {
      $0.deleteSearchableItems(withDomainIdentifiers: domains)
    }
  }

  static var deletionOfAll: Self {
    Self { index throws(DeviceError) in
      try await index.deleteAllSearchableItems()
    } put: {
      $0.deleteAllSearchableItems()
    }
  }
}
