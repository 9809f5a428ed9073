internal import JournalFormat

/// What an app implements so that its index can ask for items again: after a restore, when the
/// index was lost, or when an item is about to expire.
///
/// Items are given by the ordinary calls, in as many batches as the app likes: nothing is kept in
/// memory for a request. An update that merges counts as given; only a whole item replaces what
/// the index had. Nothing may be acknowledged before the last item was given. A method that throws,
/// or an acknowledgement that is never called, leaves the request open: it comes again, and has to
/// be answered from the beginning.
public protocol SearchableIndexDelegate: Sendable {
  /// Give every item of this index again, then acknowledge.
  ///
  /// What was not given again by then is removed from the index, without a word to anybody else.
  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws

  /// Give these items again, updated where they changed, then acknowledge.
  ///
  /// Those that were not given again by then are removed from the index. Items about which an app
  /// is asked since they expire go when they have, unless they were given with another date.
  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws

  /// The index is where it was when the app ended a batch with this client state: give what has
  /// changed since, deletions too, then acknowledge. Nothing else is removed.
  ///
  /// - Returns: false when the app cannot tell what has changed since; then it is asked for
  ///   everything.
  func searchableIndex(
    _ index: SearchableIndex, resumeFromClientState state: [UInt8],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws -> Bool
}

extension SearchableIndexDelegate {
  /// An app that says nothing else gives everything.
  public func searchableIndex(
    _ index: SearchableIndex, resumeFromClientState state: [UInt8],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws -> Bool { false }
}

/// Answers when an app's own delegates are not registered, as an index extension does while its app
/// is not running.
public protocol IndexRequestHandler: Sendable {
  /// Begins what is needed to speak for the app.
  ///
  /// - Returns: nil when nobody can; then the request waits for the app.
  func indexDelegate(forApp bundleIdentifier: String) async -> (any SearchableIndexDelegate)?
}

/// Ends one reindex request, at once or whenever the app has made durable what it gave.
public struct ReindexAcknowledgement: Sendable {
  let host: DeviceHost
  let request: ReindexRequestName

  /// Everything was given. Calling it again, or after the request was replaced, does nothing.
  ///
  /// - Throws: `DeviceError` when it could not be journaled; the request is open still.
  public func callAsFunction() async throws(DeviceError) {
    try await host.completeReindex(request, .done)
  }
}
