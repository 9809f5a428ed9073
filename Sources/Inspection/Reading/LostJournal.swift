internal import Foundation
internal import JournalFormat
internal import JournalStore

/// The private journal of a device that is gone, while other files of the device are there.
package struct LostJournal {
  static let name = "private.journal"
  /// What a device has beside its journal, and nothing else does.
  private static let remains = ["shared.journal", "witness", "keyring", "index.sqlite"]

  /// What is lost, and how to get it back.
  package let sentence: String

  /// Nil where the folder has a private journal with something in it, and where it has nothing of a
  /// device.
  package init?(in folder: String) {
    let path = folder + "/" + Self.name
    let problem = FileSystem.problem(ofOrdinaryFile: path)
    let isEmpty = problem == FileSystem.isEmpty
    let left = Self.remains.filter { FileSystem.isThere(folder + "/" + $0) }
    guard isEmpty || !FileSystem.isThere(path), !left.isEmpty else { return nil }
    let place = folder.printable
    sentence =
      "\(path.printable) is \(isEmpty ? "empty" : "missing"), and with it all that the device in "
      + "\(place) recorded; of its files only \(left.joined(separator: ", ")) "
      + "\(left.count == 1 ? "is" : "are") left. Put the journal back, or restore the device from "
      + "a snapshot: spotlog snapshot restore SNAPSHOT --to \(folder.asShellWord)"
  }
}
