internal import Foundation
package import JournalFormat

/// Whose items are given again: an app's, in its default index (an empty name) or in a named one.
package struct ReindexTarget: Hashable, Comparable, Sendable {
  package var app: String
  package var indexName: String

  package init(app: String, indexName: String) {
    self.app = app
    self.indexName = indexName
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.app != right.app { return left.app.utf8.lexicographicallyPrecedes(right.app.utf8) }
    return left.indexName.utf8.lexicographicallyPrecedes(right.indexName.utf8)
  }
}

/// What an app was asked to give again, and has not acknowledged.
package struct ReindexRequest: Hashable, Sendable {
  package enum Scope: Hashable, Sendable {
    /// Everything; what is not given again is swept.
    case all
    /// These items; those that are not given again are swept, unless it is a question about
    /// expiries.
    case identifiers(Set<String>)
    /// What has changed since the client state. Nothing is swept: the app says what is gone.
    case resume(from: [UInt8])
  }

  package let name: ReindexRequestName
  package let target: ReindexTarget
  package let scope: Scope
  package let reason: JournalReindexRequested.Reason
  /// The entry that asked first: what was given before it is unconfirmed.
  package let number: UInt64
  package let requested: Timestamp
  /// When it comes again.
  package internal(set) var deadline: Timestamp
  /// How often it was asked, from 1 on.
  package internal(set) var attempts: Int

  /// Nil where the entry does not name a request.
  package init?(_ event: JournalReindexRequested, number: UInt64, at time: Timestamp) {
    guard let name = ReindexRequestName(hex: [UInt8](event.requestID).hex) else { return nil }
    self.name = name
    target = ReindexTarget(app: event.app, indexName: event.indexName)
    scope =
      if !event.ids.isEmpty {
        .identifiers(Set(event.ids))
      } else if event.hasClientState {
        .resume(from: [UInt8](event.clientState))
      } else {
        .all
      }
    reason = event.reason
    self.number = number
    requested = time
    deadline = Timestamp(milliseconds: event.deadlineMilliseconds)
    attempts = 1
  }

  /// The event that asks; also for a request that comes again.
  package var journaled: JournalReindexRequested {
    .asking(target, for: scope, named: name, because: reason, until: deadline)
  }

  /// Whether who answers this request has answered one of that scope and reason as well. Nothing is
  /// swept by an answer about expiries, so it stands for none by which something is.
  package func covers(
    _ other: Scope, because otherReason: JournalReindexRequested.Reason
  ) -> Bool {
    if reason == .expiring, otherReason != .expiring { return false }
    return switch (scope, other) {
    case (.all, _), (.resume, .resume): true
    case (.identifiers(let mine), .identifiers(let others)): others.isSubset(of: mine)
    case (.identifiers, _), (.resume, _): false
    }
  }

  func names(_ id: String) -> Bool {
    guard case .identifiers(let ids) = scope else { return true }
    return ids.contains(id)
  }
}

extension JournalReindexRequested {
  package static func asking(
    _ target: ReindexTarget, for scope: ReindexRequest.Scope, named name: ReindexRequestName,
    because reason: Reason, until deadline: Timestamp
  ) -> JournalReindexRequested {
    var event = JournalReindexRequested()
    event.requestID = Data(name.bytes)
    event.app = target.app
    event.indexName = target.indexName
    event.reason = reason
    event.deadlineMilliseconds = deadline.milliseconds
    switch scope {
    case .all: break
    case .identifiers(let ids):
      event.ids = ids.sortedByBytes()
    case .resume(let state): event.clientState = Data(state)
    }
    return event
  }
}

extension Sequence<String> {
  /// The same order in every process, and that of the index.
  package func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
