internal import DeviceIndex
// Core Spotlight gives Foundation to who imports it, and moved code relies on it.
@_exported public import Foundation
internal import Synchronization

/// An app's index on this device, of its process's device (`CoreSpotlightDevice`).
///
/// Calls return at once and are done in the order in which they were made; a completion handler is
/// called, on no particular thread, when what was given is *journaled*: it survives a crash, and is
/// found by every query that is asked later.
///
/// A subclass can stand in for it in an app's own tests. What a method with a handler does, the one
/// that is awaited does too: it calls that one.
open class CSSearchableIndex: NSObject, @unchecked Sendable {
  /// Which of the app's indexes it is.
  private struct Place: Sendable {
    /// Nil for the default index.
    let name: String?
    /// Nil: its items stay as protected as they are.
    let protectionClass: ProtectionClass?

    func index(in home: CoreSpotlightDevice.Home) -> SearchableIndex {
      home.host.searchableIndex(
        forApp: home.bundleIdentifier, name: name, protectionClass: protectionClass)
    }
  }

  private let place: Place
  private let batch = Mutex<PendingBatch?>(nil)
  private let delegation = Mutex<DelegateReference?>(nil)

  /// Nil for the default index.
  var name: String? { place.name }

  /// The same as the default index: `default()` gives one object of it.
  public override init() { place = Place(name: nil, protectionClass: nil) }

  /// An index with a name, which keeps a client state.
  public convenience init(name: String) { self.init(name: name, protectionClass: nil) }

  /// An index with a name whose items are protected: see `ProtectionClass`.
  ///
  /// - Parameters:
  ///   - name: of the index within the app.
  ///   - protectionClass: nil: items stay as protected as they are, and new ones are not;
  ///     `FileProtectionType.none`: those that are given are protected no more.
  ///     `completeUnlessOpen` counts as `complete`: nothing is given while the device is locked.
  public init(name: String, protectionClass: FileProtectionType?) {
    place = Place(name: name, protectionClass: protectionClass.map { ProtectionClass($0) })
  }

  private static let shared = CSSearchableIndex()

  /// The app's default index, which takes no batches.
  open class func `default`() -> CSSearchableIndex { shared }

  /// Whether the device can be used.
  open class func isIndexingAvailable() -> Bool { (try? CoreSpotlightDevice.home()) != nil }

  /// Who gives items again when they are asked for: after a restore, when the index was lost, or
  /// when an item is about to expire. Asked as soon as it is set, on one queue of this
  /// library: one call after the other, over all delegates of the process.
  open var indexDelegate: (any CSSearchableIndexDelegate)? {
    get { delegation.withLock { $0 }?.delegate }
    set {
      let reference = newValue.map { DelegateReference($0) }
      let bridge = reference.map { DelegateBridge($0, self) }
      delegation.withLock { $0 = reference }
      answer { index in await index.setIndexDelegate(bridge) }
    }
  }

  /// Tells the device who answers, and then has it ask.
  private func answer(_ change: @escaping @Sendable (SearchableIndex) async -> Void) {
    let place = place
    CoreSpotlightDevice.run { home in
      await change(place.index(in: home))
      await ReindexAnswers.shared.startAsking(home.host)
    }
  }

  // MARK: Giving and deleting

