import DeviceIndex
import Inspection
import JournalFormat

/// A device that a command only reads, in its folder or, where nothing may be written there, in a
/// copy. A copy gets no entries, which nobody would see: after a restore its apps are not asked.
final class DeviceReading {
  let device: Device
  private let folder: ReadableFolder

  /// Where the device was opened.
  var path: String { folder.path }
  /// Whether nothing may be written where the device lives.
  var isCopy: Bool { folder.isCopy }

  private init(_ original: String, _ unlocking: UnlockOptions) throws {
    folder = try ReadableFolder(original, of: .device)
    device = try DeviceFolder.open(folder.path, copiedFrom: original)
    try DeviceFolder.prepare(device, unlocking, asksApps: !isCopy)
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
