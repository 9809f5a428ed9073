internal import CSimulatedDisk
internal import DeviceIndex
package import JournalFormat
package import JournalStore
internal import SQLite

/// A disk in memory on which real SQLite files lie.
///
/// Threads may share a disk as long as each file is used by one at a time: the C code locks what
/// files have in common.
package final class SimulatedDisk: @unchecked Sendable {
  /// The name under which SQLite knows the disk.
  package let name: String
  private let disk: OpaquePointer

  package init(name: String, seed: UInt64) {
    self.name = name
    Connection.prepared
    guard let disk = spotlog_disk_create(name, seed) else {
      preconditionFailure("There is a simulated disk named \(name) already, or no memory.")
    }
    self.disk = disk
  }

  /// A disk that begins with the files of another one, which nobody may have open and which never
  /// changes any more: its files are read there until they are changed here.
  package init(name: String, forking other: SimulatedDisk) {
    self.name = name
    guard let disk = spotlog_disk_fork(other.disk, name) else {
      preconditionFailure("There is a simulated disk named \(name) already, or no memory.")
    }
    self.disk = disk
  }

  deinit { spotlog_disk_destroy(disk) }

  package var byteCount: Int { Int(spotlog_disk_bytes(disk)) }
  package var fileCount: Int { Int(spotlog_disk_files(disk)) }
  package var readCount: Int { Int(spotlog_disk_reads(disk)) }
  package var writeCount: Int { Int(spotlog_disk_writes(disk)) }
  package var syncCount: Int { Int(spotlog_disk_syncs(disk)) }

  package func setTime(_ time: Timestamp) { spotlog_disk_set_time(disk, time.milliseconds) }

  /// Lets so many more changes of files through, then fails them all, as a process that ends there
  /// would leave the files. A torn one leaves half of the next write behind. Nil: fails none.
  package func fail(afterChanges changes: Int?, isTorn: Bool = false) {
    spotlog_disk_fail_after(disk, Int64(changes ?? -1), isTorn ? 1 : 0)
  }

  /// Has syncs alone fail from now on, or no longer. No run does: for tests of what lies on it.
  package func failSyncs(_ fails: Bool) { spotlog_disk_fail_syncs(disk, fails ? 1 : 0) }

  /// How many changes it still lets through; nil: all.
  package var changesLeft: Int? {
    let left = Int(spotlog_disk_changes_left(disk))
    return left < 0 ? nil : left
  }

  /// From now on keeps apart what is synced and what is only written.
  package func watchSyncs() { spotlog_disk_watch_syncs(disk) }

  /// A power cut: what was written since `watchSyncs` and not synced is gone. Names of files are
  /// durable at once. Nobody may have a file open.
  package func losePower() {
    let isWhole = spotlog_disk_lose_unsynced(disk) != 0
    precondition(isWhole, "There is no memory for the simulated disk \(name).")
  }

  /// What an operation of the disk can fail with.
  package enum Strike: String, CaseIterable, Sendable, Codable {
    /// A write, a cut or a deletion: an error of the device.
    case write
    /// A write: there is no room.
    case full
    case sync
    case read

    /// What the C code calls it.
    fileprivate var number: Int32 {
      switch self {
      case .write: 0
      case .full: 1
      case .sync: 2
      case .read: 3
      }
    }
  }

  /// Lets so many more operations of that kind through, and fails the next one.
  ///
  /// - Parameter once: whether those after it come through again.
  package func strike(_ strike: Strike, afterOperations count: Int, once: Bool) {
    spotlog_disk_strike(disk, strike.number, Int64(count), once ? 1 : 0)
  }

  /// What can become of a page that is written into a database.
  enum Stray: Int32 {
    case lost = 0
    /// It overwrites the page before it.
    case misdirected = 1
  }

  /// Lets so many more pages into a database, and has the next one go astray: its writer hears that
  /// all is well.
  func stray(_ stray: Stray, of path: String, afterPages count: Int) {
    spotlog_disk_stray(disk, stray.rawValue, path, Int64(count))
  }

  /// Pages that went astray.
  var strayedCount: Int { Int(spotlog_disk_strayed(disk)) }

  /// The disk is sound again.
  package func heal() {
    spotlog_disk_strike(disk, 0, -1, 0)
    spotlog_disk_stray(disk, -1, "", 0)
  }

  /// Whether there is no room: all that is written by connections, and beside the disk, fails.
  package var isFull = false {
    didSet { spotlog_disk_fill(disk, isFull ? 1 : 0) }
  }

  /// Writes that failed for lack of room.
  package var refusedCount: Int { Int(spotlog_disk_refused(disk)) }

  /// Operations that were struck.
  package var struckCount: Int { Int(spotlog_disk_struck(disk)) }

  /// Whether operations of a kind fail until it is healed.
  package var isStruckForGood: Bool { spotlog_disk_is_struck_for_good(disk) != 0 }

  /// A power cut: what becomes of each sector that was written since `watchSyncs` and not synced is
  /// decided by dice. It continues watching. Nobody may have a file open.
  package func tearUnsynced(dice: UInt64) {
    let isWhole = spotlog_disk_tear_unsynced(disk, dice) != 0
    precondition(isWhole, "There is no memory for the simulated disk \(name).")
  }

  /// The bytes of a file; nil when there is none.
  package func bytes(of path: String) -> [UInt8]? {
    let size = Int(spotlog_disk_file_size(disk, path))
    guard size >= 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = Int(spotlog_disk_copy_file(disk, path, buffer.baseAddress, Int64(size)))
    }
  }

  /// Whether a file is there and has not been changed since the disk was forked.
  package func isAsForked(_ path: String) -> Bool { spotlog_disk_is_as_forked(disk, path) != 0 }

  /// The names of all files, in no order.
  var paths: [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { paths in
      spotlog_disk_each_name(disk, paths) { context, path in
        context!.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path!))
      }
    }
    return paths
  }

  /// The files whose names begin so, by their names.
  func files(_ prefix: String = "") -> [String: [UInt8]] {
    let names = paths.filter { $0.hasPrefix(prefix) }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, bytes(of: $0) ?? []) })
  }

  /// Replaces a file whole, or makes it; false when the disk failed.
  package func put(_ bytes: [UInt8], at path: String) -> Bool {
    spotlog_disk_put_file(disk, path, bytes, Int64(bytes.count)) != 0
  }

  /// Turns a bit of a file over, which nobody may have open.
  ///
  /// - Parameters:
  ///   - number: of the bit; counted from the beginning again where the file has not as many.
  ///   - isChecked: whether each page of the file has a checksum on a real disk: then reads of it
  ///     fail here, until it is written.
  /// - Returns: false where there is no such file, or it is empty.
  func flipBit(_ number: Int, of path: String, isChecked: Bool = false) -> Bool {
    guard let bytes = bytes(of: path), let flipped = bytes.flippingBit(number) else { return false }
    guard !isChecked else {
      return spotlog_disk_rot(disk, path, Int64(number / 8 % bytes.count)) != 0
    }
    return put(flipped, at: path)
  }

  /// Gives a file a name that no other has; false when the disk failed, or when it cannot.
  package func rename(_ path: String, to other: String) -> Bool {
    spotlog_disk_rename(disk, path, other) != 0
  }

  package var journalOptions: JournalOptions { .simulated(vfs: name) }
}

/// A witness in memory: beside the simulated disk, so that no snapshot of the disk holds it.
package final class MemoryWitnessStore: WitnessStore {
  package private(set) var bytes: [UInt8]?
  private let disk: SimulatedDisk?

  /// - Parameter disk: the one of which the witness takes room.
  package init(_ bytes: [UInt8]? = nil, on disk: SimulatedDisk? = nil) {
    self.bytes = bytes
    self.disk = disk
  }

  package func read() throws(FileFailure) -> [UInt8]? { bytes }

  /// What somebody else does to the file; nil: it is gone.
  func put(_ bytes: [UInt8]?) { self.bytes = bytes }

  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let disk, disk.isFull { throw disk.isFullFailure }
    self.bytes = bytes
  }
}

extension SimulatedDisk {
  /// Of what is written beside it.
  var isFullFailure: FileFailure { FileFailure(name, reason: "No space left on device") }
}
