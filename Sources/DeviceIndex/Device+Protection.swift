internal import Foundation
internal import JournalFormat
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

/// Locking and unlocking. A device is locked when it is opened.
extension Device {
  package var protectionState: ProtectionState {
    if keys[.complete] != nil { return .unlocked }
    return keys.isEmpty ? .lockedSinceStart : .locked
  }

  /// Unlocks the device. The first time, keys for its protected items are made, which nothing but
  /// this key opens.
  ///
  /// - Parameter key: 32 bytes, kept by whoever owns the device, where no backup of it is.
  /// - Throws: `DeviceError.Code.wrongKey`; `keyring`.
  package func unlock(with key: [UInt8]) throws(DeviceError) {
    guard let store = storage.keyring else {
      throw DeviceError(.keyring, "This device has no place for a keyring.")
    }
    if let found = try Keyring.read(store) {
      keys = try found.keys(unlockedBy: key)
      return
    }
    let made = try Keyring(unlockedBy: key, using: &random)
    // A key that the file does not have must not be used: what it sealed could get lost.
    try made.write(to: store)
    keys = try made.keys(unlockedBy: key)
  }

  /// Locks the device: items of the class `complete` can neither be found nor read from here on.
  package func lock() throws(DeviceError) {
    keys[.complete] = nil
    // What is in memory goes now, not when somebody asks next.
    guard let index else { return }
    do throws(SQLiteError) { try index.documents.use(keys) } catch {
      self.index = nil
      throw DeviceError(.index, error.message, cause: error)
    }
  }

  /// Seals what a protected item says, before it goes anywhere.
  ///
  /// - Throws: `DeviceError.Code.locked`.
  func seal(_ event: inout JournalEvent) throws(DeviceError) {
    guard case .itemIndexed(let item) = event.fact, item.protection != .none, item.hasAttributes
    else { return }
    guard let key = keys[item.protection] else {
      throw DeviceError(
        .locked,
        "Item \"\(item.id)\" is protected, and the device is locked. Unlock it, and give the item "
          + "again.")
    }
    event.itemIndexed.clearAttributes()
    event.itemIndexed.sealedAttributes = Data(
      key.seal(
        item.attributes.canonicalBytes, of: ItemName(app: item.app, id: item.id), using: &random))
  }

  /// Asks apps for items that were sealed with keys that this device does not have: it was restored
  /// where its keyring is not.
  func askForUnreadable(at now: Timestamp) throws(DeviceError) {
    guard !keys.isEmpty else { return }
    let items = try asking { fold throws(SQLiteError) in try fold.documents.unreadableItems() }
    for (app, items) in Dictionary(grouping: items, by: \.app).sorted(by: { $0.key < $1.key }) {
      _ = try requestReindex(
        identifiers: items.map(\.id), ofApp: app, indexName: "", because: .unreadable, at: now)
    }
  }
}

extension DeviceHost {
  /// Which protected items can be found, read and given now.
  public var protectionState: ProtectionState { device.protectionState }

  /// Unlocks the device. The first time, keys for its protected items are made, which nothing but
  /// this key opens; they are in the file `keyring`, which no snapshot holds.
  ///
  /// - Parameter key: 32 bytes, kept by whoever owns the device: in the system's keychain, say.
  /// - Throws: `DeviceError.Code.wrongKey` for another key than the first one; `keyring` where its
  ///   file cannot be read or written.
  public func unlock(with key: [UInt8]) throws(DeviceError) { try device.unlock(with: key) }

  /// Locks the device: items of the class `ProtectionClass.complete` can be neither found, read nor
  /// given until it is unlocked. Deletions and expiries reach them all the time.
  public func lock() throws(DeviceError) { try device.lock() }
}
