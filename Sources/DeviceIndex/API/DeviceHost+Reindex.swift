public import Foundation
internal import JournalFormat
internal import Search

/// A delegate that stands for an object that may be gone.
package protocol LosableIndexDelegate: SearchableIndexDelegate {
  var isGone: Bool { get }
}

/// Who is asked for items on this device, and what they were asked by this process.
struct ReindexDelegates {
  private var delegates: [ReindexTarget: any SearchableIndexDelegate] = [:]
  private(set) var handler: (any IndexRequestHandler)?
  /// Of the indexes that delegates were set on, and that were given to.
  private var protectionClasses: [ReindexTarget: ProtectionClass] = [:]
  /// Requests whose delegates could not give something, since the device was locked.
  private var refused: [ReindexTarget: Set<ReindexRequestName>] = [:]
  /// The attempt of each request that was handed over: none is handed over twice.
  private var handedOver: [ReindexTarget: [ReindexRequestName: Int]] = [:]

  var targets: [ReindexTarget] { delegates.keys.sorted() }

  /// Whether anybody could be asked.
  var canAnswer: Bool { handler != nil || !delegates.isEmpty }

  /// Nil where there is none, or none any more: the app's extension is asked then.
  func delegate(of target: ReindexTarget) -> (any SearchableIndexDelegate)? {
    let delegate = delegates[target]
    return (delegate as? any LosableIndexDelegate)?.isGone == true ? nil : delegate
  }

  /// Nil: none was named.
  func protectionClass(of target: ReindexTarget) -> ProtectionClass? { protectionClasses[target] }

  mutating func setProtectionClass(_ protectionClass: ProtectionClass?, of target: ReindexTarget) {
    if let protectionClass { protectionClasses[target] = protectionClass }
  }

  /// The request is handed over again when the device is unlocked.
  mutating func recordRefusal(of request: ReindexRequest) {
    refused[request.target, default: []].insert(request.name)
  }

  mutating func unlocked() {
    for (target, names) in refused { for name in names { handedOver[target]?[name] = nil } }
    refused = [:]
  }

  /// Who comes new is asked whatever is open.
  mutating func setDelegate(
    _ delegate: (any SearchableIndexDelegate)?, of target: ReindexTarget
  ) {
    delegates[target] = delegate
    handedOver[target] = nil
  }

  mutating func setHandler(_ handler: (any IndexRequestHandler)?) {
    self.handler = handler
    handedOver = handedOver.filter { delegate(of: $0.key) != nil }
  }

  /// The first open request that is due, marked as handed over.
  ///
  /// - Parameter isAnswerable: whether somebody could give now what it asks for.
  mutating func next(
    of requests: [ReindexRequest], where isAnswerable: (ReindexRequest) -> Bool
  ) -> ReindexRequest? {
    let open = Set(requests.map(\.name))
    handedOver = handedOver.mapValues { $0.filter { open.contains($0.key) } }
    let found = requests.first { request in
      handedOver[request.target]?[request.name] != request.attempts && isAnswerable(request)
        && (handler != nil || delegates[request.target] != nil)
    }
    if let found { handedOver[found.target, default: [:]][found.name] = found.attempts }
    return found
  }
}

extension SearchableIndex {
  /// Says who gives the items of this index again; nil: nobody, as when the app ends.
  ///
  /// - Note: `DeviceHost.answerReindexRequests` asks.
  public func setIndexDelegate(_ delegate: (any SearchableIndexDelegate)?) async {
    await host.setIndexDelegate(delegate, of: self)
  }

  var target: ReindexTarget {
    ReindexTarget(app: bundleIdentifier, indexName: name ?? "")
  }
}

extension DeviceHost {
  /// Sets the handler that is asked for items of apps without a delegate.
  public func setIndexRequestHandler(_ handler: (any IndexRequestHandler)?) {
    reindex.setHandler(handler)
  }

  /// Requests that an app supplies items again, for example because they seem to be out of date.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the app.
  ///   - name: the name of the app's index; nil is its default index. An item that is in an index
  ///     already is requested from that one.
  ///   - identifiers: the items; nil requests all items of the index.
  public func requestReindex(
    forApp bundleIdentifier: String, indexName name: String? = nil, identifiers: [String]? = nil
  ) async throws(DeviceError) {
    try await catchUpIndex()
    defer { wakeObservers() }
    if let identifiers {
      try device.reindex.request(
        identifiers: identifiers, ofApp: bundleIdentifier, indexName: name ?? "",
        because: .operator, at: clock())
      return
    }
    let target = ReindexTarget(app: bundleIdentifier, indexName: name ?? "")
    try device.reindex.request(.all, of: target, because: .operator, at: clock())
  }

