internal import JournalFormat
package import JournalStore
internal import SQLite

/// The private journal of a device that is gone, while other files of the device are there. No
/// device begins over them: their next use would erase what is left of the lost one.
package struct LostJournal {
  package static let name = "private.journal"
  /// What a device has beside its journal, and nothing else does. Each is made after the journal.
  private static let remains = [
    "shared.journal", "shared.journal-wal", "witness", "keyring", "index.sqlite",
    "index.sqlite-wal",
  ]

  /// What is lost, how to get it back, and how to begin a new device all the same.
  package let sentence: String
  package var error: JournalError { JournalError(.notFound, sentence) }

  /// Nil where the folder has a private journal, or nothing of a device. An empty file is nothing:
  /// a crash may leave one.
  package init?(in folder: String) {
    let path = folder + "/" + Self.name
    do throws(JournalError) {
      _ = try Journal.open(at: path, kind: .private, for: .read)
      return nil
    } catch {
      guard error.code == .notFound else { return nil }
    }
    var left = Self.remains.filter { DatabaseFile.exists(folder + "/" + $0) }
    if let log = Journal.orphanedLog(of: path) { left.insert(log.fileName, at: 0) }
    guard !left.isEmpty else { return nil }
    let state =
      !FileSystem.isThere(path)
      ? "missing"
      : FileSystem.problem(ofOrdinaryFile: path) == FileSystem.isEmpty ? "empty" : "unfinished"
    let names = left.joined(separator: ", ")
    sentence =
      "\(path.printable) is \(state), and with it all that the device in \(folder.printable) "
      + "recorded; of its files only \(names) \(left.count == 1 ? "is" : "are") left. Put the "
      + "journal back, or restore the device from a snapshot: `spotlog snapshot restore SNAPSHOT "
      + "--to \(folder.asShellWord)`. To begin a new device, choose another folder, or remove "
      + "\(names) first."
  }
}

extension DeviceError {
  /// That a folder holds no device, and what it has of a lost one.
  static func noDevice(in folder: String) -> DeviceError {
    DeviceError(
      .noDevice,
      LostJournal(in: folder)?.sentence
        ?? "There is no device in \(folder), or one whose making did not come to its end. Check "
        + "the path.")
  }
}
