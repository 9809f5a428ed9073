internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// Which protected items can be found, read and given now.
public enum ProtectionState: Hashable, Sendable {
  /// It was not unlocked since it was opened: no protected item.
  case lockedSinceStart
  /// It was unlocked before: those of the class `ProtectionClass.untilFirstUnlock`.
  case locked
  /// All of them.
  case unlocked
}

/// The protection of a device's items: locking and unlocking, and the one place through which
/// everything goes that says something of them before it is journaled. A device is locked when it
/// is opened.
package final class ItemProtection {
  private let index: ManagedIndex
  private let journal: Journal
  /// Where the keys lie; nil: nothing can be protected.
  private let keyring: (any WitnessStore)?
  /// Whether an item may be protected; nil: it was not looked up yet.
  private var knowsProtected: Bool?

  /// - Parameter isNew: whether the journal was just made, with nothing in it.
  init(of journal: Journal, _ index: ManagedIndex, keyring: (any WitnessStore)?, isNew: Bool) {
    self.journal = journal
    self.index = index
    self.keyring = keyring
    knowsProtected = isNew ? false : nil
  }

  // MARK: Locking

  var state: ProtectionState {
    if index.keys[.complete] != nil { return .unlocked }
    return index.keys.isEmpty ? .lockedSinceStart : .locked
  }

  /// Unlocks the device. The first time, keys for its protected items are made, which nothing but
  /// this key opens.
  ///
  /// - Parameters:
  ///   - key: 32 bytes, kept by anyone who owns the device, where no backup of it is.
  ///   - makingNewKeys: whether what was sealed with a keyring that is not there is given up.
  /// - Throws: `DeviceError.Code.wrongKey`; `keyring`.
  func unlock(
    with key: [UInt8], makingNewKeys: Bool, using random: inout Dice
  ) throws(DeviceError) {
    guard let store = keyring else {
      throw DeviceError(.keyring, "This device has no place for a keyring.")
    }
    if let found = try Keyring.read(store) {
      index.use(try found.keys(unlockedBy: key))
      return
    }
    let made = try Keyring(unlockedBy: key, using: &random)
    if !makingNewKeys { try refuseToLoseKeys() }
    // A key that the file does not have must not be used: what it sealed could get lost.
    try made.write(to: store)
    index.use(try made.keys(unlockedBy: key))
  }

  /// Whether unlocking has to look for what a missing keyring sealed.
  func lacksKeyring() throws(DeviceError) -> Bool {
    guard try holdsProtected(), let store = keyring else { return false }
    return try Keyring.read(store) == nil
  }

  private func refuseToLoseKeys() throws(DeviceError) {
    guard index.configuration.missesKeyring, try holdsProtected() else { return }
    let count = try index.asking { projection throws(SQLiteError) in
      try projection.documents.rows.protectedCount()
    }
    guard count > 0 else { return }
    throw DeviceError(
      .keyring,
      Figure.count(count, "item is", "items are")
        + " sealed with a keyring that is not there. "
        + "Put the file `keyring` of this device back; or make new keys (`--new-keyring`, "
        + "`makingNewKeys`), after which apps are asked for their protected items again.")
  }

  /// Refuses a key that would not unlock the device in a folder, before that is opened or made.
  ///
  /// - Throws: `DeviceError.Code.wrongKey`; `keyring`.
  package static func check(_ key: [UInt8], ofFolder path: String) throws(DeviceError) {
    if let found = try Keyring.read(FileWitnessStore(path: path + "/keyring")) {
      _ = try found.keys(unlockedBy: key)
    } else {
      _ = try Keyring.unlockKey(key)
    }
  }

  /// What a key opens in a device's folder, for what is read beside the device.
  ///
  /// - Throws: `DeviceError.Code.wrongKey`; `keyring`.
  package static func keys(
    inFolder path: String, unlockedBy key: [UInt8]
  ) throws(DeviceError) -> ClassKeys {
    guard let found = try Keyring.read(FileWitnessStore(path: path + "/keyring")) else {
      throw DeviceError(
        .keyring,
        "\(path) has no file `keyring`, so nothing that is protected can be read. Put it back, or "
          + "ask without a key.")
    }
    return try found.keys(unlockedBy: key)
  }

  /// Locks the device: items of the class `complete` can neither be found nor read from here on.
  func lock() throws(DeviceError) {
    if index.configuration.locks { try index.forgetKey(of: .complete) }
  }

  // MARK: Sealing

  /// Settles what the event says of protected items by what the index and the events before it
  /// say, and seals it.
  ///
  /// - Parameter time: when it is journaled, to which what is sealed is bound.
  /// - Throws: `DeviceError.Code.locked`.
  func protect(
    _ event: inout JournalEvent, at time: Timestamp, after pending: inout PendingItems,
    using random: inout Dice
  ) throws(DeviceError) {
    if event.namesProtection { pending.areWatched = true }
    if !pending.areWatched { pending.areWatched = try holdsProtected() }
    switch event.fact {
    case .itemIndexed:
      if pending.areWatched { try applyProtection(to: &event.itemIndexed, after: &pending) }
      // What names no class and what names none are the same once they are journaled.
      if event.itemIndexed.protection == .none { event.itemIndexed.clearProtection() }
      try seal(&event.itemIndexed, at: time, using: &random)
    case .itemsDeleted(let deletion): if pending.areWatched { pending.delete(deletion) }
    case .activityRecorded(let activity): if pending.areWatched { pending.record(activity) }
    case .resultEngaged(let engagement):
      guard pending.areWatched, !engagement.query.isEmpty, index.configuration.hidesQueries
      else { return }
      // What led to something protected may say what it is.
      if try isProtected([engagement.result] + engagement.shown, pending) {
        event.resultEngaged.query = ""
      }
    case .resultsShown(let shown):
      guard pending.areWatched, !shown.query.isEmpty else { return }
      if try isProtected(shown.results, pending) { event.resultsShown.query = "" }
    case .itemsExpired, .activitiesDeleted, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, .synonymsSet, nil:
      // None of them says anything that an item keeps to itself.
      break
    }
  }

  /// An item that names no class stays as protected as it is. An update of which either side is
  /// protected becomes the whole item, of the stricter class, so that no part of it is journaled
  /// where it can be read.
  private func applyProtection(
    to item: inout JournalItemIndexed, after pending: inout PendingItems
  ) throws(DeviceError) {
    let name = ItemName(app: item.app, id: item.id)
    let before = try standingItem(name, pending)
    var protection = item.hasProtection ? item.protection : before?.protection ?? .none
    var whole = ItemBeforeUpdate(item)
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
    pending.setItem(whole, name)
  }

  private func cannotMerge(
    _ item: JournalItemIndexed, _ protection: JournalItemIndexed.Protection?
  ) -> DeviceError {
    guard protection.flatMap({ index.keys[$0] }) != nil else { return Self.isLocked(item.id) }
    return DeviceError(
      .locked,
      "Item \"\(item.id)\" is sealed with keys that this device does not have, so nothing can be "
        + "merged into it. Give the whole item.")
  }

  static func isLocked(_ id: String) -> DeviceError {
    DeviceError(
      .locked,
      "Item \"\(id)\" is protected, and the device is locked. Unlock it, and give the item "
        + "again.")
  }

  private func seal(
    _ item: inout JournalItemIndexed, at time: Timestamp, using random: inout Dice
  ) throws(DeviceError) {
    guard item.protection != .none else { return }
    guard let key = index.keys[item.protection] else { throw Self.isLocked(item.id) }
    do throws(FormatError) { try item.attributes.checkNesting() } catch {
      throw DeviceError(.quotaExceeded, error.message)
    }
    try recordProtection()
    let attributes = item.attributes.canonicalBytes
    if index.configuration.sealsWords { item.clearAttributes() }
    item.sealedAttributes = Data(
      key.seal(
        attributes, of: ItemName(app: item.app, id: item.id), as: item.protection, at: time,
        using: &random))
  }

  // MARK: Looking

  private func standingItem(
    _ name: ItemName, _ pending: PendingItems
  ) throws(DeviceError) -> ItemBeforeUpdate? {
    switch pending.item(name) {
    case .there(let item): return item
    case .notGiven(let deletions):
      let found = try index.asking { projection throws(SQLiteError) in
        try projection.documents.document(.item, app: name.app, id: name.id)
      }
      guard let found,
        !deletions.contains(where: { deletion in
          DeletionScope(deletion).reaches(
            DeletionScope.Subject(id: found.id, domain: found.domain))
        })
      else { return nil }
      return ItemBeforeUpdate(found)
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
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.document(.activity, app: activity.app, id: activity.id)?.related
        ?? ""
    }
  }

  // MARK: Whether there is anything to look for

  /// Whether an item of this journal may be protected.
  func holdsProtected() throws(DeviceError) -> Bool {
    if let known = knowsProtected { return known }
    return try DeviceError.translating(as: .journal) {
      let found = try ProtectionMark.isSet(in: journal)
      knowsProtected = found
      return found
    }
  }

  /// Noted before the first is journaled.
  private func recordProtection() throws(DeviceError) {
    guard try !holdsProtected() else { return }
    try DeviceError.translating(as: .journal) { try ProtectionMark.set(in: journal) }
    knowsProtected = true
  }
}

