package import JournalFormat

/// The reindex requests of a journal: a fold of its events, a value that touches nothing.
package struct ReindexRequests: Hashable, Sendable {
  /// Those that nobody has acknowledged, in the order in which they were first journaled.
  package private(set) var open: [ReindexRequest] = []
  /// The entry that last asked for more than some identifiers.
  package private(set) var lastAsked: [ReindexTarget: UInt64] = [:]

  package init() {}

  /// What was stored of a fold.
  init(open: [ReindexRequest], lastAsked: [ReindexTarget: UInt64]) {
    self.open = open
    self.lastAsked = lastAsked
  }

  package func request(named name: ReindexRequestName) -> ReindexRequest? {
    open.first { $0.name == name }
  }

  /// Whether the item was not given again since it was asked for.
  ///
  /// - Parameter number: the entry that gave it last.
  package func isUnconfirmed(_ id: String, of target: ReindexTarget, given number: UInt64) -> Bool {
    open.contains { $0.number > number && $0.target == target && $0.names(id) }
  }

  package mutating func apply(
    _ event: JournalReindexRequested, number: UInt64, at time: Timestamp
  ) {
    guard let request = ReindexRequest(event, number: number, at: time) else { return }
    if let place = open.firstIndex(where: { $0.name == request.name }) {
      open[place].attempts += 1
      open[place].deadline = request.deadline
      return
    }
    open.removeAll {
      $0.target == request.target && request.covers($0.scope, because: $0.reason)
    }
    open.append(request)
    if case .identifiers = request.scope { return }
    lastAsked[request.target] = number
  }

  package mutating func apply(_ event: JournalReindexAcknowledged) {
    let name = ReindexRequestName(hex: [UInt8](event.requestID).hex)
    open.removeAll { $0.name == name }
  }
}