  /// Adds the items, or updates those whose identifiers the index has.
  @preconcurrency open func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    do throws(CSIndexError) {
      var taken: [SearchableItem] = []
      for item in items { taken.append(try item.snapshot()) }
      add(.items(taken), completionHandler)
    } catch {
      fail(error, completionHandler)
    }
  }

  /// Deletes these items; one that is not there makes no difference.
  @preconcurrency open func deleteSearchableItems(
    withIdentifiers identifiers: [String],
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    add(.deletion(identifiers: identifiers), completionHandler)
  }

  /// Deletes what lies in the domains or below them: "a.b" holds "a.b" and "a.b.c".
  @preconcurrency open func deleteSearchableItems(
    withDomainIdentifiers domains: [String],
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    add(.domainDeletion(domains), completionHandler)
  }

  /// Deletes everything of the app, in all of its indexes, and their client states.
  @preconcurrency open func deleteAllSearchableItems(
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    add(.deletionOfAll, completionHandler)
  }

  // MARK: Batches

  /// What comes from now on is gathered until the batch ends: completion handlers are called with
  /// nil before, and how it ended is said once, at its end.
  ///
  /// The default index takes no batches, and an index takes one at a time. A call against either
  /// rule begins nothing and is reported to `CoreSpotlightDevice`'s error handler: what comes after
  /// it is taken as if it had not been made, and `endBatch` of the default index fails.
  open func beginBatch() {
    guard name != nil else {
      return CoreSpotlightDevice.report(
        CSIndexError(
          .indexingUnsupported, "The default index takes no batches. Use an index with a name."))
    }
    let isOpen = batch.withLock { batch in
      defer { batch = batch ?? PendingBatch() }
      return batch != nil
    }
    guard isOpen else { return }
    CoreSpotlightDevice.report(
      CSIndexError(.unknownError, "A batch is open already, and continues. End it first."))
  }

  /// Journals the whole batch with the client state, or nothing of it.
  ///
  /// - Parameters:
  ///   - state: at most 250 bytes, the app's own.
  ///   - completionHandler: called once, with the error if nothing was journaled.
  @preconcurrency open func endBatch(
    withClientState state: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    endBatch(expecting: nil, [UInt8](state), completionHandler)
  }

  /// Journals the whole batch if the index's client state is the expected one; nil: it has none.
  @preconcurrency open func endIndexBatch(
    expectedClientState expected: Data?, newClientState state: Data,
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    endBatch(expecting: .some(expected.map { [UInt8]($0) }), [UInt8](state), completionHandler)
  }

  private func endBatch(
    expecting expected: [UInt8]??, _ state: [UInt8],
    _ completionHandler: (@Sendable ((any Error)?) -> Void)?
  ) {
    let ended = batch.withLock { batch in
      defer { batch = nil }
      return batch
    }
    guard let ended else {
      return fail(
        CSIndexError(.unknownError, "No batch is open. Begin one before it is ended."),
        completionHandler)
    }
    perform(
      { index throws(DeviceError) in
        try await ended.end(in: index, expecting: expected, state)
      }, completionHandler ?? { _ in })
  }

  /// The client state of the last batch; nil before the first.
  @preconcurrency open func fetchLastClientState(
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    let place = place
    CoreSpotlightDevice.order.run {
      do throws(DeviceError) {
        let home = try CoreSpotlightDevice.home()
        let index = place.index(in: home)
        let state = try await index.fetchLastClientState()
        completionHandler(state.map { Data($0) }, nil)
      } catch {
        completionHandler(nil, CSIndexError(error))
      }
    }
  }

  // MARK: The same calls, awaited

  /// - Throws: `CSIndexError`; then none of the items was taken.
  open func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    try await awaited { indexSearchableItems(items, completionHandler: $0) }
  }

  /// - Throws: `CSIndexError`; then nothing was deleted.
  open func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    try await awaited { deleteSearchableItems(withIdentifiers: identifiers, completionHandler: $0) }
  }

  /// - Throws: `CSIndexError`; then nothing was deleted.
  open func deleteSearchableItems(withDomainIdentifiers domains: [String]) async throws {
    try await awaited {
      deleteSearchableItems(withDomainIdentifiers: domains, completionHandler: $0)
    }
  }

  /// - Throws: `CSIndexError`; then nothing was deleted.
  open func deleteAllSearchableItems() async throws {
    try await awaited { deleteAllSearchableItems(completionHandler: $0) }
  }

  /// - Throws: `CSIndexError`; then nothing of the batch was journaled.
  open func endBatch(withClientState state: Data) async throws {
    try await awaited { endBatch(withClientState: state, completionHandler: $0) }
  }

  /// - Throws: `CSIndexError`; then nothing of the batch was journaled.
  open func endIndexBatch(
    expectedClientState expected: Data?, newClientState state: Data
  ) async throws {
    try await awaited {
      endIndexBatch(expectedClientState: expected, newClientState: state, completionHandler: $0)
    }
  }

  /// - Returns: nil where no batch has ended with a state.
  /// - Throws: `CSIndexError`.
  open func fetchLastClientState() async throws -> Data? {
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

  // MARK: Doing

  private func add(
    _ step: PendingBatch.Step, _ completionHandler: (@Sendable ((any Error)?) -> Void)?
  ) {
    let isGathered = batch.withLock { batch in
      batch?.steps.append(step)
      return batch != nil
    }
    guard !isGathered else {
      return CoreSpotlightDevice.order.run { completionHandler?(nil) }
    }
    perform(
      { index throws(DeviceError) in try await step.perform(index) },
      completionHandler ?? { _ in })
  }

  private func perform(
    _ body: @escaping @Sendable (SearchableIndex) async throws(DeviceError) -> Void,
    _ completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let place = place
    CoreSpotlightDevice.run { home throws(DeviceError) in
      try await body(place.index(in: home))
    } end: {
      completionHandler($0)
    }
  }

  /// Handlers are never called before the call has returned.
  private func fail(
    _ error: CSIndexError, _ completionHandler: (@Sendable ((any Error)?) -> Void)?
  ) {
    CoreSpotlightDevice.order.run { completionHandler?(error) }
  }
}
