import Foundation
import JournalFormat
import JournalStore
import TraceLines

/// The file of the lines that could not be recorded, each with its place and the reason.
final class BadLines {
  private let path: String
  private let descriptor: Int32
  private(set) var count = 0

  /// Refuses a file that bad lines would spoil: the input, the key, and what the device keeps.
  /// Nothing is opened for it: a close lets go of the locks on a database.
  static func check(
    _ path: String, ofDeviceIn folder: String, unlockedBy key: String?
  ) throws {
    let file = OutputFile(path: path, option: "--bad-lines")
    try file.refuseStandardInput()
    try file.refuseKey(key)
    try file.refuseOwned(in: folder)
  }

  /// Opens the file to append to it, or makes one that nobody else can read. A descriptor that this
  /// process was given, such as `/dev/fd/63`, may be a pipe.
  init(path: String) throws {
    self.path = path
    do throws(FileFailure) { descriptor = try FileSystem.openAppending(path) } catch {
      throw Failure(
        .cannotCreate,
        "\(path) cannot be written (\(error.reason)). Name another file with --bad-lines.")
    }
  }

  deinit { close(descriptor) }

  /// Appends a line of which `nextPart` gives one part after the other, until it gives nil.
  func add(_ error: TraceError, _ nextPart: () throws -> [UInt8]?) throws {
    count += 1
    try write(
      Array("\(error.line ?? 0)\t\(error.column ?? 1)\t\(error.reason.field)\t".utf8))
    do { while let part = try nextPart() { try write(part) } } catch let error as TraceError {
      // The rest cannot be read: what follows in the file is on a line of its own.
      try write([UInt8(ascii: "\n")])
      throw error
    }
    // A line can hold anything but the end of one.
    try write([UInt8(ascii: "\n")])
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw failure }
      rest.removeFirst(written)
    }
  }

  func sync() throws {
    // A pipe or a terminal has nothing to sync.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw failure }
  }

  private var failure: Failure {
    Failure(
      .cannotWrite,
      "\(path) cannot be written (\(FileSystem.lastError)): bad lines would be lost. Make room, "
        + "and continue with --resume.")
  }
}
