public import Foundation
package import JournalFormat
package import Search

/// A reindex request that its app has not acknowledged yet, for operators and their tools.
///
///     for request in try await host.openReindexRequests() {
///       print(request.bundleIdentifier, request.reason.rawValue, request.deadline)
///     }
public struct OpenReindexRequest: Hashable, Sendable, Identifiable {
  /// Which items are requested.
  public enum Scope: Hashable, Sendable {
    /// All items of the index. Items that are not supplied again are removed.
    case all
    /// These items, sorted. Items that are not supplied again are removed, unless the reason is
    /// that they expire.
    case identifiers([String])
    /// All changes since the app's last client state. Nothing is removed.
    case resume
  }

  /// 32 hexadecimal digits.
  public let id: String
  /// The app that is asked.
  public let bundleIdentifier: String
  /// Nil: the default index.
  public let indexName: String?
  /// What is asked for.
  public let scope: Scope
  /// Why it is asked for.
  public let reason: ReindexReason
  /// The entry of the first attempt. Items that were supplied before it are unconfirmed.
  public let place: JournalPlace
  /// When it was asked for first.
  public let requested: Date
  /// When the request is repeated.
  public let deadline: Date
  /// The number of attempts, at least 1.
  public let attempts: Int

  package init(_ request: ReindexRequest) {
    id = "\(request.name)"
    bundleIdentifier = request.target.app
    indexName = request.target.indexName.isEmpty ? nil : request.target.indexName
    scope =
      switch request.scope {
      case .all: .all
      case .identifiers(let ids): .identifiers(ids.sortedByBytes())
      case .resume: .resume
      }
    reason = ReindexReason(request.reason)
    place = JournalPlace(number: request.number)
    requested = Date(journalMilliseconds: request.requested.milliseconds)
    deadline = Date(journalMilliseconds: request.deadline.milliseconds)
    attempts = request.attempts
  }
}

/// Why items are requested. The raw value is text for people and programs.
public enum ReindexReason: String, Hashable, Sendable {
  /// The journal was restored from a snapshot.
  case restored
  /// The index was lost, and the journal no longer holds all words.
  case indexLost = "index lost"
  /// The items are about to expire.
  case expiring
  /// The items are encrypted with keys that this device does not have.
  case unreadable
  /// The cloud asked.
  case cloud
  /// Somebody asked with `DeviceHost.requestReindex` or `spotlog device reindex`.
  case `operator`
  /// A later version asked.
  case unknown

  package init(_ journaled: JournalReindexRequested.Reason) {
    self =
      switch journaled {
      case .restored: .restored
      case .indexLost: .indexLost
      case .expiring: .expiring
      case .unreadable: .unreadable
      case .cloud: .cloud
      case .operator: .operator
      case .unspecified, .UNRECOGNIZED: .unknown
      }
  }
}

/// The outcome of an acknowledged reindex request.
public struct ReindexSummary: Hashable, Sendable {
  /// Items that were removed because they were not supplied again.
  public let removedItemCount: Int
  /// Protected items that could not be supplied because the device is locked. They stay, and a new
  /// request asks for them.
  public let lockedItemCount: Int
}
