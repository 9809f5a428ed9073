internal import CloudAggregator
internal import DeviceIndex
internal import JournalStore
internal import SQLite

extension World {
  /// Copies the cloud's folder, and the devices' if asked, from the simulated disk to a real one.
  func save(to folder: String, keepingDevices: Bool) throws {
    if let localCloud { try save(localCloud, to: folder + "/cloud") }
    guard keepingDevices else { return }
    for (place, device) in devices.enumerated() where !isGone(place) {
      let target = folder + "/devices/" + device.name.fileName
      try copyJournal(device.storage.privatePath, to: target, as: "private.journal")
      try copyJournal(device.storage.sharedPath, to: target, as: "shared.journal")
      if let witness = device.witness.bytes {
        try FileSystem.replace(target + "/witness", with: witness)
      }
    }
  }

  private func save(_ local: SimulatedCloud, to folder: String) throws {
    try local.running.flushFiles()
    try copyJournal(local.storage.logPath, to: folder, as: "cloud.journal")
    // What an earlier run left has a write-ahead log perhaps, which is of no other file.
    DatabaseFile.remove(folder + "/projections.sqlite")
    try copy(local.storage.projectionsPath, to: folder, as: "projections.sqlite")
  }

  /// Refuses to put it over one that somebody writes.
  private func copyJournal(_ path: String, to folder: String, as name: String) throws {
    try Journal.remove(at: folder + "/" + name)
    try copy(path, to: folder, as: name)
    // On a simulated disk no person looks into it.
    if disk.bytes(of: path) != nil { try Journal.addViews(at: folder + "/" + name) }
  }

  private func copy(_ path: String, to folder: String, as name: String) throws {
    guard let bytes = disk.bytes(of: path) else { return }
    try FileSystem.makeFolder(folder, isPrivate: true)
    try FileSystem.replace(folder + "/" + name, with: bytes)
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
