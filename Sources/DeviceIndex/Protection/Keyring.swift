internal import JournalFormat
internal import JournalStore

/// The keys of a device's protection classes in the file `keyring`, each sealed with the key that
/// unlocks the device. It lies beside the journals and in no snapshot: what was sealed with keys
/// that are lost can be read by nobody.
struct Keyring: Hashable {
  private static let magic = Array("SLK".utf8)
  private static let version: UInt8 = 1
  private static let classes: [JournalItemIndexed.Protection] = [.untilFirstUnlock, .complete]
  private static let sealedByteCountMax = 1_024

  /// In the order of `classes`.
  private let sealed: [[UInt8]]

  /// New keys, sealed.
  init(
    unlockedBy key: [UInt8], using random: inout some RandomNumberGenerator
  ) throws(DeviceError) {
    let key = try Self.unlockKey(key)
    var sealed: [[UInt8]] = []
    for place in Self.classes {
      let made = ClassKey(using: &random)
      sealed.append(
        key.seal(
          made.bytes, of: Self.name(place), as: place, at: Timestamp(milliseconds: 0),
          using: &random))
    }
    self.sealed = sealed
  }

  /// - Throws: `DeviceError.Code.wrongKey`.
  func keys(unlockedBy key: [UInt8]) throws(DeviceError) -> ClassKeys {
    let key = try Self.unlockKey(key)
    var keys: ClassKeys = [:]
    for (place, sealed) in zip(Self.classes, sealed) {
      let opened = key.open(sealed, of: Self.name(place), as: place)
      guard let found = opened.flatMap(ClassKey.init(bytes:)) else {
        throw DeviceError(
          .wrongKey,
          "This key does not unlock the device. Give the one that it was unlocked with first.")
      }
      keys[place] = found
    }
    return keys
  }

  static func unlockKey(_ bytes: [UInt8]) throws(DeviceError) -> ClassKey {
    guard let key = ClassKey(bytes: bytes) else {
      throw DeviceError(
        .wrongKey,
        "A key of \(Figure.count(bytes.count, "byte")) cannot unlock a device; it has "
          + "\(ClassKey.byteCount).")
    }
    return key
  }

  private static func name(_ place: JournalItemIndexed.Protection) -> ItemName {
    ItemName(app: "spotlog keyring", id: String(place.rawValue))
  }

  // MARK: Files

  private init(bytes: [UInt8]) throws(FormatError) {
    sealed = try bytes.reading(subject: "A keyring") { reader throws(FormatError) in
      try reader.checkChecksum()
      try reader.start(magic: Self.magic, version: Self.version, what: "keyring")
      var sealed: [[UInt8]] = []
      for _ in Self.classes { sealed.append(try reader.block(atMost: Self.sealedByteCountMax)) }
      return sealed
    }
  }

  private var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.integer(Self.version)
    for key in sealed { writer.block(key) }
    writer.checksum()
    return writer.bytes
  }

  /// Nil where there is none.
  static func read(_ store: any WitnessStore) throws(DeviceError) -> Keyring? {
    let bytes = try DeviceError.translating(as: .keyring) {
      try store.read()
    } saying: {
      "The file `keyring` cannot be read (\($0)). Check its permissions and those of its "
        + "folder."
    }
    guard let bytes else { return nil }
    do throws(FormatError) { return try Keyring(bytes: bytes) } catch {
      throw DeviceError(.keyring, problem(error, bytes), cause: error)
    }
  }

  private static func problem(_ error: FormatError, _ bytes: [UInt8]) -> String {
    if case .unknownVersion = error.code { return "\(error)" }
    return "The file `keyring` is damaged: it has \(Figure.count(bytes.count, "byte")), and not "
      + "what was written. Put a copy of it back, or remove it and make new keys (`--new-keyring`, "
      + "`makingNewKeys`), after which apps are asked for their protected items again."
  }

  func write(to store: any WitnessStore) throws(DeviceError) {
    try DeviceError.translating(as: .keyring) {
      try store.write(bytes)
    } saying: {
      "The keyring cannot be written (\($0)), so nothing can be protected. Make room or check "
        + "the folder's permissions."
    }
  }
}
