internal import JournalFormat
package import JournalStore

/// Where a device's witness lies: beside the journals, outside every snapshot.
package protocol WitnessStore: AnyObject {
  /// The bytes that were stored last; nil when there are none.
  func read() throws(FileFailure) -> [UInt8]?
  /// Returns once the bytes are durable, whole.
  func write(_ bytes: [UInt8]) throws(FileFailure)
}

/// A witness in a file.
package final class FileWitnessStore: WitnessStore {
  private let path: String

  package init(path: String) { self.path = path }

  /// More than any witness of this format.
  private static let byteCountMax = 4_096

  package func read() throws(FileFailure) -> [UInt8]? {
    try FileSystem.read(path, atMost: Self.byteCountMax)
  }

  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.replace(path, with: bytes)
  }
}

/// The witness of a device and the key that it names, in memory and in their store.
struct DeviceWitnessKeeper {
  private(set) var witness: Witness
  /// The epoch's key; made once, since that costs as much as a signature.
  private(set) var key: SigningKey
  private let store: any WitnessStore
  private let memory: SignatureMemory?

  /// - Parameter witness: one that was read with a check of its length.
  init(_ witness: Witness, in store: any WitnessStore, _ memory: SignatureMemory?) {
    self.witness = witness
    self.store = store
    self.memory = memory
    key = SigningKey(seed: witness.keySeed)!
    key.memory = memory
  }

  // MARK: The store

  /// Nil when there is none, or when it is torn: then it counts as lost.
  static func read(_ store: any WitnessStore) throws(DeviceError) -> Witness? {
    try DeviceError.translating(as: .witness) {
      guard let bytes = try store.read() else { return nil }
      return try? Witness(bytes: bytes)
    } saying: {
      "The witness cannot be read (\($0)). \(Witness.makeReadable)"
    }
  }

  func persist() throws(DeviceError) { try write(witness) }

  private func write(_ witness: Witness) throws(DeviceError) {
    try DeviceError.translating(as: .witness) {
      try store.write(witness.bytes)
    } saying: {
      "The witness cannot be written (\($0)), so nothing is sent. Make room or check the "
        + "folder's permissions."
    }
  }

  /// Changes the witness, and persists that.
  mutating func change(_ edit: (inout Witness) -> Void) throws(DeviceError) {
    edit(&witness)
    try persist()
  }

  // MARK: Keys

  func key(of successor: Witness.Successor) throws(DeviceError) -> SigningKey {
    guard var key = SigningKey(seed: successor.keySeed) else {
      throw DeviceError(.witness, "The witness holds an invalid key. Remove the file.")
    }
    key.memory = memory
    return key
  }

  /// Draws a key and a nonce to ask for. A key that the file does not have must not be asked for:
  /// it could get lost.
  mutating func draw(
    at place: WritableKeyPath<Witness, Witness.Successor?>, using random: inout Dice
  ) throws(DeviceError) -> Witness.Successor {
    let next = SigningKey(using: &random)
    let successor = Witness.Successor(keySeed: next.seed, nonce: Nonce(using: &random))
    var changed = witness
    changed[keyPath: place] = successor
    try write(changed)
    witness = changed
    return successor
  }

  /// Has the key that was to follow be the epoch's from now on.
  mutating func rotate(to successor: Witness.Successor, _ grant: Grant) throws(DeviceError) {
    key = try key(of: successor)
    try change { witness in
      witness.keySeed = successor.keySeed
      witness.nonce = successor.nonce
      witness.grant = grant
      witness.successor = nil
    }
  }

  /// Continues as the device of another witness, and persists that. After a failure the next start
  /// does the same again.
  mutating func persistReplacement(_ next: Witness) throws(DeviceError) {
    try adopt(next)
    try persist()
  }

  /// Replaces the witness by another. A key that the file does not have must not be asked for.
  mutating func replace(with fresh: Witness) throws(DeviceError) {
    try write(fresh)
    try adopt(fresh)
  }

  private mutating func adopt(_ next: Witness) throws(DeviceError) {
    key = try key(of: Witness.Successor(keySeed: next.keySeed, nonce: next.nonce))
    witness = next
  }
}
