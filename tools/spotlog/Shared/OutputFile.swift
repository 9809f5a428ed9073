import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite

/// A file that an option names, for a command to write, or a folder to write files into.
struct OutputFile {
  let path: String
  /// With its dashes.
  let option: String

  /// Refuses the file that standard input is read from: what is written there would be read next.
  func refuseStandardInput() throws {
    try refuse(FileStatus(descriptor: STDIN_FILENO), Self.input)
  }

  /// Refuses the file that a command reads.
  func refuseInput(_ input: String) throws { try refuse(FileStatus(input), Self.input) }

  /// Refuses a file of a key that another option names.
  func refuseKey(_ file: String?) throws {
    try refuse(file.flatMap { FileStatus($0) }, "is the file of a key, and would be damaged")
  }

  private static let input = "is the input, and would change while it is read"

  private func refuse(_ used: FileStatus?, _ reason: String) throws {
    // A terminal and `/dev/null` give back nothing of what is written to them.
    guard let used, used.kind == .ordinary, FileStatus(path)?.identity == used.identity
    else { return }
    throw Failure(
      .cannotCreate, "\(path.printable) \(reason). Name another file with \(option).")
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

  /// Refuses the folder of a device or cloud, among whose files others would be lost.
  func refuseOwnedFolder() throws {
    guard ReadableFolder.holdsJournal(path) else { return }
    throw Failure(
      .cannotCreate,
      "\(path.printable) is the folder of a device or cloud. Name another folder with \(option).")
  }

  /// Refuses also a folder that has a cloud or devices where a run writes its own, unless they are
  /// what an earlier run wrote.
  func refuseOtherRunFolder() throws {
    try refuseOwnedFolder()
    guard !FileSystem.isThere(path + "/report.json") else { return }
    let devices = (try? FileManager.default.contentsOfDirectory(atPath: path + "/devices")) ?? []
    let children = ["cloud"] + devices.sorted().map { "devices/" + $0 }
    guard let child = children.first(where: { ReadableFolder.holdsJournal("\(path)/\($0)") })
    else { return }
    throw Failure(
      .cannotCreate,
      "\(path.printable)/\(child.printable) holds a journal that no run wrote, and would be "
        + "replaced. Name another folder with \(option).")
  }

  /// Makes the file, or replaces what is in it.
  func write(_ text: String) throws {
    do throws(FileFailure) {
      try FileSystem.replaceContents(of: path, with: Array(text.utf8))
    } catch {
      throw Failure(.cannotCreate, "\(path.printable) cannot be written: \(error.reason).")
    }
  }

  private func owned(_ name: String, _ folder: String) -> Failure {
    Failure(
      .cannotCreate,
      "\(path.printable) is \(name.printable) of the device or cloud in \(folder.printable), and "
        + "would be damaged. Name another file with \(option).")
  }
}
