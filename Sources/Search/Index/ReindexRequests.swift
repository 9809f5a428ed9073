package import JournalFormat
internal import SQLite
internal import SwiftProtobuf

/// The reindex requests of a journal: a projection of its events, a value that touches nothing.
package struct ReindexRequests: Hashable, Sendable {
  /// Those that nobody has acknowledged, in the order in which they were first journaled.
  package private(set) var open: [ReindexRequest] = []
  /// The entry that last asked for more than some identifiers.
  package private(set) var lastAsked: [ReindexTarget: UInt64] = [:]

  package init() {}

  /// What was stored of a projection.
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

/// How an index keeps them.
extension ReindexRequests {
  static let tables = """
    CREATE TABLE reindex_requests (
      number INTEGER PRIMARY KEY, requested INTEGER NOT NULL, attempts INTEGER NOT NULL,
      event BLOB NOT NULL
    ) STRICT;
    CREATE TABLE reindex_asked (
      app TEXT, index_name TEXT, number INTEGER NOT NULL, PRIMARY KEY (app, index_name)
    ) STRICT, WITHOUT ROWID;
    """

  static func read(_ connection: Connection) throws(SQLiteError) -> ReindexRequests {
    let select = try connection.statement(
      "SELECT event, number, requested, attempts FROM reindex_requests ORDER BY number")
    defer { select.reset() }
    var open: [ReindexRequest] = []
    while try select.step() {
      // Derived bytes of our own: those that cannot be read are damage that SQLite did not see.
      guard let event = try? JournalReindexRequested(serializedBytes: select.bytes(0)),
        var request = ReindexRequest(
          event, number: UInt64(clamping: select.integer(1)),
          at: Timestamp(milliseconds: select.integer(2)))
      else { continue }
      request.attempts = Int(select.integer(3))
      open.append(request)
    }
    let asked = try connection.statement("SELECT app, index_name, number FROM reindex_asked")
    defer { asked.reset() }
    var lastAsked: [ReindexTarget: UInt64] = [:]
    while try asked.step() {
      lastAsked[ReindexTarget(app: asked.text(0), indexName: asked.text(1))] =
        UInt64(clamping: asked.integer(2))
    }
    return ReindexRequests(open: open, lastAsked: lastAsked)
  }

  /// Writes all of them: there are few, and they change seldom.
  func write(_ connection: Connection) throws(SQLiteError) {
    try connection.execute("DELETE FROM reindex_requests; DELETE FROM reindex_asked")
    let insert = try connection.statement("INSERT INTO reindex_requests VALUES (?, ?, ?, ?)")
    for request in open {
      insert.bind(1, Int64(clamping: request.number))
      insert.bind(2, request.requested.milliseconds)
      insert.bind(3, Int64(request.attempts))
      // Encoding values that were decoded or built in memory cannot fail.
      insert.bind(4, (try? request.journaled.serializedBytes()) ?? [])
      try insert.run()
    }
    let asked = try connection.statement("INSERT INTO reindex_asked VALUES (?, ?, ?)")
    for (target, number) in lastAsked.sorted(by: { $0.key < $1.key }) {
      asked.bind(1, target.app)
      asked.bind(2, target.indexName)
      asked.bind(3, Int64(clamping: number))
      try asked.run()
    }
  }
}
