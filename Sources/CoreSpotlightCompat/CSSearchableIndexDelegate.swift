internal import DeviceIndex
public import Foundation

/// What an app implements so that its index can ask for items again.
///
/// Give them by the ordinary calls, and acknowledge when the last of them was given: calls are done
/// in their order. What was not given again by then is removed from the index, unlike with Apple's
/// also where an app keeps client states. A request that is never acknowledged comes again.
///
/// Called one at a time, on a queue of the delegates' own.
public protocol CSSearchableIndexDelegate: NSObjectProtocol {
  /// Give every item again.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void)

  /// Give these items again, updated where they changed.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void)

  /// Indexing is slow for now, so that an app gives what matters first. Never called: nothing is
  /// throttled here.
  func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex)

  /// Indexing is as fast as ever again. Never called: see above.
  func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex)

  /// The system found out more of these items: see `CSSearchableItem.updateListenerOptions`. Never
  /// called: nothing is found out here.
  func searchableItemsDidUpdate(_ items: [CSSearchableItem])
}

/// With Apple's these are optional.
extension CSSearchableIndexDelegate {
  /// Does nothing.
  public func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}
  /// Does nothing.
  public func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}
  /// Does nothing.
  public func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}
}

/// What an index extension is made of: it speaks for the app while that is not running.
///
/// `register(_:)` makes an object of a subclass the one that is asked when no index of the app has
/// a delegate.
open class CSIndexExtensionRequestHandler: NSObject, CSSearchableIndexDelegate {
  /// For subclasses, which answer an index.
  public override init() {}

  /// For subclasses to override: supply all items, then acknowledge.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {}

  /// For subclasses to override: supply these items, or delete them, then acknowledge.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {}

  /// Does nothing.
  open func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}
  /// Does nothing.
  open func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}
  /// Does nothing.
  open func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}

  /// Never called: an item's data is for dragging it out of a list of results, which a library has
  /// none of. It is here for subclasses that override it, as Apple's template does.
  open func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data {
    throw CSIndexError(.indexingUnsupported, "The app gives no data of \"\(itemIdentifier)\".")
  }

  /// Never called: see above.
  open func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL {
    throw CSIndexError(.indexingUnsupported, "The app gives no file of \"\(itemIdentifier)\".")
  }

  /// Has the device ask the handler, now and for each later reindex request.
  public static func register(_ handler: CSIndexExtensionRequestHandler) {
    let reference = DelegateReference(keeping: handler)
    CoreSpotlightDevice.run { home in
      await home.host.setIndexRequestHandler(
        ExtensionBridge(handler: reference, app: home.bundleIdentifier))
      await ReindexAnswers.shared.startAsking(home.host)
    }
  }
}

/// A delegate, as it goes from the app to the device.
///
/// Unchecked, since Apple's protocol does not ask for `Sendable`: what is here never changes, and
/// the device calls the delegate on one queue, a call at a time.
final class DelegateReference: @unchecked Sendable {
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()

  private(set) weak var delegate: (any CSSearchableIndexDelegate)?
  /// An extension is nobody else's.
  private let kept: (any CSSearchableIndexDelegate)?

  init(_ delegate: any CSSearchableIndexDelegate) {
    self.delegate = delegate
    kept = nil
  }

  init(keeping delegate: any CSSearchableIndexDelegate) {
    self.delegate = delegate
    kept = delegate
  }

  /// - Throws: when there is no delegate any more.
  func call(
    _ body: @escaping @Sendable (any CSSearchableIndexDelegate) -> Void
  ) async throws(CSIndexError) {
    let isThere = await withCheckedContinuation { continuation in
      Self.queue.addOperation { [self] in
        let delegate = delegate
        if let delegate { body(delegate) }
        continuation.resume(returning: delegate != nil)
      }
    }
    guard isThere else {
      throw CSIndexError(.indexUnavailableError, "The index's delegate is gone.")
    }
  }
}

/// An app's delegate as a device knows them.
final class DelegateBridge: LosableIndexDelegate, Sendable {
  private let asked: DelegateReference
  /// The object whose delegate it is; nil: one is made for each request.
  private let index: CSSearchableIndex?

  init(_ asked: DelegateReference, _ index: CSSearchableIndex?) {
    self.asked = asked
    self.index = index
  }

  var isGone: Bool { asked.delegate == nil }

  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    let object = object(for: index)
    try await asked.call { delegate in
      delegate.searchableIndex(
        object,
        reindexAllSearchableItemsWithAcknowledgementHandler: { Self.acknowledge(acknowledge) })
    }
  }

  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    let object = object(for: index)
    try await asked.call { delegate in
      delegate.searchableIndex(
        object, reindexSearchableItemsWithIdentifiers: identifiers,
        acknowledgementHandler: { Self.acknowledge(acknowledge) })
    }
  }

  private func object(for index: SearchableIndex) -> CSSearchableIndex {
    self.index
      ?? index.name.map {
        CSSearchableIndex(name: $0, protectionClass: index.protectionClass?.fileProtection)
      } ?? .default()
  }

  /// After everything that was called before.
  private static func acknowledge(_ acknowledgement: ReindexAcknowledgement) {
    CoreSpotlightDevice.order.run {
      do {
        try await acknowledgement()
      } catch {
        CoreSpotlightDevice.report(error)
      }
    }
  }
}

private struct ExtensionBridge: IndexRequestHandler {
  let handler: DelegateReference
  let app: String

  func indexDelegate(forApp bundleIdentifier: String) async -> (any SearchableIndexDelegate)? {
    bundleIdentifier == app ? DelegateBridge(handler, nil) : nil
  }
}

/// Lets a device hand its reindex requests to delegates, whenever one is due.
actor ReindexAnswers {
  static let shared = ReindexAnswers()
  private var asking: [ObjectIdentifier: Task<Void, Never>] = [:]

  /// Asks now, and then whenever a request comes again.
  func startAsking(_ host: DeviceHost) {
    let name = ObjectIdentifier(host)
    asking[name]?.cancel()
    asking[name] = Task(priority: .utility) { [weak host] in
      while !Task.isCancelled, let wait = await Self.ask(host) {
        try? await Task.sleep(for: .seconds(wait))
      }
    }
  }

  /// Requests also come from elsewhere: an item expires, an operator asks.
  private static let secondsMax = 60.0

  /// - Returns: seconds until it is to be asked again; nil: there is no device any more.
  private static func ask(_ host: DeviceHost?) async -> Double? {
    guard let host else { return nil }
    do {
      let next = try await host.answerReindexRequests()
      return next.map { min(max(1, $0.timeIntervalSince(host.now())), secondsMax) } ?? secondsMax
    } catch {
      CoreSpotlightDevice.report(CSIndexError(error))
      return secondsMax
    }
  }
}