/// An item as it is before something more is said of it.
struct ItemBeforeUpdate {
  var protection: JournalItemIndexed.Protection
  var domain: String
  var expires: Timestamp
  /// Nil: it is sealed, and cannot be opened now.
  var attributes: JournalAttributes?

  init(_ document: SearchDocument) {
    protection = document.protection
    domain = document.domain
    expires = document.expires
    attributes = document.isLocked ? nil : document.attributes
  }

  /// - Parameter item: a whole one, not sealed yet.
  init(_ item: JournalItemIndexed) {
    protection = item.protection
    domain = item.domain
    expires = item.expiry
    attributes = item.attributes.made
  }
}

/// What events that are journaled together say of items, before any index has read them.
package struct PendingItems {
  /// Whether events are looked at at all: nothing depends on them where nothing is protected.
  var areWatched = false
  private var items: [ItemName: ItemBeforeUpdate] = [:]
  /// The item that an activity is bound to; empty for none.
  private var related: [ItemName: String] = [:]
  private var deletions: [JournalItemsDeleted] = []

  package init() {}

  enum Answer {
    case there(ItemBeforeUpdate)
    /// Deleted unless the index has it in a domain that none of these reach.
    case notGiven(after: [JournalItemsDeleted])
  }

  func item(_ name: ItemName) -> Answer {
    if let item = items[name] { return .there(item) }
    return .notGiven(after: deletions.filter { $0.app == name.app })
  }

  func related(to activity: ItemName) -> String? { related[activity] }

  /// - Parameter item: whole, with what is merged into it.
  mutating func setItem(_ item: ItemBeforeUpdate, _ name: ItemName) { items[name] = item }

  mutating func record(_ activity: JournalActivityRecorded) {
    related[ItemName(app: activity.app, id: activity.id)] = activity.relatedUniqueIdentifier
  }

  mutating func delete(_ deletion: JournalItemsDeleted) {
    deletions.append(deletion)
    let scope = DeletionScope(deletion)
    items = items.filter { name, item in
      name.app != deletion.app
        || !scope.reaches(DeletionScope.Subject(id: name.id, domain: item.domain))
    }
  }
}
