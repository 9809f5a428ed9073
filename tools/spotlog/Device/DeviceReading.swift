import DeviceIndex
import Inspection
import JournalFormat
import JournalStore

/// A device that a command only reads, in its folder or, where nothing may be written there or
/// another process has it open, in a copy. A copy gets no entries, which nobody would see: after a
/// restore its apps are not asked.
final class DeviceReading {
  let device: Device
  private let folder: ReadableFolder

  /// Where the device was opened.
  var path: String { folder.path }
  /// Whether nothing may be written where the device lives.
  var isCopy: Bool { folder.isCopy }
  /// Whether the files that say how the device stands with its cloud could be read.
  var hasSync: Bool { !folder.leftOut.contains { $0.part == .sync } }

  private init(_ original: String, _ unlocking: UnlockOptions) throws {
    (folder, device) = try Self.open(original, unlocking)
    if folder.isCopy { try unlocking.refuseNewKeyring(inCopyOf: original, at: folder.path) }
    try DeviceFolder.prepare(device, unlocking, asksApps: !folder.isCopy)
  }

  private static func open(
    _ original: String, _ unlocking: UnlockOptions
  ) throws -> (ReadableFolder, Device) {
    func opened(isInUse: Bool) throws -> (ReadableFolder, Device) {
      let folder = try ReadableFolder(
        original, of: .device, needing: unlocking.unlock == nil ? [] : [.keyring],
        isInUse: isInUse, notice: Terminal.complain)
      return (folder, try DeviceFolder.open(folder))
    }
    do { return try opened(isInUse: false) } catch let error as DeviceError {
      // Another process writes it, or its disk has no room for what SQLite keeps beside a journal:
      // a copy elsewhere can be read.
      let code = (error.cause as? JournalError)?.code
      guard code == .secondWriter || code == .diskFull else { throw error }
      return try opened(isInUse: true)
    }
  }

  /// Reads the index on to the journal's end.
  func readIndexToEnd() throws { try device.readIndexToEnd(asksApps: !isCopy) }

  /// Calls `body` with the device in a folder, which is there until that returns.
  static func read<Value>(
    _ path: String, _ unlocking: UnlockOptions, _ body: (DeviceReading) throws -> Value
  ) throws -> Value {
    let reading = try DeviceReading(path, unlocking)
    defer { withExtendedLifetime(reading) {} }
    return try body(reading)
  }
}

extension DeviceFolder {
  func read<Value>(_ body: (DeviceReading) throws -> Value) throws -> Value {
    try DeviceReading.read(path, unlocking, body)
  }
}
