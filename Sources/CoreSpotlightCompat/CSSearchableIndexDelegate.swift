internal import DeviceIndex
internal import Foundation
internal import Synchronization

/// What an app implements so that its index can ask for items again.
///
/// Give them by the ordinary calls, and acknowledge when the last of them was given: calls are done
/// in their order. What was not given again by then is removed from the index, unlike with Apple's
/// also where an app keeps client states. A request that is never acknowledged comes again.
public protocol CSSearchableIndexDelegate: AnyObject, Sendable {
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
}

/// What an index extension is made of: it speaks for the app while that is not running.
///
/// `register(_:)` makes an object of a subclass the one that is asked when no index of the app has
/// a delegate.
open class CSIndexExtensionRequestHandler: CSSearchableIndexDelegate, @unchecked Sendable {
  public init() {}

  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {}

  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {}

  /// Has the device ask the handler, now and whenever something is to be given again.
  public static func register(_ handler: CSIndexExtensionRequestHandler) {
    CoreSpotlightDevice.run { home in
      await home.host.setIndexRequestHandler(
        ExtensionBridge(handler: handler, app: home.bundleIdentifier))
      await ReindexAnswers.shared.begin(home.host)
    }
  }
}

/// An app's delegate as a device knows them.
final class DelegateBridge: SearchableIndexDelegate, Sendable {
  private struct Asked {
    weak var delegate: (any CSSearchableIndexDelegate)?
    /// An extension is nobody else's.
    var kept: (any CSSearchableIndexDelegate)?
  }

  private let asked: Mutex<Asked>
  /// The object whose delegate it is; nil: one is made for each request.
  private let index: CSSearchableIndex?

  init(_ delegate: any CSSearchableIndexDelegate, _ index: CSSearchableIndex) {
    asked = Mutex(Asked(delegate: delegate))
    self.index = index
  }

  init(keeping delegate: any CSSearchableIndexDelegate) {
    asked = Mutex(Asked(delegate: delegate, kept: delegate))
    index = nil
  }

  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    try delegate().searchableIndex(
      object(for: index),
      reindexAllSearchableItemsWithAcknowledgementHandler: { Self.acknowledge(acknowledge) })
  }

  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    try delegate().searchableIndex(
      object(for: index), reindexSearchableItemsWithIdentifiers: identifiers,
      acknowledgementHandler: { Self.acknowledge(acknowledge) })
  }

  private func delegate() throws(CSIndexError) -> any CSSearchableIndexDelegate {
    guard let delegate = asked.withLock({ $0.delegate }) else {
      throw CSIndexError(.indexUnavailableError, "The index's delegate is gone.")
    }
    return delegate
  }

  private func object(for index: SearchableIndex) -> CSSearchableIndex {
    self.index ?? index.name.map { CSSearchableIndex(name: $0, index.protectionClass) }
      ?? .default()
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
  let handler: CSIndexExtensionRequestHandler
  let app: String

  func indexDelegate(forApp bundleIdentifier: String) async -> (any SearchableIndexDelegate)? {
    bundleIdentifier == app ? DelegateBridge(keeping: handler) : nil
  }
}

/// Has a device ask for what is to be given again, as often as it wants to.
actor ReindexAnswers {
  static let shared = ReindexAnswers()
  private var asking: [ObjectIdentifier: Task<Void, Never>] = [:]

  /// Asks now, and then whenever a request comes again.
  func begin(_ host: DeviceHost) {
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
