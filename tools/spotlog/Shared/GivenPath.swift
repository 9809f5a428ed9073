import ArgumentParser
import Foundation
import JournalFormat

/// The path of a file or folder that a command is given.
enum GivenPath {
  /// An empty path would be the root of the file system as soon as a name is put behind it: it
  /// comes from a variable without a value.
  static func named(_ text: String) throws -> String {
    guard !text.isEmpty else {
      throw ValidationError("A path is empty. Check the variable that it came from.")
    }
    return text
  }

  /// Refuses a file where a folder is wanted: the system would only speak of a name below it.
  ///
  /// - Parameter advice: a sentence.
  static func refuseFile(_ path: String, _ status: ExitStatus, _ advice: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { return }
    throw Failure(status, "\(path.printable) is a file, and a folder is needed. \(advice)")
  }
}