  /// Lists the requests that are not acknowledged, oldest first.
  public func openReindexRequests() async throws(DeviceError) -> [OpenReindexRequest] {
    try await catchUpIndex()
    return try device.reindex.openRequests().map { OpenReindexRequest($0) }
  }

  /// Acknowledges a request on behalf of its app: all items that still exist were supplied again.
  ///
  /// - Parameter id: the request's `OpenReindexRequest.id`.
  /// - Returns: nil if no such request is open; it has ended or was replaced.
  @discardableResult
  public func acknowledgeReindexRequest(
    _ id: OpenReindexRequest.ID
  ) async throws(DeviceError) -> ReindexSummary? {
    try await catchUpIndex()
    defer { wakeObservers() }
    guard let name = ReindexRequestName(hex: id),
      case .ended(let swept, let locked) = try device.reindex.complete(name, at: clock())
    else { return nil }
    return ReindexSummary(removedItemCount: swept, lockedItemCount: locked)
  }

  /// Lists the indexes of all apps, default and named ones, sorted by app and name.
  public func searchableIndexes() async throws(DeviceError) -> [SearchableIndex] {
    try await catchUpIndex()
    return try device.reindex.targets().sorted().map {
      searchableIndex(forApp: $0.app, name: $0.indexName.isEmpty ? nil : $0.indexName)
    }
  }

  func setIndexDelegate(
    _ delegate: (any SearchableIndexDelegate)?, of index: SearchableIndex
  ) {
    reindex.setProtectionClass(index.protectionClass, of: index.target)
    reindex.setDelegate(delegate, of: index.target)
  }

  /// Asks the delegates beside everything else. What goes wrong, goes wrong again when they are
  /// asked next.
  func answerReindexRequestsInBackground() {
    guard reindex.canAnswer else { return }
    Task(priority: .utility) { [weak self] in _ = try? await self?.answerReindexRequests() }
  }

  /// Journals what has expired and asks the delegates for items that the index needs, in turn.
  ///
  /// Call this when the delegates are registered, and again at the date that it returns or earlier:
  /// an item that is given meanwhile may expire sooner. A delegate that throws an error leaves its
  /// request open. A request for protected items alone waits until the device is unlocked.
  ///
  /// - Returns: the next date at which a request is repeated, an app must be asked about an item
  ///   that expires, or such an item expires; a date in the past means now. Nil if no request is
  ///   open, except for protected items, and nothing expires.
  @discardableResult
  public func answerReindexRequests() async throws(DeviceError) -> Date? {
    try await catchUpIndex()
    try device.reindex.review(registered: reindex.targets, at: clock())
    wakeObservers()
    while let request = try await nextReindexRequest() { await ask(for: request) }
    return try device.reindex.nextReview().map { Date(journalMilliseconds: $0.milliseconds) }
  }

  private func nextReindexRequest() async throws(DeviceError) -> ReindexRequest? {
    try await catchUpIndex()
    let answerable = Set(try device.reindex.answerableRequests().map(\.name))
    return reindex.next(of: try device.reindex.openRequests()) { answerable.contains($0.name) }
  }

  private func ask(for request: ReindexRequest) async {
    let target = request.target
    var delegate = reindex.delegate(of: target)
    if delegate == nil { delegate = await reindex.handler?.indexDelegate(forApp: target.app) }
    guard let delegate else { return }
    do {
      try await deliver(request, to: delegate)
    } catch {
      // The app's own failure: the request stays open, and comes again at its deadline.
      if (error as? DeviceError)?.code == .locked { reindex.recordRefusal(of: request) }
    }
  }

  private func deliver(
    _ request: ReindexRequest, to delegate: any SearchableIndexDelegate
  ) async throws {
    let index = searchableIndex(
      forApp: request.target.app,
      name: request.target.indexName.isEmpty ? nil : request.target.indexName,
      protectionClass: reindex.protectionClass(of: request.target))
    let acknowledge = ReindexAcknowledgement(host: self, request: request.name)
    switch request.scope {
    case .all:
      try await delegate.searchableIndex(
        index, reindexAllSearchableItemsWithAcknowledgementHandler: acknowledge)
    case .identifiers(let ids):
      try await delegate.searchableIndex(
        index, reindexSearchableItemsWithIdentifiers: ids.sortedByBytes(),
        acknowledgementHandler: acknowledge)
    case .resume(let state):
      let canResume = try await delegate.searchableIndex(
        index, resumeFromClientState: state, acknowledgementHandler: acknowledge)
      if !canResume { try await completeReindex(request.name, .cannotResume) }
    }
  }

  func completeReindex(
    _ name: ReindexRequestName, _ answer: ReindexMachine.Answer
  ) async throws(DeviceError) {
    try await catchUpIndex()
    try device.reindex.complete(name, answer, at: clock())
    wakeObservers()
  }
}
