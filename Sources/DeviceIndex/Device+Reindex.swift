package import JournalFormat
internal import JournalStore
internal import SQLite
package import Search

/// Asking apps to give their items again.
///
/// Everything that is decided is an entry of the journal, and the index knows it by folding: a
/// crash at any point leaves a request that is open or one that has ended with its sweep.
extension Device {
  // MARK: Looking

  /// The requests that nobody has acknowledged, the oldest first.
  package func openReindexRequests() throws(DeviceError) -> [ReindexRequest] {
    try asking { $0.requests.open }
  }

  /// Every index that may be asked.
  package func reindexTargets() throws(DeviceError) -> [ReindexTarget] {
    try asking { fold throws(SQLiteError) in try fold.targets() }
  }

  /// Calls `body` with every item that its app was asked for and has not given again.
  package func forEachUnconfirmedItem(
    _ body: (_ app: String, _ id: String) -> Void
  ) throws(DeviceError) {
    let items = try asking { fold throws(SQLiteError) in
      var items: [(app: String, id: String)] = []
      try fold.forEachUnconfirmed { items.append(($0, $1)) }
      return items
    }
    for item in items { body(item.app, item.id) }
  }

  // MARK: Asking

  /// Asks an app for items, or joins an open request for them.
  @discardableResult
  package func requestReindex(
    _ scope: ReindexRequest.Scope, of target: ReindexTarget,
    because reason: JournalReindexRequested.Reason, at now: Timestamp
  ) throws(DeviceError) -> ReindexRequestName {
    switch try reindexMachine().needed(
      scope, of: target, because: reason, now: now, using: &random)
    {
    case .joins(let name): return name
    case .asks(let name, let event):
      try record([event.event], at: now)
      return name
    }
  }

  /// Asks for items of an app by their identifiers, each of the index that it was given to.
  ///
  /// - Parameter indexName: of items that are in none.
  package func requestReindex(
    identifiers: [String], ofApp app: String, indexName: String,
    because reason: JournalReindexRequested.Reason, at now: Timestamp
  ) throws(DeviceError) -> [ReindexRequestName] {
    let byTarget = try asking { fold throws(SQLiteError) in
      var byTarget: [ReindexTarget: Set<String>] = [:]
      for id in identifiers {
        let found = try fold.givenItem(app: app, id: id)?.target
        byTarget[found ?? ReindexTarget(app: app, indexName: indexName), default: []].insert(id)
      }
      return byTarget
    }
    var names: [ReindexRequestName] = []
    for (target, ids) in byTarget.sorted(by: { $0.key < $1.key }) {
      names.append(try requestReindex(.identifiers(ids), of: target, because: reason, at: now))
    }
    return names
  }

  /// Asks for everything that has to be asked for by now: after a restore, after the index was made
  /// anew from a journal that has lost words, about items that expire, and again for what nobody
  /// has answered in time. What an earlier call asked about and has expired since is journaled as
  /// expired, and gone from the index.
  ///
  /// - Parameter registered: indexes whose apps could answer, also those that have no items.
  package func reviewReindex(
    registered: [ReindexTarget] = [], at now: Timestamp
  ) throws(DeviceError) {
    try noteRestored(at: now)
    let repeated = try reindexMachine().overdue(now: now)
    if !repeated.isEmpty { try record(repeated.map(\.event), at: now) }
    try askForWhatWasLost(registered, at: now)
    try askForUnreadable(at: now)
    // Of what an app is asked about only now it may still say otherwise.
    try expire(at: now)
    try askAboutExpiring(at: now)
  }

  /// Journals as expired what has expired, and whose app was asked about it.
  private func expire(at now: Timestamp) throws(DeviceError) {
    try forEachPage { fold, last throws(SQLiteError) in
      try fold.expired(at: now, after: last, atMost: Self.pageCount)
    } _: { page throws(DeviceError) in
      let ids = Dictionary(grouping: page, by: \.app).mapValues { $0.map(\.id) }
      let expiries = ids.sorted { $0.key < $1.key }.flatMap {
        JournalItemsExpired.expiries(of: $0.value, app: $0.key)
      }
      try record(expiries.map(JournalEvent.expired), at: now)
    }
  }

  private static let pageCount = 1_000

  /// Goes through what the index holds, a page after the other, since what is done with one may
  /// change the index.
  private func forEachPage<Item>(
    _ next: (IndexFold, _ last: Item?) throws(SQLiteError) -> [Item],
    _ body: ([Item]) throws(DeviceError) -> Void
  ) throws(DeviceError) {
    var last: Item?
    while true {
      let after = last
      let page = try asking { fold throws(SQLiteError) in try next(fold, after) }
      guard let reached = page.last else { return }
      last = reached
      try body(page)
    }
  }

  private func askForWhatWasLost(
    _ registered: [ReindexTarget], at now: Timestamp
  ) throws(DeviceError) {
    let notes = RestoreNotes(journal: privateJournal)
    let restored = try reading { () throws(JournalError) in try notes.restoredNumber() }
    let (known, requests, gap) = try asking { fold throws(SQLiteError) in
      (fold.lastGap > 0 ? try fold.targets() : [], fold.requests, fold.lastGap)
    }
    for target in Set(known + registered).sorted() {
      let asked = requests.lastAsked[target] ?? 0
      if gap > asked {
        try requestReindex(.all, of: target, because: .indexLost, at: now)
      } else if let restored, asked <= restored, registered.contains(target) {
        try requestReindex(.all, of: target, because: .restored, at: now)
      }
    }
  }

  private func askAboutExpiring(at now: Timestamp) throws(DeviceError) {
    let policy = ReindexMachine.Policy()
    let time = now.advanced(byMilliseconds: policy.expiryNoticeMilliseconds)
    try forEachPage { fold, last throws(SQLiteError) in
      try fold.expiring(until: time, after: last, atMost: Self.pageCount)
    } _: { page throws(DeviceError) in
      let byTarget = Dictionary(grouping: page, by: \.target)
      for (target, items) in byTarget.sorted(by: { $0.key < $1.key }) {
        try requestReindex(
          .identifiers(Set(items.map(\.id))), of: target, because: .expiring, at: now)
      }
    }
  }

  // MARK: Helpers

  func reindexMachine() throws(DeviceError) -> ReindexMachine {
    ReindexMachine(try asking { $0.requests })
  }

  @discardableResult
  func reading<Value>(
    _ body: () throws(JournalError) -> Value
  ) throws(DeviceError) -> Value {
    do throws(JournalError) { return try body() } catch {
      throw DeviceError(.journal, error.message, cause: error)
    }
  }
}

extension JournalReindexRequested {
  var event: JournalEvent {
    var event = JournalEvent()
    event.reindexRequested = self
    return event
  }
}
