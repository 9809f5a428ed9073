internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite
package import Search

/// Asks apps to give their items again, and takes their answers.
///
/// Everything that is decided is an entry of the journal, and the index knows it by applying: a
/// crash at any point leaves a request that is open or one that has ended with its sweep.
package struct ReindexRequester {
  let index: ManagedIndex
  let journal: DeviceJournal

  // MARK: Looking

  /// The requests that nobody has acknowledged, the oldest first.
  package func openRequests() throws(DeviceError) -> [ReindexRequest] {
    try index.asking { $0.requests.open }
  }

  /// Those of them that ask for something that can be given now: what is protected cannot be, while
  /// the device is locked.
  package func answerableRequests() throws(DeviceError) -> [ReindexRequest] {
    try index.asking { projection throws(SQLiteError) in
      var found: [ReindexRequest] = []
      for request in projection.requests.open where try !projection.given.waitsForUnlocking(request)
      {
        found.append(request)
      }
      return found
    }
  }

  /// Every index that may be asked.
  package func targets() throws(DeviceError) -> [ReindexTarget] {
    try index.asking { projection throws(SQLiteError) in try projection.given.targets() }
  }

  /// Calls `body` with every item that its app was asked for and has not given again.
  package func forEachUnconfirmedItem(
    _ body: (_ app: String, _ id: String) -> Void
  ) throws(DeviceError) {
    let items = try index.asking { projection throws(SQLiteError) in
      var items: [(app: String, id: String)] = []
      try projection.forEachUnconfirmed { items.append(($0, $1)) }
      return items
    }
    for item in items { body(item.app, item.id) }
  }

  // MARK: Asking

  /// Asks an app for items, or joins an open request for them.
  @discardableResult
  package func request(
    _ scope: ReindexRequest.Scope, of target: ReindexTarget,
    because reason: JournalReindexRequested.Reason, at now: Timestamp
  ) throws(DeviceError) -> ReindexRequestName {
    switch try machine().needed(
      scope, of: target, because: reason, now: now, using: &journal.random)
    {
    case .joins(let name): return name
    case .asks(let name, let event):
      if index.configuration.asksApps { try journal.record([event.event], at: now) }
      return name
    }
  }

  /// Asks for items of an app by their identifiers, each of the index that it was given to.
  ///
  /// - Parameter indexName: of items that are in none.
  @discardableResult
  package func request(
    identifiers: [String], ofApp app: String, indexName: String,
    because reason: JournalReindexRequested.Reason, at now: Timestamp
  ) throws(DeviceError) -> [ReindexRequestName] {
    let byTarget = try index.asking { projection throws(SQLiteError) in
      var byTarget: [ReindexTarget: Set<String>] = [:]
      for id in identifiers {
        let found = try projection.given.item(app: app, id: id)?.target
        byTarget[found ?? ReindexTarget(app: app, indexName: indexName), default: []].insert(id)
      }
      return byTarget
    }
    var names: [ReindexRequestName] = []
    for (target, ids) in byTarget.sorted(by: { $0.key < $1.key }) {
      names.append(try request(.identifiers(ids), of: target, because: reason, at: now))
    }
    return names
  }

  /// Asks for everything that has to be asked for by now: after a restore, after the index was made
  /// again from a journal that has lost words, about items that expire, and again for what nobody
  /// has answered in time. What has expired is journaled as expired, and gone from the index: of
  /// the items those about which an earlier call asked.
  ///
  /// - Parameter registered: indexes whose apps could answer, also those that have no items.
  package func review(
    registered: [ReindexTarget] = [], at now: Timestamp
  ) throws(DeviceError) {
    try askAfterRestore(at: now)
    // Of what an app is asked about only below it may still say otherwise.
    try expire(at: now)
    try repeatOverdueRequests(at: now)
    try requestLostItems(registered, at: now)
    try askForUnreadable(at: now)
    try askAboutExpiring(at: now)
  }

  /// Repeats requests that nobody has answered in time. A request about expiries ends instead once
  /// all that it names is gone or was supplied again.
  private func repeatOverdueRequests(at now: Timestamp) throws(DeviceError) {
    let answerable = Set(try answerableRequests().map(\.name))
    let overdue = try machine().overdue(now: now) { answerable.contains($0.name) }
    guard !overdue.isEmpty else { return }
    let events = try index.asking { projection throws(SQLiteError) in
      try overdue.map { event throws(SQLiteError) in
        guard event.reason == .expiring,
          let request = projection.requests.open.first(where: {
            event.requestID == Data($0.name.bytes)
          }),
          try projection.given.unconfirmed(of: request, after: "").isEmpty
        else { return event.event }
        return JournalEvent.acknowledged(request.name, app: event.app)
      }
    }
    try journal.record(events, at: now)
  }

  /// When a review has something to do next, which may have passed; nil: nothing that is known.
  package func nextReview() throws(DeviceError) -> Timestamp? {
    let answerable = try answerableRequests()
    return try index.asking { projection throws(SQLiteError) in
      ReindexMachine(projection.requests).nextReview(
        of: answerable, try projection.given.nextExpiries())
    }
  }

  /// Journals as expired the items that have expired and whose apps were asked about it, and the
  /// activities that have.
  private func expire(at now: Timestamp) throws(DeviceError) {
    let end = index.configuration.lastExpiry(at: now)
    try forEachPage { projection, last throws(SQLiteError) in
      try projection.given.expiredItems(at: end, after: last, atMost: Self.pageCount)
    } _: { page throws(DeviceError) in
      try recordExpiries(of: page, .item, at: now)
    }
    // Those that are bound to an item went with it.
    try forEachPage { projection, last throws(SQLiteError) in
      try projection.given.expiredActivities(at: end, after: last, atMost: Self.pageCount)
    } _: { page throws(DeviceError) in
      try recordExpiries(of: page, .activity, at: now)
    }
  }

  private func recordExpiries(
    of documents: [ExpiredDocument], _ kind: JournalItemsExpired.Kind, at now: Timestamp
  ) throws(DeviceError) {
    let byApp = Dictionary(grouping: documents, by: \.app).sorted { $0.key < $1.key }
    let expiries = byApp.flatMap { app, documents in
      JournalItemsExpired.expiries(
        of: documents.map { ExpiredName(id: $0.id, expires: $0.expires) }, kind, app: app)
    }
    try journal.record(expiries.map(JournalEvent.expired), at: now)
  }

  private static let pageCount = 1_000

  /// Goes through what the index holds, a page after the other, since what is done with one may
  /// change the index.
  private func forEachPage<Item>(
    _ next: (IndexProjection, _ last: Item?) throws(SQLiteError) -> [Item],
    _ body: ([Item]) throws(DeviceError) -> Void
  ) throws(DeviceError) {
    var last: Item?
    while true {
      let after = last
      let page = try index.asking { projection throws(SQLiteError) in try next(projection, after) }
      guard let reached = page.last else { return }
      last = reached
      try body(page)
    }
  }

  private func requestLostItems(
    _ registered: [ReindexTarget], at now: Timestamp
  ) throws(DeviceError) {
    let notes = RestoreNotes(journal: journal.file)
    let restored = try DeviceError.translating(as: .journal) { try notes.restoredNumber() }
    let (known, requests, gap) = try index.asking { projection throws(SQLiteError) in
      (
        projection.lastGap > 0 ? try projection.given.targets() : [], projection.requests,
        projection.lastGap
      )
    }
    for target in Set(known + registered).sorted() {
      let asked = requests.lastAsked[target] ?? 0
      if gap > asked {
        try request(.all, of: target, because: .indexLost, at: now)
      } else if let restored, asked <= restored, registered.contains(target) {
        try request(.all, of: target, because: .restored, at: now)
      }
    }
  }

  func askAboutExpiring(at now: Timestamp) throws(DeviceError) {
    let policy = ReindexMachine.Policy()
    let time = now.advanced(byMilliseconds: policy.expiryNoticeMilliseconds)
    try forEachPage { projection, last throws(SQLiteError) in
      try projection.given.expiring(until: time, after: last, atMost: Self.pageCount)
    } _: { page throws(DeviceError) in
      let byTarget = Dictionary(grouping: page, by: \.target)
      for (target, items) in byTarget.sorted(by: { $0.key < $1.key }) {
        try request(
          .identifiers(Set(items.map(\.id))), of: target, because: .expiring, at: now)
      }
    }
  }

  /// Asks apps for items that were sealed with keys that this device does not have: it was restored
  /// where its keyring is not.
  private func askForUnreadable(at now: Timestamp) throws(DeviceError) {
    guard !index.keys.isEmpty else { return }
    let items = try index.asking { projection throws(SQLiteError) in
      try projection.documents.rows.unreadableItems()
    }
    for (app, items) in Dictionary(grouping: items, by: \.app).sorted(by: { $0.key < $1.key }) {
      _ = try request(
        identifiers: items.map(\.id), ofApp: app, indexName: "", because: .unreadable, at: now)
    }
  }

  private func machine() throws(DeviceError) -> ReindexMachine {
    ReindexMachine(try index.asking { $0.requests })
  }

  // MARK: Hearing

  /// The app has given what it was asked for, or cannot resume: ends the request, and sweeps what
  /// was not given again, all in one transaction. Nothing is swept of what it was asked about since
  /// it expires: that goes when it has expired, at once or later. What is protected, and could not
  /// be given while the device is locked, is not swept, and requested again.
  @discardableResult
  package func complete(
    _ name: ReindexRequestName, _ answer: ReindexMachine.Answer = .done, at now: Timestamp
  ) throws(DeviceError) -> ReindexEnding {
    switch try machine().onAnswer(name, answer, now: now, using: &journal.random) {
    case .isNotOpen: return .notOpen
    case .asksForAll(let next, let event):
      var ended = JournalEvent.acknowledged(name, app: event.app)
      ended.reindexAcknowledged.cannotResume = true
      try journal.record([ended, event.event], at: now)
      return .askedForAll(next)
    case .sweeps(let request):
      guard index.configuration.sweeps else {
        try journal.record([.acknowledged(name, app: request.target.app)], at: now)
        return .ended(sweptCount: 0)
      }
      return try ReindexSweep(request: request, index: index, journal: journal).run(at: now)
    case .ends(let request):
      try journal.record([.acknowledged(name, app: request.target.app)], at: now)
      try expire(at: now)
      return .ended(sweptCount: 0)
    }
  }

  // MARK: After a restore

  /// Asks every app of the index, if the journal was restored and they were not asked since: to
  /// resume where a client state is known, else for everything.
  ///
  /// - Parameter entryCount: entries that the index reads for it at most; nil: all. Where that is
  ///   too few nobody is asked yet: call it again.
  package func askAfterRestore(
    at now: Timestamp, readingAtMost entryCount: Int? = nil
  ) throws(DeviceError) {
    let notes = RestoreNotes(journal: journal.file)
    let restore = try DeviceError.translating(as: .journal) { try notes.unasked() }
    guard let restore else { return }
    if let entryCount { try index.read(atMost: entryCount) } else { try index.catchUp() }
    try index.withoutReading { () throws(DeviceError) in
      if let found = try index.scopes(after: restore) { try ask(found, at: now) }
    }
    index.forgetScopes()
  }

  private func ask(_ restored: RestoredScopes, at now: Timestamp) throws(DeviceError) {
    let machine = try machine()
    var drafts: [EntryDraft] = []
    var pending = PendingItems()
    for (target, scope) in restored.scopes {
      guard
        case .asks(_, let event) = machine.needed(
          scope, of: target, because: .restored, now: now, using: &journal.random)
      else { continue }
      drafts.append(try journal.draft(event.event, at: now, after: &pending))
    }
    let number = try journal.number
    try journal.write { appender throws(JournalError) in
      for draft in drafts { try appender.append(draft) }
      try appender.local { connection throws(SQLiteError) in
        try RestoreNotes.recordAsked(restored.restore, at: number, connection)
      }
    }
  }
}
