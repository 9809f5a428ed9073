import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite

/// A file that an option names, for a command to write.
struct OutputFile {
  let path: String
  /// With its dashes.
  let option: String

  /// Refuses the file that standard input is read from: what is written there would be read next.
  func refuseStandardInput() throws {
    try refuse(FileStatus(descriptor: STDIN_FILENO))
  }

  /// Refuses the file that a command reads.
  func refuseInput(_ input: String) throws { try refuse(FileStatus(input)) }

  private func refuse(_ input: FileStatus?) throws {
    // A terminal and `/dev/null` give back nothing of what is written to them.
    guard let input, input.kind == .ordinary, FileStatus(path)?.identity == input.identity
    else { return }
    throw Failure(
      .cannotCreate,
      "\(path.printable) is the input, and would change while it is read. Name another file with "
        + "\(option).")
  }

  /// Refuses the files of every device and cloud, also those that are not there yet.
  ///
  /// - Parameter folder: the folder that the command works on. There, a file is also known by
  ///   another name, and a device may still have to be made.
  func refuseOwned(in folder: String? = nil) throws {
    let parent = path.folder
    let isInside =
      FileStatus(parent).map { $0.identity == folder.flatMap { FileStatus($0)?.identity } } ?? false
    if isInside || ReadableFolder.holdsJournal(parent), ReadableFolder.owns(path.fileName) {
      throw owned(path.fileName, parent)
    }
    guard let folder, let file = FileStatus(path)?.identity else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if let name = names.first(where: {
      ReadableFolder.owns($0) && FileStatus("\(folder)/\($0)")?.identity == file
    }) {
      throw owned(name, folder)
    }
  }

  private func owned(_ name: String, _ folder: String) -> Failure {
    Failure(
      .cannotCreate,
      "\(path.printable) is \(name.printable) of the device or cloud in \(folder.printable), and "
        + "would be damaged. Name another file with \(option).")
  }
}
