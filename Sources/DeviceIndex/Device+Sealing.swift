internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// What becomes of an event before it is journaled, where items are protected: the one place
/// through which everything goes that says something of them.
extension Device {
  /// Settles what the event says of protected items by what the index and the events before it
  /// say, and seals it.
  ///
  /// - Parameter time: when it is journaled, to which what is sealed is bound.
  /// - Throws: `DeviceError.Code.locked`.
  func protect(
    _ event: inout JournalEvent, at time: Timestamp, after pending: inout PendingItems
  ) throws(DeviceError) {
    if event.namesProtection { pending.areWatched = true }
    if !pending.areWatched { pending.areWatched = try holdsProtected() }
    switch event.fact {
    case .itemIndexed:
      if pending.areWatched { try settle(&event.itemIndexed, after: &pending) }
      // What names no class and what names none are the same once they are journaled.
      if event.itemIndexed.protection == .none { event.itemIndexed.clearProtection() }
      try seal(&event.itemIndexed, at: time)
    case .itemsDeleted(let deletion): if pending.areWatched { pending.delete(deletion) }
    case .activityRecorded(let activity): if pending.areWatched { pending.record(activity) }
    case .resultEngaged(let engagement):
      guard pending.areWatched, !engagement.query.isEmpty else { return }
      // What led to something protected may say what it is.
      if try isProtected([engagement.result] + engagement.shown, pending) {
        event.resultEngaged.query = ""
      }
    case .resultsShown(let shown):
      guard pending.areWatched, !shown.query.isEmpty else { return }
      if try isProtected(shown.results, pending) { event.resultsShown.query = "" }
    default: break
    }
  }

  /// An item that names no class stays as protected as it is. An update of which either side is
  /// protected becomes the whole item, of the stricter class, so that no part of it is journaled
  /// where it can be read.
  private func settle(
    _ item: inout JournalItemIndexed, after pending: inout PendingItems
  ) throws(DeviceError) {
    let name = ItemName(app: item.app, id: item.id)
    let before = try standingItem(name, pending)
    var protection = item.hasProtection ? item.protection : before?.protection ?? .none
    var whole = StandingItem(item)
    if item.merge, let before {
      if before.protection.rawValue > protection.rawValue { protection = before.protection }
      whole.domain = item.domain.isEmpty ? before.domain : item.domain
      whole.expires = item.expiresMilliseconds == 0 ? before.expires : whole.expires
      whole.attributes = before.attributes
      whole.attributes?.merge(item.attributes)
    }
    item.protection = protection
    whole.protection = protection
    if protection != .none {
      guard let attributes = whole.attributes else { throw cannotMerge(item, before?.protection) }
      item.merge = false
      item.attributes = attributes
      item.domain = whole.domain
      item.expiresMilliseconds = whole.expires.milliseconds
    }
    pending.give(whole, name)
  }

  private func cannotMerge(
    _ item: JournalItemIndexed, _ protection: JournalItemIndexed.Protection?
  ) -> DeviceError {
    guard protection.flatMap({ keys[$0] }) != nil else { return isLocked(item.id) }
    return DeviceError(
      .locked,
      "Item \"\(item.id)\" is sealed with keys that this device does not have, so nothing can be "
        + "merged into it. Give the whole item.")
  }

  private func isLocked(_ id: String) -> DeviceError {
    DeviceError(
      .locked,
      "Item \"\(id)\" is protected, and the device is locked. Unlock it, and give the item "
        + "again.")
  }

  private func seal(
    _ item: inout JournalItemIndexed, at time: Timestamp
  ) throws(DeviceError) {
    guard item.protection != .none else { return }
    guard let key = keys[item.protection] else { throw isLocked(item.id) }
    do throws(FormatError) { try item.attributes.checkNesting() } catch {
      throw DeviceError(.quotaExceeded, error.message)
    }
    try noteProtected()
    let attributes = item.attributes.canonicalBytes
    item.clearAttributes()
    item.sealedAttributes = Data(
      key.seal(
        attributes, of: ItemName(app: item.app, id: item.id), as: item.protection, at: time,
        using: &random))
  }

  // MARK: Looking

  private func standingItem(
    _ name: ItemName, _ pending: PendingItems
  ) throws(DeviceError) -> StandingItem? {
    switch pending.item(name) {
    case .there(let item): return item
    case .notGiven(let deletions):
      let found = try asking { fold throws(SQLiteError) in
        try fold.documents.document(.item, app: name.app, id: name.id)
      }
      guard let found,
        !deletions.contains(where: { deletion in
          DeletionScope(deletion).reaches(
            DeletionScope.Subject(id: found.id, domain: found.domain))
        })
      else { return nil }
      return StandingItem(found)
    }
  }

  private func isProtected(
    _ results: [JournalShownResult], _ pending: PendingItems
  ) throws(DeviceError) -> Bool {
    for result in results where result.source == .device {
      let name = ItemName(app: result.app, id: result.id)
      var related = pending.related(to: name)
      if related == nil { related = try self.related(to: name) }
      for id in [result.id, related ?? ""] where !id.isEmpty {
        let item = try standingItem(ItemName(app: result.app, id: id), pending)
        if let item, item.protection != .none { return true }
      }
    }
    return false
  }

  /// The item that an activity of the index is bound to; empty for none.
  private func related(to activity: ItemName) throws(DeviceError) -> String {
    try asking { fold throws(SQLiteError) in
      try fold.documents.document(.activity, app: activity.app, id: activity.id)?.related ?? ""
    }
  }

  // MARK: Whether there is anything to look for

  /// There once an item was protected: where none was, nothing is looked up.
  private static let protectionTable =
    "CREATE TABLE IF NOT EXISTS local_protection (noted INTEGER) STRICT;"

  /// Whether an item of this journal may be protected.
  func holdsProtected() throws(DeviceError) -> Bool {
    if let known = knowsProtected { return known }
    return try DeviceError.translating(as: .journal) {
      let found = try privateJournal.connection.hasTable("local_protection")
      knowsProtected = found
      return found
    }
  }

  /// Noted before the first is journaled.
  private func noteProtected() throws(DeviceError) {
    guard try !holdsProtected() else { return }
    try DeviceError.translating(as: .journal) {
      try privateJournal.write { appender throws(JournalError) in
        try appender.local { connection throws(SQLiteError) in
          try connection.execute(Self.protectionTable)
        }
      }
    }
    knowsProtected = true
  }
}

extension JournalEvent {
  /// Whether it asks for something to be protected.
  var namesProtection: Bool {
    if case .itemIndexed(let item) = fact { item.protection != .none } else { false }
  }
}
