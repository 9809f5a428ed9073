internal import CloudAggregator
internal import DeviceIndex
internal import JournalStore
internal import SQLite

/// The folder of a run, on a real disk.
struct RunFolder {
  let path: String

  /// Copies the cloud's folder, and the devices' if asked, from the simulated disk to a real one.
  func save(_ world: World, keepingDevices: Bool) throws {
    if let cloud = world.localCloud { try save(cloud) }
    guard keepingDevices else { return }
    for (place, device) in world.devices.enumerated() where !world.isGone(place) {
      let target = path + "/devices/" + device.name.fileName
      try copyJournal(
        device.storage.privatePath, on: device.disk, to: target, as: "private.journal")
      try copyJournal(device.storage.sharedPath, on: device.disk, to: target, as: "shared.journal")
      if let witness = device.witness.bytes {
        try FileSystem.replace(target + "/witness", with: witness)
      }
    }
  }

  private func save(_ cloud: SimulatedCloud) throws {
    let folder = path + "/cloud"
    try cloud.running.flushFiles()
    try copyJournal(cloud.storage.logPath, on: cloud.disk, to: folder, as: "cloud.journal")
    // What an earlier run left has a write-ahead log perhaps, which is of no other file.
    DatabaseFile.remove(folder + "/projections.sqlite")
    try copy(cloud.storage.projectionsPath, on: cloud.disk, to: folder, as: "projections.sqlite")
  }

  /// Refuses to put it over one that somebody writes.
  private func copyJournal(
    _ path: String, on disk: SimulatedDisk, to folder: String, as name: String
  ) throws {
    try Journal.remove(at: folder + "/" + name)
    guard try copy(path, on: disk, to: folder, as: name) else { return }
    // On a simulated disk no person looks into it.
    try Journal.addViews(at: folder + "/" + name)
  }

  /// - Returns: whether it is there.
  @discardableResult
  private func copy(
    _ path: String, on disk: SimulatedDisk, to folder: String, as name: String
  ) throws -> Bool {
    guard let bytes = disk.bytes(of: path) else { return false }
    try FileSystem.makeFolder(folder, isPrivate: true)
    try FileSystem.replace(folder + "/" + name, with: bytes)
    return true
  }
}

extension String {
  /// A name from a trace as the name of a folder: everything unusual is escaped, so that no name
  /// leaves the folder or meets another.
  fileprivate var fileName: String {
    utf8.map { byte in
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
    }.joined()
  }
}
