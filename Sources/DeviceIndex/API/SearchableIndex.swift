internal import Foundation
internal import JournalFormat

/// An app's index on this device: what it gives to it can be found, and stays private.
///
/// Named after what Apple's developers know. When a call returns, what it did is *journaled*: it
/// survives a crash and a power cut. To be *searchable* it has to be applied to the index;
/// `waitUntilSearchable` waits for that.
public struct SearchableIndex: Sendable {
  let host: DeviceHost
  /// The app whose items it holds.
  public let bundleIdentifier: String
  /// Nil for the default index, which keeps no client state.
  public let name: String?
  /// Of items that say no stricter one themselves; nil: they are as protected as they are.
  public let protectionClass: ProtectionClass?

  /// Bytes of a client state.
  public static let clientStateByteCountMax = 250

  init(
    host: DeviceHost, bundleIdentifier: String, name: String?, protectionClass: ProtectionClass?
  ) {
    self.host = host
    self.protectionClass = protectionClass
    self.bundleIdentifier = bundleIdentifier
    self.name = name
  }

  /// Adds the items, or updates those whose identifiers the index has.
  ///
  /// - Throws: `DeviceError.Code.invalidItem` for an item that could never be found; then none of
  ///   them was taken. `quotaExceeded` for one of more than 8 MiB; `locked` for a protected one
  ///   while the device is locked, also for one that names no class and is protected by now.
  @discardableResult
  public func indexSearchableItems(
    _ items: [SearchableItem]
  ) async throws(DeviceError) -> JournalPlace {
    try await host.append(try events(items), to: self)
  }

  /// Deletes items, with the activities that are bound to them.
  @discardableResult
  public func deleteSearchableItems(
    withIdentifiers identifiers: [String]
  ) async throws(DeviceError) -> JournalPlace {
    try await host.record([deletion { $0.ids = identifiers }])
  }

  /// Deletes what lies in the domains or below them: "a.b" holds "a.b" and "a.b.c", not "a.bc".
  /// An empty domain holds nothing, also not what has none.
  @discardableResult
  public func deleteSearchableItems(
    withDomainIdentifiers domains: [String]
  ) async throws(DeviceError) -> JournalPlace {
    try await host.record([deletion { $0.domains = domains }])
  }

  /// Deletes everything of the app, and its client states.
  @discardableResult
  public func deleteAllSearchableItems() async throws(DeviceError) -> JournalPlace {
    try await host.record([deletion { $0.all = true }])
  }

  /// What deleting domains would delete now: items and activities, each with its identifier.
  /// Nothing is changed.
  public func searchableItems(
    deletedWithDomainIdentifiers domains: [String]
  ) async throws(DeviceError) -> [SearchResult] {
    try await host.wouldDelete(deletion { $0.domains = domains })
  }

  /// Lists what deleting items by identifier would delete now. Nothing is changed.
  public func searchableItems(
    deletedWithIdentifiers identifiers: [String]
  ) async throws(DeviceError) -> [SearchResult] {
    try await host.wouldDelete(deletion { $0.ids = identifiers })
  }

  /// Lists what `deleteAllSearchableItems` would delete now. Nothing is changed.
  public func allSearchableItems() async throws(DeviceError) -> [SearchResult] {
    try await host.wouldDelete(deletion { $0.all = true })
  }

  /// Begins a batch: what is put into it is taken whole or not at all, with its client state.
  public func beginBatch() throws(DeviceError) -> SearchableIndexBatch {
    guard let name else {
      throw DeviceError(
        .batchOutOfOrder,
        "The default index takes no batches. Use an index with a name for them.")
    }
    return SearchableIndexBatch(index: self, name: name)
  }

  /// The client state of the last batch; nil before the first.
  public func fetchLastClientState() async throws(DeviceError) -> [UInt8]? {
    try await host.clientState(app: bundleIdentifier, indexName: name ?? "")
  }

  /// Returns once everything up to the place can be found.
  public func waitUntilSearchable(_ place: JournalPlace) async throws(DeviceError) {
    try await host.waitUntilSearchable(place)
  }

  fileprivate func events(_ items: [SearchableItem]) throws(DeviceError) -> [JournalEvent] {
    var events: [JournalEvent] = []
    for item in items {
      var item = item
      item.protectionClass = [item.protectionClass, protectionClass].compactMap(\.self).max()
      var event = JournalEvent()
      event.itemIndexed = try item.journaled(app: bundleIdentifier, indexName: name ?? "")
      events.append(event)
    }
    return events
  }

  fileprivate func deletion(_ set: (inout JournalItemsDeleted) -> Void) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = bundleIdentifier
    event.itemsDeleted.indexName = name ?? ""
    set(&event.itemsDeleted)
    return event
  }

  fileprivate func end(
    _ events: [JournalEvent], name: String, state: [UInt8], expecting expected: [UInt8]??
  ) async throws(DeviceError) -> JournalPlace {
    guard state.count <= Self.clientStateByteCountMax else {
      throw DeviceError(
        .invalidClientState,
        "A client state of \(state.count) bytes; at most \(Self.clientStateByteCountMax) are "
          + "kept. Keep a key in it, and the rest yourself.")
    }
    var ended = JournalEvent()
    ended.batchEnded.app = bundleIdentifier
    ended.batchEnded.indexName = name
    ended.batchEnded.clientState = .init(state)
    guard let expected else { return try await host.append(events + [ended], to: self) }
    return try await host.record(
      events + [ended], app: bundleIdentifier, indexName: name, expecting: expected)
  }
}

/// Items and deletions that are taken together, in their order.
public struct SearchableIndexBatch: Sendable {
  private let index: SearchableIndex
  private let name: String
  private var events: [JournalEvent] = []

  init(index: SearchableIndex, name: String) {
    self.index = index
    self.name = name
  }

  /// - Throws: `DeviceError.Code.invalidItem`; the batch stays as it was.
  public mutating func indexSearchableItems(_ items: [SearchableItem]) throws(DeviceError) {
    events += try index.events(items)
  }

  /// Deletes these items when the batch ends; one that is not there makes no difference.
  public mutating func deleteSearchableItems(withIdentifiers identifiers: [String]) {
    events.append(index.deletion { $0.ids = identifiers })
  }

  /// Deletes all items of these domains, and of the domains below them, when the batch ends.
  public mutating func deleteSearchableItems(withDomainIdentifiers domains: [String]) {
    events.append(index.deletion { $0.domains = domains })
  }

  /// Deletes everything of the app, and the client states of its other indexes.
  public mutating func deleteAllSearchableItems() {
    events.append(index.deletion { $0.all = true })
  }

  /// Takes the batch: its entries and the client state become durable in one transaction.
  ///
  /// - Parameter state: at most 250 bytes, the app's own.
  @discardableResult
  public consuming func end(
    withClientState state: [UInt8]
  ) async throws(DeviceError) -> JournalPlace {
    try await index.end(events, name: name, state: state, expecting: nil)
  }

  /// As `end(withClientState:)`, if the index's client state is `expected`; nil: it has none.
  ///
  /// - Throws: `DeviceError.Code.mismatchedClientState`; then nothing was taken.
  @discardableResult
  public consuming func end(
    expectedClientState expected: [UInt8]?, newClientState state: [UInt8]
  ) async throws(DeviceError) -> JournalPlace {
    try await index.end(events, name: name, state: state, expecting: .some(expected))
  }
}
