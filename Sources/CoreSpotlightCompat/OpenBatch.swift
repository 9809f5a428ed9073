internal import DeviceIndex

/// What was given between `beginBatch` and `endBatch`.
struct OpenBatch: Sendable {
  enum Step: Sendable {
    case items([SearchableItem])
    case deletion(identifiers: [String])
    case domainDeletion([String])
    case deletionOfAll

    func perform(in index: SearchableIndex) async throws(DeviceError) {
      switch self {
      case .items(let items): try await index.indexSearchableItems(items)
      case .deletion(let identifiers):
        try await index.deleteSearchableItems(withIdentifiers: identifiers)
      case .domainDeletion(let domains):
        try await index.deleteSearchableItems(withDomainIdentifiers: domains)
      case .deletionOfAll: try await index.deleteAllSearchableItems()
      }
    }
  }

  var steps: [Step] = []

  /// - Parameter expected: nil: whatever the client state is.
  func end(
    in index: SearchableIndex, expecting expected: [UInt8]??, _ state: [UInt8]
  ) async throws(DeviceError) {
    var batch = try index.beginBatch()
    for step in steps {
      switch step {
      case .items(let items): try batch.indexSearchableItems(items)
      case .deletion(let identifiers): batch.deleteSearchableItems(withIdentifiers: identifiers)
      case .domainDeletion(let domains): batch.deleteSearchableItems(withDomainIdentifiers: domains)
      case .deletionOfAll: batch.deleteAllSearchableItems()
      }
    }
    guard let expected else {
      try await batch.end(withClientState: state)
      return
    }
    try await batch.end(expectedClientState: expected, newClientState: state)
  }
}
