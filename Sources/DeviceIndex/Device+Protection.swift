package import JournalFormat
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
  /// - Parameters:
  ///   - key: 32 bytes, kept by whoever owns the device, where no backup of it is.
  ///   - makingNewKeys: whether what was sealed with a keyring that is not there is given up.
  /// - Throws: `DeviceError.Code.wrongKey`; `keyring`.
  package func unlock(
    with key: [UInt8], makingNewKeys: Bool = false
  ) throws(DeviceError) {
    guard let store = storage.keyring else {
      throw DeviceError(.keyring, "This device has no place for a keyring.")
    }
    if let found = try Keyring.read(store) {
      keys = try found.keys(unlockedBy: key)
      return
    }
    let made = try Keyring(unlockedBy: key, using: &random)
    if !makingNewKeys { try refuseToLoseKeys() }
    // A key that the file does not have must not be used: what it sealed could get lost.
    try made.write(to: store)
    keys = try made.keys(unlockedBy: key)
  }

  /// Whether unlocking has to look for what a missing keyring sealed.
  func lacksKeyring() throws(DeviceError) -> Bool {
    guard try holdsProtected(), let store = storage.keyring else { return false }
    return try Keyring.read(store) == nil
  }

  private func refuseToLoseKeys() throws(DeviceError) {
    guard try holdsProtected() else { return }
    let count = try asking { fold throws(SQLiteError) in try fold.documents.rows.protectedCount() }
    guard count > 0 else { return }
    throw DeviceError(
      .keyring,
      "\(count) \(count == 1 ? "item is" : "items are") sealed with a keyring that is not there. "
        + "Put the file `keyring` of this device back; or make new keys (`--new-keyring`, "
        + "`makingNewKeys`), after which apps are asked for their protected items again.")
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
  package func lock() throws(DeviceError) {
    keys[.complete] = nil
    // What is in memory goes now, not when somebody asks next.
    guard let index else { return }
    do throws(SQLiteError) { try index.documents.use(keys) } catch {
      self.index = nil
      throw DeviceError(.index, error.message, cause: error)
    }
  }

  /// Asks apps for items that were sealed with keys that this device does not have: it was restored
  /// where its keyring is not.
  func askForUnreadable(at now: Timestamp) throws(DeviceError) {
    guard !keys.isEmpty else { return }
    let items = try asking { fold throws(SQLiteError) in try fold.documents.rows.unreadableItems() }
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
  /// this key opens; they are in the file `keyring`, which no snapshot holds. Delegates are asked
  /// at once for what could not be given while it was locked.
  ///
  /// - Parameters:
  ///   - key: 32 bytes, kept by whoever owns the device: in the system's keychain, say.
  ///   - makingNewKeys: whether new keys are made where the keyring is not there that protected
  ///     items are sealed with, as after a restore to another folder. Their apps are then asked for
  ///     them again.
  /// - Throws: `DeviceError.Code.wrongKey` for another key than the first one; `keyring` where its
  ///   file cannot be read or written, or is not there.
  public func unlock(
    with key: [UInt8], makingNewKeys: Bool = false
  ) async throws(DeviceError) {
    if try device.lacksKeyring() { try await settleIndex() }
    try device.unlock(with: key, makingNewKeys: makingNewKeys)
    reindex.unlocked()
    answerInBackground()
  }

  /// Locks the device: items of the class `ProtectionClass.complete` can be neither found, read nor
  /// given until it is unlocked. Deletions and expiries reach them all the time.
  public func lock() throws(DeviceError) { try device.lock() }
}
