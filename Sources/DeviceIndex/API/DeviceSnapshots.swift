public import Foundation
internal import JournalFormat
internal import JournalStore

/// A folder of snapshots of devices: copies of their journals from which a device is restored.
///
///     let snapshots = try DeviceSnapshots(folder: "backups")
///     let made = try snapshots.create(ofDeviceIn: "recipes")
///     try snapshots.verify(made.file)
///     let restored = try snapshots.restore(made.file, to: "recipes-again")
///     print(restored.lastEntry)
///
/// A snapshot holds neither the keyring of protected items, nor the witness, nor the index. After a
/// restore, apps are asked for newer items. A deleted item can be restored as long as an older
/// snapshot is kept. `spotlog snapshot` reads and writes the same files.
///
/// Each call blocks its thread for a time proportional to what it copies or reads.
public struct DeviceSnapshots: Sendable {
  /// The path of the folder.
  public let folder: String
  private let key: SnapshotKey?
  private let now: @Sendable () -> Date

  /// Bytes of a key.
  public static let keyByteCount = SnapshotKey.byteCount

  /// - Parameters:
  ///   - folder: the path of the folder, which is created with the first snapshot.
  ///   - key: 32 bytes that encrypt the snapshots; nil writes plain ones. With a key, a snapshot
  ///     that no key encrypted is refused, since anybody could have made it.
  ///   - now: the clock. A snapshot and a restore are marked with its time.
  /// - Throws: `DeviceError.Code.snapshot` if the key has another length.
  public init(
    folder: String, key: [UInt8]? = nil, now: @escaping @Sendable () -> Date = { .now }
  ) throws(DeviceError) {
    self.folder = folder
    self.now = now
    self.key = try DeviceError.translating(as: .snapshot) {
      try key.map { try SnapshotKey(bytes: $0, path: "The key of snapshots") }
    }
  }

  /// A snapshot of the folder.
  public struct Item: Hashable, Sendable, Identifiable {
    /// The name of its file in the folder.
    public let file: String
    /// When it was made; nil if it cannot be read.
    public let created: Date?
    /// The last entry of the private journal that it holds; nil if it cannot be read.
    public let lastEntry: UInt64?
    /// The number of older snapshots in the folder that it needs; 0 for a whole one.
    public let baseCount: Int
    /// A sentence that says why it cannot be read; nil if it can.
    public let problem: String?

    public var id: String { file }

    fileprivate init(_ file: String, _ manifest: SnapshotManifest) {
      self.file = file
      created = Date(journalMilliseconds: manifest.created)
      lastEntry = manifest.leader.head.number
      baseCount = manifest.depth
      problem = nil
    }

    fileprivate init(_ file: String, problem: String) {
      self.file = file
      (created, lastEntry, baseCount) = (nil, nil, 0)
      self.problem = problem
    }
  }

  /// Makes a snapshot of a device, which may be in use meanwhile. It is verified and durable when
  /// this returns.
  ///
  /// - Parameters:
  ///   - device: the device's folder.
  ///   - isIncrement: whether only entries since the device's newest snapshot are copied. The new
  ///     snapshot needs that one.
  /// - Returns: the snapshot.
  /// - Throws: `DeviceError.Code.noDevice`; `snapshot` if the folder cannot be written, the disk is
  ///   full or a journal is damaged.
  @discardableResult
  public func create(
    ofDeviceIn device: String, isIncrement: Bool = false
  ) throws(DeviceError) -> Item {
    let storage = DeviceStorage.folder(device)
    if let error = JournalError.hidden(storage.privatePath) {
      throw DeviceError(.snapshot, error.message, cause: error)
    }
    return try DeviceError.translating(as: .snapshot) {
      // Its journals may be away.
      try RestorePlan.refuseUnfinished(in: device)
      guard storage.holdsDevice, LostJournal(in: device) == nil else {
        throw DeviceError.noDevice(in: device)
      }
      var snapshot = try Snapshot(ofFolder: device, .device, to: folder)
      snapshot.key = key
      var dice = Dice.system
      let made = try SnapshotFolder(folder, key: key).add(
        snapshot, isIncrement: isIncrement, retention: SnapshotRetention(),
        created: Timestamp(milliseconds: now().journalMilliseconds), dice: &dice
      ).made
      return Item(made.path.fileName, made.manifest)
    }
  }

  /// Lists the snapshots of devices in the folder, oldest first, also those that cannot be read.
  ///
  /// - Throws: `DeviceError.Code.snapshot` if the folder cannot be read.
  public func list() throws(DeviceError) -> [Item] {
    try DeviceError.translating(as: .snapshot) {
      try SnapshotFolder(folder, key: key).items().compactMap { item in
        switch item.manifest {
        case .success(let manifest): manifest.kind == .device ? Item(item.file, manifest) : nil
        case .failure(let error): Item(item.file, problem: error.message)
        }
      }
    }
  }

  /// Reads a snapshot and those that it needs, and checks the chain of each journal from its first
  /// entry to its last.
  ///
  /// - Parameter file: an `Item.file`.
  /// - Throws: `DeviceError.Code.snapshot`, whose message says what is wrong with it.
  public func verify(_ file: String) throws(DeviceError) {
    try DeviceError.translating(as: .snapshot) { _ = try chain(file).verify() }
  }

  /// The last entry that a restore keeps.
  public enum Point: Hashable, Sendable {
    /// The last one that the snapshot holds.
    case end
    /// The entry of the private journal with this number.
    case entry(UInt64)
    /// The last one that is not later than this time.
    case time(Date)

    fileprivate var restored: RestorePoint {
      switch self {
      case .end: .head
      case .entry(let number): .entry(number)
      case .time(let date): .time(Timestamp(milliseconds: date.journalMilliseconds))
      }
    }
  }

  /// What a restore changed, or would change.
  public struct Restored: Hashable, Sendable {
    /// The last entry of the private journal before; nil: there was no device.
    public let lastEntryBefore: UInt64?
    /// The last one after it.
    public let lastEntry: UInt64
  }

  /// Replaces a device's journals by those of a snapshot, all of them or none. No process may have
  /// the device open. The same call completes a restore that was interrupted.
  ///
  /// - Parameters:
  ///   - file: an `Item.file`.
  ///   - device: the device's folder, or one that is empty or does not exist.
  ///   - point: the last entry to keep.
  ///   - isRehearsal: whether everything is checked and nothing is changed.
  /// - Returns: the last entries before and after.
  /// - Throws: `DeviceError.Code.snapshot` if the snapshot is damaged or of another device, if it
  ///   does not hold the point, if the device is open, or if the disk is full.
  @discardableResult
  public func restore(
    _ file: String, to device: String, until point: Point = .end, isRehearsal: Bool = false
  ) throws(DeviceError) -> Restored {
    try DeviceError.translating(as: .snapshot) {
      var restore = SnapshotRestore(try chain(file), .device, to: device)
      restore.point = point.restored
      let summary =
        try isRehearsal
        ? restore.rehearse()
        : restore.run(now: Timestamp(milliseconds: now().journalMilliseconds))
      let leader = summary.members.first { $0.file == SnapshotProfile.device.leader.file }
      return Restored(lastEntryBefore: leader?.before, lastEntry: leader?.after ?? 0)
    }
  }

  private func chain(_ file: String) throws -> SnapshotChain {
    let chain = try SnapshotChain(path: folder + "/" + file, key: key)
    guard chain.manifest.kind == .device else {
      throw DeviceError(
        .snapshot, "\(file) is a snapshot of a cloud. Restore it with `spotlog snapshot restore`.")
    }
    return chain
  }
}
