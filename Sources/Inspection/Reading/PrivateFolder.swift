internal import Foundation
package import JournalStore
internal import SQLite
internal import Synchronization

/// A folder that only this process reads, removed with all that is in it when it is let go, or by
/// `removeAll` when a signal ends the process.
package final class PrivateFolder {
  package let path: String
  private static let passing = Mutex<Set<String>>([])

  /// Where temporary folders are made: TMPDIR, or the system's.
  private static var place: String {
    var place = NSTemporaryDirectory()
    while place.hasSuffix("/"), place.utf8.count > 1 { place.removeLast() }
    return place
  }

  package init() throws(JournalError) {
    let place = Self.place
    var template = Array((place + "/spotlog-XXXXXX").utf8CString)
    let made: Result<String, FileFailure> = Self.passing.withLock { passing in
      guard mkdtemp(&template) != nil else { return .failure(FileFailure(place)) }
      let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      passing.insert(path)
      return .success(path)
    }
    do throws(FileFailure) { path = try made.get() } catch {
      let failure = error
      throw JournalError(
        failure.isDiskFull ? .diskFull : .storage,
        "No temporary folder can be made in \(place): \(failure.reason).",
        nextStep: Self.nextStep(isDiskFull: failure.isDiskFull), cause: failure)
    }
  }

  deinit {
    Self.passing.withLock {
      $0.remove(path)
      Self.remove(path)
    }
  }

  /// Removes all such folders of this process.
  ///
  /// - Parameter rest: done before another one can be made.
  package static func removeAll(then rest: () -> Void) {
    passing.withLock {
      for path in $0 { remove(path) }
      rest()
    }
  }

  /// What still writes there, as while a signal ends the process, can keep a folder from going.
  private static let attemptCount = 5

  private static func remove(_ path: String) {
    for _ in 0..<attemptCount where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private static func nextStep(isDiskFull: Bool) -> String {
    isDiskFull
      ? "Make room there, or set TMPDIR to a folder on another disk."
      : "Set TMPDIR to a folder that is there and that you may write in."
  }

  private static let copiedByteCount = 1 << 20

  /// Copies a file as `copyIfReadable` does; one that cannot be read is an error.
  func copy(_ original: String, to file: String) throws(JournalError) {
    if let unread = try copyIfReadable(original, to: file) { throw unread.error }
  }

  /// Copies an ordinary file that may be read into this folder, in place of an earlier copy. The
  /// copy may be written to, whatever the mode of the original: SQLite opens it like any database.
  /// A missing file is not an error.
  ///
  /// - Parameter file: the copy's name.
  /// - Returns: why the original cannot be read; nil where it was copied.
  /// - Throws: what keeps the copy from being written.
  func copyIfReadable(_ original: String, to file: String) throws(JournalError) -> UnreadFile? {
    remove(file)
    guard FileStatus(original)?.kind != .other else {
      return UnreadFile(path: original, reason: "it is not an ordinary file")
    }
    let copy = path + "/" + file
    CopiedPlaces.add(copy, of: original)
    do throws(FileRefusal) {
      try Self.write(try OpenFile(original, for: .read), to: copy)
    } catch {
      if error.isMissing, error.path == original { return nil }
      guard error.path != original else {
        remove(file)
        return UnreadFile(path: original, reason: error.reason)
      }
      throw JournalError(
        error.isDiskFull ? .diskFull : .storage,
        "\(original) cannot be copied into \(Self.place), to be read without a change: "
          + "\(error.reason).", nextStep: Self.nextStep(isDiskFull: error.isDiskFull),
        cause: FileFailure(error.path, reason: error.reason))
    }
    return nil
  }

  func remove(_ file: String) { FileSystem.remove(path + "/" + file) }

  private static func write(_ original: OpenFile, to path: String) throws(FileRefusal) {
    let copy = try OpenFile(path, for: .make)
    while true {
      let bytes = try original.next(atMost: copiedByteCount)
      guard !bytes.isEmpty else { return try copy.finish() }
      try copy.append(bytes)
    }
  }
}

/// A file that is there, and cannot be read.
struct UnreadFile {
  let path: String
  let reason: String

  var error: JournalError {
    JournalError(
      .noPermission, "\(path) cannot be read: \(reason).",
      nextStep: "Have its owner give you permission to read it, or run this as its owner.")
  }
}
